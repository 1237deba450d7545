package web

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"blindsight/coach/minecoach"
)

// One position's search is taken by one at a time, the longer one is kept, and no more than
// so many are.
func TestThoughts(t *testing.T) {
	v, err := readPosition("5x5/8 windows\n1....\n.....\n.....\n.....\n.....\n")
	if err != nil {
		t.Fatal(err)
	}
	search := func(plays int) *minecoach.Counsel {
		coach := minecoach.New(minecoach.NewAnalyst(0, nil), 1, 0)
		coach.Plays = plays
		c, err := coach.Advise(t.Context(), v.View, "", nil)
		if err != nil || c.Plays != plays {
			t.Fatalf("%+v %v", c, err)
		}
		return c
	}
	short, long := search(2), search(4)
	all := newThoughts(3)
	for _, order := range [][2]*minecoach.Counsel{{short, long}, {long, short}} {
		all.keep("p", order[0])
		all.keep("p", order[1])
		if got := all.take("p"); got != long || all.take("p") != nil {
			t.Errorf("kept is %v", got)
		}
	}
	all.keep("p", nil)
	all.keep("p", &minecoach.Counsel{Known: true}) // nothing goes on there
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

// Two who ask about the same position at the same time do not disturb each other, whoever
// goes on with what the other has found.
func TestSearchesOfOnePosition(t *testing.T) {
	c := newClient(t, Config{Searches: 1})
	position := "9x9/10 windows\n111......\n" + strings.Repeat(".........\n", 8)
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			for range 3 {
				r, err := c.send(t.Context(), "POST", "/api/mines/analyze/stream", analyzeRequest{Position: position, Seconds: 0.1})
				if err != nil {
					t.Error(err)
					return
				}
				last := event{}
				for e := range readEvents(r.Body) {
					last = e
				}
				_ = r.Body.Close()
				if last.name != "done" || !strings.Contains(last.data, `"needed":200`) {
					t.Errorf("%v", last)
				}
			}
		})
	}
	wait.Wait()
}
