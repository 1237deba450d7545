package program

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/internal/interval"
	"blindsight/registry"
)

// gameOptions are what 'play' was asked for.
type gameOptions struct {
	settings string
	player   string
	opponent string
	budget   blindsight.Budget
	games    int
	seed     uint64
	workers  int
	watch    bool
	asJSON   bool
}

func newPlay() *cobra.Command {
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Let players play a game of the list, and sum up what they gain",
		Long: `Let players play games, and sum up what the first side gains: its mean with the 95%
interval (by the bounds of the game where they are known, else two standard errors),
and where two sides play, how many games it won, drew and lost. 'blindsight games GAME'
tells which settings and players there are.

With --sims the result is the same on every run and for any number of workers.`,
		Example: `  blindsight play phantom --player andor --opponent random --set board=hex --games 100 --sims 1
  blindsight play phantom --player uct,opponent=uniform --opponent random --games 20 --sims 2000
  blindsight play minesweeper --player csp --set board=9x9/10 --games 100 --sims 1 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			setting, players, err := o.check(cmd, g)
			if err != nil {
				return err
			}
			return o.run(cmd, setting, players)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.settings, "set", "", "settings of the game, as NAME=VALUE,…")
	f.StringVar(&o.player, "player", "random", "player of the first side")
	f.StringVar(&o.opponent, "opponent", "random", "player of the other side, where there is one")
	f.IntVar(&o.games, "games", 100, "how many games")
	addBudget(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", experiment.DefaultSeed, "seed of the games and of the players")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.watch, "watch", false, "show the first game, step after step, as the side that acts knows it")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags, and returns what they ask for.
func (o *gameOptions) check(cmd *cobra.Command, g *catalog.Game) (*catalog.Setting, []string, error) {
	if err := checkBudget(cmd, &o.budget); err != nil {
		return nil, nil, err
	}
	if o.games < 1 || o.workers < 1 {
		return nil, nil, fmt.Errorf("--games %d --workers %d: both must be positive", o.games, o.workers)
	}
	setting, err := g.Open(o.settings)
	if err != nil {
		return nil, nil, fmt.Errorf("--set: %w", err)
	}
	players := []string{o.player}
	if err := setting.Check(o.player, 0); err != nil {
		return nil, nil, fmt.Errorf("--player: %w", err)
	}
	switch {
	case len(g.Sides) == 1 && cmd.Flags().Changed("opponent"):
		return nil, nil, fmt.Errorf("--opponent: %s is played by one side", g.Name)
	case len(g.Sides) > 1:
		if err := setting.Check(o.opponent, 1); err != nil {
			return nil, nil, fmt.Errorf("--opponent: %w", err)
		}
		players = append(players, o.opponent)
	}
	return setting, players, nil
}

func (o *gameOptions) run(cmd *cobra.Command, s *catalog.Setting, players []string) error {
	out := cmd.OutOrStdout()
	type playFunc = func(context.Context, int) (catalog.Result, error)
	sum := gameSum{sides: len(players)}
	start := time.Now()
	err := episode.Batch(cmd.Context(), o.games, o.workers, func() playFunc {
		match, err := s.Seat(players...)
		return func(ctx context.Context, n int) (catalog.Result, error) {
			if err != nil {
				return catalog.Result{}, err
			}
			p := catalog.Play{Seed: o.seed, Number: uint64(n), Budgets: []blindsight.Budget{o.budget}}
			if o.watch && n == 0 {
				p.Each = func(step *catalog.Step) { writeStep(cmd.ErrOrStderr(), s.Game, step) }
			}
			return match.Play(ctx, p)
		}
	}, func(_ int, r catalog.Result) { sum.add(&r) })
	if err != nil && cmd.Context().Err() == nil {
		return failure{err}
	}
	if sum.games == 0 {
		return failure{fmt.Errorf("interrupted before a game was finished")}
	}
	if printed := sum.write(out, o, s, players, time.Since(start)); printed != nil {
		return printed
	}
	if err != nil {
		return errInterrupted
	}
	return nil
}

// writeStep shows a step of the game that is watched.
func writeStep(out io.Writer, g *catalog.Game, s *catalog.Step) {
	fmt.Fprintf(out, "%s: %s: %s\n", g.Sides[s.Side], s.Action, s.Seen)
	if !s.Over {
		fmt.Fprintf(out, "%s\n", strings.TrimRight(s.View(s.Side), "\n"))
	}
}

// gameSum sums up games for their first side.
type gameSum struct {
	sides                     int
	games, wins, draws, steps int
	sum, squares              float64
	thought                   time.Duration
	decisions                 int
	health                    blindsight.Health
}

func (g *gameSum) add(r *catalog.Result) {
	gained := r.Gained[0]
	g.games++
	g.sum += gained
	g.squares += gained * gained
	g.steps += r.Steps
	if gained > 0 {
		g.wins++
	} else if gained == 0 {
		g.draws++
	}
	g.thought += r.Sides[0].Thought
	g.decisions += r.Sides[0].Decisions
	g.health = g.health.Add(r.Sides[0].Health)
}

// mean returns the mean of what was gained, and its 95% interval: one that assumes
// nothing but the bounds of the game where these are known, else two standard errors.
func (g *gameSum) mean(s *catalog.Setting) (mean float64, ci [2]float64) {
	if lo, hi, known := s.Bounds(); known {
		mean, ci[0], ci[1] = interval.Mean95(g.sum, g.squares, g.games, lo, hi)
		return mean, ci
	}
	n := float64(g.games)
	mean = g.sum / n
	deviation := math.Inf(1)
	if g.games > 1 {
		deviation = math.Sqrt(max(0, g.squares/n-mean*mean) / (n - 1))
	}
	return mean, [2]float64{mean - 2*deviation, mean + 2*deviation}
}

// ciText returns an interval in words, nothing where none is known.
func ciText(ci [2]float64) string {
	if math.IsInf(ci[0], -1) {
		return ""
	}
	return fmt.Sprintf(" (95%%: %.4f to %.4f)", ci[0], ci[1])
}

// playedJSON is what 'play' prints.
type playedJSON struct {
	Game     string            `json:"game"`
	Settings string            `json:"settings"`
	Player   string            `json:"player"`
	Opponent string            `json:"opponent,omitempty"`
	Seed     uint64            `json:"seed"`
	Sims     int               `json:"sims,omitempty"`
	Time     string            `json:"time,omitempty"`
	Games    int               `json:"games"`
	Mean     float64           `json:"mean"`
	CI95     *[2]float64       `json:"ci95,omitempty"` // not of one game without bounds
	Wins     *int              `json:"wins,omitempty"`
	Draws    *int              `json:"draws,omitempty"`
	Losses   *int              `json:"losses,omitempty"`
	Steps    float64           `json:"steps_per_game"`
	Decision float64           `json:"seconds_per_decision"`
	Seconds  float64           `json:"seconds"`
	Health   blindsight.Health `json:"health"`
}

func (g *gameSum) write(out io.Writer, o *gameOptions, s *catalog.Setting, players []string, took time.Duration) error {
	mean, ci := g.mean(s)
	losses := g.games - g.wins - g.draws
	if !o.asJSON {
		fmt.Fprintf(out, "%s (%s), %s: %s, mean %.4f%s\n",
			s.Game.Name, s.Text, strings.Join(players, " against "), plural(g.games, "1 game", "%d games"), mean, ciText(ci))
		if g.sides > 1 {
			fmt.Fprintf(out, "%d won, %d drawn, %d lost\n", g.wins, g.draws, losses)
		}
		fmt.Fprintf(out, "%.1f steps a game\n", float64(g.steps)/float64(g.games))
		if n := g.health.Fallbacks; n > 0 {
			fmt.Fprintf(out, "%s at random for want of a belief\n", plural(int(n), "1 decision", "%d decisions"))
		}
		return nil
	}
	j := playedJSON{
		Game: s.Game.Name, Settings: s.Text, Player: players[0], Seed: o.seed, Sims: o.budget.Simulations,
		Games: g.games, Mean: mean,
		Steps: float64(g.steps) / float64(g.games), Decision: g.thought.Seconds() / float64(max(g.decisions, 1)),
		Seconds: took.Seconds(), Health: g.health,
	}
	if !math.IsInf(ci[0], -1) {
		j.CI95 = &ci
	}
	if o.budget.Time > 0 {
		j.Time = o.budget.Time.String()
	}
	if g.sides > 1 {
		j.Opponent, j.Wins, j.Draws, j.Losses = players[1], &g.wins, &g.draws, &losses
	}
	return writeJSON(out, j)
}
