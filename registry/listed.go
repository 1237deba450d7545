//go:build !js

package registry

import (
	"blindsight/catalog"
	"blindsight/player/gamblers"
	"blindsight/player/gunners"
	"blindsight/player/kriegspielers"
	"blindsight/player/phantoms"
	"blindsight/player/planners"
	"blindsight/player/sweepers"
)

// games are listed in the order in which people are told of them.
//
// ADD A GAME: a line here; in listed_js.go, too, if it has a board.
var games = []*catalog.Game{
	sweepers.Game,
	kriegspielers.Game,
	phantoms.Game,
	gunners.Game,
	gamblers.Game,
	planners.Tiger,
	planners.Game,
}
