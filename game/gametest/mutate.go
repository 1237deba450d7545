package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// checkMutate: a mutation leaves its origin alone, stays among the states that
// Propose can draw, finds its way there from elsewhere, and is as likely one way as
// the other; copies are equal and independent.
func (k *kit[S, V, A, O]) checkMutate() error {
	var stranger S // the state at the end of another play
	strange := false
	supports, kernels := 15, 5 // how many more views are looked at that closely
	for number := range uint64(k.Plays) {
		rng := stream("mutate", number)
		p := k.play(number)
		for p.choose() {
			if err := k.checkChain(p, rng); err != nil {
				return err
			}
			if k.fingerprint == nil || supports == 0 || rng.IntN(2) == 0 {
				continue
			}
			support := k.support(p.view, rng)
			if support == nil {
				continue
			}
			supports--
			if strange {
				if err := k.checkHomecoming(p, rng, support, &stranger); err != nil {
					return err
				}
			}
			var to S
			switch n := len(support.states); {
			case n == 1 && k.mutable.Mutate(rng, p.view, support.states[0], &to):
				return p.errorf("there is one state only, but Mutate does not say so")
			case n > 1 && n <= 12 && kernels > 0:
				kernels--
				if err := k.checkKernel(p, rng, support); err != nil {
					return err
				}
			}
		}
		if p.err != nil {
			return p.err
		}
		k.mutable.Copy(&stranger, &p.state)
		strange = true
	}
	return nil
}

// checkChain mutates a proposed state a few times.
func (k *kit[S, V, A, O]) checkChain(p *play[S, V, A, O], rng *rand.Rand) error {
	identity := func(s *S) uint64 {
		if k.fingerprint == nil {
			return 0
		}
		return k.fingerprint(s)
	}
	var now, next, kept S
	k.mutable.Propose(rng, p.view, &now)
	for range 10 {
		before := identity(&now)
		moved := k.mutable.Mutate(rng, p.view, &now, &next)
		if identity(&now) != before {
			return p.errorf("Mutate changes the state it starts from")
		}
		if _, err := k.likelihood(p.view, &next); err != nil {
			return p.errorf("in a mutated state: %w", err)
		}
		if !moved {
			k.mutable.Propose(rng, p.view, &now)
			if identity(&now) != identity(&next) {
				return p.errorf("Mutate says that there is one state only, but Propose draws another")
			}
			return nil
		}
		k.mutable.Copy(&kept, &next)
		after := identity(&next)
		if identity(&kept) != after {
			return p.errorf("Copy has another fingerprint")
		}
		k.mutable.Propose(rng, p.view, &next)
		if identity(&kept) != after {
			return p.errorf("Copy is not independent: it changes with the original")
		}
		k.mutable.Copy(&now, &kept)
	}
	return nil
}

// support is the set of states that Propose draws for a view.
type support[S any] struct {
	states []*S
	index  map[uint64]int // by fingerprint
}

// support returns the states that Propose draws, nil if they are more than 40.
// With 100 draws for each of them, one is missed once in 10⁴¹.
func (k *kit[S, V, A, O]) support(v V, rng *rand.Rand) *support[S] {
	const most = 40
	found := &support[S]{index: make(map[uint64]int)}
	var s S
	for range 100 * most {
		k.mutable.Propose(rng, v, &s)
		f := k.fingerprint(&s)
		if _, ok := found.index[f]; ok {
			continue
		}
		if len(found.states) == most {
			return nil
		}
		found.index[f] = len(found.states)
		kept := new(S)
		k.mutable.Copy(kept, &s)
		found.states = append(found.states, kept)
	}
	return found
}

// checkHomecoming: from any state, mutation leads to one that Propose can draw,
// and from there to no other.
func (k *kit[S, V, A, O]) checkHomecoming(p *play[S, V, A, O], rng *rand.Rand, support *support[S], from *S) error {
	const long = 100_000
	now, next := new(S), new(S)
	k.mutable.Copy(now, from)
	home := false
	for range long {
		same, here := support.index[k.fingerprint(now)]
		if home && !here {
			return p.errorf("Mutate leads from a state that Propose can draw to one that it cannot")
		}
		home = here
		if home && rng.IntN(100) == 0 {
			if k.prior.Likelihood(p.view, now) == 0 {
				return nil
			}
			if err := k.alike(p, support.states[same], now); err != nil {
				return fmt.Errorf("a proposed state and a mutated one: %w", err)
			}
			return nil
		}
		moved := k.mutable.Mutate(rng, p.view, now, next)
		if _, here := support.index[k.fingerprint(next)]; !moved && !here {
			return p.errorf("Mutate says that there is one state only, and returns another than Propose")
		} else if !moved {
			return nil
		}
		now, next = next, now
	}
	return p.errorf("%d mutations of a state from another play do not lead to one that Propose can draw", long)
}

// checkKernel counts mutations between all states of a small set: between two of
// them there must be about as many one way as the other, and where there are
// several, Mutate must not say that there is one only.
func (k *kit[S, V, A, O]) checkKernel(p *play[S, V, A, O], rng *rand.Rand, support *support[S]) error {
	const draws = 2000 // from each state
	n := len(support.states)
	counts := make([][]int, n)
	var to S
	for x, from := range support.states {
		counts[x] = make([]int, n)
		for range draws {
			if !k.mutable.Mutate(rng, p.view, from, &to) {
				return p.errorf("Mutate says that there is one state only, but Propose draws %d", n)
			}
			y, ok := support.index[k.fingerprint(&to)]
			if !ok {
				return p.errorf("Mutate leads from a state that Propose can draw to one that it cannot")
			}
			counts[x][y]++
		}
	}
	for x := range n {
		for y := range x {
			a, b := counts[x][y], counts[y][x]
			// If both ways are equally likely, a-b has variance at most a+b.
			if math.Abs(float64(a-b)) > sixSigma*math.Sqrt(float64(a+b)) {
				return p.errorf("Mutate is not symmetric: of %d mutations each, %d lead from one state to another, %d back", draws, a, b)
			}
		}
	}
	return nil
}
