// Package registry lists the games of the commands 'games', 'play' and 'match'. It is the one place that a
// new game has to be named in; a module with a game of its own calls [Add] instead.
package registry

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/catalog"
	"blindsight/internal/nearest"
	"blindsight/player/gamblers"
	"blindsight/player/gunners"
	"blindsight/player/kriegspielers"
	"blindsight/player/phantoms"
	"blindsight/player/planners"
	"blindsight/player/sweepers"
)

// games are listed in the order in which people are told of them.
//
// ADD A GAME: a line here.
var games = []*catalog.Game{
	sweepers.Game,
	kriegspielers.Game,
	phantoms.Game,
	gunners.Game,
	gamblers.Game,
	planners.Tiger,
	planners.Game,
}

// Games returns all games. The slice must not be changed.
func Games() []*catalog.Game { return games }

// Add adds a game. It is called before the commands are, by one goroutine, and panics where
// there is a game of that name.
func Add(g *catalog.Game) {
	if _, err := Find(g.Name); err == nil {
		panic("registry: there is a game " + g.Name + " already")
	}
	games = append(games[:len(games):len(games)], g)
}

// Find returns the game of a name.
func Find(name string) (*catalog.Game, error) {
	i := slices.IndexFunc(games, func(g *catalog.Game) bool { return g.Name == name })
	if i >= 0 {
		return games[i], nil
	}
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.Name
	}
	return nil, fmt.Errorf("unknown game %q%s: use one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}
