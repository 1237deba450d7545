package pomdp

import (
	"cmp"
	"slices"

	"blindsight"
)

// A builder writes a matrix row by row, and the columns of a row in rising order.
type builder struct{ m blindsight.Sparse }

// newBuilder returns one with room for so many entries.
func newBuilder(rows, entries int) *builder {
	return &builder{blindsight.Sparse{
		First:  append(make([]int32, 0, rows+1), 0),
		Column: make([]int32, 0, entries), Value: make([]float64, 0, entries),
	}}
}

// add adds an entry to the row, unless it is 0.
func (b *builder) add(column int, value float64) {
	if value != 0 {
		b.m.Column = append(b.m.Column, int32(column))
		b.m.Value = append(b.m.Value, value)
	}
}

// An entry is a column of a row and what is in it.
type entry struct {
	column int
	value  float64
}

// addAll adds entries in any order; those of one column add up. It sorts them.
func (b *builder) addAll(row []entry) {
	slices.SortFunc(row, func(x, y entry) int { return cmp.Compare(x.column, y.column) })
	for i := 0; i < len(row); {
		sum, column := 0.0, row[i].column
		for ; i < len(row) && row[i].column == column; i++ {
			sum += row[i].value
		}
		b.add(column, sum)
	}
}

// end ends the row.
func (b *builder) end() { b.m.First = append(b.m.First, int32(len(b.m.Value))) }

// certain returns the matrix that has a 1 in each row, in the column that to says.
func certain(rows int, to func(row int) int) blindsight.Sparse {
	b := newBuilder(rows, rows)
	for i := range rows {
		b.add(to(i), 1)
		b.end()
	}
	return b.m
}

// byState returns rewards that count the state alone.
func byState(states int, of func(s int) float64) Rewards {
	r := Rewards{First: make([]int32, states+1), Value: make([]float64, states)}
	for s := range states {
		r.Value[s] = of(s)
		r.First[s+1] = int32(s + 1)
	}
	return r
}

// add adds the row of a state, with as few numbers as will do. Row has one number, one for each state after the
// step, or one for each of these and each observation. It keeps nothing of the slice, and may change it.
func (r *Rewards) add(m *Model, a, s int, row []float64) {
	ends, _ := m.Moves[a].Row(s)
	switch {
	case slices.Min(row) == slices.Max(row):
		row = row[:1]
	case len(row) != len(ends):
		if short, ok := m.byEnd(a, ends, row); ok {
			row = short
		}
	}
	r.Value = append(r.Value, row...)
	r.First = append(r.First, int32(len(r.Value)))
}

// byEnd returns a row with one number for each state after the step, if the observation does not count.
func (m *Model) byEnd(a int, ends []int32, row []float64) ([]float64, bool) {
	short := make([]float64, 0, len(ends))
	for _, end := range ends {
		seen, _ := m.Signals[a].Row(int(end))
		own := row[:len(seen)]
		if slices.Min(own) != slices.Max(own) {
			return nil, false
		}
		short, row = append(short, own[0]), row[len(seen):]
	}
	return short, true
}
