package uct

import (
	"errors"
	"fmt"
	"math"

	"blindsight/internal/purefloat"
)

// Sampling says when a simulation draws the hidden state.
type Sampling uint8

// The ways of sampling.
const (
	// AtRoot draws one state a simulation, at the root, and plays it to the end (a
	// determinization for each simulation, as in POMCP; since nodes are views, one action is
	// learnt for all states that look alike, and there is no strategy fusion). With
	// an exact estimator every deeper node then sees exactly its own belief.
	AtRoot Sampling = iota
	// AtNodes draws a state anew at every node on the way down, conditioned on that
	// node's view (paper A, Alg. 2). Where the estimator gives up below the root, the
	// simulation goes on with the state it has, which agrees with the node too. It costs
	// a draw for each step, and with an exact estimator gains nothing. It is of use where
	// the estimator is right only in the limit of effort, as a Markov chain is: a node
	// that many simulations pass then gets better states than the root's were.
	AtNodes
)

// Returns says which part of a play the means of a node are of.
type Returns uint8

// The returns.
const (
	// FromNode counts what a play brings from the node on, so that nodes reached on
	// different ways can be shared.
	FromNode Returns = iota
	// WholePlay counts what a play brings from its very start, as paper A's Alg. 2 does:
	// what was gained before the root (see [Earned]) and on the way to the node included.
	// Where that is the same on every way, means of a node differ from FromNode's by a
	// constant, and actions that were tried rank as they do there. But UCB1 counts an
	// action that never was as having brought 0 in both, so it waits longer.
	WholePlay
)

// Earned is a view that knows what the play has brought so far, discounts aside.
type Earned interface{ Earned() float64 }

// Config are the choices a search leaves open. The zero Config works without tuning on
// problems of any scale; [PaperA] is the algorithm of paper A, but for what is said there.
type Config struct {
	// Sampling is where states are drawn.
	Sampling Sampling
	// Bandit is the formula by which actions are chosen.
	Bandit Bandit
	// Exploration is the factor of the bandit's bonus. 0 means 0.7 with Scaled, whose unit
	// is the range of the returns (the 1/sqrt(2) of Kocsis and Szepesvári 2006), and else
	// 1. Less looks deeper into fewer actions: 0.05 with Scaled is good where blunders
	// make the range large and luck matters little. With UCB1 the unit is that of the
	// returns themselves, and the default wants them between 0 and 1.
	Exploration float64
	// Relative measures the bonus of UCB1 and UCBV at each node by what can still be
	// gained there (blindsight.Ranged), instead of by one unit for the whole game. Scaled
	// does so always, where the view is Ranged.
	Relative bool
	// Apart keeps nodes of equal views apart that were reached on different ways: a tree,
	// as in the papers. Otherwise equal views are one node (transpositions are shared), and, where the view is
	// blindsight.Symmetric, mirrored ones as well. That is right whenever a view is all
	// that matters of the past, as [blindsight.View] demands, and its key tells views
	// apart; a view that leaves out what decides wants Apart. Views of different times
	// are different nodes, since less is left to be gained later; only without a
	// Horizon, with a Discount and Best are they one, and play may come back to a node.
	Apart bool
	// Widening limits how many actions a node considers; the zero Widening does not.
	Widening Widening
	// Outcomes limits in the same way how many outcomes of an action have nodes: while
	// an edge has as many as its visits allow, states are drawn until one of them comes
	// up again. Widening on both is the double progressive widening of paper B.
	Outcomes Widening
	// Backup is what nodes learn from simulations.
	Backup Backup
	// Returns is which part of a play counts. WholePlay needs Apart and Mean, and has no
	// Discount and nothing Weighted. Only means and bounds are of the whole play: the
	// values of a decision are from its view on.
	Returns Returns
	// Caution keeps Best from trusting luck: inside the tree an action counts as if so
	// many simulations more had brought the mean of all simulations of its node.
	Caution float64
	// Weighted is importance weighting, by which simulations survive: where a guide that is a [Forecaster] knows the
	// chance that an action ends the play for nothing, the state is drawn again until it
	// does not, and what comes after counts by that chance (its importance weight). The mean of the returns stays
	// the same and their variance shrinks, most where wins are rare.
	Weighted bool
	// Discount is the factor by which each step into the future counts less; 0 means the
	// game's (see [blindsight.Terms]).
	Discount float64
	// Horizon ends simulations after so many actions. 0 means the game's, or none: simulations
	// end where what comes later counts less than a thousandth by the Discount, and in
	// any case after 10,000 actions.
	Horizon int
	// Keep lets a planner go on with the tree that it has, instead of a new one for each
	// decision: what is known of the view to decide on, and of all that may follow, was
	// paid for by the decisions before. That is what POMCP does (Silver and Veness 2010),
	// which goes down its tree with the play and cuts the rest off. Here nothing is cut
	// off, since play may come back to any node; a tree that is full is given up whole at
	// the next decision. It is right only where a node is worth the same whenever it is
	// reached, so it wants equal views to be one node whatever their time: Best, a
	// Discount, and neither Horizon nor Apart.
	Keep bool
	// Memory bounds the memory of all trees together, in bytes; 0 means [DefaultMemory].
	// Each tree has an equal part, and takes what its root needs in any case. What is
	// full grows no more: below the root simulations follow actions that were tried
	// before, or leave the tree and go on by rollouts. The decision's health says so.
	Memory int64
	// Trees is how many independent searches share a budget and are then merged; 0
	// means 1. The decision depends on it, and does not depend on Workers.
	Trees int
	// Workers is how many trees grow at the same time; 0 means all that there are cores for.
	Workers int
}

