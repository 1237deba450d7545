package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/internal/randstream"
)

// typedAdviser is a player of the table that is told and asked in words.
type typedAdviser[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	*typedSetting[G, S, V, A, O]
	side      blindsight.Side
	planner   blindsight.Planner[V, A]
	drawer    *Drawer[V]                     // nil where the game describes none
	followers []blindsight.Follower[V, A, O] // of these two
	view      V
	begun     bool
	rng       *rand.Rand // of the player
	drawn     *rand.Rand // of beliefs: asking for one does not change what is played
}

func (s *typedSetting[G, S, V, A, O]) adviser(player string, side int) (Adviser, error) {
	if s.ReadSeen == nil || s.ReadHeard == nil && len(s.Sides) > 1 {
		return nil, fmt.Errorf("game %s: its description does not say how to read what is seen and heard", s.Name)
	}
	a := &typedAdviser[G, S, V, A, O]{typedSetting: s, side: blindsight.Side(side)}
	var err error
	if a.planner, err = s.players.NewSide(player, s.game, a.side); err != nil {
		return nil, err
	}
	a.follow(a.planner)
	if s.Drawer != nil {
		drawer := s.Drawer(s.game, a.side)
		a.drawer = &drawer
		a.follow(drawer.Estimator)
	}
	return a, nil
}

// follow notes who is told of each step, if who wants to be.
func (a *typedAdviser[G, S, V, A, O]) follow(who any) {
	if f, ok := who.(blindsight.Follower[V, A, O]); ok {
		a.followers = append(a.followers, f)
	}
}

// errNotBegun is returned where a step or a question comes before a game.
var errNotBegun = errors.New("no game has begun")

// Begin starts with an empty view.
func (a *typedAdviser[G, S, V, A, O]) Begin(_ context.Context, o Opening) error {
	a.view, a.begun = a.NewView(a.game, a.side), true
	a.rng = randstream.New(o.Seed, "adviser player", uint64(a.side))
	a.drawn = randstream.New(o.Seed, "adviser belief", uint64(a.side))
	for _, f := range a.followers {
		f.Begin(a.view)
	}
	return nil
}

// Tell adds a step to the view. The last step of a game is not looked at.
func (a *typedAdviser[G, S, V, A, O]) Tell(e Event) error {
	switch {
	case !a.begun:
		return errNotBegun
	case e.Over:
		a.begun = false
		return nil
	case e.Heard:
		return a.tellHeard(e.Told)
	}
	action, err := a.action(e.Action)
	if err != nil {
		return err
	}
	o, err := a.ReadSeen(a.game, a.view, e.Told)
	if err == nil {
		err = a.view.Did(action, o)
	}
	if err != nil {
		return fmt.Errorf("after %s was seen: %w", e.Action, err)
	}
	for _, f := range a.followers {
		f.Did(action, o)
	}
	return nil
}

func (a *typedAdviser[G, S, V, A, O]) tellHeard(text string) error {
	hearing, ok := any(a.view).(blindsight.Hearing[O])
	if !ok {
		return fmt.Errorf("game %s is played by one side: there is nothing to be heard", a.Name)
	}
	o, err := a.ReadHeard(a.game, a.view, text)
	if err == nil {
		err = hearing.Heard(o)
	}
	if err != nil {
		return fmt.Errorf("was heard: %w", err)
	}
	for _, f := range a.followers {
		f.Heard(o)
	}
	return nil
}

// action finds a legal or forced action.
func (a *typedAdviser[G, S, V, A, O]) action(text string) (A, error) {
	legal := a.view.Legal(nil)
	if forcing, ok := any(a.view).(blindsight.Forcing[A]); ok {
		if forced, yes := forcing.Forced(); yes {
			legal = append(legal, forced)
		}
	}
	for _, action := range legal {
		if a.Action(a.game, action) == text {
			return action, nil
		}
	}
	var none A
	return none, fmt.Errorf("the action %.40q is not one of the %d legal ones", text, len(legal))
}

// Choose lets the player decide by its view. What the question says of it is not needed.
func (a *typedAdviser[G, S, V, A, O]) Choose(ctx context.Context, q Question) (Reply, error) {
	if !a.begun {
		return Reply{}, errNotBegun
	}
	if forcing, ok := any(a.view).(blindsight.Forcing[A]); ok {
		if forced, yes := forcing.Forced(); yes {
			return Reply{Action: a.Action(a.game, forced)}, nil
		}
	}
	if len(a.view.Legal(nil)) == 0 {
		return Reply{}, errors.New("there is no legal action: it is the other side's turn, or the game is over")
	}
	d, err := a.planner.Choose(ctx, a.rng, a.view, q.Budget)
	if err != nil {
		return Reply{}, err
	}
	answer := Reply{Action: a.Action(a.game, d.Action), Value: d.Value, Measure: d.Measure, Simulations: d.Simulations, Health: d.Health}
	for _, s := range d.Actions {
		answer.Table = append(answer.Table, Row{Action: a.Action(a.game, s.Action), Value: s.Value, Simulations: s.Simulations})
	}
	return answer, nil
}

// End does nothing: the next game begins anew.
func (a *typedAdviser[G, S, V, A, O]) End(Ending) error {
	a.begun = false
	return nil
}

// Close does nothing.
func (a *typedAdviser[G, S, V, A, O]) Close() error { return nil }

// View draws what the side knows, nothing before a game.
func (a *typedAdviser[G, S, V, A, O]) View() string {
	if !a.begun {
		return ""
	}
	return a.Description.View(a.game, a.view)
}

// Legal lists the legal actions.
func (a *typedAdviser[G, S, V, A, O]) Legal() []string {
	if !a.begun {
		return nil
	}
	var texts []string
	for _, action := range a.view.Legal(nil) {
		texts = append(texts, a.Action(a.game, action))
	}
	return texts
}

// Belief draws states. Those that were found before an error are told with it.
func (a *typedAdviser[G, S, V, A, O]) Belief(ctx context.Context, states int) (Belief, error) {
	switch {
	case !a.begun:
		return Belief{}, errNotBegun
	case a.drawer == nil:
		return Belief{}, fmt.Errorf("game %s: its description tells no belief", a.Name)
	}
	before := a.drawer.Health()
	count := make(map[string]int)
	var err error
	for range states {
		var state string
		if state, err = a.drawer.Draw(ctx, a.drawn, a.view); err != nil {
			break
		}
		count[state]++
	}
	b := Belief{Health: a.drawer.Health().Since(before)}
	for text, n := range count {
		b.States = append(b.States, Believed{text, n})
	}
	slices.SortFunc(b.States, func(x, y Believed) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.State, y.State))
	})
	return b, err
}

var _ Adviser = (*typedAdviser[blindsight.Game[int, int, int], int, *blindsight.History[int, int], int, int])(nil)
