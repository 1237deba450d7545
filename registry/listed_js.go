package registry

import (
	"blindsight/catalog"
	"blindsight/player/gunners"
	"blindsight/player/phantoms"
)

// games are those of listed.go that have a board: in a browser nobody could play the others,
// and whoever opens the page would have to load them.
var games = []*catalog.Game{
	phantoms.Game,
	gunners.Game,
}
