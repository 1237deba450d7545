package catalog

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"blindsight"
	"blindsight/episode"
	"blindsight/internal/randstream"
)

// Description is all that must be said of a game so that it can be listed and played. G is the game by its rules, whose types are those that package
// blindsight names: a state, a view, an action, an observation.
type Description[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	Name     string
	Doc      string   // one line
	Sides    []string // their names, one or two
	Settings []Param
	// New makes the game of its settings. What is wrong with these it tells them (see
	// [Values.Fail]).
	New     func(v *Values) G
	NewView func(g G, side blindsight.Side) V // before the first step
	Players Table[G, blindsight.Planner[V, A]]

	// How a person reads what a side knows, an action, what is seen after one, and what is
	// heard of the other side's.
	View   func(g G, v V) string
	Action func(g G, a A) string
	Seen   func(g G, o O) string
	Heard  func(g G, o O) string // needed of two sides only

	// Deal begins game number n of a seed, nil where [blindsight.Game.Start] with a random
	// stream of its own will do.
	Deal func(g G, seed, n uint64, s *S) blindsight.Side
	// Stream returns the random stream of a side in game number n of a seed, nil where one
	// that is named by these will do. Where it is set the rules draw from that of side 0.
	Stream func(seed, n uint64, side blindsight.Side) *rand.Rand
}

// Describe returns the description of a game for those who do not know its types. It panics
// where something that must be said is not.
func Describe[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable](d Description[G, S, V, A, O]) *Game {
	switch {
	case d.Name == "" || len(d.Sides) < 1 || len(d.Sides) > 2:
		panic(fmt.Sprintf("catalog: game %q with %d sides: it needs a name and one side or two", d.Name, len(d.Sides)))
	case d.New == nil || d.NewView == nil || d.View == nil || d.Action == nil || d.Seen == nil || d.Heard == nil && len(d.Sides) > 1:
		panic("catalog: game " + d.Name + ": New, NewView, View, Action and Seen must be set, and Heard for two sides")
	}
	g := &Game{Name: d.Name, Doc: d.Doc, Sides: d.Sides, Settings: d.Settings}
	for i := range d.Players {
		e := &d.Players[i]
		g.Players = append(g.Players, PlayerDoc{e.Name, e.Doc, e.Params, e.Instant})
	}
	g.open = func(v *Values) setting {
		return &typedSetting[G, S, V, A, O]{&d, d.New(v)}
	}
	return g
}

// typedSetting is a setting with its types.
type typedSetting[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	*Description[G, S, V, A, O]
	game G
}

func (s *typedSetting[G, S, V, A, O]) check(player string, side int) error {
	_, err := s.Players.NewSide(player, s.game, blindsight.Side(side))
	return err
}

func (s *typedSetting[G, S, V, A, O]) bounds() (lo, hi float64, known bool) {
	r, known := any(s.NewView(s.game, 0)).(blindsight.Ranged)
	if !known || blindsight.TermsOf(s.game) != (blindsight.Terms{}) {
		return 0, 0, false
	}
	lo, hi = r.Range()
	return lo, hi, lo < hi && !math.IsInf(lo, 0) && !math.IsInf(hi, 0)
}

func (s *typedSetting[G, S, V, A, O]) seat(players []string) (match, error) {
	m := &typedMatch[G, S, V, A, O]{typedSetting: s}
	for side, name := range players {
		p, err := s.Players.NewSide(name, s.game, blindsight.Side(side))
		if err != nil {
			return nil, err
		}
		m.planners = append(m.planners, p)
	}
	return m, nil
}

// typedMatch is a match with its types.
type typedMatch[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	*typedSetting[G, S, V, A, O]
	planners []blindsight.Planner[V, A]
	state    S
}

func (m *typedMatch[G, S, V, A, O]) play(ctx context.Context, p Play) (Result, error) {
	if len(p.Budgets) != 1 && len(p.Budgets) != len(m.planners) {
		return Result{}, fmt.Errorf("%d budgets for %d players", len(p.Budgets), len(m.planners))
	}
	rules := m.stream("rules", p, 0)
	var turn blindsight.Side
	if m.Deal != nil {
		turn = m.Deal(m.game, p.Seed, p.Number, &m.state)
	} else {
		turn = m.game.Start(rules, &m.state)
	}
	seats := make([]episode.Seat[V, A], len(m.planners))
	for i, planner := range m.planners {
		side := blindsight.Side(i)
		rng := rules
		if i > 0 || m.Stream == nil {
			rng = m.stream("player", p, side)
		}
		seats[i] = episode.Seat[V, A]{
			View: m.NewView(m.game, side), Planner: planner, RNG: rng,
			Budget: p.Budgets[min(i, len(p.Budgets)-1)], Name: m.Sides[i],
		}
	}
	r := Result{Sides: make([]Tally, len(seats)), Over: turn == blindsight.Over}
	gained, err := episode.Play(ctx, rules, m.game, &m.state, turn, seats, func(move *episode.Move[A, O]) {
		r.Steps++
		r.Over = move.Done()
		if !move.Forced {
			r.Sides[move.Side].add(move.Decision.Simulations, move.Decision.Health)
			r.Sides[move.Side].Thought += move.Thought
		}
		if p.Each != nil {
			p.Each(m.step(move, seats))
		}
	})
	r.Gained = gained[:len(seats)]
	return r, err
}

func (t *Tally) add(simulations int, h blindsight.Health) {
	t.Decisions++
	t.Simulations += int64(simulations)
	t.Health = t.Health.Add(h)
}

// stream returns random numbers of a game.
func (m *typedMatch[G, S, V, A, O]) stream(name string, p Play, side blindsight.Side) *rand.Rand {
	if m.Stream != nil {
		return m.Stream(p.Seed, p.Number, side)
	}
	return randstream.New(p.Seed, "play "+m.Name+" "+name, p.Number, uint64(side))
}

// step says a move in words.
func (m *typedMatch[G, S, V, A, O]) step(move *episode.Move[A, O], seats []episode.Seat[V, A]) *Step {
	s := &Step{
		Side: int(move.Side), Action: m.Action(m.game, move.Decision.Action), Seen: m.Seen(m.game, move.Step.Seen),
		Forced: move.Forced, Over: move.Done(), Gained: []float64{move.Reward}, Thought: move.Thought,
		Value: move.Decision.Value, Simulations: move.Decision.Simulations, Health: move.Decision.Health,
		view: func(side int) string { return m.View(m.game, seats[side].View) },
	}
	if len(seats) > 1 {
		s.Gained = make([]float64, 2)
		s.Gained[move.Side], s.Gained[move.Side.Other()] = move.Reward, move.Other
		if !move.Silent {
			s.Heard = m.Heard(m.game, move.Step.Heard)
		}
	}
	return s
}
