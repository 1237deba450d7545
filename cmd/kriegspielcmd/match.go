package kriegspielcmd

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/episode"
	"blindsight/experiment/kriegmatch"
	"blindsight/internal/atomicfile"
	"blindsight/internal/cputime"
	"blindsight/player/kriegspielers"
)

// matchOptions are what 'kriegspiel match' was asked for.
type matchOptions struct {
	game    gameFlags
	match   kriegmatch.Match
	perGame string
	pgn     string
	asJSON  bool
}

func newKriegspielMatch() *cobra.Command {
	var o matchOptions
	cmd := &cobra.Command{
		Use:   "match A B",
		Short: "Let two players play games and sum up the results",
		Long: `Let two players play games and sum up the results: wins, draws and losses of the first
player, A, the 95% interval of its win rate (Wilson), why games were drawn, how long a
player thought at most, and how the beliefs behind the decisions fared.

A is White in the first game and every other one after it, Black in the rest, so that
each has either colour in half of the games; with --swap=false A is always White.

With --sims the result is the same on every run and for any number of workers.`,
		Example: `  blindsight kriegspiel match belief random --games 100 --time 100ms
  blindsight kriegspiel match belief,sample=500 hunter --games 20 --sims 5000 --json
  blindsight kriegspiel match greedy random --games 10 --sims 1 --pgn games.pgn`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.match.Players = [2]string(args)
			if err := o.check(cmd); err != nil {
				return err
			}
			return o.run(cmd)
		},
		ValidArgsFunction: cobra.FixedCompletions(kriegspielers.Catalogue.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	o.game.add(cmd)
	f := cmd.Flags()
	f.IntVar(&o.match.Games, "games", 100, "how many games")
	console.AddBudget(cmd, &o.match.Budget)
	f.Uint64Var(&o.match.Seed, "seed", 1, "seed of the players")
	f.IntVar(&o.match.Workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.match.Swap, "swap", true, "change colours after each game")
	f.StringVar(&o.perGame, "per-game", "", "write a line 'game A's-colour score moves result' for each game to this `FILE`")
	f.StringVar(&o.pgn, "pgn", "", "write the games, all that was tried in them, to this `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

func (o *matchOptions) check(cmd *cobra.Command) error {
	if o.match.Games < 1 {
		return fmt.Errorf("--games %d: must be at least 1", o.match.Games)
	}
	if o.match.Workers < 1 {
		return fmt.Errorf("--workers %d: must be at least 1", o.match.Workers)
	}
	if err := console.CheckBudget(cmd, &o.match.Budget); err != nil {
		return err
	}
	g, err := o.game.game()
	if err != nil {
		return err
	}
	o.match.Rules, o.match.Begin = o.game.rules, o.game.game
	for _, name := range o.match.Players {
		if _, err := kriegspielers.Catalogue.New(name, g.Rules()); err != nil {
			return console.BadUsage(err)
		}
	}
	return nil
}

func (o *matchOptions) run(cmd *cobra.Command) error {
	perGame, err := atomicfile.Create(o.perGame)
	if err != nil {
		return fmt.Errorf("--per-game: %w", err)
	}
	defer perGame.Discard()
	pgn, err := atomicfile.Create(o.pgn)
	if err != nil {
		return fmt.Errorf("--pgn: %w", err)
	}
	defer pgn.Discard()

	progress := console.NewProgress(cmd.ErrOrStderr(), "games", o.match.Games)
	sum := &kriegmatch.Summary{}
	start, cpu := time.Now(), cputime.Seconds()
	err = o.match.Play(cmd.Context(), func(game int, r episode.KriegspielResult) {
		sum.Add(o.match.First(game), &r)
		if perGame.Named() {
			kriegmatch.ExportGame(perGame, game, o.match.First(game), &r)
		}
		if pgn.Named() {
			r.Record.ID = fmt.Sprintf("seed %d, game %d", o.match.Seed, game)
			pgn.Write(r.Record.AppendPGN(nil)) // an error is that of commit
		}
		progress.Step()
	})
	progress.Finish()
	interrupted := cmd.Context().Err() != nil
	if err != nil && !interrupted {
		return console.Failed(err)
	}
	for _, file := range []*atomicfile.File{perGame, pgn} {
		if err := file.Commit(); err != nil {
			return console.Failed(err)
		}
	}
	report := o.match.Report(sum, time.Since(start).Seconds(), cputime.Seconds()-cpu)
	if o.asJSON {
		err = console.WriteJSON(cmd.OutOrStdout(), report)
	} else {
		err = report.Write(cmd.OutOrStdout())
	}
	if err == nil && interrupted {
		return console.ErrPartial
	}
	return err
}
