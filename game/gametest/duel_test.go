package gametest_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"blindsight"
	"blindsight/game/gametest"
)

// The game for two on which the kit is tested: two sides place stones on five cells in a
// row in turn, and do not see each other's. Who tries a cell that the other side has is
// refused, of which that side hears nothing, and tries again. Two own stones side by side
// win; a full board is a draw. It can be broken in many ways: see fault.

const duelCells = 5

// duelSaid is the referee's answer.
type duelSaid uint8

const (
	placed duelSaid = iota + 1
	refused
	ended
)

func (o duelSaid) String() string { return [...]string{"?", "placed", "refused", "ended"}[o] }

type duelEvent = blindsight.Event[int, duelSaid]

// duelBoard is a bare position.
type duelBoard struct {
	stones [2]uint8
	turn   blindsight.Side
}

// place puts a stone of the side to act on a free cell.
func (b *duelBoard) place(cell int) (said duelSaid, worth float64) {
	own := &b.stones[b.turn]
	*own |= 1 << cell
	switch {
	case *own&(*own<<1) != 0:
		worth = 1
	case b.stones[0]|b.stones[1] != 1<<duelCells-1:
		b.turn = b.turn.Other()
		return placed, 0
	}
	b.turn = blindsight.Over
	return ended, worth
}

// duelState holds the board, and what each side knows.
type duelState struct {
	duelBoard
	views [2]duelView
}

type duel struct {
	fault fault
	last  [2]atomic.Uint32 // the stones of each side, if they leak
}

func (g *duel) Start(_ *rand.Rand, s *duelState) blindsight.Side {
	*s = duelState{views: [2]duelView{*g.NewView(0), *g.NewView(1)}}
	g.remember(s)
	if g.fault == "side 2 begins" {
		return 2
	}
	return 0
}

func (g *duel) Terms() blindsight.Terms {
	if g.fault == "discount of 2" {
		return blindsight.Terms{Discount: 2}
	}
	return blindsight.Terms{}
}

func (g *duel) remember(s *duelState) {
	for side := range g.last {
		g.last[side].Store(uint32(s.stones[side]))
	}
}

func (g *duel) Step(_ *rand.Rand, s *duelState, cell int) blindsight.Step[duelSaid] {
	side := s.turn
	other := side.Other()
	if g.fault == "cannot be played" && side == 1 && s.stones[0]&1 != 0 && cell == 3 {
		panic("no cell 3 today")
	}
	step := blindsight.Step[duelSaid]{Seen: refused, Silent: true, Next: side}
	if s.stones[other]>>cell&1 == 0 {
		step = blindsight.Step[duelSaid]{}
		step.Seen, step.Reward = s.place(cell)
		step.Heard, step.Other, step.Next = step.Seen, 0-step.Reward, s.turn
	} else if g.fault == "a refusal moves" {
		s.stones[other] &^= 1 << cell
	}
	_ = s.views[side].Did(cell, step.Seen)
	if !step.Silent || g.fault == "silent steps are told" {
		_ = s.views[other].Heard(step.Seen)
	}
	switch {
	case g.fault == "a refusal passes" && step.Seen == refused:
		step.Next = other
	case g.fault == "hears otherwise" && step.Heard == placed && s.stones[side]&1 != 0:
		step.Heard = ended
	case g.fault == "side 2 is next" && step.Done():
		step.Next = 2
	case g.fault == "reward is no number" && step.Done():
		step.Reward = math.NaN()
	case g.fault == "other reward is no number" && step.Done():
		step.Other = math.Inf(-1)
	}
	g.remember(s)
	return step
}

func (g *duel) Copy(dst, src *duelState) {
	past := [2][]duelEvent{dst.views[0].past, dst.views[1].past}
	*dst = *src
	if g.fault == "copied states share" {
		return
	}
	for side := range dst.views {
		dst.views[side].past = append(past[side][:0], src.views[side].past...)
	}
}

func (g *duel) Fingerprint(s *duelState) uint64 {
	return s.views[0].hash() + 3*s.views[1].hash()
}

func (g *duel) ViewOf(s *duelState, side blindsight.Side, v *duelView) {
	v.CopyFrom(&s.views[side])
	if n := len(v.past); g.fault == "ViewOf forgets" && n > 0 && v.past[n-1].Seen == refused {
		v.past = v.past[:n-1]
	}
}

// duelView is what a side knows: all that it did, saw and heard.
type duelView struct {
	g    *duel
	side blindsight.Side
	past []duelEvent
}

func (g *duel) NewView(side blindsight.Side) *duelView { return &duelView{g: g, side: side} }

// tried returns the cells that the side has tried: own ones, and others'.
func (v *duelView) tried() (own, others uint8) {
	for _, e := range v.past {
		switch {
		case e.Heard:
		case e.Seen == refused:
			others |= 1 << e.Action
		default:
			own |= 1 << e.Action
		}
	}
	return own, others
}

