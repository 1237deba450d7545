package kriegspielers

import (
	"math"
	"testing"

	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// A position with the sides exchanged, seen from the other side of the board, is worth the same to the other player, whatever the weights; and what
// is told by how men stand is what its definition says.
func TestShape(t *testing.T) {
	rng := randstream.New(1, "kriegspielers/shape")
	for range 40 {
		p := chess.Start()
		for range rng.IntN(80) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
		e := frozen
		for k := range EvaluationNames() {
			e.Set(k, e.At(k)+rng.NormFloat64())
		}
		flipped := exchanged(&p)
		side := p.Side().Other()
		here, there := judge{side: side, by: newScale(e)}, judge{side: side.Other(), by: newScale(e)}
		if v, w := here.value(&p, chess.NoSquare), there.value(&flipped, chess.NoSquare); math.Abs(v-w) > 1e-9 {
			t.Errorf("%s is worth %v, %s %v", p.FEN(), v, flipped.FEN(), w)
		}
		for c := range chess.Color(2) {
			if got, want := passed(&p, c), slowlyPassed(&p, c); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: passed pawns of %s are worth %v, want %v", p.FEN(), c, got, want)
			}
		}
		files := filesOf(p.Pieces(side, chess.Pawn))
		for s := chess.A1; s < chess.NoSquare; s++ {
			some := false
			for rank := range 8 {
				at := chess.SquareAt(s.File(), rank)
				some = some || p.KindAt(at) == chess.Pawn && p.Men(side).Has(at)
			}
			if files.Has(s) != some {
				t.Errorf("%s: is there a pawn of %s on the file of %s? %v", p.FEN(), side, s, some)
			}
		}
	}
}

// exchanged returns a position with colours exchanged and the board turned upside down.
func exchanged(p *chess.Position) chess.Position {
	var q chess.Position
	for s := chess.A1; s < chess.NoSquare; s++ {
		for c := range chess.Color(2) {
			if p.Men(c).Has(s) {
				q.Put(s^56, c.Other(), p.KindAt(s))
			}
		}
	}
	q.SetSide(p.Side().Other())
	return q
}

// slowlyPassed goes up the files.
func slowlyPassed(p *chess.Position, c chess.Color) float64 {
	v := 0.0
	for s := chess.A1; s < chess.NoSquare; s++ {
		if p.KindAt(s) != chess.Pawn || !p.Men(c).Has(s) {
			continue
		}
		free := true
		for rank := relativeRank(c, s) + 1; rank < 8; rank++ {
			for file := max(0, s.File()-1); file <= min(7, s.File()+1); file++ {
				at := relative(c, chess.SquareAt(file, rank))
				free = free && !(p.KindAt(at) == chess.Pawn && p.Men(c.Other()).Has(at))
			}
		}
		if free {
			v += passedWorth[relativeRank(c, s)]
		}
	}
	return v
}
