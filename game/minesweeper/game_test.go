package minesweeper

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

// randomRules returns some rules on a board of at most side by side.
func randomRules(rng *rand.Rand, side int) Rules {
	for {
		r := Rules{
			Height: 1 + rng.IntN(side), Width: 1 + rng.IntN(side),
			First:      firsts[rng.IntN(len(firsts))],
			Neighbours: neighbourhoods[rng.IntN(len(neighbourhoods))],
			AutoOpen:   rng.IntN(2) == 0,
			Objective:  Objective(rng.IntN(2)),
		}
		r.Mines = rng.IntN(1 + r.Height*r.Width/3)
		if _, err := New(r); err == nil {
			return r
		}
	}
}

// minesAround counts the mines around a cell without any of the tables of a game.
func minesAround(adjacent [][]Cell, s *State, c Cell) Seen {
	n := Seen(0)
	for _, d := range adjacent[c] {
		if s.Mine(d) {
			n++
		}
	}
	return n
}

// flood returns the cells that open, one after the other, when c does: c itself,
// and around zeros everything.
func flood(adjacent [][]Cell, s *State, open map[Cell]bool, c Cell) {
	if open[c] {
		return
	}
	open[c] = true
	if minesAround(adjacent, s, c) != 0 {
		return
	}
	for _, d := range adjacent[c] {
		flood(adjacent, s, open, d)
	}
}

// Cells show the right numbers, and what opens by itself is the flood around zeros
// and nothing else. With automatic opening off, one cell opens at a time.
func TestOpeningEqualsFlood(t *testing.T) {
	rng := randstream.New(1, "minesweeper/flood")
	byHand, byRule := 0, 0
	for range 400 {
		r := randomRules(rng, 9)
		g := mustNew(t, r)
		adjacent := naive(r)
		v := g.NewView()
		var s State
		g.Start(rng, &s)
		open := make(map[Cell]bool)
		for done := false; !done; {
			c := v.Pick(rng)
			if r.First == None && !s.Laid() {
				g.lay(rng, &s, c) // now, so that it is known whether the first cell is safe
			}
			if s.Mine(c) {
				break
			}
			for forced := true; forced; c, forced = v.Forced() {
				step := g.Step(rng, &s, c)
				if want := minesAround(adjacent, &s, c); step.Seen != want {
					t.Fatalf("%s: %s shows %d, want %d", describe(r), at(g, c), step.Seen, want)
				}
				if r.AutoOpen {
					flood(adjacent, &s, open, c)
				} else {
					open[c] = true
				}
				if err := v.Did(c, step.Seen); err != nil {
					t.Fatalf("%s: %v", describe(r), err)
				}
				if done = step.Done(); done {
					break
				}
				byRule++
			}
			byHand++
			for c := range Cell(g.cells) {
				if got := v.At(c) != Covered; got != open[c] {
					t.Fatalf("%s: %s is open: %t, want %t", describe(r), at(g, c), got, open[c])
				}
			}
			if done != (len(open) == r.Safe()) {
				t.Fatalf("%s: done is %t with %d of %d safe cells open", describe(r), done, len(open), r.Safe())
			}
		}
	}
	if byHand < 400 || byRule < 1000 {
		t.Errorf("only %d cells were opened by hand and %d by rule", byHand, byRule)
	}
}

// First cells around which the mines do not fit are not legal. On 4x4 under the
// gnomine rule a corner keeps 4 cells free, a side 6, the centre 9: 12, 10 and 7
// cells remain for the mines.
func TestFirstCells(t *testing.T) {
	const corners, sides, centre = 4, 8, 4
	for _, c := range []struct{ mines, legal int }{
		{7, corners + sides + centre},
		{8, corners + sides},
		{10, corners + sides},
		{11, corners},
		{12, corners},
	} {
		g := mustNew(t, Rules{Height: 4, Width: 4, Mines: c.mines, First: Gnomine})
		v := g.NewView()
		legal := v.Legal(nil)
		if len(legal) != c.legal {
			t.Errorf("%s: %d first cells, want %d", describe(g.rules), len(legal), c.legal)
		}
		for cell := range Cell(g.cells) {
			serves := g.cells-len(g.Zone(cell)) >= c.mines
			if got := slices.Contains(legal, cell); got != serves || g.Servable(cell) != serves {
				t.Errorf("%s: %s can be first: legal %t, Servable %t, want %t", describe(g.rules), at(g, cell), got, g.Servable(cell), serves)
			}
			err := v.Clone().Did(cell, 0)
			if (err == nil) != serves {
				t.Errorf("%s: opening %s first: %v", describe(g.rules), at(g, cell), err)
			}
		}
	}
}