// mine reports whether it is the side's turn.
func (v *duelView) mine() bool {
	if len(v.past) == 0 {
		return v.side == 0
	}
	last := v.past[len(v.past)-1]
	return last.Heard || last.Seen == refused
}

func (v *duelView) Legal(buf []int) []int {
	if !v.mine() {
		return buf
	}
	own, others := v.tried()
	n := len(buf)
	for cell := range duelCells {
		if (own|others)>>cell&1 == 0 {
			buf = append(buf, cell)
		}
	}
	if v.g.fault == "leaks to side 1" && v.side == 1 && v.g.last[0].Load()&1 != 0 {
		buf[n], buf[len(buf)-1] = buf[len(buf)-1], buf[n]
	}
	return buf
}

func (v *duelView) Did(cell int, o duelSaid) error {
	own, others := v.tried()
	if !v.mine() || (own|others)>>cell&1 != 0 {
		return errors.New("cannot be tried")
	}
	v.past = append(v.past, duelEvent{Action: cell, Seen: o})
	return nil
}

func (v *duelView) Heard(o duelSaid) error {
	switch {
	case v.g.fault == "silent steps are told":
	case v.mine() || o == refused:
		if v.g.fault == "changes when it refuses to hear" {
			v.past = append(v.past, duelEvent{Seen: o, Heard: true})
		}
		return errors.New("cannot be heard")
	case v.g.fault == "does not hear" && v.side == 0 && len(v.past) > 2:
		return errors.New("too loud")
	}
	v.past = append(v.past, duelEvent{Seen: o, Heard: true})
	return nil
}

func (v *duelView) hash() uint64 {
	h := uint64(v.side)
	for _, e := range v.past {
		if v.g.fault == "keys forget what was refused" && e.Seen == refused {
			continue
		}
		h = (h*31+uint64(e.Action))*8 + uint64(e.Seen)
		if e.Heard {
			h += 4
		}
	}
	return h
}

func (v *duelView) Key() blindsight.Key {
	k := blindsight.Key{Lo: v.hash()}
	if v.g.fault == "leaks to side 0" && v.side == 0 {
		k.Hi = uint64(v.g.last[1].Load())
	}
	return k
}

func (v *duelView) Clone() *duelView {
	w := *v
	w.past = append([]duelEvent(nil), v.past...)
	return &w
}

func (v *duelView) CopyFrom(w *duelView) {
	past := append(v.past[:0], w.past...)
	if v.g.fault == "copies forget what was heard" && len(past) > 1 && past[len(past)-1].Heard && w.side == 1 {
		past[0].Seen = ended
	}
	*v = *w
	v.past = past
}

func (v *duelView) Range() (lo, hi float64) {
	if v.g.fault == "side 1 cannot lose" && v.side == 1 {
		return 0, 1
	}
	return -1, 1
}

func (v *duelView) Past() []duelEvent {
	if n := len(v.past); v.g.fault == "Past forgets" && n > 0 && v.past[n-1].Heard {
		return v.past[:n-1]
	}
	return v.past
}

func (v *duelView) String() string {
	own, others := v.tried()
	var b strings.Builder
	for cell := range duelCells {
		switch {
		case own>>cell&1 != 0:
			b.WriteByte('o')
		case others>>cell&1 != 0:
			b.WriteByte('x')
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// duelWith returns the game with something wrong, ready for the kit.
func duelWith(f fault) gametest.ContestCase[duelState, *duelView, int, duelSaid, duelBoard] {
	g := &duel{fault: f}
	return gametest.ContestCase[duelState, *duelView, int, duelSaid, duelBoard]{
		Case: gametest.Case[duelState, *duelView, int, duelSaid]{
			Game: g, NewView: g.NewView, Sides: 2, Name: "duel on 5 cells", Exhaustive: true, Plays: 16,
			ShowView: (*duelView).String,
			ShowState: func(s *duelState) string {
				return fmt.Sprintf("stones %05b and %05b, from right to left", s.stones[0], s.stones[1])
			},
		},
		Contest:  g,
		Position: func(s *duelState, b *duelBoard) { *b = s.duelBoard },
		Trail:    func(v *duelView) blindsight.Trail[duelBoard] { return duelTrail{v} },
	}
}

var (
	_ blindsight.Game[duelState, int, duelSaid]    = (*duel)(nil)
	_ blindsight.Witness[duelState, *duelView]     = (*duel)(nil)
	_ blindsight.Lister[duelState, *duelView]      = (*duel)(nil)
	_ blindsight.Prior[duelState, *duelView]       = duelPrior{}
	_ blindsight.Symmetric[int]                    = (*duelView)(nil)
	_ blindsight.Contest[duelBoard, int, duelSaid] = (*duel)(nil)
	_ blindsight.Trail[duelBoard]                  = duelTrail{}
)
