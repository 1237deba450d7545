package gametest

import (
	"math/rand/v2"
	"slices"

	"blindsight"
)

// checkSymmetry: everything said about the canonical image holds for the view
// after translation, and mirror images that observe the mirrored same stay mirror
// images. Where the rules force an action there is no choice that symmetry could
// save, so what is legal is compared only where they do not.
func (k *kit[S, V, A, O]) checkSymmetry() error {
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			v := any(p.view).(blindsight.Symmetric[A])
			if err := k.checkCanonical(p, v); err != nil {
				return err
			}
			p.step()
			if p.err != nil || p.last.Done() || k.forced(p.view) || len(p.legal) > manyActions {
				continue
			}
			if err := k.checkClasses(p, v); err != nil {
				return err
			}
		}
		if p.err != nil {
			return p.err
		}
		for side := range blindsight.Side(k.Sides) {
			if err := k.checkMirror(number, side); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkCanonical: the canonical key is the view's alone, and the legal actions of
// the canonical image are, translated back, different legal actions of the view.
func (k *kit[S, V, A, O]) checkCanonical(p *play[S, V, A, O], v blindsight.Symmetric[A]) error {
	key, transformation := v.Canonical()
	if other, t := any(p.view.Clone()).(blindsight.Symmetric[A]).Canonical(); other != key || t != transformation {
		return p.errorf("Canonical of a Clone is (%v, %d) instead of (%v, %d)", other, t, key, transformation)
	}
	prefix := p.legal[:1]
	canonical := v.CanonicalLegal(transformation, slices.Clone(prefix))
	if len(canonical) < 2 || canonical[0] != prefix[0] {
		return p.errorf("CanonicalLegal must append at least one action to %v: returns %v", prefix, canonical)
	}
	legal := make(map[A]bool, len(p.legal))
	for _, a := range p.legal {
		legal[a] = true
	}
	var back []A
	for _, a := range canonical[1:] {
		b := v.FromCanonical(transformation, a)
		if !legal[b] {
			return p.errorf("%s of the canonical image is %s of the view, which is not legal", k.ShowAction(a), k.ShowAction(b))
		}
		back = append(back, b)
	}
	if a, twice := repeated(back); twice {
		return p.errorf("two actions of the canonical image are both %s of the view", k.ShowAction(a))
	}
	return nil
}

// checkClasses: for each legal action there is one of CanonicalLegal that, if the
// same is seen after it, leads to a mirror image of the same view.
func (k *kit[S, V, A, O]) checkClasses(p *play[S, V, A, O], v blindsight.Symmetric[A]) error {
	_, transformation := v.Canonical()
	represented := make(map[blindsight.Key]bool)
	next := p.view.Clone()
	for _, a := range v.CanonicalLegal(transformation, nil) {
		if key, ok := k.canonicalAfter(p.view, v.FromCanonical(transformation, a), p.last.Seen, next); ok {
			represented[key] = true
		}
	}
	for _, a := range p.legal {
		if key, ok := k.canonicalAfter(p.view, a, p.last.Seen, next); ok && !represented[key] {
			return p.errorf("%s, after which %s may be seen, has no equivalent in CanonicalLegal", k.ShowAction(a), k.ShowSeen(p.last.Seen))
		}
	}
	return nil
}

// canonicalAfter returns the canonical key after an event, if that can happen.
// Scratch is overwritten.
func (k *kit[S, V, A, O]) canonicalAfter(v V, a A, o O, scratch V) (blindsight.Key, bool) {
	scratch.CopyFrom(v)
	if scratch.Did(a, o) != nil {
		return blindsight.Key{}, false
	}
	key, _ := any(scratch).(blindsight.Symmetric[A]).Canonical()
	return key, true
}

// checkMirror plays a game and, beside it, the view of a side that looks at it in
// a mirror: wherever several actions lead to the same canonical view, the two play
// different ones. What is heard sounds the same in a mirror.
func (k *kit[S, V, A, O]) checkMirror(number uint64, side blindsight.Side) error {
	p := k.play(number)
	p.player = stream("mirror", number)
	mirror := k.NewView(side)
	scratch := k.NewView(side)
	for p.choose() {
		if p.turn != side {
			p.step()
			if p.err == nil && !p.last.Done() && !p.last.Silent {
				if err := k.tell(mirror, blindsight.Event[A, O]{Seen: p.last.Heard, Heard: true}); err != nil {
					return p.errorf("a view of the same canonical key refuses to hear %s: %w", k.ShowSeen(p.last.Heard), err)
				}
			}
			continue
		}
		v, w := any(p.view).(blindsight.Symmetric[A]), any(mirror).(blindsight.Symmetric[A])
		key, t := v.Canonical()
		mirrorKey, u := w.Canonical()
		if key != mirrorKey {
			return p.errorf("two views that observed equivalent events have canonical keys %v and %v", key, mirrorKey)
		}
		actions := v.CanonicalLegal(t, nil)
		forced := k.forced(p.view)
		if mirrored := w.CanonicalLegal(u, nil); !forced && !slices.Equal(actions, mirrored) {
			return p.errorf("two views of the same canonical key have the canonical actions %v and %v", actions, mirrored)
		}
		back := make([]A, len(actions))
		for i, a := range actions {
			back[i] = v.FromCanonical(t, a)
		}
		p.action = p.pick(back)
		image := w.FromCanonical(u, actions[slices.Index(back, p.action)])
		p.step()
		if p.err != nil || p.last.Done() {
			continue
		}
		after, ok := k.canonicalAfter(mirror, image, p.last.Seen, scratch)
		if !ok && forced {
			return nil // the mirror image need not allow an order that the rules force here
		}
		if !ok {
			return p.errorf("a view of the same canonical key refuses %s after the equivalent action %s", k.ShowSeen(p.last.Seen), k.ShowAction(image))
		}
		if !forced && len(p.legal) <= manyActions {
			image = k.equivalent(p.player, mirror, image, p.last.Seen, after, scratch)
		}
		if err := mirror.Did(image, p.last.Seen); err != nil {
			return p.errorf("a view of the same canonical key refuses %s after the equivalent action %s: %w", k.ShowSeen(p.last.Seen), k.ShowAction(image), err)
		}
	}
	return p.err
}

// equivalent returns one of the actions that lead to the same canonical view as
// the given one.
func (k *kit[S, V, A, O]) equivalent(rng *rand.Rand, v V, a A, o O, after blindsight.Key, scratch V) A {
	others := []A{a}
	for _, b := range v.Legal(nil) {
		if key, ok := k.canonicalAfter(v, b, o, scratch); ok && key == after {
			others = append(others, b)
		}
	}
	return others[rng.IntN(len(others))]
}

// forced tells whether the rules leave no choice.
func (k *kit[S, V, A, O]) forced(v V) bool {
	f, ok := any(v).(blindsight.Forcing[A])
	if !ok {
		return false
	}
	_, forced := f.Forced()
	return forced
}
