package minesweeper

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/internal/randstream"
)

// playRandomly opens random cells, avoiding most mines, and calls look before each
// opening and once more at the end, unless a mine went off.
func playRandomly(t *testing.T, rng *rand.Rand, g *Game, look func(v *View, s *State)) {
	t.Helper()
	v := g.NewView()
	var s State
	g.Start(rng, &s)
	for {
		look(v, &s)
		if v.Left() == 0 {
			return
		}
		c := v.Pick(rng)
		for try := 0; try < 5 && s.Mine(c); try++ {
			c = v.Pick(rng)
		}
		step := g.Step(rng, &s, c)
		if step.Seen == Mine {
			return
		}
		if err := v.Did(c, step.Seen); err != nil {
			t.Fatalf("%s: %v", describe(g.rules), err)
		}
	}
}

// What a view keeps up to date from move to move equals what can be computed from
// the open cells alone.
func TestViewInvariants(t *testing.T) {
	rng := randstream.New(1, "minesweeper/invariants")
	for range 200 {
		g := mustNew(t, randomRules(rng, 9))
		playRandomly(t, rng, g, func(v *View, s *State) { checkInvariants(t, v, s) })
	}
}

func checkInvariants(t *testing.T, v *View, s *State) {
	t.Helper()
	g := v.g
	var open, closed, hidden, waiting []Cell
	adjacent := naive(g.rules)
	for c := range Cell(g.cells) {
		if v.At(c) != Covered {
			open = append(open, c)
			continue
		}
		closed = append(closed, c)
		if !v.Started() || !slices.Contains(g.Zone(v.Opened()[0]), c) {
			hidden = append(hidden, c)
		}
		if g.rules.AutoOpen && slices.ContainsFunc(adjacent[c], func(d Cell) bool { return v.At(d) == 0 }) {
			waiting = append(waiting, c)
		}
	}
	if opened := slices.Sorted(slices.Values(v.Opened())); !slices.Equal(opened, open) {
		t.Fatalf("%s: Opened has %v, open are %v", describe(g.rules), opened, open)
	}
	if v.Started() != (len(open) > 0) || v.Left() != g.rules.Safe()-len(open) || v.Left() != s.left {
		t.Fatalf("%s: with %d cells open: started %t, left %d, the state says %d", describe(g.rules), len(open), v.Started(), v.Left(), s.left)
	}
	if !slices.Equal(v.Hidden(), hidden) {
		t.Fatalf("%s: Hidden is %v, want %v", describe(g.rules), v.Hidden(), hidden)
	}
	for c := range Cell(g.cells) {
		if s.Mine(c) && !slices.Contains(hidden, c) {
			t.Fatalf("%s: there is a mine on %s, which is not hidden", describe(g.rules), at(g, c))
		}
	}
	// The closed cells are kept in two parts, those that can hold a mine in front,
	// and each knows its place.
	if kept := slices.Sorted(slices.Values(v.covered)); !slices.Equal(kept, closed) {
		t.Fatalf("%s: %v are kept as closed, closed are %v", describe(g.rules), kept, closed)
	}
	for i, c := range v.covered {
		if int(v.place[c]) != i {
			t.Fatalf("%s: %s stands at %d and says %d", describe(g.rules), at(g, c), i, v.place[c])
		}
	}
	front := hidden
	if !v.Started() {
		front = g.servable
	}
	if kept := slices.Sorted(slices.Values(v.covered[:v.free])); !slices.Equal(kept, front) {
		t.Fatalf("%s: %v stand in front, want %v", describe(g.rules), kept, front)
	}
	legal := closed
	switch {
	case v.Left() == 0:
		legal = nil
	case len(waiting) > 0:
		legal = waiting[:1]
	case !v.Started():
		legal = g.servable
	}
	if got := v.Legal(nil); !slices.Equal(got, legal) {
		t.Fatalf("%s: Legal is %v, want %v", describe(g.rules), got, legal)
	}
	c, forced := v.Forced()
	if forced != (len(waiting) > 0) || forced && c != waiting[0] {
		t.Fatalf("%s: Forced is %d, %t with %v waiting", describe(g.rules), c, forced, waiting)
	}
}

// reopened returns a view in which the given cells show what they show in v, opened
// in a random order. Under the gnomine rule the first must be able to be first.
func reopened(t *testing.T, rng *rand.Rand, v *View, to []Cell) *View {
	t.Helper()
	w := v.g.NewView()
	order := slices.Clone(v.Opened())
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	if i := slices.IndexFunc(order, func(c Cell) bool {
		return v.g.Servable(to[c]) && (v.g.rules.First != Gnomine || v.At(c) == 0)
	}); i > 0 {
		order[0], order[i] = order[i], order[0]
	}
	for _, c := range order {
		if err := w.Did(to[c], v.At(c)); err != nil {
			t.Fatalf("%s: opened in another order: %v", describe(v.g.rules), err)
		}
	}
	return w
}