// DefaultMemory bounds the trees of a planner so that a program that has one stays below
// 1 GiB in all.
const DefaultMemory = 800 << 20

// PaperA returns the configuration of BSR-UCT (Couëtoux, Milone, Teytaud 2011, Alg. 2),
// with one difference where a play pays on its way: returns are counted from a node on,
// not from the start of the play. At one node these differ by a constant, but an action
// that was never tried counts as 0 in both. With Returns set to WholePlay that is the
// paper's too.
//
// Things are counted in the paper's order: an action is chosen by the visits that its node
// had before this simulation, and as many are the effort of the draw that follows (paper A,
// Alg. 3: "the number of simulations in the current state"); after the play, Q moves by
// 1/(n(s,a)+1) of the difference, then n(s,a) and n(s) grow by one. The paper updates "all
// visited (s,a)". Of the random episode that is here the first action alone, as the one
// visit of a node that is new: with none the tree would never grow, with all it would grow
// by a whole play.
//
// The paper's program also widens progressively, by constants that it does not give: see
// Widening.
func PaperA() Config {
	return Config{Sampling: AtNodes, Bandit: UCB1, Backup: Mean, Apart: true}
}

// Widening is progressive widening: what was visited n times considers
// ceil(Factor * n^Exponent) of its actions or outcomes, but at least one; actions in
// an order drawn at random when the node is made, outcomes as they come up. A zero
// Factor means all at once. The papers widen, and give no constants; the literature they
// cite takes powers of n below 1, as Widening{1, 0.5} does.
type Widening struct{ Factor, Exponent float64 }

// Check tells what is wrong with the configuration.
func (c Config) Check() error {
	switch {
	case c.Bandit > UCBV:
		return fmt.Errorf("bandit %d: must be Scaled, UCB1 or UCBV", c.Bandit)
	case c.Backup > Mean:
		return fmt.Errorf("backup %d: must be Best or Mean", c.Backup)
	case c.Returns > WholePlay:
		return fmt.Errorf("returns %d: must be FromNode or WholePlay", c.Returns)
	case c.Returns == WholePlay && !(c.Apart && c.Backup == Mean):
		return errors.New("returns of the whole play: need nodes that are kept apart, and that count by means")
	case c.Returns == WholePlay && (c.Weighted || c.Discount > 0 && c.Discount < 1):
		return errors.New("returns of the whole play: cannot be weighted or discounted")
	case !(c.Outcomes.Factor >= 0 && c.Outcomes.Factor <= math.MaxInt32):
		return fmt.Errorf("widening factor %v of outcomes: must be finite and not negative", c.Outcomes.Factor)
	case !(c.Outcomes.Exponent >= 0 && c.Outcomes.Exponent <= 1):
		return fmt.Errorf("widening exponent %v of outcomes: must be between 0 and 1", c.Outcomes.Exponent)
	case !(c.Caution >= 0 && c.Caution <= math.MaxInt32):
		return fmt.Errorf("caution %v: must be finite and not negative", c.Caution)
	case c.Sampling > AtNodes:
		return fmt.Errorf("sampling %d: must be AtRoot or AtNodes", c.Sampling)
	case !(c.Exploration >= 0 && c.Exploration <= math.MaxFloat64):
		return fmt.Errorf("exploration %v: must be finite and not negative", c.Exploration)
	case !(c.Widening.Factor >= 0 && c.Widening.Factor <= math.MaxInt32):
		return fmt.Errorf("widening factor %v: must be finite and not negative", c.Widening.Factor)
	case !(c.Widening.Exponent >= 0 && c.Widening.Exponent <= 1):
		return fmt.Errorf("widening exponent %v: must be between 0 and 1", c.Widening.Exponent)
	case !(c.Discount >= 0 && c.Discount <= 1):
		return fmt.Errorf("discount %v: must be between 0 and 1", c.Discount)
	case c.Horizon < 0:
		return fmt.Errorf("horizon %d: must not be negative", c.Horizon)
	case c.Keep && !c.timeless():
		return errors.New("keep: a tree can be kept only where views of different times are one node: with Backup Best, a Discount below 1, no Horizon and not Apart")
	case c.Memory < 0:
		return fmt.Errorf("memory %d: must not be negative", c.Memory)
	case c.Trees < 0 || c.Trees > 1024:
		return fmt.Errorf("%d trees: must be between 1 and 1024", c.Trees)
	case c.Workers < 0:
		return fmt.Errorf("%d workers: must not be negative", c.Workers)
	}
	return nil
}

// withDefaults replaces zeros by what they stand for.
func (c Config) withDefaults() Config {
	if c.Exploration == 0 {
		c.Exploration = 1
		if c.Bandit == Scaled {
			c.Exploration = 0.7
		}
	}
	if c.Discount == 0 {
		c.Discount = 1
	}
	if c.Horizon == 0 {
		for left := 1.0; left > 1e-3 && c.Horizon < 10_000; c.Horizon++ {
			left *= c.Discount
		}
	}
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	c.Trees = max(c.Trees, 1)
	return c
}

// timeless tells whether views of different times are one node. With a horizon they are
// not, since less can be gained close to it. With Mean neither: a simulation that came
// back to a node again and again would learn nothing new.
func (c Config) timeless() bool {
	return !c.Apart && c.Backup == Best && c.Horizon == 0 && c.Discount > 0 && c.Discount < 1
}

// count returns how many of the actions a node with n visits considers.
func (w Widening) count(n, actions int) int {
	if w.Factor == 0 {
		return actions
	}
	return min(max(int(math.Ceil(w.Factor*purefloat.Pow(float64(n), w.Exponent))), 1), actions)
}
