package poker

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
)

// Game is a poker by its rules. It never changes once made, and is safe for concurrent use.
type Game struct{ rules Rules }

// New returns the game of these settings.
func New(r Rules) (*Game, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	return &Game{r}, nil
}

// Rules returns the settings.
func (g *Game) Rules() Rules { return g.rules }

// State is a complete state: both cards and the bidding, from which the views of both sides can
// be made. States are comparable.
type State struct {
	cards [2]Card
	dealt bool // each side has seen its card
	bidding
}

// Card returns the card of a side.
func (s *State) Card(side blindsight.Side) Card { return s.cards[side] }

// Open returns the open card, 0 where there is none yet.
func (s *State) Open() Card { return s.open }

// left returns how many cards of a rank are in the pack when those are out of it.
func (g *Game) left(rank Card, out ...Card) int {
	n := g.rules.Kind.copies()
	for _, c := range out {
		if c == rank {
			n--
		}
	}
	return n
}

// draw returns a card of the pack.
func (g *Game) draw(rng *rand.Rand, out ...Card) Card {
	total := 0
	for rank := Card(1); int(rank) <= g.rules.Ranks; rank++ {
		total += g.left(rank, out...)
	}
	at := rng.IntN(total)
	for rank := Card(1); ; rank++ {
		if at -= g.left(rank, out...); at < 0 {
			return rank
		}
	}
}

// each visits the cards that draw can return, with their probabilities.
func (g *Game) each(visit func(p float64, c Card) bool, out ...Card) bool {
	total := g.rules.Ranks*g.rules.Kind.copies() - len(out)
	for rank := Card(1); int(rank) <= g.rules.Ranks; rank++ {
		if n := g.left(rank, out...); n > 0 && !visit(float64(n)/float64(total), rank) {
			return false
		}
	}
	return true
}

// deal makes s the beginning of a game with these cards.
func deal(s *State, first, second Card) blindsight.Side {
	*s = State{cards: [2]Card{first, second}, bidding: bidding{paid: [2]int16{ante, ante}}}
	return 0
}

// Start deals a card to each side. Side 0 begins by looking at its card.
func (g *Game) Start(rng *rand.Rand, s *State) blindsight.Side {
	first := g.draw(rng)
	return deal(s, first, g.draw(rng, first))
}

// AllStarts visits all deals.
func (g *Game) AllStarts(s *State, visit func(p float64, turn blindsight.Side) bool) bool {
	return g.each(func(p float64, first Card) bool {
		return g.each(func(q float64, second Card) bool {
			return visit(p*q, deal(s, first, second))
		}, first)
	})
}

// Step lets the side to act do something, and lays a card open where a round is over. It panics
// on what is not legal.
func (g *Game) Step(rng *rand.Rand, s *State, a Action) blindsight.Step[Seen] {
	step, due := g.advance(s, a)
	if due {
		return lay(s, step, g.draw(rng, s.cards[:]...))
	}
	return step
}

// AllSteps visits what the rules make of an action: all cards that may be laid open, where one is due.
func (g *Game) AllSteps(s *State, a Action, to *State, visit func(p float64, step blindsight.Step[Seen]) bool) bool {
	*to = *s
	step, due := g.advance(to, a)
	if !due {
		return visit(1, step)
	}
	before := *to
	return g.each(func(p float64, c Card) bool {
		*to = before
		return visit(p, lay(to, step, c))
	}, s.cards[:]...)
}

// lay lays a card open, which both sides see.
func lay(s *State, step blindsight.Step[Seen], c Card) blindsight.Step[Seen] {
	s.open = c
	step.Seen.Card, step.Heard.Card = c, c
	return step
}

// advance plays an action, and reports whether an open card is due.
func (g *Game) advance(s *State, a Action) (step blindsight.Step[Seen], due bool) {
	g.mustBeLegal(s, a)
	step.Seen.Action, step.Heard.Action = a, a
	if a == Deal {
		s.dealt = true
		step.Seen.Card, step.Heard.Card = s.cards[0], s.cards[1]
		return step, false
	}
	own := s.turn
	over := s.act(g.rules.Kind, a)
	step.Next = s.turn
	switch over {
	case folded:
		step.Other = float64(s.paid[own])
	case showdown:
		step.Other = float64(s.paid[own]) * float64(g.better(s, own.Other()))
		step.Seen.Card, step.Heard.Card = s.cards[own.Other()], s.cards[own]
	}
	step.Reward = 0 - step.Other // 0 and never -0
	return step, over == round
}

func (g *Game) mustBeLegal(s *State, a Action) {
	ok := !s.dealt && a == Deal
	if s.dealt {
		var buf [3]Action
		for _, l := range s.legal(g.rules.Kind, buf[:0]) {
			ok = ok || a == l
		}
	}
	if !ok {
		panic(fmt.Sprintf("poker: to %v is not legal", a))
	}
}

// better returns 1 if a side has the better card, -1 if the other one has, and 0 if they share.
func (g *Game) better(s *State, side blindsight.Side) int {
	own, other := s.cards[side], s.cards[side.Other()]
	switch {
	case own == other:
		return 0
	case own == s.open || other != s.open && own > other:
		return 1
	}
	return -1
}

// ViewOf makes v the view of a side in a state.
func (g *Game) ViewOf(s *State, side blindsight.Side, v *View) {
	v.begin(g, side)
	if !s.dealt {
		return
	}
	tell := func(own blindsight.Side, o Seen) {
		if err := v.tell(own == side, o); err != nil {
			panic("poker: " + err.Error())
		}
	}
	tell(0, Seen{Deal, s.cards[side]})
	for _, a := range s.log[:s.done] {
		own, o := v.turn, Seen{Action: a}
		after := v.bidding
		switch after.act(g.rules.Kind, a) {
		case round:
			o.Card = s.open
		case showdown:
			o.Card = s.cards[side.Other()]
		}
		tell(own, o)
	}
}

// Propose draws a state by the exact belief against a side that acts uniformly at random: what
// such a side does tells nothing about its card, so every card that is left is as likely as there are of it.
func (g *Game) Propose(rng *rand.Rand, v *View, s *State) {
	s.bidding, s.dealt = v.bidding, v.card != 0
	if !s.dealt {
		g.Start(rng, s)
		return
	}
	s.cards[v.side] = v.card
	out := [2]Card{v.card, v.open}
	s.cards[v.side.Other()] = g.draw(rng, out[:]...)
}

// Likelihood returns 1: what Propose draws is the belief itself.
func (*Game) Likelihood(*View, *State) float64 { return 1 }

// Copy makes dst equal to src.
func (*Game) Copy(dst, src *State) { *dst = *src }

// Fingerprint returns 64 bits that tell states apart.
func (*Game) Fingerprint(s *State) uint64 {
	print := uint64(s.done)<<16 | uint64(s.cards[0])<<12 | uint64(s.cards[1])<<8 | uint64(s.open)<<4
	if s.dealt {
		print |= 1
	}
	for i, a := range s.log[:s.done] {
		print |= uint64(a) << (24 + 2*i)
	}
	return print
}

var (
	_ blindsight.Game[State, Action, Seen]     = (*Game)(nil)
	_ blindsight.Outcomes[State, Action, Seen] = (*Game)(nil)
	_ blindsight.Witness[State, *View]         = (*Game)(nil)
	_ blindsight.Prior[State, *View]           = (*Game)(nil)
	_ blindsight.Fingerprinter[State]          = (*Game)(nil)
)
