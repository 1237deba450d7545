package strong

import (
	"context"
	"math"

	"blindsight"
)

// weighed is the stage of guesses by the weights: it chooses among cells none of which is certainly safe.
type weighed struct {
	options Options
	weights Ahead
	list    []candidate // of the last guess
	ahead   [2]ahead
	fifties fifties
}

func newWeighed(o Options) *weighed {
	w := &weighed{options: o, weights: weightsAhead}
	if o.Weights != nil {
		w.weights = *o.Weights
	}
	w.fifties.counter.Limit = o.Nodes
	for i := range w.ahead {
		w.ahead[i].counter.Limit = o.Nodes
	}
	return w
}

func (w *weighed) decide(_ context.Context, p *position, b *budget) (choice, bool) {
	best := w.weigh(p, b.half, 0)
	return surviving(p.cell(best.unknown), best.safe), true
}

// weigh lists and scores the candidates, and returns the one of the greatest score. Scores that are less by more
// than spread need not be true.
func (w *weighed) weigh(p *position, b blindsight.Budget, spread float64) candidate {
	w.candidates(p)
	if w.options.Without&Fifties == 0 {
		w.fifties.find(p, w.list)
	}
	weights := &w.weights[w.depth(b)]
	best, top := 0, math.Inf(-1)
	for i := range w.list {
		c := &w.list[i]
		c.score = w.score(p, c, weights, top-spread)
		if c.score > top {
			best, top = i, c.score
		}
	}
	return w.list[best]
}

// depth returns how many guesses are looked ahead.
func (w *weighed) depth(b blindsight.Budget) int {
	switch {
	case w.options.Depth != 0:
		return w.options.Depth
	case b != (blindsight.Budget{}):
		return 3
	}
	return 2
}

// candidates lists the cells worth a closer look, the safest first.
func (w *weighed) candidates(p *position) {
	w.list = p.rank(w.list[:0], &p.Counter, w.options.Window, nil)
	kept, loose := w.list[:0], 0
	for _, c := range w.list {
		if !c.beside {
			loose++
		}
		if len(kept) < w.options.Candidates && (c.beside || loose <= w.options.Loose) {
			kept = append(kept, c)
		}
	}
	w.list = kept
}

// score returns what a cell is worth as a guess, or less than top if it cannot be above
// that.
func (w *weighed) score(p *position, c *candidate, by *Weights, top float64) float64 {
	g := p.game()
	a := &w.ahead[0]
	clear := by.clear(float64(p.unknown()) / float64(g.Cells()))
	score := by.safe(c.safe) + by.Fifty*c.in + by.Guard*c.guards
	around := float64(len(g.Neighbours(p.cell(c.unknown)))) * max(by.Closed, by.Closed+by.Loose, 0)
	if score+by.most()+max(clear, 0)+around <= top {
		return score
	}
	a.open(p, &p.Counter, &p.Sums, c.unknown)
	for _, n := range a.among {
		score += by.Closed
		if !p.besideNumber(p.cell(n)) {
			score += by.Loose
		}
	}
	score += clear * a.dist[0]
	left, numbers := 1.0, 0
	for mines, chance := range a.dist {
		if chance == 0 {
			continue
		}
		if score+left*by.most() <= top {
			return score + left*by.most()
		}
		left -= chance
		numbers++
		score += chance * w.follow(p, by, mines)
	}
	if numbers == 1 {
		score += by.Dead
	}
	return score
}

// follow returns what the position is worth in which the guess shows a number.
func (w *weighed) follow(p *position, by *Weights, mines int) float64 {
	if p.view.Left() == 1 {
		return by.most() // won
	}
	if !w.ahead[0].shows(mines) {
		return 0
	}
	switch certain, next := w.safest(p, 0); {
	case certain > 1:
		return by.Progress + by.More
	case certain == 1:
		return by.Progress
	case by.Reply == 0:
		return by.Next * next
	default:
		return by.Next*next + by.Reply*w.reply(p)
	}
}
