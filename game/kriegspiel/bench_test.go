package kriegspiel

import (
	"testing"

	"blindsight/game/chess"
	"blindsight/internal/cputime"
)

// sample returns positions of random games.
func sample(b *testing.B, n int) []chess.Position {
	b.Helper()
	var list []chess.Position
	for len(list) < n {
		eachGame(b, "bench", 10, 60, func(g *Referee, _ Attempt, heard Percept) {
			if heard.Move() && g.Result() == Unfinished {
				list = append(list, g.Position())
			}
		}, nil)
	}
	return list[:n]
}

// BenchmarkReplies plays all moves of positions of random games, with what is heard of
// each, and reports millions of successors for a second of the processor; the baseline
// is the perft of the initial position to depth 5, leaves counted, in the same run.
func BenchmarkReplies(b *testing.B) {
	positions := sample(b, 2048)
	start := chess.Start()
	for _, rules := range All() {
		b.Run(rules.Name, func(b *testing.B) {
			var to chess.Position
			n := 0
			visit := func(Percept) bool { n++; return true }
			cpu := cputime.Seconds()
			for b.Loop() {
				for i := range positions {
					rules.Replies(&positions[i], &to, visit)
				}
			}
			b.ReportMetric(float64(n)/(cputime.Seconds()-cpu)/1e6, "Msuccessors/cpu-s")
			cpu = cputime.Seconds()
			leaves := start.Perft(5)
			b.ReportMetric(float64(leaves)/(cputime.Seconds()-cpu)/1e6, "perft-Mleaves/cpu-s")
		})
	}
}

// BenchmarkTry plays attempts of random positions, legal ones and others.
func BenchmarkTry(b *testing.B) {
	positions := sample(b, 1024)
	attempts := make([][]Attempt, len(positions))
	for i := range positions {
		attempts[i] = Attempts(&positions[i], nil)
	}
	rules := MustRules("berkeley")
	b.ReportAllocs()
	i, j := 0, 0
	var to chess.Position
	for b.Loop() {
		rules.Try(&positions[i], attempts[i][j], &to)
		if j++; j == len(attempts[i]) {
			i, j = (i+1)%len(positions), 0
		}
	}
}
