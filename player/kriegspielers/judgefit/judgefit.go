// Package judgefit fits the evaluation by which the player foresight values positions of Kriegspiel.
//
// The data are positions of games of a player against itself, each with what the side that had moved scored in the end. The model is
// logistic: the chance to win grows with the value of the position. The scale of the evaluation that was set by hand, and by how much each weight should
// differ from it, are those under which the scores are likeliest, less a penalty on differences: positions of one game
// share one score, so that there is much less to learn than their number says. Whether the evaluation plays
// better is not told by that but by a match ([Meeting]).
//
// What goes with winning need not be what wins: the king of who is ahead walks about. A weight whose fit is of that kind can be held at a number ([Plan].Hold).
package judgefit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"blindsight/episode"
	"blindsight/internal/logit"
	"blindsight/player/kriegspielers"
)

// DefaultRidge is the penalty on a difference, where the slopes of all weights are brought to a standard deviation of 1. About eighty positions of
// each side share a score, so that 80 is as if each game counted once, with a penalty of 1. That fits games held out better than
// more does, but what goes with winning is not all what wins: weights of 1280 play better than those of 80 (studies/kriegspiel-strength/LOG.md).
const DefaultRidge = 1280

// Plan is the data of a fit: games by number.
type Plan struct {
	kriegspielers.LessonPlan
	// Games are played, from number 0 on.
	Games int
	// Ridge is the penalty on differences; see [DefaultRidge].
	Ridge float64
	// Hold names weights that are not fitted, with what they are held at, as [kriegspielers.ParseWeights] reads them; empty for none but
	// those that are [kriegspielers.Screened].
	Hold string
}

// Check tells what is wrong with a plan.
func (p *Plan) Check() error {
	if p.Games < 5 {
		return errors.New("games: must be at least 5, of which one is held out")
	}
	if !(p.Ridge > 0) {
		return fmt.Errorf("ridge %v: must be above 0", p.Ridge)
	}
	if _, err := p.held(); err != nil {
		return fmt.Errorf("held: %w", err)
	}
	return p.LessonPlan.Check()
}

// held returns the weights that are held, by their numbers.
func (p *Plan) held() (map[int]float64, error) {
	held, err := kriegspielers.ParseWeights(kriegspielers.Screened)
	if err != nil || p.Hold == "" {
		return held, err
	}
	more, err := kriegspielers.ParseWeights(p.Hold)
	for k, x := range more {
		if _, ok := held[k]; ok {
			return nil, fmt.Errorf("weight %s is held by evaluation_screened.go: change it there", kriegspielers.EvaluationNames()[k])
		}
		held[k] = x
	}
	return held, err
}

// Fit is the result.
type Fit struct {
	Weights kriegspielers.Evaluation // rounded: no more is known
	// A pawn ahead makes a win likelier by the factor 2 to the power of so many bits.
	Pawn float64
	// Losses are the mean of -log2 of the chance of the score, in positions of games that were held out: by the fit, by the evaluation
	// set by hand at a scale of its own, and if nothing were known.
	Loss, LossByHand, LossUnknown float64
	Positions, PositionsHeldOut   int
}

// Run plays the games, so many at the same time, and fits. The result does not depend on how many. Progress, unless nil, is
// told how many games are played.
func Run(ctx context.Context, p *Plan, workers int, progress func(games int)) (*Fit, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	var fitted, held []kriegspielers.Valued
	played := 0
	err := episode.Batch(ctx, p.Games, workers, func() func(context.Context, int) ([]kriegspielers.Valued, error) {
		return func(ctx context.Context, n int) ([]kriegspielers.Valued, error) {
			l, err := p.Game(ctx, uint64(n))
			if err != nil {
				return nil, err
			}
			return l.Values, nil
		}
	}, func(n int, values []kriegspielers.Valued) {
		if n >= p.Games*4/5 {
			held = append(held, values...)
		} else {
			fitted = append(fitted, values...)
		}
		if played++; progress != nil {
			progress(played)
		}
	})
	if err != nil {
		return nil, err
	}
	hold, err := p.held()
	if err != nil {
		return nil, err
	}
	return fit(kriegspielers.ByHand(), hold, fitted, held, p.Ridge)
}

// fit fits the scale of an evaluation, and differences to it, but for weights that are held.
func fit(from kriegspielers.Evaluation, hold map[int]float64, values, held []kriegspielers.Valued, ridge float64) (*Fit, error) {
	if len(values) == 0 || len(held) == 0 {
		return nil, errors.New("the games have no position to fit: play more of them")
	}
	n := len(kriegspielers.EvaluationNames())
	same := logit.FitBinary(outcomes(values, nil), 1)
	byHand := logit.BinaryLoss(outcomes(held, nil), same)
	values, held = holding(from, hold, values), holding(from, hold, held)
	for k, x := range hold {
		from.Set(k, x)
	}
	unit := units(values, n)
	bits := logit.FitBinary(outcomes(values, unit), ridge)
	f := &Fit{
		Weights: from, Pawn: bits[0], Positions: len(values), PositionsHeldOut: len(held),
		Loss: logit.BinaryLoss(outcomes(held, unit), bits), LossByHand: byHand, LossUnknown: 1,
	}
	if !(f.Pawn > 0) {
		return nil, errors.New("the games do not tell that more men win: play more of them")
	}
	for k := range n {
		f.Weights.Set(k, round(from.At(k)+bits[k+1]/unit[k]/f.Pawn))
	}
	return f, f.Weights.Check()
}

// holding returns positions as they are valued with some weights held: by these nothing can be changed.
func holding(from kriegspielers.Evaluation, hold map[int]float64, values []kriegspielers.Valued) []kriegspielers.Valued {
	if len(hold) == 0 {
		return values
	}
	list := slices.Clone(values)
	for i := range list {
		v := &list[i]
		v.Slopes = slices.Clone(v.Slopes)
		for k := range v.Slopes { // in their order: a sum depends on it
			if x, ok := hold[k]; ok {
				v.Value += (x - from.At(k)) * v.Slopes[k]
				v.Slopes[k] = 0
			}
		}
	}
	return list
}

// units returns the standard deviations of the slopes, 1 where one never differs.
func units(values []kriegspielers.Valued, n int) []float64 {
	unit := make([]float64, n)
	for k := range unit {
		sum, squares := 0.0, 0.0
		for i := range values {
			x := values[i].Slopes[k]
			sum += x
			squares += x * x
		}
		mean := sum / float64(len(values))
		unit[k] = math.Sqrt(max(0, squares/float64(len(values))-mean*mean))
		if unit[k] < 1e-9 {
			unit[k] = 1
		}
	}
	return unit
}

// outcomes returns positions with what they are valued at as the first feature, which the ridge hardly touches, and the slopes by their units, if
// there are any, as the others.
func outcomes(values []kriegspielers.Valued, unit []float64) []logit.Outcome {
	var list []logit.Outcome
	for i := range values {
		o := logit.Outcome{Features: []float64{values[i].Value}, Score: values[i].Score}
		for k, x := range unit {
			o.Features = append(o.Features, values[i].Slopes[k]/x)
		}
		list = append(list, o)
	}
	return list
}

// round rounds to three figures.
func round(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		panic(err) // it was written by strconv
	}
	return rounded + 0
}
