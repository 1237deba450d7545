package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"blindsight"
)

// outcome is what chance has brought, as far as it can be told: the step, or the side that
// begins, and the fingerprint of the state.
type outcome[O comparable] struct {
	step  blindsight.Step[O]
	print uint64
}

// checkOutcomes: what the game lists are probabilities of all that it draws, and it draws them with
// these probabilities.
func (k *kit[S, V, A, O]) checkOutcomes() error {
	var s S
	err := k.outcomes(stream("starts", 0), func(visit func(p float64, o outcome[O])) {
		k.listed.AllStarts(&s, func(p float64, turn blindsight.Side) bool {
			visit(p, k.outcomeOf(blindsight.Step[O]{Next: turn}, &s))
			return true
		})
	}, func(rng *rand.Rand) outcome[O] {
		turn := k.Game.Start(rng, &s)
		return k.outcomeOf(blindsight.Step[O]{Next: turn}, &s)
	})
	if err != nil {
		return fmt.Errorf("AllStarts: %w", err)
	}
	var to S
	for number := range uint64(k.Plays) {
		for p := k.play(number); p.choose(); {
			was := k.inside(p.turn, &p.state)
			a := p.legal[int(number)%len(p.legal)]
			err := k.outcomes(stream("steps", number), func(visit func(p float64, o outcome[O])) {
				k.listed.AllSteps(&p.state, a, &to, func(chance float64, step blindsight.Step[O]) bool {
					visit(chance, k.outcomeOf(step, &to))
					return true
				})
			}, func(rng *rand.Rand) outcome[O] {
				k.Copy(&to, &p.state)
				return k.outcomeOf(k.Game.Step(rng, &to, a), &to)
			})
			if err != nil {
				return p.errorf("AllSteps of %s: %w", k.ShowAction(a), err)
			}
			if d := was.differs(k.inside(p.turn, &p.state)); d != "" {
				return p.errorf("AllSteps of %s changes the state: %s", k.ShowAction(a), d)
			}
			if p.err != nil {
				return p.err
			}
		}
	}
	return nil
}

func (k *kit[S, V, A, O]) outcomeOf(step blindsight.Step[O], s *S) outcome[O] {
	o := outcome[O]{step: step}
	if k.fingerprint != nil {
		o.print = k.fingerprint(s)
	}
	return o
}

// outcomes holds what is listed against what is drawn. List is asked twice, since it must not
// change its mind.
func (k *kit[S, V, A, O]) outcomes(rng *rand.Rand, list func(visit func(p float64, o outcome[O])), draw func(*rand.Rand) outcome[O]) error {
	var chances []float64
	numbers := map[outcome[O]]int{}
	var bad error
	sum := 0.0
	list(func(p float64, o outcome[O]) {
		if !(p > 0 && p <= 1) {
			bad = fmt.Errorf("an outcome has probability %v: want more than 0, and at most 1", p)
		}
		sum += p
		n, known := numbers[o]
		if !known {
			n = len(chances)
			numbers[o] = n
			chances = append(chances, 0)
		}
		chances[n] += p
	})
	switch {
	case bad != nil:
		return bad
	case math.Abs(sum-1) > 1e-9:
		return fmt.Errorf("the probabilities add up to %v", sum)
	}
	again := make([]float64, len(chances))
	list(func(p float64, o outcome[O]) {
		if n, known := numbers[o]; known {
			again[n] += p
		}
	})
	for n, p := range chances {
		if again[n] != p {
			return fmt.Errorf("asked again, an outcome has probability %v instead of %v", again[n], p)
		}
	}
	draws := 200 * len(chances)
	if len(chances) == 1 {
		draws = 1
	}
	counts := make([]int, len(chances))
	for range draws {
		o := draw(rng)
		n, known := numbers[o]
		if !known {
			return fmt.Errorf("%+v is drawn, and not listed", o.step)
		}
		counts[n]++
	}
	return Fits(counts, chances)
}
