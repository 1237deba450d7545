package kriegspielers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"blindsight/game/chess"
	"blindsight/internal/nearest"
)

// Evaluation is what positions are valued by one ply deep, in pawns (see judge). Those of foresight, with how they were made, are in
// evaluation_fitted.go ('kriegspiel tune') and, for some of them, in evaluation_screened.go; those of the other players are frozen in evaluation_frozen.go.
type Evaluation struct {
	// The worth of men. That of a pawn is 1.
	Knight, Bishop, Rook, Queen float64
	// PawnPrey is the share of what a pawn of ours may take next that is hoped for, Prey that of other men.
	PawnPrey, Prey float64
	// Reach is for each square that we attack.
	Reach float64
	// Pawns is of the worth of our pawns by rank, FewPawns what is added to it as the opponent has less left; HisPawns and
	// HisFewPawns are the same of his.
	Pawns, FewPawns, HisPawns, HisFewPawns float64
	// Ring is for each square around our king that is attacked, while the opponent has much left; so are the next. Out is for a knight or
	// bishop off the first rank, Middle for each step that it is nearer to the middle.
	Ring, Out, Middle float64
	// KingHome is for a king on the first rank, KingWing for one on a wing there, KingOut for each rank that he is further up.
	KingHome, KingWing, KingOut float64
	// Once we are ahead and the opponent has little left: Room is of the root of the squares that his king can reach, Edge for each step that he is
	// away from the middle, Near for each that our king is away from him, InCheck for a check.
	Room, Edge, Near, InCheck float64
	// How men stand to one another (see shape). Guard is for each piece of ours that another man protects, GuardPawn for each such pawn; HisReach
	// for each square that he attacks; HisRing for each around his king that we do, while he has much left. Passed and HisPassed are of the worth of passed pawns
	// by rank, RookFile for a rook on a file without a pawn of ours, Pair for two bishops, QueenOut for each rank of our queen
	// beyond the second, while the opponent has much left. Ahead is of the men ahead, as he has less.
	Guard, GuardPawn, HisReach, HisRing, Passed, HisPassed, RookFile, Pair, QueenOut, Ahead float64
}

// InUse returns the evaluation of foresight.
func InUse() Evaluation { return inUse }

// inUse is the fitted evaluation, but for what is [Screened].
var inUse = func() Evaluation {
	named, err := ParseWeights(Screened)
	must(err)
	return evaluation.with(named)
}()

// with returns an evaluation with other weights, by their numbers in [EvaluationNames].
func (e Evaluation) with(named map[int]float64) Evaluation {
	for k, x := range named {
		e.Set(k, x)
	}
	return e
}

// ByHand returns the evaluation that was set by hand, from which fits begin: the same whatever is in use, so that a fit can be made again.
func ByHand() Evaluation { return frozen }

// EvaluationNames returns the names of the fields of [Evaluation], in their order.
func EvaluationNames() []string {
	return []string{
		"Knight", "Bishop", "Rook", "Queen", "PawnPrey", "Prey", "Reach", "Pawns", "FewPawns", "HisPawns", "HisFewPawns",
		"Ring", "Out", "Middle", "KingHome", "KingWing", "KingOut", "Room", "Edge", "Near", "InCheck",
		"Guard", "GuardPawn", "HisReach", "HisRing", "Passed", "HisPassed", "RookFile", "Pair", "QueenOut", "Ahead",
	}
}

// field returns the weight of a number in [EvaluationNames].
func (e *Evaluation) field(k int) *float64 {
	return [...]*float64{
		&e.Knight, &e.Bishop, &e.Rook, &e.Queen, &e.PawnPrey, &e.Prey, &e.Reach, &e.Pawns, &e.FewPawns, &e.HisPawns, &e.HisFewPawns,
		&e.Ring, &e.Out, &e.Middle, &e.KingHome, &e.KingWing, &e.KingOut, &e.Room, &e.Edge, &e.Near, &e.InCheck,
		&e.Guard, &e.GuardPawn, &e.HisReach, &e.HisRing, &e.Passed, &e.HisPassed, &e.RookFile, &e.Pair, &e.QueenOut, &e.Ahead,
	}[k]
}

// At returns the weight of a number in [EvaluationNames].
func (e *Evaluation) At(k int) float64 { return *e.field(k) }

// Set changes the weight of a number in [EvaluationNames].
func (e *Evaluation) Set(k int, x float64) { *e.field(k) = x }

// Check tells what is wrong with an evaluation.
func (e *Evaluation) Check() error {
	for k, name := range EvaluationNames() {
		if x := e.At(k); !(math.Abs(x) < 1000) {
			return fmt.Errorf("weight %s %v: must be a worth in pawns below 1000", name, x)
		}
	}
	return nil
}

// ParseEvaluation returns the evaluation of foresight, but for the weights that a text names: NAME:NUMBER, separated by slashes, as in Queen:8.5/Ring:0.2.
func ParseEvaluation(text string) (Evaluation, error) {
	named, err := ParseWeights(text)
	return InUse().with(named), err
}

// ParseWeights returns the weights that a text names, as [ParseEvaluation] reads it, by their numbers in [EvaluationNames].
func ParseWeights(text string) (map[int]float64, error) {
	named := map[int]float64{}
	for part := range strings.SplitSeq(text, "/") {
		name, value, _ := strings.Cut(part, ":")
		k := slices.Index(EvaluationNames(), name)
		if k < 0 {
			return nil, fmt.Errorf("weight %q: there is none of that name%s: use one of %s", part, nearest.Hint(name, EvaluationNames()), strings.Join(EvaluationNames(), ", "))
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("weight %q: want NAME:NUMBER, as in Queen:8.5", part)
		}
		named[k] = x
	}
	e := ByHand().with(named)
	return named, e.Check()
}

// Text returns all weights as [ParseEvaluation] reads them.
func (e *Evaluation) Text() string {
	var parts []string
	for k, name := range EvaluationNames() {
		parts = append(parts, name+":"+strconv.FormatFloat(e.At(k), 'g', -1, 64))
	}
	return strings.Join(parts, "/")
}

// scale is an evaluation with the worth of men by kind.
type scale struct {
	Evaluation
	worth  [7]float64
	shaped bool // some of the weights of shape are not 0
}

func newScale(e Evaluation) *scale {
	s := &scale{Evaluation: e}
	s.worth = [7]float64{chess.Pawn: 1, chess.Knight: e.Knight, chess.Bishop: e.Bishop, chess.Rook: e.Rook, chess.Queen: e.Queen, chess.King: 100}
	s.shaped = [...]float64{e.Guard, e.GuardPawn, e.HisReach, e.HisRing, e.Passed, e.HisPassed, e.RookFile, e.Pair, e.QueenOut, e.Ahead} != [10]float64{}
	return s
}

// frozenScale is that of all players but foresight.
var frozenScale = newScale(frozen)

// usedScale is that of foresight.
var usedScale = newScale(inUse)

// strength returns the worth of the men of a side.
func (s *scale) strength(p *chess.Position, c chess.Color) float64 {
	men := p.Men(c)
	v := 0.0
	for k := chess.Pawn; k <= chess.Queen; k++ {
		v += s.worth[k] * float64((men & p.Kinds(k)).Count())
	}
	return v
}

// exchange returns what the taker of a man on s can hope to win.
func (s *scale) exchange(p *chess.Position, at chess.Square, taker chess.Kind, defended bool) float64 {
	v := s.worth[p.KindAt(at)]
	if defended {
		v -= s.worth[taker]
	}
	return max(0, v)
}
