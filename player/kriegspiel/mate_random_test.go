package kriegspiel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/certificate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
	"blindsight/search/andor/andortest"
)

// randomBelief returns up to size positions with the same few men of White, to move, and
// the king of Black near the edge with up to two men.
func randomBelief(rng *rand.Rand, size, white int) []chess.Position {
	for {
		var own chess.Position
		place := func(p *chess.Position, c chess.Color, k chess.Kind, from, to int) {
			for {
				s := chess.Square(from + rng.IntN(to-from))
				if _, kind := p.At(s); kind == chess.NoKind && (k != chess.Pawn || s.Rank() > 0 && s.Rank() < 7) {
					p.Put(s, c, k)
					return
				}
			}
		}
		place(&own, chess.White, chess.King, 32, 64)
		place(&own, chess.White, []chess.Kind{chess.Queen, chess.Rook}[rng.IntN(2)], 0, 64)
		kinds := []chess.Kind{chess.Queen, chess.Rook, chess.Pawn, chess.Bishop, chess.Knight, chess.Rook, chess.Pawn}
		for range white {
			place(&own, chess.White, kinds[rng.IntN(len(kinds))], 0, 64)
		}
		var belief []chess.Position
		for range 4 * size {
			p := own
			place(&p, chess.Black, chess.King, 56, 64)
			for range rng.IntN(3) {
				place(&p, chess.Black, []chess.Kind{chess.Pawn, chess.Pawn, chess.Knight, chess.Bishop, chess.Rook}[rng.IntN(5)], 0, 64)
			}
			if p.Check() == nil && p.HasMove() && !slices.Contains(belief, p) && len(belief) < size {
				belief = append(belief, p)
			}
		}
		if len(belief) > 0 {
			return belief
		}
	}
}

// On tiny problems every algorithm agrees with the naive solver, under every rule set.
func TestMateNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	wins := 0
	for i := range 24 {
		belief := randomBelief(rng, 1+rng.IntN(2), 1+rng.IntN(2))
		depth := 1 + 2*(i%2)
		for _, r := range kriegspiel.All() {
			won, err := andortest.Check(t.Context(), gameOf(r), belief, depth)
			if err != nil {
				t.Fatalf("problem %d under %s, depth %d, %v: %v", i, r, depth, belief, err)
			}
			if won {
				wins++
			}
		}
	}
	t.Logf("%d of 120 are won", wins)
}

// On random problems of more states all algorithms agree, and a mate under berkeley is
// one under every other rule set: they all tell more.
func TestMateRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	names := andor.Names()
	solvers := map[string][]*Solver{}
	for _, r := range kriegspiel.All() {
		for _, name := range names {
			s, err := NewSolver(r, andor.Options{Algorithm: name, States: 60_000})
			if err != nil {
				t.Fatal(err)
			}
			solvers[r.Name] = append(solvers[r.Name], s)
		}
	}
	wins, unknown, n := 0, 0, 100
	for i := range n {
		belief := randomBelief(rng, 1+rng.IntN(5), 1+rng.IntN(2))
		var berkeley andor.Verdict
		for _, r := range kriegspiel.All() {
			var want andor.Verdict
			for k, s := range solvers[r.Name] {
				got := s.Solve(t.Context(), belief, 3).Verdict
				switch {
				case k == 0:
					want = got
				case got == andor.Unknown:
					unknown++
				case got != want:
					t.Fatalf("problem %d under %s: %s says %s, %s says %s: %v", i, r, names[0], want, names[k], got, belief)
				}
			}
			problem := &kriegspiel.Problem{ID: "random", Rules: r, Depth: 3, Belief: belief}
			plan, _ := MatePlan(t.Context(), solvers[r.Name][0], problem)
			if (plan != nil) != (want == andor.Win) {
				t.Errorf("problem %d under %s: %s, but a plan is %v", i, r, want, plan)
			} else if plan != nil {
				if err := certificate.Check(problem, plan); err != nil {
					t.Errorf("problem %d under %s: %v", i, r, err)
				}
			}
			switch {
			case want == andor.Unknown:
				t.Errorf("problem %d under %s: best hits its limit", i, r)
			case r.Name == "berkeley":
				berkeley = want
				if want == andor.Win {
					wins++
				}
			case berkeley == andor.Win && want != andor.Win:
				t.Errorf("problem %d is won under berkeley, not under %s: %v", i, r, belief)
			}
		}
	}
	if wins < n/10 || wins > n*9/10 || unknown > 4*n { // of 85 n
		t.Errorf("%d of %d are won, %d undecided: the test says little", wins, n, unknown)
	}
	t.Logf("%d of %d are won, %d undecided", wins, n, unknown)
}

// At depth 5, where best asks the open game too, it agrees with DBU and with itself
// without that, under every rule set, and its plans hold.
func TestMateDeeper(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	wins, decided := 0, 0
	for i := range 16 {
		belief := randomBelief(rng, 1+rng.IntN(6), 1+rng.IntN(2))
		for _, r := range kriegspiel.All() {
			p := &kriegspiel.Problem{ID: "random", Rules: r, Depth: 5, Belief: belief}
			var want andor.Verdict
			for _, o := range []andor.Options{{}, {Best: andor.Parts{NoOpen: true}}, {Algorithm: "gl-dbu"}} {
				o.States = 100_000
				s, err := NewSolver(r, o)
				if err != nil {
					t.Fatal(err)
				}
				switch got := s.Solve(t.Context(), belief, 5).Verdict; {
				case got == andor.Unknown:
				case want == andor.Unknown:
					want = got
					decided++
				case got != want:
					t.Fatalf("problem %d under %s: %+v says %s, others %s: %v", i, r, o, got, want, belief)
				}
				if plan, _ := MatePlan(t.Context(), s, p); plan != nil {
					wins++
					if err := certificate.Check(p, plan); err != nil {
						t.Errorf("problem %d under %s: %v", i, r, err)
					}
				}
			}
		}
	}
	if wins < 10 || decided < 40 {
		t.Errorf("%d plans and %d of 80 problems decided: the test says little", wins, decided)
	}
}
