package minescmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
)

// New returns the command mines.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mines",
		Short: "Play Minesweeper, by hand or by program",
		Example: `  blindsight mines human
  blindsight mines play --board 16x30/99 --games 20
  printf '5x3/6 windows\n..2\n..3\n..3\n..2\n221\n' | blindsight mines advise`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMinesPlay(), newMinesCompare(), newMinesHuman(), newMinesShow(), newMinesBoards(), newMinesPlayers(), newMinesSolve(), newMinesEvaluate(), newMinesGain(), newMinesFit(), newMinesTune(), newMinesAnalyze(), newMinesAdvise(), newMinesOpenings())
	return cmd
}

// boardFlags are the flags that say which game is played.
type boardFlags struct {
	board, rule, neighbours string
	autoOpen                bool
}

func (b *boardFlags) add(cmd *cobra.Command) { b.addWith(cmd, "9x9/10") }

// addWith adds the flags with a default board.
func (b *boardFlags) addWith(cmd *cobra.Command, usual string) {
	f := cmd.Flags()
	f.StringVar(&b.board, "board", usual, "board as HEIGHTxWIDTH/MINES")
	f.StringVar(&b.rule, "rule", "windows", "first cell: windows (it is free), gnomine (it shows 0) or none (nothing protects it)")
	f.StringVar(&b.neighbours, "neighbours", "8", "what a number counts: "+strings.Join(minesweeper.NeighbourhoodNames(), ", "))
	console.Complete(cmd, "rule", minesweeper.FirstNames()...)
	console.Complete(cmd, "neighbours", minesweeper.NeighbourhoodNames()...)
	console.Complete(cmd, "board", "9x9/10", "16x16/40", "16x30/99", "4x4/6")
}

// addAutoOpen adds the flag for commands that play.
func (b *boardFlags) addAutoOpen(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&b.autoOpen, "auto-open", true, "opening a 0 opens its neighbours; with =false each opening is a move")
}

func (b *boardFlags) game() (*minesweeper.Game, error) {
	r := minesweeper.Rules{AutoOpen: b.autoOpen}
	if err := r.Parse(b.board, b.rule, b.neighbours); err != nil {
		if wrong := (*minesweeper.RulesError)(nil); errors.As(err, &wrong) {
			return nil, fmt.Errorf("--%s: %w", wrong.Part, err)
		}
		return nil, err
	}
	g, err := minesweeper.New(r)
	if err != nil {
		return nil, console.BadUsage(err)
	}
	return g, nil
}

// openPositions is openInput, but an argument of several lines is the text itself.
func openPositions(cmd *cobra.Command, args []string) (r io.ReadCloser, name string, err error) {
	if len(args) > 0 && strings.Contains(args[0], "\n") {
		return io.NopCloser(strings.NewReader(args[0])), "argument", nil
	}
	return console.OpenInput(cmd, args)
}

// eachPosition reads the positions of a file or the standard input, or those that the
// argument itself is, and calls do for each, with its number from 0. It warns of more
// flags than mines.
func eachPosition(cmd *cobra.Command, args []string, rules minesweeper.Rules, do func(p *minesweeper.Position, n int, name string) error) error {
	in, name, err := openPositions(cmd, args)
	if err != nil {
		return err
	}
	defer in.Close()
	if console.Typed(cmd, args) {
		fmt.Fprintln(cmd.ErrOrStderr(), console.Called()+": type a position, a line HEIGHTxWIDTH/MINES RULE and the rows, and end it with Ctrl-D")
	}
	reader := minesweeper.NewPositionReader(in, name, rules)
	for n := 0; ; n++ {
		p, err := reader.Next()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				return fmt.Errorf("%s: no position: want a line HEIGHTxWIDTH/MINES RULE and the rows, as in the example of --help", name)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if mines := p.View.Game().Rules().Mines; len(p.Flags) > mines {
			fmt.Fprintf(cmd.ErrOrStderr(), console.Called()+": warning: %s: position %d has more flags (%d) than mines (%d)\n", name, n+1, len(p.Flags), mines)
		}
		if err := do(p, n, name); err != nil {
			return err
		}
	}
}

func newMinesPlayers() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the Minesweeper players and their parameters",
		Long: `List the Minesweeper players and their parameters.

A player is written as its name, followed by the parameters that differ from
their defaults, all separated by commas.

The names bsr-uct* are players after the papers; those that have a parameter literal
are paper A's to the letter with literal=true, but for what docs/papers.md names. Their
belief is sampled, and plain, that is with safe=false, they may open a risky cell where
another is certainly safe. With safe=true exact counting looks first, and they decide
only where nothing is certain. 'mines human', 'mines advise' and the page ask them with
safe=true.`,
		Example: `  blindsight mines players
  blindsight mines play --player bsr-uct,sampling=root,explore=0.5`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			for _, p := range sweepers.Catalogue {
				if asJSON {
					if err := console.WriteJSON(out, console.PlayerJSON(p.Name, p.Doc, p.Params)); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(out, "%s: %s\n", p.Name, p.Doc)
				console.WriteParams(out, p.Params)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a player")
	return cmd
}
