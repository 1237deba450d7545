package episode_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
)

func kriegspielGame(rules string) *kriegspiel.Referee {
	start := chess.Start()
	return kriegspiel.NewReferee(kriegspiel.MustRules(rules), &start, 0)
}

func randomPlayers(seed uint64) [2]episode.KriegspielPlayer {
	return [2]episode.KriegspielPlayer{
		{Planner: players.NewRandom(), RNG: randstream.New(seed, "white")},
		{Planner: players.NewGreedy(), RNG: randstream.New(seed, "black")},
	}
}

// A game is played to its end, every attempt is reported, and the seed decides all.
func TestKriegspiel(t *testing.T) {
	for _, rules := range kriegspiel.Names() {
		var texts [2]string
		for i := range texts {
			g := kriegspielGame(rules)
			tries := 0
			if err := episode.Kriegspiel(context.Background(), g, randomPlayers(5), func(kriegspiel.Attempt, kriegspiel.Percept) { tries++ }); err != nil {
				t.Fatal(err)
			}
			rec := g.Record()
			for _, turn := range rec.Turns {
				tries -= len(turn.Tries)
			}
			if g.Result() == kriegspiel.Unfinished || tries != 0 {
				t.Errorf("%s: %s, %d tries more than are recorded", rules, g.Result(), tries)
			}
			texts[i] = string(rec.AppendJSON(nil))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the same seed gives different games", rules)
		}
	}
}

// stubborn tries the same again and again.
type stubborn struct{}

func (stubborn) Choose(context.Context, *rand.Rand, *kriegspiel.View, blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	return blindsight.Decision[kriegspiel.Attempt]{Action: kriegspiel.Attempt(chess.NewMove(chess.E2, chess.E5, 0))}, nil
}

// A player who tries nonsense for ever is stopped; so is a game whose context ends.
func TestKriegspielEndsEarly(t *testing.T) {
	for _, rules := range kriegspiel.Names() {
		p := randomPlayers(1)
		p[0].Planner = stubborn{}
		if err := episode.Kriegspiel(context.Background(), kriegspielGame(rules), p, nil); err == nil || !strings.Contains(err.Error(), "nonsense again and again") {
			t.Errorf("%s: %v", rules, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := episode.Kriegspiel(ctx, kriegspielGame("rand"), randomPlayers(1), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
