package tiger

import (
	"fmt"
	"math"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/purefloat"
)

// Rules are the settings of the game.
type Rules struct {
	Hear     float64 // the probability that a growl comes from where the tiger is, from 0.5 to below 1
	Discount float64 // above 0 and below 1
	Horizon  int     // steps after which a play is cut
}

// Usual returns the rules of the benchmark, with plays of 100 steps: what comes later would
// count less than 0.6%.
func Usual() Rules { return Rules{Hear: 0.85, Discount: 0.95, Horizon: 100} }

// What can be gained.
const (
	listening = -1
	gold      = 10
	mauled    = -100
)

// Game is Tiger by its rules. It never changes and is safe for concurrent use.
type Game struct {
	rules Rules
	odds  float64 // how much likelier a growl from the tiger's side is than one from the other
}

// New returns the game, or what is wrong with the rules.
func New(r Rules) (*Game, error) {
	switch {
	case !(r.Hear >= 0.5 && r.Hear < 1):
		return nil, fmt.Errorf("hear %v: must be at least 0.5 and below 1", r.Hear)
	case !(r.Discount > 0 && r.Discount < 1):
		return nil, fmt.Errorf("discount %v: must be above 0 and below 1", r.Discount)
	case r.Horizon < 1:
		return nil, fmt.Errorf("horizon %d: must be at least 1", r.Horizon)
	}
	return &Game{rules: r, odds: r.Hear / (1 - r.Hear)}, nil
}

// Rules returns the rules.
func (g *Game) Rules() Rules { return g.rules }

// Terms returns discount and horizon.
func (g *Game) Terms() blindsight.Terms {
	return blindsight.Terms{Discount: g.rules.Discount, Horizon: g.rules.Horizon}
}

// State is where the tiger is.
type State struct{ Left bool }

// Action is what can be done.
type Action uint8

// The actions.
const (
	Listen Action = iota
	OpenLeft
	OpenRight
)

// String returns "listen", "open left" or "open right".
func (a Action) String() string { return [...]string{"listen", "open left", "open right"}[a%3] }

// Seen is what is observed of an action.
type Seen uint8

// What can be observed: where it growls, or that a door was opened.
const (
	GrowlLeft Seen = iota
	GrowlRight
	Opened
)

// String returns "growl left", "growl right" or "opened".
func (o Seen) String() string { return [...]string{"growl left", "growl right", "opened"}[o%3] }

// growl returns a growl from a side.
func growl(left bool) Seen {
	if left {
		return GrowlLeft
	}
	return GrowlRight
}

// Start puts the tiger behind a door.
func (g *Game) Start(rng *rand.Rand, s *State) blindsight.Side {
	s.Left = rng.IntN(2) == 0
	return 0
}

// Step plays an action. No play ends by itself.
func (g *Game) Step(rng *rand.Rand, s *State, a Action) blindsight.Step[Seen] {
	if a == Listen {
		truly := rng.Float64() < g.rules.Hear
		return blindsight.Step[Seen]{Seen: growl(s.Left == truly), Reward: listening}
	}
	reward := float64(gold)
	if s.Left == (a == OpenLeft) {
		reward = mauled
	}
	g.Start(rng, s)
	return blindsight.Step[Seen]{Seen: Opened, Reward: reward}
}

// Propose puts the tiger behind either door, whatever was heard.
func (g *Game) Propose(rng *rand.Rand, _ *View, s *State) { g.Start(rng, s) }

// Likelihood returns how likely the growls since a door was last opened are, as a multiple of how
// likely they are where they are likeliest: rejection accepts at least every second draw.
func (g *Game) Likelihood(v *View, s *State) float64 {
	if v.more == 0 || s.Left == (v.more > 0) {
		return 1
	}
	return purefloat.Pow(g.odds, -math.Abs(float64(v.more)))
}

// Observation returns the probability of what was observed of an action that led to a state.
func (g *Game) Observation(_ blindsight.Side, a Action, s *State, o Seen) float64 {
	switch {
	case (a == Listen) == (o == Opened):
		return 0
	case o == Opened:
		return 1
	case o == growl(s.Left):
		return g.rules.Hear
	}
	return 1 - g.rules.Hear
}

// Copy makes dst equal to src.
func (g *Game) Copy(dst, src *State) { *dst = *src }

// Fingerprint tells the two states apart.
func (g *Game) Fingerprint(s *State) uint64 {
	if s.Left {
		return 1
	}
	return 0
}

var (
	_ blindsight.Game[State, Action, Seen] = (*Game)(nil)
	_ blindsight.Timed                     = (*Game)(nil)
	_ blindsight.Prior[State, *View]       = (*Game)(nil)
	_ blindsight.Fingerprinter[State]      = (*Game)(nil)
)
