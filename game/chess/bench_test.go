package chess

import (
	"fmt"
	"testing"
)

// perftLeaves counts like Perft, and makes the moves of the last ply too.
func perftLeaves(p *Position, depth int) uint64 {
	var buf [256]Move
	var q Position // outside the loop: inside, it would be allocated
	n := uint64(0)
	for _, m := range p.Moves(buf[:0]) {
		p.MakeInto(m, &q)
		if depth == 1 {
			n++
		} else {
			n += perftLeaves(&q, depth-1)
		}
	}
	return n
}

// BenchmarkPerft reports millions of leaves a second, those of the last ply counted
// (bulk) or made (leaves). The baseline is another program's perft on the same
// machine in the same minute: stockfish, "go perft 6" from the start position.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		index, depth int
	}{{0, 6}, {1, 5}, {2, 6}, {3, 5}, {5, 5}, {6, 5}} {
		s := &standard[c.index]
		p := mustParse(b, s.fen)
		for _, mode := range []string{"bulk", "leaves"} {
			b.Run(fmt.Sprintf("%s-%d/%s", s.name, c.depth, mode), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					var n uint64
					if mode == "bulk" {
						n = p.Perft(c.depth)
					} else {
						n = perftLeaves(&p, c.depth)
					}
					if n != s.counts[c.depth-1] {
						b.Fatalf("%d leaves, want %d", n, s.counts[c.depth-1])
					}
				}
				b.ReportMetric(float64(s.counts[c.depth-1])*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
			})
		}
	}
}

// sample returns n positions of random games.
func sample(b *testing.B, n int) []Position {
	var list []Position
	walk(b, 7, n, func(p *Position) { list = append(list, *p) })
	return list
}

var (
	sinkBool bool
	sinkInt  int
	sinkHash uint64
	sinkPos  Position
)

// BenchmarkLegal asks whether one move is legal: a legal one, or one that is not
// although the man moves like that and it is the side's own.
func BenchmarkLegal(b *testing.B) {
	type question struct {
		p Position
		m Move
	}
	var legal, refused []question
	for _, p := range sample(b, 4096) {
		moves := p.Moves(nil)
		for i := 0; i < len(moves); i += 8 {
			legal = append(legal, question{p, moves[i]})
		}
		own := p.Only(p.Side())
		moves = own.Moves(nil)
		for i := 0; i < len(moves); i += 8 {
			if !p.Legal(moves[i]) {
				refused = append(refused, question{p, moves[i]})
			}
		}
	}
	run := func(name string, list []question, want bool) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if q := &list[i]; q.p.Legal(q.m) != want {
					b.Fatal(q.p.String(), q.m)
				}
				if i++; i == len(list) {
					i = 0
				}
			}
		})
	}
	run("legal", legal, true)
	run("refused", refused, false)
}

// BenchmarkMake makes one move, with and without the hash of the position after it.
func BenchmarkMake(b *testing.B) {
	positions := sample(b, 1024)
	var moves [][]Move
	for i := range positions {
		moves = append(moves, positions[i].Moves(nil))
	}
	run := func(name string, visit func(q *Position)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			i, j := 0, 0
			for b.Loop() {
				for j == len(moves[i]) {
					if i++; i == len(positions) {
						i = 0
					}
					j = 0
				}
				positions[i].MakeInto(moves[i][j], &sinkPos)
				visit(&sinkPos)
				j++
			}
		})
	}
	run("alone", func(*Position) {})
	run("hash", func(q *Position) { sinkHash ^= q.Hash() })
	run("directions", func(q *Position) { sinkInt += int(q.CheckDirections()) })
}

// each runs f on positions of random games, one an iteration.
func each(b *testing.B, f func(p *Position)) {
	list := sample(b, 4096)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		f(&list[i&4095])
		i++
	}
}

func BenchmarkMoves(b *testing.B) {
	var buf [256]Move
	each(b, func(p *Position) { sinkInt += len(p.Moves(buf[:0])) })
}

func BenchmarkCountMoves(b *testing.B) { each(b, func(p *Position) { sinkInt += p.CountMoves() }) }
func BenchmarkHasMove(b *testing.B)    { each(b, func(p *Position) { sinkBool = p.HasMove() }) }
func BenchmarkInCheck(b *testing.B)    { each(b, func(p *Position) { sinkBool = p.InCheck() }) }
func BenchmarkHash(b *testing.B)       { each(b, func(p *Position) { sinkHash ^= p.Hash() }) }
