package gametest

import (
	"math/rand/v2"
	"slices"

	"blindsight"
)

// checkTrail: the trail of a side leads from where the play began along the true positions,
// turn by turn, and from every position that it allows to those alone in which all that
// the side did and heard in that turn was answered, and sounds, the same. This is held
// against the contest, which [CheckContest] holds against the game.
func (k *contestKit[S, V, A, O, P]) checkTrail() error {
	for number := range uint64(k.Plays) {
		rng := stream("trail", number)
		p := k.play(number)
		var logs [2]trailLog[A, O, P]
		for p.choose() {
			for side := range logs {
				logs[side].add(k.c.Trail(p.views[side]).Turns(), p.told[side], k.position(&p.state))
			}
		}
		if p.err != nil {
			return p.err
		}
		for side := range logs {
			if len(logs[side].truth) == 0 {
				continue // the play was over from the start
			}
			if err := k.follow(p, rng, k.c.Trail(p.views[side]), &logs[side]); err != nil {
				return err
			}
		}
	}
	return nil
}

// trailLog is what happened in each turn of a trail, as its side knows it.
type trailLog[A, O, P comparable] struct {
	truth  []P                        // after so many turns
	events [][]blindsight.Event[A, O] // of each turn
	told   int                        // events that are sorted into turns, or wait
	wait   []blindsight.Event[A, O]   // heard in a turn that is not yet one of the trail
}

// add takes in what was told since the last call, if anything, and the position now. Events
// wait until the trail has a turn for them, which may be under way: then it takes more
// own actions.
func (l *trailLog[A, O, P]) add(turns int, told []blindsight.Event[A, O], now P) {
	grown := turns > len(l.events)
	for len(l.events) < turns {
		l.events = append(l.events, nil)
	}
	for _, e := range told[l.told:] {
		l.wait = append(l.wait, e)
		if grown || turns > 0 && !e.Heard && !l.heard(turns-1) {
			l.events[turns-1] = append(l.events[turns-1], l.wait...)
			l.wait = l.wait[:0]
		}
	}
	l.told = len(told)
	for len(l.truth) <= turns {
		l.truth = append(l.truth, now)
	}
	l.truth[turns] = now
}

// heard tells whether a turn was the other side's.
func (l *trailLog[A, O, P]) heard(turn int) bool {
	events := l.events[turn]
	return len(events) > 0 && events[len(events)-1].Heard
}

// follow walks along a trail, from the positions in which the play may have begun, with a
// few positions at a time, the true one among them.
func (k *contestKit[S, V, A, O, P]) follow(p *play[S, V, A, O], rng *rand.Rand, trail blindsight.Trail[P], log *trailLog[A, O, P]) error {
	const most = 8 // positions
	var starts []P
	trail.Starts(func(s *P) bool { starts = append(starts, *s); return true })
	stopped := 0
	trail.Starts(func(*P) bool { stopped++; return false })
	if len(starts) > 0 && stopped != 1 {
		return p.errorf("Starts goes on after it was told to stop: %d calls", stopped)
	}
	truth := log.truth[0]
	if !slices.Contains(starts, truth) {
		return p.errorf("the play did not begin in one of the %d positions of Starts", len(starts))
	}
	now := []P{truth}
	for _, i := range rng.Perm(len(starts))[:min(most-1, len(starts))] {
		now = append(now, starts[i])
	}
	for turn := range trail.Turns() {
		var next []P
		for i, from := range now {
			visited, err := k.successors(p, trail, turn, from)
			if err != nil {
				return err
			}
			if err := k.checkSuccessors(p, turn, from, visited, log.events[turn]); err != nil {
				return err
			}
			if i == 0 && !slices.Contains(visited, log.truth[turn+1]) {
				return p.errorf("turn %d leads from the true position to %d others, but not to the one that followed", turn, len(visited))
			}
			next = append(next, visited...)
		}
		now = append(now[:0], log.truth[turn+1])
		for _, i := range rng.Perm(len(next))[:min(most-1, len(next))] {
			now = append(now, next[i])
		}
	}
	return nil
}

// successors returns the positions that a turn can have led to.
func (k *contestKit[S, V, A, O, P]) successors(p *play[S, V, A, O], trail blindsight.Trail[P], turn int, from P) ([]P, error) {
	before := from
	var to P
	var visited []P
	ended := trail.Successors(turn, &from, &to, func() bool {
		visited = append(visited, to)
		return true
	})
	switch {
	case from != before:
		return nil, p.errorf("Successors changes the position it starts from")
	case !ended:
		return nil, p.errorf("Successors returns false, though it was not stopped")
	}
	for _, v := range visited {
		hash, known := k.hashes[v]
		if k.hashes[v] = trail.Hash(&v); known && hash != k.hashes[v] {
			return nil, p.errorf("Hash of equal positions is not the same")
		}
	}
	stopped := 0
	if len(visited) > 0 && (trail.Successors(turn, &from, &to, func() bool { stopped++; return false }) || stopped != 1) {
		return nil, p.errorf("Successors goes on after it was told to stop: %d calls", stopped)
	}
	return visited, nil
}

// checkSuccessors holds what a trail says of a turn from a position against the contest. An
// own turn leads to one position, or to none. A turn of the other side leads to what its
// moves that sound the same lead to, to all of them if nothing else was heard in it.
func (k *contestKit[S, V, A, O, P]) checkSuccessors(p *play[S, V, A, O], turn int, from P, visited []P, events []blindsight.Event[A, O]) error {
	if len(events) == 0 {
		return p.errorf("the trail has a turn %d in which its side did and heard nothing", turn)
	}
	last := events[len(events)-1]
	allowed := make(map[P]bool)
	if last.Heard {
		replies, err := k.replies(p, from)
		if err != nil {
			return err
		}
		for r := range replies {
			if k.c.InGame(&r.after, r.heard, false) == last.Seen {
				allowed[r.after] = true
			}
		}
	} else if to, ok := k.played(from, events); ok {
		allowed[to] = true
	}
	found := make(map[P]bool)
	for _, to := range visited {
		if !allowed[to] {
			return p.errorf("turn %d leads to a position in which the side would have seen or heard something else than %s", turn, k.showEvent(last))
		}
		found[to] = true
	}
	if all := !last.Heard || len(events) == 1; all && len(found) < len(allowed) {
		return p.errorf("turn %d leads to %d positions only, but in %d the side would have seen or heard the same, %s", turn, len(found), len(allowed), k.showEvent(last))
	}
	return nil
}

// played returns the position after all own actions of a turn, and whether each is
// answered there as it was.
func (k *contestKit[S, V, A, O, P]) played(from P, events []blindsight.Event[A, O]) (P, bool) {
	for _, e := range events {
		if e.Heard {
			continue // what the other side did before in vain
		}
		var to P
		heard, moved := k.c.Contest.Try(&from, e.Action, &to)
		if moved {
			heard = k.c.InGame(&to, heard, false)
		}
		if heard != e.Seen {
			return from, false
		}
		if moved {
			from = to
		}
	}
	return from, true
}
