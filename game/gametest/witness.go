package gametest

import (
	"slices"

	"blindsight"
)

// checkWitness: the view of a side that a state holds is the one that was told step by
// step, whatever it is written to, and independent of the state.
func (k *kit[S, V, A, O]) checkWitness() error {
	used := k.newViews()
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			before := k.lookAll(p.turn, p.views)
			for side := range blindsight.Side(k.Sides) {
				fresh := k.NewView(side)
				k.witness.ViewOf(&p.state, side, fresh)
				if d := before[side].differs(k.lookAs(side, p.turn, fresh)); d != "" {
					return p.errorf("ViewOf side %d is not the view that was told what the side did, saw and heard: %s", side, d)
				}
				k.witness.ViewOf(&p.state, side, used[side])
				if d := before[side].differs(k.lookAs(side, p.turn, used[side])); d != "" {
					return p.errorf("ViewOf side %d, in a view used before, is not equal: %s", side, d)
				}
			}
			// What these views are told must not reach the state: the next round would see it.
			p.step()
			for _, n := range p.news() {
				if err := k.tell(used[n.side], n.Event); err != nil {
					return p.errorf("ViewOf side %d refuses %s: %w", n.side, k.showEvent(n.Event), err)
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// knowsItself: in a state that agrees with the view of the side to act, that side has this
// view. Only its key is looked at, since a view may count less than it remembers.
func (k *kit[S, V, A, O]) knowsItself(p *play[S, V, A, O], s *S) error {
	if k.witness == nil {
		return nil
	}
	v := k.NewView(p.turn)
	k.witness.ViewOf(s, p.turn, v)
	if v.Key() != p.view.Key() {
		return p.errorf("a state that agrees with the view of side %d holds another view of that side", p.turn)
	}
	return nil
}

// checkCopiedStates: copies of a state are equal, in that the same action brings the same,
// and independent of it and of one another.
func (k *kit[S, V, A, O]) checkCopiedStates() error {
	var used S
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			a := p.action // or better another one, whose traces in shared memory p.step would overwrite
			if i := slices.IndexFunc(p.legal, func(b A) bool { return b != p.action }); i >= 0 {
				a = p.legal[i]
			}
			try := func(s *S) (blindsight.Step[O], error) {
				k.Copy(s, &p.state)
				return k.step(stream("copied", number), s, a)
			}
			was := k.inside(p.turn, &p.state)
			var fresh S
			first, err := try(&fresh)
			if err != nil {
				return p.errorf("in a copy of the state the legal action %s %w", k.ShowAction(a), err)
			}
			if d := was.differs(k.inside(p.turn, &p.state)); d != "" {
				return p.errorf("%s, played in a copy of the state, changes the state itself: %s", k.ShowAction(a), d)
			}
			moved := k.inside(first.Next, &fresh)
			second, err := try(&used)
			if err != nil || first != second {
				return p.errorf("in two copies of the state %s brings %+v and %+v (%v)", k.ShowAction(a), first, second, err)
			}
			if d := moved.differs(k.inside(second.Next, &used)); d != "" {
				return p.errorf("after %s two copies of the state differ: %s", k.ShowAction(a), d)
			}
			p.step()
			if d := moved.differs(k.inside(first.Next, &fresh)); d != "" {
				return p.errorf("%s, played in a state, changes a copy of it: %s", k.ShowAction(p.action), d)
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// insides is what can be told of a state: its fingerprint and the views that it holds.
type insides[A comparable] struct {
	fingerprint uint64
	views       [2]snapshot[A]
}

// inside looks into a state.
func (k *kit[S, V, A, O]) inside(turn blindsight.Side, s *S) (in insides[A]) {
	if k.fingerprint != nil {
		in.fingerprint = k.fingerprint(s)
	}
	if k.witness != nil {
		views := k.newViews()
		for side := range k.Sides {
			k.witness.ViewOf(s, blindsight.Side(side), views[side])
		}
		in.views = k.lookAll(turn, views)
	}
	return in
}

// differs says how another state that should be equal is not, "" if it is.
func (in insides[A]) differs(other insides[A]) string {
	if in.fingerprint != other.fingerprint {
		return "it has another fingerprint"
	}
	for side := range in.views {
		if d := in.views[side].differs(other.views[side]); d != "" {
			return "a view that it holds has " + d
		}
	}
	return ""
}
