package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

func newKriegspielPlay() *cobra.Command {
	var flags gameFlags
	var side, opponent string
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play Kriegspiel in the terminal",
		Long: `Play Kriegspiel in the terminal against one of the players. You see your own men, the
squares of attempts refused in this turn (x), and what the referee says.

Type an attempt: a move in UCI notation (e2e4, e7e8q) or in standard notation as your
own men would have it (Nf3, exd5, O-O), or any? under the english rules. Other words:
moves lists what you can try, board draws the board, quit ends the game.

At the end the true position is shown.`,
		Example: `  blindsight kriegspiel play
  blindsight kriegspiel play --rules cincinnati --side black --opponent random --seed 7`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			game, err := flags.game()
			if err != nil {
				return err
			}
			me, err := sideFlag("side", side)
			if err != nil {
				return err
			}
			player, err := catalog.Kriegspiel.New(opponent, game.Rules())
			if err != nil {
				return fmt.Errorf("--opponent: %w", err)
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000) // short enough to be typed again
			}
			out := cmd.OutOrStdout()
			talk := out
			if asJSON {
				talk = cmd.ErrOrStderr()
			}
			person := &person{game: game, side: me, in: bufio.NewScanner(cmd.InOrStdin()), out: talk}
			players := [2]episode.KriegspielPlayer{}
			players[me] = episode.KriegspielPlayer{Planner: person}
			players[me.Other()] = episode.KriegspielPlayer{Planner: player, RNG: randstream.New(seed, "kriegspiel/play")}
			fmt.Fprintf(talk, "You are %s, against %s. Rules: %s (%s). Seed %d.\n", kriegspiel.SideName(me), opponent, game.Rules(), game.Rules().Doc, seed)
			err = episode.Kriegspiel(cmd.Context(), game, players, person.heard)
			switch {
			case errors.Is(err, errQuit):
			case errors.Is(err, context.Canceled):
				return failure{errors.New("interrupted")}
			case err != nil:
				return failure{err}
			}
			p := game.Position()
			if asJSON {
				return writeJSON(out, resultJSON{game.Result().String(), game.Result().Score(), (len(game.Record().Turns) + 1) / 2, p.FEN()})
			}
			_, err = fmt.Fprintf(out, "\nResult: %s. The true position:\n%s", game.Result(), drawMen(&p, 0, me))
			return err
		},
	}
	flags.add(cmd)
	f := cmd.Flags()
	f.StringVar(&side, "side", "white", "your side: white or black")
	f.StringVar(&opponent, "opponent", "greedy", "player to play against, see 'kriegspiel players'")
	f.Uint64Var(&seed, "seed", 0, "seed of the opponent (default a new one each time, shown at the start)")
	f.BoolVar(&asJSON, "json", false, "print the result as one JSON object, and the game on the standard error")
	complete(cmd, "side", "white", "black")
	complete(cmd, "opponent", catalog.Kriegspiel.Names()...)
	return cmd
}

// drawMen draws the men of a position, marked squares that are empty as x, from the
// side of one player.
func drawMen(p *chess.Position, marked chess.Bitboard, side chess.Color) string {
	var b strings.Builder
	for i := range 8 {
		rank := 7 - i
		if side == chess.Black {
			rank = i
		}
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			if side == chess.Black {
				file = 7 - file
			}
			s := chess.SquareAt(file, rank)
			c, k := p.At(s)
			letter := k.Letter()
			switch {
			case k != chess.NoKind && c == chess.White:
				letter -= 'a' - 'A'
			case k == chess.NoKind && marked.Has(s):
				letter = 'x'
			}
			fmt.Fprintf(&b, " %c", letter)
		}
		b.WriteByte('\n')
	}
	files := "   a b c d e f g h\n"
	if side == chess.Black {
		files = "   h g f e d c b a\n"
	}
	return b.String() + files
}

var errQuit = errors.New("the game was left")

// boardOf draws what a player knows of the board: his men, and where attempts of his
// were refused in this turn.
func boardOf(v *kriegspiel.View) string {
	own := v.Own()
	var refused chess.Bitboard
	var names []string
	for _, t := range v.Tries() {
		if t.Heard == kriegspiel.Illegal {
			refused |= t.Attempt.Move().To().Bitboard()
			names = append(names, t.Attempt.String())
		}
	}
	text := drawMen(&own, refused, v.Side())
	if len(names) > 0 {
		text += "refused in this turn: " + strings.Join(names, ", ") + "\n"
	}
	return text
}

// saying prints what the referee says of an attempt of a side to a player.
func saying(out io.Writer, me, mover chess.Color, a kriegspiel.Attempt, heard kriegspiel.Percept) {
	text := heard.Words(mover)
	if mover == me && !heard.Move() && a != kriegspiel.Any {
		text = a.String() + ": " + heard.String()
	}
	fmt.Fprintf(out, "Referee: %s.\n", text)
}
