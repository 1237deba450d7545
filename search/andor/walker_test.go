package andor_test

import (
	"testing"

	"blindsight/search/andor"
)

// A walker finds its way through a plan, and leaves it where the plan does not foresee what
// was done or heard.
func TestWalker(t *testing.T) {
	type plan = andor.Plan[string, uint8]
	type next = andor.Next[string, uint8]
	last := &plan{Attempt: "c"}
	again := &plan{Attempt: "b"}
	first := &plan{
		Attempt: "a", Stay: []next{{1, again}},
		Moved: []andor.Heard[string, uint8]{{Heard: 2, Replies: []next{{3, last}}}, {Heard: 4, Won: true}},
	}
	var w andor.Walker[string, uint8]
	tell := func(want *plan, what string) {
		t.Helper()
		if w.Plan() != want {
			t.Errorf("after %s: %v, want %v", what, w.Plan(), want)
		}
	}
	tell(nil, "nothing")
	w.Follow(first)
	tell(first, "the beginning")
	w.Did("a", 1)
	tell(again, "a refusal")
	w.Follow(first)
	w.Did("a", 2)
	tell(nil, "a move")
	w.Heard(3)
	tell(last, "the reply")
	for what, leave := range map[string]func(){
		"another attempt":  func() { w.Did("b", 1) },
		"another answer":   func() { w.Did("a", 9) },
		"another reply":    func() { w.Did("a", 2); w.Heard(9) },
		"a win, and on":    func() { w.Did("a", 4); w.Heard(3) },
		"giving up":        func() { w.Follow(nil) },
		"a reply too soon": func() { w.Heard(3) },
	} {
		w.Follow(first)
		leave()
		tell(nil, what)
	}
}
