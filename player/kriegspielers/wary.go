package kriegspielers

import (
	"cmp"
	"math"
	"slices"

	"blindsight/game/kriegspiel"
)

// wary looks at the best attempts as if the opponent saw the board: in a position his answer is the worst one, after which we make our best capture (see worst). A model of a
// blind opponent says what he does mostly, this what he may do if he guesses right; a share of it makes plans that are safe as well.
type wary struct {
	list []int     // plans, the best first
	sums []float64 // of what they are worth less than by the model, by weight
	seen []float64 // weights of the rows of these
}

const (
	waryTries  = 10  // plans that are looked at
	waryBehind = 2   // pawns behind the best: not looked at
	waryRows   = 400 // that they are looked at in, at most
	waryStart  = 70  // hundredths of the budget when this begins, and
	waryEnd    = 88  // ends
	leastWary  = 8   // rows
	trustWary  = 12  // rows that are trusted by half
)

// lower takes off plans what they are worth less against an opponent who sees all, in a share.
func (w *wary) lower(o *outlook, plans []plan, share float64, s *spending) {
	w.list = w.list[:0]
	for i := range plans {
		if o.tries[plans[i].try] != kriegspiel.Any && plans[i].legal > 0 {
			w.list = append(w.list, i)
		}
	}
	slices.SortStableFunc(w.list, func(i, j int) int { return cmp.Compare(plans[j].value, plans[i].value) })
	for n, i := range w.list {
		if n == waryTries || plans[i].value < plans[w.list[0]].value-waryBehind {
			w.list = w.list[:n]
			break
		}
	}
	if len(w.list) < 2 {
		return
	}
	w.sums = append(w.sums[:0], make([]float64, len(w.list))...)
	w.seen = append(w.seen[:0], make([]float64, len(w.list))...)
	rows := 0
	for ; rows < min(len(o.rows), waryRows); rows++ {
		if rows >= leastWary && s.over(waryEnd) {
			break
		}
		r := &o.rows[rows]
		for n, i := range w.list {
			if x := r.values[plans[i].try]; x == x {
				if !r.heard[plans[i].try].Stalemate() { // which is as bad as the judge says
					w.sums[n] += r.weight * (worst(&r.state, o.tries[plans[i].try].Move()) - x)
				}
				w.seen[n] += r.weight
				s.used++
			}
		}
	}
	if rows < len(o.rows) { // a few of the rows may mislead
		share *= float64(rows) / float64(rows+trustWary)
	}
	usual, least := w.usual(plans), math.Inf(1)
	for n, i := range w.list {
		w.sums[n] = share * plans[i].legal * (w.mean(n) - usual)
		least = min(least, w.sums[n])
	}
	for i := range plans {
		if n := slices.Index(w.list, i); n >= 0 {
			plans[i].value += w.sums[n]
		} else if o.tries[plans[i].try] != kriegspiel.Any {
			plans[i].value += least // it was not looked at
		}
	}
}

// mean returns how much more a plan that was looked at is worth than by the model.
func (w *wary) mean(n int) float64 {
	if w.seen[n] == 0 {
		return 0
	}
	return w.sums[n] / w.seen[n]
}

// usual returns that of what is tried where another attempt is refused: the best plan that is hardly ever refused, else the best one.
func (w *wary) usual(plans []plan) float64 {
	n := slices.IndexFunc(w.list, func(i int) bool { return plans[i].legal > 0.9 })
	return w.mean(max(0, n))
}
