package cfr

import (
	"sync"

	"blindsight"
)

// Solver is CFR+ on a form. It belongs to one goroutine.
type Solver[A, O comparable] struct {
	form       *Form[A, O]
	workers    int
	iterations int
	sides      [2]learner
}

// learner is what a side has learnt, by sequence.
type learner struct {
	regrets []float64 // never negative
	play    Plan      // the present one, by regrets
	average []float64 // of reach, iterations weighed by their numbers
	reach   []float64 // of play
	gains   []float64 // scratch
}

// parallelFrom is how many ends of plays make it worth while to share them between workers.
const parallelFrom = 1 << 17

// NewSolver returns a solver that has done nothing yet: both sides play uniformly. Workers are
// how many goroutines share a pass over a large matrix; they change no result.
func NewSolver[A, O comparable](f *Form[A, O], workers int) *Solver[A, O] {
	s := &Solver[A, O]{form: f, workers: max(workers, 1)}
	if f.ends < parallelFrom {
		s.workers = 1
	}
	for i := range s.sides {
		n := len(f.sides[i].actions)
		s.sides[i] = learner{
			regrets: make([]float64, n), play: f.Uniform(blindsight.Side(i)),
			average: make([]float64, n), reach: make([]float64, n), gains: make([]float64, n),
		}
		f.sides[i].realize(s.sides[i].play, s.sides[i].reach)
	}
	return s
}

// Iterations returns how many iterations were done.
func (s *Solver[A, O]) Iterations() int { return s.iterations }

// Iterate does one iteration: first one side learns against the present play of the other, then the
// other against that. With one worker it allocates nothing.
func (s *Solver[A, O]) Iterate() {
	s.iterations++
	for i := range s.sides {
		s.learn(blindsight.Side(i))
	}
}

// learn lets a side learn against the present play of the other, and adds what it then plays to
// its average.
func (s *Solver[A, O]) learn(side blindsight.Side) {
	own, other := &s.sides[side], &s.sides[side.Other()]
	s.times(side, other.reach, own.gains)
	f := &s.form.sides[side]
	for i := len(f.sets) - 1; i >= 0; i-- {
		set := &f.sets[i]
		from, to := set.first, set.first+set.count
		value := 0.0
		for q := from; q < to; q++ {
			value += own.play[q] * own.gains[q]
		}
		own.gains[set.parent] += value
		sum := 0.0
		for q := from; q < to; q++ {
			own.regrets[q] = max(0, own.regrets[q]+own.gains[q]-value)
			sum += own.regrets[q]
		}
		match(own.regrets[from:to], sum, own.play[from:to])
	}
	f.realize(own.play, own.reach)
	weight := float64(s.iterations)
	for q, r := range own.reach {
		own.average[q] += weight * r
	}
}

// times is what a side's sequences gain against a reach of the other's. Each row is one sum in one
// order, whoever does it.
func (s *Solver[A, O]) times(side blindsight.Side, reach, gains []float64) {
	m := &s.form.gains[side]
	rows := len(gains)
	if s.workers == 1 {
		m.times(reach, gains, 0, rows)
		return
	}
	var all sync.WaitGroup
	from := 0
	for w := range s.workers {
		to := rows
		if w < s.workers-1 { // rows are long and short: parts are of equal work
			enough := int32(int64(len(m.cols)) * int64(w+1) / int64(s.workers))
			for to = from; to < rows && m.starts[to+1] <= enough; {
				to++
			}
		}
		first := from
		all.Go(func() { m.times(reach, gains, first, to) })
		from = to
	}
	all.Wait()
}

// Average returns the average plans, which come near an equilibrium.
func (s *Solver[A, O]) Average() (plans [2]Plan) {
	for i := range plans {
		plans[i] = s.form.sides[i].average(s.sides[i].average)
	}
	return plans
}
