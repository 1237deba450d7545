package strong

import (
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// ahead is what would be known after a guess, and the memory for finding out.
type ahead struct {
	counter counting.Counter
	sums    counting.Sums
	own     []counting.Sum
	opened  [1]int32
	among   []int32 // its neighbours that may be mines
	dist    []float64
	list    []candidate
}

// What a reply is chosen by: the chance to survive it, times for each number that it
// can show that of the safest cell that follows, or, if one is certain, this much more than 1.
const replyProgress = 0.1

// Replies that are looked at, and of these beside no number, and the least chance to
// survive them as a share of the safest cell's.
const (
	replies      = 4
	looseReplies = 2
	replyWindow  = 0.9
)

// open prepares to look at what follows the opening of an unknown of a position that was
// counted.
func (a *ahead) open(p *position, from *counting.Counter, sums *counting.Sums, unknown int32) {
	a.among = a.among[:0]
	for _, n := range p.game().Neighbours(minesweeper.Cell(sums.Names[unknown])) {
		if p.Known[n] < 0 {
			a.among = append(a.among, p.Place[n])
		}
	}
	a.dist = from.Shown(unknown, a.among, a.dist[:0])
	a.opened[0] = unknown
	a.own = append(append(a.own[:0], sums.Sums...), counting.Sum{Value: 0, Cells: a.opened[:]}, counting.Sum{Cells: a.among})
	a.sums = *sums
	a.sums.Sums = a.own
}

// shows counts the position in which the opened cell has so many mines among the neighbours
// that may be some. It returns false if there is none: its chance was not 0 by rounding
// alone.
func (a *ahead) shows(mines int) bool {
	a.own[len(a.own)-1].Value = mines
	return a.counter.Count(&a.sums) == nil
}

// safest returns how many certainly safe cells there are that were not known before, 2 for
// more, and the chance of the safest cell if there are none.
func (w *weighed) safest(p *position, depth int) (certain int, chance float64) {
	a := &w.ahead[depth]
	sure := a.counter.Certain()
	before := p.Counter.Certain()
	for i, risk := range a.counter.Chances() {
		switch {
		case before[i] >= 0:
		case sure[i] == 0:
			if !w.openedAhead(depth, int32(i)) {
				if certain++; certain == 2 {
					return 2, 1
				}
			}
		default:
			chance = max(chance, 1-risk)
		}
	}
	if certain > 0 {
		return certain, 1
	}
	return 0, chance
}

// openedAhead tells whether an unknown is one of the cells opened on the way to a depth.
func (w *weighed) openedAhead(depth int, unknown int32) bool {
	for k := range depth + 1 {
		if w.ahead[k].opened[0] == unknown {
			return true
		}
	}
	return false
}

// reply returns what the best guess after the first one promises.
func (w *weighed) reply(p *position) float64 {
	a, b := &w.ahead[0], &w.ahead[1]
	a.list = p.rank(a.list[:0], &a.counter, replyWindow, a.among)
	best, looked, loose := -1.0, 0, 0
	for _, c := range a.list {
		if c.safe*(1+replyProgress) <= best || looked == replies {
			break
		}
		if !c.beside {
			if loose++; loose > looseReplies {
				continue
			}
		}
		looked++
		b.open(p, &a.counter, &a.sums, c.unknown)
		sum, left := 0.0, 1.0
		for mines, chance := range b.dist {
			if chance == 0 {
				continue
			}
			if c.safe*(sum+left*(1+replyProgress)) <= best {
				break
			}
			left -= chance
			if !b.shows(mines) {
				continue
			}
			if certain, next := w.safest(p, 1); certain > 0 {
				sum += chance * (1 + replyProgress)
			} else {
				sum += chance * next
			}
		}
		best = max(best, c.safe*sum)
	}
	return best
}
