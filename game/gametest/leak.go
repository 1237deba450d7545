package gametest

import (
	"fmt"
	"slices"

	"blindsight"
)

// checkLeak: what a side knows follows from what it did, saw and heard, and from
// nothing else. Views are rebuilt away from their play, in plays that look the same to
// their side from another start or with another opponent (see elsewhere), and in every
// listed state that looks the same: key and legal actions must agree, and what is
// legal must be playable in all of these states.
func (k *kit[S, V, A, O]) checkLeak() error {
	for number := range uint64(k.Plays) {
		r, err := k.record(number)
		if err != nil {
			return err
		}
		starts := uint64(10 / k.Sides)
		for side := range blindsight.Side(k.Sides) {
			t := k.track(r, side)
			for other := range starts {
				if err := k.elsewhere(number, t, side, other); err != nil {
					return err
				}
			}
			if err := k.rebuild(number, t, side); err != nil {
				return err
			}
		}
	}
	if k.lister != nil && k.Copy != nil {
		return k.lookalikes()
	}
	return nil
}

// rebuild tells the events of a side to a new view, with no play going on.
func (k *kit[S, V, A, O]) rebuild(number uint64, t track[A, O], side blindsight.Side) error {
	v := k.NewView(side)
	p := &play[S, V, A, O]{k: k, number: number} // says where we are
	for i, e := range t.events {
		now := k.glance(v)
		if !e.Heard {
			now = k.look(v)
		}
		if d := t.before[i].differs(now); d != "" {
			return p.errorf("rebuilt from what was done and seen, away from its play, the view %shas %s", k.of(side), d)
		}
		if t.open && i == len(t.events)-1 {
			break
		}
		if err := k.tell(v, e); err != nil {
			return p.errorf("rebuilt away from its play, the view %srefuses %s: %w", k.of(side), k.showEvent(e), err)
		}
		p.moves = append(p.moves, move[A, O]{side, e.Action, blindsight.Step[O]{Seen: e.Seen}})
	}
	return nil
}

// of names a side in a message where there are two.
func (k *kit[S, V, A, O]) of(side blindsight.Side) string {
	if k.Sides == 1 {
		return ""
	}
	return [2]string{"of side 0 ", "of side 1 "}[side]
}

// lookalikes plays the legal actions of a view in all listed states: all can be
// played, and states that show the same lead to equal views.
func (k *kit[S, V, A, O]) lookalikes() error {
	const most = 200 // states of one view
	var spare S
	for number := range uint64(k.Plays) {
		rng := stream("lookalikes", number)
		p := k.play(number)
		for p.choose() {
			if rng.IntN(4) != 0 {
				continue // one view in four will do
			}
			next := make(map[blindsight.Event[A, O]]snapshot[A])
			v := p.view.Clone()
			left := most
			for s := range k.lister.States(p.view) {
				if err := k.knowsItself(p, s); err != nil {
					return fmt.Errorf("in a listed state: %w", err)
				}
				for _, a := range some(p.legal, 5) {
					k.Copy(&spare, s)
					if err := k.lookalike(p, a, v, &spare, next); err != nil {
						return err
					}
				}
				if left--; left == 0 {
					break
				}
			}
			if !slices.Equal(p.legal, p.view.Legal(nil)) {
				return p.errorf("listing and playing the states of the view has changed its legal actions")
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// lookalike plays an action in one listed state and compares the view it leads to
// with those that other states led to.
func (k *kit[S, V, A, O]) lookalike(p *play[S, V, A, O], a A, v V, s *S, next map[blindsight.Event[A, O]]snapshot[A]) error {
	step, err := k.step(stream("lookalike", p.number), s, a)
	if err != nil {
		return p.errorf("in a listed state the legal action %s %w", k.ShowAction(a), err)
	}
	if step.Done() {
		return nil
	}
	v.CopyFrom(p.view)
	if err := v.Did(a, step.Seen); err != nil {
		return p.errorf("the view refuses what a listed state shows, %s after %s: %w", k.ShowSeen(step.Seen), k.ShowAction(a), err)
	}
	event := blindsight.Event[A, O]{Action: a, Seen: step.Seen}
	now := k.look(v)
	if before, ok := next[event]; !ok {
		next[event] = now
	} else if d := before.differs(now); d != "" {
		return p.errorf("two listed states that both show %s after %s lead to different views: %s", k.ShowSeen(step.Seen), k.ShowAction(a), d)
	}
	return nil
}
