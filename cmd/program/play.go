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
	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/internal/interval"
	"blindsight/internal/plural"
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

With --sims the result is the same on every run and for any number of workers. Players
that do not search need no budget: --time 0.

` + aboutPrograms,
		Example: `  blindsight play phantom --player andor --opponent random --set board=hex --games 100 --sims 1
  blindsight play phantom --player uct,opponent=uniform --opponent random --games 20 --sims 2000
  blindsight play minesweeper --player csp --set board=9x9/10 --games 100 --sims 1 --json
  blindsight play kriegspiel --player "exec:python3 examples/python/kriegspiel_bot.py" --games 10 --sims 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			host := engine.NewHost(cmd.ErrOrStderr())
			defer host.Close()
			setting, players, err := o.check(cmd, g, host.Door)
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
	console.AddBudget(cmd, &o.budget)
	console.AddCPU(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", experiment.DefaultSeed, "seed of the games and of the players")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.watch, "watch", false, "show the first game, step after step, as the side that acts knows it")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags, and returns what they ask for.
func (o *gameOptions) check(cmd *cobra.Command, g *catalog.Game, door catalog.Door) (*catalog.Setting, []string, error) {
	instant := o.budget == blindsight.Budget{} && !cmd.Flags().Changed("sims")
	if !instant {
		if err := console.CheckBudget(cmd, &o.budget); err != nil {
			return nil, nil, err
		}
	}
	if o.games < 1 || o.workers < 1 {
		return nil, nil, fmt.Errorf("--games %d --workers %d: both must be positive", o.games, o.workers)
	}
	setting, err := g.Open(o.settings)
	if err != nil {
		return nil, nil, fmt.Errorf("--set: %w", err)
	}
	setting = setting.Admit(door)
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
	for _, p := range players {
		if err := g.CheckInstant(p); instant && err != nil {
			return nil, nil, fmt.Errorf("--time 0: %w", err)
		}
	}
	return setting, players, nil
}

func (o *gameOptions) run(cmd *cobra.Command, s *catalog.Setting, players []string) error {
	out := cmd.OutOrStdout()
	type playFunc = func(context.Context, int) (catalog.Result, error)
	sum := gameSum{sides: len(players)}
	var shown console.Progress = console.Quiet{}
	if !o.watch {
		shown = console.NewProgress(cmd.ErrOrStderr(), "games", o.games)
	}
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
	}, func(_ int, r catalog.Result) {
		sum.add(&r)
		shown.Step()
	})
	shown.Finish()
	if err != nil && cmd.Context().Err() == nil {
		return console.Failed(err)
	}
	if sum.games == 0 {
		return console.Failed(fmt.Errorf("interrupted before a game was finished"))
	}
	if printed := sum.write(out, o, s, players, time.Since(start)); printed != nil {
		return printed
	}
	if err != nil {
		return console.ErrPartial
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
	forfeits                  forfeits
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
	g.forfeits.add(r.Forfeit)
}

// mean returns the mean of what was gained, and its 95% interval.
func (g *gameSum) mean(s *catalog.Setting) (mean float64, ci [2]float64) {
	lo, hi, known := s.Bounds()
	return meanGained(g.sum, g.squares, g.games, lo, hi, known)
}

// meanGained returns the mean of values, and its 95% interval: one that assumes nothing but
// their bounds where these are known, else two standard errors.
func meanGained(sum, squares float64, values int, lo, hi float64, known bool) (mean float64, ci [2]float64) {
	if known {
		mean, ci[0], ci[1] = interval.Mean95(sum, squares, values, lo, hi)
		return mean, ci
	}
	mean, ci[0], ci[1] = interval.Errors95(sum, squares, values)
	return mean, ci
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
	CPU      string            `json:"cpu,omitempty"`
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
	Forfeits []forfeitJSON     `json:"forfeits,omitempty"`
}

func (g *gameSum) write(out io.Writer, o *gameOptions, s *catalog.Setting, players []string, took time.Duration) error {
	mean, ci := g.mean(s)
	losses := g.games - g.wins - g.draws
	if !o.asJSON {
		fmt.Fprintf(out, "%s (%s), %s: %s, mean %.4f%s\n",
			s.Game.Name, s.Text, strings.Join(players, " against "), plural.Form(g.games, "1 game", "%d games"), mean, ciText(ci))
		if g.sides > 1 {
			fmt.Fprintf(out, "%d won, %d drawn, %d lost\n", g.wins, g.draws, losses)
		}
		fmt.Fprintf(out, "%.1f steps a game\n", float64(g.steps)/float64(g.games))
		if n := g.health.Fallbacks; n > 0 {
			fmt.Fprintf(out, "%s at random for want of a belief\n", plural.Form(int(n), "1 decision", "%d decisions"))
		}
		writeForfeits(out, "", g.forfeits.list(s.Game.Sides))
		return nil
	}
	j := playedJSON{
		Game: s.Game.Name, Settings: s.Text, Player: players[0], Seed: o.seed, Sims: o.budget.Simulations,
		Games: g.games, Mean: mean,
		Steps: float64(g.steps) / float64(g.games), Decision: g.thought.Seconds() / float64(max(g.decisions, 1)),
		Seconds: took.Seconds(), Health: g.health, Forfeits: g.forfeits.list(s.Game.Sides),
	}
	if !math.IsInf(ci[0], -1) {
		j.CI95 = &ci
	}
	if o.budget.Time > 0 {
		j.Time = o.budget.Time.String()
	}
	if o.budget.CPU > 0 {
		j.CPU = o.budget.CPU.String()
	}
	if g.sides > 1 {
		j.Opponent, j.Wins, j.Draws, j.Losses = players[1], &g.wins, &g.draws, &losses
	}
	return console.WriteJSON(out, j)
}
