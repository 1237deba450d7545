package minecoach_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

func newAnalyst() *minecoach.Analyst {
	return minecoach.NewAnalyst(2000, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 24}))
}

// randomViews plays random games of all variants and shows every view on the way.
func randomViews(t *testing.T, games int, see func(g *minesweeper.Game, v *minesweeper.View)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 3))
	for range games {
		r := minesweeper.Rules{
			Height: 1 + rng.IntN(4), Width: 1 + rng.IntN(4),
			First: minesweeper.First(rng.IntN(3)), Neighbours: minesweeper.Neighbours(rng.IntN(5)),
		}
		r.Mines = rng.IntN(r.Height * r.Width)
		g, err := minesweeper.New(r)
		if err != nil {
			continue
		}
		v := g.NewView()
		var s minesweeper.State
		g.Start(rng, &s)
		for {
			c := v.Pick(rng)
			step := g.Step(rng, &s, c)
			if step.Done() {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
			see(g, v)
		}
	}
}

// Placements and risks are those of listing all placements; the best win
// probability is that of the optimal player's choice.
func TestAnalysisAgainstEnumeration(t *testing.T) {
	n := newAnalyst()
	seen := 0
	randomViews(t, 300, func(g *minesweeper.Game, v *minesweeper.View) {
		seen++
		a, err := n.Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		placements := 0
		mines := make([]int, g.Cells())
		for s := range g.States(v) {
			placements++
			for c := range mines {
				if s.Mine(minesweeper.Cell(c)) {
					mines[c]++
				}
			}
		}
		if a.Placements.Int64() != int64(placements) {
			t.Fatalf("%s: %s placements, want %d", g.Rules(), a.Placements, placements)
		}
		closed := v.Legal(nil)
		if len(a.Cells) != len(closed) {
			t.Fatalf("%d cells, want %d", len(a.Cells), len(closed))
		}
		for i, c := range a.Cells {
			want := float64(mines[c.Cell]) / float64(placements)
			if c.Cell != closed[i] || math.Abs(c.Mine-want) > 1e-12 || (c.Mine == 0) != (want == 0) || (c.Mine == 1) != (want == 1) {
				t.Fatalf("%s: risk of %d is %v, want %v", g.Rules(), c.Cell, c.Mine, want)
			}
			if placements > 2000 {
				if c.Win != nil {
					t.Fatalf("%s: a win probability with %d placements left", g.Rules(), placements)
				}
				continue
			}
			if c.Win == nil || c.Win.Cmp(a.Win) > 0 || (c.Win.Cmp(a.Win) == 0) != slices.Contains(a.Best, c.Cell) {
				t.Fatalf("%s: win of %d is %v, best %v of %v", g.Rules(), c.Cell, c.Win, a.Win, a.Best)
			}
		}
		if placements > 2000 {
			return
		}
		d, err := optimum.NewPlayer(g, reveal.New(reveal.Options{Workers: 1, Memory: 1})).Choose(context.Background(), nil, v, blindsight.Budget{})
		if err != nil || !slices.Contains(a.Best, d.Action) {
			t.Fatalf("%s: the optimal player opens %d, best is %v (%v)", g.Rules(), d.Action, a.Best, err)
		}
	})
	if seen < 300 {
		t.Errorf("only %d positions", seen)
	}
}

// A spoilt position names numbers that cannot be true together, of which none can
// be left out.
func TestContradictionsAreMinimal(t *testing.T) {
	n := newAnalyst()
	rng := rand.New(rand.NewPCG(4, 4))
	found, sizes := 0, make(map[int]int)
	randomViews(t, 1200, func(g *minesweeper.Game, v *minesweeper.View) {
		if g.Rules().First == minesweeper.Gnomine || rng.IntN(3) > 0 {
			return
		}
		spoilt := g.NewView()
		wrong := v.Opened()[rng.IntN(len(v.Opened()))]
		for _, c := range v.Opened() {
			number := v.At(c)
			if c == wrong {
				number = minesweeper.Seen(rng.IntN(len(g.Neighbours(c)) + 1))
			}
			if spoilt.Did(c, number) != nil {
				return
			}
		}
		possible := func(numbers []minesweeper.Cell) bool {
			for s := range allPlacements(g, spoilt) {
				ok := true
				for _, c := range numbers {
					ok = ok && number(g, s, c) == spoilt.At(c)
				}
				if ok {
					return true
				}
			}
			return false
		}
		_, err := n.Analyse(context.Background(), spoilt)
		var contradiction *minecoach.Contradiction
		if !errors.As(err, &contradiction) {
			if err != nil || !possible(spoilt.Opened()) {
				t.Fatalf("%s: error %v, but possible is %v", g.Rules(), err, possible(spoilt.Opened()))
			}
			return
		}
		found++
		sizes[len(contradiction.Cells)]++
		if !errors.Is(err, blindsight.ErrInconsistent) {
			t.Fatal("not ErrInconsistent")
		}
		if possible(contradiction.Cells) {
			t.Fatalf("%s: %v can all be true", g.Rules(), contradiction.Cells)
		}
		for i := range contradiction.Cells {
			if rest := slices.Delete(slices.Clone(contradiction.Cells), i, i+1); !possible(rest) {
				t.Fatalf("%s: of %v, %d is not needed", g.Rules(), contradiction.Cells, contradiction.Cells[i])
			}
		}
	})
	if found < 50 || sizes[1] == 0 || sizes[2] == 0 {
		t.Errorf("%d contradictions of sizes %v: too few to tell", found, sizes)
	}
}

