package uct

import (
	"context"
	"math"

	"blindsight"
)

// redraw replaces the state by one drawn for the view under way. On failure the
// sampler may have spoilt its target, so it gets one of its own.
func (t *tree[S, V, A, O]) redraw(ctx context.Context, effort int) {
	if t.sampler.Sample(ctx, t.rng, t.view, effort, &t.spare) == nil {
		t.state, t.spare = t.spare, t.state
	}
}

// retries is how often, at most, a state is drawn again for an outcome that is wanted: an
// action survived whose chance is known, or one of the outcomes widening has let in.
const retries = 200

// playWithin plays an action as play does. Where the edge has as many outcomes as
// widening allows, it plays until one of these comes up again, but not for ever: then the outcome that
// was drawn first is let in. Whether the play ends is decided by the first draw alone: ends among those that follow are drawn
// again, or an action would look more dangerous the fewer outcomes are let in.
func (t *tree[S, V, A, O]) playWithin(ctx context.Context, a A, depth *int, h *hop, leads bool) bool {
	if t.config.Outcomes.Factor == 0 || !leads {
		return t.play(ctx, a, depth, h)
	}
	t.before.CopyFrom(t.view)
	start, from := *h, *depth
	if t.play(ctx, a, depth, h) {
		return true
	}
	visits := int(t.edges.at(h.edge).visits)
	if t.letIn(h.edge, visits, *depth) {
		return false
	}
	t.after.CopyFrom(t.view)
	t.state, t.drawn = t.drawn, t.state
	for range retries {
		if t.sampler.Sample(ctx, t.rng, t.before, visits, &t.spare) != nil {
			break // no other state is to be had
		}
		t.view.CopyFrom(t.before)
		t.state, t.spare = t.spare, t.state
		again, deeper := start, from
		if !t.play(ctx, a, &deeper, &again) && t.letIn(h.edge, visits, deeper) {
			*h, *depth = again, deeper
			return false
		}
	}
	t.view.CopyFrom(t.after)
	t.state, t.drawn = t.drawn, t.state
	return false
}

// letIn tells whether the view under way is an outcome that the edge has, or may have after so many visits.
func (t *tree[S, V, A, O]) letIn(edge int32, visits, depth int) bool {
	if int(t.edges.at(edge).outcomes) < t.config.Outcomes.count(visits, math.MaxInt32) {
		return true
	}
	key, _ := t.key(depth)
	return t.linked(edge, key) >= 0
}

// play plays an action and all that the rules force after it, and tells whether
// the play is over.
func (t *tree[S, V, A, O]) play(ctx context.Context, a A, depth *int, h *hop) bool {
	h.discount = 1
	seen, reward, done := t.survive(ctx, a, h.odds)
	for {
		h.reward += h.discount * reward
		h.discount *= t.config.Discount
		*depth++
		if done || !t.observe(a, seen) {
			return true
		}
		if t.forcing == nil {
			return false
		}
		var forced bool
		if a, forced = t.forcing.Forced(); !forced {
			return false
		}
		seen, reward, done = t.step(a)
	}
}

// step plays one action in the state under way, for who plays alone. It returns what a
// simulation needs of the step and no more: a whole [blindsight.Step] has too many fields for
// registers, and copies of it at each action made simulations on small boards a tenth slower.
func (t *tree[S, V, A, O]) step(a A) (seen O, reward float64, done bool) {
	step := t.game.Step(t.rng, &t.state, a)
	return step.Seen, step.Reward, step.Next == blindsight.Over
}

// survive plays one action. With a forecaster it is not lost by it: where it would be,
// in the state at hand, another state of the view takes its place, as often as it
// takes. What is survived has then just the distribution that it has given survival,
// and counts by the odds of that.
func (t *tree[S, V, A, O]) survive(ctx context.Context, a A, odds float64) (seen O, reward float64, done bool) {
	if t.forecast == nil || odds <= 0 {
		return t.step(a)
	}
	step := t.game.Step(t.rng, &t.state, a)
	for try := 0; step.Done() && t.forecast.Lost(step) && try < retries; try++ {
		if t.sampler.Sample(ctx, t.rng, t.view, 0, &t.state) != nil {
			break
		}
		step = t.game.Step(t.rng, &t.state, a)
	}
	return step.Seen, step.Reward, step.Done()
}

// observe notes what was seen, and tells whether play can go on. Rules whose own views
// refuse what their own steps show are broken, and nothing computed from them would mean
// anything.
//
// It is otherwise where the estimator hands out states that contradict the view, and says
// so in its health (paper A's Alg. 3 and 4 to the letter). Such a state is played as it
// is: its mines kill, its numbers are seen, and make nodes that no play can reach. The
// paper's program, which knows observations as a mere sequence, must have done the same.
// A view that knows more may refuse what it cannot have seen. The simulation is then
// over, and counts what it brought up to here, the last action included.
func (t *tree[S, V, A, O]) observe(a A, o O) bool {
	err := t.view.Did(a, o)
	if err != nil {
		t.refused(err)
	}
	return err == nil
}

// refused panics where a view may not refuse what it was told (see observe): where all states
// that the estimator handed out agree with the whole view, as far as it knows.
func (t *tree[S, V, A, O]) refused(err error) {
	if h := t.sampler.Health(); h.Inconsistent == 0 && h.Guessed == 0 {
		panic("uct: the view refuses what the rules show: " + err.Error())
	}
}

// rollout plays to the end, by the guide or else uniformly random legal actions, and
// returns what that brings.
func (t *tree[S, V, A, O]) rollout(ctx context.Context, depth int) float64 {
	total, weight := 0.0, 1.0
	for ; depth < t.config.Horizon; depth++ {
		var a A
		odds := 1.0
		if t.guide != nil {
			if value, known := t.guide.Value(t.view); known {
				return total + weight*value
			}
			a = t.guide.Rollout(t.rng, t.view)
			if t.forecast != nil {
				odds = t.forecast.Odds(t.view, a)
			}
		} else if t.picker != nil {
			a = t.picker.Pick(t.rng)
		} else {
			t.actions = t.view.Legal(t.actions[:0])
			if len(t.actions) == 0 {
				break
			}
			a = t.actions[t.rng.IntN(len(t.actions))]
		}
		weight *= odds
		seen, reward, done := t.survive(ctx, a, odds)
		total += weight * reward
		weight *= t.config.Discount
		if done || !t.observe(a, seen) {
			break
		}
	}
	return total
}
