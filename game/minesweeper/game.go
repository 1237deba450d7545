package minesweeper

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Cell numbers a cell: row*width + column.
type Cell uint16

// Seen is what a cell shows.
type Seen uint8

// What a cell shows beside the numbers 0 to 8.
const (
	Mine    Seen = 9  // a mine went off
	Covered Seen = 10 // not open yet
)

// Game is a set of rules made ready for play: the neighbourhoods and symmetries
// are computed once. It never changes and may be shared.
type Game struct {
	rules      Rules
	cells      int
	words      int // 64-bit words that hold one bit a cell
	neighbours [][]Cell
	masks      [][]wordMask // neighbours of a cell as bit masks
	every      []Cell       // all cells, in increasing order
	zones      [][]Cell     // cells that the first-move rule keeps free around a first cell, which comes first
	sorted     [][]Cell     // the zones in increasing order
	servable   []Cell       // first cells that leave room for the mines
	images     [][]Cell     // symmetries: where each sends a cell; the identity first
	least      []Cell       // of each cell, the least that is like it on an untouched board
	preimages  [][]Cell     // their inverses
	zobrist    []blindsight.Key
	safeReward float64
	winReward  float64
	lifted     []float64 // Mutate: the chance that at most k mines are lifted
}

// wordMask is the part of a neighbourhood that lies in one word of a bit set.
type wordMask struct {
	word int
	mask uint64
}

// New checks the rules and makes them ready. It takes time and memory in
// proportion to the cells: about a millisecond for 10,000.
func New(r Rules) (*Game, error) {
	if r.Height < 1 || r.Height > MaxSide || r.Width < 1 || r.Width > MaxSide {
		return nil, fmt.Errorf("board %s: height and width must be 1 to %d", r.Board(), MaxSide)
	}
	if r.First > None || r.Neighbours > Knight || r.Objective > Win {
		return nil, fmt.Errorf("board %s: unknown first-move rule (%d), neighbourhood (%d) or objective (%d)", r.Board(), uint8(r.First), uint8(r.Neighbours), uint8(r.Objective))
	}
	cells := r.Height * r.Width
	if r.Mines < 0 || r.Mines >= cells {
		return nil, fmt.Errorf("board %s: %d mines do not fit: a board of %d cells takes 0 to %d", r.Board(), r.Mines, cells, cells-1)
	}
	g := &Game{rules: r, cells: cells, words: (cells + 63) / 64}
	g.neighbours = neighbourhood(r)
	g.masks = make([][]wordMask, cells)
	g.every, g.zones, g.sorted = make([]Cell, cells), make([][]Cell, cells), make([][]Cell, cells)
	for c := range cells {
		g.masks[c] = maskOf(g.neighbours[c])
		switch r.First {
		case Windows:
			g.zones[c] = []Cell{Cell(c)}
		case Gnomine:
			g.zones[c] = append([]Cell{Cell(c)}, g.neighbours[c]...)
		}
		g.every[c], g.sorted[c] = Cell(c), slices.Clone(g.zones[c])
		slices.Sort(g.sorted[c])
		if cells-len(g.zones[c]) >= r.Mines {
			g.servable = append(g.servable, Cell(c))
		}
	}
	if len(g.servable) == 0 {
		least := cells
		for _, z := range g.zones {
			least = min(least, len(z))
		}
		return nil, fmt.Errorf("board %s: too small for the gnomine rule, which keeps at least %d cells free around the first: at most %d mines fit",
			r.Board(), least, cells-least)
	}
	g.images = symmetries(r, g.neighbours)
	g.least = leastImages(r, g.neighbours, g.images)
	for _, image := range g.images {
		inverse := make([]Cell, cells)
		for c, i := range image {
			inverse[i] = Cell(c)
		}
		g.preimages = append(g.preimages, inverse)
	}
	g.zobrist = make([]blindsight.Key, cells*int(Mine))
	for i := range g.zobrist {
		g.zobrist[i] = blindsight.Key{Hi: mix(uint64(2*i + 1)), Lo: mix(^uint64(2 * i))}
	}
	g.lifted = liftedCDF(r.Mines)
	return g.WithObjective(r.Objective), nil
}

