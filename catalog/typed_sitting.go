package catalog

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"blindsight"
)

// typedSitting is a sitting with its types.
type typedSitting[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	*typedSetting[G, S, V, A, O]
	state S
	acts  blindsight.Side
	views []V
	heard [2][]Told // what each side was told
	rules *rand.Rand
	terms blindsight.Terms
	worth float64 // of the next reward
	done  []Taken
	gains [2]float64
	spare []A
}

func (s *typedSetting[G, S, V, A, O]) fits() error {
	if s.Face == nil || s.Face.Fits == nil {
		return nil
	}
	return s.Face.Fits(s.game)
}

func (s *typedSetting[G, S, V, A, O]) sit(seed, number uint64) (sitting, error) {
	if s.Face == nil {
		return nil, fmt.Errorf("game %s: %w", s.Name, ErrNoBoard)
	}
	t := &typedSitting[G, S, V, A, O]{typedSetting: s, terms: blindsight.TermsOf(s.game), worth: 1}
	if err := t.terms.Check(); err != nil {
		return nil, err
	}
	if t.terms.Discount == 0 {
		t.terms.Discount = 1
	}
	m := typedMatch[G, S, V, A, O]{typedSetting: s}
	t.rules = m.stream("rules", Play{Seed: seed, Number: number}, 0)
	if s.Deal != nil {
		t.acts = s.Deal(s.game, seed, number, &t.state)
	} else {
		t.acts = s.game.Start(t.rules, &t.state)
	}
	for side := range s.Sides {
		t.views = append(t.views, s.NewView(s.game, blindsight.Side(side)))
	}
	return t, t.force()
}

func (t *typedSitting[G, S, V, A, O]) turn() int { return int(t.acts) }

func (t *typedSitting[G, S, V, A, O]) actions() []A {
	if t.acts == blindsight.Over {
		return nil
	}
	t.spare = t.views[t.acts].Legal(t.spare[:0])
	return t.spare
}

func (t *typedSitting[G, S, V, A, O]) legal() []Action {
	list := []Action{}
	for _, a := range t.actions() {
		list = append(list, t.say(a))
	}
	return list
}

func (t *typedSitting[G, S, V, A, O]) say(a A) Action {
	return Action{t.Action(t.game, a), t.Face.Cell(t.game, a)}
}

func (t *typedSitting[G, S, V, A, O]) do(action string) error {
	if t.acts == blindsight.Over {
		return ErrOver
	}
	legal := t.actions()
	i := slices.IndexFunc(legal, func(a A) bool { return t.Action(t.game, a) == action })
	if i < 0 {
		words := make([]string, 0, 3)
		for _, a := range legal[:min(len(legal), 3)] {
			words = append(words, t.Action(t.game, a))
		}
		return fmt.Errorf("action %q is not legal now: there are %d, such as %s", action, len(legal), strings.Join(words, " and "))
	}
	if err := t.step(legal[i]); err != nil {
		return err
	}
	return t.force()
}

// step lets the side to act do something legal, and tells the sides what they may know of it.
func (t *typedSitting[G, S, V, A, O]) step(a A) error {
	side, other := t.acts, t.acts.Other()
	step := t.game.Step(t.rules, &t.state, a)
	t.gains[side] += t.worth * step.Reward
	t.gains[other] += t.worth * step.Other
	t.worth *= t.terms.Discount
	t.acts = step.Next
	seen := Taken{int(side), t.Action(t.game, a), t.Face.Cell(t.game, a), t.Seen(t.game, step.Seen)}
	t.done = append(t.done, seen)
	if t.terms.Horizon > 0 && len(t.done) >= t.terms.Horizon {
		t.acts = blindsight.Over
	}
	// A view need not be told of the step that ended the play, and one that refuses it stays as it was.
	if err := t.views[side].Did(a, step.Seen); err != nil && !step.Done() {
		return fmt.Errorf("the view refuses what the rules show: %w", err)
	}
	t.heard[side] = append(t.heard[side], Told{Own: true, Action: seen.Action, Cell: seen.Cell, Text: seen.Text})
	if len(t.views) < 2 || step.Silent {
		return nil
	}
	hearing, ok := any(t.views[other]).(blindsight.Hearing[O])
	if !ok {
		return fmt.Errorf("the view hears nothing of the other side: it has no method Heard(%T) error", step.Heard)
	}
	if err := hearing.Heard(step.Heard); err != nil && !step.Done() {
		return fmt.Errorf("the view refuses what the rules let it hear: %w", err)
	}
	t.heard[other] = append(t.heard[other], Told{Cell: -1, Text: t.Heard(t.game, step.Heard)})
	return nil
}

// force does what the rules leave no choice about.
func (t *typedSitting[G, S, V, A, O]) force() error {
	for t.acts != blindsight.Over {
		f, ok := any(t.views[t.acts]).(blindsight.Forcing[A])
		if !ok {
			return nil
		}
		a, forced := f.Forced()
		if !forced {
			return nil
		}
		if err := t.step(a); err != nil {
			return err
		}
	}
	return nil
}

func (t *typedSitting[G, S, V, A, O]) ask(ctx context.Context, player string, b blindsight.Budget, rng *rand.Rand) (*Choice, error) {
	if t.acts == blindsight.Over {
		return nil, ErrOver
	}
	p, err := t.players.NewSide(player, t.game, t.acts)
	if err != nil {
		return nil, err
	}
	v := t.views[t.acts]
	if f, ok := p.(blindsight.Follower[V, A, O]); ok {
		f.Begin(v)
	}
	d, err := p.Choose(ctx, rng, v, b)
	if err != nil {
		return nil, fmt.Errorf("the player of %s: %w", t.Sides[t.acts], err)
	}
	c := &Choice{Action: t.Action(t.game, d.Action), Value: d.Value, Measure: d.Measure, Simulations: d.Simulations, Health: d.Health}
	for _, a := range d.Actions {
		c.Compared = append(c.Compared, Compared{t.say(a.Action), a.Mean, a.Simulations})
	}
	return c, nil
}

func (t *typedSitting[G, S, V, A, O]) told(side int) []Told { return t.heard[side] }

func (t *typedSitting[G, S, V, A, O]) taken() []Taken { return t.done }

func (t *typedSitting[G, S, V, A, O]) board(side int) Board {
	return t.Face.Board(t.game, t.views[side])
}

func (t *typedSitting[G, S, V, A, O]) belief(ctx context.Context, side int, rng *rand.Rand) (*CellBelief, error) {
	if t.Face.Belief == nil {
		return nil, ErrNoBelief
	}
	b, err := t.Face.Belief(ctx, t.game, t.views[side], rng)
	if err != nil {
		return nil, err
	}
	for c, x := range b.Chances {
		b.Chances[c] = math.Round(x*1e12) / 1e12 // they are sums of rounded numbers: what is certain is 0 or 1
	}
	return b, nil
}

func (t *typedSitting[G, S, V, A, O]) truth() Board { return t.Face.Truth(t.game, &t.state) }

func (t *typedSitting[G, S, V, A, O]) gained(side int) (float64, string) {
	return t.gains[side], t.Face.Result(t.game, blindsight.Side(side), t.gains[side])
}
