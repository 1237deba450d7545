package belieftest_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/particle"
	"blindsight/belief/rejection"
)

type (
	shells      = belieftest.Shells
	shellsState = belieftest.ShellsState
	shellsView  = belieftest.ShellsView
	shellsEvent = blindsight.Event[int8, int8]
)

// exposed is a game that shows its state to whoever asks: the state that was stepped last.
type exposed struct {
	shells
	state *shellsState
}

func (g *exposed) Start(rng *rand.Rand, s *shellsState) blindsight.Side {
	g.state = s
	return g.shells.Start(rng, s)
}

// bookkeeper is an exact estimator that follows a play of shells by listing all states, with a
// place for every fault.
type bookkeeper struct {
	game *exposed
	side blindsight.Side

	forgetsWeights bool // draws all states alike
	contradicts    bool // now and then a state of the start
	peeks          bool // hands out the true state
	deaf           bool // does not hear the other side
	clings         bool // goes on with the play before when another begins
	keepsView      bool // reads what happened from the view it was given
	late           bool // knows nothing of what happened before it was told
	own            bool // draws from a generator of its own
	always         bool // hands out the first state
	rude           bool // gives up when interrupted, and for good
	untyped        bool // gives up with an error of its own
	resets         bool // forgets the play at Reset
	meddles        bool // changes the view
	lie            func(*blindsight.Health)

	view    *shellsView
	told    []shellsEvent
	known   bool // the belief is listed
	dead    bool
	states  []shellsState
	weights []float64
	health  blindsight.Health
}

func (b *bookkeeper) Begin(v *shellsView) {
	b.known = false
	if !b.clings {
		b.told = b.told[:0]
	}
	if b.keepsView {
		b.view = v
	}
	if !b.late {
		b.told = append(b.told, v.Past()...)
	}
}

func (b *bookkeeper) Did(a, o int8) {
	b.known = false
	b.told = append(b.told, shellsEvent{Action: a, Seen: o})
}

func (b *bookkeeper) Heard(o int8) {
	b.known = false
	if !b.deaf {
		b.told = append(b.told, shellsEvent{Seen: o, Heard: true})
	}
}

// list makes the belief, without merging equal states.
func (b *bookkeeper) list() {
	if b.known {
		return
	}
	b.known = true
	past := b.told
	if b.keepsView {
		past = b.view.Past()
	}
	asked := func(i int) bool { return i == len(past) || !past[i].Heard }
	b.states, b.weights = b.states[:0], b.weights[:0]
	var to shellsState
	b.game.Starts(b.side, asked(0), &to, func(w float64) bool {
		b.states, b.weights = append(b.states, to), append(b.weights, w)
		return true
	})
	for i := range past {
		n := len(b.states)
		for j := range n {
			b.game.Successors(b.side, past[:i+1], asked(i+1), &b.states[j], &to, func(w float64) bool {
				b.states, b.weights = append(b.states, to), append(b.weights, w*b.weights[j])
				return true
			})
		}
		b.states, b.weights = b.states[n:], b.weights[n:]
	}
}

func (b *bookkeeper) Sample(ctx context.Context, rng *rand.Rand, v *shellsView, _ int, s *shellsState) error {
	if b.meddles {
		v.Heard(9)
	}
	if b.rude && ctx.Err() != nil {
		b.dead = true
	}
	if b.list(); len(b.states) == 0 || b.dead {
		b.health.Failures++
		if b.untyped {
			return errors.New("lost count")
		}
		return blindsight.ErrExhausted
	}
	if b.own {
		rng = rand.New(rand.NewPCG(rand.Uint64(), 0))
	}
	total := 0.0
	for i := range b.weights {
		if b.forgetsWeights {
			b.weights[i] = 1
		}
		total += b.weights[i]
	}
	u, i := rng.Float64()*total, 0
	for ; i < len(b.weights)-1 && u >= b.weights[i]; i++ {
		u -= b.weights[i]
	}
	*s = b.states[i]
	switch {
	case b.contradicts && rng.IntN(20) == 0:
		b.game.shells.Start(rng, s)
	case b.peeks && b.game.state != nil:
		*s = *b.game.state
	case b.always:
		*s = b.states[0]
	}
	b.health.Samples++
	b.health.Draws += int64(len(b.states))
	b.health.Accepted++
	return nil
}

func (b *bookkeeper) Reset() {
	if b.resets {
		b.known = false
		b.told = b.told[:0]
	}
}

func (b *bookkeeper) Health() blindsight.Health {
	h := b.health
	if b.lie != nil {
		b.lie(&h)
	}
	return h
}

// followed describes a bookkeeper for the kit.
func followed(b bookkeeper, abrupt bool, side blindsight.Side) belieftest.Followed[shellsState, *shellsView, int8, int8] {
	b.game, b.side = &exposed{shells: shells{Abrupt: abrupt}}, side
	return belieftest.Followed[shellsState, *shellsView, int8, int8]{
		New:     func() blindsight.Sampler[shellsState, *shellsView] { fresh := b; return &fresh },
		Game:    b.game,
		NewView: belieftest.NewShellsView,
		Sides:   2, Side: side,
		Truth: b.game.Belief,
	}
}

