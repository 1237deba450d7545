package gametest_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"blindsight"
	"blindsight/game/gametest"
)

// The kit is tested on a game small enough to be right at a glance: balls lie
// under some of the cups in a row, a move lifts a cup and costs 1, and shows whether
// there is a ball and how many lie under the cups beside it. Once all balls are
// found the game is over. It has every ability that there is, and can be broken in
// many ways: see fault.

const (
	cups  = 6
	balls = 2
)

// cupsState says under which cups there are balls, and which were lifted.
type cupsState struct{ balls, lifted uint8 }

// cupsSeen is what lifting a cup shows.
type cupsSeen struct {
	ball bool
	near int8 // balls beside
}

// fault names what is wrong with a game, "" if nothing is.
type fault string

type cupsGame struct {
	fault fault
	last  atomic.Uint32 // the balls of the last state, if they leak
}

func near(balls uint8, cup int) int8 {
	return int8(bits.OnesCount8(balls&(1<<cup<<1)) + bits.OnesCount8(balls&(1<<cup>>1)))
}

// scatter puts n balls under cups of the set, all choices equally likely.
func scatter(rng *rand.Rand, set uint8, n int) uint8 {
	var chosen uint8
	for bits.OnesCount8(chosen) < n {
		chosen |= set & (1 << rng.IntN(cups))
	}
	return chosen
}

func (g *cupsGame) Start(rng *rand.Rand, s *cupsState) blindsight.Side {
	if g.fault == "start keeps what was" && s.balls != 0 {
		s.lifted = 0
		return 0
	}
	*s = cupsState{balls: scatter(rng, 1<<cups-1, balls)}
	g.remember(s)
	return 0
}

// remember lets the hidden state leak.
func (g *cupsGame) remember(s *cupsState) {
	if strings.Contains(string(g.fault), "leak") {
		g.last.Store(uint32(s.balls))
	}
}

func (g *cupsGame) Step(rng *rand.Rand, s *cupsState, cup int) blindsight.Step[cupsSeen] {
	if g.fault == "cannot be played" && s.balls&1 != 0 && cup == 3 {
		panic("no cup 3 today")
	}
	s.lifted |= 1 << cup
	step := blindsight.Step[cupsSeen]{Seen: cupsSeen{ball: s.balls>>cup&1 != 0, near: near(s.balls, cup)}, Reward: -1}
	step.Next = blindsight.OverIf(s.balls&^s.lifted == 0)
	switch g.fault {
	case "pays another side":
		step.Other = 1
	case "random of its own":
		step.Seen.near = int8(rand.IntN(3))
	case "never over":
		step.Next = 0
	}
	g.remember(s)
	return step
}

func (g *cupsGame) NewView() *cupsView { return &cupsView{g: g} }

// cupsView is what the player knows.
type cupsView struct {
	g             *cupsGame
	lifted, found uint8
	seen          [cups]cupsSeen
	asked         int
}

func (v *cupsView) left() int     { return balls - bits.OnesCount8(v.found) }
func (v *cupsView) closed() uint8 { return (1<<cups - 1) &^ v.lifted }

func (v *cupsView) Legal(buf []int) []int {
	v.asked++
	start := len(buf)
	if v.g.fault == "legal overwrites" {
		buf, start = buf[:0], 0
	}
	if v.left() == 0 {
		return buf
	}
	for c := range cups {
		open := v.lifted>>c&1 != 0
		switch {
		case v.g.fault == "goes on for ever":
			open = false
		case v.g.fault == "legal leaks" && v.left() == balls: // the leftmost ball cannot be found first
			open = open || c == bits.TrailingZeros32(v.g.last.Load())
		}
		if !open {
			buf = append(buf, c)
		}
	}
	switch {
	case v.g.fault == "legal in changing order" && v.asked%2 == 0:
		buf[start], buf[len(buf)-1] = buf[len(buf)-1], buf[start]
	case v.g.fault == "legal twice":
		buf = append(buf, buf[start])
	}
	return buf
}

func (v *cupsView) Did(cup int, o cupsSeen) error {
	if v.g.fault == "goes on for ever" {
		return nil
	}
	if v.g.fault == "changes when it refuses" {
		v.seen[cup] = o
	}
	switch {
	case v.lifted>>cup&1 != 0:
		if v.g.fault == "forgets when it refuses" {
			v.lifted &^= 1 << cup
		}
		return errors.New("this cup is lifted")
	case v.g.fault == "refuses" && o.near == 2, v.left() == 0:
		return errors.New("cannot be")
	}
	v.lifted |= 1 << cup
	if o.ball {
		v.found |= 1 << cup
	}
	v.seen[cup] = o
	return nil
}

// code writes what is seen, as a digit a cup, from left to right or mirrored.
func (v *cupsView) code(mirrored bool) uint64 {
	code := uint64(0)
	for i := range cups {
		c := i
		if mirrored {
			c = cups - 1 - i
		}
		digit := uint64(0)
		if v.lifted>>c&1 != 0 {
			digit = 1 + uint64(v.seen[c].near)
			if v.seen[c].ball {
				digit += 3
			}
		}
		code = code*7 + digit
	}
	return code
}

