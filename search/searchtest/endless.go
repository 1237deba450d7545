package searchtest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Endless is a small problem without an end, whose hidden state may change and whose
// views recur: what is done in one of them leads away from it and back. Returns are
// discounted. It never changes and may be shared. The checks of [Run] leave it out: what a
// planner's decisions are worth is for Worth to say.
type Endless struct {
	Name     string
	Discount float64
	Value    float64 // the greatest return from the start; derived where the problem is made

	actions int
	prior   []float64                                // the chance of each hidden state at the start
	moves   func(hidden int, a Action) []move        // what an action can bring
	next    func(place int, a Action, seen Seen) int // the view after it
	belief  func(place int) []float64                // the chance of each hidden state, given a view
}

// move is one thing that an action can bring.
type move struct {
	chance float64
	hidden int // the state after it
	step   blindsight.Step[Seen]
}

// Start draws the hidden state.
func (p *Endless) Start(rng *rand.Rand, hidden *int) blindsight.Side {
	*hidden = draw(rng, p.prior)
	return 0
}

// Step plays an action.
func (p *Endless) Step(rng *rand.Rand, hidden *int, a Action) blindsight.Step[Seen] {
	moves := p.moves(*hidden, a)
	at, u := len(moves)-1, rng.Float64()
	for i, m := range moves {
		if u -= m.chance; u < 0 {
			at = i
			break
		}
	}
	*hidden = moves[at].hidden
	return moves[at].step
}

// Place is the view of an [Endless] problem: a number for all that matters of the past.
type Place struct {
	At      int
	problem *Endless
}

// NewPlace returns the view with this number; that of the start is 0.
func (p *Endless) NewPlace(at int) *Place { return &Place{At: at, problem: p} }

// Legal appends all actions.
func (v *Place) Legal(buf []Action) []Action {
	for a := range v.problem.actions {
		buf = append(buf, Action(a))
	}
	return buf
}

// Did moves on. It never fails.
func (v *Place) Did(a Action, seen Seen) error {
	v.At = v.problem.next(v.At, a, seen)
	return nil
}

// Key tells places apart, by their number alone.
func (v *Place) Key() blindsight.Key { return blindsight.Key{Lo: uint64(v.At)} }

// Clone returns an independent copy.
func (v *Place) Clone() *Place { w := *v; return &w }

// CopyFrom makes v equal to w.
func (v *Place) CopyFrom(w *Place) { *v = *w }

// NewSampler returns an estimator that draws from the exact belief.
func (p *Endless) NewSampler() blindsight.Sampler[int, *Place] { return &placeSampler{problem: p} }

type placeSampler struct {
	problem *Endless
	health  blindsight.Health
}

func (e *placeSampler) Sample(_ context.Context, rng *rand.Rand, v *Place, _ int, hidden *int) error {
	*hidden = draw(rng, e.problem.belief(v.At))
	e.health.Samples++
	e.health.Draws++
	e.health.Accepted++
	return nil
}

func (e *placeSampler) Reset() {}

func (e *placeSampler) Health() blindsight.Health { return e.health }

// Worth returns the expected discounted return, from the start, of the player who in
// each view takes each action with the chance that policy says. It is computed, not
// played: every view that he can reach, and every thing that he can see there.
func (p *Endless) Worth(policy func(at int) []float64) float64 {
	return p.iterate(func(at int, values []float64) float64 {
		sum := 0.0
		for a, chance := range policy(at) {
			if chance > 0 {
				sum += chance * values[a]
			}
		}
		return sum
	})
}

// Optimum returns the greatest expected return from the start, by value iteration.
func (p *Endless) Optimum() float64 {
	return p.iterate(func(_ int, values []float64) float64 { return slices.Max(values) })
}

// iterate returns the value of the start, where that of a view follows from those of
// its actions by choose. It goes over all views until none changes by more than 1e-12.
func (p *Endless) iterate(choose func(at int, values []float64) float64) float64 {
	views := p.views()
	worth := make([]float64, len(views))
	values := make([]float64, p.actions)
	for change := math.Inf(1); change > 1e-12; {
		change = 0
		for i, v := range views {
			for a := range values {
				values[a] = v.rewards[a]
				for _, o := range v.outcomes[a] {
					values[a] += p.Discount * o.chance * worth[o.to]
				}
			}
			now := choose(v.at, values)
			change = max(change, math.Abs(now-worth[i]))
			worth[i] = now
		}
	}
	return worth[0]
}

