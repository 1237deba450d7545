package rejection_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"blindsight/belief/belieftest"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
)

type (
	state = minesweeper.State
	view  = *minesweeper.View
)

// subject is what all checks are about: rejection on a game.
func subject(g *minesweeper.Game) belieftest.Subject[state, view] {
	return belieftest.Subject[state, view]{
		New:     rejection.New(g, 0).Fresh,
		Problem: g,
	}
}

// positions of every kind, with the number of placements that agree. The first is
// that of paper A, Fig. 2, left, which names its 3 placements; of the second the nine
// cells in the middle are free, and 6 mines lie on the other 7. The other numbers are
// those of the count below, which shares no code with the game.
var positions = []struct {
	name       string
	board      string
	first      minesweeper.First
	neighbours minesweeper.Neighbours
	rows       []string
	placements int
	next       int // a closed cell to be opened
}{
	{"figure 2", "5x3/6", minesweeper.Windows, minesweeper.Eight, []string{"..2", "..3", "..3", "..2", "221"}, 3, 3},
	{"4x4 centre", "4x4/6", minesweeper.Gnomine, minesweeper.Eight, []string{"....", ".0..", "....", "...."}, 7, 12},
	{"5x5 tight", "5x5/5", minesweeper.Windows, minesweeper.Eight, []string{"..1..", "22..0", ".10..", "...2.", "....."}, 18, 24},
	{"torus", "4x5/5", minesweeper.Windows, minesweeper.Torus, []string{".3...", ".3...", "2....", "....."}, 165, 19},
	{"hex", "5x4/5", minesweeper.Gnomine, minesweeper.Hex, []string{"00..", "00..", ".1.2", "...1", "...."}, 12, 19},
	{"knight", "5x5/5", minesweeper.Windows, minesweeper.Knight, []string{"....0", "10.0.", ".....", "....1", ".1..."}, 75, 12},
	{"knight gnomine", "5x5/5", minesweeper.Gnomine, minesweeper.Knight, []string{".0.1.", ".0.00", ".....", "...2.", "0.0.."}, 15, 24},
	{"four", "4x5/6", minesweeper.Windows, minesweeper.Four, []string{"...1.", "11...", ".1...", "...1."}, 162, 0},
}

// Drawing from the whole prior, mines under open cells included, gives the same posterior.
func TestWholePriorGivesTheSamePosterior(t *testing.T) {
	for _, p := range positions {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, rules(t, p.board, p.first, p.neighbours), p.rows...)
			e := subject(g)
			e.New = rejection.New(minesweeper.Plain{Game: g}, 10_000_000).Fresh
			e.Samples = 5 * p.placements // an accepted draw is rare
			fit, err := e.Unbiased(belieftest.Position[view]{View: v})
			t.Log(fit)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// It needs more draws, by just as much as the prior is larger: on 4x4/6, where the first
// cell was central and one of the seven others is open, one of 7 placements has no mine
// there, and it is the one that agrees.
func TestWholePriorTakesMoreDraws(t *testing.T) {
	g, v := position(t, rules(t, "4x4/6", minesweeper.Gnomine, minesweeper.Eight), "....", ".0..", "....", "...2")
	for _, c := range []struct {
		sampler *rejection.Sampler[state, view]
		accepts float64
	}{{rejection.New(g, 0), 1}, {rejection.New(minesweeper.Plain{Game: g}, 0), 1. / 7}} {
		rng := rand.New(rand.NewPCG(1, 1))
		var s state
		for range 2000 {
			if err := c.sampler.Sample(t.Context(), rng, v, 0, &s); err != nil {
				t.Fatal(err)
			}
		}
		// The standard error of the second is 0.003.
		if got := c.sampler.Health().Acceptance(); math.Abs(got-c.accepts) > 0.012 {
			t.Errorf("accepted %v of the draws, want %v", got, c.accepts)
		}
	}
}

// The must-show of an exact estimator: on every position the chi-square test against
// full enumeration passes, and so does every other check of the kit.
func TestConformance(t *testing.T) {
	for _, p := range positions {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, rules(t, p.board, p.first, p.neighbours), p.rows...)
			if n := countPlacements(g, v); n != p.placements {
				t.Fatalf("%d placements agree, want %d", n, p.placements)
			}
			truth, err := belieftest.Enumerate(g, v)
			if err != nil || truth.States() != p.placements {
				t.Fatalf("the game lists %d placements, error %v; want %d", truth.States(), err, p.placements)
			}
			belieftest.Run(t, subject(g),
				belieftest.Position[view]{Name: "untouched", View: g.NewView()},
				belieftest.Position[view]{Name: "position", View: v})
		})
	}
}

