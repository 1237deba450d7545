package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/experiment/minewins"
	"blindsight/game/minesweeper"
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
	progress progress
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
	addBudget(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", experiment.DefaultSeed, "seed of the boards and of the player")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.boards, "boards", "", "read the games from this `FILE` (- is standard input)")
	f.StringVar(&o.perGame, "per-game", "", "write a line 'game won score moves' for each game to this `FILE`")
	f.StringVar(&o.outcomes, "outcomes", "", "write which games were won, for 'mines compare', to this `FILE`")
	f.BoolVar(&o.watch, "watch", false, "show the first game, position after position, in the form that 'mines analyze' reads")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	complete(cmd, "player", sweepers.Catalogue.Names()...)
	return cmd
}

// defaultTime is the budget of a decision unless another is asked for.
const defaultTime = 100 * time.Millisecond

// addBudget adds --time and --sims, of which one may be given.
func addBudget(cmd *cobra.Command, b *blindsight.Budget) {
	f := cmd.Flags()
	f.DurationVar(&b.Time, "time", defaultTime, "wall time for each decision")
	f.IntVar(&b.Simulations, "sims", 0, "simulations for each decision, instead of --time")
}

// addCPU adds the flag for processor time, to commands whose players decide in plays and nowhere else.
func addCPU(cmd *cobra.Command, b *blindsight.Budget) {
	cmd.Flags().DurationVar(&b.CPU, "cpu", 0, "processor time of the deciding thread for each decision, instead of --time (Linux; elsewhere wall time)")
}

// checkBudget completes what the flags of addBudget and addCPU left open.
func checkBudget(cmd *cobra.Command, b *blindsight.Budget) error {
	for _, pair := range [][2]string{{"time", "sims"}, {"time", "cpu"}, {"sims", "cpu"}} {
		if err := exclusive(cmd, pair[0], pair[1]); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed("cpu") {
		b.Time = 0
		if b.CPU <= 0 {
			return fmt.Errorf("--cpu %s: must be positive", b.CPU)
		}
		return nil
	}
	switch {
	case b.Time <= 0:
		return fmt.Errorf("--time %s: must be positive", b.Time)
	case cmd.Flags().Changed("sims") && b.Simulations <= 0:
		return fmt.Errorf("--sims %d: must be positive", b.Simulations)
	case b.Simulations > 0:
		b.Time = 0
	}
	return nil
}

// exclusive tells that two flags were both given which exclude each other.
func exclusive(cmd *cobra.Command, one, other string) error {
	if cmd.Flags().Changed(one) && cmd.Flags().Changed(other) {
		return fmt.Errorf("--%s and --%s exclude each other: leave one away", one, other)
	}
	return nil
}

func (o *playOptions) check(cmd *cobra.Command) error {
	if err := errors.Join(exclusive(cmd, "watch", "json"), exclusive(cmd, "boards", "games")); err != nil {
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
	return checkBudget(cmd, &o.budget)
}

func (o *playOptions) run(cmd *cobra.Command) error {
	g, err := o.board.game()
	if err != nil {
		return err
	}
	if _, err := sweepers.Catalogue.New(o.player, g); err != nil {
		return usageError{err}
	}
	boards, err := o.readBoards(cmd, g)
	if err != nil {
		return err
	}
	perGame, err := createAtomic(o.perGame)
	if err != nil {
		return fmt.Errorf("--per-game: %w", err)
	}
	defer perGame.discard()
	won, err := createAtomic(o.outcomes)
	if err != nil {
		return fmt.Errorf("--outcomes: %w", err)
	}
	defer won.discard()

	var series minewins.Series
	o.progress = quiet{}
	if !o.watch {
		o.progress = newProgress(cmd.ErrOrStderr(), "games", o.games)
	}
	sum := newSummary()
	start, cpu := time.Now(), cputime.Seconds()
	err = o.play(cmd.Context(), cmd.OutOrStdout(), g, boards, func(game int, r episode.MinesweeperResult) {
		sum.add(&r)
		if perGame.file != nil {
			writeGame(perGame, game, &r)
		}
		if won.file != nil {
			series.Won = append(series.Won, r.Won)
		}
		o.progress.step()
	})
	o.progress.finish()
	interrupted := cmd.Context().Err() != nil
	if err != nil && !interrupted {
		return failure{err}
	}
	report := o.report(g, sum, time.Since(start).Seconds(), cputime.Seconds()-cpu)
	if won.file != nil {
		if series.Head, err = o.head(report); err != nil {
			return failure{err}
		}
		series.Write(won) // an error is that of commit
	}
	for _, file := range []*atomicFile{perGame, won} {
		if file.file != nil {
			if err := file.commit(); err != nil {
				return failure{err}
			}
		}
	}
	if o.asJSON {
		err = writeJSON(cmd.OutOrStdout(), report)
	} else {
		err = report.write(cmd.OutOrStdout(), g)
	}
	if err == nil && interrupted {
		return errInterrupted
	}
	return err
}

func (o *playOptions) readBoards(cmd *cobra.Command, g *minesweeper.Game) ([]minesweeper.Board, error) {
	if o.boards == "" {
		return nil, nil
	}
	in, name, err := openInput(cmd, []string{o.boards})
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
		return nil, inputError{fmt.Errorf("--boards: %w", err)}
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
				each = newWatcher(out, g, &game.State).move
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