// The order in which cells are opened changes nothing: key, canonical key, legal
// cells, and on small boards the states that agree.
func TestOrderOfOpeningIsForgotten(t *testing.T) {
	rng := randstream.New(1, "minesweeper/order")
	for range 200 {
		g := mustNew(t, randomRules(rng, 5))
		playRandomly(t, rng, g, func(v *View, _ *State) {
			w := reopened(t, rng, v, g.images[0])
			k1, t1 := v.Canonical()
			k2, t2 := w.Canonical()
			if v.Key() != w.Key() || k1 != k2 || t1 != t2 {
				t.Fatalf("%s: keys %v, %v; canonical %v by %d, %v by %d", describe(g.rules), v.Key(), w.Key(), k1, t1, k2, t2)
			}
			if !slices.Equal(v.Legal(nil), w.Legal(nil)) {
				t.Fatalf("%s: legal are %v and %v", describe(g.rules), v.Legal(nil), w.Legal(nil))
			}
			if g.rules.Mines > 4 || rng.IntN(4) > 0 {
				return
			}
			if a, b := listed(g, v), listed(g, w); !slices.Equal(a, b) {
				t.Fatalf("%s: opened in another order, %d states became %d", describe(g.rules), len(a), len(b))
			}
		})
	}
}

// listed returns the sorted fingerprints of the states of a view.
func listed(g *Game, v *View) []uint64 {
	var all []uint64
	for s := range g.States(v) {
		all = append(all, g.Fingerprint(s))
	}
	slices.Sort(all)
	return all
}

// Different boards have different keys: every board that can be seen on small
// boards, met in random plays.
func TestKeysTellBoardsApart(t *testing.T) {
	rng := randstream.New(1, "minesweeper/keys")
	g := mustNew(t, Rules{Height: 4, Width: 4, Mines: 4})
	boards := make(map[blindsight.Key]string)
	show := kit(g).ShowView
	met := make(map[string]bool)
	for range 2000 {
		playRandomly(t, rng, g, func(v *View, _ *State) {
			board := show(v)
			if other, ok := boards[v.Key()]; ok && other != board {
				t.Fatalf("one key for\n%s\nand\n%s", board, other)
			}
			boards[v.Key()] = board
			met[board] = true
		})
	}
	if len(met) != len(boards) || len(met) < 5000 {
		t.Errorf("%d boards have %d keys", len(met), len(boards))
	}
}

// All images of a view have the same canonical key. It is the key of the image that
// the transformation leads to, and the legal cells of that image, translated back,
// are one of each class of cells that the view's own symmetries exchange.
func TestCanonical(t *testing.T) {
	rng := randstream.New(1, "minesweeper/canonical")
	folded := 0
	for range 150 {
		g := mustNew(t, randomRules(rng, 6))
		playRandomly(t, rng, g, func(v *View, _ *State) {
			key, transformation := v.Canonical()
			for _, image := range g.images {
				w := reopened(t, rng, v, image)
				if k, _ := w.Canonical(); k != key {
					t.Fatalf("%s: canonical key %v of an image is not %v", describe(g.rules), k, key)
				}
			}
			if k := reopened(t, rng, v, g.images[transformation]).Key(); k != key {
				t.Fatalf("%s: the canonical image has the key %v, not %v", describe(g.rules), k, key)
			}
			for c := range Cell(g.cells) {
				if back := v.FromCanonical(transformation, g.images[transformation][c]); back != c {
					t.Fatalf("%s: %s comes back as %s", describe(g.rules), at(g, c), at(g, back))
				}
			}
			if _, forced := v.Forced(); !forced {
				folded += checkCanonicalLegal(t, v, transformation)
			}
		})
	}
	if folded < 100 {
		t.Errorf("only %d cells were left out as equivalent", folded)
	}
}

// checkCanonicalLegal returns how many legal cells are left out as equivalent.
func checkCanonicalLegal(t *testing.T, v *View, transformation int) int {
	t.Helper()
	g := v.g
	var own [][]Cell // symmetries that leave the view as it is
	for _, image := range g.images {
		same := true
		for c := range Cell(g.cells) {
			same = same && v.At(c) == v.At(image[c])
		}
		if same {
			own = append(own, image)
		}
	}
	legal := v.Legal(nil)
	covered := make(map[Cell]bool)
	canonical := v.CanonicalLegal(transformation, nil)
	for _, c := range canonical {
		back := v.FromCanonical(transformation, c)
		if covered[back] {
			t.Fatalf("%s: two of the canonical cells are equivalent to %s", describe(g.rules), at(g, back))
		}
		for _, image := range own {
			covered[image[back]] = true
		}
	}
	for _, c := range legal {
		if !covered[c] {
			t.Fatalf("%s: %s is equivalent to none of the canonical cells", describe(g.rules), at(g, c))
		}
	}
	if len(covered) != len(legal) || !slices.IsSorted(canonical) {
		t.Fatalf("%s: the canonical cells %v stand for %d cells, legal are %d", describe(g.rules), canonical, len(covered), len(legal))
	}
	return len(legal) - len(canonical)
}

