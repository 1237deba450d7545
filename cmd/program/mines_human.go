package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/minesweeper"
	"blindsight/internal/plural"
	"blindsight/player/sweepers"
)

func newMinesHuman() *cobra.Command {
	var board boardFlags
	var seed, number uint64
	var hint adviser
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "human",
		Short: "Play Minesweeper in the terminal",
		Long: `Play Minesweeper in the terminal.

Keys: the arrows or h j k l move the cursor, around the edges of a torus; space or
enter opens a cell; f sets a flag or takes it away; c, or space on an open number,
opens all other neighbours once as many of them have flags as the number says; n deals
the next game, r the same again; q quits. The mouse opens with its left button and
flags with the right one.

The coach sees no more of the board than you do. ? or i gives one hint, what the player
of --hint would open and why; ? again gives all reasons and the chance to win, as 'mines
advise' does. o shows the exact risk of every closed cell in per cent, o again hides it.

` + aboutPlainPlayers + `

The boards are those that 'mines play' plays for the same --seed. A line with the
result of the last game is printed at the end.`,
		Example: `  blindsight mines human --board 16x30/99
  blindsight mines human --board 9x9/12 --neighbours hex --seed 7 --hint bssuct --time 3s`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := hint.check(cmd, "hint"); err != nil {
				return err
			}
			g, err := board.game()
			if err != nil {
				return err
			}
			if _, err := sweepers.Catalogue.New(hint.player, g); err != nil {
				return fmt.Errorf("--hint: %w", err)
			}
			in, out, ok := console.Terminal(cmd.InOrStdin(), cmd.OutOrStdout())
			if !ok {
				return errors.New("mines human needs a terminal to read keys from and to draw on: in pipes and scripts use 'mines play'")
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000) // short enough to be typed again
			}
			game := newHumanGame(g, seed, number, time.Now)
			err = showHuman(cmd.Context(), in, out, game, &hint)
			if err != nil && !errors.Is(err, context.Canceled) {
				return console.Failed(err)
			}
			interrupted := err != nil
			if asJSON {
				err = console.WriteJSON(out, game.report())
			} else {
				_, err = fmt.Fprintln(out, game.summary())
			}
			if err == nil && interrupted {
				return console.Failed(errors.New("interrupted"))
			}
			return err
		},
	}
	board.add(cmd)
	board.addAutoOpen(cmd)
	f := cmd.Flags()
	f.Uint64Var(&seed, "seed", 0, "seed of the boards (default a new one each time, shown on the screen)")
	f.Uint64Var(&number, "game", 0, "number of the first board")
	hint.add(cmd, "hint")
	f.BoolVar(&asJSON, "json", false, "print the result as one JSON object")
	return cmd
}

// showHuman plays on the terminal until the person quits or the context ends.
func showHuman(ctx context.Context, in io.Reader, out io.Writer, game *humanGame, hint *adviser) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel() // ends a hint that nobody waits for any more
	screen := newHumanScreen(inner, game, hint)
	_, err := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()).Run()
	return err
}

// humanReport is what 'mines human --json' prints.
type humanReport struct {
	Board      string  `json:"board"`
	Rule       string  `json:"rule"`
	Neighbours string  `json:"neighbours"`
	Seed       uint64  `json:"seed"`
	Game       uint64  `json:"game"`
	Won        bool    `json:"won"`
	Score      float64 `json:"score"`
	Moves      int     `json:"moves"`
	Finished   bool    `json:"finished"`
	Seconds    float64 `json:"seconds"`
}

func (h *humanGame) report() humanReport {
	r := h.rules.Rules()
	return humanReport{
		Board: r.Board(), Rule: r.First.String(), Neighbours: r.Neighbours.String(), Seed: h.seed, Game: h.number,
		Won: h.outcome == gameWon, Score: h.score(), Moves: h.moves, Finished: h.outcome != gameOpen, Seconds: h.elapsed().Seconds(),
	}
}

// summary tells in a line how the game went and how to play it again.
func (h *humanGame) summary() string {
	r := h.rules.Rules()
	again := console.Called() + " mines human --board " + r.Board()
	if r.First != minesweeper.Windows {
		again += " --rule " + r.First.String()
	}
	if r.Neighbours != minesweeper.Eight {
		again += " --neighbours " + r.Neighbours.String()
	}
	if !r.AutoOpen {
		again += " --auto-open=false"
	}
	again += fmt.Sprintf(" --seed %d --game %d", h.seed, h.number)
	return fmt.Sprintf("%s: score %.3f, %s, %s; again: %s",
		[]string{gameOpen: "unfinished", gameWon: "won", gameLost: "lost"}[h.outcome],
		h.score(), plural.Form(h.moves, "1 move", "%d moves"), clock(h.elapsed()), again)
}
