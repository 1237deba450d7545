package gametest

import (
	"math/rand/v2"
	"slices"

	"blindsight"
)

// manyActions is how many legal actions of one view are played for a check.
const manyActions = 40

// checkRules: plays end or are cut, legal actions are listed once, every one of them can be
// played, the views accept whatever the rules then show, where no action is
// legal the play is over, and no view changes before it is told.
func (k *kit[S, V, A, O]) checkRules() error {
	var s S
	for number := range uint64(k.Plays) {
		rng := stream("rules", number)
		p := k.play(number)
		for p.choose() {
			if a, twice := repeated(p.legal); twice {
				return p.errorf("%s is listed twice among the legal actions", k.ShowAction(a))
			}
			if k.Copy != nil {
				for _, a := range some(p.legal, manyActions) {
					k.Copy(&s, &p.state)
					if err := k.try(p, rng, &s, a, true); err != nil {
						return err
					}
				}
			}
			before := k.lookAll(p.turn, p.views)
			p.step()
			for side, now := range k.lookAll(p.turn, p.views) {
				if d := before[side].differs(now); d != "" && p.err == nil {
					return p.errorf("%s is played, and the view of side %d changes before it is told: %s", k.ShowAction(p.action), side, d)
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// try plays an action in a state that agrees with the view of the side to act, and tells
// the outcome to copies of the views. If it is not the true state of the play, what the
// other side knows in it is known only if the state holds that.
func (k *kit[S, V, A, O]) try(p *play[S, V, A, O], rng *rand.Rand, s *S, a A, truth bool) error {
	step, err := k.step(rng, s, a)
	if err != nil {
		return p.errorf("the legal action %s %w", k.ShowAction(a), err)
	}
	for _, n := range k.news(p.turn, a, step) {
		if n.side != p.turn && !truth {
			continue
		}
		v := p.views[n.side].Clone()
		if err := k.tell(v, n.Event); err != nil {
			at := *p
			at.action = a
			return at.refused(n, err)
		}
		if n.side == step.Next && len(v.Legal(nil)) == 0 {
			return p.errorf("after %s the play is not over, but no action is legal", k.ShowAction(a))
		}
	}
	if !step.Done() && k.witness != nil {
		v := k.NewView(step.Next)
		k.witness.ViewOf(s, step.Next, v)
		if len(v.Legal(nil)) == 0 {
			return p.errorf("after %s the play is not over, but no action is legal in the view that the state holds", k.ShowAction(a))
		}
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
	used := k.newViews()
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			if err := k.checkLegal(p); err != nil {
				return err
			}
			before := k.lookAll(p.turn, p.views)
			p.step()
			if p.err != nil {
				break
			}
			if p.last.Done() { // then nobody is told, but copies are equal all the same
				if err := k.checkCopy(p, p.turn, used[p.turn], before[p.turn], nil); err != nil {
					return err
				}
			}
			for _, n := range p.news() {
				if err := k.checkCopy(p, n.side, used[n.side], before[n.side], &n.Event); err != nil {
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

// checkCopy copies the view of a side, in two ways, and tells the copies of an event.
func (k *kit[S, V, A, O]) checkCopy(p *play[S, V, A, O], side blindsight.Side, used V, before snapshot[A], e *blindsight.Event[A, O]) error {
	look := func(v V) snapshot[A] { return k.lookAs(side, p.turn, v) }
	view := p.views[side]
	clone, stays := view.Clone(), view.Clone()
	used.CopyFrom(view)
	if d := before.differs(look(clone)); d != "" {
		return p.errorf("Clone is not equal: %s", d)
	}
	if d := before.differs(look(used)); d != "" {
		return p.errorf("CopyFrom, in a view used before, is not equal: %s", d)
	}
	if e == nil {
		return nil
	}
	copies := []struct {
		view V
		what string
	}{{clone, "Clone"}, {used, "CopyFrom"}}
	for _, c := range copies {
		if err := k.tell(c.view, *e); err != nil {
			return p.errorf("%s refuses %s: %w", c.what, k.showEvent(*e), err)
		}
	}
	for _, other := range []struct {
		view V
		what string
	}{{view, "the view itself"}, {stays, "another Clone"}} {
		if d := before.differs(look(other.view)); d != "" {
			return p.errorf("Clone and CopyFrom are not independent: when they are told, %s changes: %s", other.what, d)
		}
	}
	if err := k.tell(stays, *e); err != nil {
		return p.errorf("Clone refuses %s: %w", k.showEvent(*e), err)
	}
	look = func(v V) snapshot[A] { return k.lookAs(side, p.last.Next, v) }
	after := look(stays)
	if d := after.differs(look(clone)); d != "" {
		return p.errorf("two Clones that are told the same differ: %s", d)
	}
	if d := after.differs(look(used)); d != "" {
		return p.errorf("Clone and CopyFrom that are told the same differ: %s", d)
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
	type owner struct {
		side blindsight.Side
		acts bool
		blindsight.Key
	}
	seen := make(map[owner]first)
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			for i, now := range k.lookAll(p.turn, p.views) {
				side := blindsight.Side(i)
				whose := owner{side, side == p.turn, now.key}
				f, ok := seen[whose]
				if !ok {
					seen[whose] = first{now, number, len(p.moves)}
					continue
				}
				if d := f.view.differs(now); d != "" {
					return p.errorf("the key is that of play %d, move %d, but the view %sis not: %s", f.number, f.move, k.of(side), d)
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}
