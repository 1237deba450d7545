package andor

// Walker goes through a plan as a play goes on: it is told what is tried and heard. The zero
// Walker has no plan. What a plan does not foresee ends it.
type Walker[A comparable, O Percept] struct {
	plan    *Plan[A, O]  // of the own turn, nil if there is none
	replies []Next[A, O] // of the opponent's turn
}

// Follow takes up a plan at its beginning; nil gives up the one there is.
func (w *Walker[A, O]) Follow(p *Plan[A, O]) { w.plan, w.replies = p, nil }

// Plan returns what is to be done now and after, nil if nothing is planned.
func (w *Walker[A, O]) Plan() *Plan[A, O] { return w.plan }

// Did goes on by an own attempt and the answer to it.
func (w *Walker[A, O]) Did(a A, o O) {
	p := w.plan
	w.Follow(nil)
	if p == nil || p.Attempt != a {
		return
	}
	for _, h := range p.Moved {
		if h.Heard == o {
			w.replies = h.Replies
			return
		}
	}
	w.plan = after(p.Stay, o)
}

// Heard goes on by what is heard of a move of the opponent.
func (w *Walker[A, O]) Heard(o O) { w.Follow(after(w.replies, o)) }

// after returns the plan for what was heard, nil if there is none.
func after[A comparable, O Percept](list []Next[A, O], o O) *Plan[A, O] {
	for _, n := range list {
		if n.Heard == o {
			return n.Plan
		}
	}
	return nil
}