// WithObjective returns the same game with rewards for another objective. It
// shares all tables; a view of one takes copies of views of the other.
func (g *Game) WithObjective(o Objective) *Game {
	h := *g
	h.rules.Objective = o
	h.safeReward, h.winReward = 1/float64(g.rules.Safe()), 0
	if o == Win {
		h.safeReward, h.winReward = 0, 1
	}
	return &h
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Cells returns the number of cells.
func (g *Game) Cells() int { return g.cells }

// Cell returns the cell at row and column, which must be on the board.
func (g *Game) Cell(row, col int) Cell { return Cell(row*g.rules.Width + col) }

// RowCol returns the row and column of a cell.
func (g *Game) RowCol(c Cell) (row, col int) {
	return int(c) / g.rules.Width, int(c) % g.rules.Width
}

// Neighbours returns the cells that the number on c counts, in increasing order.
// The slice must not be changed.
func (g *Game) Neighbours(c Cell) []Cell { return g.neighbours[c] }

// Zone returns the cells that stay free of mines when c is opened first. The
// slice must not be changed.
func (g *Game) Zone(c Cell) []Cell { return g.zones[c] }

// Servable tells whether c may be opened first: whether the board has room for
// the mines outside its zone.
func (g *Game) Servable(c Cell) bool { return g.cells-len(g.zones[c]) >= g.rules.Mines }

// FirstRisk returns the chance that a cell holds a mine if it is opened first: 0 but
// where the rules keep nothing free.
func (g *Game) FirstRisk() float64 {
	if g.rules.First == None {
		return float64(g.rules.Mines) / float64(g.cells)
	}
	return 0
}

// LeastImage returns the least of the cells that are like c on an untouched board: those
// to which a symmetry maps it, on a torus all.
func (g *Game) LeastImage(c Cell) Cell { return g.least[c] }

// State is a complete state: where the mines are, once they are laid, and how
// many safe cells are still closed. The zero State is ready for Start.
type State struct {
	laid    bool
	left    int      // safe cells still closed
	mines   []uint64 // a bit a cell
	order   []Cell   // a dealt board before its first cell: mines in the order in which they are laid
	scratch []Cell
}

// Laid tells whether the mines are laid, which the first opening does.
func (s *State) Laid() bool { return s.laid }

// Mine tells whether there is a mine on c. It is false before the mines are laid.
func (s *State) Mine(c Cell) bool { return s.laid && s.mines[c>>6]>>(c&63)&1 != 0 }

// Start prepares a board whose mines the first Step will lay.
func (g *Game) Start(_ *rand.Rand, s *State) blindsight.Side {
	s.laid, s.left, s.order, s.mines = false, g.rules.Safe(), nil, s.mines[:0]
	return 0
}

// Step opens a cell. It does not allocate once s has grown to the board's size.
func (g *Game) Step(rng *rand.Rand, s *State, c Cell) blindsight.Step[Seen] {
	if !s.laid {
		g.lay(rng, s, c)
	}
	if s.mines[c>>6]>>(c&63)&1 != 0 {
		return blindsight.Step[Seen]{Seen: Mine, Next: blindsight.Over}
	}
	s.left--
	shows := g.count(s, c)
	if s.left == 0 {
		return blindsight.Step[Seen]{Seen: shows, Next: blindsight.Over, Reward: g.safeReward + g.winReward}
	}
	return blindsight.Step[Seen]{Seen: shows, Reward: g.safeReward}
}

// count returns the number that c shows if it is safe.
func (g *Game) count(s *State, c Cell) Seen {
	n := 0
	for _, m := range g.masks[c] {
		n += bits.OnesCount64(s.mines[m.word] & m.mask)
	}
	return Seen(n)
}

// lay places the mines outside the zone of the first cell.
func (g *Game) lay(rng *rand.Rand, s *State, first Cell) {
	g.clear(s)
	if s.order != nil {
		left := g.rules.Mines
		for _, c := range s.order {
			if left == 0 {
				break
			}
			if !inZone(g.zones[first], c) {
				s.set(c)
				left--
			}
		}
		return
	}
	s.scratch = g.outside(first, s.scratch[:0])
	s.scatter(rng, g.rules.Mines)
}

// outside appends the cells outside the zone of a first cell, in increasing order. It copies
// the runs between the cells of the zone: from an untouched board every simulation lays
// mines, and to ask of each cell whether it is in the zone was a sixth of its instructions.
func (g *Game) outside(first Cell, buf []Cell) []Cell {
	from := Cell(0)
	for _, c := range g.sorted[first] {
		buf = append(buf, g.every[from:c]...)
		from = c + 1
	}
	return append(buf, g.every[from:]...)
}

// inZone tells whether c is in the zone. Zones have at most nine cells.
func inZone(zone []Cell, c Cell) bool {
	for _, z := range zone {
		if z == c {
			return true
		}
	}
	return false
}

// clear makes s a laid board without mines.
func (g *Game) clear(s *State) {
	if cap(s.mines) < g.words {
		s.mines = make([]uint64, g.words)
	}
	s.mines = s.mines[:g.words]
	clear(s.mines)
	s.laid = true
}

// set puts a mine on c, or takes it away.
func (s *State) set(c Cell) { s.mines[c>>6] ^= 1 << (c & 63) }

// scatter puts n mines on cells of s.scratch, all choices equally likely.
func (s *State) scatter(rng *rand.Rand, n int) {
	free, mines := s.scratch, s.mines
	if 2*n > len(free) { // fewer draws: fill up, then take away
		for _, c := range free {
			mines[c>>6] ^= 1 << (c & 63)
		}
		n = len(free) - n
	}
	for i := range n {
		j := i + int(rng.Uint32N(uint32(len(free)-i)))
		c := free[j]
		free[j] = free[i]
		mines[c>>6] ^= 1 << (c & 63)
	}
}

func maskOf(cells []Cell) []wordMask {
	var masks []wordMask
	for _, c := range cells {
		if n := len(masks); n == 0 || masks[n-1].word != int(c>>6) {
			masks = append(masks, wordMask{word: int(c >> 6)})
		}
		masks[len(masks)-1].mask |= 1 << (c & 63)
	}
	return masks
}

// mix is the finaliser of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

var _ blindsight.Game[State, Cell, Seen] = (*Game)(nil)
