package program

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
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/atomicfile"
	"blindsight/internal/cputime"
	"blindsight/player/kriegspielers"
)

// matchOptions are what 'kriegspiel match' was asked for.
type matchOptions struct {
	game    gameFlags
	players [2]string // A and B
	budget  blindsight.Budget
	games   int
	seed    uint64
	workers int
	swap    bool
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
			o.players = [2]string(args)
			if err := o.check(cmd); err != nil {
				return err
			}
			return o.run(cmd)
		},
		ValidArgsFunction: cobra.FixedCompletions(kriegspielers.Catalogue.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	o.game.add(cmd)
	f := cmd.Flags()
	f.IntVar(&o.games, "games", 100, "how many games")
	console.AddBudget(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", 1, "seed of the players")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.swap, "swap", true, "change colours after each game")
	f.StringVar(&o.perGame, "per-game", "", "write a line 'game A's-colour score moves result' for each game to this `FILE`")
	f.StringVar(&o.pgn, "pgn", "", "write the games, all that was tried in them, to this `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

func (o *matchOptions) check(cmd *cobra.Command) error {
	if o.games < 1 {
		return fmt.Errorf("--games %d: must be at least 1", o.games)
	}
	if o.workers < 1 {
		return fmt.Errorf("--workers %d: must be at least 1", o.workers)
	}
	if err := console.CheckBudget(cmd, &o.budget); err != nil {
		return err
	}
	g, err := o.game.game()
	if err != nil {
		return err
	}
	for _, name := range o.players {
		if _, err := kriegspielers.Catalogue.New(name, g.Rules()); err != nil {
			return console.BadUsage(err)
		}
	}
	return nil
}

// first returns the colour of player A in a game.
func (o *matchOptions) first(game int) chess.Color {
	if o.swap && game%2 == 1 {
		return chess.Black
	}
	return chess.White
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

	progress := console.NewProgress(cmd.ErrOrStderr(), "games", o.games)
	sum := newMatchSummary()
	start, cpu := time.Now(), cputime.Seconds()
	err = o.play(cmd.Context(), func(game int, r episode.KriegspielResult) {
		sum.add(o.first(game), &r)
		if perGame.Named() {
			writeMatchGame(perGame, game, o.first(game), &r)
		}
		if pgn.Named() {
			r.Record.ID = fmt.Sprintf("seed %d, game %d", o.seed, game)
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
	report := o.report(sum, time.Since(start).Seconds(), cputime.Seconds()-cpu)
	if o.asJSON {
		err = console.WriteJSON(cmd.OutOrStdout(), report)
	} else {
		err = report.write(cmd.OutOrStdout())
	}
	if err == nil && interrupted {
		return console.ErrPartial
	}
	return err
}

// play plays all games. Each side of a game has a random stream of its own, named by the
// seed and the game's number.
func (o *matchOptions) play(ctx context.Context, emit func(int, episode.KriegspielResult)) error {
	type playFunc = func(context.Context, int) (episode.KriegspielResult, error)
	return episode.Batch(ctx, o.games, o.workers, func() playFunc {
		return func(ctx context.Context, n int) (episode.KriegspielResult, error) {
			game, err := o.game.game()
			if err != nil {
				return episode.KriegspielResult{}, err
			}
			var players [2]episode.KriegspielPlayer
			for i, name := range o.players {
				player, err := kriegspielers.Catalogue.New(name, game.Rules())
				if err != nil {
					return episode.KriegspielResult{}, err
				}
				side := o.first(n) ^ chess.Color(i)
				players[side] = episode.KriegspielPlayer{Planner: player, RNG: episode.KriegspielStream(o.seed, n, side), Budget: o.budget}
			}
			return episode.KriegspielGame(ctx, game, players)
		}
	}, emit)
}

// writeMatchGame writes one line of --per-game.
func writeMatchGame(w io.Writer, game int, first chess.Color, r *episode.KriegspielResult) {
	fmt.Fprintf(w, "%d %s %s %d %s\n", game, first, scoreOf(r.Record.Result, first), (len(r.Record.Turns)+1)/2, r.Record.Result)
}

// scoreOf returns a result as one side writes it: "1", "1/2" or "0".
func scoreOf(r kriegspiel.Result, side chess.Color) string {
	switch score := r.Score(); {
	case score == "1/2-1/2":
		return "1/2"
	case (score == "1-0") == (side == chess.White):
		return "1"
	}
	return "0"
}