// Cells of an untouched board up to symmetry: one of the triangles of a square with
// side n is k(k+1)/2 with k = ceil(n/2), a quarter of a rectangle the product of the
// halves rounded up.
func TestFirstCellsUpToSymmetry(t *testing.T) {
	for _, c := range []struct {
		height, width int
		neighbours    Neighbours
		want          int
	}{
		{1, 1, Eight, 1},
		{1, 5, Eight, 3},
		{3, 3, Eight, 3},
		{4, 4, Eight, 3},
		{5, 5, Eight, 6},
		{9, 9, Eight, 15},
		{5, 5, Torus, 1},
		{9, 9, Torus, 1},
		{16, 30, Torus, 1},
		{4, 5, Eight, 6},
		{16, 30, Eight, 8 * 15},
		{5, 5, Hex, 15}, // upside down: three rows of five
		{4, 5, Hex, 10}, // turned round: half of twenty
	} {
		v := mustNew(t, Rules{Height: c.height, Width: c.width, Neighbours: c.neighbours}).NewView()
		_, transformation := v.Canonical()
		if got := len(v.CanonicalLegal(transformation, nil)); got != c.want {
			t.Errorf("%s: %d first cells, want %d", describe(v.g.rules), got, c.want)
		}
	}
}

func TestObserveRefusesWhatCannotBe(t *testing.T) {
	windows, gnomine := Rules{Height: 3, Width: 3, Mines: 2}, Rules{Height: 4, Width: 4, Mines: 8, First: Gnomine}
	type opening struct {
		cell  Cell
		shows Seen
	}
	for _, c := range []struct {
		name   string
		r      Rules
		before []opening
		try    opening
		want   string
	}{
		{"off the board", windows, nil, opening{9, 0}, "cell 9 is not on a board of 9 cells"},
		{"far off the board", windows, nil, opening{65535, 0}, "cell 65535 is not on a board of 9 cells"},
		{"open already", windows, []opening{{4, 2}}, opening{4, 2}, "cell 1,1 is open already"},
		{"a mine", windows, nil, opening{2, Mine}, "cell 0,2 held a mine: the game is over"},
		{"more than its neighbours", windows, nil, opening{0, 4}, "cell 0,0 cannot show 4: it has 3 neighbours"},
		{"not a number", windows, nil, opening{0, Covered}, "cell 0,0 cannot show 10: it has 3 neighbours"},
		{"won", Rules{Height: 1, Width: 2, Mines: 1}, []opening{{0, 1}}, opening{1, 0}, "cell 0,1 cannot be safe: all 1 safe cells are open"},
		{"only mines left", Rules{Height: 3, Width: 3, Mines: 5, First: Gnomine}, []opening{{0, 0}}, opening{8, 0}, "cell 2,2 cannot be safe: the 5 cells left for the mines must all hold one"},
		{"no room", gnomine, nil, opening{5, 0}, "cell 1,1 cannot be opened first: the mines do not fit outside its zone"},
		{"first is not 0", gnomine, nil, opening{0, 1}, "cell 0,0 cannot show 1: under the gnomine rule the first cell shows 0"},
	} {
		for _, auto := range []bool{false, true} {
			c.r.AutoOpen = auto
			g := mustNew(t, c.r)
			v := g.NewView()
			for _, o := range c.before {
				if err := v.Did(o.cell, o.shows); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
			}
			before := *v.Clone()
			err := v.Did(c.try.cell, c.try.shows)
			if got := fmt.Sprint(err); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			if fmt.Sprint(before) != fmt.Sprint(*v) {
				t.Errorf("%s: the view has changed:\n%v\n%v", c.name, before, *v)
			}
		}
	}
}

// Copying, and walking on, allocates nothing.
func TestCopyDoesNotAllocate(t *testing.T) {
	for _, auto := range []bool{false, true} {
		g := mustNew(t, Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: auto})
		v, w := g.NewView(), g.NewView()
		buf := make([]Cell, 0, g.cells)
		if n := testing.AllocsPerRun(100, func() {
			w.CopyFrom(v)
			if err := w.Did(31, 0); err != nil {
				t.Error(err)
			}
			buf = w.Legal(buf[:0])
			_, transformation := w.Canonical()
			buf = w.CanonicalLegal(transformation, buf[:0])
		}); n != 0 {
			t.Errorf("auto-open %t: %v allocations", auto, n)
		}
	}
}

// Where a cascade is under way, the least cell comes first, whatever the order in
// which zeros were opened.
func TestForcedIsTheLeast(t *testing.T) {
	g := mustNew(t, Rules{Height: 3, Width: 5, Mines: 1, AutoOpen: true})
	v := g.NewView()
	if err := v.Did(g.Cell(1, 1), 0); err != nil {
		t.Fatal(err)
	}
	var order []string
	for {
		c, forced := v.Forced()
		if !forced {
			break
		}
		order = append(order, at(g, c))
		shows := Seen(0)
		if _, col := g.RowCol(c); col == 2 { // the mine is on 1,3
			shows = 1
		}
		if err := v.Did(c, shows); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Join(order, " "), "0,0 0,1 0,2 1,0 1,2 2,0 2,1 2,2"; got != want {
		t.Errorf("opened %s, want %s", got, want)
	}
}
