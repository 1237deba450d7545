package web

import (
	"sync"
	"testing"

	"blindsight/game/minesweeper"
)

// Games are those that were asked for, one and the same while they are kept, and no more are kept than said.
func TestKeptGames(t *testing.T) {
	var k keptGames
	rules := func(n int) minesweeper.Rules { return minesweeper.Rules{Height: 5, Width: 5 + n, Mines: 6} }
	first, err := k.new(rules(0))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for n := range 3 * maxKeptGames {
		all.Go(func() {
			g, err := k.new(rules(n % maxKeptGames))
			if err != nil || g.Rules() != rules(n%maxKeptGames) {
				t.Errorf("asked for %v: %v", rules(n%maxKeptGames), err)
			}
		})
	}
	all.Wait()
	if again, _ := k.new(rules(0)); again != first {
		t.Error("a game that is kept is made again")
	}
	for n := range 90 {
		if g, err := k.new(rules(n)); err != nil || g.Rules() != rules(n) {
			t.Errorf("asked for %v: %v", rules(n), err)
		}
	}
	if again, _ := k.new(rules(0)); again == first || len(k.last) != maxKeptGames {
		t.Errorf("%d games are kept", len(k.last))
	}
	for _, bad := range []minesweeper.Rules{{}, {Height: -30, Width: -30, Mines: 1}, {Height: 3, Width: 3, Mines: 9}, {Height: 1 << 40, Width: 1 << 40}} {
		if _, err := k.new(bad); err == nil {
			t.Errorf("%v is a game", bad)
		}
	}
}
