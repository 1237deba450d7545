package pomdp

import (
	"cmp"
	"slices"
)

// payment reads what follows the action of R. Where numbers of a matrix or a row are missing, those before them are
// R: action : state : state : observation.
func (p *parser) payment(action int32) error {
	w := write{action: action, row: anyOne, column: anyOne, seen: anyOne}
	observed := p.m.Observed
	more, err := p.deeper()
	switch {
	case err != nil:
		return err
	case !more && !observed:
		return fault(p.now.place, "want a colon and a state after the action of R, not %v", p.now)
	case !more:
		for s := range p.m.States {
			w.row = int32(s)
			if err := p.paymentRows(w, true, false); err != nil {
				return err
			}
		}
		return nil
	}
	if w.row, err = p.referenceOrAny(0); err != nil {
		return err
	}
	if more, err = p.deeper(); err != nil {
		return err
	}
	if !more {
		return p.paymentRows(w, true, !observed)
	}
	if w.column, err = p.referenceOrAny(0); err != nil {
		return err
	}
	if more, err = p.deeper(); err != nil {
		return err
	}
	switch {
	case more && observed:
		return fault(p.now.place, "R of an MDP has no observation: want R: action : state : state number")
	case more:
		if w.seen, err = p.referenceOrAny(2); err != nil {
			return err
		}
	case !observed:
		return p.paymentRows(w, false, true)
	}
	if w.value, err = p.number("a reward"); err != nil {
		return err
	}
	return p.put(p.payments, w)
}

// paymentRows reads a reward for each state after the step, for each observation, or for each pair of them.
func (p *parser) paymentRows(w write, byEnd, bySeen bool) error {
	rows, columns := 1, 1
	if byEnd {
		rows = len(p.m.States)
	}
	if bySeen {
		columns = len(p.m.Observations)
	}
	if err := p.put(p.payments, w); err != nil { // 0 but where a number says else
		return err
	}
	for n := range rows * columns {
		if err := p.few(n, rows*columns); err != nil {
			return err
		}
		x, err := p.number("a reward")
		if err != nil {
			return err
		}
		if x == 0 {
			continue
		}
		w.value = x
		if byEnd {
			w.column = int32(n / columns)
		}
		if bySeen {
			w.seen = int32(n % columns)
		}
		if err := p.put(p.payments, w); err != nil {
			return err
		}
	}
	return nil
}

// A ledger finds the last write of R that speaks of something.
type ledger struct {
	writes  []write // by bucket; within one by column, seen and order, and of equal ones the last alone
	first   []int32 // where buckets begin
	buckets buckets
	fine    []bool // by bucket: some of its writes name an observation
	coarse  []bool // by bucket: some of its writes name a state after the step
}

func newLedger(w *writes, actions, rows int) *ledger {
	l := &ledger{buckets: buckets{actions, rows}}
	l.writes, l.first = l.buckets.sort(w.list)
	l.fine, l.coarse = make([]bool, len(l.first)-1), make([]bool, len(l.first)-1)
	kept := l.writes[:0]
	for b := range l.fine {
		own := l.writes[l.first[b]:l.first[b+1]]
		slices.SortFunc(own, func(x, y write) int {
			return cmp.Or(cmp.Compare(x.column, y.column), cmp.Compare(x.seen, y.seen), cmp.Compare(x.order, y.order))
		})
		l.first[b] = int32(len(kept))
		for i, w := range own {
			if i+1 < len(own) && own[i+1].column == w.column && own[i+1].seen == w.seen {
				continue // overwritten
			}
			l.fine[b] = l.fine[b] || w.seen != anyOne
			l.coarse[b] = l.coarse[b] || w.column != anyOne
			kept = append(kept, w)
		}
	}
	l.first[len(l.fine)] = int32(len(kept))
	l.writes = kept
	return l
}

// of returns the reward that the last write sets of those in four buckets that speak of this.
func (l *ledger) of(in [4]int, column, seen int32) float64 {
	last := write{order: -1}
	for _, b := range in {
		own := l.writes[l.first[b]:l.first[b+1]]
		for _, c := range [2]int32{column, anyOne} {
			for _, o := range [2]int32{seen, anyOne} {
				i, found := slices.BinarySearchFunc(own, write{column: c, seen: o}, func(x, y write) int {
					return cmp.Or(cmp.Compare(x.column, y.column), cmp.Compare(x.seen, y.seen))
				})
				if found && own[i].order > last.order {
					last = own[i]
				}
			}
		}
	}
	return last.value
}

// rewards makes the rewards of all that can happen.
func (p *parser) rewards() error {
	m := p.m
	l := newLedger(p.payments, len(m.Actions), len(m.States))
	total := 0
	var row []float64
	for a := range m.Actions {
		r := Rewards{First: make([]int32, 1, len(m.States)+1)}
		for s := range m.States {
			in := l.buckets.of(a, s)
			fine, coarse := false, false
			for _, b := range in {
				fine, coarse = fine || l.fine[b], coarse || l.coarse[b]
			}
			row = row[:0]
			ends, _ := m.Moves[a].Row(s)
			for _, end := range ends {
				if !fine {
					row = append(row, l.of(in, end, anyOne))
				} else {
					seen, _ := m.Signals[a].Row(int(end))
					for _, o := range seen {
						row = append(row, l.of(in, end, o))
					}
				}
				if !fine && !coarse {
					break
				}
			}
			if total += len(row); total > p.limits.Entries {
				return fault(p.now.place, "the rewards of what can happen are more than the %d that are allowed", p.limits.Entries)
			}
			r.add(m, a, s, row)
		}
		m.Rewards = append(m.Rewards, r)
	}
	return nil
}
