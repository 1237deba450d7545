// Package gain measures how much more one player of Minesweeper wins than another, with far fewer games than playing
// both would take.
//
// Games are played by the new player. What it does otherwise than the old one would, the old one plays out: after its
// own cell, and after the new player's. By the lemma of performance differences the sum of these advantages, each
// weighted by the chance to get there, is the difference of the two win rates:
//
//	S. Kakade, J. Langford, Approximately optimal approximate reinforcement learning, ICML 2002, Lemma 6.1.
//
// All games and plays survive every guess and count by their chances (package survival), and both cells are played on
// the same hidden boards (common random numbers): a thousand games tell differences of 0.1 points.
package gain

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/internal/randstream"
	"blindsight/player/sweepers/survival"
)

// Side is one of the two players.
type Side struct {
	// New makes the player: one for each game, so that no game depends on another.
	New    func() (minesweeper.Planner, error)
	Budget blindsight.Budget
}

// Match is what is compared.
type Match struct {
	Game     *minesweeper.Game
	New, Old Side
	// Playouts is how often the old player plays out each difference.
	Playouts int
}

// Check tells what is wrong with a match.
func (m *Match) Check() error {
	if m.Playouts < 1 {
		return errors.New("playouts: must be at least 1")
	}
	return nil
}

// Phases are shares of cells that are not known up to which gains are told apart. The first is for where the new
// player plays the exact optimum, the last for the first cell.
var Phases = [...]float64{0, 0.25, 0.5, 0.8, 0.95, 1}

// Game is what one game of the new player tells.
type Game struct {
	Win     float64              `json:"win"` // how likely it was won
	Gained  [len(Phases)]float64 `json:"gained"`
	Guesses [len(Phases)]int     `json:"guesses"`
	Differ  int                  `json:"differ"` // guesses of which the old player would have made another
}

// Total returns what the game gains, as a chance to win.
func (g *Game) Total() float64 {
	sum := 0.0
	for _, x := range g.Gained {
		sum += x
	}
	return sum
}

// Play plays one game: number and seed alone decide its random numbers.
func (m *Match) Play(ctx context.Context, seed uint64, number int) (Game, error) {
	var r Game
	fresh, err := m.New.New()
	if err != nil {
		return r, err
	}
	old, err := m.Old.New()
	if err != nil {
		return r, err
	}
	c := comparison{Match: m, old: old, plays: survival.New(old, m.Old.Budget), rng: randstream.New(seed, "gain old", uint64(number))}
	r.Win, err = survival.New(fresh, m.New.Budget).Game(ctx, randstream.New(seed, "gain", uint64(number)), m.Game, func(g *survival.Guess) (bool, error) {
		x, differ, err := c.advantage(ctx, g)
		phase := m.phase(g)
		r.Guesses[phase]++
		r.Gained[phase] += g.Weight * x
		if differ {
			r.Differ++
		}
		return err == nil && !g.Exact(), err
	})
	return r, err
}

func (m *Match) phase(g *survival.Guess) int {
	if g.Exact() {
		return 0
	}
	unknown := m.Game.Cells()
	if g.Position != nil {
		unknown = 0
		for _, k := range g.Position.Counter.Certain() {
			if k < 0 {
				unknown++
			}
		}
	}
	phase := 1
	for float64(unknown) > Phases[phase]*float64(m.Game.Cells()) {
		phase++
	}
	return phase
}

// comparison is the old player and its plays in one game of the new one.
type comparison struct {
	*Match
	old   minesweeper.Planner
	plays *survival.Plays
	rng   *rand.Rand
	board minesweeper.State
}

// advantage returns how much better a guess of the new player is than the old player's, if the old one plays on after
// either, and whether they differ.
func (c *comparison) advantage(ctx context.Context, g *survival.Guess) (x float64, differ bool, err error) {
	d, err := c.old.Choose(ctx, c.rng, g.View, c.Old.Budget)
	if err != nil {
		return 0, false, err
	}
	exact := d.Measure == blindsight.ExactReturn
	same := d.Action == g.Decision.Action
	if exact && g.Exact() || same && !g.Exact() {
		return 0, !same, nil
	}
	c.plays.Forget()
	after, before := 0.0, 0.0
	var stream rand.PCG
	for range c.Playouts {
		if g.Position != nil {
			g.Position.Draw(c.rng, &c.board)
		}
		seed := c.rng.Uint64()
		play := func(cell minesweeper.Cell) float64 {
			stream.Seed(seed, 1)
			var value float64
			if err == nil {
				value, err = c.play(ctx, rand.New(&stream), g, cell)
			}
			return value
		}
		if !exact {
			before += play(d.Action)
		}
		if !g.Exact() {
			after += play(g.Decision.Action)
		}
	}
	after, before = after/float64(c.Playouts), before/float64(c.Playouts)
	if exact {
		before = d.Value
	}
	if g.Exact() {
		after = g.Decision.Value
	}
	return after - before, !same, err
}

func (c *comparison) play(ctx context.Context, rng *rand.Rand, g *survival.Guess, cell minesweeper.Cell) (float64, error) {
	if g.Position == nil {
		return c.plays.Begin(ctx, rng, c.Game, cell)
	}
	return c.plays.After(ctx, rng, g.View, g.Position, &c.board, cell)
}

// Result is what some games tell together. The zero value is that of none.
type Result struct {
	Games   int
	Differ  int
	Guesses [len(Phases)]int
	win     interval.Values
	total   interval.Values
	gained  [len(Phases)]interval.Values
}

// Add counts a game.
func (r *Result) Add(g *Game) {
	r.Games++
	r.Differ += g.Differ
	r.win.Add(g.Win)
	r.total.Add(g.Total())
	for i, x := range g.Gained {
		r.gained[i].Add(x)
		r.Guesses[i] += g.Guesses[i]
	}
}

// Estimate is a mean and its interval of about 95%: two standard errors on either side or, where no game gained or lost
// anything, the rule of three ([interval.Values.Rare95]).
type Estimate struct {
	Mean float64    `json:"mean"`
	CI95 [2]float64 `json:"ci95"`
}

func estimate(v interval.Values) (e Estimate) {
	const most = 1 // a whole win
	e.Mean, e.CI95[0], e.CI95[1] = v.Rare95(most)
	return e
}

// Total returns the gain: the win rate of the new player less that of the old.
func (r *Result) Total() Estimate { return estimate(r.total) }

// Phase returns the part of the gain that one of the [Phases] has.
func (r *Result) Phase(i int) Estimate { return estimate(r.gained[i]) }

// Win returns the win rate of the new player.
func (r *Result) Win() Estimate { return estimate(r.win) }

// Run plays games 0 to games-1 of a seed, so many at the same time; the result does not depend on how many. Each is
// told to done, unless that is nil, in order. Where the context ends, the result is that of the games before the first
// that was not finished, with the context's error.
func (m *Match) Run(ctx context.Context, seed uint64, games, workers int, done func(n int, g *Game)) (*Result, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	var r Result
	err := episode.Batch(ctx, games, workers, func() func(context.Context, int) (Game, error) {
		return func(ctx context.Context, n int) (Game, error) { return m.Play(ctx, seed, n) }
	}, func(n int, g Game) {
		if n != r.Games {
			return // one before it was not finished
		}
		r.Add(&g)
		if done != nil {
			done(n, &g)
		}
	})
	return &r, err
}
