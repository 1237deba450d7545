// Package tuning chooses the constants of the player strong by what they win.
//
// Each constant is measured at the value in use and at a few others, one constant at a time. A player with another value
// plays games that survive, and so does the one in use; both are held against the latter without a budget (package
// gain), on the same boards and with the same random numbers wherever they come to the same position. The difference of
// the two gains, game by game, is what the other value wins. It is taken if its interval lies above 0; else the value
// in use stays.
package tuning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/internal/nearest"
	"blindsight/player/sweepers/gain"
	"blindsight/player/sweepers/strong"
)

// Plan is what is measured: games by seed.
type Plan struct {
	// Boards are for the constants of guesses and of playouts, Small for those of small boards and of first cells: up to 36
	// cells, and no opening that is known by heart.
	Boards, Small []*minesweeper.Game
	// Instant is how many games each value plays without a budget on each board, Games how many with one.
	Instant, Games int
	// Sims is the budget, in simulations for each decision.
	Sims int
	// Playouts is how often each difference is played out.
	Playouts int
	Seed     uint64
	// Constants are the names of those that are measured, none for all. The others stay as they are.
	Constants []string
}

// Check tells what is wrong with a plan.
func (p *Plan) Check() error {
	switch {
	case len(p.Boards) == 0 || len(p.Small) == 0:
		return errors.New("boards, small boards: there must be one of each at least")
	case p.Instant < 2 || p.Games < 2:
		return errors.New("games: must be at least 2")
	case p.Sims < 1:
		return errors.New("simulations: must be at least 1")
	case p.Playouts < 1:
		return errors.New("playouts: must be at least 1")
	}
	for _, name := range p.Constants {
		if _, ok := grid[name]; !ok {
			all := strong.ConstantNames()
			return fmt.Errorf("constant %q: there is none of that name%s: use one of %s", name, nearest.Hint(name, all), strings.Join(all, ", "))
		}
	}
	return nil
}

// where says in which games a constant is measured.
type where int

const (
	atOnce  where = iota // on the boards, without a budget
	played               // on the boards, with one
	onSmall              // on the small boards, with one
)

// grid are the values that are tried beside the one in use, made of it.
var grid = map[string]struct {
	where
	others func(x float64) []float64
}{
	"Candidates":    {atOnce, halfAndTwice},
	"Loose":         {atOnce, halfAndTwice},
	"Window":        {atOnce, beside(0.05)},
	"Playouts":      {played, halfAndTwice},
	"EarlyShare":    {played, halfAndTwice},
	"Beginning":     {played, beside(0.04)},
	"Reach":         {played, halfAndTwice},
	"LateDoubt":     {played, halfAndTwice},
	"EarlyDoubt":    {played, halfAndTwice},
	"Early":         {played, beside(0.15)},
	"Round":         {played, halfAndTwice},
	"Worthwhile":    {played, halfAndTwice},
	"LeastVariance": {played, halfAndTwice},
	"Close":         {onSmall, halfAndTwice},
	"Caution":       {onSmall, halfAndTwice},
	"UsualLead":     {onSmall, halfAndTwice},
	"FirstDoubt":    {onSmall, halfAndTwice},
}

func halfAndTwice(x float64) []float64 { return []float64{x / 2, 2 * x} }

func beside(step float64) func(float64) []float64 {
	return func(x float64) []float64 { return []float64{x - step, x + step} }
}

// trial is a value that is measured. Without a constant it is the player in use.
type trial struct {
	constant int // in [strong.ConstantNames], -1 for none
	value    float64
	where
}

// trials lists everything to be measured: in the order of the names, each before the first that it is compared with.
func (p *Plan) trials(in *strong.Constants) []trial {
	var list []trial
	base := map[where]bool{atOnce: true} // without a budget the player in use gains nothing over itself
	for k, name := range strong.ConstantNames() {
		if len(p.Constants) > 0 && !slices.Contains(p.Constants, name) {
			continue
		}
		g := grid[name]
		if !base[g.where] {
			base[g.where] = true
			list = append(list, trial{-1, 0, g.where})
		}
		for _, x := range g.others(in.At(k)) {
			c := *in
			c.Set(k, math.Round(x*1e6)/1e6)
			if c.Check() == nil {
				list = append(list, trial{k, c.At(k), g.where})
			}
		}
	}
	return list
}

// games returns on which boards a trial is measured, and in how many games on each.
func (p *Plan) games(w where) (boards []*minesweeper.Game, games int) {
	switch w {
	case atOnce:
		return p.Boards, p.Instant
	case played:
		return p.Boards, p.Games
	default:
		return p.Small, p.Games
	}
}

