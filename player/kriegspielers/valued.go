package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Valued is a position of a game, with the opponent to move, as the evaluation set by hand values it for the side that has moved, and what
// that side scored in the end: 1, 1/2 or 0.
type Valued struct {
	Value  float64   // in pawns
	Slopes []float64 // how the value grows with each weight of [EvaluationNames]
	Score  float64
	side   chess.Color
}

// nudge is by how much weights are changed to find slopes. The value is made of straight pieces in each of them.
const nudge = 1.0 / 1024

// nudged are the evaluation set by hand but for one weight.
var nudged = func() (list []*scale) {
	for k := range EvaluationNames() {
		e := ByHand()
		e.Set(k, e.At(k)+nudge)
		list = append(list, newScale(e))
	}
	return list
}()

// valuedAt values a position in which a move captured on a square. What hangs counts by the rates of games.
func valuedAt(p *chess.Position, captured chess.Square) Valued {
	j := judge{side: p.Side().Other(), by: frozenScale, rates: &fitted}
	v := Valued{Value: j.value(p, captured), side: j.side}
	for _, by := range nudged {
		j.by = by
		v.Slopes = append(v.Slopes, (j.value(p, captured)-v.Value)/nudge)
	}
	return v
}

// scoreOf returns what a side scored.
func scoreOf(r kriegspiel.Result, side chess.Color) float64 {
	switch [2]string{r.Score(), side.String()} {
	case [2]string{"1-0", "white"}, [2]string{"0-1", "black"}:
		return 1
	case [2]string{"1-0", "black"}, [2]string{"0-1", "white"}:
		return 0
	}
	return 0.5
}
