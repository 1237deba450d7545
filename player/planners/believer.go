package planners

import (
	"context"
	"math/rand/v2"
	"sync"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/game/pomdp"
	"blindsight/search/uct"
)

// believer is a search whose nodes are beliefs.
type believer struct {
	search  *uct.Planner[pomdp.State, *knowledge, pomdp.Action, pomdp.Seen]
	library *library
	events  int // of the play that it was told of
	at      int32
	failed  error
	begun   bool
}

func newBeliever(g *pomdp.Game, c uct.Config) (Player, error) {
	tables, err := g.Tables()
	if err != nil {
		return nil, err
	}
	p := &believer{library: newLibrary(g, tables)}
	p.search = uct.New(endless{g}, func() blindsight.Sampler[pomdp.State, *knowledge] { return &drawer{at: -1} }, c)
	if d := g.Terms().Discount; d > 0 && d < 1 {
		b := boundsOf(g, tables)
		p.search.Guided(func() uct.Guide[*knowledge, pomdp.Action] { return &guide{bounds: b} })
	}
	return p, nil
}

// computed has the bounds of the game for which players were made last, since each worker makes one.
var computed struct {
	sync.Mutex
	game   *pomdp.Game
	bounds *bounds
}

// boundsOf returns the bounds of a game.
func boundsOf(g *pomdp.Game, t *blindsight.Tables) *bounds {
	computed.Lock()
	defer computed.Unlock()
	if computed.game != g {
		computed.game, computed.bounds = g, newBounds(t)
	}
	return computed.bounds
}

// Begin says that a play begins, or is taken up, with this view.
func (p *believer) Begin(v *pomdp.View) {
	p.search.Forget()
	p.library.clear()
	p.at, p.failed, p.events, p.begun = 0, nil, 0, true
	for _, e := range v.Past() {
		p.Did(e.Action, e.Seen)
	}
}

// Did says what was done, and what was observed of it.
func (p *believer) Did(a pomdp.Action, o pomdp.Seen) {
	p.events++
	if p.failed != nil {
		return
	}
	to := p.library.follow(turn{p.at, a, o})
	if to == impossible {
		p.failed = &discrete.Impossible{Step: p.events, Action: int(a), Observation: int(o)}
		return
	}
	p.at = to
}

// Heard panics: nobody else acts in a POMDP.
func (p *believer) Heard(pomdp.Seen) { panic("planners: another side was heard in a POMDP") }

// Choose searches from the belief that the view leaves. Where it leaves none that is an error, a [*discrete.Impossible].
func (p *believer) Choose(ctx context.Context, rng *rand.Rand, v *pomdp.View, b blindsight.Budget) (decision, error) {
	if !p.begun || p.events != len(v.Past()) || p.library.held > roomy {
		p.Begin(v)
	}
	if p.failed != nil {
		return decision{}, p.failed
	}
	return p.search.Choose(ctx, rng, &knowledge{p.library, p.at}, b)
}

var (
	_ Player                                                     = (*believer)(nil)
	_ blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen] = (*believer)(nil)
	_ blindsight.Sampler[pomdp.State, *knowledge]                = (*drawer)(nil)
	_ uct.Estimator[*knowledge, pomdp.Action]                    = (*guide)(nil)
	_ uct.View[*knowledge, pomdp.Action, pomdp.Seen]             = (*knowledge)(nil)
)