// allPlacements lists all placements on the hidden cells, whatever the numbers say.
func allPlacements(g *minesweeper.Game, v *minesweeper.View) func(yield func(map[minesweeper.Cell]bool) bool) {
	hidden := v.Hidden()
	return func(yield func(map[minesweeper.Cell]bool) bool) {
		mines := make(map[minesweeper.Cell]bool)
		var choose func(from, left int) bool
		choose = func(from, left int) bool {
			if left == 0 {
				return yield(mines)
			}
			for i := from; i <= len(hidden)-left; i++ {
				mines[hidden[i]] = true
				more := choose(i+1, left-1)
				delete(mines, hidden[i])
				if !more {
					return false
				}
			}
			return true
		}
		choose(0, g.Rules().Mines)
	}
}

func number(g *minesweeper.Game, mines map[minesweeper.Cell]bool, c minesweeper.Cell) minesweeper.Seen {
	n := minesweeper.Seen(0)
	for _, b := range g.Neighbours(c) {
		if mines[b] {
			n++
		}
	}
	return n
}

// An untouched board has no risk where the rule protects the first cell, and the win
// probabilities of the solver.
func TestAnalysisOfAnUntouchedBoard(t *testing.T) {
	a, err := newAnalyst().Analyse(context.Background(), sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 7}).NewView())
	if err != nil {
		t.Fatal(err)
	}
	if a.Win.String() != "1/4" || len(a.Best) != 8 || slices.Contains(a.Best, 4) || a.Cells[4].Win.String() != "1/8" { // paper B, section 4.2
		t.Errorf("win %s at %v, centre %s", a.Win, a.Best, a.Cells[4].Win)
	}
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 8, First: minesweeper.Gnomine})
	if a, err = newAnalyst().Analyse(context.Background(), g.NewView()); err != nil {
		t.Fatal(err)
	}
	for _, c := range a.Cells {
		if g.Servable(c.Cell) != (c.Mine == 0) || g.Servable(c.Cell) != (c.Win != nil) {
			t.Errorf("cell %d: %+v", c.Cell, c)
		}
	}
}

// A position with many placements left is counted only.
func TestAnalysisOfALargePosition(t *testing.T) {
	v := sweeptest.Position(t, minesweeper.Rules{Height: 16, Width: 30, Mines: 99}, 40)
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	expected := 0.0
	for _, c := range a.Cells {
		expected += c.Mine
		if c.Win != nil {
			t.Fatal("a win probability was computed")
		}
	}
	if math.Abs(expected-99) > 1e-9 || a.Win != nil || len(a.Best) == 0 || len(a.Placements.String()) < 50 {
		t.Errorf("expected mines %v, best %v, placements %s", expected, a.Best, a.Placements)
	}
}

// The risk of several cells at once is the share of placements with a mine on any.
func TestRiskOfAnyAgainstEnumeration(t *testing.T) {
	n := newAnalyst()
	rng := rand.New(rand.NewPCG(4, 9))
	compared := 0
	randomViews(t, 120, func(g *minesweeper.Game, v *minesweeper.View) {
		closed := v.Legal(nil)
		rng.Shuffle(len(closed), func(i, j int) { closed[i], closed[j] = closed[j], closed[i] })
		closed = closed[:1+rng.IntN(min(3, len(closed)))]
		mined, all := 0, 0
		for s := range g.States(v) {
			all++
			if slices.ContainsFunc(closed, s.Mine) {
				mined++
			}
		}
		risk, err := n.RiskOfAny(v, closed)
		if want := float64(mined) / float64(all); err != nil || math.Abs(risk-want) > 1e-12 {
			t.Fatalf("%s: risk of %v is %v, want %v, %v", g.Rules(), closed, risk, want, err)
		}
		compared++
	})
	if compared < 100 {
		t.Errorf("only %d positions", compared)
	}
}

// The analysis of an untouched board says so: the risk is mines/cells on every cell, the
// chances to win are of the whole.
func TestAnalysisWithoutProtection(t *testing.T) {
	for _, position := range []string{"3x3/2 none\n...\n...\n...\n", "9x9/10 none\n" + strings.Repeat(".........\n", 9)} {
		v := sweeptest.ViewOf(t, position)
		a, err := newAnalyst().Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		r := v.Game().Rules()
		for _, c := range a.Cells {
			if want := float64(r.Mines) / float64(r.Height*r.Width); math.Abs(c.Mine-want) > 1e-15 {
				t.Errorf("%s: risk %v, want %v", r, c.Mine, want)
			}
			if c.Win != nil && c.Win.Cmp(big.NewRat(int64(r.Safe()), int64(r.Height*r.Width))) > 0 {
				t.Errorf("%s: wins %v, more than it survives", r, c.Win)
			}
		}
	}
}
