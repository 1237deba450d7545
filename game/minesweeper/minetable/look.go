package minetable

import "blindsight/game/minesweeper"

// Status is how far a game has got.
type Status uint8

// The states of a game.
const (
	Fresh   Status = iota // no cell is open
	Playing               // some are
	Won                   // all cells without a mine are open
	Lost                  // a mine went off
)

// String returns new, playing, won or lost.
func (s Status) String() string { return []string{"new", "playing", "won", "lost"}[s] }

// Status returns how far the game has got.
func (t *Table) Status() Status {
	switch {
	case t.lost:
		return Lost
	case t.view.Left() == 0:
		return Won
	case t.view.Started():
		return Playing
	default:
		return Fresh
	}
}

// Over tells whether the game is over: won or lost.
func (t *Table) Over() bool { return t.lost || t.view.Left() == 0 }

// Hit returns the mine that went off in a lost game.
func (t *Table) Hit() (c minesweeper.Cell, lost bool) { return t.hit, t.lost }

// Game returns the rules.
func (t *Table) Game() *minesweeper.Game { return t.game }

// View returns what the person sees. It must not be changed, and holds until the next action.
func (t *Table) View() *minesweeper.View { return t.view }

// Position returns what the person sees, with his flags. It holds until the next action.
func (t *Table) Position() *minesweeper.Position {
	p := &minesweeper.Position{View: t.view}
	for c, flag := range t.flags {
		if flag {
			p.Flags = append(p.Flags, minesweeper.Cell(c))
		}
	}
	return p
}

// Flags returns how many flags there are.
func (t *Table) Flags() int { return t.flagged }

// Clicks returns all clicks that were not taken back, in order. They must not be changed.
func (t *Table) Clicks() []Click { return t.clicks }

// Assisted returns how many of the clicks let what is certain be opened.
func (t *Table) Assisted() int { return t.assisted }

// Undone returns how many clicks were taken back.
func (t *Table) Undone() int { return t.undone }

// History returns all that was done, in order, with what was taken back and each undo: what [Table.Resume] takes a game up by. It must not be changed.
func (t *Table) History() []Action { return t.history }

// What a cell looks like that shows no number.
const (
	ClosedSymbol    = '.'
	FlagSymbol      = 'F' // when the game is over: and there is a mine
	MineSymbol      = '*' // when the game is over
	HitSymbol       = 'X' // the mine that went off
	WrongFlagSymbol = '!' // when the game is over: a flag without a mine
)

// Symbol returns what a cell looks like: a digit if it is open, else one of the symbols.
func (t *Table) Symbol(c minesweeper.Cell) byte {
	seen, flag, mine := t.view.At(c), t.flags[c], t.Mine(c)
	switch {
	case seen != minesweeper.Covered:
		return '0' + byte(seen)
	case t.lost && c == t.hit:
		return HitSymbol
	case flag && t.Over() && !mine:
		return WrongFlagSymbol
	case flag:
		return FlagSymbol
	case mine:
		return MineSymbol
	default:
		return ClosedSymbol
	}
}

// Mine tells whether there is a mine on a cell. It is false until the game is over.
func (t *Table) Mine(c minesweeper.Cell) bool { return t.Over() && t.hidden.Mine(c) }

// Shows returns what a cell would show if it were open: [minesweeper.Mine], or its number. Until the game is over, that is covered
// for all cells that are.
func (t *Table) Shows(c minesweeper.Cell) minesweeper.Seen {
	if seen := t.view.At(c); seen != minesweeper.Covered || !t.Over() {
		return seen
	}
	if t.hidden.Mine(c) {
		return minesweeper.Mine
	}
	n := minesweeper.Seen(0)
	for _, near := range t.game.Neighbours(c) {
		if t.hidden.Mine(near) {
			n++
		}
	}
	return n
}

// ThreeBV returns the least number of clicks that open the board without chording, and how many of them the person has made
// up for, see [minesweeper.Game.ThreeBV]. Both are 0 until the game is over.
func (t *Table) ThreeBV() (total, done int) {
	if !t.Over() {
		return 0, 0
	}
	return t.game.ThreeBV(&t.hidden, t.view)
}
