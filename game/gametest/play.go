package gametest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"blindsight"
	"blindsight/internal/randstream"
)

// play is one random play under way. Use it as
//
//	for p := k.play(number); p.choose(); {
//		... look at p.view, p.state, p.legal and the action to come ...
//		p.step()
//		... p.state has moved on, p.views have not, p.last says what happened ...
//	}
//
// and then look at p.err. The step may be left to choose.
type play[S any, V View[V, A, O], A, O comparable] struct {
	k      *kit[S, V, A, O]
	number uint64
	state  S
	turn   blindsight.Side // who acts, or has just acted
	views  [2]V            // the second one is there if there are two sides
	view   V               // of the side whose turn it is
	legal  []A
	action A
	last   blindsight.Step[O]
	moves  []move[A, O]                // those that the views were told of
	told   [2][]blindsight.Event[A, O] // what each view was told
	gained [][2]float64                // by each side, one a move
	cut    bool                        // at the horizon, where the play goes on
	err    error

	started, stepped     bool
	world, player, trial *rand.Rand
	spare                S
}

// move is one step of a play.
type move[A, O comparable] struct {
	side   blindsight.Side
	action A
	step   blindsight.Step[O]
}

// news is an event that a side is told of.
type news[A, O comparable] struct {
	side blindsight.Side
	blindsight.Event[A, O]
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
		k: k, number: number, views: k.newViews(),
		world: world(number), player: stream("player", number), trial: stream("trial", number),
	}
	p.turn, p.err = k.start(p.world, &p.state)
	return p
}

// newViews returns what each side knows before the first action.
func (k *kit[S, V, A, O]) newViews() (views [2]V) {
	for side := range k.Sides {
		views[side] = k.NewView(blindsight.Side(side))
	}
	return views
}

// choose brings the views up to date and chooses the next action. It returns false
// when the play is over, cut or in error.
func (p *play[S, V, A, O]) choose() bool {
	if p.started && !p.stepped {
		p.step()
	}
	if p.err != nil || p.turn == blindsight.Over || p.started && p.last.Done() {
		return false
	}
	if p.started {
		for _, n := range p.news() {
			if err := p.k.tell(p.views[n.side], n.Event); err != nil {
				p.err = p.refused(n, err)
				return false
			}
			p.told[n.side] = append(p.told[n.side], n.Event)
		}
		p.moves = append(p.moves, move[A, O]{p.turn, p.action, p.last})
		p.turn = p.last.Next
	}
	p.view = p.views[p.turn]
	p.started, p.stepped = true, false
	switch moves := len(p.moves); {
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
	if p.k.Copy == nil || len(p.moves) >= careful || len(actions) == 1 {
		return a
	}
	for range 8 {
		p.k.Copy(&p.spare, &p.state)
		if step, err := p.k.step(p.trial, &p.spare, a); err != nil || !step.Done() {
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
		p.err = p.errorf("the legal action %s %w", p.k.ShowAction(p.action), err)
	}
	p.last, p.stepped = step, true
	var gained [2]float64
	gained[p.turn], gained[p.turn.Other()] = step.Reward, step.Other
	p.gained = append(p.gained, gained)
}

// news returns what each side is to be told of the last step: nothing once it is over.
func (p *play[S, V, A, O]) news() []news[A, O] { return p.k.news(p.turn, p.action, p.last) }

// news returns what each side is told of a step, the side that acted first.
func (k *kit[S, V, A, O]) news(actor blindsight.Side, a A, step blindsight.Step[O]) []news[A, O] {
	if step.Done() {
		return nil
	}
	list := []news[A, O]{{actor, blindsight.Event[A, O]{Action: a, Seen: step.Seen}}}
	if k.Sides == 2 && !step.Silent {
		list = append(list, news[A, O]{actor.Other(), blindsight.Event[A, O]{Seen: step.Heard, Heard: true}})
	}
	return list
}

// tell tells a view of an event.
func (k *kit[S, V, A, O]) tell(v V, e blindsight.Event[A, O]) error {
	if !e.Heard {
		return v.Did(e.Action, e.Seen)
	}
	h, ok := any(v).(blindsight.Hearing[O])
	if !ok {
		return fmt.Errorf("it hears nothing of the other side: it has no method Heard(%T) error", e.Seen)
	}
	return h.Heard(e.Seen)
}

// showEvent prints an event: "e2e4:silent", or "heard silent".
func (k *kit[S, V, A, O]) showEvent(e blindsight.Event[A, O]) string {
	if e.Heard {
		return "heard " + k.ShowSeen(e.Seen)
	}
	return k.ShowAction(e.Action) + ":" + k.ShowSeen(e.Seen)
}

// refused says that a view refuses what the rules show.
func (p *play[S, V, A, O]) refused(n news[A, O], err error) error {
	if n.Heard {
		return p.errorf("the view of side %d refuses what the rules let it hear, %s of %s: %w",
			n.side, p.k.ShowSeen(n.Seen), p.k.ShowAction(p.action), err)
	}
	return p.errorf("the view refuses what the rules show, %s after %s: %w", p.k.ShowSeen(n.Seen), p.k.ShowAction(n.Action), err)
}

// errorf says where in the play something went wrong.
func (p *play[S, V, A, O]) errorf(format string, args ...any) error {
	const most = 20
	var b strings.Builder
	moves := p.moves
	if len(moves) > most {
		b.WriteString("... ")
		moves = moves[len(moves)-most:]
	}
	for _, m := range moves {
		if p.k.Sides == 2 {
			fmt.Fprintf(&b, "%d:", m.side)
		}
		fmt.Fprintf(&b, "%s:%s ", p.k.ShowAction(m.action), p.k.ShowSeen(m.step.Seen))
	}
	return fmt.Errorf("play %d, move %d, after [%s]: %w",
		p.number, len(p.moves), strings.TrimSpace(b.String()), fmt.Errorf(format, args...))
}

// start draws a state and reports what cannot be as an error.
func (k *kit[S, V, A, O]) start(rng *rand.Rand, s *S) (blindsight.Side, error) {
	turn := k.Game.Start(rng, s)
	if !k.is(turn) {
		return blindsight.Over, fmt.Errorf("by Start side %d is to act: %w", turn, k.whichSides())
	}
	return turn, nil
}

// step plays an action and reports a panic, or what no step can bring, as an error.
func (k *kit[S, V, A, O]) step(rng *rand.Rand, s *S, a A) (step blindsight.Step[O], err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("cannot be played: panic in Step: %v", r)
		}
	}()
	step = k.Game.Step(rng, s, a)
	switch {
	case !finite(step.Reward):
		err = fmt.Errorf("brings the reward %v: must be a number", step.Reward)
	case !finite(step.Other):
		err = fmt.Errorf("brings the other side the reward %v: must be a number", step.Other)
	case k.Sides == 1 && step.Other != 0:
		err = fmt.Errorf("brings another side %v: %w", step.Other, k.whichSides())
	case !k.is(step.Next):
		err = fmt.Errorf("says that side %d is next: %w", step.Next, k.whichSides())
	}
	if err != nil {
		step.Next = blindsight.Over // nobody goes on from here
	}
	return step, err
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// is tells whether a side may be to act.
func (k *kit[S, V, A, O]) is(side blindsight.Side) bool {
	return side == blindsight.Over || side >= 0 && int(side) < k.Sides
}

// whichSides says how many sides there are.
func (k *kit[S, V, A, O]) whichSides() error {
	if k.Sides == 1 {
		return errors.New("there is side 0 alone; if there are two, set Sides")
	}
	return errors.New("there are sides 0 and 1, and Over, -1")
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
