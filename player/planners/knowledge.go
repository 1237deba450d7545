package planners

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/game/pomdp"
)

// A library holds beliefs that a search came to, each once, and where actions and observations lead from
// them. Beliefs that are equal to nine digits are one.
type library struct {
	game    *pomdp.Game
	actions []pomdp.Action
	filter  *discrete.Belief
	beliefs []belief
	next    map[turn]int32
	index   map[blindsight.Key]int32
	held    int // numbers in all beliefs
}

// A belief is which states are possible, and how likely each is.
type belief struct {
	key     blindsight.Key
	states  []int32
	chances []float64
}

// A turn is what was done in a belief, and what was observed of it.
type turn struct {
	from   int32
	action pomdp.Action
	seen   pomdp.Seen
}

// impossible is where a turn leads that cannot have been.
const impossible = -1

// roomy is how many numbers a library may hold when a decision begins: about half a gigabyte.
const roomy = 40_000_000

func newLibrary(g *pomdp.Game, t *blindsight.Tables) *library {
	l := &library{game: g, filter: discrete.NewBelief(t, false)}
	for a := range g.Model().Actions {
		l.actions = append(l.actions, pomdp.Action(a))
	}
	l.clear()
	return l
}

// clear forgets all beliefs but the first one, which is number 0.
func (l *library) clear() {
	l.beliefs, l.held = l.beliefs[:0], 0
	l.next, l.index = map[turn]int32{}, map[blindsight.Key]int32{}
	l.filter.Begin()
	l.keep()
}

// keep returns the number of the belief that the filter holds.
func (l *library) keep() int32 {
	var b belief
	for s, p := range l.filter.All() {
		b.states, b.chances = append(b.states, int32(s)), append(b.chances, p)
		b.key.Hi = scramble(b.key.Hi ^ uint64(s)<<32 ^ uint64(math.Round(p*(1<<30))))
		b.key.Lo = scramble(b.key.Lo + uint64(s)*0x9e3779b97f4a7c15 + uint64(math.Round(p*(1<<30))))
	}
	if i, ok := l.index[b.key]; ok {
		return i
	}
	i := int32(len(l.beliefs))
	l.beliefs, l.index[b.key] = append(l.beliefs, b), i
	l.held += len(b.states)
	return i
}

// scramble returns a number that depends on every bit of x.
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// follow returns the number of the belief to which a turn leads, or impossible.
func (l *library) follow(t turn) int32 {
	if i, ok := l.next[t]; ok {
		return i
	}
	from := &l.beliefs[t.from]
	l.filter.Set(from.states, from.chances)
	i := int32(impossible)
	if l.filter.Update(int(t.action), int(t.seen)) > 0 {
		i = l.keep()
	}
	l.next[t] = i
	return i
}

// knowledge is what matters of a history: the belief that it leaves, as a view of its own. Histories that leave
// the same belief are one, and one node of a search.
type knowledge struct {
	*library
	at int32
}

func (k *knowledge) Legal(buf []pomdp.Action) []pomdp.Action { return append(buf, k.actions...) }

func (k *knowledge) Did(a pomdp.Action, o pomdp.Seen) error {
	to := k.follow(turn{k.at, a, o})
	if to == impossible {
		return fmt.Errorf("%s of %s cannot be: %w", k.game.Model().Observations[o], k.game.Model().Actions[a], blindsight.ErrInconsistent)
	}
	k.at = to
	return nil
}

func (k *knowledge) Key() blindsight.Key { return k.beliefs[k.at].key }

func (k *knowledge) Clone() *knowledge {
	c := *k
	return &c
}

func (k *knowledge) CopyFrom(l *knowledge) { *k = *l }

// mean returns the mean of a value of states.
func (b *belief) mean(values []float64) float64 {
	sum := 0.0
	for i, s := range b.states {
		sum += b.chances[i] * values[s]
	}
	return sum
}

// drawer draws states from beliefs.
type drawer struct {
	at         int32 // the belief of which it knows the cumulative chances, -1 if none
	key        blindsight.Key
	cumulative []float64
	health     blindsight.Health
}

func (d *drawer) Sample(_ context.Context, rng *rand.Rand, k *knowledge, _ int, s *pomdp.State) error {
	b := &k.beliefs[k.at]
	if d.at != k.at || d.key != b.key {
		d.at, d.key, d.cumulative = k.at, b.key, d.cumulative[:0]
		sum := 0.0
		for _, p := range b.chances {
			sum += p
			d.cumulative = append(d.cumulative, sum)
		}
	}
	i, _ := slices.BinarySearch(d.cumulative, rng.Float64())
	*s = pomdp.State(b.states[min(i, len(b.states)-1)])
	d.health.Samples++
	d.health.Draws++
	d.health.Accepted++
	return nil
}

func (d *drawer) Reset() {}

func (d *drawer) Health() blindsight.Health { return d.health }

// guide steers a search by bounds.
type guide struct {
	*bounds
	worth []pomdp.Action
}

// Candidates leaves out actions that cannot be best: what they are worth at most is less than what another one is worth at least, done for ever.
func (g *guide) Candidates(k *knowledge, legal []pomdp.Action) ([]pomdp.Action, bool) {
	b := &k.beliefs[k.at]
	floor := g.least(b)
	g.worth = g.worth[:0]
	for _, a := range legal {
		if b.mean(g.above[a]) >= floor {
			g.worth = append(g.worth, a)
		}
	}
	if len(g.worth) == 0 { // bounds that nearly meet
		return legal, false
	}
	return g.worth, false
}

func (g *guide) Rollout(rng *rand.Rand, k *knowledge) pomdp.Action {
	return k.actions[rng.IntN(len(k.actions))]
}

func (g *guide) Value(*knowledge) (float64, bool) { return 0, false }

// Estimate returns what the belief is worth at least, by the best action done for ever. From above it would be a promise that the
// search has to disprove at every belief: in Tiger that takes twenty times as many simulations.
func (g *guide) Estimate(k *knowledge) float64 { return g.least(&k.beliefs[k.at]) }

// least returns what a belief is worth at least.
func (g *guide) least(b *belief) float64 {
	best := math.Inf(-1)
	for _, values := range g.below {
		best = max(best, b.mean(values))
	}
	return best
}