// checkFollowed runs all checks and returns what they found, each under its name.
func checkFollowed(e belieftest.Followed[shellsState, *shellsView, int8, int8]) map[string]error {
	found := map[string]error{}
	for name, check := range map[string]func() error{
		"consistent": e.Consistent, "unbiased": e.Unbiased, "late": e.Late, "blind": e.Blind,
		"seeded": e.Seeded, "honest": e.Honest, "stops": e.Stops,
	} {
		if err := check(); err != nil {
			found[name] = err
		}
	}
	return found
}

// Every fault of an estimator that follows a play is found by the check that is there for it.
func TestFollowersFaultsAreFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault   string
		keeper  bookkeeper
		check   string // that must find it
		message string // part of what it says
	}{
		{"forgets the weights", bookkeeper{forgetsWeights: true}, "unbiased", "biased"},
		{"one state in twenty contradicts the view", bookkeeper{contradicts: true}, "consistent", "is none of the"},
		{"peeks", bookkeeper{peeks: true}, "blind", "it knows what it was not told"},
		{"peeks, at one view", bookkeeper{peeks: true}, "unbiased", "biased"},
		{"does not listen", bookkeeper{deaf: true}, "consistent", "not one state to judge"},
		{"clings to the play before", bookkeeper{clings: true}, "seeded", "one that has followed another play before"},
		{"keeps the view it was given", bookkeeper{keepsView: true}, "unbiased", "no consistent state"},
		{"cannot take up a play", bookkeeper{late: true}, "late", "no consistent state"},
		{"has a generator of its own", bookkeeper{own: true}, "seeded", "draws other states"},
		{"draws nothing", bookkeeper{always: true}, "unbiased", "biased"},
		{"is offended by an interruption", bookkeeper{rude: true}, "stops", "after a call whose context had ended"},
		{"an error of its own", bookkeeper{deaf: true, untyped: true}, "consistent", `gave up with "lost count"`},
		{"forgets the play at Reset", bookkeeper{resets: true, untyped: true}, "honest", "lost count"},
		{"changes the view", bookkeeper{meddles: true}, "blind", "the view was changed"},
		{"claims more samples", bookkeeper{lie: func(h *blindsight.Health) { h.Samples *= 2 }}, "honest", "it claims 40 samples, there were 20"},
		{"wrongly asymptotic", bookkeeper{lie: func(h *blindsight.Health) { h.Asymptotic = true }}, "honest", "it says asymptotic: true"},
		{"guesses more than it draws", bookkeeper{lie: func(h *blindsight.Health) { h.Guessed = h.Samples + 1 }}, "honest", "its health is"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			found := checkFollowed(followed(c.keeper, true, 1))
			if err := found[c.check]; err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("want %q with %q, found %v", c.check, c.message, found)
			}
		})
	}
}

// What is no Follower is told so by every check.
func TestNoFollowerIsFound(t *testing.T) {
	e := followed(bookkeeper{}, false, 0)
	e.New = func() blindsight.Sampler[shellsState, *shellsView] { return rejection.ReplaySide(shells{}, 0, nil, 0) }
	for name, err := range checkFollowed(e) {
		if !strings.Contains(err.Error(), "is no Follower") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(checkFollowed(e)); n != 7 {
		t.Errorf("found by %d checks", n)
	}
}

// The honest bookkeeper passes everything, for both games and sides, against the exact belief and
// against replays; and so does belief/particle, exact and sampled.
func TestHonestFollowersPass(t *testing.T) {
	t.Parallel()
	for side := range blindsight.Side(2) {
		for _, abrupt := range []bool{false, true} {
			e := followed(bookkeeper{}, abrupt, side)
			t.Run("bookkeeper", func(t *testing.T) { belieftest.RunFollowed(t, e) })
			g := shells{Abrupt: abrupt}
			e.Truth, e.Samples = nil, 300
			e.Reference = rejection.ReplaySide(g, side, nil, 0).Fresh
			t.Run("reference", func(t *testing.T) { report(t, e.Unbiased()) })

			e = followed(bookkeeper{}, abrupt, side)
			e.New = particle.NewSide(g, side, nil, particle.Options{}).Fresh
			t.Run("exact particles", func(t *testing.T) { belieftest.RunFollowed(t, e) })

			act := func(rng *rand.Rand, v *shellsView) int8 {
				legal := v.Legal(nil)
				return legal[rng.IntN(len(legal))]
			}
			e.New, e.Asymptotic, e.Samples = particle.NewSide(g, side, act, particle.Options{Particles: 100}).Fresh, true, 200
			t.Run("particles", func(t *testing.T) { belieftest.RunFollowed(t, e) })
		}
	}
}

func report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// The reference finds what the exact belief finds.
func TestReferenceFindsForgottenWeights(t *testing.T) {
	e := followed(bookkeeper{forgetsWeights: true}, false, 1)
	e.Truth, e.Reference = nil, rejection.ReplaySide(shells{}, 1, nil, 0).Fresh
	if err := e.Unbiased(); err == nil || !strings.Contains(err.Error(), "biased against the reference") {
		t.Errorf("found %v", err)
	}
	e.Reference = nil
	if err := e.Unbiased(); err == nil || !strings.Contains(err.Error(), "nothing to compare with") {
		t.Errorf("found %v", err)
	}
}
