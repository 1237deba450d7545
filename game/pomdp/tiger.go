package pomdp

import (
	"fmt"

	"blindsight"
)

// Tiger is the problem of Kaelbling, Littman and Cassandra (Planning and acting in partially
// observable stochastic domains, 1998, section 5.2), in its form without an end.
//
// A tiger is behind one of two doors and gold behind the other. To listen costs 1 and lets one
// hear from where it growls. To open the door with the gold brings 10, that with the tiger
// costs 100; either way the tiger is then put behind one of the doors anew, both equally likely, and
// the growl that is heard means nothing.
type Tiger struct {
	Hear     float64 // the probability that a growl comes from where the tiger is, from 0.5 to 1
	Discount float64
}

// UsualTiger returns the benchmark, which is worth 19.3714.
func UsualTiger() Tiger { return Tiger{Hear: 0.85, Discount: 0.95} }

// Model writes the problem out.
func (g Tiger) Model() (*Model, error) {
	if !(g.Hear >= 0.5 && g.Hear <= 1) {
		return nil, fmt.Errorf("hear %v: must be between 0.5 and 1", g.Hear)
	}
	if err := checkDiscount(g.Discount); err != nil {
		return nil, err
	}
	square := func(same float64) blindsight.Sparse {
		b := newBuilder(2, 4)
		b.add(0, same)
		b.add(1, 1-same)
		b.end()
		b.add(0, 1-same)
		b.add(1, same)
		b.end()
		return b.m
	}
	stay, anew := square(1), square(0.5)
	open := func(door int) Rewards {
		return byState(2, func(tiger int) float64 {
			if tiger == door {
				return -100
			}
			return 10
		})
	}
	m := &Model{
		States:       Names{"tiger-left", "tiger-right"},
		Actions:      Names{"listen", "open-left", "open-right"},
		Observations: Names{"growl-left", "growl-right"},
		Discount:     g.Discount,
		Start:        []float64{0.5, 0.5},
		Moves:        []blindsight.Sparse{stay, anew, anew},
		Signals:      []blindsight.Sparse{square(g.Hear), anew, anew},
		Rewards:      []Rewards{byState(2, func(int) float64 { return -1 }), open(0), open(1)},
	}
	return m, m.Check()
}

// checkDiscount tells what is wrong with the discount of a problem without an end.
func checkDiscount(d float64) error {
	if !(d >= 0 && d < 1) {
		return fmt.Errorf("discount %v: must be at least 0 and below 1", d)
	}
	return nil
}
