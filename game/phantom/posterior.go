package phantom

import (
	"fmt"
	"iter"
	"math/bits"

	"blindsight"
)

// Posterior is the exact belief of one side against an opponent who tries uniformly at
// random among what is legal for him: every board that agrees with what was done, seen and
// heard, the opponent's knowledge included, with its probability. It follows a play
// (forward filtering), and draws whole states, with the order of all that was tried
// (backward sampling). The number of boards grows exponentially; Limit bounds it.
//
// The boards are not equally likely: one on which the opponent was refused twice is
// less so than one on which he was not. A Posterior belongs to one goroutine.
type Posterior struct {
	// Limit is how many boards may be held in all, some 150 bytes each; 0 means a million.
	Limit int

	game  *Game
	side  blindsight.Side
	past  []Event
	turns []hiddenTurn
	now   layer
	held  int
	err   error

	sums    []float64 // of the weights of now up to each board; empty until they are asked for
	back    []entry   // scratch of Sample
	ways    []entry
	chances []float64
}

// hiddenTurn is a turn of the opponent: the boards before it, and all that he may have
// had before himself in it as he tried, by how likely he had.
type hiddenTurn struct{ before, trying layer }

// layer is a set of boards with weights, in an order that does not depend on chance.
type layer struct {
	boards  []Board
	weights []float64
	numbers map[Board]int32
}

func (l *layer) add(b *Board, weight float64) {
	if l.numbers == nil {
		l.numbers = map[Board]int32{}
	}
	n, known := l.numbers[*b]
	if !known {
		n = int32(len(l.boards))
		l.numbers[*b] = n
		l.boards, l.weights = append(l.boards, *b), append(l.weights, 0)
	}
	l.weights[n] += weight
}

// weight returns the weight of a board, 0 if it is not there.
func (l *layer) weight(b *Board) float64 {
	if n, known := l.numbers[*b]; known {
		return l.weights[n]
	}
	return 0
}

func (l *layer) total() (sum float64) {
	for _, w := range l.weights {
		sum += w
	}
	return sum
}

const defaultLimit = 1_000_000

// Begin takes up a play with this view: it follows its past.
func (p *Posterior) Begin(v *View) {
	*p = Posterior{
		Limit: p.Limit, game: v.game, side: v.side,
		sums: p.sums[:0], back: p.back, ways: p.ways, chances: p.chances,
	}
	p.now.add(&Board{}, 1)
	for _, e := range v.past {
		if e.Heard {
			p.Heard(e.Seen)
		} else {
			p.Did(e.Action, e.Seen)
		}
	}
}

// Did keeps the boards on which the own attempt is answered like this.
func (p *Posterior) Did(c Cell, a Answer) {
	p.past = append(p.past, Event{Action: c, Seen: a})
	if p.err != nil {
		return
	}
	var next layer
	for i := range p.now.boards {
		b := p.now.boards[i]
		if p.game.try(&b, c) == a {
			next.add(&b, p.now.weights[i])
		}
	}
	p.replace(next)
}

// Heard lets the opponent take his turn on all boards, and keeps what sounds like this.
func (p *Posterior) Heard(a Answer) {
	p.past = append(p.past, Event{Seen: a, Heard: true})
	if p.err != nil {
		return
	}
	var trying, next layer
	for i := range p.now.boards {
		trying.add(&p.now.boards[i], p.now.weights[i])
	}
	// A silent refusal leads to a board on which he knows one cell more. So the boards come
	// in the order of what he knows, and each has its whole weight when its turn comes.
	for i := 0; i < len(trying.boards) && p.err == nil; i++ {
		legal := p.game.legal(&trying.boards[i])
		weight := trying.weights[i] / float64(bits.OnesCount64(legal))
		cellsOf(legal, func(c Cell) bool {
			b := trying.boards[i]
			heard, silent := p.game.heard(p.game.try(&b, c))
			switch {
			case silent:
				trying.add(&b, weight)
			case heard == a:
				next.add(&b, weight)
			}
			return true
		})
		p.bound(len(trying.boards) + len(next.boards))
	}
	p.turns = append(p.turns, hiddenTurn{p.now, trying})
	p.held += len(trying.boards)
	p.replace(next)
}

func (p *Posterior) replace(next layer) {
	p.now, p.sums = next, p.sums[:0]
	p.held += len(next.boards)
	p.bound(0)
	if len(next.boards) == 0 && p.err == nil {
		p.err = blindsight.ErrInconsistent
	}
}

// bound gives up where more boards are held than allowed.
func (p *Posterior) bound(more int) {
	limit := p.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	if p.held+more > limit && p.err == nil {
		p.err = fmt.Errorf("%w: %d boards", blindsight.ErrTooMany, limit)
	}
}

// Err returns why there is no belief, nil if there is one: [blindsight.ErrInconsistent]
// if nothing agrees with what was told, [blindsight.ErrTooMany] past the limit.
func (p *Posterior) Err() error { return p.err }

// Len returns how many boards there are, 0 after an error.
func (p *Posterior) Len() int {
	if p.err != nil {
		return 0
	}
	return len(p.now.boards)
}

// All yields the boards with their probabilities, which add up to 1, in a fixed order;
// none after an error.
func (p *Posterior) All() iter.Seq2[Board, float64] {
	return func(yield func(Board, float64) bool) {
		total := p.now.total()
		for i := range p.Len() {
			if !yield(p.now.boards[i], p.now.weights[i]/total) {
				return
			}
		}
	}
}

var _ blindsight.Follower[*View, Cell, Answer] = (*Posterior)(nil)
