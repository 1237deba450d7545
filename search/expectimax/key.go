package expectimax

import (
	"cmp"
	"slices"

	"blindsight"
)

// zobrist holds a random key for each place of a column and each answer, as far
// as tables go.
var zobrist = func() (z [256][16]blindsight.Key) {
	for place := range z {
		z[place] = newPlace(place)
	}
	return z
}()

// newPlace makes the keys of the answers at one place.
func newPlace(place int) (z [16]blindsight.Key) {
	for x := range z {
		s := uint64(place)<<5 | uint64(x)<<1
		z[x] = blindsight.Key{Hi: mix(s*0x9e3779b97f4a7c15 + 1), Lo: mix((s+1)*0x9e3779b97f4a7c15 + 2)}
	}
	return z
}

// placeKeys returns the keys of the answers at one place.
func placeKeys(place int) [16]blindsight.Key {
	if place < len(zobrist) {
		return zobrist[place]
	}
	return newPlace(place)
}

// mix is the finaliser of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// columnOrder sorts columns by what does not depend on their names.
type columnOrder struct {
	invariant uint64
	refined   uint64
	column    int32
	tied      bool
	rank      [16]uint8
}

// canonicalise drops states that are equal in all columns and returns the key of
// the belief. The value of a belief does not change
// when actions are renamed, when the answers of an action are renamed, or when
// states are put in another order. So the columns are sorted by an invariant that
// knows no names (two rounds of refinement between columns and states), answers are
// replaced by their ranks, and the hashes of the states are added up. Mirrored
// boards come out equal without anybody having said what a mirror is.
//
// Whatever order the sort gives to columns of equal invariant, the key is one of a
// matrix with the same value: a poor order can miss that two beliefs are the same,
// but cannot make different ones equal.
func (f *frame) canonicalise(b *belief) blindsight.Key {
	f.rows = grow(f.rows, b.states)
	f.sortColumns(b)
	f.hashRows(b)
	if f.dedupe(b) {
		f.sortColumns(b)
		f.hashRows(b)
	}
	key := blindsight.Key{Hi: uint64(b.states), Lo: uint64(len(b.columns))}
	for _, r := range f.rows[:b.states] {
		key.Hi += mix(r.hi)
		key.Lo += mix(r.lo)
	}
	return key
}

func (f *frame) sortColumns(b *belief) {
	f.order = grow(f.order, len(b.columns))
	for j := range b.columns {
		o := columnOrder{column: int32(j)}
		rank := uint8(0)
		for x, n := range b.columns[j].counts[:loss] {
			if n > 0 {
				o.rank[x] = rank
				o.invariant = mix(o.invariant + uint64(n))
				rank++
			}
		}
		o.rank[loss] = loss
		f.order[j] = o
	}
	byInvariant := func(x, y columnOrder) int {
		return cmp.Or(cmp.Compare(x.invariant, y.invariant), cmp.Compare(x.column, y.column))
	}
	slices.SortFunc(f.order, byInvariant)
	ties := false
	for i := 1; i < len(f.order); i++ {
		ties = ties || f.order[i].invariant == f.order[i-1].invariant
	}
	if !ties {
		return
	}
	rows := f.rows[:b.states]
	clear(rows)
	for i := range f.order {
		o := &f.order[i]
		var z [16]uint64
		for x := range z {
			z[x] = mix(o.invariant + uint64(o.rank[x])*0x9e3779b97f4a7c15)
		}
		for i, x := range b.columns[o.column].shown {
			rows[i].hi += z[x&15]
		}
	}
	for i := range rows {
		rows[i].hi = mix(rows[i].hi)
	}
	for i := range f.order {
		o := &f.order[i]
		tied := i > 0 && f.order[i-1].invariant == o.invariant || i+1 < len(f.order) && f.order[i+1].invariant == o.invariant
		o.tied = tied
	}
	for i := range f.order {
		o := &f.order[i]
		if !o.tied {
			continue
		}
		var sums [16]uint64
		for i, x := range b.columns[o.column].shown {
			sums[x&15] += rows[i].hi
		}
		sum := uint64(0)
		for x, s := range sums {
			if b.columns[o.column].counts[x] > 0 {
				sum += mix(s + uint64(o.rank[x]))
			}
		}
		o.refined = mix(sum)
	}
	slices.SortFunc(f.order, func(x, y columnOrder) int {
		return cmp.Or(cmp.Compare(x.invariant, y.invariant), cmp.Compare(x.refined, y.refined), cmp.Compare(x.column, y.column))
	})
}

func (f *frame) hashRows(b *belief) {
	rows := f.rows[:b.states]
	clear(rows)
	for place := range f.order {
		o := &f.order[place]
		keys := placeKeys(place)
		var z [16]blindsight.Key
		for x := range 16 {
			z[x] = keys[o.rank[x]]
		}
		for i, x := range b.columns[o.column].shown {
			rows[i].hi += z[x&15].Hi
			rows[i].lo += z[x&15].Lo
		}
	}
}
