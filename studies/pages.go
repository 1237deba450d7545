package studies

import (
	"embed"
	"io/fs"
)

//go:embed */README.md */results*/README.md */results*/*.svg
var pages embed.FS

// Pages returns the committed pages of the studies with their figures: NAME/README.md
// and NAME/results/README.md, or other folders whose names begin with results.
func Pages() fs.FS { return pages }
