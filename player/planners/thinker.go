package planners

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/game/pomdp"
	"blindsight/search/bounded"
)

// space is the beliefs of a problem, as those who play it need them.
type space interface {
	bounded.Space
	begin() int32              // forgets all but the first one, and returns its number
	rebase(belief int32) int32 // forgets all but this one, and returns its new number
}

// thinker is a search between bounds, on the exact belief, which it follows. What it has found stays until a play begins, or its memory is needed.
type thinker struct {
	space  space
	search *bounded.Search
	at     int32 // the belief
	events int   // of the play that it was told of
	failed error
	begun  bool
}

func newThinker(s space) *thinker { return &thinker{space: s, search: bounded.New(s, 0)} }

// spaceOf returns the beliefs of a game: in factors where the game is known to have some, else listed.
func spaceOf(g *pomdp.Game, factored bool) (space, error) {
	if r, ok := g.Generator().(pomdp.RockSample); ok && factored {
		return newRocks(routesOf(r, g)), nil
	}
	return listedOf(g)
}

func listedOf(g *pomdp.Game) (*listed, error) {
	tables, err := g.Tables()
	if err != nil {
		return nil, err
	}
	return newListed(tables, boundsOf(g, tables)), nil
}

// computed has what is known of the game for which players were made last, since each worker makes one.
var computed struct {
	sync.Mutex
	game   *pomdp.Game
	bounds *bounds
	routes *routes
}

// shared calls compute with what is known of a game.
func shared(g *pomdp.Game, compute func()) {
	computed.Lock()
	defer computed.Unlock()
	if computed.game != g {
		computed.game, computed.bounds, computed.routes = g, nil, nil
	}
	compute()
}

func boundsOf(g *pomdp.Game, t *blindsight.Tables) (b *bounds) {
	shared(g, func() {
		if computed.bounds == nil {
			computed.bounds = newBounds(t)
		}
		b = computed.bounds
	})
	return b
}

func routesOf(r pomdp.RockSample, g *pomdp.Game) (t *routes) {
	shared(g, func() {
		if computed.routes == nil {
			computed.routes = newRoutes(r)
		}
		t = computed.routes
	})
	return t
}

// Begin says that a play begins, or is taken up, with this view.
func (p *thinker) Begin(v *pomdp.View) {
	p.search.Forget()
	p.at, p.failed, p.events, p.begun = p.space.begin(), nil, 0, true
	for _, e := range v.Past() {
		p.Did(e.Action, e.Seen)
	}
}

// Did says what was done, and what was observed of it.
func (p *thinker) Did(a pomdp.Action, o pomdp.Seen) {
	p.events++
	if p.failed != nil {
		return
	}
	_, outcomes := p.space.Act(p.at, int(a), nil)
	for _, x := range outcomes {
		if x.Seen == int32(o) {
			p.at = x.To
			return
		}
	}
	p.failed = &discrete.Impossible{Step: p.events, Action: int(a), Observation: int(o)}
}

// Heard panics: nobody else acts in a POMDP.
func (p *thinker) Heard(pomdp.Seen) { panic("planners: another side was heard in a POMDP") }

// Choose searches from the belief that the view leaves. Where it leaves none that is an error, a [*discrete.Impossible].
func (p *thinker) Choose(ctx context.Context, _ *rand.Rand, v *pomdp.View, b blindsight.Budget) (decision, error) {
	if !p.begun || p.events != len(v.Past()) {
		p.Begin(v)
	}
	if p.failed != nil {
		return decision{}, p.failed
	}
	if 2*p.search.Held() > p.search.Memory() {
		p.search.Forget()
		p.at = p.space.rebase(p.at)
	}
	return decide(ctx, p.search, p.at, b), nil
}

// decide searches from a belief.
func decide(ctx context.Context, s *bounded.Search, at int32, b blindsight.Budget) (d decision) {
	simulations, full := s.Run(ctx, at, b)
	action, lower := s.Decide(at)
	d = decision{Action: pomdp.Action(action), Value: lower, Measure: blindsight.Return, Simulations: simulations}
	if full {
		d.Health.Full = 1
	}
	for a, stat := range s.Stats(at) {
		if stat.Simulations > 0 {
			d.Actions = append(d.Actions, blindsight.ActionStat[pomdp.Action]{
				Action: pomdp.Action(a), Simulations: stat.Simulations, Mean: stat.Lower, Bound: stat.Upper, Value: stat.Lower,
			})
		}
	}
	slices.SortStableFunc(d.Actions, func(x, y blindsight.ActionStat[pomdp.Action]) int {
		return cmp.Or(cmp.Compare(y.Simulations, x.Simulations), cmp.Compare(y.Value, x.Value))
	})
	return d
}

var (
	_ Player                                                     = (*thinker)(nil)
	_ blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen] = (*thinker)(nil)
	_ bounded.Space                                              = (*listed)(nil)
	_ bounded.Space                                              = (*rocks)(nil)
)
