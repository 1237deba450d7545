package gametest

import (
	"slices"

	"blindsight"
)

// checkLeak: what a player knows follows from what he did and saw, and from
// nothing else. Views are rebuilt away from their play, in plays that look the same
// from another start, and in every listed state that looks the same: key and legal
// actions must agree, and what is legal must be playable in all of these states.
func (k *kit[S, V, A, O]) checkLeak() error {
	for number := range uint64(k.Plays) {
		r, err := k.record(number)
		if err != nil {
			return err
		}
		p := k.play(number) // says where we are
		const starts = 10
		for other := range uint64(starts) {
			if err := k.elsewhere(p, r, other); err != nil {
				return err
			}
		}
		if err := k.rebuild(p, r); err != nil {
			return err
		}
	}
	if k.lister != nil && k.Copy != nil {
		return k.lookalikes()
	}
	return nil
}

// elsewhere plays the actions of a record from another start for as long as they
// show the same.
func (k *kit[S, V, A, O]) elsewhere(p *play[S, V, A, O], r record[A, O], other uint64) error {
	const far = 1 << 32 // no check has that many plays
	rng := stream("leak", p.number)
	world := world(far + p.number<<16 + other)
	var s, spare S
	k.Problem.Start(world, &s)
	v := k.NewView()
	p.past = p.past[:0]
	for _, m := range r.moves {
		if d := m.before.differs(k.look(v)); d != "" {
			return p.errorf("from another start, with the same actions and the same seen, the view has %s", d)
		}
		if k.Copy != nil {
			for _, a := range some(m.before.legal, 5) {
				k.Copy(&spare, &s)
				if _, err := k.step(rng, &spare, a); err != nil {
					return p.errorf("the legal action %s cannot be played in a state from another start that looks the same: %w", k.ShowAction(a), err)
				}
			}
		}
		step, err := k.step(world, &s, m.action)
		if err != nil {
			return p.errorf("the legal action %s cannot be played in a state from another start that looks the same: %w", k.ShowAction(m.action), err)
		}
		if step.Done || m.step.Done || step.Seen != m.step.Seen {
			break
		}
		if err := v.Observe(m.action, step.Seen); err != nil {
			return p.errorf("from another start the view refuses %s after %s: %w", k.ShowSeen(step.Seen), k.ShowAction(m.action), err)
		}
		p.past = append(p.past, blindsight.Event[A, O]{Action: m.action, Seen: step.Seen})
	}
	return nil
}

// rebuild shows the events of a record to a new view, with no play going on.
func (k *kit[S, V, A, O]) rebuild(p *play[S, V, A, O], r record[A, O]) error {
	v := k.NewView()
	p.past = p.past[:0]
	for _, m := range r.moves {
		if d := m.before.differs(k.look(v)); d != "" {
			return p.errorf("rebuilt from what was done and seen, away from its play, the view has %s", d)
		}
		if m.step.Done {
			break
		}
		if err := v.Observe(m.action, m.step.Seen); err != nil {
			return p.errorf("rebuilt away from its play, the view refuses %s after %s: %w", k.ShowSeen(m.step.Seen), k.ShowAction(m.action), err)
		}
		p.past = append(p.past, blindsight.Event[A, O]{Action: m.action, Seen: m.step.Seen})
	}
	return nil
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
		return p.errorf("the legal action %s cannot be played in a listed state: %w", k.ShowAction(a), err)
	}
	if step.Done {
		return nil
	}
	v.CopyFrom(p.view)
	if err := v.Observe(a, step.Seen); err != nil {
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
