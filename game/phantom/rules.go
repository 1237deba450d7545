package phantom

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is what the stones are for.
type Kind uint8

// The kinds.
const (
	TicTacToe Kind = iota // three in a line win
	Hex                   // a chain from edge to edge wins
)

// String returns "tictactoe" or "hex".
func (k Kind) String() string { return [...]string{"tictactoe", "hex"}[k&1] }

// Variant is what follows a refused attempt.
type Variant uint8

// The variants.
const (
	Classical Variant = iota // the same side tries again, and the opponent notices nothing
	Abrupt                   // the turn is over, as after a placed stone
)

// String returns "classical" or "abrupt".
func (v Variant) String() string { return [...]string{"classical", "abrupt"}[v&1] }

// Rules are the settings of a game. They are comparable.
type Rules struct {
	Kind       Kind
	Rows, Cols int
	Variant    Variant
	// Recall makes the keys of views tell apart in which turns the own side placed its
	// stones and was refused: see [View]. The game is the same.
	Recall bool
}

const recall = "recall"

// MaxCells is how many cells a board may have.
const MaxCells = 64

// String returns the settings as [ParseRules] reads them, as in "hex 3x4 abrupt".
func (r Rules) String() string {
	text := fmt.Sprintf("%s %dx%d %s", r.Kind, r.Rows, r.Cols, r.Variant)
	if r.Recall {
		text += " " + recall
	}
	return text
}

// Check says what is wrong with the settings.
func (r Rules) Check() error {
	switch {
	case r.Kind > Hex:
		return fmt.Errorf("kind %d: there are tictactoe (%d) and hex (%d)", r.Kind, TicTacToe, Hex)
	case r.Variant > Abrupt:
		return fmt.Errorf("variant %d: there are classical (%d) and abrupt (%d)", r.Variant, Classical, Abrupt)
	case r.Rows < 1 || r.Cols < 1 || r.Rows > MaxCells || r.Cols > MaxCells || r.Rows*r.Cols > MaxCells:
		return fmt.Errorf("board %dx%d: must have from 1 to %d cells", r.Rows, r.Cols, MaxCells)
	case r.Kind == TicTacToe && max(r.Rows, r.Cols) < 3:
		return fmt.Errorf("board %dx%d: has no room for three in a row", r.Rows, r.Cols)
	case r.Kind == Hex && min(r.Rows, r.Cols) < 2:
		return fmt.Errorf("board %dx%d: a single stone would join its edges", r.Rows, r.Cols)
	}
	return nil
}

// ParseRules reads settings: a kind, then in any order a size ROWSxCOLS (3x3 if there is
// none), a variant (classical if there is none) and "recall", as in "tictactoe", "hex 4x4"
// and "hex 3x3 abrupt recall".
func ParseRules(text string) (Rules, error) {
	r := Rules{Rows: 3, Cols: 3}
	words := strings.Fields(text)
	if len(words) == 0 {
		return r, fmt.Errorf("no game: want %q or %q, a size as in 3x3, and %q or %q", TicTacToe, Hex, Classical, Abrupt)
	}
	switch words[0] {
	case TicTacToe.String():
		r.Kind = TicTacToe
	case Hex.String():
		r.Kind = Hex
	default:
		return r, fmt.Errorf("game %q: want %q or %q", words[0], TicTacToe, Hex)
	}
	var sized, varied bool
	for _, word := range words[1:] {
		rows, cols, isSize := strings.Cut(word, "x")
		switch {
		case !varied && (word == Classical.String() || word == Abrupt.String()):
			varied = true
			if word == Abrupt.String() {
				r.Variant = Abrupt
			}
		case word == recall && !r.Recall:
			r.Recall = true
		case !sized && isSize:
			sized = true
			var err1, err2 error
			r.Rows, err1 = strconv.Atoi(rows)
			r.Cols, err2 = strconv.Atoi(cols)
			if err1 != nil || err2 != nil {
				return r, fmt.Errorf("size %q: want ROWSxCOLS, as in 3x3", word)
			}
		default:
			return r, fmt.Errorf("%q in %q: want at most one size ROWSxCOLS, one of %q and %q, and %q", word, text, Classical, Abrupt, recall)
		}
	}
	return r, r.Check()
}
