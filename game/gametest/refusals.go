package gametest

import (
	"fmt"

	"blindsight"
)

// checkRefusals: what a view refuses leaves it unchanged. Tried are events of this and
// earlier plays, of both sides, most of which cannot have happened here.
func (k *kit[S, V, A, O]) checkRefusals() error {
	const most = 500 // how many different events are kept to try
	var pool []blindsight.Event[A, O]
	known := make(map[blindsight.Event[A, O]]bool)
	for number := range uint64(k.Plays) {
		rng := stream("refusals", number)
		p := k.play(number)
		for p.choose() {
			before := k.lookAll(p.turn, p.views)
			var tries [2][]blindsight.Event[A, O]
			for side := range k.Sides {
				past := p.told[side]
				list := append([]blindsight.Event[A, O](nil), past[max(0, len(past)-2):]...)
				for range min(10/k.Sides, len(pool)) {
					e, seen := pool[rng.IntN(len(pool))], pool[rng.IntN(len(pool))].Seen
					list = append(list, e, blindsight.Event[A, O]{Action: e.Action, Seen: seen, Heard: e.Heard})
					if len(past) > 0 {
						f := past[rng.IntN(len(past))]
						list = append(list, blindsight.Event[A, O]{Action: f.Action, Seen: e.Seen, Heard: f.Heard})
					}
				}
				tries[side] = list
			}
			p.step()
			if p.err != nil {
				break
			}
			last := [2]*blindsight.Event[A, O]{}
			for _, n := range p.news() {
				last[n.side] = &n.Event
			}
			pool = remember(pool, known, most, blindsight.Event[A, O]{Action: p.action, Seen: p.last.Seen})
			if e := last[p.turn.Other()]; e != nil {
				pool = remember(pool, known, most, *e)
			}
			for side := range blindsight.Side(k.Sides) {
				if err := k.refuse(p, side, before[side], tries[side], last[side]); err != nil {
					return err
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// remember adds an event to a pool that does not have it, unless it is full.
func remember[E comparable](pool []E, known map[E]bool, most int, e E) []E {
	if known[e] || len(pool) == most {
		return pool
	}
	known[e] = true
	return append(pool, e)
}

// refuse tells events to copies of the view of a side. A copy that refused one must be as
// before, and stay equal to the view when it is told what really happened, if anything.
func (k *kit[S, V, A, O]) refuse(p *play[S, V, A, O], side blindsight.Side, before snapshot[A], tries []blindsight.Event[A, O], last *blindsight.Event[A, O]) error {
	refused := func(e blindsight.Event[A, O], err error) string {
		return fmt.Sprintf("after refusing %s (%v)", k.showEvent(e), err)
	}
	var after snapshot[A]
	if last != nil {
		v := p.views[side].Clone()
		if err := k.tell(v, *last); err != nil {
			return p.refused(news[A, O]{side, *last}, err)
		}
		after = k.lookAs(side, p.last.Next, v)
	}
	v := p.views[side].Clone()
	for _, e := range tries {
		v.CopyFrom(p.views[side])
		reason := k.tell(v, e)
		if reason == nil {
			continue
		}
		if d := before.differs(k.lookAs(side, p.turn, v)); d != "" {
			return p.errorf("%s the view %sis changed: %s", refused(e, reason), k.of(side), d)
		}
		if last == nil {
			continue
		}
		if err := k.tell(v, *last); err != nil {
			return p.errorf("%s the view %srefuses what the rules show: %w", refused(e, reason), k.of(side), err)
		}
		if d := after.differs(k.lookAs(side, p.last.Next, v)); d != "" {
			return p.errorf("%s the next event leads elsewhere: %s", refused(e, reason), d)
		}
	}
	return nil
}
