package minescmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/cmd/minescmd/minescreen"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/experiment/match"
	"blindsight/experiment/minesexchange"
	"blindsight/game/minesweeper"
	"blindsight/internal/atomicfile"
	"blindsight/internal/cputime"
	"blindsight/player/sweepers"
)

// playOptions are what 'mines play' was asked for.
type playOptions struct {
	board    boardFlags
	player   string
	budget   blindsight.Budget
	games    int
	seed     uint64
	workers  int
	boards   string
	perGame  string
	outcomes string
	watch    bool
	asJSON   bool
	progress console.Progress
}

func newMinesPlay() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Let a player play games and sum up the results",
		Long: `Let a player play games and sum up the results: wins with their 95% interval
(Wilson), the mean score (safely opened cells over cells without a mine) with its own
(Wilson's, carried over to values between 0 and 1: never of width 0), time, and how the
belief behind the decisions fared.

The boards are those of the published generator for --seed, or come from a file:
--boards reads one game a line, row,col: of a first cell that is opened for the
player, then the mines as row,col (see 'mines boards'). Lines that begin with # are
comments; a first one like '# 9x9/10 windows' says for which game the boards are, and
is checked. Without it boards that plainly are those of a smaller board are refused.

With --sims the result is the same on every run and for any number of workers; with
--time 0 too, which players take that decide well without a search.

The players bsr-uct*, after the papers, are plain as theirs are: they may open a risky
cell where another is certainly safe; with safe=true they do not.

--outcomes writes which games were won, one character a game, below a head that says
what was played; 'mines compare' compares two such files board by board.`,
		Example: `  blindsight mines play --board 16x30/99 --games 20
  blindsight mines play --board 4x4/6 --rule gnomine --player bsr-uct --games 300 --time 8ms --auto-open=false
  blindsight mines play --board 9x9/10 --player bsr-uct-csp,sampling=root --sims 2000 --games 20 --json
  blindsight mines boards --games 100 | blindsight mines play --boards - --player random`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			return o.run(cmd)
		},
	}
	o.board.add(cmd)
	o.board.addAutoOpen(cmd)
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "strong", "player, see 'mines players'")
	f.IntVar(&o.games, "games", 100, "how many games")
	console.AddBudget(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", experiment.DefaultSeed, "seed of the boards and of the player")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.boards, "boards", "", "read the games from this `FILE` (- is standard input)")
	f.StringVar(&o.perGame, "per-game", "", "write a line 'game won score moves' for each game to this `FILE`")
	f.StringVar(&o.outcomes, "outcomes", "", "write which games were won, for 'mines compare', to this `FILE`")
	f.BoolVar(&o.watch, "watch", false, "show the first game, position after position, in the form that 'mines analyze' reads")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	console.Complete(cmd, "player", sweepers.Catalogue.Names()...)
	return cmd
}

func (o *playOptions) check(cmd *cobra.Command) error {
	if err := errors.Join(console.Exclusive(cmd, "watch", "json"), console.Exclusive(cmd, "boards", "games")); err != nil {
		return err
	}
	if o.games < 1 {
		return fmt.Errorf("--games %d: must be at least 1", o.games)
	}
	if o.workers < 1 {
		return fmt.Errorf("--workers %d: must be at least 1", o.workers)
	}
	if o.budget.Time == 0 && !cmd.Flags().Changed("sims") {
		if err := sweepers.Catalogue.CheckInstant(o.player); err != nil {
			return fmt.Errorf("--time 0: %w", err)
		}
		return nil
	}
	return console.CheckBudget(cmd, &o.budget)
}

