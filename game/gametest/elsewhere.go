package gametest

import (
	"math/rand/v2"
	"slices"

	"blindsight"
)

// elsewhere plays on, from another start, what one side did in a play, for as long as that
// side can not tell the two plays apart: it sees the same after its actions, and the
// other side does something that sounds the same, if that is different at all. Until then
// its view must look the same, and what is legal in it must be playable.
func (k *kit[S, V, A, O]) elsewhere(number uint64, t track[A, O], side blindsight.Side, other uint64) error {
	const far = 1 << 32 // no check has that many plays
	e := &exile[S, V, A, O]{
		p: &play[S, V, A, O]{k: k, number: number}, track: t, side: side, views: k.newViews(),
		rng: stream("leak", number), world: world(far + number<<16 + uint64(side)<<12 + other),
	}
	var err error
	if e.turn, err = k.start(e.world, &e.state); err != nil {
		return err
	}
	for same := true; same && err == nil; {
		same, err = e.next()
	}
	return err
}

// exile is a play that looks to one side like another one, of which it has the track.
type exile[S any, V View[V, A, O], A, O comparable] struct {
	p     *play[S, V, A, O] // says where we are
	track track[A, O]
	at    int // the event of the track that comes next
	side  blindsight.Side
	turn  blindsight.Side
	views [2]V
	state S
	spare S
	rng   *rand.Rand // of the checks
	world *rand.Rand // of the rules, and of the other side
}

// where says in what kind of play something is wrong.
func (e *exile[S, V, A, O]) where() string {
	if e.p.k.Sides == 1 {
		return "from another start, with the same actions and the same seen,"
	}
	return "in another play, in which side " + [2]string{"0", "1"}[e.side] + " does, sees and hears the same,"
}

// next plays one step. It returns false where the play is over, or where the side can tell
// it from the other.
func (e *exile[S, V, A, O]) next() (same bool, err error) {
	if e.turn == blindsight.Over || e.at == len(e.track.events) || len(e.p.moves) >= e.p.k.MaxMoves {
		return false, nil
	}
	event := e.track.events[e.at]
	if asked := e.turn == e.side; asked && event.Heard {
		return false, nil
	} else if e.track.before != nil && (asked || event.Heard) {
		now := e.p.k.lookAs(e.side, e.turn, e.views[e.side])
		if d := e.track.before[e.at].differs(now); d != "" {
			return false, e.p.errorf("%s the view has %s", e.where(), d)
		}
	}
	if e.turn == e.side {
		return e.own(event)
	}
	return e.others(event)
}

// own plays the action of the track.
func (e *exile[S, V, A, O]) own(event blindsight.Event[A, O]) (same bool, err error) {
	k := e.p.k
	if k.Copy != nil && e.track.before != nil {
		for _, a := range some(e.track.before[e.at].legal, 5) {
			k.Copy(&e.spare, &e.state)
			if _, err := k.step(e.rng, &e.spare, a); err != nil {
				return false, e.p.errorf("%s the legal action %s %w", e.where(), k.ShowAction(a), err)
			}
		}
	}
	step, err := k.step(e.world, &e.state, event.Action)
	if err != nil {
		return false, e.p.errorf("%s the legal action %s %w", e.where(), k.ShowAction(event.Action), err)
	}
	if step.Done() || e.track.open && e.at == len(e.track.events)-1 || step.Seen != event.Seen {
		return false, nil
	}
	return true, e.tell(event.Action, step)
}

// others lets the other side do something legal that the side cannot tell from what it
// did in the other play. There need not be any.
func (e *exile[S, V, A, O]) others(event blindsight.Event[A, O]) (same bool, err error) {
	const tries = 12
	k := e.p.k
	legal := e.views[e.turn].Legal(nil)
	if len(legal) == 0 {
		return false, e.p.errorf("%s the play is not over, but no action of side %d is legal", e.where(), e.turn)
	}
	for i, number := range e.world.Perm(len(legal)) {
		if i == tries || i > 0 && k.Copy == nil {
			break
		}
		a, s := legal[number], &e.state
		if k.Copy != nil {
			s = &e.spare
			k.Copy(s, &e.state)
		}
		step, err := k.step(e.world, s, a)
		if err != nil {
			return false, e.p.errorf("%s the legal action %s of side %d %w", e.where(), k.ShowAction(a), e.turn, err)
		}
		if !e.sounds(event, step) {
			continue
		}
		if k.Copy != nil {
			k.Copy(&e.state, s)
		}
		return true, e.tell(a, step)
	}
	return false, nil
}

// sounds tells whether a step of the other side goes with the event that comes next. A side
// knows when it is asked: that too must be the same.
func (e *exile[S, V, A, O]) sounds(event blindsight.Event[A, O], step blindsight.Step[O]) bool {
	switch asked := step.Next == e.side; {
	case step.Done():
		return false
	case step.Silent:
		return !asked || !event.Heard
	case !event.Heard || step.Heard != event.Seen:
		return false
	default:
		then := e.at + 1
		return !asked || then == len(e.track.events) || !e.track.events[then].Heard
	}
}

// tell tells both sides of a step, and counts what the side was told of.
func (e *exile[S, V, A, O]) tell(a A, step blindsight.Step[O]) error {
	for _, n := range e.p.k.news(e.turn, a, step) {
		if err := e.p.k.tell(e.views[n.side], n.Event); err != nil {
			return e.p.errorf("%s the view of side %d refuses %s: %w", e.where(), n.side, e.p.k.showEvent(n.Event), err)
		}
		if n.side == e.side {
			e.at++
		}
	}
	e.p.moves = append(e.p.moves, move[A, O]{e.turn, a, step})
	e.turn = step.Next
	return nil
}

// follow plays from a new start to the end of the track, which need not say what the view
// was like, and reports whether it came there.
func (e *exile[S, V, A, O]) follow() bool {
	// At the end the side is to act, and what it does then is open.
	e.track.events = append(slices.Clip(e.track.events), blindsight.Event[A, O]{})
	e.track.open = true
	var err error
	if e.turn, err = e.p.k.start(e.world, &e.state); err != nil {
		return false
	}
	for {
		if e.at == len(e.track.events)-1 && e.turn == e.side {
			return true
		}
		if same, err := e.next(); err != nil || !same {
			return false
		}
	}
}
