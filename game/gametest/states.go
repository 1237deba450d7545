package gametest

import (
	"fmt"
	"math/rand/v2"
)

// checkStates: every state that agrees with the view is listed once, and all are
// equally likely. Two roads lead to the same set: rejection of what Propose draws,
// and plays from fresh starts, with the same actions, that show the same.
func (k *kit[S, V, A, O]) checkStates() error {
	views := 40 // how many more are looked at
	for number := range uint64(k.Plays) {
		rng := stream("states", number)
		p := k.play(number)
		for p.choose() {
			if views == 0 || rng.IntN(3) == 0 {
				continue
			}
			views--
			index, samples, err := k.list(p)
			if err != nil {
				return err
			}
			if k.fingerprint == nil {
				continue
			}
			i, ok := index[k.fingerprint(&p.state)]
			if !ok {
				return p.errorf("the true state is not among the %d listed", len(index))
			}
			if s := samples[i]; s != nil {
				if err := k.alike(p, &p.state, s); err != nil {
					return fmt.Errorf("the true state and a listed one: %w", err)
				}
			}
			if k.prior != nil {
				err := k.compare(p, index, samples, "proposed", func(s *S) bool {
					k.prior.Propose(rng, p.view, s)
					l := k.prior.Likelihood(p.view, s)
					return l == 1 || rng.Float64() < l
				})
				if err != nil {
					return err
				}
			}
			if k.Sides == 2 {
				err = k.compareHeard(p, rng, index)
			} else {
				err = k.compare(p, index, samples, "replayed", func(s *S) bool { return k.replayed(rng, p, s) })
			}
			if err != nil {
				return err
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// list lists the states of the view and returns their numbers by fingerprint, and
// copies of the first of them by number.
func (k *kit[S, V, A, O]) list(p *play[S, V, A, O]) (index map[uint64]int, samples map[int]*S, err error) {
	const most = 50 // copies
	index, samples = make(map[uint64]int), make(map[int]*S)
	count, common := 0, 0.0
	for s := range k.lister.States(p.view) {
		if k.prior != nil {
			l, err := k.likelihood(p.view, s)
			if err != nil {
				return nil, nil, p.errorf("in a listed state: %w", err)
			}
			if count == 0 {
				common = l
			}
			if l == 0 || l != common {
				return nil, nil, p.errorf("listed state %d has likelihood %v, listed state 0 has %v: all must be equally likely", count, l, common)
			}
		}
		if k.fingerprint != nil {
			f := k.fingerprint(s)
			if first, twice := index[f]; twice {
				return nil, nil, p.errorf("listed state %d is the same as %d", count, first)
			}
			index[f] = count
		}
		if k.Copy != nil && count < most {
			samples[count] = new(S)
			k.Copy(samples[count], s)
		}
		count++
	}
	if count == 0 {
		return nil, nil, p.errorf("no state is listed")
	}
	calls := 0
	k.lister.States(p.view)(func(*S) bool { calls++; return false })
	if calls != 1 {
		return nil, nil, p.errorf("States goes on after it was told to stop: %d calls", calls)
	}
	return index, samples, nil
}

// compare draws states that agree with the view and holds them against the list.
func (k *kit[S, V, A, O]) compare(p *play[S, V, A, O], index map[uint64]int, samples map[int]*S, what string, draw func(s *S) bool) error {
	const (
		draws  = 5000
		enough = 20 // for each state, to compare shares
	)
	counts := make([]int, len(index))
	accepted := 0
	var s S
	for range draws {
		if accepted >= 5*enough*len(index) {
			break
		}
		if !draw(&s) {
			continue
		}
		i, ok := index[k.fingerprint(&s)]
		if !ok {
			return p.errorf("a %s state that agrees with the view is not among the %d listed", what, len(index))
		}
		if listed := samples[i]; listed != nil && counts[i] == 0 {
			if err := k.alike(p, listed, &s); err != nil {
				return fmt.Errorf("a listed state and a %s one: %w", what, err)
			}
		}
		counts[i]++
		accepted++
	}
	if accepted < enough*len(index) {
		return nil
	}
	if err := Fits(counts, nil); err != nil {
		return p.errorf("the listed states are not equally likely among those %s: %w", what, err)
	}
	return nil
}

// replayed starts anew and tells whether the actions of the play show the same.
func (k *kit[S, V, A, O]) replayed(rng *rand.Rand, p *play[S, V, A, O], s *S) bool {
	k.Game.Start(rng, s)
	for _, m := range p.moves {
		if step := k.Game.Step(rng, s, m.action); step.Done() || step.Seen != m.step.Seen {
			return false
		}
	}
	return true
}

// compareHeard is compare for plays of two sides that look the same to the side to act (see
// elsewhere). How likely each state is depends on how the other side plays, so that it
// only must be listed.
func (k *kit[S, V, A, O]) compareHeard(p *play[S, V, A, O], rng *rand.Rand, index map[uint64]int) error {
	const draws = 100
	if k.Copy == nil {
		return nil
	}
	for range draws {
		e := &exile[S, V, A, O]{
			p: &play[S, V, A, O]{k: k, number: p.number}, side: p.turn, views: k.newViews(), rng: rng, world: rng,
			track: track[A, O]{events: p.told[p.turn]},
		}
		if !e.follow() {
			continue
		}
		if _, ok := index[k.fingerprint(&e.state)]; !ok {
			return p.errorf("a state in which side %d did, saw and heard the same is not among the %d listed", p.turn, len(index))
		}
	}
	return nil
}
