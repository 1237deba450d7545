package web

import (
	"fmt"
	"sync"
	"testing"

	players "blindsight/player/minesweeper"
)

// One position's search is taken by one at a time, the longer one is kept, and no more than
// so many are.
func TestThoughts(t *testing.T) {
	v, err := readPosition("5x5/8 windows\n1....\n.....\n.....\n.....\n.....\n")
	if err != nil {
		t.Fatal(err)
	}
	search := func(plays int) *players.Counsel {
		coach := players.NewCoach(players.NewAnalyst(0, nil), 1, 0)
		coach.Plays = plays
		c, err := coach.Advise(t.Context(), v.View, "", nil)
		if err != nil || c.Plays != plays {
			t.Fatalf("%+v %v", c, err)
		}
		return c
	}
	short, long := search(2), search(4)
	all := newThoughts(3)
	for _, order := range [][2]*players.Counsel{{short, long}, {long, short}} {
		all.keep("p", order[0])
		all.keep("p", order[1])
		if got := all.take("p"); got != long || all.take("p") != nil {
			t.Errorf("kept is %v", got)
		}
	}
	all.keep("p", nil)
	all.keep("p", &players.Counsel{Known: true}) // nothing goes on there
	if all.take("p") != nil {
		t.Error("what cannot go on is kept")
	}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for n := range 50 {
				key := fmt.Sprint((i + n) % 6)
				if all.take(key) == nil {
					all.keep(key, short)
				}
			}
		})
	}
	wait.Wait()
	if len(all.byKey) > 3 || all.order.Len() != len(all.byKey) {
		t.Errorf("%d are kept, at most 3 may be", len(all.byKey))
	}
}
