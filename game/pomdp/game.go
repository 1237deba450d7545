package pomdp

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// State is the number of one of a model's states.
type State int32

// Action is the number of one of a model's actions.
type Action int32

// Seen is the number of one of a model's observations.
type Seen int32

// Game is a model played: a state is hidden, and of a step what is observed is seen. It never changes and
// is safe for concurrent use.
type Game struct {
	model   *Model
	tables  *blindsight.Tables // with the discount 0 where that of the model is 1
	horizon int
	ends    []bool

	first    []State   // in which a play can begin
	chances  []float64 // cumulative, beside first
	possible []bool    // by action and observation: some state shows it

	generator Generator // nil where the model came from elsewhere
}

// Generator is a problem that can be written out.
type Generator interface{ Model() (*Model, error) }

// NewGenerated is [NewGame] for a generator's model. Who knows more of such a problem than its model says can ask for
// the generator.
func NewGenerated(from Generator, horizon int) (*Game, error) {
	m, err := from.Model()
	if err != nil {
		return nil, err
	}
	g, err := NewGame(m, horizon)
	if err != nil {
		return nil, err
	}
	g.generator = from
	return g, nil
}

// Generator returns what wrote the model out, or nil where it came from elsewhere.
func (g *Game) Generator() Generator { return g.generator }

// NewGame returns the game of a model in which plays are cut after so many steps, 0 for as many as count: until what
// comes later counts less than 1e-4 of what comes now. A discount of 1 needs a number.
func NewGame(m *Model, horizon int) (*Game, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	switch {
	case horizon < 0:
		return nil, fmt.Errorf("horizon %d: must not be negative", horizon)
	case horizon == 0 && m.Discount == 1:
		return nil, fmt.Errorf("horizon 0 with a discount of 1: give the steps after which a play is cut")
	case m.Discount == 0:
		horizon = 1 // nothing else counts
	case horizon == 0:
		for left := 1.0; left > 1e-4; left *= m.Discount {
			horizon++
		}
	}
	g := &Game{model: m, horizon: horizon}
	solvable := *m
	if m.Discount == 1 {
		solvable.Discount = 0 // tables are about one step here
	}
	var err error
	if g.tables, err = solvable.Tables(); err != nil {
		return nil, err
	}
	g.ends = g.tables.Ends()
	sum := 0.0
	for s, p := range m.Start {
		if p > 0 {
			sum += p
			g.first, g.chances = append(g.first, State(s)), append(g.chances, sum)
		}
	}
	g.possible = make([]bool, len(m.Actions)*len(m.Observations))
	for a := range m.Actions {
		for _, o := range m.Signals[a].Column {
			g.possible[a*len(m.Observations)+int(o)] = true
		}
	}
	return g, nil
}

// Model returns the model that is played. It must not be changed.
func (g *Game) Model() *Model { return g.model }

// Tables returns those of the model, for filters. They must not be changed.
func (g *Game) Tables() (*blindsight.Tables, error) { return g.tables, nil }

// Terms returns discount and horizon.
func (g *Game) Terms() blindsight.Terms {
	return blindsight.Terms{Discount: g.model.Discount, Horizon: g.horizon}
}

// Start draws a state from the start.
func (g *Game) Start(rng *rand.Rand, s *State) blindsight.Side {
	i, _ := slices.BinarySearch(g.chances, rng.Float64())
	*s = g.first[min(i, len(g.first)-1)]
	return blindsight.OverIf(g.ends[*s])
}

// Step lets the state change, and shows what is observed of that. Costs are negative rewards.
func (g *Game) Step(rng *rand.Rand, s *State, a Action) blindsight.Step[Seen] {
	m := g.model
	ends, chances := m.Moves[a].Row(int(*s))
	end := draw(rng, chances)
	to := ends[end]
	signals, likely := m.Signals[a].Row(int(to))
	seen := draw(rng, likely)
	reward := m.Reward(int(*s), int(a), end, seen)
	if m.Costs {
		reward = 0 - reward
	}
	*s = State(to)
	return blindsight.Step[Seen]{Seen: Seen(signals[seen]), Reward: reward, Next: blindsight.OverIf(g.ends[to])}
}

// draw returns the number of a chance, drawn by it. A certain one takes no random number.
func draw(rng *rand.Rand, chances []float64) int {
	last := len(chances) - 1
	if last == 0 {
		return 0
	}
	u := rng.Float64()
	for i, p := range chances[:last] {
		if u -= p; u < 0 {
			return i
		}
	}
	return last
}

// Observation returns the probability of what is observed of an action that led to a state.
func (g *Game) Observation(_ blindsight.Side, a Action, s *State, o Seen) float64 {
	return g.model.Signals[a].At(int(*s), int(o))
}

// Fingerprint is the number of the state.
func (g *Game) Fingerprint(s *State) uint64 { return uint64(*s) }

// Copy makes dst equal to src.
func (g *Game) Copy(dst, src *State) { *dst = *src }

var (
	_ blindsight.Game[State, Action, Seen] = (*Game)(nil)
	_ blindsight.Timed                     = (*Game)(nil)
	_ blindsight.Tabled                    = (*Game)(nil)
	_ blindsight.Fingerprinter[State]      = (*Game)(nil)
)