func (v *cupsView) Key() blindsight.Key {
	switch v.g.fault {
	case "key leaks":
		return blindsight.Key{Hi: uint64(v.g.last.Load()), Lo: v.code(false)}
	case "one key for all":
		return blindsight.Key{}
	case "key of what is lifted only":
		return blindsight.Key{Lo: uint64(v.lifted)}
	}
	return blindsight.Key{Lo: v.code(false)}
}

func (v *cupsView) Clone() *cupsView {
	if v.g.fault == "clone is the same" {
		return v
	}
	c := *v
	return &c
}

func (v *cupsView) CopyFrom(w *cupsView) {
	if v.g.fault == "copy forgets" {
		v.lifted, v.found = w.lifted|v.lifted, w.found
		return
	}
	*v = *w
}

func (v *cupsView) Pick(rng *rand.Rand) int {
	if v.g.fault == "picks anything" {
		return rng.IntN(cups)
	}
	legal := v.Legal(nil)
	if v.g.fault == "picks with a bias" {
		return legal[min(rng.IntN(len(legal)), rng.IntN(len(legal)))]
	}
	return legal[rng.IntN(len(legal))]
}

func (v *cupsView) Forced() (int, bool) {
	if v.left() > 0 && (bits.OnesCount8(v.closed()) == 1 || v.g.fault == "forces a choice" && v.lifted != 0) {
		return bits.TrailingZeros8(v.closed()), true
	}
	return 0, false
}

func (v *cupsView) Range() (lo, hi float64) {
	lo, hi = -float64(bits.OnesCount8(v.closed())), -float64(v.left())
	switch v.g.fault {
	case "range too narrow":
		lo = hi
	case "range upside down":
		lo, hi = hi+0.5, lo
	}
	return lo, hi
}

func (v *cupsView) Canonical() (blindsight.Key, int) {
	plain, mirrored := v.code(false), v.code(true)
	if v.g.fault == "canonical is not" {
		return blindsight.Key{Lo: plain}, 0
	}
	if mirrored < plain {
		return blindsight.Key{Lo: mirrored}, 1
	}
	return blindsight.Key{Lo: plain}, 0
}

func (v *cupsView) CanonicalLegal(transformation int, buf []int) []int {
	symmetric := v.code(false) == v.code(true)
	if v.g.fault == "folds too much" {
		symmetric = true
	}
	for c := range cups {
		if v.lifted>>v.FromCanonical(transformation, c)&1 == 0 && !(symmetric && c >= cups/2) {
			buf = append(buf, c)
		}
	}
	return buf
}

func (v *cupsView) FromCanonical(transformation, cup int) int {
	if transformation == 0 || v.g.fault == "translates nothing" {
		return cup
	}
	return cups - 1 - cup
}

func (g *cupsGame) Propose(rng *rand.Rand, v *cupsView, s *cupsState) {
	lifted := v.lifted
	if g.fault == "proposes the lifted" {
		lifted = 0
	}
	before := s.balls
	*s = cupsState{balls: v.found | scatter(rng, v.closed(), v.left()), lifted: lifted}
	switch {
	case g.fault == "proposes what was" && before != 0:
		s.balls = before
	case g.fault == "proposes with a bias" && s.balls&1 != 0 && v.lifted&1 == 0 && rng.IntN(2) == 0:
		s.balls = v.found | scatter(rng, v.closed(), v.left())
	}
}

func (g *cupsGame) Likelihood(v *cupsView, s *cupsState) float64 {
	for c := range cups {
		if v.lifted>>c&1 == 0 {
			continue
		}
		shows := cupsSeen{s.balls>>c&1 != 0, near(s.balls, c)}
		if g.fault == "likelihood off by one" {
			shows.near--
		}
		if shows != v.seen[c] {
			return 0
		}
	}
	switch g.fault {
	case "likelihood of 2":
		return 2
	case "likelihoods differ":
		return 1 / float64(1+s.balls&1)
	}
	return 1
}

func (g *cupsGame) Mutate(rng *rand.Rand, v *cupsView, from, to *cupsState) bool {
	if from.balls&v.lifted != v.found {
		if g.fault == "never comes home" {
			*to = *from
		} else {
			g.Propose(rng, v, to)
		}
		return true
	}
	*to = cupsState{balls: from.balls, lifted: v.lifted}
	if g.fault == "mutates half" {
		to.lifted = from.lifted
	}
	if g.fault == "one state only" || bits.OnesCount8(v.closed()) == v.left() {
		return g.fault == "moves on the spot"
	}
	hidden := v.closed() & from.balls
	ball := scatter(rng, hidden, 1)
	room := v.closed() &^ from.balls
	switch g.fault {
	case "mutates anywhere":
		room = (1<<cups - 1) &^ from.balls
	case "mutates its origin":
		from.balls ^= ball
	case "mutates to the left":
		if r := room & (ball - 1); r != 0 && rng.IntN(2) == 0 {
			room = r
		}
	}
	to.balls ^= ball | scatter(rng, room, 1)
	return true
}

