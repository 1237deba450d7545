package minescmd

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/gain"
)

// gainFlags are the flags of 'mines gain'.
type gainFlags struct {
	board             boardFlags
	player, against   string
	sims, againstSims int
	games, playouts   int
	seed              uint64
	workers           int
	asJSON            bool
}

func newMinesGain() *cobra.Command {
	var o gainFlags
	cmd := &cobra.Command{
		Use:   "gain",
		Short: "Measure how much more one player wins than another, with few games",
		Long: `Measure how much more one player wins than another, with few games.

Games are played by --player. What it does otherwise than --against would, the latter
plays out, after its own cell and after the other. The sum of these advantages is the
difference of the two win rates. All games survive every guess and count by the chance
of that: a thousand games of 16x30/99 tell differences of 0.1 points, where the same
boards played by both would take a hundred times as many.

Both players must open certainly safe cells first, as all do but the papers' own. A part
of 'strong' is left out by its parameter without, weights are tried by its parameter
weights: see 'mines players'. The result is the same for any number of workers. Ctrl-C
prints that of the games before.`,
		Example: `  blindsight mines gain --board 16x16/40 --player strong --against strong,without=fifties --games 500
  blindsight mines gain --board 16x30/99 --player strong --sims 1000 --against strong
  blindsight mines gain --board 9x9/10 --player strong,weights=Safe:0.9 --against strong --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	o.board.addWith(cmd, "16x30/99")
	o.board.autoOpen = true
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "strong", "player whose games these are, see 'mines players'")
	f.StringVar(&o.against, "against", "csp", "player that is compared with it")
	f.IntVar(&o.sims, "sims", 0, "simulations for each decision of --player, 0 for none")
	f.IntVar(&o.againstSims, "against-sims", 0, "simulations for each decision of --against, 0 for none")
	f.IntVar(&o.games, "games", 1000, "games")
	f.IntVar(&o.playouts, "playouts", 20, "how often each difference is played out")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the games")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	console.Complete(cmd, "player", sweepers.Catalogue.Names()...)
	console.Complete(cmd, "against", sweepers.Catalogue.Names()...)
	return cmd
}

// match returns what the flags ask for.
func (o *gainFlags) match() (*gain.Match, error) {
	g, err := o.board.game()
	if err != nil {
		return nil, err
	}
	for _, n := range []struct {
		name         string
		value, least int
	}{{"sims", o.sims, 0}, {"against-sims", o.againstSims, 0}, {"games", o.games, 1}, {"playouts", o.playouts, 1}, {"workers", o.workers, 1}} {
		if n.value < n.least {
			return nil, fmt.Errorf("--%s %d: must be at least %d", n.name, n.value, n.least)
		}
	}
	side := func(flag, player string, sims int) (gain.Side, error) {
		if sims == 0 {
			if err := sweepers.Catalogue.CheckInstant(player); err != nil {
				return gain.Side{}, fmt.Errorf("--%s: %w", flag, err)
			}
		}
		s := gain.Side{
			New:    func() (minesweeper.Planner, error) { return sweepers.Catalogue.New(player, g) },
			Budget: blindsight.Budget{Simulations: sims},
		}
		if _, err := s.New(); err != nil {
			return s, fmt.Errorf("--%s: %w", flag, err)
		}
		return s, nil
	}
	m := &gain.Match{Game: g, Playouts: o.playouts}
	if m.New, err = side("player", o.player, o.sims); err != nil {
		return nil, err
	}
	m.Old, err = side("against", o.against, o.againstSims)
	return m, err
}

func (o *gainFlags) run(cmd *cobra.Command) error {
	m, err := o.match()
	if err != nil {
		return err
	}
	bar := console.NewProgress(cmd.ErrOrStderr(), "games", o.games)
	r, err := m.Run(cmd.Context(), o.seed, o.games, o.workers, func(int, *gain.Game) { bar.Step() })
	bar.Finish()
	stopped := cmd.Context().Err() != nil
	switch {
	case stopped && r.Games == 0:
		return console.Failed(errors.New("interrupted before a game was finished"))
	case err != nil && !stopped:
		return console.Failed(err)
	}
	if o.asJSON {
		err = console.WriteJSON(cmd.OutOrStdout(), o.document(m, r))
	} else {
		err = o.print(cmd.OutOrStdout(), m, r)
	}
	if err == nil && stopped {
		err = console.Failed(fmt.Errorf("interrupted: this is the result of the first %d of %d games", r.Games, o.games))
	}
	return err
}

// withBudget says a player with its budget.
func withBudget(player string, sims int) string {
	if sims == 0 {
		return player + " at once"
	}
	return fmt.Sprintf("%s with %d simulations", player, sims)
}

func (o *gainFlags) print(w io.Writer, m *gain.Match, r *gain.Result) error {
	points := func(e gain.Estimate) string {
		return fmt.Sprintf("%+.3f points (95%% interval %+.3f to %+.3f)", 100*e.Mean, 100*e.CI95[0], 100*e.CI95[1])
	}
	rules := m.Game.Rules()
	win := r.Win()
	fmt.Fprintf(w, "%s over %s, %s, %d games of seed %d\n", withBudget(o.player, o.sims), withBudget(o.against, o.againstSims), rules, r.Games, o.seed)
	fmt.Fprintf(w, "  gain      %s\n", points(r.Total()))
	fmt.Fprintf(w, "  wins      %.2f%% (%.2f%% to %.2f%%)\n", 100*win.Mean, 100*win.CI95[0], 100*win.CI95[1])
	guesses := 0
	for _, n := range r.Guesses {
		guesses += n
	}
	fmt.Fprintf(w, "  differs   in %d of %d decisions where nothing is certain\n", r.Differ, guesses)
	for i, share := range gain.Phases {
		where := fmt.Sprintf("up to %.0f%% unknown", 100*share)
		if i == 0 {
			where = "exactly known"
		}
		if r.Guesses[i] == 0 {
			continue
		}
		worth := "nothing differs"
		if r.Phase(i).Mean != 0 {
			worth = points(r.Phase(i))
		}
		if _, err := fmt.Fprintf(w, "  %-18s %5.2f a game, %s\n", where, float64(r.Guesses[i])/float64(r.Games), worth); err != nil {
			return err
		}
	}
	return nil
}

// document is what --json prints.
func (o *gainFlags) document(m *gain.Match, r *gain.Result) any {
	type phase struct {
		Unknown float64       `json:"unknown"` // share of cells not known, at most; 0 where the player is exact
		Guesses int           `json:"guesses"`
		Gain    gain.Estimate `json:"gain"`
	}
	rules := m.Game.Rules()
	d := struct {
		Board       string        `json:"board"`
		Rule        string        `json:"rule"`
		Neighbours  string        `json:"neighbours"`
		Player      string        `json:"player"`
		Sims        int           `json:"sims"`
		Against     string        `json:"against"`
		AgainstSims int           `json:"against_sims"`
		Seed        uint64        `json:"seed"`
		Games       int           `json:"games"`
		Playouts    int           `json:"playouts"`
		Gain        gain.Estimate `json:"gain"`
		Win         gain.Estimate `json:"win"`
		Differ      int           `json:"differ"`
		Phases      []phase       `json:"phases"`
	}{
		rules.Board(), rules.First.String(), rules.Neighbours.String(), o.player, o.sims, o.against, o.againstSims, o.seed, r.Games, o.playouts,
		r.Total(), r.Win(), r.Differ, nil,
	}
	for i, share := range gain.Phases {
		d.Phases = append(d.Phases, phase{share, r.Guesses[i], r.Phase(i)})
	}
	return d
}