// endlessView is a view with what each action brings, and where it may lead.
type endlessView struct {
	at       int
	rewards  []float64
	outcomes [][]endlessOutcome
}

type endlessOutcome struct {
	chance float64
	to     int // index of the view
}

// views returns all views that can be reached, that of the start first.
func (p *Endless) views() []endlessView {
	views, index := []endlessView{{at: 0}}, map[int]int{0: 0}
	for i := 0; i < len(views); i++ {
		at, belief := views[i].at, p.belief(views[i].at)
		for a := range Action(p.actions) {
			reward, outcomes := 0.0, []endlessOutcome(nil)
			for hidden, h := range belief {
				for _, m := range p.moves(hidden, a) {
					w := h * m.chance
					reward += w * m.step.Reward
					next := p.next(at, a, m.step.Seen)
					if _, known := index[next]; !known {
						index[next] = len(views)
						views = append(views, endlessView{at: next})
					}
					outcomes = append(outcomes, endlessOutcome{w, index[next]})
				}
			}
			views[i].rewards = append(views[i].rewards, reward)
			views[i].outcomes = append(views[i].outcomes, outcomes)
		}
	}
	return views
}

// Endlesses returns the kit's problems without an end.
func Endlesses() []*Endless { return []*Endless{Ring(), EndlessTiger()} }

// Ring is eight places in a circle. Action 0 goes on, action 1 back; each step pays
// 0.1, whichever way: with a discount of 0.95 any play returns 0.1/0.05 = 2.
func Ring() *Endless {
	const places = 8
	step := []move{{1, 0, blindsight.Step[Seen]{Reward: 0.1}}}
	return &Endless{
		Name: "ring", Discount: 0.95, Value: 2,
		actions: 2,
		prior:   []float64{1},
		moves:   func(int, Action) []move { return step },
		next:    func(at int, a Action, _ Seen) int { return (at + 1 + 6*int(a)) % places }, // 7 on is 1 back
		belief:  func(int) []float64 { return []float64{1} },
	}
}

// EndlessTiger is [Tiger] without an end: after a door was opened the tiger is put
// behind one of the two anew. A view is how many growls more came from the left than
// from the right since then. With a discount of 0.95 the optimum is 19.3714: listen
// until two growls more came from one door, then open the other (the value is that of
// SARSOP with its bounds closed).
func EndlessTiger() *Endless {
	const far = 12 // beyond that a growl changes nothing
	odds := make([]float64, 2*far+1)
	for i := range odds {
		odds[i] = 1
		for range max(i-far, far-i) {
			odds[i] *= 0.85 / 0.15
		}
		if i < far {
			odds[i] = 1 / odds[i]
		}
	}
	var moves [2][3][]move
	for door := range moves {
		moves[door][0] = []move{
			{0.85, door, blindsight.Step[Seen]{Seen: Seen(door), Reward: -1}},
			{0.15, door, blindsight.Step[Seen]{Seen: Seen(1 - door), Reward: -1}},
		}
		for opened, reward := range []float64{10, 10} {
			if opened == door {
				reward = -100
			}
			moves[door][1+opened] = []move{
				{0.5, 0, blindsight.Step[Seen]{Reward: reward}},
				{0.5, 1, blindsight.Step[Seen]{Reward: reward}},
			}
		}
	}
	return &Endless{
		Name: "endless-tiger", Discount: 0.95, Value: 19.3714,
		actions: 3,
		prior:   []float64{0.5, 0.5},
		moves:   func(door int, a Action) []move { return moves[door][a] },
		next: func(more int, a Action, heard Seen) int {
			if a != 0 {
				return 0
			}
			return min(max(more+1-2*int(heard), -far), far)
		},
		belief: func(more int) []float64 {
			o := odds[more+far]
			return []float64{o / (1 + o), 1 / (1 + o)}
		},
	}
}
