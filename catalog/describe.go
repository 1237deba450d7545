package catalog

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"blindsight"
	"blindsight/episode"
	"blindsight/internal/pace"
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

	// How a program that plays the game elsewhere tells what was seen and heard: these read
	// what Seen and Heard write. Without them the game has no [Setting.Adviser].
	ReadSeen  func(g G, v V, text string) (O, error)
	ReadHeard func(g G, v V, text string) (O, error)
	// Drawer makes who draws what may be hidden from a side. It may be nil; an adviser then
	// tells no belief.
	Drawer func(g G, side blindsight.Side) Drawer[V]

	// Deal begins game number n of a seed, nil where [blindsight.Game.Start] with a random
	// stream of its own will do.
	Deal func(g G, seed, n uint64, s *S) blindsight.Side
	// Stream returns the random stream of a side in game number n of a seed, nil where one
	// that is named by these will do. Where it is set the rules draw from that of side 0.
	Stream func(seed, n uint64, side blindsight.Side) *rand.Rand
	// Given returns what a side must do in game number n of a seed before its player is asked, nil for
	// nothing. It may be nil.
	Given func(g G, seed, n uint64, side blindsight.Side) func(v V) (A, bool)
	// Measures name what Gauge counts. Both may be nil.
	Measures []Measure
	Gauge    func(g G) Gauge[S, A, O]
	// Face says how people play it on a board, nil if they do not.
	Face *Face[G, S, V, A]
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
	g := &Game{Name: d.Name, Doc: d.Doc, Sides: d.Sides, Settings: d.Settings, Players: d.Players.docs(), Measures: d.Measures}
	if listable[G, S, A, O](len(d.Sides)) {
		g.Players = append(g.Players, equilibriumPlayer)
	}
	if d.Face != nil {
		d.Face.check(d.Name)
		g.Shown = d.Face.shown()
	}
	g.open = func(v *Values) setting {
		s := &typedSetting[G, S, V, A, O]{Description: &d, game: d.New(v), text: v.write(d.Settings)}
		s.players = s.playersOf()
		return s
	}
	return g
}

// typedSetting is a setting with its types.
type typedSetting[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	*Description[G, S, V, A, O]
	game        G
	text        string                             // the settings
	players     Table[G, blindsight.Planner[V, A]] // those of the description, and more that any game has
	equilibrium equilibrium
}

func (s *typedSetting[G, S, V, A, O]) check(player string, side int) error {
	_, err := s.players.NewSide(player, s.game, blindsight.Side(side))
	return err
}

func (s *typedSetting[G, S, V, A, O]) bounds() (lo, hi float64, known bool) { return s.boundsOf(0) }

// boundsOf returns between what a side gains in a play.
func (s *typedSetting[G, S, V, A, O]) boundsOf(side blindsight.Side) (lo, hi float64, known bool) {
	r, known := any(s.NewView(s.game, side)).(blindsight.Ranged)
	if !known || blindsight.TermsOf(s.game) != (blindsight.Terms{}) {
		return 0, 0, false
	}
	lo, hi = r.Range()
	return lo, hi, lo < hi && !math.IsInf(lo, 0) && !math.IsInf(hi, 0)
}

func (s *typedSetting[G, S, V, A, O]) seat(players []string, guests []Guest) (match, error) {
	m := &typedMatch[G, S, V, A, O]{typedSetting: s}
	for i, name := range players {
		side := blindsight.Side(i)
		if guests[i] != nil {
			guest := &interpreter[G, S, V, A, O]{typedSetting: s, guest: guests[i], side: side}
			m.guests = append(m.guests, guest)
			m.planners = append(m.planners, guest)
			continue
		}
		p, err := s.players.NewSide(name, s.game, side)
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
	guests   []*interpreter[G, S, V, A, O] // those of the planners that are guests
	state    S
}

func (m *typedMatch[G, S, V, A, O]) play(ctx context.Context, p Play) (Result, error) {
	r := Result{Sides: make([]Tally, len(m.planners)), Gained: make([]float64, len(m.planners))}
	if len(p.Budgets) != 1 && len(p.Budgets) != len(m.planners) {
		return r, fmt.Errorf("%d budgets for %d players", len(p.Budgets), len(m.planners))
	}
	err := m.begin(ctx, p)
	if err == nil {
		err = m.steps(ctx, p, &r)
	}
	if f, ok := errors.AsType[*Forfeit](err); ok && pace.Err(ctx) == nil {
		m.forfeit(f, &r)
		err = nil
	}
	if err != nil {
		return r, err
	}
	for _, g := range m.guests {
		_ = g.guest.End(Ending{Gained: r.Gained[g.side], Forfeit: r.Forfeit}) // the game is over: there is nothing left to lose
	}
	return r, nil
}

// begin tells the guests that a game begins.
func (m *typedMatch[G, S, V, A, O]) begin(ctx context.Context, p Play) error {
	for _, g := range m.guests {
		if err := g.begin(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// steps plays the game.
func (m *typedMatch[G, S, V, A, O]) steps(ctx context.Context, p Play, r *Result) error {
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
		if m.Given != nil {
			seats[i].Given = m.Given(m.game, p.Seed, p.Number, side)
		}
	}
	var gauge Gauge[S, A, O]
	if m.Gauge != nil {
		gauge = m.Gauge(m.game)
	}
	r.Over = turn == blindsight.Over
	gained, err := episode.Play(ctx, rules, m.game, &m.state, turn, seats, func(move *episode.Move[A, O]) {
		r.Steps++
		r.Over = move.Done()
		if gauge != nil {
			gauge.After(move, &m.state)
		}
		if !move.Forced && !move.Given {
			r.Sides[move.Side].Count(move.Decision.Simulations, move.Decision.Health, move.Thought)
		}
		if r.Over {
			for _, g := range m.guests {
				g.last(move)
			}
		}
		if p.Each != nil {
			p.Each(m.step(move, seats))
		}
	})
	copy(r.Gained, gained[:])
	for side := range r.Sides {
		if gauge != nil {
			r.Sides[side].Measures = gauge.Counted(blindsight.Side(side))
		}
	}
	return err
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
		Forced: move.Forced, Given: move.Given, Over: move.Done(), Gained: []float64{move.Reward}, Thought: move.Thought,
		Value: move.Decision.Value, Measure: move.Decision.Measure, Simulations: move.Decision.Simulations, Health: move.Decision.Health,
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
