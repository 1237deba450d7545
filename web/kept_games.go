package web

import (
	"slices"
	"sync"

	"blindsight/game/minesweeper"
)

// keptGames are the last few Minesweeper games that positions were read of. To make one takes longer than to count a position of
// it, and most requests are about the same. A game never changes, so it may be shared. It is safe for concurrent use.
type keptGames struct {
	mu   sync.Mutex
	last []*minesweeper.Game // the one asked for last at the end
}

// So many games are kept, each of so many cells at most: about two megabytes.
const (
	maxKeptGames = 8
	maxKeptCells = 600
)

// new returns a game, as minesweeper.New does.
func (k *keptGames) new(r minesweeper.Rules) (*minesweeper.Game, error) {
	if r.Height*r.Width > maxKeptCells {
		return minesweeper.New(r)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	at := slices.IndexFunc(k.last, func(g *minesweeper.Game) bool { return g.Rules() == r })
	if at >= 0 {
		g := k.last[at]
		k.last = append(slices.Delete(k.last, at, at+1), g)
		return g, nil
	}
	g, err := minesweeper.New(r)
	if err != nil {
		return nil, err
	}
	if len(k.last) == maxKeptGames {
		k.last = slices.Delete(k.last, 0, 1)
	}
	k.last = append(k.last, g)
	return g, nil
}

// games are those of all positions that are read.
var games keptGames
