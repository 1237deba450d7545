package cfr

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
)

// Sampler is outcome-sampling MCCFR: it learns by single plays, and keeps the information sets that
// these have come to. It asks of a game nothing but to be played, and belongs to one goroutine.
//
// In each play one side learns. It explores: with a probability of Explore it does anything. The other
// side keeps to its present play, and adds it to its average. Averages are weighed by how unlikely
// the exploring side made it to come there, so that all that counts is their own reach.
type Sampler[S any, V View[A, O], A, O comparable] struct {
	Sides[A, O]
	game    blindsight.Game[S, A, O]
	newView func(blindsight.Side) V
	rng     *rand.Rand
	memory  int64
	plays   int

	regrets, sums  [2][]float64 // by sequence
	state          S
	path           []choice // of the side that learns
	play, explored []float64
}

// choice is a decision of the side that learns.
type choice struct {
	set    int32
	taken  int32   // sequence
	chance float64 // that the present play gives to what was done
}

// Explore is how often the side that learns does anything (the paper's epsilon).
const Explore = 0.6

// NewSampler returns a sampler that has played nothing yet. It holds at most about so many bytes; 0
// means [DefaultMemory].
func NewSampler[S any, V View[A, O], A, O comparable](
	g blindsight.Game[S, A, O], newView func(blindsight.Side) V, rng *rand.Rand, memory int64,
) (*Sampler[S, V, A, O], error) {
	if blindsight.TermsOf(g) != (blindsight.Terms{}) {
		return nil, ErrTerms
	}
	if memory <= 0 {
		memory = DefaultMemory
	}
	return &Sampler[S, V, A, O]{Sides: newSides[A, O](), game: g, newView: newView, rng: rng, memory: memory}, nil
}

// Plays returns how many plays there were.
func (s *Sampler[S, V, A, O]) Plays() int { return s.plays }

// Average returns the average plans over the sets that are known.
func (s *Sampler[S, V, A, O]) Average() (plans [2]Plan) {
	for i := range plans {
		s.grow(blindsight.Side(i))
		plans[i] = s.sides[i].average(s.sums[i])
	}
	return plans
}

// Iterate plays twice, so that each side learns once. Once the memory is used up it returns
// [blindsight.ErrTooMany] and learns no more.
func (s *Sampler[S, V, A, O]) Iterate() error {
	if s.plays%1024 == 0 && s.bytes() > s.memory {
		return fmt.Errorf("%w: after %d plays and %d information sets the memory of %d MiB is used up",
			blindsight.ErrTooMany, s.plays, s.Sets(0)+s.Sets(1), s.memory>>20)
	}
	for learner := range blindsight.Side(2) {
		if err := s.learn(learner); err != nil {
			return err
		}
	}
	return nil
}

// learn plays once, and lets a side learn from it.
func (s *Sampler[S, V, A, O]) learn(learner blindsight.Side) error {
	s.plays++
	s.path = s.path[:0]
	gain, sampled := 0.0, 1.0 // what the learner gains; how likely its own choices were drawn
	var told, sequences [2]int32
	for turn := s.game.Start(s.rng, &s.state); turn != blindsight.Over; {
		own, other := &s.sides[turn], turn.Other()
		set, a, err := decide(own, told[turn], sequences[turn], func() V { return s.newView(turn) })
		if err != nil {
			return err
		}
		if set != none {
			s.grow(turn)
			if turn == learner {
				sequences[turn] = s.try(turn, set, &sampled)
			} else {
				sequences[turn] = s.keepTo(turn, set, sampled)
			}
			a = own.actions[sequences[turn]]
		}
		step := s.game.Step(s.rng, &s.state, a)
		switch {
		case step.Reward != -step.Other:
			return ErrNotZeroSum
		case turn == learner:
			gain += step.Reward
		default:
			gain += step.Other
		}
		if !step.Done() {
			told[turn] = own.told.add(told[turn], blindsight.Event[A, O]{Action: a, Seen: step.Seen})
			if !step.Silent {
				told[other] = s.sides[other].told.add(told[other], blindsight.Event[A, O]{Seen: step.Heard, Heard: true})
			}
		}
		turn = step.Next
	}
	s.regret(learner, gain/sampled)
	return nil
}

// grow makes room for the sequences of a side that are new.
func (s *Sampler[S, V, A, O]) grow(side blindsight.Side) {
	for more := len(s.sides[side].actions) - len(s.sums[side]); more > 0; more-- {
		s.regrets[side], s.sums[side] = append(s.regrets[side], 0), append(s.sums[side], 0)
	}
}

// present writes what a side presently plays in a set to s.play.
func (s *Sampler[S, V, A, O]) present(side blindsight.Side, set *set) {
	s.play = append(s.play[:0], s.regrets[side][set.first:set.first+set.count]...)
	sum := 0.0
	for i, r := range s.play {
		s.play[i] = max(0, r)
		sum += s.play[i]
	}
	match(s.play, sum, s.play)
}

// draw returns the number of an action, each with its probability.
func (s *Sampler[S, V, A, O]) draw(play []float64) int32 {
	x := s.rng.Float64()
	for i, p := range play {
		if x -= p; x < 0 {
			return int32(i)
		}
	}
	for i := len(play) - 1; ; i-- { // rounding has left a little
		if play[i] > 0 {
			return int32(i)
		}
	}
}

// try chooses for the side that learns, exploring, and notes it. Sampled is how likely all its
// choices were.
func (s *Sampler[S, V, A, O]) try(side blindsight.Side, number int32, sampled *float64) (sequence int32) {
	set := &s.sides[side].sets[number]
	s.present(side, set)
	s.explored = s.explored[:0]
	for _, p := range s.play {
		s.explored = append(s.explored, Explore/float64(set.count)+(1-Explore)*p)
	}
	i := s.draw(s.explored)
	*sampled *= s.explored[i]
	s.path = append(s.path, choice{set: number, taken: set.first + i, chance: s.play[i]})
	return set.first + i
}

// keepTo chooses for the other side, by its present play, which it adds to its average. The chance to
// come here holds how likely the choices of the side that learns were drawn: it is divided out.
func (s *Sampler[S, V, A, O]) keepTo(side blindsight.Side, number int32, sampled float64) (sequence int32) {
	set := &s.sides[side].sets[number]
	s.present(side, set)
	for i, p := range s.play {
		s.sums[side][set.first+int32(i)] += p / sampled
	}
	return set.first + s.draw(s.play)
}

// regret lets a side learn what it should have done: the gain is that of the play, by importance
// weighting. An action that was not taken counts as if it had gained nothing, which is
// right on average.
func (s *Sampler[S, V, A, O]) regret(side blindsight.Side, gain float64) {
	tail := 1.0 // chance that the present play does the rest of what was done
	for i := len(s.path) - 1; i >= 0; i-- {
		c := &s.path[i]
		set := &s.sides[side].sets[c.set]
		value := gain * tail * c.chance
		regrets := s.regrets[side][set.first : set.first+set.count]
		for a := range regrets {
			regrets[a] -= value
		}
		s.regrets[side][c.taken] += gain * tail
		tail *= c.chance
	}
}
