package sweepers

import (
	"blindsight/catalog"
	"blindsight/player/sweepers/strong"
)

// The page takes strong as it is: what it would cost to load the words for its parts is for those who measure.
func partParams() []catalog.Param { return nil }

func readParts(*catalog.Values, *strong.Options) {}
