package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
)

// likelihood asks for the likelihood of a state and checks that it is one.
func (k *kit[S, V, A, O]) likelihood(v V, s *S) (float64, error) {
	l := k.prior.Likelihood(v, s)
	if !(l >= 0 && l <= 1) {
		return 0, fmt.Errorf("likelihood %v: must be from 0 to 1", l)
	}
	if again := k.prior.Likelihood(v, s); again != l {
		return 0, fmt.Errorf("likelihood, asked twice, is %v and %v", l, again)
	}
	return l, nil
}

// checkPrior: the true state is possible, likelihoods are probabilities, proposals
// depend on the view and the randomness alone, and a proposed state that agrees
// with the view can be played like the true one.
func (k *kit[S, V, A, O]) checkPrior() error {
	var used S
	for number := range uint64(k.Plays) {
		rng := stream("prior", number)
		p := k.play(number)
		for p.choose() {
			l, err := k.likelihood(p.view, &p.state)
			if err != nil {
				return p.errorf("in the true state: %w", err)
			}
			if l == 0 {
				return p.errorf("the true state has likelihood 0")
			}
			for range 3 {
				k.prior.Propose(rng, p.view, &used)
				l, err := k.likelihood(p.view, &used)
				if err != nil {
					return p.errorf("in a proposed state: %w", err)
				}
				if l == 0 {
					continue
				}
				err = k.knowsItself(p, &used)
				if err == nil {
					err = k.try(p, rng, &used, p.legal[rng.IntN(len(p.legal))], false)
				}
				if err != nil {
					return fmt.Errorf("in a proposed state: %w", err)
				}
			}
			if k.fingerprint != nil {
				var fresh S
				move := uint64(len(p.moves))
				k.prior.Propose(stream("propose", move), p.view, &fresh)
				k.prior.Propose(stream("propose", move), p.view, &used)
				if k.fingerprint(&fresh) != k.fingerprint(&used) {
					return p.errorf("Propose depends on what the state was used for before")
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// sums are the plain structure by which a game says what a view leaves hidden as 0/1 unknowns
// under sums; package counting has more about it.
type sums = struct {
	Unknowns int
	Names    []int32
	Total    int
	Sums     []sum
}

type sum = struct {
	Cells []int32
	Value int
}

// constrained is a game that describes its views so, and makes states of solutions.
type constrained[S, V any] interface {
	Constraints(v V, c *sums) bool
	Assign(v V, ones []int32, s *S)
}

// checkConstraints: the description does not depend on the memory it is written
// to, and the solutions of the sums are exactly the states that agree with the view.
func (k *kit[S, V, A, O]) checkConstraints() error {
	var used sums
	for number := range uint64(k.Plays) {
		rng := stream("constraints", number)
		p := k.play(number)
		for p.choose() {
			var fresh sums
			solvable := k.sums.Constraints(p.view, &fresh)
			if solvable != k.sums.Constraints(p.view, &used) {
				return p.errorf("Constraints, asked twice, says %t and %t", solvable, !solvable)
			}
			if !solvable {
				if err := k.checkUnconstrained(p, rng); err != nil {
					return err
				}
				continue
			}
			if err := sameSums(fresh, used); err != nil {
				return p.errorf("Constraints depends on the memory it is given: %w", err)
			}
			if err := validSums(fresh); err != nil {
				return p.errorf("Constraints: %w", err)
			}
			if k.Exhaustive && k.fingerprint != nil && rng.IntN(3) == 0 {
				if err := k.checkSolutions(p, fresh); err != nil {
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

// checkUnconstrained: where there is nothing to solve, any proposed state will do.
func (k *kit[S, V, A, O]) checkUnconstrained(p *play[S, V, A, O], rng *rand.Rand) error {
	if k.prior == nil {
		return nil
	}
	var s S
	for range 5 {
		k.prior.Propose(rng, p.view, &s)
		l, err := k.likelihood(p.view, &s)
		if err != nil {
			return p.errorf("in a proposed state: %w", err)
		}
		if l == 0 {
			return p.errorf("Constraints says that there is nothing to solve, but a proposed state has likelihood 0")
		}
	}
	return nil
}

// sameSums says how two descriptions differ.
func sameSums(a, b sums) error {
	if a.Unknowns != b.Unknowns || a.Total != b.Total || len(a.Sums) != len(b.Sums) {
		return fmt.Errorf("%d unknowns, %d in all, %d sums instead of %d, %d, %d",
			b.Unknowns, b.Total, len(b.Sums), a.Unknowns, a.Total, len(a.Sums))
	}
	for i, s := range a.Sums {
		t := b.Sums[i]
		if s.Value != t.Value || len(s.Cells) != len(t.Cells) || len(s.Cells) > 0 && !reflect.DeepEqual(s.Cells, t.Cells) {
			return fmt.Errorf("sum %d is %+v instead of %+v", i, t, s)
		}
	}
	return nil
}

// validSums says what no description of a view that was reached can contain.
func validSums(c sums) error {
	if c.Total < 0 || c.Total > c.Unknowns {
		return fmt.Errorf("%d of %d unknowns cannot be 1", c.Total, c.Unknowns)
	}
	for i, s := range c.Sums {
		for _, u := range s.Cells {
			if u < 0 || int(u) >= c.Unknowns {
				return fmt.Errorf("sum %d has the unknown %d: there are %d, numbered from 0", i, u, c.Unknowns)
			}
		}
		if u, twice := repeated(s.Cells); twice {
			return fmt.Errorf("sum %d has the unknown %d twice", i, u)
		}
		if s.Value < 0 || s.Value > len(s.Cells) {
			return fmt.Errorf("sum %d: %d of %d unknowns cannot be 1", i, s.Value, len(s.Cells))
		}
	}
	return nil
}

// checkSolutions solves the sums by trying everything, where that is not too much.
func (k *kit[S, V, A, O]) checkSolutions(p *play[S, V, A, O], c sums) error {
	const most = 20_000 // choices to try
	if choices(c.Unknowns, c.Total) > most {
		return nil
	}
	var s S
	found := make(map[uint64]bool)
	truth := k.fingerprint(&p.state)
	var err error
	solve(c, func(ones []int32) bool {
		k.sums.Assign(p.view, ones, &s)
		if k.prior != nil {
			var l float64
			if l, err = k.likelihood(p.view, &s); err == nil && l == 0 {
				err = p.errorf("the state in which the unknowns %v are 1 solves all sums, but has likelihood 0", ones)
			}
			if err != nil {
				return false
			}
		}
		f := k.fingerprint(&s)
		if found[f] {
			err = p.errorf("the state in which the unknowns %v are 1 is the same as that of another solution", ones)
			return false
		}
		found[f] = true
		if f == truth {
			if err = k.alike(p, &p.state, &s); err != nil {
				err = fmt.Errorf("the true state and one made by Assign: %w", err)
			}
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	if !found[truth] {
		return p.errorf("the true state is not among the %d solutions of the sums", len(found))
	}
	if k.lister == nil {
		return nil
	}
	listed := 0
	for s := range k.lister.States(p.view) {
		if !found[k.fingerprint(s)] {
			return p.errorf("a listed state is not among the %d solutions of the sums", len(found))
		}
		listed++
	}
	if listed != len(found) {
		return p.errorf("%d states are listed, but the sums have %d solutions", listed, len(found))
	}
	return nil
}

// choices returns how many ways there are to choose k of n, or a number that is
// too large but not by how much.
func choices(n, k int) int {
	const enough = 1 << 40
	c := 1
	for i := range min(k, n-k) {
		c = c * (n - i) / (i + 1)
		if c > enough {
			return enough
		}
	}
	return c
}

// solve calls yield with every set of unknowns that may be the ones, until it
// returns false.
func solve(c sums, yield func(ones []int32) bool) {
	chosen := make([]bool, c.Unknowns)
	var ones []int32
	satisfied := func() bool {
		for _, s := range c.Sums {
			n := 0
			for _, u := range s.Cells {
				if chosen[u] {
					n++
				}
			}
			if n != s.Value {
				return false
			}
		}
		return true
	}
	var choose func(from int32) bool
	choose = func(from int32) bool {
		if len(ones) == c.Total {
			return !satisfied() || yield(ones)
		}
		for u := from; int(u) <= c.Unknowns-(c.Total-len(ones)); u++ {
			chosen[u], ones = true, append(ones, u)
			more := choose(u + 1)
			chosen[u], ones = false, ones[:len(ones)-1]
			if !more {
				return false
			}
		}
		return true
	}
	choose(0)
}
