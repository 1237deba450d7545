package chess

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	oracle "github.com/corentings/chess/v2"
)

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size != 40 {
		t.Errorf("a position takes %d bytes, want 40", size)
	}
}

// rebuilt puts a position together again from what its methods tell.
func rebuilt(p *Position) Position {
	var q Position
	for s := range NoSquare {
		if c, k := p.At(s); k != NoKind {
			q.Put(s, c, k)
		}
	}
	q.SetSide(p.Side())
	q.SetCastling(p.Castling())
	if s := p.EnPassant(); s != NoSquare {
		q.SetEnPassant(s)
	}
	return q
}

// A position reached by moves is equal to the same one put together by hand, hash
// included: nothing hides in it. Its sets agree with its squares.
func TestPositionsAreCanonical(t *testing.T) {
	walk(t, 4, 20000, func(p *Position) {
		q := rebuilt(p)
		if q != *p || q.Hash() != p.Hash() {
			t.Fatalf("%s: rebuilt it is %s (%#v, %#v)", p, &q, *p, q)
		}
		if err := p.Check(); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		for c := White; c <= Black; c++ {
			var men Bitboard
			for k := Pawn; k <= King; k++ {
				men |= p.Pieces(c, k)
				for s := range p.Pieces(c, k).All() {
					if color, kind := p.At(s); color != c || kind != k {
						t.Fatalf("%s: on %s there is a %s %s, want a %s %s", p, s, color, kind, c, k)
					}
				}
			}
			if men != p.Men(c) {
				t.Fatalf("%s: men of %s are on %s, want %s", p, c, p.Men(c), men)
			}
		}
		if p.Kinds(NoKind) != ^p.Occupied() {
			t.Fatalf("%s: empty squares are %s", p, p.Kinds(NoKind))
		}
	})
}

