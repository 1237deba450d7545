package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"
)

func newMinesBoards() *cobra.Command {
	var board boardFlags
	var first string
	var seed, games uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "boards",
		Short: "Print boards in the form that 'mines play --boards' reads",
		Long: `Print boards, one a line: the first cell as row,col: and then the mines.

The boards are those of the published generator (README, "Boards"), which any
program can reproduce; 'mines play --seed' plays the same ones.`,
		Example: "  blindsight mines boards --board 9x9/10 --rule windows --first 0,0 --seed 1 --games 1000 > boards.txt",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := board.game()
			if err != nil {
				return err
			}
			cell, err := g.ParseCell(first)
			if err != nil {
				return fmt.Errorf("--first: %w", err)
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			for game := range games {
				if cmd.Context().Err() != nil {
					break
				}
				b, err := g.Board(seed, game, cell)
				if err != nil {
					return err
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
				if err := writeJSON(out, line); err != nil {
					return err
				}
			}
			if err := out.Flush(); err != nil {
				return failure{err}
			}
			if cmd.Context().Err() != nil {
				return errInterrupted
			}
			return nil
		},
	}
	board.add(cmd)
	f := cmd.Flags()
	f.StringVar(&first, "first", "0,0", "first cell as ROW,COLUMN")
	f.Uint64Var(&seed, "seed", 1, "seed of the generator")
	f.Uint64Var(&games, "games", 10, "how many boards")
	f.BoolVar(&asJSON, "json", false, "print one JSON object a board")
	return cmd
}
