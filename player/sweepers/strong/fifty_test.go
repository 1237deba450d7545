package strong

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// In all placements in which a fifty has its guards, laying its members the other way shows
// the same numbers on all other safe cells; and its chance is the share of these placements.
func TestFifties(t *testing.T) {
	checked, boxes, guarded := 0, 0, 0
	for _, rules := range []minesweeper.Rules{
		{Height: 4, Width: 5, Mines: 5},
		{Height: 5, Width: 4, Mines: 8},
		{Height: 3, Width: 7, Mines: 6, First: minesweeper.Gnomine},
		{Height: 4, Width: 5, Mines: 6, Neighbours: minesweeper.Hex},
		{Height: 4, Width: 5, Mines: 6, Neighbours: minesweeper.Torus},
	} {
		rules.AutoOpen, rules.Objective = true, minesweeper.Win
		g, err := minesweeper.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		for game := range uint64(40) {
			rng := rand.New(rand.NewPCG(game, 7))
			o := Default()
			o.Exact, o.Window = 0, 0
			p := New(o)
			found := &guessing(p).fifties
			fitGame(t, g, p, rng, func(v *minesweeper.View) {
				if p.position.Counter.Size() > 3000 {
					return
				}
				placements := p.position.placements(t)
				for i := range found.list {
					e := &found.list[i]
					checked++
					if e.size == 4 {
						boxes++
					}
					if e.count > 0 {
						guarded++
					}
					p.position.checkFifty(t, e, placements)
				}
			})
		}
	}
	if checked < 300 || boxes < 30 || guarded < 100 {
		t.Errorf("only %d fifties, %d squares, %d with guards", checked, boxes, guarded)
	}
}

// placements lists for each placement of a position which cells are mines.
func (p *position) placements(t *testing.T) (all [][]bool) {
	t.Helper()
	cells := p.game().Cells()
	a, err := p.table(5000)
	if err != nil {
		t.Fatal(err)
	}
	for s := range a.States {
		mines := make([]bool, cells)
		for _, c := range p.mines {
			mines[c] = true
		}
		for j, c := range p.cells {
			mines[c] = a.Shown[j*a.States+s] == reveal.Loss
		}
		all = append(all, mines)
	}
	return all
}

func (p *position) checkFifty(t *testing.T, e *fifty, placements [][]bool) {
	t.Helper()
	g, cell := p.game(), p.cell
	among := 0
	for _, mines := range placements {
		in := true
		for i, m := range e.in() {
			in = in && mines[cell(m)] != mines[cell(e.members[(i+1)%e.size])]
		}
		for _, u := range e.guarding() {
			in = in && mines[cell(u)]
		}
		if !in {
			continue
		}
		among++
		other := slices.Clone(mines)
		for _, m := range e.in() {
			other[cell(m)] = !other[cell(m)]
		}
		for c := range minesweeper.Cell(g.Cells()) {
			if mines[c] || slices.ContainsFunc(e.in(), func(m int32) bool { return cell(m) == c }) {
				continue
			}
			a, b := 0, 0
			for _, n := range g.Neighbours(c) {
				if mines[n] {
					a++
				}
				if other[n] {
					b++
				}
			}
			if a != b {
				t.Fatalf("cell %d gives a fifty away: %+v", c, e)
			}
		}
	}
	want := -math.Log(1 - float64(among)/float64(len(placements))/2)
	if math.Abs(e.cost-want) > 1e-9 {
		t.Errorf("a fifty costs %v, by its placements %v: %+v", e.cost, want, e)
	}
}

// A cell that is safe and sees only one of two cells leaves no fifty; a corner behind two
// mines is one.
func TestFiftyCorner(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 4, Width: 4, Mines: 3, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	// Mines at 0,2 and 1,2 and one of 0,0 and 0,1; everything else is open.
	var s minesweeper.State
	g.Lay(minesweeper.Board{Mines: []minesweeper.Cell{0, 2, 6}}, &s)
	v := g.NewView()
	rng := rand.New(rand.NewPCG(1, 1))
	for c := range minesweeper.Cell(g.Cells()) {
		if c == 0 || c == 1 || c == 2 || c == 6 || v.At(c) != minesweeper.Covered {
			continue
		}
		if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
	var p position
	p.look(v)
	if err := p.Count(v); err != nil {
		t.Fatal(err)
	}
	w := newWeighed(Default())
	w.candidates(&p)
	w.fifties.find(&p, w.list)
	if list := w.fifties.list; len(list) != 1 || math.Abs(list[0].cost-math.Ln2) > 1e-9 {
		t.Errorf("fifties: %+v, want one that costs ln 2", list)
	}
}
