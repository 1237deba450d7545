package episode

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// KriegspielPlayer is a player of Kriegspiel with randomness and a budget of his own.
type KriegspielPlayer struct {
	Planner blindsight.Planner[*kriegspiel.View, kriegspiel.Attempt]
	RNG     *rand.Rand
	Budget  blindsight.Budget
}

// Kriegspiel lets two players play a game to its end, White first in players, and calls
// each, unless nil, after every attempt with what its player heard. Players see their
// views and nothing else. It ends with the game, with the context, or with the error of
// a player.
func Kriegspiel(
	ctx context.Context, g *kriegspiel.Referee, players [2]KriegspielPlayer,
	each func(a kriegspiel.Attempt, heard kriegspiel.Percept),
) error {
	return playKriegspiel(ctx, g, players, func(m *KriegspielMove) {
		if each != nil {
			each(m.Decision.Action, m.Seen)
		}
	})
}

// KriegspielMove is an attempt in a game of Kriegspiel.
type KriegspielMove = Move[kriegspiel.Attempt, kriegspiel.Percept]

func playKriegspiel(ctx context.Context, g *kriegspiel.Referee, players [2]KriegspielPlayer, each func(*KriegspielMove)) error {
	var seats []Seat[*kriegspiel.View, kriegspiel.Attempt]
	for side, p := range players {
		color := chess.Color(side)
		seats = append(seats, Seat[*kriegspiel.View, kriegspiel.Attempt]{
			View: g.View(color).Clone(), Planner: p.Planner, RNG: p.RNG, Budget: p.Budget, Name: color.String(),
		})
	}
	turn := blindsight.Side(g.Side())
	if g.Result() != kriegspiel.Unfinished {
		turn = blindsight.Over
	}
	_, err := Play(ctx, nil, g.Game(), g, turn, seats, each)
	return err
}
