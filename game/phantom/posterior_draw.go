package phantom

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Sample draws a state by its probability: also the order in which the opponent tried. It
// costs some microseconds, and allocates nothing once it has drawn a few.
func (p *Posterior) Sample(rng *rand.Rand, s *State) error {
	if p.err != nil {
		return p.err
	}
	b := p.now.boards[p.drawNow(rng)]
	p.back = p.back[:0] // all attempts, the last one first
	turn := len(p.turns)
	for i := len(p.past) - 1; i >= 0; i-- {
		e := p.past[i]
		if e.Heard {
			turn--
			p.drawTurn(rng, &p.turns[turn], &b)
			continue
		}
		p.back = append(p.back, newEntry(p.side, e.Action, e.Seen))
		undo(&b, p.side, e.Action, e.Seen == Refused)
	}
	*s = State{}
	for i := len(p.back) - 1; i >= 0; i-- {
		s.log[s.tried] = p.back[i]
		s.tried++
		p.game.try(&s.Board, p.back[i].cell())
	}
	return nil
}

// drawNow draws the number of a board as it is now, in logarithmic time.
func (p *Posterior) drawNow(rng *rand.Rand) int {
	if len(p.sums) == 0 {
		sum := 0.0
		for _, w := range p.now.weights {
			sum += w
			p.sums = append(p.sums, sum)
		}
	}
	x := rng.Float64() * p.sums[len(p.sums)-1]
	n, found := slices.BinarySearch(p.sums, x)
	if found {
		n++ // each board has the half-open interval that ends with its sum
	}
	return min(n, len(p.sums)-1)
}

// drawTurn draws how the opponent's turn led to b, goes back to the board before it, and
// notes his attempts, the last one first.
func (p *Posterior) drawTurn(rng *rand.Rand, t *hiddenTurn, b *Board) {
	opponent, classical := p.side.Other(), p.game.rules.Variant == Classical
	for last := true; ; last = false {
		p.ways, p.chances = p.ways[:0], p.chances[:0]
		if last {
			p.consider(t, b, b.Stones[opponent], false)
		} else { // it may have been the first board of the turn
			p.ways, p.chances = append(p.ways, 0), append(p.chances, t.before.weight(b))
		}
		if last != classical { // refusals end a turn in the abrupt variant, and come before its end in the other
			p.consider(t, b, b.Known[opponent], true)
		}
		n := draw(rng, p.chances)
		if !last && n == 0 {
			return
		}
		e := p.ways[n]
		p.back = append(p.back, e)
		undo(b, opponent, e.cell(), e&entryRefused != 0)
		if !classical {
			return
		}
	}
}

// consider adds to ways and chances how the opponent may have come to b by an attempt on
// one of some cells that was refused, or was not.
func (p *Posterior) consider(t *hiddenTurn, b *Board, cells uint64, refused bool) {
	opponent, a := p.side.Other(), Placed
	if refused {
		a = Refused
	}
	for ; cells != 0; cells &= cells - 1 {
		c := Cell(bits.TrailingZeros64(cells))
		before := *b
		undo(&before, opponent, c, refused)
		if w := t.trying.weight(&before); w > 0 {
			p.ways = append(p.ways, newEntry(opponent, c, a))
			p.chances = append(p.chances, w/float64(bits.OnesCount64(p.game.legal(&before))))
		}
	}
}

// undo takes an attempt of a side back.
func undo(b *Board, side blindsight.Side, c Cell, refused bool) {
	if b.Turn = side; refused {
		b.Known[side] &^= 1 << c
	} else {
		b.Stones[side] &^= 1 << c
	}
}

// draw draws a number by weights, of which at least one is positive.
func draw(rng *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	x := rng.Float64() * sum
	last := 0
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		last = i
		if x < w {
			break
		}
		x -= w
	}
	return last
}
