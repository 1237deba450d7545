package kriegspielers_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	"blindsight/player/kriegspielers"
)

// Players whose processor time is over before they begin decide all the same.
func TestPlayersDecideWhenTheirTimeIsOver(t *testing.T) {
	const attempts = 30
	for _, e := range kriegspielers.Catalogue {
		t.Run(e.Name, func(t *testing.T) {
			rules := kriegspiel.MustRules("berkeley")
			var players [2]episode.KriegspielPlayer
			for side := range players {
				p, err := kriegspielers.Catalogue.New(e.Name, rules)
				if err != nil {
					t.Fatal(err)
				}
				players[side] = episode.KriegspielPlayer{Planner: p, RNG: randstream.New(1, e.Name, uint64(side)), Budget: blindsight.Budget{CPU: time.Nanosecond}}
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			start, made := chess.Start(), 0
			err := episode.Kriegspiel(ctx, kriegspiel.NewReferee(rules, &start, 0), players, func(kriegspiel.Attempt, kriegspiel.Percept) {
				if made++; made == attempts {
					cancel()
				}
			})
			if made < attempts || err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("after %d attempts: %v", made, err)
			}
		})
	}
}
