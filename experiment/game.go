package experiment

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"blindsight/catalog"
	"blindsight/internal/cputime"
	"blindsight/internal/jsontree"
	"blindsight/registry"
)

// game is what an experiment must know of a game.
type game struct {
	name  string
	sides int
	about string // what its settings look like, for messages
	// setting reads an entry of "settings".
	setting func(*jsontree.Node) (Setting, error)
	// player tells what is wrong with a player in a setting, on any side.
	player func(Setting, string) error
	// instant tells what is wrong with a player having no budget.
	instant func(player string) error
	// stranger tells what is wrong with a player that somebody elsewhere asks for.
	stranger func(player string) error
	// strangeSetting tells what is wrong with an entry of "settings" of somebody elsewhere, before it is read; nil if nothing can be.
	strangeSetting func(*jsontree.Node) error
	// bounds returns between what a player can gain in a game, -∞ and +∞ where that is not known.
	bounds func(Setting) (lo, hi float64)
	// table makes the player of a cell and what it plays on. Programs come by the door.
	table func(*Cell, catalog.Door) (seated, error)
}

// seated is who plays a cell, and how to let him go; leave may be nil.
type seated struct {
	play  playFunc
	leave func() error
}

// forStrangers returns the game for a plan that comes from elsewhere.
func (g *game) forStrangers() *game {
	careful := *g
	careful.player = func(s Setting, player string) error {
		if err := g.stranger(player); err != nil {
			return err
		}
		return g.player(s, player)
	}
	careful.setting = func(n *jsontree.Node) (Setting, error) {
		if g.strangeSetting != nil {
			if err := g.strangeSetting(n); err != nil {
				return Setting{}, err
			}
		}
		return g.setting(n)
	}
	return &careful
}

// playFunc plays one game of a cell. It belongs to one goroutine.
type playFunc func(ctx context.Context, game int) (Result, error)

// findGame returns a game of the registry. Minesweeper has a form of its own, in which plans
// and records were written before there were others.
func findGame(name string) (*game, error) {
	if name == minesweeperGame.name {
		return &minesweeperGame, nil
	}
	g, err := registry.Find(name)
	if err != nil {
		return nil, err
	}
	return listedGame(g), nil
}

func gameNames() string {
	var names []string
	for _, g := range registry.Games() {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

// Table plays the jobs of a plan. It keeps the player of the last cell, so that jobs
// of one cell, which mostly follow one another, need not make it anew. A table belongs
// to one goroutine.
type Table struct {
	plan *Plan
	door catalog.Door
	cell int
	seated
}

// NewTable returns a table for a plan. Players that are programs are let in by the door; where
// it is nil they are refused. It should be closed.
func NewTable(p *Plan, door catalog.Door) *Table { return &Table{plan: p, door: door, cell: -1} }

// Close lets the players go.
func (t *Table) Close() error {
	if t.leave == nil {
		return nil
	}
	leave := t.leave
	t.cell, t.leave = -1, nil
	return leave()
}

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
		g, err := findGame(t.plan.Game)
		if err != nil {
			return b, err
		}
		if err := t.Close(); err != nil {
			return b, err
		}
		if t.seated, err = g.table(c, t.door); err != nil {
			return b, err
		}
		t.cell = j.Cell
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
