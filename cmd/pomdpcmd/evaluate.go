package pomdpcmd

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/experiment/summary"
	"blindsight/game/pomdp"
	"blindsight/internal/plural"
	"blindsight/internal/randstream"
	"blindsight/player/planners"
)

// evaluation is what 'pomdp evaluate' was asked for.
type evaluation struct {
	player  string
	policy  string
	budget  blindsight.Budget
	runs    int
	horizon int
	seed    uint64
	workers int
	strict  bool
	asJSON  bool
}

func newPOMDPEvaluate() *cobra.Command {
	var o evaluation
	cmd := &cobra.Command{
		Use:   "evaluate FILE",
		Short: "Measure what a player, or a policy, gains in a POMDP",
		Long: `Let a player, or a policy as 'pomdp solve' writes them, play a problem, and print the mean of its discounted returns with its standard error. A play ends where
nothing more can happen that counts, else after --horizon steps; 0 is until what comes later counts less than a ten-thousandth of
what comes now. Where the file has costs, the mean is a cost.

With --sims the result is the same on every run and for any number of workers. 'blindsight games pomdp' tells which players there are.

` + aboutPOMDPFiles,
		Example: `  blindsight pomdp evaluate problem.pomdp --player uct --sims 1000 --runs 100
  blindsight pomdp evaluate problem.pomdp --policy problem.policy --runs 1000
  blindsight pomdp evaluate problem.pomdp --player uct,belief=particle --time 100ms --runs 500 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			m, err := readModel(cmd, args[0], o.strict)
			if err != nil {
				return err
			}
			g, err := pomdp.NewGame(m, o.horizon)
			if err != nil {
				return console.BadInput(fmt.Errorf("%s: %w", args[0], err))
			}
			return o.run(cmd, args[0], g)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "uct", "who plays, with its parameters")
	f.StringVar(&o.policy, "policy", "", "play by this policy file, in place of --player")
	f.IntVar(&o.runs, "runs", 100, "how many plays")
	f.IntVar(&o.horizon, "horizon", 0, "steps after which a play is cut; 0 is as long as they count")
	console.AddBudget(cmd, &o.budget)
	console.AddCPU(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", experiment.DefaultSeed, "seed of the plays and of the player")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "plays at the same time")
	f.BoolVar(&o.strict, "strict", false, "refuse what breaks the grammar")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags.
func (o *evaluation) check(cmd *cobra.Command) error {
	switch {
	case o.runs < 1 || o.workers < 1:
		return fmt.Errorf("--runs %d --workers %d: both must be positive", o.runs, o.workers)
	case o.horizon < 0:
		return fmt.Errorf("--horizon %d: must not be negative", o.horizon)
	}
	if o.policy != "" {
		o.player = "policy"
		return console.Exclusive(cmd, "player", "policy")
	}
	if err := planners.Catalogue.Check(o.player); err != nil {
		return fmt.Errorf("--player: %w", err)
	}
	if o.budget == (blindsight.Budget{}) && !cmd.Flags().Changed("sims") {
		if err := planners.Catalogue.CheckInstant(o.player); err != nil {
			return fmt.Errorf("--time 0: %w", err)
		}
		return nil
	}
	return console.CheckBudget(cmd, &o.budget)
}

// A return is how one play went.
type playReturn struct {
	gained float64
	steps  int
	ended  bool
	episode.Tally
}

func (o *evaluation) run(cmd *cobra.Command, file string, g *pomdp.Game) error {
	newPlayer, flag := func() (planners.Player, error) { return planners.Catalogue.New(o.player, g) }, "--player"
	if o.policy != "" {
		o.budget = blindsight.Budget{}
		newPlayer, flag = func() (planners.Player, error) { return planners.ReadPolicy(g, o.policy) }, "--policy"
	}
	if _, err := newPlayer(); err != nil {
		return console.BadInput(fmt.Errorf("%s: %w", flag, err))
	}
	var sum returns
	shown := console.NewProgress(cmd.ErrOrStderr(), "plays", o.runs)
	start := time.Now()
	err := episode.Batch(cmd.Context(), o.runs, o.workers, func() func(context.Context, int) (playReturn, error) {
		player, err := newPlayer()
		return func(ctx context.Context, n int) (playReturn, error) {
			if err != nil {
				return playReturn{}, err
			}
			return o.play(ctx, g, player, uint64(n))
		}
	}, func(_ int, r playReturn) {
		sum.add(&r)
		shown.Step()
	})
	shown.Finish()
	if err != nil && cmd.Context().Err() == nil {
		return console.Failed(err)
	}
	if sum.Played() == 0 {
		return console.Failed(fmt.Errorf("interrupted before a play was finished"))
	}
	if printed := sum.write(cmd.OutOrStdout(), o, file, g, time.Since(start)); printed != nil {
		return printed
	}
	if err != nil {
		return console.ErrPartial
	}
	return nil
}

// play lets a player play once.
func (o *evaluation) play(ctx context.Context, g *pomdp.Game, player planners.Player, n uint64) (r playReturn, err error) {
	rules := randstream.New(o.seed, "pomdp evaluate rules", n)
	var s pomdp.State
	turn := g.Start(rules, &s)
	seats := []episode.Seat[*pomdp.View, pomdp.Action]{{
		View: g.NewView(), Planner: player, Budget: o.budget, RNG: randstream.New(o.seed, "pomdp evaluate player", n),
	}}
	r.ended = turn == blindsight.Over
	gained, err := episode.Play(ctx, rules, g, &s, turn, seats, func(m *episode.Move[pomdp.Action, pomdp.Seen]) {
		r.steps++
		r.ended = m.Done()
		r.Count(m.Decision.Simulations, m.Decision.Health, m.Thought)
	})
	r.gained = gained[0]
	return r, err
}

// returns sums up plays.
type returns struct {
	summary.Games
	ended int
}

func (s *returns) add(r *playReturn) {
	s.Add(r.gained, r.steps, &r.Tally)
	if r.ended {
		s.ended++
	}
}

// evaluatedJSON is what 'pomdp evaluate' prints.
type evaluatedJSON struct {
	File     string            `json:"file"`
	Player   string            `json:"player"`
	Policy   string            `json:"policy,omitempty"`
	Values   string            `json:"values"`
	Mean     float64           `json:"mean"`
	StdErr   *float64          `json:"stderr"` // not of one play
	Runs     int               `json:"runs"`
	Seed     uint64            `json:"seed"`
	Sims     int               `json:"sims,omitempty"`
	Time     string            `json:"time,omitempty"`
	CPU      string            `json:"cpu,omitempty"`
	Horizon  int               `json:"horizon"`
	Ended    int               `json:"ended"`
	Steps    float64           `json:"steps_per_run"`
	Decision float64           `json:"seconds_per_decision"`
	Health   blindsight.Health `json:"health"`
}

func (s *returns) write(out io.Writer, o *evaluation, file string, g *pomdp.Game, took time.Duration) error {
	runs := s.Played()
	mean, deviation := s.Brought.Sum/float64(runs), s.Brought.StandardError() // infinite of one play
	if g.Model().Costs {
		mean = 0 - mean
	}
	steps := s.Cost().Moves
	if o.asJSON {
		j := evaluatedJSON{
			File: file, Player: o.player, Policy: o.policy, Values: valuesOf(g.Model()), Mean: mean, Runs: runs, Seed: o.seed,
			Sims: o.budget.Simulations, Horizon: g.Terms().Horizon, Ended: s.ended, Steps: steps,
			Decision: took.Seconds() * float64(min(o.workers, o.runs)) / float64(max(s.Decisions, 1)), Health: s.Health,
		}
		if runs > 1 {
			j.StdErr = &deviation
		}
		if o.budget.Time > 0 {
			j.Time = o.budget.Time.String()
		}
		if o.budget.CPU > 0 {
			j.CPU = o.budget.CPU.String()
		}
		return console.WriteJSON(out, j)
	}
	who := o.player
	if o.policy != "" {
		who = o.policy
	}
	fmt.Fprintf(out, "%s, %s: mean discounted %s %.4f", file, who, valuesOf(g.Model()), mean)
	if runs > 1 {
		fmt.Fprintf(out, " ± %.4f (standard error)", deviation)
	}
	fmt.Fprintf(out, ", %s, seed %d\n", plural.Form(runs, "1 run", "%d runs"), o.seed)
	_, err := fmt.Fprintf(out, "%.1f steps a run; %d ended, %d were cut after %d steps\n", steps, s.ended, runs-s.ended, g.Terms().Horizon)
	if n := s.Health.Fallbacks; n > 0 {
		_, err = fmt.Fprintf(out, "%s at random for want of a belief\n", plural.Form(int(n), "1 decision", "%d decisions"))
	}
	return err
}
