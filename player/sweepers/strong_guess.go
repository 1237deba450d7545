package sweepers

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// candidate is a cell that may be the best guess.
type candidate struct {
	unknown int32
	safe    float64 // chance to survive it
	beside  bool    // some number
	ties    int     // what it has in common with what is open: more is better
	in      float64 // what the fifties cost that it is in,
	guards  float64 // and those that it guards
	score   float64 // what it is worth by the weights
}

// guess chooses among cells none of which is certainly safe: by the weights, and with a
// budget by playing on after those that may be the best.
func (p *strong) guess(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) candidate {
	p.candidates(v.Game())
	p.fifties.find(p, v.Game())
	w := &p.weights[p.depth(b)]
	b = p.playoutBudget(v, b)
	search, reach := p.playouts != nil && b != (blindsight.Budget{}), 0.0
	if search {
		reach = priorReach
	}
	best, top := 0, math.Inf(-1)
	for i := range p.list {
		c := &p.list[i]
		c.score = p.score(v, c, w, top-reach)
		if c.score > top {
			best, top = i, c.score
		}
	}
	if search {
		return p.compare(ctx, rng, p, v, b)
	}
	return p.list[best]
}

// safestCell returns the safest cell, of several one that is well tied to what is open: what rank
// would list first.
func (p *strong) safestCell(g *minesweeper.Game) candidate {
	chances, certain := p.position.Counter.Chances(), p.position.Counter.Certain()
	safest := 0.0
	for i, risk := range chances {
		if certain[i] < 0 {
			safest = max(safest, 1-risk)
		}
	}
	best := candidate{unknown: -1}
	for i, risk := range chances {
		if certain[i] >= 0 || 1-risk < safest*(1-1e-11) {
			continue
		}
		c := candidate{unknown: int32(i), safe: 1 - risk}
		c.beside, c.ties = p.surroundings(g, minesweeper.Cell(p.position.Sums.Names[i]))
		if best.unknown < 0 || c.beside && !best.beside || c.beside == best.beside && c.ties > best.ties {
			best = c
		}
	}
	return best
}

// depth returns how many guesses are looked ahead.
func (p *strong) depth(b blindsight.Budget) int {
	switch {
	case p.Depth != 0:
		return p.Depth
	case b != (blindsight.Budget{}):
		return 3
	}
	return 2
}

// playoutBudget returns how much of a budget is for playouts after this guess: less while many cells are unknown, for they take
// longer then and tell less; none at the very beginning.
func (p *strong) playoutBudget(v *minesweeper.View, b blindsight.Budget) blindsight.Budget {
	switch n := p.unknown(); {
	case n <= p.Playouts:
		return b
	case float64(n) > beginning*float64(v.Game().Cells()):
		return blindsight.Budget{}
	default:
		return blindsight.Budget{Simulations: (b.Simulations + earlyShare - 1) / earlyShare, Time: b.Time}
	}
}

// unknown returns how many cells are not known.
func (p *strong) unknown() int {
	n := 0
	for _, k := range p.position.Counter.Certain() {
		if k < 0 {
			n++
		}
	}
	return n
}

// candidates lists the cells worth a closer look, the safest first.
func (p *strong) candidates(g *minesweeper.Game) {
	p.list = p.rank(p.list[:0], g, &p.position.Counter, p.Window, nil)
	kept, loose := p.list[:0], 0
	for _, c := range p.list {
		if !c.beside {
			loose++
		}
		if len(kept) < p.Candidates && (c.beside || loose <= p.Loose) {
			kept = append(kept, c)
		}
	}
	p.list = kept
}

// rank appends the unknowns of a count that are not certain and hardly less safe than the
// safest, the safest first. Beside lists unknowns that lie beside a number that is not yet
// open.
func (p *strong) rank(list []candidate, g *minesweeper.Game, counter *counting.Counter, window float64, beside []int32) []candidate {
	chances, certain := counter.Chances(), counter.Certain()
	safest := 0.0
	for i, risk := range chances {
		if certain[i] < 0 {
			safest = max(safest, 1-risk)
		}
	}
	for i, risk := range chances {
		if certain[i] < 0 && 1-risk >= safest*window {
			c := candidate{unknown: int32(i), safe: 1 - risk}
			c.beside, c.ties = p.surroundings(g, minesweeper.Cell(p.position.Sums.Names[i]))
			c.beside = c.beside || slices.Contains(beside, int32(i))
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.safe > b.safe*(1+1e-11), b.safe > a.safe*(1+1e-11):
			return cmp.Compare(b.safe, a.safe)
		case a.beside != b.beside:
			if a.beside {
				return -1
			}
			return 1
		}
		return b.ties - a.ties
	})
	return list
}

// surroundings tells whether a cell lies beside a number, and how well it is tied to what
// is open: it has few neighbours that are not known, or these lie beside numbers.
func (p *strong) surroundings(g *minesweeper.Game, cell minesweeper.Cell) (beside bool, ties int) {
	ties = 8
	for _, n := range g.Neighbours(cell) {
		switch {
		case p.position.Known[n] < 0:
			ties--
		case p.position.Known[n] == 0:
			beside = true
		}
	}
	if beside {
		return true, ties
	}
	for _, n := range g.Neighbours(cell) {
		if p.besideNumber(g, n) {
			ties++
		}
	}
	return false, ties
}

// besideNumber tells whether a cell has a neighbour that is safe.
func (p *strong) besideNumber(g *minesweeper.Game, cell minesweeper.Cell) bool {
	for _, n := range g.Neighbours(cell) {
		if p.position.Known[n] == 0 {
			return true
		}
	}
	return false
}

// score returns what a cell is worth as a guess, or less than top if it cannot be above
// that.
func (p *strong) score(v *minesweeper.View, c *candidate, w *weights, top float64) float64 {
	g := v.Game()
	a := &p.ahead[0]
	clear := w.clear(float64(p.unknown()) / float64(g.Cells()))
	score := w.safe(c.safe) + w.Fifty*c.in + w.Guard*c.guards
	around := float64(len(g.Neighbours(minesweeper.Cell(p.position.Sums.Names[c.unknown])))) * max(w.Closed, w.Closed+w.Loose, 0)
	if score+w.most()+max(clear, 0)+around <= top {
		return score
	}
	a.open(p, g, &p.position.Counter, &p.position.Sums, c.unknown)
	for _, n := range a.among {
		score += w.Closed
		if !p.besideNumber(g, minesweeper.Cell(p.position.Sums.Names[n])) {
			score += w.Loose
		}
	}
	score += clear * a.dist[0]
	left, numbers := 1.0, 0
	for mines, chance := range a.dist {
		if chance == 0 {
			continue
		}
		if score+left*w.most() <= top {
			return score + left*w.most()
		}
		left -= chance
		numbers++
		score += chance * p.follow(v, w, mines)
	}
	if numbers == 1 {
		score += w.Dead
	}
	return score
}

// follow returns what the position is worth in which the guess shows a number.
func (p *strong) follow(v *minesweeper.View, w *weights, mines int) float64 {
	if v.Left() == 1 {
		return w.most() // won
	}
	if !p.ahead[0].shows(mines) {
		return 0
	}
	switch certain, next := p.safest(0); {
	case certain > 1:
		return w.Progress + w.More
	case certain == 1:
		return w.Progress
	case w.Reply == 0:
		return w.Next * next
	default:
		return w.Next*next + w.Reply*p.reply(v.Game())
	}
}
