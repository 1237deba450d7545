package pomdp

import (
	"cmp"
	"slices"

	"blindsight"
)

// finish makes the tables of all that was written.
func (p *parser) finish() error {
	if err := p.complete(); err != nil {
		return err
	}
	m := p.m
	if m.Start == nil {
		p.startIsUniform()
	}
	var err error
	if m.Moves, err = p.resolve(p.transitions, len(m.States)); err != nil {
		return err
	}
	if m.Observed {
		seen := certain(len(m.States), func(s int) int { return s })
		m.Signals = slices.Repeat([]blindsight.Sparse{seen}, len(m.Actions))
	} else if m.Signals, err = p.resolve(p.looks, len(m.Observations)); err != nil {
		return err
	}
	if err := p.rewards(); err != nil {
		return err
	}
	return m.Check()
}

// buckets number what writes may speak of: an action or any, with a row or any.
type buckets struct{ actions, rows int }

// number returns that of a bucket.
func (b buckets) number(action, row int32) int { return int(action+1)*(b.rows+1) + int(row+1) }

// of returns the buckets that speak of a row of an action.
func (b buckets) of(action, row int) [4]int {
	a, r := int32(action), int32(row)
	return [4]int{b.number(a, r), b.number(a, anyOne), b.number(anyOne, r), b.number(anyOne, anyOne)}
}

// sort returns the writes by bucket, in their order within each, and where buckets begin.
func (b buckets) sort(list []write) (sorted []write, first []int32) {
	first = make([]int32, (b.actions+1)*(b.rows+1)+1)
	for i := range list {
		first[b.number(list[i].action, list[i].row)+1]++
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	sorted, next := make([]write, len(list)), slices.Clone(first)
	for _, w := range list {
		n := b.number(w.action, w.row)
		sorted[next[n]] = w
		next[n]++
	}
	return sorted, first
}

// A resolver finds out what is in the rows of one letter after all writes.
type resolver struct {
	*writes
	buckets buckets
	sorted  []write
	first   []int32
	start   []float64
	columns int
	limit   int

	decided []int32 // by column, the number of the row in which it was decided last
	stamp   int32
	row     []entry
	looked  int // at so many writes and entries
}

// resolve returns the matrices of T or O, by action.
func (p *parser) resolve(w *writes, columns int) ([]blindsight.Sparse, error) {
	r := &resolver{
		writes: w, buckets: buckets{len(p.m.Actions), len(p.m.States)}, start: p.m.Start,
		columns: columns, limit: p.limits.Entries, decided: make([]int32, columns),
	}
	r.sorted, r.first = r.buckets.sort(w.list)
	list := make([]blindsight.Sparse, len(p.m.Actions))
	entries := 0
	for a := range list {
		b := newBuilder(len(p.m.States), 0)
		for s := range p.m.States {
			last, err := r.gather(a, s)
			if err != nil {
				return nil, err
			}
			if err := p.balanced(r, a, s, last); err != nil {
				return nil, err
			}
			if entries += len(r.row); entries > r.limit {
				return nil, fault(r.place(last), "%s: from here on the file stands for more than the %d entries that are allowed", w.letter, r.limit)
			}
			b.addAll(r.row)
			b.end()
		}
		list[a] = b.m
	}
	return list, nil
}

// balanced makes a row add up to 1, or tells that it does not. Last is the write of it that counts most.
func (p *parser) balanced(r *resolver, a, s int, last int32) error {
	name := func() string { return r.letter + ": " + p.m.Actions[a] + " : " + p.m.States[s] }
	if last < 0 {
		return fault(p.now.place, "no line gives %s: a row of chances that add up to 1 is missing", name())
	}
	slices.SortFunc(r.row, func(x, y entry) int { return cmp.Compare(x.column, y.column) })
	sum := 0.0
	for _, e := range r.row {
		sum += e.value
	}
	if !near(sum) {
		return fault(r.place(last), "the chances of %s add up to %v, want 1", name(), sum)
	}
	if sum < 1-exact || sum > 1+exact {
		p.note(r.place(last), "a row of "+r.letter+" that adds up to 1 only nearly", "made to do so")
		for i := range r.row {
			r.row[i].value /= sum
		}
	}
	return nil
}

// gather finds the entries of a row other than 0, and the last write that speaks of it, -1 if none does: from
// the last write on, until one speaks of the whole row.
func (r *resolver) gather(a, s int) (last int32, err error) {
	r.row = r.row[:0]
	r.stamp++
	in := r.buckets.of(a, s)
	var end [4]int32 // in each bucket, what was not yet looked at
	for i, b := range in {
		end[i] = r.first[b+1]
	}
	last = -1
	for {
		latest := -1
		for i, b := range in {
			if end[i] > r.first[b] && (latest < 0 || r.sorted[end[i]-1].order > r.sorted[end[latest]-1].order) {
				latest = i
			}
		}
		if latest < 0 {
			return last, nil
		}
		end[latest]--
		w := r.sorted[end[latest]]
		last = max(last, w.order)
		whole, err := r.apply(w, s)
		if whole || err != nil {
			return last, err
		}
	}
}

// apply takes a write for what no later one speaks of, and reports whether it speaks of the whole row.
func (r *resolver) apply(w write, s int) (whole bool, err error) {
	r.looked++
	switch w.column {
	case clearedRow:
	case identityRow:
		r.decide(s, 1)
	case resetRow:
		r.looked += len(r.start)
		for c, x := range r.start {
			r.decide(c, x)
		}
	case uniformRow:
		w.value = 1 / float64(r.columns)
		fallthrough
	case anyOne:
		if w.value != 0 {
			r.looked += r.columns
			for c := range r.columns {
				r.decide(c, w.value)
			}
		}
	default:
		r.decide(int(w.column), w.value)
		return false, r.tired(w)
	}
	return true, r.tired(w)
}

// tired tells that a file stands for more than it may: far more was looked at than a file of the
// largest size needs.
func (r *resolver) tired(w write) error {
	if r.looked > 16*r.limit {
		return fault(r.place(w.order), "%s: lines with * stand for more than is allowed: %d entries in all", r.letter, r.limit)
	}
	return nil
}

// decide sets an entry unless a later write did.
func (r *resolver) decide(column int, value float64) {
	if r.decided[column] == r.stamp {
		return
	}
	r.decided[column] = r.stamp
	if value != 0 {
		r.row = append(r.row, entry{column, value})
	}
}
