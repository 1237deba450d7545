package minetable

import (
	"context"
	"fmt"
	"slices"

	"blindsight/game/minesweeper"
)

// Table is a game that a person plays. It is for one goroutine at a time.
type Table struct {
	game *minesweeper.Game
	deal Dealer
	safe SafeCells

	hidden  minesweeper.State // laid with the first cell
	view    *minesweeper.View
	flags   []bool // by cell; on closed cells only
	flagged int    // how many these are
	lost    bool
	hit     minesweeper.Cell // the mine that went off in a lost game

	clicks   []Click
	assisted int
	history  []Action
	undone   int
}

// New returns a game before its first cell. Safe finds what is certain for those who let it be opened; nil finds nothing.
func New(g *minesweeper.Game, deal Dealer, safe SafeCells) *Table {
	return &Table{game: g, deal: deal, safe: safe, view: g.NewView(), flags: make([]bool, g.Cells())}
}

// Resume takes up a game by its history, in the place of whatever was played at the table. What was taken back is not done at all,
// and what a table of the same board has found to be certain is not searched for again.
// An error, a [*Refusal] where an action is not possible, leaves the table as it was. The actions are not changed.
func (t *Table) Resume(ctx context.Context, actions []Action) error {
	next := New(t.game, t.deal, t.safe)
	next.history = slices.Clone(actions)
	var list []*Action
	list, next.undone = effective(next.history)
	for _, a := range list {
		if err := next.do(ctx, a); err != nil {
			return err
		}
	}
	*t = *next
	return nil
}

// Do does an action. An error leaves the table as it was; it is a [*Refusal] where the action is not possible, else what kept the
// board from being dealt, or what is certain from being found. The cell must be on the board.
func (t *Table) Do(ctx context.Context, a Action) error {
	if a.Deed == Undo {
		if len(t.clicks) == 0 {
			return t.refuse(NothingToUndo, 0)
		}
		return t.Resume(ctx, append(slices.Clip(t.history), a))
	}
	a.found = nil // what is certain is found by what is seen now
	if err := t.do(ctx, &a); err != nil {
		return err
	}
	t.history = append(t.history, a)
	return nil
}

// do does an action that is no undo, and does not add it to the history.
func (t *Table) do(ctx context.Context, a *Action) error {
	closed := t.view.At(a.Cell) == minesweeper.Covered
	switch {
	case t.Over():
		return t.refuse(GameOver, a.Cell)
	case a.Deed == Certain:
		return t.openCertain(ctx, a)
	case a.Deed == Chord && !closed:
		return t.chord(*a)
	case a.Deed == Chord:
		return t.refuse(CellClosed, a.Cell)
	case !closed:
		return t.refuse(CellOpen, a.Cell)
	case a.Deed == Flag:
		t.setFlag(a.Cell, !t.flags[a.Cell])
		return nil
	case t.flags[a.Cell]:
		return t.refuse(CellFlagged, a.Cell)
	}
	if !t.view.Started() {
		if err := t.begin(ctx, a.Cell); err != nil {
			return err
		}
	}
	click := Click{Action: *a}
	t.open(a.Cell, &click)
	t.clicks = append(t.clicks, click)
	return nil
}

// chord opens the closed neighbours without a flag of an open cell, if as many have one as it shows.
func (t *Table) chord(a Action) error {
	flags := 0
	var rest []minesweeper.Cell
	for _, n := range t.game.Neighbours(a.Cell) {
		switch {
		case t.flags[n]:
			flags++
		case t.view.At(n) == minesweeper.Covered:
			rest = append(rest, n)
		}
	}
	switch {
	case flags != int(t.view.At(a.Cell)):
		r := t.refuse(OtherFlags, a.Cell)
		r.Flags, r.Shows = flags, t.view.At(a.Cell)
		return r
	case len(rest) == 0:
		return t.refuse(NothingClosed, a.Cell)
	}
	click := Click{Action: a, Together: rest}
	for _, n := range rest {
		if t.Over() {
			break
		}
		if t.view.At(n) == minesweeper.Covered { // else another one has opened it
			t.open(n, &click)
		}
	}
	t.clicks = append(t.clicks, click)
	return nil
}

// open opens a cell and all that the rules open with it.
func (t *Table) open(c minesweeper.Cell, click *Click) {
	click.Opened = append(click.Opened, c)
	for next, forced := c, true; forced; next, forced = t.view.Forced() {
		step := t.game.Step(nil, &t.hidden, next)
		if step.Seen == minesweeper.Mine {
			t.lost, t.hit = true, next
			return
		}
		if err := t.view.Did(next, step.Seen); err != nil {
			panic(fmt.Errorf("minetable: the view refuses what the rules show: %w", err))
		}
		if t.flags[next] {
			t.setFlag(next, false)
			click.Swept = append(click.Swept, next)
		}
	}
}

func (t *Table) setFlag(c minesweeper.Cell, flag bool) {
	t.flags[c] = flag
	if flag {
		t.flagged++
	} else {
		t.flagged--
	}
}

// refuse returns a refusal that is about a cell.
func (t *Table) refuse(why Reason, c minesweeper.Cell) *Refusal {
	row, col := t.game.RowCol(c)
	return &Refusal{Reason: why, Row: row, Col: col, First: t.game.Rules().First}
}