func (g *cupsGame) Copy(dst, src *cupsState) {
	*dst = *src
	if g.fault == "copies badly" {
		dst.balls = 0b11
	}
}

func (g *cupsGame) Fingerprint(s *cupsState) uint64 { return uint64(s.balls) }

// cupSums is the plain structure by which games describe sums.
type cupSums = struct {
	Unknowns int
	Names    []int32
	Total    int
	Sums     []cupSum
}

type cupSum = struct {
	Cells []int32
	Value int
}

func (g *cupsGame) Constraints(v *cupsView, c *cupSums) bool {
	if g.fault == "nothing to solve" {
		return false
	}
	number := make([]int32, cups) // of the unknowns
	c.Unknowns = 0
	for i := range cups {
		if v.lifted>>i&1 == 0 {
			number[i] = int32(c.Unknowns)
			c.Unknowns++
		}
	}
	c.Total = v.left()
	if g.fault != "sums pile up" {
		c.Sums = c.Sums[:0]
	}
	for i := range cups {
		if v.lifted>>i&1 == 0 || g.fault == "a sum is missing" && i == 2 {
			continue
		}
		sum := cupSum{Value: int(v.seen[i].near)}
		for _, n := range []int{i - 1, i + 1} {
			switch {
			case n < 0 || n >= cups:
			case v.lifted>>n&1 == 0:
				sum.Cells = append(sum.Cells, number[n])
			case v.found>>n&1 != 0:
				sum.Value--
			}
		}
		if g.fault == "sum too high" {
			sum.Value++
		}
		c.Sums = append(c.Sums, sum)
	}
	return true
}

func (g *cupsGame) Assign(v *cupsView, ones []int32, s *cupsState) {
	*s = cupsState{balls: v.found, lifted: v.lifted}
	switch g.fault {
	case "assigns nothing":
		return
	case "assigns half":
		s.lifted = 0
	}
	number := int32(0)
	for c := range cups {
		if v.lifted>>c&1 != 0 {
			continue
		}
		for _, u := range ones {
			if u == number {
				s.balls |= 1 << c
			}
		}
		number++
	}
}

func (g *cupsGame) States(v *cupsView) func(yield func(*cupsState) bool) {
	return func(yield func(*cupsState) bool) {
		first := true
		for set := range uint8(1 << cups) {
			s := cupsState{balls: set, lifted: v.lifted}
			if bits.OnesCount8(set) != balls || (&cupsGame{}).Likelihood(v, &s) == 0 && g.fault != "lists the impossible" {
				continue
			}
			if first && g.fault == "a state is missing" && bits.OnesCount8(v.lifted) == 1 {
				first = false
				continue
			}
			if !yield(&s) && g.fault != "does not stop" || g.fault == "lists twice" && !yield(&s) {
				return
			}
		}
	}
}

func (v *cupsView) String() string {
	var b strings.Builder
	for c := range cups {
		switch {
		case v.lifted>>c&1 == 0:
			b.WriteByte('.')
		case v.seen[c].ball:
			b.WriteByte("oab"[v.seen[c].near])
		default:
			b.WriteByte("012"[v.seen[c].near])
		}
	}
	return b.String()
}

// cupsWith returns the game with something wrong, ready for the kit.
func cupsWith(f fault) gametest.Case[cupsState, *cupsView, int, cupsSeen] {
	g := &cupsGame{fault: f}
	return gametest.Case[cupsState, *cupsView, int, cupsSeen]{
		Game: g, NewView: gametest.Alone(g.NewView), Name: "6 cups, 2 balls", Exhaustive: true, MaxMoves: 50,
		ShowView:  (*cupsView).String,
		ShowSeen:  func(o cupsSeen) string { return fmt.Sprintf("%t/%d", o.ball, o.near) },
		ShowState: func(s *cupsState) string { return fmt.Sprintf("balls %06b, from right to left", s.balls) },
	}
}

var (
	_ gametest.View[*cupsView, int, cupsSeen]   = (*cupsView)(nil)
	_ blindsight.Picker[int]                    = (*cupsView)(nil)
	_ blindsight.Forcing[int]                   = (*cupsView)(nil)
	_ blindsight.Ranged                         = (*cupsView)(nil)
	_ blindsight.Symmetric[int]                 = (*cupsView)(nil)
	_ blindsight.Mutable[cupsState, *cupsView]  = (*cupsGame)(nil)
	_ blindsight.Lister[cupsState, *cupsView]   = (*cupsGame)(nil)
	_ blindsight.Fingerprinter[cupsState]       = (*cupsGame)(nil)
	_ blindsight.Game[cupsState, int, cupsSeen] = (*cupsGame)(nil)
)