// The zone of a first cell is the cell itself, under the gnomine rule with all
// around it; without a rule there is none.
func TestZones(t *testing.T) {
	for _, neighbours := range neighbourhoods {
		for _, first := range firsts {
			r := Rules{Height: 4, Width: 5, Mines: 2, First: first, Neighbours: neighbours}
			g := mustNew(t, r)
			for c, around := range naive(r) {
				want := []Cell{Cell(c)}
				switch first {
				case Gnomine:
					want = append(want, around...)
				case None:
					want = nil
				}
				if got := g.Zone(Cell(c)); !slices.Equal(got, want) {
					t.Errorf("%s: zone of %s is %v, want %v", describe(r), at(g, Cell(c)), got, want)
				}
			}
		}
	}
}

// combinations returns all choices of k elements, in lexicographic order.
func combinations(from []Cell, k int) [][]Cell {
	if k == 0 {
		return [][]Cell{nil}
	}
	var all [][]Cell
	for i := range from {
		for _, rest := range combinations(from[i+1:], k-1) {
			all = append(all, append([]Cell{from[i]}, rest...))
		}
	}
	return all
}

// placement names the mines of a state.
func placement(g *Game, s *State) string {
	var mines []Cell
	for c := range Cell(g.cells) {
		if s.Mine(c) {
			mines = append(mines, c)
		}
	}
	return fmt.Sprint(mines)
}

// The mines are laid outside the zone of the first cell, all placements equally
// often: C(8,2) = C(8,6) = 28 on 3x3 around the centre, C(12,2) = 66 and
// C(12,10) = 66 on 4x4 outside the zone of a corner, 1 where there is just room,
// C(9,2) = 36 on 3x3 where nothing is kept free.
func TestMinesAreLaidUniformly(t *testing.T) {
	for _, c := range []struct {
		r          Rules
		first      Cell
		placements int
	}{
		{Rules{Height: 3, Width: 3, Mines: 2}, 4, 28},
		{Rules{Height: 3, Width: 3, Mines: 6}, 4, 28},
		{Rules{Height: 3, Width: 3, Mines: 8}, 0, 1},
		{Rules{Height: 3, Width: 3, Mines: 0}, 0, 1},
		{Rules{Height: 4, Width: 4, Mines: 2, First: Gnomine}, 0, 66},
		{Rules{Height: 4, Width: 4, Mines: 10, First: Gnomine}, 0, 66},
		{Rules{Height: 4, Width: 4, Mines: 7, First: Gnomine, Neighbours: Torus}, 5, 1},
		{Rules{Height: 3, Width: 3, Mines: 2, First: None}, 4, 36},
	} {
		g := mustNew(t, c.r)
		rng := randstream.New(1, "minesweeper/laying "+describe(c.r))
		var outside []Cell
		for cell := range Cell(g.cells) {
			if !slices.Contains(g.Zone(c.first), cell) {
				outside = append(outside, cell)
			}
		}
		all := combinations(outside, c.r.Mines)
		if len(all) != c.placements {
			t.Fatalf("%s: %d placements, want %d", describe(c.r), len(all), c.placements)
		}
		index := make(map[string]int)
		for i, p := range all {
			index[fmt.Sprint(p)] = i
		}
		counts := make([]int, len(all))
		var s State
		for range 200 * len(all) {
			g.Start(rng, &s)
			if s.Laid() {
				t.Fatalf("%s: mines are laid before the first cell", describe(c.r))
			}
			g.Step(rng, &s, c.first)
			i, ok := index[placement(g, &s)]
			if !ok {
				t.Fatalf("%s: mines on %s after the first cell %s", describe(c.r), placement(g, &s), at(g, c.first))
			}
			counts[i]++
		}
		if err := gametest.Fits(counts, nil); err != nil {
			t.Errorf("%s: %v", describe(c.r), err)
		}
	}
}