// countPlacements counts by trying every set of cells, knowing of the game only which
// cells are neighbours.
func countPlacements(g *minesweeper.Game, v view) int {
	var open, zone uint32
	for _, c := range v.Opened() {
		open |= 1 << c
	}
	for _, c := range g.Zone(v.Opened()[0]) {
		zone |= 1 << c
	}
	n := 0
	mines := uint32(1)<<g.Rules().Mines - 1
	for mines < 1<<g.Cells() {
		ok := mines&(open|zone) == 0
		for _, c := range v.Opened() {
			shown := 0
			for _, d := range g.Neighbours(c) {
				shown += int(mines >> d & 1)
			}
			ok = ok && shown == int(v.At(c))
		}
		if ok {
			n++
		}
		// The next larger number with as many bits (Gosper).
		low := mines & -mines
		next := mines + low
		mines = next | (mines^next)>>(2+bits.TrailingZeros32(low))
	}
	return n
}

// Root sampling rests on this: states drawn once, at the root, and played on are at
// every later node distributed as that node's own belief. Here: one more cell is
// opened, and for each number it may show, the states that showed it are compared
// with the list of all states of the view that follows.
func TestRootSamplingReachesThePosterior(t *testing.T) {
	for _, p := range positions {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, rules(t, p.board, p.first, p.neighbours), p.rows...)
			next := minesweeper.Cell(p.next)
			sampler, rng := rejection.New(g, 0), newRand(1)
			byNumber := map[minesweeper.Seen][]state{}
			for range max(2000, 20*p.placements) {
				var s state
				if err := sampler.Sample(t.Context(), rng, v, 0, &s); err != nil {
					t.Fatal(err)
				}
				step := g.Step(rng, &s, next)
				byNumber[step.Seen] = append(byNumber[step.Seen], s)
			}
			for seen := range minesweeper.Mine {
				drawn := byNumber[seen]
				if len(drawn) < 50 {
					continue // too few to compare, or the game is won and needs no belief
				}
				after := v.Clone()
				if err := after.Did(next, seen); err != nil {
					t.Fatal(err)
				}
				truth, err := belieftest.Enumerate(g, after)
				if err != nil {
					t.Fatal(err)
				}
				i := 0
				fit, err := truth.Compare(len(drawn), func(s *state) error {
					g.Copy(s, &drawn[i])
					i++
					return nil
				})
				t.Logf("shows %d: %v", seen, fit)
				if err != nil {
					t.Errorf("shows %d: %v", seen, err)
				}
			}
		})
	}
}

// An untouched board has no mines yet: the first opening lays them.
func TestUntouchedBoardIsUnlaid(t *testing.T) {
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine} {
		g, v := position(t, rules(t, "4x4/6", first, minesweeper.Eight), "....", "....", "....", "....")
		_, open := position(t, rules(t, "4x4/6", first, minesweeper.Eight), "....", ".0..", "....", "....")
		sampler, rng := rejection.New(g, 0), newRand(1)
		var s state
		for _, at := range []view{v, open, v, open} { // a used state is reused
			if err := sampler.Sample(t.Context(), rng, at, 0, &s); err != nil {
				t.Fatal(err)
			}
			if s.Laid() != at.Started() {
				t.Errorf("%v: open cells %v, mines laid: %v", first, at.Opened(), s.Laid())
			}
		}
	}
}

func TestDoesNotAllocate(t *testing.T) {
	for _, p := range positions {
		g, v := position(t, rules(t, p.board, p.first, p.neighbours), p.rows...)
		sampler, rng, ctx := rejection.New(g, 0), newRand(1), t.Context()
		var s state
		if n := testing.AllocsPerRun(100, func() {
			if err := sampler.Sample(ctx, rng, v, 0, &s); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a sample", p.name, n)
		}
	}
}