// Different positions have different hashes, in their high and in their low bits.
func TestHashSpreads(t *testing.T) {
	byHash := map[uint64]Position{}
	buckets := make([]int, 1<<12)
	high := make([]int, 1<<12)
	var visit func(p *Position, depth int)
	visit = func(p *Position, depth int) {
		h := p.Hash()
		if q, ok := byHash[h]; ok {
			if q != *p {
				t.Fatalf("%s and %s have the same hash", p, &q)
			}
			return
		}
		byHash[h] = *p
		buckets[h&(1<<12-1)]++
		high[h>>52]++
		if depth == 0 {
			return
		}
		for _, m := range p.Moves(nil) {
			q := p.Make(m)
			visit(&q, depth-1)
		}
	}
	for _, c := range standard {
		p := mustParse(t, c.fen)
		visit(&p, 3)
	}
	// Chi-square with 4095 degrees of freedom: mean 4095, standard deviation 90.
	for name, counts := range map[string][]int{"low": buckets, "high": high} {
		expected := float64(len(byHash)) / float64(len(counts))
		chi := 0.0
		for _, n := range counts {
			chi += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		if chi > 4095+6*90 {
			t.Errorf("the %s bits of %d hashes are uneven: chi-square %.0f", name, len(byHash), chi)
		}
	}
}

// Put, SetSide and SetCastling keep a position in order.
func TestPutDropsWhatIsGone(t *testing.T) {
	p := Start()
	p.Put(H1, White, NoKind)
	p.Put(E8, Black, Queen)
	if got, want := p.FEN(), "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Q -"; got != want {
		t.Errorf("it is %s, want %s", got, want)
	}
	p = mustParse(t, "4k3/8/8/3pP3/8/8/8/4K3 w - d6")
	p.SetSide(White)
	if p.EnPassant() != D6 {
		t.Errorf("the en passant square is %s, want d6", p.EnPassant())
	}
	p.SetSide(Black)
	if p.EnPassant() != NoSquare {
		t.Errorf("the en passant square is %s after a change of side", p.EnPassant())
	}
	if p.SetEnPassant(E3) {
		t.Error("en passant without a pawn that passed")
	}
}

// The board of one side: its men and rights, no others, and every move of its men
// that only own men block.
func TestOnly(t *testing.T) {
	p := mustParse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
	white := p.Only(White)
	if got, want := white.FEN(), "8/8/8/3PN3/4P3/2N2Q2/PPPBBPPP/R3K2R w KQ -"; got != want {
		t.Errorf("White sees %s, want %s", got, want)
	}
	black := p.Only(Black)
	if got, want := black.FEN(), "r3k2r/p1ppqpb1/bn2pnp1/8/1p6/7p/8/8 w kq -"; got != want {
		t.Errorf("Black sees %s, want %s", got, want)
	}
	if n := black.CountMoves(); n != 0 {
		t.Errorf("White has %d moves without men", n)
	}
	black.SetSide(Black)
	for _, m := range black.Moves(nil) {
		if !black.Legal(m) {
			t.Errorf("%s: %s is generated and not legal", &black, m)
		}
	}
	// By hand: c7 and d7 have two steps, e6, g6, b4 and h3 one, a7 and f7 none.
	pawns := 0
	for _, m := range black.Moves(nil) {
		if black.KindAt(m.From()) == Pawn {
			pawns++
		}
	}
	if pawns != 8 {
		t.Errorf("%d pawn moves, want 8", pawns)
	}
	var empty Position
	if empty.CountMoves() != 0 || empty.HasMove() || empty.InCheck() || empty.Legal(NewMove(E2, E4, NoKind)) {
		t.Error("an empty board has moves")
	}
}

// Any move at all can be made on any board, and anything asked of it, without a panic:
// two kings, none, pawns where they cannot be, rights without rooks.
func TestAnyBoardCanBeAsked(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	var buf [2048]Move
	for range 100000 {
		p := Position{
			white: Bitboard(rng.Uint64()), kind0: Bitboard(rng.Uint64()), kind1: Bitboard(rng.Uint64()),
			kind2: Bitboard(rng.Uint64()), state: rng.Uint64(),
		}
		p.white &= p.Occupied()
		m := Move(rng.Uint32())
		p.Legal(m)
		p.Captured(m)
		p.CountMoves()
		p.HasMove()
		p.Moves(buf[:0])
		p.PawnCaptures(buf[:0])
		p.PawnTries()
		p.CheckDirections()
		q := p.Make(m)
		q.Checkmate()
	}
}

// MakeInto may write to the position it reads.
func TestMakeIntoItself(t *testing.T) {
	walk(t, 6, 2000, func(p *Position) {
		for _, m := range p.Moves(nil) {
			q, want := *p, p.Make(m)
			if q.MakeInto(m, &q); q != want {
				t.Fatalf("%s: %s in place gives %s, want %s", p, m, &q, &want)
			}
		}
	})
}

// What a move captures is what is missing after it.
func TestCaptured(t *testing.T) {
	enPassant := 0
	check := func(p *Position) {
		for _, m := range p.Moves(nil) {
			q, them := p.Make(m), p.Side().Other()
			square, kind := p.Captured(m)
			lost := p.Men(them) &^ q.Men(them)
			if lost != square.Bitboard() || lost != 0 && p.KindAt(lost.First()) != kind || lost == 0 && kind != NoKind {
				t.Fatalf("%s: %s captures a %s on %s, want %s", p, m, kind, square, lost)
			}
			if square != NoSquare && square != m.To() {
				enPassant++
			}
		}
	}
	walk(t, 12, 5000, check)
	for _, c := range traps {
		p := mustParse(t, c.fen)
		check(&p)
	}
	if enPassant < 5 {
		t.Errorf("only %d captures en passant were seen", enPassant)
	}
}

// After a pawn's step of two squares the en passant square is kept exactly if an
// independent library finds a capture there.
func TestEnPassantIsKeptOnlyIfLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	kept, dropped := 0, 0
	for kept < 500 || dropped < 500 {
		p, ok := throwPawns(rng)
		if !ok {
			continue
		}
		for _, m := range p.Moves(nil) {
			if p.KindAt(m.From()) != Pawn || m.From()^m.To() != 16 {
				continue
			}
			q := p.Make(m)
			passed := m.To() ^ 8
			if pawnAttacks[p.Side()][passed]&q.Pieces(q.Side(), Pawn) == 0 {
				if q.EnPassant() != NoSquare {
					t.Fatalf("%s: %s leaves an en passant square without a pawn to capture", &p, m)
				}
				continue
			}
			fields := strings.Fields(q.FullFEN(0, 1))
			fields[3] = passed.String()
			var other oracle.Position
			if err := other.UnmarshalText([]byte(strings.Join(fields, " "))); err != nil {
				t.Fatal(err)
			}
			want := NoSquare
			for _, reply := range other.ValidMoves() {
				if reply.HasTag(oracle.EnPassant) {
					want = passed
				}
			}
			if got := q.EnPassant(); got != want {
				t.Fatalf("%s: after %s the en passant square is %s, want %s", &p, m, got, want)
			}
			if want == NoSquare {
				dropped++
			} else {
				kept++
			}
		}
	}
}

// throwPawns returns a random position with a pawn that can step past another, and
// pieces on lines around them.
func throwPawns(rng *rand.Rand) (Position, bool) {
	var p Position
	file := rng.IntN(7)
	a, b := file, file+1
	if rng.IntN(2) == 0 {
		a, b = b, a
	}
	p.Put(SquareAt(a, 1), White, Pawn)
	p.Put(SquareAt(b, 3), Black, Pawn)
	p.Put(Square(rng.IntN(64)), White, King)
	king := Square(rng.IntN(64))
	if rng.IntN(2) == 0 {
		king = SquareAt(rng.IntN(8), 3) // on the rank of both pawns
	}
	p.Put(king, Black, King)
	for range 1 + rng.IntN(3) {
		s := Square(rng.IntN(64))
		if rng.IntN(3) == 0 {
			s = SquareAt(rng.IntN(8), 3)
		}
		if p.KindAt(s) == NoKind {
			p.Put(s, White, Bishop+Kind(rng.IntN(3)))
		}
	}
	return p, p.Check() == nil
}
