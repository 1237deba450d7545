package episode

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/kriegspiel"
)

// KriegspielPlayer is a player of Kriegspiel with randomness and a budget of his own.
type KriegspielPlayer struct {
	Planner blindsight.Planner[*kriegspiel.View, kriegspiel.Attempt]
	RNG     *rand.Rand
	Budget  blindsight.Budget
}

// maxNonsense is how often in a row a player may try what makes no sense.
const maxNonsense = 1000

// Kriegspiel lets two players play a game to its end, White first in players, and calls
// each, unless nil, after every attempt with what its player heard. Players see their
// views and nothing else. It ends with the game, with the context, or with the error of
// a player.
func Kriegspiel(
	ctx context.Context, g *kriegspiel.Game, players [2]KriegspielPlayer,
	each func(a kriegspiel.Attempt, heard kriegspiel.Percept),
) error {
	nonsense := 0
	for g.Result() == kriegspiel.Unfinished {
		side := g.Side()
		p := &players[side]
		d, err := p.Planner.Choose(ctx, p.RNG, g.View(side), p.Budget)
		if err != nil {
			return fmt.Errorf("the player of %s: %w", side, err)
		}
		if ctx.Err() != nil { // what was decided in a hurry is not played
			return ctx.Err()
		}
		sense := g.View(side).Sense(d.Action)
		heard, err := g.Try(d.Action)
		if err != nil {
			return err
		}
		if each != nil {
			each(d.Action, heard)
		}
		if sense == nil {
			nonsense = 0
		} else if nonsense++; nonsense == maxNonsense {
			return errors.Join(fmt.Errorf("the player of %s tries nonsense again and again", side), sense)
		}
	}
	return nil
}
