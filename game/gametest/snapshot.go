package gametest

import (
	"fmt"
	"slices"

	"blindsight"
)

// snapshot is all that can be asked of a view without changing it.
type snapshot[A comparable] struct {
	key    blindsight.Key
	legal  []A // asked of the side to act only, as is forced
	lo, hi float64
	forced bool
	text   string
}

// look takes a snapshot of the view of the side to act.
func (k *kit[S, V, A, O]) look(v V) snapshot[A] {
	s := k.glance(v)
	s.legal = v.Legal(nil)
	if f, ok := any(v).(blindsight.Forcing[A]); ok {
		_, s.forced = f.Forced()
	}
	return s
}

// glance takes a snapshot of a view that need not know what is legal, since another side
// acts.
func (k *kit[S, V, A, O]) glance(v V) snapshot[A] {
	s := snapshot[A]{key: v.Key()}
	if r, ok := any(v).(blindsight.Ranged); ok {
		s.lo, s.hi = r.Range()
	}
	if k.ShowView != nil {
		s.text = k.ShowView(v)
	}
	return s
}

// lookAs takes a snapshot of the view of a side while another one, or the same, is to act.
func (k *kit[S, V, A, O]) lookAs(side, turn blindsight.Side, v V) snapshot[A] {
	if side == turn {
		return k.look(v)
	}
	return k.glance(v)
}

// lookAll takes snapshots of the views of all sides.
func (k *kit[S, V, A, O]) lookAll(turn blindsight.Side, views [2]V) (all [2]snapshot[A]) {
	for side := range k.Sides {
		all[side] = k.lookAs(blindsight.Side(side), turn, views[side])
	}
	return all
}

// differs says how another view that should be equal is not, "" if it is.
func (s snapshot[A]) differs(t snapshot[A]) string {
	switch {
	case s.key != t.key:
		return fmt.Sprintf("key %v instead of %v", t.key, s.key)
	case !slices.Equal(s.legal, t.legal):
		return fmt.Sprintf("legal %v instead of %v", t.legal, s.legal)
	case s.lo != t.lo || s.hi != t.hi:
		return fmt.Sprintf("range [%v, %v] instead of [%v, %v]", t.lo, t.hi, s.lo, s.hi)
	case s.forced != t.forced:
		return fmt.Sprintf("forced %t instead of %t", t.forced, s.forced)
	case s.text != t.text:
		return fmt.Sprintf("looks\n%s\ninstead of\n%s", t.text, s.text)
	}
	return ""
}
