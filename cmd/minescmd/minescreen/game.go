package minescreen

import (
	"fmt"
	"time"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/plural"
)

// referee holds the board that the person cannot see. It answers openings, and
// shows where the mines are once the game is over: nothing else in 'mines human'
// gets to the hidden state.
type referee struct {
	rules *minesweeper.Game
	state minesweeper.State
	over  bool
}

// open opens a cell. The board was dealt, so that there is nothing left to draw.
func (r *referee) open(c minesweeper.Cell) blindsight.Step[minesweeper.Seen] {
	step := r.rules.Step(nil, &r.state, c)
	r.over = r.over || step.Done()
	return step
}

// mine tells whether there is a mine on c; it is false until the game is over.
func (r *referee) mine(c minesweeper.Cell) bool { return r.over && r.state.Mine(c) }

// outcome is how far a game has got.
type outcome uint8

const (
	gameOpen outcome = iota
	gameWon
	gameLost
)

// Game is a game of Minesweeper played by hand, without the screen: what the
// keys do, and what there is to show.
type Game struct {
	rules        *minesweeper.Game
	seed, number uint64 // the board, as [minesweeper.Game.Deal] numbers it
	now          func() time.Time

	board   referee
	view    *minesweeper.View // what the person sees, and all that a hint player gets
	flags   []bool            // by cell; on closed cells only
	flagged int               // how many flags these are
	cursor  minesweeper.Cell
	outcome outcome
	blown   minesweeper.Cell // the mine that went off in a lost game
	moves   int              // openings and chords
	begun   time.Time        // when the first cell was opened
	ended   time.Time

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
func (h *Game) restart() {
	h.board = referee{rules: h.rules}
	h.rules.Deal(h.seed, h.number, &h.board.state)
	h.view = h.rules.NewView()
	h.flags, h.flagged = make([]bool, h.rules.Cells()), 0
	h.outcome, h.moves = gameOpen, 0
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
func (h *Game) finished() bool { return h.outcome != gameOpen }

const afterwards = "n deals a new game, r the same again, q quits."

// flag sets a flag under the cursor, or takes it away.
func (h *Game) flag() {
	c := h.cursor
	switch {
	case h.finished():
	case h.view.At(c) != minesweeper.Covered:
		h.say("%s is open: flags go on closed cells.", h.name(c))
	case h.flags[c]:
		h.setFlag(c, false)
	default:
		h.setFlag(c, true)
		if over := h.flagged - h.rules.Rules().Mines; over > 0 {
			h.say("There are more flags than mines: %d too many.", over)
		}
	}
}

func (h *Game) setFlag(c minesweeper.Cell, flag bool) {
	if h.flags[c] != flag {
		h.flags[c] = flag
		if flag {
			h.flagged++
		} else {
			h.flagged--
		}
	}
	h.message = ""
}

// open opens the cell under the cursor; on an open one it chords.
func (h *Game) open() {
	c := h.cursor
	switch {
	case h.finished():
	case h.view.At(c) != minesweeper.Covered:
		h.chord()
	case h.flags[c]:
		h.say("%s has a flag: press f to take it away first.", h.name(c))
	case !h.view.Started() && !h.rules.Servable(c):
		h.say("%s cannot be the first cell: the mines do not fit around the cells that stay free with it.", h.name(c))
	default:
		h.play(c)
	}
}

// chord opens the closed neighbours without a flag of the open cell under the
// cursor, if as many of the neighbours have one as the cell says.
func (h *Game) chord() {
	if h.finished() {
		return
	}
	number := h.view.At(h.cursor)
	if number == minesweeper.Covered {
		h.say("%s is closed: chords are played on open cells.", h.name(h.cursor))
		return
	}
	flags := 0
	var closed []minesweeper.Cell
	for _, c := range h.rules.Neighbours(h.cursor) {
		switch {
		case h.flags[c]:
			flags++
		case h.view.At(c) == minesweeper.Covered:
			closed = append(closed, c)
		}
	}
	switch {
	case len(closed) == 0:
		h.say("Nothing is left to open around %s.", h.name(h.cursor))
	case flags != int(number):
		h.say("%s shows %d, but there %s around it.", h.name(h.cursor), number, plural.Form(flags, "is 1 flag", "are %d flags"))
	default:
		h.play(closed...)
	}
}

// play makes one move: it opens the closed ones of these cells, and after each
// the cells that the rules force.
func (h *Game) play(cells ...minesweeper.Cell) {
	if h.begun.IsZero() {
		h.begun = h.now()
	}
	h.moves++
	h.message = ""
	h.moveOn()
	for _, c := range cells {
		if h.view.At(c) == minesweeper.Covered { // and was not forced by an earlier one
			h.uncover(c)
		}
		for h.outcome == gameOpen {
			forced, ok := h.view.Forced()
			if !ok {
				break
			}
			if h.flags[forced] {
				h.setFlag(forced, false)
				h.say("The flag on %s is gone: it lay beside a 0.", h.name(forced))
			}
			h.uncover(forced)
		}
		if h.outcome != gameOpen {
			return
		}
	}
}

// uncover opens one cell and sees what it shows.
func (h *Game) uncover(c minesweeper.Cell) {
	step := h.board.open(c)
	if step.Seen == minesweeper.Mine {
		h.blown = c
		h.end(gameLost)
		return
	}
	if err := h.view.Did(c, step.Seen); err != nil {
		panic(fmt.Errorf("the view refuses what the rules show: %w", err))
	}
	if step.Done() {
		h.end(gameWon)
	}
}

// end ends the game and says how it went.
func (h *Game) end(how outcome) {
	h.outcome, h.ended = how, h.now()
	moves := plural.Form(h.moves, "1 move", "%d moves")
	if how == gameLost {
		h.say("Lost: the mine on %s went off (X; * are other mines, ! wrong flags). Score %.3f after %s in %s. %s",
			h.name(h.blown), h.score(), moves, clock(h.elapsed()), afterwards)
		return
	}
	for c := range minesweeper.Cell(h.rules.Cells()) { // only mines are left closed
		if h.view.At(c) == minesweeper.Covered {
			h.setFlag(c, true)
		}
	}
	h.say("Won with %s in %s. %s", moves, clock(h.elapsed()), afterwards)
}

// score returns the share of the cells without a mine that are open.
func (h *Game) score() float64 {
	safe := h.rules.Rules().Safe()
	return float64(safe-h.view.Left()) / float64(safe)
}

// elapsed returns the time since the first opening, until the end.
func (h *Game) elapsed() time.Duration {
	switch {
	case h.begun.IsZero():
		return 0
	case h.outcome == gameOpen:
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
