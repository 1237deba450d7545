package minescmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/experiment"
	"blindsight/game/minesweeper"
)

// noGuessTries is how many boards are looked at for one that needs no guess.
const noGuessTries = 100_000

func newMinesBoards() *cobra.Command {
	var board boardFlags
	var first string
	var seed, games uint64
	var asJSON, noGuess, header bool
	cmd := &cobra.Command{
		Use:   "boards",
		Short: "Print boards in the form that 'mines play --boards' reads",
		Long: `Print boards, one a line: the first cell as row,col: and then the mines.

The boards are those of the published generator (docs/minesweeper.md, "Boards"), which any
program can reproduce; 'mines play --seed' plays the same ones.

With --no-guess only those of them are printed that can be solved from the first cell
without a guess: there is always a cell that the numbers and the number of mines prove
to be safe. With --json the number of each game is told.

With --header a first line like '# 9x9/10 windows' says for which game the boards are;
'mines play --boards' refuses to play them as any other.`,
		Example: `  blindsight mines boards --board 9x9/10 --rule windows --first 0,0 --seed 1 --games 1000 --header > boards.txt
  blindsight mines boards --board 16x30/99 --rule gnomine --no-guess --games 5`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := board.game()
			if err != nil {
				return err
			}
			cell, err := g.ParseCell(first)
			if err != nil {
				return fmt.Errorf("--first: %w", err)
			}
			if err := console.Exclusive(cmd, "header", "json"); err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			if header {
				fmt.Fprintln(out, g.BoardsHeader())
			}
			return printBoards(cmd.Context(), out, g, dealer(g, seed, cell, noGuess), games, asJSON)
		},
	}
	board.add(cmd)
	f := cmd.Flags()
	f.StringVar(&first, "first", "0,0", "first cell as ROW,COLUMN")
	f.Uint64Var(&seed, "seed", experiment.DefaultSeed, "seed of the generator")
	f.Uint64Var(&games, "games", 10, "how many boards")
	f.BoolVar(&noGuess, "no-guess", false, "print only boards that can be solved without a guess")
	f.BoolVar(&header, "header", false, "say in a first line for which game the boards are")
	f.BoolVar(&asJSON, "json", false, "print one JSON object a board")
	return cmd
}

// printBoards prints so many boards, each as a line of text or as a JSON object.
func printBoards(
	ctx context.Context, out *bufio.Writer, g *minesweeper.Game, next func(context.Context) (minesweeper.Board, uint64, error), games uint64, asJSON bool,
) error {
	for range games {
		if ctx.Err() != nil {
			break
		}
		b, game, err := next(ctx)
		if errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		if !asJSON {
			fmt.Fprintln(out, g.FormatBoard(b))
			continue
		}
		line := struct {
			Game  uint64   `json:"game"`
			First [2]int   `json:"first"`
			Mines [][2]int `json:"mines"`
		}{Game: game, Mines: [][2]int{}}
		line.First[0], line.First[1] = g.RowCol(b.First)
		for _, c := range b.Mines {
			row, col := g.RowCol(c)
			line.Mines = append(line.Mines, [2]int{row, col})
		}
		if err := console.WriteJSON(out, line); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return console.Failed(err)
	}
	if ctx.Err() != nil {
		return console.ErrPartial
	}
	return nil
}

// dealer returns a function that returns one board after the other with the number of
// its game.
func dealer(g *minesweeper.Game, seed uint64, first minesweeper.Cell, noGuess bool) func(context.Context) (minesweeper.Board, uint64, error) {
	var d minecoach.Deducer
	game := uint64(0)
	return func(ctx context.Context) (b minesweeper.Board, at uint64, err error) {
		at = game
		if noGuess {
			b, at, err = d.NoGuess(ctx, g, seed, game, first, noGuessTries)
		} else {
			b, err = g.Board(seed, game, first)
		}
		game = at + 1
		return b, at, err
	}
}
