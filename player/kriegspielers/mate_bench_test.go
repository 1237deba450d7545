package kriegspielers

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
	"blindsight/search/andor"
)

// benchSet returns random problems under berkeley with up to eight positions, each of
// which is a mate on its own within the depth: what is hard is not to know which it is.
func benchSet(b *testing.B, n, depth int) [][]chess.Position {
	s := NewSolver(kriegspiel.MustRules("berkeley"), andor.Options{States: 100_000})
	rng := rand.New(rand.NewPCG(uint64(n), uint64(depth)))
	var set [][]chess.Position
	for len(set) < n {
		var belief []chess.Position
		for _, p := range randomBelief(rng, 30, 2) {
			if len(belief) < 8 && s.Solve(b.Context(), []chess.Position{p}, depth).Verdict == andor.Win {
				belief = append(belief, p)
			}
		}
		if len(belief) >= 4 {
			set = append(set, belief)
		}
	}
	return set
}

// BenchmarkMate decides 30 random problems, with every algorithm
// and with best without each of its parts, at most 1,000,000 positions a problem: how many
// are decided, and how many positions are constructed on the way.
func BenchmarkMate(b *testing.B) {
	for _, depth := range []int{3, 5} {
		set := benchSet(b, 30, depth)
		for _, o := range benchOptions() {
			name := o.Algorithm
			if name == "" {
				name = "best"
			}
			if o.Best != (andor.Parts{}) {
				name += "-without-" + without(o.Best)
			}
			b.Run(fmt.Sprintf("depth%d/%s", depth, name), func(b *testing.B) {
				o.States = 1_000_000
				decided, wins, states := 0, 0, int64(0)
				begin := cputime.Seconds()
				runs := 0
				for b.Loop() {
					decided, wins, states = 0, 0, 0
					runs++
					s := NewSolver(kriegspiel.MustRules("berkeley"), o)
					for _, belief := range set {
						r := s.Solve(b.Context(), belief, depth)
						states += r.States
						if r.Verdict != andor.Unknown {
							decided++
						}
						if r.Verdict == andor.Win {
							wins++
						}
					}
				}
				b.ReportMetric(1000*(cputime.Seconds()-begin)/float64(runs*len(set)), "cpu-ms/problem")
				b.ReportMetric(float64(decided), "decided")
				b.ReportMetric(float64(wins), "mates")
				b.ReportMetric(float64(states)/float64(len(set)), "states/problem")
			})
		}
	}
}

// without names the part that is left out.
func without(p andor.Parts) string {
	for name, off := range map[string]bool{"table": p.NoTable, "subsume": p.NoSubsume, "open": p.NoOpen, "order": p.NoOrder, "deepening": p.NoDeepening, "prefix": p.NoPrefix} {
		if off {
			return name
		}
	}
	return ""
}

// benchOptions returns options for every algorithm, and for best without each part.
func benchOptions() []andor.Options {
	var list []andor.Options
	for _, name := range andor.Names() {
		list = append(list, andor.Options{Algorithm: name})
	}
	for _, p := range []andor.Parts{{NoTable: true}, {NoSubsume: true}, {NoOpen: true}, {NoOrder: true}, {NoDeepening: true}, {NoPrefix: true}} {
		list = append(list, andor.Options{Best: p})
	}
	return list
}
