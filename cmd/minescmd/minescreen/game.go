package minescreen

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
	"blindsight/internal/plural"
)

// Game is a game of Minesweeper played by hand, without the screen: what the
// keys do, and what there is to show.
type Game struct {
	rules        *minesweeper.Game
	seed, number uint64 // the board, as [minesweeper.Game.Deal] numbers it
	now          func() time.Time

	table  *minetable.Table
	cursor minesweeper.Cell
	begun  time.Time // when the first cell was opened
	ended  time.Time

	position int                // counts the positions met, so that advice on one is not taken for another
	advised  *minesweeper.Cell  // what the hint player likes in this position
	counsel  *minecoach.Counsel // what the coach says of that
	odds     odds
	message  string
}

// New deals the board of a seed and a number.
func New(g *minesweeper.Game, seed, number uint64, now func() time.Time) *Game {
	r := g.Rules()
	h := &Game{rules: g, seed: seed, number: number, now: now, cursor: g.Cell((r.Height-1)/2, (r.Width-1)/2)}
	h.restart()
	return h
}

// restart deals the same board again.
func (h *Game) restart() { h.sit(minetable.Published(h.rules, h.seed, h.number)) }

// sit begins a game.
func (h *Game) sit(deal minetable.Dealer) {
	h.table = minetable.New(h.rules, deal, nil)
	h.begun, h.ended = time.Time{}, time.Time{}
	h.message = ""
	h.moveOn()
}

// next deals the next board.
func (h *Game) next() {
	h.number++
	h.restart()
}

// moveOn begins a new position, for which earlier advice does not hold.
func (h *Game) moveOn() {
	h.position++
	h.advised, h.counsel = nil, nil
}

// move moves the cursor by so many rows and columns: around the edges of a torus,
// no further than the edges of any other board.
func (h *Game) move(rows, cols int) {
	r := h.rules.Rules()
	row, col := h.rules.RowCol(h.cursor)
	row, col = row+rows, col+cols
	if r.Neighbours == minesweeper.Torus {
		row, col = (row+r.Height)%r.Height, (col+r.Width)%r.Width
	} else {
		row, col = min(max(row, 0), r.Height-1), min(max(col, 0), r.Width-1)
	}
	h.cursor = h.rules.Cell(row, col)
	if h.advised == nil && !h.finished() {
		h.message = "" // it was about another cell
	}
	h.sayOdds()
}

// name writes a cell as row,column.
func (h *Game) name(c minesweeper.Cell) string {
	row, col := h.rules.RowCol(c)
	return fmt.Sprintf("%d,%d", row, col)
}

// say sets the message.
func (h *Game) say(format string, args ...any) { h.message = fmt.Sprintf(format, args...) }

// finished tells whether the game is over. Nothing can be done then, and the
// message that says how it went stays.
func (h *Game) finished() bool { return h.table.Over() }

const afterwards = "n deals a new game, r the same again, q quits."

// flag sets a flag under the cursor, or takes it away.
func (h *Game) flag() {
	if !h.do(minetable.Flag) {
		return
	}
	h.message = ""
	over := h.table.Flags() - h.rules.Rules().Mines
	if over > 0 && h.table.Symbol(h.cursor) == minetable.FlagSymbol {
		h.say("There are more flags than mines: %d too many.", over)
	}
}

// open opens the cell under the cursor; on an open one it chords.
func (h *Game) open() {
	if h.table.View().At(h.cursor) != minesweeper.Covered {
		h.chord()
	} else if h.do(minetable.Open) {
		h.moved()
	}
}

// chord opens the closed neighbours without a flag of the open cell under the
// cursor, if as many of the neighbours have one as the cell says.
func (h *Game) chord() {
	if h.do(minetable.Chord) {
		h.moved()
	}
}

// do does something to the cell under the cursor. Where that is not possible it says why.
func (h *Game) do(deed minetable.Deed) bool {
	err := h.table.Do(context.Background(), minetable.Action{Deed: deed, Cell: h.cursor})
	if refusal, ok := errors.AsType[*minetable.Refusal](err); ok {
		h.sayRefusal(refusal)
	} else if err != nil {
		h.say("No board: %v.", err)
	}
	return err == nil
}

// sayRefusal says why something is not possible, and which key helps.
func (h *Game) sayRefusal(r *minetable.Refusal) {
	name := h.name(h.cursor)
	switch r.Reason {
	case minetable.GameOver: // the message that says how it went stays
	case minetable.CellOpen:
		h.say("%s is open: flags go on closed cells.", name)
	case minetable.CellClosed:
		h.say("%s is closed: chords are played on open cells.", name)
	case minetable.CellFlagged:
		h.say("%s has a flag: press f to take it away first.", name)
	case minetable.CannotBeFirst:
		h.say("%s cannot be the first cell: the mines do not fit around the cells that stay free with it.", name)
	case minetable.OtherFlags:
		h.say("%s shows %d, but there %s around it.", name, r.Shows, plural.Form(r.Flags, "is 1 flag", "are %d flags"))
	case minetable.NothingClosed:
		h.say("Nothing is left to open around %s.", name)
	default: // of what no key does
		h.say("No: %v.", r)
	}
}

// moved begins the position after an opening or a chord.
func (h *Game) moved() {
	if h.begun.IsZero() {
		h.begun = h.now()
	}
	h.message = ""
	h.moveOn()
	if h.finished() {
		h.end()
		return
	}
	clicks := h.table.Clicks()
	if swept := clicks[len(clicks)-1].Swept; len(swept) > 0 {
		h.say("The flag on %s is gone: it lay beside a 0.", h.name(swept[len(swept)-1]))
	}
}

// end says how the game went.
func (h *Game) end() {
	h.ended = h.now()
	if hit, lost := h.table.Hit(); lost {
		h.say("Lost: the mine on %s went off (X; * are other mines, ! wrong flags). Score %.3f after %s in %s. %s",
			h.name(hit), h.score(), h.moves(), clock(h.elapsed()), afterwards)
		return
	}
	h.say("Won with %s in %s. %s", h.moves(), clock(h.elapsed()), afterwards)
}

// moves says how many openings and chords there were.
func (h *Game) moves() string { return plural.Form(len(h.table.Clicks()), "1 move", "%d moves") }

// unflagged returns how many mines have no flag yet, as far as flags are right. A won game is shown with a flag on every mine.
func (h *Game) unflagged() int {
	if h.table.Status() == minetable.Won {
		return 0
	}
	return h.rules.Rules().Mines - h.table.Flags()
}

// score returns the share of the cells without a mine that are open.
func (h *Game) score() float64 {
	safe := h.rules.Rules().Safe()
	return float64(safe-h.table.View().Left()) / float64(safe)
}

// elapsed returns the time since the first opening, until the end.
func (h *Game) elapsed() time.Duration {
	switch {
	case h.begun.IsZero():
		return 0
	case !h.finished():
		return h.now().Sub(h.begun)
	default:
		return h.ended.Sub(h.begun)
	}
}

// clock writes a time as minutes and seconds.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