func (o *playOptions) run(cmd *cobra.Command) error {
	g, err := o.board.game()
	if err != nil {
		return err
	}
	if _, err := sweepers.Catalogue.New(o.player, g); err != nil {
		return console.BadUsage(err)
	}
	boards, err := o.readBoards(cmd, g)
	if err != nil {
		return err
	}
	perGame, err := atomicfile.Create(o.perGame)
	if err != nil {
		return fmt.Errorf("--per-game: %w", err)
	}
	defer perGame.Discard()
	won, err := atomicfile.Create(o.outcomes)
	if err != nil {
		return fmt.Errorf("--outcomes: %w", err)
	}
	defer won.Discard()

	var series minesexchange.Series
	o.progress = console.Quiet{}
	if !o.watch {
		o.progress = console.NewProgress(cmd.ErrOrStderr(), "games", o.games)
	}
	sum := match.NewMinesSum()
	start, cpu := time.Now(), cputime.Seconds()
	err = o.play(cmd.Context(), cmd.OutOrStdout(), g, boards, func(game int, r episode.MinesweeperResult) {
		sum.Add(&r)
		if perGame.Named() {
			minesexchange.ExportGame(perGame, game, &r)
		}
		if won.Named() {
			series.Won = append(series.Won, r.Won)
		}
		o.progress.Step()
	})
	o.progress.Finish()
	interrupted := cmd.Context().Err() != nil
	if err != nil && !interrupted {
		return console.Failed(err)
	}
	report := sum.Report(g, o.player, o.seed, o.budget, time.Since(start).Seconds(), cputime.Seconds()-cpu)
	if won.Named() {
		if series.Head, err = o.head(report); err != nil {
			return console.Failed(err)
		}
		series.Write(won) // an error is that of commit
	}
	for _, file := range []*atomicfile.File{perGame, won} {
		if err := file.Commit(); err != nil {
			return console.Failed(err)
		}
	}
	if o.asJSON {
		err = console.WriteJSON(cmd.OutOrStdout(), report)
	} else {
		err = report.Write(cmd.OutOrStdout(), g)
	}
	if err == nil && interrupted {
		return console.ErrPartial
	}
	return err
}

func (o *playOptions) readBoards(cmd *cobra.Command, g *minesweeper.Game) ([]minesweeper.Board, error) {
	if o.boards == "" {
		return nil, nil
	}
	in, name, err := console.OpenInput(cmd, []string{o.boards})
	if err != nil {
		return nil, fmt.Errorf("--boards: %w", err)
	}
	defer in.Close()
	boards, err := g.ReadBoards(in, name)
	if err != nil {
		err = fmt.Errorf("%w (--board, --rule and --neighbours say %s)", err, g.Rules())
	} else if len(boards) == 0 {
		err = fmt.Errorf("%s holds no board", name)
	}
	if err != nil {
		return nil, console.BadInput(fmt.Errorf("--boards: %w", err))
	}
	o.games = len(boards)
	return boards, nil
}

// play plays all games. Each has random streams of its own, named by the seed and
// its number, so the order in which workers take them changes nothing.
func (o *playOptions) play(
	ctx context.Context, out io.Writer, g *minesweeper.Game, boards []minesweeper.Board, emit func(int, episode.MinesweeperResult),
) error {
	type playFunc = func(context.Context, int) (episode.MinesweeperResult, error)
	worker := func() playFunc {
		player, err := sweepers.Catalogue.New(o.player, g)
		return func(ctx context.Context, n int) (episode.MinesweeperResult, error) {
			if err != nil {
				return episode.MinesweeperResult{}, err
			}
			game := episode.MinesweeperGame{Game: g}
			if boards == nil {
				g.Deal(o.seed, uint64(n), &game.State)
			} else {
				g.Lay(boards[n], &game.State)
				game.Opened = &boards[n].First
			}
			var each func(*minesweeper.View, *episode.MinesweeperMove)
			if o.watch && n == 0 {
				each = minescreen.NewWatcher(out, g, &game.State).Move
			}
			return game.Play(ctx, episode.MinesweeperStream(o.seed, n), player, o.budget, each)
		}
	}
	if !o.watch {
		return episode.Batch(ctx, o.games, o.workers, worker, emit)
	}
	// The first game alone, so that nothing else takes its time or its screen.
	if err := episode.Batch(ctx, 1, 1, worker, emit); err != nil {
		return err
	}
	if o.games > 1 {
		fmt.Fprintf(out, "Now all %d games ...\n\n", o.games)
	}
	return episode.Batch(ctx, o.games-1, o.workers, func() playFunc {
		play := worker()
		return func(ctx context.Context, n int) (episode.MinesweeperResult, error) { return play(ctx, n+1) }
	}, emit)
}
