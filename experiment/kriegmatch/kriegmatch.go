// Package kriegmatch plays matches of Kriegspiel between two players of the catalogue, and sums them up: wins, draws and
// losses, why games were drawn, how long players thought, and how the beliefs behind their decisions fared.
package kriegmatch

import (
	"context"
	"fmt"
	"io"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
)

// Match is what is played: so many games of two players, A and B.
type Match struct {
	Players [2]string                           // A and B, as the catalogue writes them
	Rules   string                              // the name of the rule set
	Begin   func() (*kriegspiel.Referee, error) // makes a game, at its beginning
	Budget  blindsight.Budget
	Games   int
	Seed    uint64
	Workers int
	Swap    bool // change colours after each game
}

// First returns the colour of player A in a game.
func (m *Match) First(game int) chess.Color {
	if m.Swap && game%2 == 1 {
		return chess.Black
	}
	return chess.White
}

// Play plays all games, and hands each to emit in the order of the games. Each side of a game has a random stream of its own, named by the
// seed and the game's number.
func (m *Match) Play(ctx context.Context, emit func(int, episode.KriegspielResult)) error {
	type playFunc = func(context.Context, int) (episode.KriegspielResult, error)
	return episode.Batch(ctx, m.Games, m.Workers, func() playFunc {
		return func(ctx context.Context, n int) (episode.KriegspielResult, error) {
			game, err := m.Begin()
			if err != nil {
				return episode.KriegspielResult{}, err
			}
			var players [2]episode.KriegspielPlayer
			for i, name := range m.Players {
				player, err := kriegspielers.Catalogue.New(name, game.Rules())
				if err != nil {
					return episode.KriegspielResult{}, err
				}
				side := m.First(n) ^ chess.Color(i)
				players[side] = episode.KriegspielPlayer{Planner: player, RNG: episode.KriegspielStream(m.Seed, n, side), Budget: m.Budget}
			}
			return episode.KriegspielGame(ctx, game, players)
		}
	}, emit)
}

// ExportGame writes a game in a line, for other programs: its number, the colour of A, the score of A, moves and result.
func ExportGame(w io.Writer, game int, first chess.Color, r *episode.KriegspielResult) {
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
