package studies

import (
	"embed"
	"io/fs"

	"blindsight/player/kriegspielers/problemset"
)

//go:embed */README.md */results*/README.md */results*/*.svg
var pages embed.FS

// Library is what was committed of the studies, for readers: their pages with figures, and
// the problems that were collected. It is safe for concurrent use.
type Library struct{}

// Names returns the names of the studies that are in the table.
func (Library) Names() (names []string) {
	for i := range All {
		names = append(names, All[i].Name)
	}
	return names
}

// Doc says what a study of the table is about.
func (Library) Doc(name string) string {
	if s, err := Find(name); err == nil {
		return s.Doc
	}
	return ""
}

// Pages returns the committed pages with their figures: NAME/README.md and
// NAME/results/README.md, or other folders whose names begin with results.
func (Library) Pages() fs.FS { return pages }

// Problems returns the sets of problems that were collected.
func (Library) Problems() []*problemset.Set { return []*problemset.Set{CollectedMates} }
