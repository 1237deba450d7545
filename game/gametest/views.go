package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// manyActions is how many legal actions of one view are played for a check.
const manyActions = 40

// checkRules: plays end or are cut, legal actions are listed once, every one of them can be
// played, the view accepts whatever the rules then show, and where no action is
// legal the play is over.
func (k *kit[S, V, A, O]) checkRules() error {
	var s S
	for number := range uint64(k.Plays) {
		rng := stream("rules", number)
		p := k.play(number)
		for p.choose() {
			if a, twice := repeated(p.legal); twice {
				return p.errorf("%s is listed twice among the legal actions", k.ShowAction(a))
			}
			if k.Copy == nil {
				continue
			}
			for _, a := range some(p.legal, manyActions) {
				k.Copy(&s, &p.state)
				if err := k.try(p, rng, &s, a); err != nil {
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

// try plays an action in a state that agrees with the view and shows the outcome
// to a copy of the view.
func (k *kit[S, V, A, O]) try(p *play[S, V, A, O], rng *rand.Rand, s *S, a A) error {
	step, err := k.step(rng, s, a)
	if err != nil {
		return p.errorf("the legal action %s cannot be played: %w", k.ShowAction(a), err)
	}
	if step.Done {
		return nil
	}
	v := p.view.Clone()
	if err := v.Observe(a, step.Seen); err != nil {
		return p.errorf("the view refuses what the rules show, %s after %s: %w", k.ShowSeen(step.Seen), k.ShowAction(a), err)
	}
	if len(v.Legal(nil)) == 0 {
		return p.errorf("after %s the play is not over, but no action is legal", k.ShowAction(a))
	}
	return nil
}

// repeated returns an element that a list has twice.
func repeated[A comparable](list []A) (A, bool) {
	seen := make(map[A]bool, len(list))
	for _, a := range list {
		if seen[a] {
			return a, true
		}
		seen[a] = true
	}
	var none A
	return none, false
}

// checkCopies: the legal actions and their order are the view's alone, Legal keeps
// what is in its buffer, and copies are equal and independent.
func (k *kit[S, V, A, O]) checkCopies() error {
	used := k.NewView()
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			if err := k.checkLegal(p); err != nil {
				return err
			}
			before := k.look(p.view)
			clone, stays := p.view.Clone(), p.view.Clone()
			used.CopyFrom(p.view)
			if d := before.differs(k.look(clone)); d != "" {
				return p.errorf("Clone is not equal: %s", d)
			}
			if d := before.differs(k.look(used)); d != "" {
				return p.errorf("CopyFrom, in a view used before, is not equal: %s", d)
			}
			p.step()
			if p.err != nil || p.last.Done {
				continue
			}
			observe := func(v V, what string) error {
				if err := v.Observe(p.action, p.last.Seen); err != nil {
					return p.errorf("%s refuses %s after %s: %w", what, k.ShowSeen(p.last.Seen), k.ShowAction(p.action), err)
				}
				return nil
			}
			if err := observe(clone, "Clone"); err != nil {
				return err
			}
			if err := observe(used, "CopyFrom"); err != nil {
				return err
			}
			for _, other := range []struct {
				view V
				what string
			}{{p.view, "the view itself"}, {stays, "another Clone"}} {
				if d := before.differs(k.look(other.view)); d != "" {
					return p.errorf("Clone and CopyFrom are not independent: when they observe, %s changes: %s", other.what, d)
				}
			}
			original := p.view.Clone()
			if err := observe(original, "Clone"); err != nil {
				return err
			}
			after := k.look(original)
			if d := after.differs(k.look(clone)); d != "" {
				return p.errorf("two Clones that observe the same differ: %s", d)
			}
			if d := after.differs(k.look(used)); d != "" {
				return p.errorf("Clone and CopyFrom that observe the same differ: %s", d)
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// checkLegal: Legal says the same each time and appends.
func (k *kit[S, V, A, O]) checkLegal(p *play[S, V, A, O]) error {
	if again := p.view.Legal(nil); !slices.Equal(p.legal, again) {
		return p.errorf("Legal, asked twice, says %v and %v", p.legal, again)
	}
	prefix := []A{p.legal[len(p.legal)-1], p.legal[0]}
	for _, room := range []int{2, 2 + len(p.legal)} { // without spare room and with
		buf := append(make([]A, 0, room), prefix...)
		got := p.view.Legal(buf)
		if len(got) != 2+len(p.legal) || !slices.Equal(got[:2], prefix) || !slices.Equal(got[2:], p.legal) {
			return p.errorf("Legal does not append: with %v in its buffer it returns %v instead of these and then %v", prefix, got, p.legal)
		}
	}
	return nil
}

// checkKeys: views of equal key are equal in all that can be asked of them.
func (k *kit[S, V, A, O]) checkKeys() error {
	type first struct {
		view   snapshot[A]
		number uint64
		move   int
	}
	seen := make(map[blindsight.Key]first)
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			now := k.look(p.view)
			f, ok := seen[now.key]
			if !ok {
				seen[now.key] = first{now, number, len(p.past)}
				continue
			}
			if d := f.view.differs(now); d != "" {
				return p.errorf("the key is that of play %d, move %d, but the view is not: %s", f.number, f.move, d)
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// checkRefusals: what a view refuses leaves it unchanged. Tried are actions and
// sights of this and earlier plays, most of which cannot have happened here.
func (k *kit[S, V, A, O]) checkRefusals() error {
	const most = 500 // how many different events are kept to try
	var pool []blindsight.Event[A, O]
	known := make(map[blindsight.Event[A, O]]bool)
	for number := range uint64(k.Plays) {
		rng := stream("refusals", number)
		p := k.play(number)
		for p.choose() {
			before := k.look(p.view)
			var tries []blindsight.Event[A, O]
			tries = append(tries, p.past[max(0, len(p.past)-2):]...)
			for range min(10, len(pool)) {
				e := pool[rng.IntN(len(pool))]
				tries = append(tries, e, blindsight.Event[A, O]{Action: e.Action, Seen: pool[rng.IntN(len(pool))].Seen})
				if len(p.past) > 0 {
					tries = append(tries, blindsight.Event[A, O]{Action: p.past[rng.IntN(len(p.past))].Action, Seen: e.Seen})
				}
			}
			p.step()
			if p.err != nil {
				break
			}
			event := blindsight.Event[A, O]{Action: p.action, Seen: p.last.Seen}
			if !known[event] && len(pool) < most {
				known[event] = true
				pool = append(pool, event)
			}
			if err := k.refuse(p, before, tries); err != nil {
				return err
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// refuse shows events to copies of the view. A copy that refused one must be as
// before, and stay equal to the view when it observes what really happened.
func (k *kit[S, V, A, O]) refuse(p *play[S, V, A, O], before snapshot[A], tries []blindsight.Event[A, O]) error {
	refused := func(e blindsight.Event[A, O], err error) string {
		return fmt.Sprintf("after refusing %s:%s (%v)", k.ShowAction(e.Action), k.ShowSeen(e.Seen), err)
	}
	var after snapshot[A]
	if !p.last.Done {
		v := p.view.Clone()
		if err := v.Observe(p.action, p.last.Seen); err != nil {
			return p.errorf("the view refuses what the rules show: %w", err)
		}
		after = k.look(v)
	}
	v := p.view.Clone()
	for _, e := range tries {
		v.CopyFrom(p.view)
		problem := v.Observe(e.Action, e.Seen)
		if problem == nil {
			continue
		}
		if d := before.differs(k.look(v)); d != "" {
			return p.errorf("%s the view is changed: %s", refused(e, problem), d)
		}
		if p.last.Done {
			continue
		}
		if err := v.Observe(p.action, p.last.Seen); err != nil {
			return p.errorf("%s the view refuses what the rules show: %w", refused(e, problem), err)
		}
		if d := after.differs(k.look(v)); d != "" {
			return p.errorf("%s the next observation leads elsewhere: %s", refused(e, problem), d)
		}
	}
	return nil
}
