// Package opponentfit fits the model of a blind opponent of Kriegspiel by which the player foresight plays: which moves he
// makes, where his men stand, and how often he takes what hangs. Of further styles of play the moves alone are fitted.
//
// The data are games of a player against itself or another one (kriegspielers.LessonPlan), by number and seed. Moves and positions are
// conditional logit models with a ridge (package logit), rates are counted. The last fifth of the games is held out, to
// say how well the models do on games that they were not fitted on.
package opponentfit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"blindsight/episode"
	"blindsight/internal/logit"
	"blindsight/player/kriegspielers"
)

const (
	ridge  = 2.0
	passes = 80
)

// Plan is the data of a fit.
type Plan struct {
	kriegspielers.LessonPlan
	// Games are played, from number 0 on. Each takes about a megabyte until the fit is done.
	Games int
	// Style names the style whose moves these are, of [kriegspielers.Styles]; empty stands for the first, of which there is more than moves.
	Style string
}

// Check tells what is wrong with a plan.
func (p *Plan) Check() error {
	if p.Games < 5 {
		return errors.New("games: must be at least 5, of which one is held out")
	}
	if styles := kriegspielers.Styles()[1:]; p.Style != "" && !slices.Contains(styles, p.Style) {
		return fmt.Errorf("style %s: want one of %s", p.Style, strings.Join(styles, ", "))
	}
	return p.LessonPlan.Check()
}

// Model is a fitted model of choices, and how it does on games held out: log loss in bits and mean rank of what was
// chosen, beside those without the model.
type Model struct {
	Bits                    []float64
	Loss, Rank              float64
	UniformLoss, Unordered  float64
	Choices, ChoicesHeldOut int
}

// Fit is the result. Of a style there are moves and rates alone.
type Fit struct {
	Moves, Positions Model
	Hung, Taken      [9]int
}

// Run plays the games, so many at the same time, and fits. The result does not depend on how many. Progress, unless nil,
// is told how many games are played.
func Run(ctx context.Context, p *Plan, workers int, progress func(games int)) (*Fit, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	var f Fit
	var moves, positions, heldMoves, heldPositions []logit.Choice
	played := 0
	err := episode.Batch(ctx, p.Games, workers, func() func(context.Context, int) (*kriegspielers.Lesson, error) {
		return func(ctx context.Context, n int) (*kriegspielers.Lesson, error) { return p.Game(ctx, uint64(n)) }
	}, func(n int, l *kriegspielers.Lesson) {
		if n >= p.Games*4/5 {
			heldMoves, heldPositions = append(heldMoves, l.Moves...), append(heldPositions, l.Positions...)
		} else {
			moves, positions = append(moves, l.Moves...), append(positions, l.Positions...)
			for how := range f.Hung {
				f.Hung[how] += l.Hung[how]
				f.Taken[how] += l.Taken[how]
			}
		}
		if played++; progress != nil {
			progress(played)
		}
	})
	if err != nil {
		return nil, err
	}
	if f.Moves, err = fit(ctx, moves, heldMoves, kriegspielers.MoveTraits); err != nil {
		return nil, err
	}
	if p.Style != "" {
		return &f, nil
	}
	f.Positions, err = fit(ctx, positions, heldPositions, kriegspielers.PositionTraits)
	return &f, err
}

func fit(ctx context.Context, choices, held []logit.Choice, features int) (Model, error) {
	if len(choices) == 0 || len(held) == 0 {
		return Model{}, errors.New("the games have no choice to fit: play more of them")
	}
	if err := ctx.Err(); err != nil {
		return Model{}, err
	}
	r := logit.Fit(choices, features, ridge, passes)
	for i, x := range r.Bits {
		r.Bits[i] = round(x)
	}
	none := make([]float64, features)
	return Model{
		Bits: r.Bits, Loss: logit.Loss(held, r.Bits), Rank: meanRank(held, r.Bits),
		UniformLoss: logit.Loss(held, none), Unordered: meanRank(held, none),
		Choices: len(choices), ChoicesHeldOut: len(held),
	}, nil
}

// round rounds to hundredths of a bit: no more is known.
func round(x float64) float64 { return math.Round(x*100)/100 + 0 }

func meanRank(list []logit.Choice, bits []float64) float64 {
	sum := 0.0
	for i := range list {
		sum += logit.Rank(&list[i], bits)
	}
	return sum / float64(len(list))
}

// Rate returns how often men that hung were taken. A game counts as one more of each kind, half of them taken: what was
// never seen has the rate of a half.
func (f *Fit) Rate(how int) float64 {
	return (float64(f.Taken[how]) + 0.5) / (float64(f.Hung[how]) + 1)
}
