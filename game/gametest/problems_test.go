package gametest_test

import (
	"testing"

	"blindsight/game/gametest"
	"blindsight/search/searchtest"
)

// The problems and duels on which searches are tested are sound games themselves.
func TestGamesOfSearchtest(t *testing.T) {
	for _, p := range searchtest.Problems() {
		t.Run(p.Name, func(t *testing.T) {
			gametest.Run(t, gametest.Case[searchtest.State, *searchtest.View, searchtest.Action, searchtest.Seen]{
				Game: p, NewView: gametest.Alone(p.NewView),
				Copy: func(dst, src *searchtest.State) { *dst = *src },
			})
		})
	}
	for _, d := range searchtest.Duels() {
		t.Run(d.Name, func(t *testing.T) {
			gametest.Run(t, gametest.Case[searchtest.DuelState, *searchtest.View, searchtest.Action, searchtest.Seen]{
				Game: d, NewView: d.EmptyView, Sides: 2,
				Copy: func(dst, src *searchtest.DuelState) { *dst = *src },
			})
		})
	}
}
