package minesweeper_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
)

func viewOf(t *testing.T, text string) *minesweeper.View {
	t.Helper()
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "test", minesweeper.Rules{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return p.View
}

// playedGame lets a player play and returns what he opened, and the board.
func playedGame(t *testing.T, g *minesweeper.Game, seed uint64, p players.Player) (openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen, won bool) {
	t.Helper()
	var s minesweeper.State
	g.Deal(seed, 0, &s)
	rng := rand.New(rand.NewPCG(seed, 0))
	v := g.NewView()
	for v.Left() > 0 {
		d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if _, forced := v.Forced(); !forced {
			openings = append(openings, d.Action)
		}
		step := g.Step(rng, &s, d.Action)
		if step.Seen == minesweeper.Mine {
			break
		}
		if err := v.Observe(d.Action, step.Seen); err != nil {
			t.Fatal(err)
		}
	}
	board := s
	return openings, func(c minesweeper.Cell) minesweeper.Seen {
		if board.Mine(c) {
			return minesweeper.Mine
		}
		n := minesweeper.Seen(0)
		for _, near := range g.Neighbours(c) {
			if board.Mine(near) {
				n++
			}
		}
		return n
	}, v.Left() == 0
}

func reviewOf(t *testing.T, r *players.Reviewer, g *minesweeper.Game, openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) []players.Judged {
	t.Helper()
	var all []players.Judged
	err := r.Review(context.Background(), g.NewView(), openings, reveal, func(i int, j *players.Judged) error {
		if i != len(all) {
			t.Fatalf("opening %d comes after %d others", i, len(all))
		}
		all = append(all, *j)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(openings) {
		t.Fatalf("%d openings judged, want %d", len(all), len(openings))
	}
	return all
}

// The account adds up, whoever played; who plays best loses nothing, and who plays at
// random loses something.
func TestReviewAddsUp(t *testing.T) {
	solver := expectimax.New(expectimax.Options{Workers: 1, Memory: 1 << 24})
	for _, rules := range []minesweeper.Rules{
		{Height: 3, Width: 4, Mines: 3, AutoOpen: true},
		{Height: 5, Width: 5, Mines: 12, First: minesweeper.Gnomine}, // beyond 2000 placements: estimates
	} {
		g := newGame(t, rules)
		r := &players.Reviewer{Analyst: newAnalyst(), Plays: 40, Seed: 5}
		all := map[string]players.Player{"optimal": players.NewOptimal(g, solver), "random": players.NewRandom(), "csp": players.NewCSP()}
		games := uint64(25)
		if rules.Height > 3 {
			delete(all, "optimal")
			games = 8
		}
		for name, p := range all {
			lost := 0.0
			for seed := range games {
				openings, reveal, won := playedGame(t, g, seed, p)
				all := reviewOf(t, r, g, openings, reveal)
				total := all[0].Before
				for i := range all {
					j := &all[i]
					if j.Loss() < -1e-12 || j.Before < 0 || j.Before > 1 || j.Low > j.Before || j.High < j.Before {
						t.Fatalf("%s: %+v", name, j)
					}
					if j.Exact && name == "optimal" && j.Loss() > 1e-12 {
						t.Fatalf("the best play loses %v in opening %d of seed %d", j.Loss(), i, seed)
					}
					total += j.Luck() - j.Loss()
					lost += j.Loss()
				}
				result := 0.0
				if won {
					result = 1
				}
				if math.Abs(total-result) > 1e-9 {
					t.Fatalf("%s seed %d: start, luck and losses make %v, the result is %v", name, seed, total, result)
				}
			}
			if name == "random" && lost < float64(games)/25 {
				t.Errorf("%s: random play lost %v in %d games", rules, lost, games)
			}
		}
	}
}

// Exact values are those of the optimum.
func TestReviewIsExact(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 3})
	r := &players.Reviewer{Analyst: newAnalyst(), Plays: 1}
	openings, reveal, _ := playedGame(t, g, 3, players.NewRandom())
	first := reviewOf(t, r, g, openings, reveal)[0]
	best, err := players.Optimum(context.Background(), g.WithObjective(minesweeper.Win), expectimax.New(expectimax.Options{Workers: 1, Memory: 1 << 20}), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for _, f := range best {
		value, _ := f.Lower.Float64()
		want = max(want, value)
	}
	if !first.Exact || first.Before != want {
		t.Errorf("the start is worth %v, exact %v: want %v", first.Before, first.Exact, want)
	}
}
