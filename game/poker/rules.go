package poker

import (
	"fmt"

	"blindsight"
)

// Kind is one of the games.
type Kind uint8

// The kinds.
const (
	Kuhn Kind = iota
	Leduc
)

// String returns "kuhn" or "leduc".
func (k Kind) String() string { return [...]string{"kuhn", "leduc"}[k&1] }

// Rules are the settings of a game. They are comparable.
type Rules struct {
	Kind  Kind
	Ranks int // from 3 to MaxRanks
}

// MaxRanks is the number of ranks of a full pack.
const MaxRanks = 13

// String returns the settings, as in "leduc, 3 ranks".
func (r Rules) String() string { return fmt.Sprintf("%s, %d ranks", r.Kind, r.Ranks) }

// Check says what is wrong with the settings.
func (r Rules) Check() error {
	switch {
	case r.Kind > Leduc:
		return fmt.Errorf("kind %d: there are kuhn (%d) and leduc (%d)", r.Kind, Kuhn, Leduc)
	case r.Ranks < 3 || r.Ranks > MaxRanks:
		return fmt.Errorf("%d ranks: must be from 3 to %d", r.Ranks, MaxRanks)
	}
	return nil
}

// What the kinds have of each rank, how many rounds, what a bet is in each, and how many
// raises there may be in one.
func (k Kind) copies() int      { return [...]int{1, 2}[k] }
func (k Kind) rounds() int8     { return [...]int8{1, 2}[k] }
func (k Kind) bet(r int8) int16 { return [...][2]int16{{1, 0}, {2, 4}}[k][r] }
func (k Kind) raises() int8     { return [...]int8{1, 2}[k] }

const ante = 1

// most returns the most chips that a side can have paid.
func (k Kind) most() int16 {
	paid := int16(ante)
	for r := range k.rounds() {
		paid += k.bet(r) * int16(k.raises())
	}
	return paid
}

// Card is a rank from 1, 0 for no card.
type Card int8

// Action is what a side can do.
type Action uint8

// The actions. Deal is the look at the own card by which a game begins; it is forced.
const (
	Deal Action = iota
	Fold
	Call // or check
	Raise
)

// String returns "deal", "fold", "call" or "raise".
func (a Action) String() string { return [...]string{"deal", "fold", "call", "raise"}[a&3] }

// Seen is what a side observes of an action, its own or the other's: the action, and a card
// that it showed: the own one when cards are dealt, the open one, or that of the other side when
// the cards are shown at the end.
type Seen struct {
	Action Action
	Card   Card
}

// String returns the action and the card, as in "call, 3".
func (o Seen) String() string {
	if o.Card == 0 {
		return o.Action.String()
	}
	return fmt.Sprintf("%s, %d", o.Action, o.Card)
}

// bidding is what both sides see of a game: what was done, and the open card.
type bidding struct {
	open   Card
	turn   blindsight.Side // who acts, Over when the game has ended
	round  int8
	raised int8     // raises in this round
	acted  int8     // actions in this round
	paid   [2]int16 // chips of each side
	log    [maxActions]Action
	done   int8 // actions in all, the look at the card left out
}

// maxActions is how many actions a game has at most: two rounds of a check, two raises and a call.
const maxActions = 8

// legal appends what may be done, once cards are dealt.
func (b *bidding) legal(k Kind, buf []Action) []Action {
	if b.turn == blindsight.Over {
		return buf
	}
	if b.paid[0] != b.paid[1] {
		buf = append(buf, Fold)
	}
	buf = append(buf, Call)
	if b.raised < k.raises() {
		buf = append(buf, Raise)
	}
	return buf
}

// end is what an action has ended.
type end uint8

const (
	nothing  end = iota
	round        // and an open card is due
	folded       // the game: the side that acted has left it
	showdown     // the game: cards are shown
)

// act lets the side to act do something that is legal.
func (b *bidding) act(k Kind, a Action) end {
	own := b.turn
	b.log[b.done] = a
	b.done++
	b.acted++
	b.turn = own.Other()
	switch a {
	case Fold:
		b.turn = blindsight.Over
		return folded
	case Raise:
		b.raised++
		b.paid[own] = b.paid[own.Other()] + k.bet(b.round)
		return nothing
	}
	b.paid[own] = b.paid[own.Other()]
	switch {
	case b.acted == 1: // a check that may be answered
		return nothing
	case b.round+1 == k.rounds():
		b.turn = blindsight.Over
		return showdown
	}
	b.round++
	b.raised, b.acted, b.turn = 0, 0, 0
	return round
}
