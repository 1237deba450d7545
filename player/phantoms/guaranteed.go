package phantoms

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/phantom"
	"blindsight/internal/pace"
	"blindsight/search/andor"
)

// GuaranteedOptions say how the player of guaranteed wins searches, and what it does where
// there is none.
type GuaranteedOptions struct {
	// States is how many boards a search may construct; 0 means a million, well below a
	// second. The time of the budget, if there is one, limits it as well; a number of
	// simulations does not.
	States int64
	// Safe lets the player look for a draw that is guaranteed where no win is.
	Safe bool
	// Fallback decides where nothing is guaranteed; nil is the random player. One that is a
	// blindsight.Follower is told all that happens.
	Fallback Player
}

// Check tells what is wrong with the options.
func (o GuaranteedOptions) Check() error {
	if o.States < 0 {
		return fmt.Errorf("states %d: must not be negative", o.States)
	}
	return nil
}

// Limits of a search.
const (
	defaultStates = 1_000_000
	beliefStates  = 20_000   // boards that a belief may have
	searchMemory  = 64 << 20 // bytes
)

// NewGuaranteed returns the player that wins whenever a win is certain whatever the opponent
// does (paper C): at each of its decisions it lists the boards that agree with what it knows,
// searches for a plan that wins on all of them, and from then on follows that. What it decides
// depends on the view and its options alone, not on games before; only with a budget of
// time it depends on the machine.
//
// It panics if the options do not pass their Check.
func NewGuaranteed(o GuaranteedOptions) Player {
	if err := o.Check(); err != nil {
		panic("phantoms: " + err.Error())
	}
	if o.States == 0 {
		o.States = defaultStates
	}
	if o.Fallback == nil {
		o.Fallback = NewRandom()
	}
	g := &guaranteed{options: o}
	g.follower, _ = o.Fallback.(follower)
	return g
}

type (
	follower = blindsight.Follower[*phantom.View, phantom.Cell, phantom.Answer]
	plan     = andor.Plan[phantom.Cell, phantom.Answer]
)

// guaranteed is a player with the plan that it follows.
type guaranteed struct {
	options  GuaranteedOptions
	follower follower // the fallback, nil if it need not be told

	walker  andor.Walker[phantom.Cell, phantom.Answer]
	worth   float64 // what the plan guarantees
	opening opening
}

// opening is what was found for the first decision of a game, which comes again with every game.
type opening struct {
	game  *phantom.Game
	side  blindsight.Side
	plan  *plan
	worth float64
}

// Begin forgets the plan of another play.
func (g *guaranteed) Begin(v *phantom.View) {
	g.walker.Follow(nil)
	if g.follower != nil {
		g.follower.Begin(v)
	}
}

// Did goes on in the plan by what was seen.
func (g *guaranteed) Did(c phantom.Cell, a phantom.Answer) {
	g.walker.Did(c, a)
	if g.follower != nil {
		g.follower.Did(c, a)
	}
}

// Heard goes on in the plan by what was heard.
func (g *guaranteed) Heard(a phantom.Answer) {
	g.walker.Heard(a)
	if g.follower != nil {
		g.follower.Heard(a)
	}
}

// Choose follows the plan, or looks for one.
func (g *guaranteed) Choose(ctx context.Context, rng *rand.Rand, v *phantom.View, b blindsight.Budget) (decision, error) {
	if !v.Mine() {
		return decision{}, blindsight.ErrNotAsked
	}
	if g.walker.Plan() == nil {
		begin := time.Now()
		g.find(ctx, v, b)
		if b.Time > 0 { // what is left of it
			b.Time = max(b.Time-time.Since(begin), time.Millisecond)
		}
	}
	plan := g.walker.Plan()
	if plan == nil {
		return g.options.Fallback.Choose(ctx, rng, v, b)
	}
	return decision{Action: plan.Attempt, Value: g.worth, Measure: blindsight.Return}, nil
}

// find looks for a plan. What it finds for the first decision of a game it keeps.
func (g *guaranteed) find(ctx context.Context, v *phantom.View, b blindsight.Budget) {
	first := v.Own() == 0 && v.Known() == 0
	if o := &g.opening; first && o.game == v.Game() && o.side == v.Side() {
		g.walker.Follow(o.plan)
		g.worth = o.worth
		return
	}
	decided := g.search(ctx, v, b)
	if first && (decided || b.Time == 0 && pace.Err(ctx) == nil) {
		g.opening = opening{v.Game(), v.Side(), g.walker.Plan(), g.worth}
	}
}

// search searches for a plan, and reports whether it is known that there is one, or none.
func (g *guaranteed) search(ctx context.Context, v *phantom.View, b blindsight.Budget) (decided bool) {
	if b.Time > 0 { // half of it for all searches together: the fallback may need the rest
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time/2)
		defer cancel()
	}
	belief := enumerate.New[phantom.Board](enumerate.Options{States: beliefStates, Workers: 1})
	if belief.Advance(ctx, v.Trail(), nil) != nil {
		return false
	}
	boards := make([]phantom.Board, 0, belief.Len())
	for s := range belief.All() {
		boards = append(boards, *s)
	}
	goals := []phantom.Goal{phantom.ToWin}
	if g.options.Safe && v.Game().Rules().Kind == phantom.TicTacToe { // Hex knows no draw
		goals = append(goals, phantom.NotToLose)
	}
	decided = true
	for _, goal := range goals {
		contest := v.Game().Contest(v.Side(), goal)
		// A solver of its own for each search: what it remembers of others would change
		// which of several plans it finds.
		solver := andor.New(contest, andor.Options{States: g.options.States, Memory: searchMemory})
		plan, r := solver.Plan(ctx, boards, contest.Depth())
		if plan != nil {
			g.walker.Follow(plan)
			g.worth = 1
			if goal == phantom.NotToLose {
				g.worth = 0
			}
			return true
		}
		decided = decided && r.Verdict == andor.None
	}
	return decided
}

var (
	_ Player   = (*guaranteed)(nil)
	_ follower = (*guaranteed)(nil)
)
