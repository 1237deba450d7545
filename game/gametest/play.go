package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"blindsight"
	"blindsight/internal/randstream"
)

// play is one random play under way. Use it as
//
//	for p := k.play(number); p.choose(); {
//		... look at p.view, p.state, p.legal and the action to come ...
//		p.step()
//		... p.state has moved on, p.view has not, p.last says what happened ...
//	}
//
// and then look at p.err. The step may be left to choose.
type play[S any, V View[V, A, O], A, O comparable] struct {
	k      *kit[S, V, A, O]
	number uint64
	view   V
	state  S
	legal  []A
	action A
	last   blindsight.Step[O]
	past   []blindsight.Event[A, O] // what the view has observed
	reward []float64                // one a move
	cut    bool                     // at the horizon, where the play goes on
	err    error

	started, stepped     bool
	world, player, trial *rand.Rand
	spare                S
}

// world returns the randomness of the rules in a play.
func world(number uint64) *rand.Rand { return randstream.New(1, "gametest/world", number) }

// stream returns randomness for a check that needs some of its own.
func stream(name string, number uint64) *rand.Rand {
	return randstream.New(1, "gametest/"+name, number)
}

// play starts the play of a number. Equal numbers give equal plays.
func (k *kit[S, V, A, O]) play(number uint64) *play[S, V, A, O] {
	p := &play[S, V, A, O]{
		k: k, number: number, view: k.NewView(),
		world: world(number), player: stream("player", number), trial: stream("trial", number),
	}
	k.Problem.Start(p.world, &p.state)
	return p
}

// choose brings the view up to date and chooses the next action. It returns false
// when the play is over, cut or in error.
func (p *play[S, V, A, O]) choose() bool {
	if p.started && !p.stepped {
		p.step()
	}
	if p.err != nil || p.started && p.last.Done {
		return false
	}
	if p.started {
		if err := p.view.Observe(p.action, p.last.Seen); err != nil {
			p.err = p.errorf("the view refuses what the rules show, %s after %s: %w",
				p.k.ShowSeen(p.last.Seen), p.k.ShowAction(p.action), err)
			return false
		}
		p.past = append(p.past, blindsight.Event[A, O]{Action: p.action, Seen: p.last.Seen})
	}
	p.started, p.stepped = true, false
	switch moves := len(p.past); {
	case p.k.Horizon > 0 && moves >= p.k.Horizon:
		p.cut = true
		return false
	case p.k.Horizon <= 0 && moves >= p.k.MaxMoves:
		p.err = fmt.Errorf("play %d has not ended after %d moves: if plays need not end, set Horizon; if they are that long, set MaxMoves", p.number, moves)
		return false
	}
	p.legal = p.view.Legal(p.legal[:0])
	if len(p.legal) == 0 {
		p.err = p.errorf("the play is not over, but no action is legal")
		return false
	}
	p.action = p.pick(p.legal)
	return true
}

// pick returns one of the actions at random. Most plays begin with some moves, up
// to 56, that avoid what would end them, as far as a few tries can tell: purely
// random plays of many games are over before there is anything to look at.
func (p *play[S, V, A, O]) pick(actions []A) A {
	a := actions[p.player.IntN(len(actions))]
	careful := int(p.number % 8 * 8)
	if p.k.Copy == nil || len(p.past) >= careful || len(actions) == 1 {
		return a
	}
	for range 8 {
		p.k.Copy(&p.spare, &p.state)
		if step, err := p.k.step(p.trial, &p.spare, a); err != nil || !step.Done {
			break
		}
		a = actions[p.player.IntN(len(actions))]
	}
	return a
}

// step plays the chosen action in the hidden state.
func (p *play[S, V, A, O]) step() {
	step, err := p.k.step(p.world, &p.state, p.action)
	if err != nil {
		p.err = p.errorf("the legal action %s cannot be played: %w", p.k.ShowAction(p.action), err)
	}
	p.last, p.stepped = step, true
	p.reward = append(p.reward, step.Reward)
}

// errorf says where in the play something went wrong.
func (p *play[S, V, A, O]) errorf(format string, args ...any) error {
	const most = 20
	var b strings.Builder
	past := p.past
	if len(past) > most {
		b.WriteString("... ")
		past = past[len(past)-most:]
	}
	for _, e := range past {
		fmt.Fprintf(&b, "%s:%s ", p.k.ShowAction(e.Action), p.k.ShowSeen(e.Seen))
	}
	return fmt.Errorf("play %d, move %d, after [%s]: %w",
		p.number, len(p.past), strings.TrimSpace(b.String()), fmt.Errorf(format, args...))
}

// step plays an action and reports a panic as an error.
func (k *kit[S, V, A, O]) step(rng *rand.Rand, s *S, a A) (step blindsight.Step[O], err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic in Step: %v", r)
		}
	}()
	return k.Problem.Step(rng, s, a), nil
}

// some returns the actions, or an even choice of most of them.
func some[A any](actions []A, most int) []A {
	if len(actions) <= most {
		return actions
	}
	chosen := make([]A, most)
	for i := range chosen {
		chosen[i] = actions[i*len(actions)/most]
	}
	return chosen
}

// snapshot is all that can be asked of a view without changing it.
type snapshot[A comparable] struct {
	key    blindsight.Key
	legal  []A
	lo, hi float64
	forced bool
	text   string
}

// look takes a snapshot.
func (k *kit[S, V, A, O]) look(v V) snapshot[A] {
	s := snapshot[A]{key: v.Key(), legal: v.Legal(nil)}
	if r, ok := any(v).(blindsight.Ranged); ok {
		s.lo, s.hi = r.Range()
	}
	if f, ok := any(v).(blindsight.Forcing[A]); ok {
		_, s.forced = f.Forced()
	}
	if k.ShowView != nil {
		s.text = k.ShowView(v)
	}
	return s
}

// differs says how another view that should be equal is not, "" if it is.
func (s snapshot[A]) differs(t snapshot[A]) string {
	switch {
	case s.key != t.key:
		return fmt.Sprintf("key %v instead of %v", t.key, s.key)
	case !slices.Equal(s.legal, t.legal):
		return fmt.Sprintf("legal %v instead of %v", t.legal, s.legal)
	case s.lo != t.lo || s.hi != t.hi:
		return fmt.Sprintf("range [%v, %v] instead of [%v, %v]", t.lo, t.hi, s.lo, s.hi)
	case s.forced != t.forced:
		return fmt.Sprintf("forced %t instead of %t", t.forced, s.forced)
	case s.text != t.text:
		return fmt.Sprintf("looks\n%s\ninstead of\n%s", t.text, s.text)
	}
	return ""
}