// Total returns how many games are played in all.
func (p *Plan) Total() int {
	in, total := strong.Tuned(), 0
	for _, t := range p.trials(&in) {
		boards, games := p.games(t.where)
		total += len(boards) * games
	}
	return total
}

// Other is a value that was measured, and what it wins over that in use, as a chance to win.
type Other struct {
	Value        float64
	Gain, Lo, Hi float64
	Differs      bool // in some game
}

// Choice is what was found of one constant. Without Others it was not measured.
type Choice struct {
	Name        string
	InUse       float64
	Chosen      float64
	Others      []Other
	WithBudget  bool
	SmallBoards bool
}

// Run measures everything, so many games at the same time, and chooses. The result does not depend on how many. Progress, unless
// nil, is told how many games are played. The intervals are of 95% for all of them together (Bonferroni's correction).
func Run(ctx context.Context, p *Plan, workers int, progress func(games int)) ([]Choice, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	in := strong.Tuned()
	list := p.trials(&in)
	type job struct {
		trial, game int
		board       *minesweeper.Game
	}
	var jobs []job
	for i, t := range list {
		boards, games := p.games(t.where)
		for _, b := range boards {
			for n := range games {
				jobs = append(jobs, job{i, n, b})
			}
		}
	}
	gains := make([][]float64, len(list)) // of each trial, game by game
	played := 0
	err := episode.Batch(ctx, len(jobs), workers, func() func(context.Context, int) (float64, error) {
		return func(ctx context.Context, n int) (float64, error) {
			j := jobs[n]
			return p.play(ctx, list[j.trial], j.board, j.game)
		}
	}, func(n int, x float64) {
		gains[jobs[n].trial] = append(gains[jobs[n].trial], x)
		if played++; progress != nil {
			progress(played)
		}
	})
	if err != nil {
		return nil, err
	}
	return choose(&in, list, gains), nil
}

// play plays one game of a trial, and returns what it gains over the player in use without a budget.
func (p *Plan) play(ctx context.Context, t trial, board *minesweeper.Game, number int) (float64, error) {
	o := strong.Default()
	if t.constant >= 0 {
		o.Set(t.constant, t.value)
	}
	m := gain.Match{
		Game: board, Playouts: p.Playouts,
		New: gain.Side{New: func() (minesweeper.Planner, error) { return &steady{strong.New(o), p.Seed}, nil }},
		Old: gain.Side{New: func() (minesweeper.Planner, error) { return strong.New(strong.Default()), nil }},
	}
	if t.where != atOnce {
		m.New.Budget.Simulations = p.Sims
	}
	g, err := m.Play(ctx, p.Seed, number)
	return g.Total(), err
}

// steady is a player whose random numbers are made of the position: two that differ in a constant go the same way until it
// matters, on the same hidden board.
type steady struct {
	player minesweeper.Planner
	seed   uint64
}

// Choose implements [blindsight.Planner].
func (s *steady) Choose(ctx context.Context, _ *rand.Rand, v *minesweeper.View, b blindsight.Budget) (minesweeper.Decision, error) {
	key := v.Key()
	return s.player.Choose(ctx, rand.New(rand.NewPCG(key.Hi^s.seed, key.Lo)), v, b)
}

// choose compares the gains of all trials with those of the player in use.
func choose(in *strong.Constants, list []trial, gains [][]float64) []Choice {
	base := map[where][]float64{}
	others := 0
	for i, t := range list {
		if t.constant < 0 {
			base[t.where] = gains[i]
		} else {
			others++
		}
	}
	z := interval.NormalTail(0.025 / float64(max(1, others)))
	var choices []Choice
	for k, name := range strong.ConstantNames() {
		c := Choice{
			Name: name, InUse: in.At(k), Chosen: in.At(k),
			WithBudget: grid[name].where != atOnce, SmallBoards: grid[name].where == onSmall,
		}
		best := 0.0
		for i, t := range list {
			if t.constant != k {
				continue
			}
			o := compare(t.value, gains[i], base[t.where], z)
			c.Others = append(c.Others, o)
			if o.Lo > 0 && o.Gain > best {
				best, c.Chosen = o.Gain, o.Value
			}
		}
		choices = append(choices, c)
	}
	return choices
}

// compare returns the mean of differences, game by game, and z standard errors on either side. Without a budget the player in use gains
// nothing over itself. Where no game differs nothing is known of the next one, and nothing is better.
func compare(value float64, gains, base []float64, z float64) Other {
	n, sum, squares := float64(len(gains)), 0.0, 0.0
	for i, x := range gains {
		if base != nil {
			x -= base[i]
		}
		sum += x
		squares += x * x
	}
	mean := sum / n
	width := z * math.Sqrt(max(0, squares-sum*mean)/(n-1)/n)
	return Other{value, mean, mean - width, mean + width, squares > 0}
}
