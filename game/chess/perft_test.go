package chess

import (
	"context"
	"errors"
	"testing"
	"time"
)

// The six standard positions, with counts by depth from 1 on, after
// chessprogramming.org/Perft_Results; position 4 comes with its mirror image.
var standard = []struct {
	name, fen string
	counts    []uint64
}{
	{"start", StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []uint64{48, 2039, 97862, 4085603, 193690690}},
	{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238, 674624, 11030083}},
	{"position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333, 15833292}},
	{"position4-mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []uint64{6, 264, 9467, 422333, 15833292}},
	{"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379, 2103487, 89941194}},
	{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2079, 89890, 3894594, 164075551}},
}

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func TestPerft(t *testing.T) {
	for _, c := range standard {
		p := mustParse(t, c.fen)
		for i, want := range c.counts[:5] {
			if got := p.Perft(i + 1); got != want {
				t.Errorf("%s: perft %d is %d, want %d", c.name, i+1, got, want)
			}
		}
	}
}

// traps are positions made to catch mistakes with en passant, pins, castling and
// promotion. Counts are those of Stockfish 15.1; most of the positions are well known
// among writers of chess programs (Martin Sedlak's list).
var traps = []struct {
	name, fen string
	depth     int
	count     uint64
}{
	{"en passant would uncover a diagonal", "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824064},
	{"the same, colours changed", "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 6, 824064},
	{"en passant gives check", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 6, 1440467},
	{"the same, colours changed", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467},
	{"en passant would uncover the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},
	{"the same, colours changed", "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1134888},
	{"king and rook on the rank of both pawns", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", 5, 55203},
	{"two pawns could capture: one is enough to shield", "8/8/8/r2PpP1K/8/8/8/k7 w - e6 0 1", 5, 92903},
	{"castling gives check on the king's side", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},
	{"castling gives check on the queen's side", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711},
	{"captured rooks take castling rights away", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206},
	{"castling through and out of attacked squares", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476},
	{"a rook beside the corner", "r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1", 5, 8153719},
	{"promotion ends a check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001},
	{"discovered checks", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},
	{"promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},
	{"underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},
	{"own stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217},
	{"stalemate and checkmate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},
	{"double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527},
	{"promotions on both sides", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
	{"en passant from the initial position", "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 5, 11139762},
	{"en passant with pins about", "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1", 5, 1045344},
	{"a bishop eyes the pawn to be captured", "1k6/8/8/3pP3/8/8/B7/4K3 w - d6 0 1", 5, 64175},
	{"most moves a game can offer", "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 1, 218},
}

func TestPerftTraps(t *testing.T) {
	for _, c := range traps {
		p := mustParse(t, c.fen)
		if got := p.Perft(c.depth); got != c.count {
			t.Errorf("%s: perft %d of %s is %d, want %d", c.name, c.depth, c.fen, got, c.count)
		}
	}
}

// Counting on several goroutines, move by move, gives the same numbers.
func TestPerftContext(t *testing.T) {
	for _, c := range standard {
		p := mustParse(t, c.fen)
		for depth := 1; depth <= 4; depth++ {
			for _, workers := range []int{1, 3} {
				steps := 0
				list, err := p.PerftContext(t.Context(), depth, workers, func(n, of int) {
					if steps++; n != steps || n > of {
						t.Errorf("%s: step %d reported as %d of %d", c.name, steps, n, of)
					}
				})
				if err != nil {
					t.Fatal(err)
				}
				sum := uint64(0)
				for _, m := range list {
					q := p.Make(m.Move)
					if want := q.Perft(depth - 1); m.Nodes != want {
						t.Errorf("%s: %d after %s, want %d", c.name, m.Nodes, m.Move, want)
					}
					sum += m.Nodes
				}
				if sum != c.counts[depth-1] {
					t.Errorf("%s: %d on %d workers, want %d", c.name, sum, workers, c.counts[depth-1])
				}
			}
		}
	}
}

func TestPerftContextStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	p := Start()
	begin := time.Now()
	if _, err := p.PerftContext(ctx, 12, 2, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v, want that of the context", err)
	}
	if d := time.Since(begin); d > time.Minute {
		t.Errorf("it took %s to stop", d)
	}
}
