package listeners

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/belief/rejection"
	"blindsight/game/tiger"
	"blindsight/search/uct"
)

// Belief is an estimator by which the searching player draws where the tiger is.
type Belief uint8

// The beliefs.
const (
	ExactBelief     Belief = iota // by the probability that the view gives it
	RejectionBelief               // either side, and accepted by the likelihood of the growls
	ParticleBelief                // particles that follow the play
)

// String returns "exact", "rejection" or "particle".
func (b Belief) String() string { return [...]string{"exact", "rejection", "particle"}[b%3] }

// NewUCT returns the player that searches, as long as the budget says. It plans without a horizon, so
// that a view is worth the same whenever it is reached: its tree is one node for each view, and is kept
// from decision to decision (uct.Config.Keep) until a play begins. Where plays are cut it does not know.
func NewUCT(g *tiger.Game, b Belief, c uct.Config) (Player, error) {
	c.Keep, c.Discount = true, g.Rules().Discount
	if err := c.Check(); err != nil {
		return nil, err
	}
	var newBelief func() blindsight.Sampler[tiger.State, *tiger.View]
	switch b {
	case ExactBelief:
		newBelief = rejection.New(posterior{}, 0).Fresh
	case RejectionBelief:
		newBelief = rejection.New(g, 0).Fresh
	case ParticleBelief:
		newBelief = particle.NewView[*tiger.View](g, 0, particle.Options{}).Fresh
	default:
		return nil, fmt.Errorf("belief %d: there are exact, rejection and particle", b)
	}
	return searcher{uct.New(endless{g}, newBelief, c)}, nil
}

// endless is the game without its horizon.
type endless struct{ *tiger.Game }

// Terms returns the discount alone.
func (g endless) Terms() blindsight.Terms { return blindsight.Terms{Discount: g.Rules().Discount} }

// searcher is a search that begins every play anew, so that plays do not depend on each other.
type searcher struct {
	*uct.Planner[tiger.State, *tiger.View, tiger.Action, tiger.Seen]
}

// Begin forgets the plays before.
func (p searcher) Begin(v *tiger.View) {
	p.Forget()
	p.Planner.Begin(v)
}

// posterior draws from the exact belief: rejection accepts every draw.
type posterior struct{}

// Propose draws by the probability that the view gives.
func (posterior) Propose(rng *rand.Rand, v *tiger.View, s *tiger.State) {
	s.Left = rng.Float64() < v.Left()
}

// Likelihood returns 1.
func (posterior) Likelihood(*tiger.View, *tiger.State) float64 { return 1 }

var (
	_ blindsight.Prior[tiger.State, *tiger.View]                       = posterior{}
	_ blindsight.Follower[*tiger.View, tiger.Action, tiger.Seen]       = searcher{}
	_ particle.ObservationModel[tiger.State, tiger.Action, tiger.Seen] = (*tiger.Game)(nil)
	_ blindsight.Game[tiger.State, tiger.Action, tiger.Seen]           = endless{}
	_ Player                                                           = searcher{}
)