// A finished game scores 1, the first cell included, and its last cell alone pays
// for a win; a lost one has scored the share of safe cells opened, and no win.
func TestRewards(t *testing.T) {
	rng := randstream.New(1, "minesweeper/rewards")
	won, lost := 0, 0
	for range 300 {
		r := randomRules(rng, 6)
		g := mustNew(t, r)
		var s State
		v := g.NewView()
		g.Start(rng, &s)
		total, opened := 0.0, 0
		for {
			c := v.Pick(rng)
			if s.Mine(c) { // so as not to lose always
				c = v.Pick(rng)
			}
			step := g.Step(rng, &s, c)
			total += step.Reward
			if step.Seen != Mine {
				opened++
			}
			if !step.Done() {
				if err := v.Did(c, step.Seen); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want := float64(opened) / float64(r.Safe())
			if r.Objective == Win {
				want = 0
				if opened == r.Safe() {
					want = 1
				}
			}
			if math.Abs(total-want) > 1e-12 {
				t.Fatalf("%s: reward %v with %d of %d safe cells open, want %v", describe(r), total, opened, r.Safe(), want)
			}
			if step.Seen == Mine {
				lost++
			} else {
				won++
			}
			break
		}
	}
	if won < 30 || lost < 30 {
		t.Errorf("%d games were won and %d lost: too few to tell", won, lost)
	}
}

// The same game with another objective pays differently and is the same in all else;
// views of one can be copied to the other.
func TestWithObjective(t *testing.T) {
	score := mustNew(t, Rules{Height: 2, Width: 2, Mines: 1})
	win := score.WithObjective(Win)
	if want := mustNew(t, Rules{Height: 2, Width: 2, Mines: 1, Objective: Win}); win.rules != want.rules || win.winReward != want.winReward || win.safeReward != want.safeReward {
		t.Errorf("rules %s, rewards %v and %v", describe(win.rules), win.safeReward, win.winReward)
	}
	if score.rules.Objective != Score || score.safeReward != 1.0/3 || score.winReward != 0 { // three safe cells
		t.Errorf("the game it was made from now has the rewards %v and %v", score.safeReward, score.winReward)
	}
	v, w := score.NewView(), win.NewView()
	if err := v.Did(0, 1); err != nil {
		t.Fatal(err)
	}
	w.CopyFrom(v)
	_, hiScore := v.Range()
	_, hiWin := w.Range()
	if v.Key() != w.Key() || math.Abs(hiScore-2.0/3) > 1e-15 || hiWin != 1 { // two of three are left
		t.Errorf("keys %v and %v, at most %v and %v", v.Key(), w.Key(), hiScore, hiWin)
	}
}

// Step allocates nothing, as it promises, once a state has grown.
func TestStepDoesNotAllocate(t *testing.T) {
	g := mustNew(t, Rules{Height: 16, Width: 30, Mines: 99})
	rng := randstream.New(1, "minesweeper/allocations")
	var s State
	g.Start(rng, &s)
	g.Step(rng, &s, 0)
	if n := testing.AllocsPerRun(100, func() {
		g.Start(rng, &s)
		g.Step(rng, &s, 0)
		g.Step(rng, &s, 1)
	}); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}

func TestRowCol(t *testing.T) {
	g := mustNew(t, Rules{Height: 3, Width: 7})
	n := Cell(0)
	for row := range 3 {
		for col := range 7 {
			if r, c := g.RowCol(n); g.Cell(row, col) != n || r != row || c != col {
				t.Errorf("cell %d: RowCol %d,%d, Cell(%d,%d) is %d", n, r, c, row, col, g.Cell(row, col))
			}
			n++
		}
	}
	if g.Cells() != int(n) || g.Rules() != g.rules {
		t.Errorf("%d cells, rules %v", g.Cells(), g.Rules())
	}
}
