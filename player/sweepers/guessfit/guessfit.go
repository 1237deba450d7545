// Package guessfit fits the weights by which the player strong weighs its guesses.
//
// It plays games that survive (package survival). At some guesses of each, every candidate is played out several times on
// common boards, strong going on without a budget. What a candidate wins, as a share of its position's mean, is explained
// by its features (strong.Features): the weights are the least squares of the differences within positions. Errors are
// those of positions drawn independently, whatever their candidates have in common (clustered standard errors).
package guessfit

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/survival"
)

// Plan is the data of a fit: games by seed.
type Plan struct {
	Boards []*minesweeper.Game
	// Games is how many are played of each board, from number 0 on, Seed their seed.
	Games int
	Seed  uint64
	// Guesses is how many of a game are looked at, at most, drawn at random; Playouts how often each candidate is
	// played out.
	Guesses, Playouts int
	// Options are of the player whose guesses these are, and who goes on after them.
	Options strong.Options
}

// DefaultOptions are those of plans that say nothing else: strong's own, with ten candidates.
func DefaultOptions() strong.Options {
	o := strong.Default()
	o.Candidates = 10
	return o
}

// Check tells what is wrong with a plan.
func (p *Plan) Check() error {
	switch {
	case len(p.Boards) == 0:
		return errors.New("boards: there must be one at least")
	case p.Games < 1:
		return errors.New("games: must be at least 1")
	case p.Guesses < 1:
		return errors.New("guesses: must be at least 1")
	case p.Playouts < 1:
		return errors.New("playouts: must be at least 1")
	}
	return p.Options.Check()
}

// leastLevel is the mean chance to win from which on a position is taken: below, hardly anything is won, and shares of it
// say little.
const leastLevel = 0.1

// Fit is the result.
type Fit struct {
	Positions int
	Weights   strong.Ahead
	// Errors are the standard errors of the weights.
	Errors strong.Ahead
	// Spread is the standard deviation of what candidates are worth, Left of what the weights leave unexplained of it
	// (both with the noise of the playouts), by how many guesses are looked ahead.
	Spread float64
	Left   [len(strong.Ahead{})]float64
}

// Run plays the games, so many at the same time, and fits. The result does not depend on how many. Progress, unless nil,
// is told how many games are played.
func Run(ctx context.Context, p *Plan, workers int, progress func(games int)) (*Fit, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	var sets []set
	played := 0
	err := episode.Batch(ctx, len(p.Boards)*p.Games, workers, func() func(context.Context, int) ([]set, error) {
		return p.game
	}, func(_ int, s []set) {
		sets = append(sets, s...)
		if played++; progress != nil {
			progress(played)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, errors.New("no guess of these games can be fitted: play more of them, or on larger boards")
	}
	f := &Fit{Positions: len(sets)}
	none := make([]float64, len(strong.WeightNames()))
	f.Spread = unexplained(sets, none)
	for depth := 2; depth < len(f.Weights); depth++ {
		var skip []string
		if depth == 2 {
			skip = []string{"Reply"} // it is not looked at
		}
		weights, errs := leastSquares(sets, skip)
		for k := range weights {
			f.Weights[depth].Set(k, weights[k])
			f.Errors[depth].Set(k, errs[k])
		}
		f.Left[depth] = unexplained(sets, weights)
	}
	return f, nil
}

// game plays game n and returns the positions of some of its guesses.
func (p *Plan) game(ctx context.Context, n int) ([]set, error) {
	g := p.Boards[n/p.Games]
	board, number := uint64(n/p.Games), uint64(n%p.Games)
	features := strong.NewFeatures(p.Options)
	var views []*minesweeper.View
	_, err := survival.New(strong.New(p.Options), blindsight.Budget{}).Game(ctx, randstream.New(p.Seed, "fit", board, number), g, func(guess *survival.Guess) (bool, error) {
		if guess.Position != nil && !guess.Exact() {
			views = append(views, guess.View.Clone())
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	rng := randstream.New(p.Seed, "fit playouts", board, number)
	rng.Shuffle(len(views), func(i, j int) { views[i], views[j] = views[j], views[i] })
	var sets []set
	for _, v := range views[:min(p.Guesses, len(views))] {
		list, err := features.Of(ctx, v)
		if err != nil {
			return nil, err
		}
		if len(list) < 2 {
			continue
		}
		s, err := p.played(ctx, rng, v, list)
		if err != nil {
			return nil, err
		}
		if s.center() {
			sets = append(sets, s)
		}
	}
	return sets, nil
}

// played plays out the candidates of a view.
func (p *Plan) played(ctx context.Context, rng *rand.Rand, v *minesweeper.View, list []strong.Candidate) (set, error) {
	s := set{y: make([]float64, len(list))}
	for i := range list {
		s.x = append(s.x, list[i].Features)
	}
	plays := survival.New(strong.New(p.Options), blindsight.Budget{})
	root, err := survival.Counted(v)
	if err != nil {
		return s, err
	}
	plays.Forget()
	var stream rand.PCG
	var board minesweeper.State
	for range p.Playouts {
		root.Draw(rng, &board)
		seed := rng.Uint64()
		for i := range list {
			stream.Seed(seed, 1)
			x, err := plays.After(ctx, rand.New(&stream), v, root, &board, list[i].Cell)
			if err != nil {
				return s, err
			}
			s.y[i] += x / float64(p.Playouts)
		}
	}
	return s, nil
}
