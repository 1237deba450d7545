package minesweeper

import (
	"fmt"
	"strconv"
	"strings"

	"blindsight/internal/nearest"
)

// MaxSide is the greatest height and width of a board.
const MaxSide = 100

// Rules are the parameters of a game.
type Rules struct {
	Height, Width, Mines int
	First                First
	Neighbours           Neighbours
	AutoOpen             bool
	Objective            Objective
}

// First is the rule for the first cell.
type First uint8

// The rules for the first cell.
const (
	Windows First = iota // no mine on the first cell
	Gnomine              // no mine on the first cell nor on any of its neighbours
	None                 // nothing is kept free: the first cell may hold a mine
)

var firstNames = []string{"windows", "gnomine", "none"}

// String returns the name that ParseFirst reads.
func (f First) String() string { return firstNames[f] }

// ParseFirst reads the name of a first-move rule.
func ParseFirst(s string) (First, error) {
	i, err := parseName("first-move rule", s, firstNames)
	return First(i), err
}

// FirstNames returns the names ParseFirst knows, in the order of the constants.
func FirstNames() []string { return append([]string(nil), firstNames...) }

// Neighbours says which cells a number counts. No cell is its own neighbour, and
// each neighbour counts once.
type Neighbours uint8

// The neighbourhoods.
const (
	Eight  Neighbours = iota // the cells around: left, right, above, below and diagonal
	Four                     // left, right, above and below
	Hex                      // six around, on rows of hexagons of which the odd ones (1, 3, ...) lie half a cell to the right
	Torus                    // the cells around, where the board's edges are joined to the opposite ones
	Knight                   // a chess knight's move away
)

var neighbourNames = []string{"8", "4", "hex", "torus", "knight"}

// String returns the name that ParseNeighbours reads.
func (n Neighbours) String() string { return neighbourNames[n] }

// ParseNeighbours reads the name of a neighbourhood.
func ParseNeighbours(s string) (Neighbours, error) {
	i, err := parseName("neighbourhood", s, neighbourNames)
	return Neighbours(i), err
}

// NeighbourhoodNames returns the names ParseNeighbours knows, in the order of the constants.
func NeighbourhoodNames() []string { return append([]string(nil), neighbourNames...) }

// Objective is what a game pays as reward.
type Objective uint8

// The objectives.
const (
	Score Objective = iota // 1/(cells-mines) for each cell opened safely
	Win                    // 1 for a won game
)

var objectiveNames = []string{"score", "win"}

// ObjectiveNames lists the objectives.
func ObjectiveNames() []string { return append([]string(nil), objectiveNames...) }

// String returns the name that ParseObjective reads.
func (o Objective) String() string { return objectiveNames[o] }

// ParseObjective reads the name of an objective.
func ParseObjective(s string) (Objective, error) {
	i, err := parseName("objective", s, objectiveNames)
	return Objective(i), err
}

func parseName(what, s string, names []string) (int, error) {
	for i, n := range names {
		if s == n {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q%s: use one of %s", what, s, nearest.Hint(s, names), strings.Join(names, ", "))
}

// ParseBoard reads HEIGHTxWIDTH/MINES, as in 9x9/10. It checks the form only;
// New checks that the rules allow it.
func ParseBoard(s string) (height, width, mines int, err error) {
	bad := func() (int, int, int, error) {
		return 0, 0, 0, fmt.Errorf("board %q: want HEIGHTxWIDTH/MINES, as in 9x9/10", s)
	}
	size, m, ok := strings.Cut(s, "/")
	if !ok {
		return bad()
	}
	h, w, ok := strings.Cut(size, "x")
	if !ok {
		return bad()
	}
	for _, part := range []struct {
		text string
		to   *int
	}{{h, &height}, {w, &width}, {m, &mines}} {
		n, err := strconv.ParseUint(part.text, 10, 31)
		if err != nil {
			return bad()
		}
		*part.to = int(n)
	}
	return height, width, mines, nil
}

// Board returns the form that ParseBoard reads.
func (r Rules) Board() string { return fmt.Sprintf("%dx%d/%d", r.Height, r.Width, r.Mines) }

// Safe returns the number of cells without a mine.
func (r Rules) Safe() int { return r.Height*r.Width - r.Mines }

// String returns the header line of the text format.
func (r Rules) String() string {
	s := r.Board() + " " + r.First.String()
	if r.Neighbours != Eight {
		s += " " + r.Neighbours.String()
	}
	return s
}

// A RulesError is what is wrong with one of the words that [Rules.Parse] reads.
type RulesError struct {
	Part string // board, rule or neighbours
	Err  error
}

// Error says what is wrong; who names the part says where.
func (e *RulesError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the word.
func (e *RulesError) Unwrap() error { return e.Err }

// Parse reads a board as HEIGHTxWIDTH/MINES, what protects the first cell, and what a number counts, into the rules,
// of which the rest stays. An error is a [*RulesError].
func (r *Rules) Parse(board, first, neighbours string) (err error) {
	if r.Height, r.Width, r.Mines, err = ParseBoard(board); err != nil {
		return &RulesError{"board", err}
	}
	if r.First, err = ParseFirst(first); err != nil {
		return &RulesError{"rule", err}
	}
	if r.Neighbours, err = ParseNeighbours(neighbours); err != nil {
		return &RulesError{"neighbours", err}
	}
	return nil
}

// parseHeader reads the two or three words that String writes.
func (r *Rules) parseHeader(words []string) error {
	neighbours := Eight.String()
	if len(words) == 3 {
		neighbours = words[2]
	}
	return r.Parse(words[0], words[1], neighbours)
}
