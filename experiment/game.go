package experiment

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"blindsight/internal/cputime"
	"blindsight/internal/jsontree"
)

// game is what an experiment must know of a game.
type game struct {
	name  string
	about string // what its settings look like, for messages
	// setting reads an entry of "settings".
	setting func(*jsontree.Node) (Setting, error)
	// player tells what is wrong with a player in a setting.
	player func(Setting, string) error
	// instant tells what is wrong with a player having no budget.
	instant func(player string) error
	// table makes the player of a cell and what it plays on.
	table func(*Cell) (playFunc, error)
}

// playFunc plays one game of a cell. It belongs to one goroutine.
type playFunc func(ctx context.Context, game int) (Result, error)

// games lists what can be played.
//
// ADD A GAME: a line here, and a file like minesweeper.go.
var games = []*game{&minesweeperGame}

func findGame(name string) *game {
	i := slices.IndexFunc(games, func(g *game) bool { return g.name == name })
	if i < 0 {
		return nil
	}
	return games[i]
}

func gameNames() string {
	var names []string
	for _, g := range games {
		names = append(names, g.name)
	}
	return strings.Join(names, ", ")
}

// Table plays the jobs of a plan. It keeps the player of the last cell, so that jobs
// of one cell, which mostly follow one another, need not make it anew. A table belongs
// to one goroutine.
type Table struct {
	plan *Plan
	cell int
	play playFunc
}

// NewTable returns a table for a plan.
func NewTable(p *Plan) *Table { return &Table{plan: p, cell: -1} }

// Play plays a job and returns a batch of all games that were finished. When the
// context ends, games before that are returned without an error; the game under way
// is dropped. An error is the player's or the game's own.
func (t *Table) Play(ctx context.Context, j Job) (Batch, error) {
	runtime.LockOSThread() // its processor time is the batch's
	defer runtime.UnlockOSThread()
	start, cpu := time.Now(), cputime.Thread()
	b := Batch{Job: j}
	if j.Cell < 0 || j.Cell >= len(t.plan.Cells) || j.First < 0 || j.Games < 0 || j.First+j.Games > t.plan.Cells[j.Cell].Games {
		return b, fmt.Errorf("job %+v is not one of the plan %q", j, t.plan.Name)
	}
	c := &t.plan.Cells[j.Cell]
	if j.Cell != t.cell {
		play, err := findGame(t.plan.Game).table(c)
		if err != nil {
			return b, err
		}
		t.cell, t.play = j.Cell, play
	}
	b.Results = make([]Result, 0, j.Games)
	var err error
	for n := j.First; n < j.First+j.Games && ctx.Err() == nil; n++ {
		var r Result
		if r, err = t.play(ctx, n); err != nil {
			if ctx.Err() != nil {
				err = nil
			} else {
				err = fmt.Errorf("game %d of cell %d (%s): %w", n, j.Cell, c, err)
			}
			break
		}
		b.Results = append(b.Results, r)
	}
	b.Games = len(b.Results)
	b.Seconds, b.CPU = time.Since(start).Seconds(), cputime.Thread()-cpu
	return b, err
}
