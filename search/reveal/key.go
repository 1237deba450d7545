package reveal

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

// canon computes keys that do not depend on names. Its memory is reused.
type canon struct {
	watch   *watch
	shown   []uint8
	columns []column
	rows    []row
	order   []columnOrder
}

// column is what one action shows in every state of a belief.
type column struct {
	shown  []uint8   // in the order of the states
	counts [16]int32 // in how many states each answer is shown
}

// row is the hash of what one state shows to the live actions.
type row struct{ hi, lo uint64 }

// columnOrder sorts columns by what does not depend on their names.
type columnOrder struct {
	invariant uint64
	refined   uint64
	column    int32
	tied      bool
	rank      [16]uint8
}

// key returns the key of the belief. The value of a belief does not change
// when actions are renamed, when the answers of an action are renamed, or when
// states are put in another order. So the columns are sorted by an invariant that
// knows no names (two rounds of refinement between columns and states), answers are
// replaced by their ranks, and the hashes of the states are added up. Mirrored
// boards come out equal without anybody having said what a mirror is.
//
// Whatever order the sort gives to columns of equal invariant, the key is one of a
// matrix with the same value: a poor order can miss that two beliefs are the same,
// but cannot make different ones equal.
//
// Where the context ended, the key is of nothing.
func (f *canon) key(b *belief) blindsight.Key {
	if !f.load(b) {
		return blindsight.Key{}
	}
	f.rows = grow(f.rows, b.states)
	if !f.sortColumns() || !f.hashRows() {
		return blindsight.Key{}
	}
	key := blindsight.Key{Hi: uint64(b.states), Lo: uint64(len(f.columns))}
	for _, r := range f.rows {
		key.Hi += mix(r.hi)
		key.Lo += mix(r.lo)
	}
	return key
}

// load unpacks a belief. Like the next two it returns false where the context ended.
func (f *canon) load(b *belief) bool {
	f.shown = grow(f.shown, b.states*b.columns)
	f.columns = grow(f.columns, b.columns)
	for j := range f.columns {
		c := column{shown: f.shown[j*b.states : (j+1)*b.states]}
		for from := 0; from < b.states; from += watchBlock {
			to := min(from+watchBlock, b.states)
			for i := from; i < to; i++ {
				x := b.at(i, j)
				c.shown[i] = x
				c.counts[x]++
			}
			if f.watch.did(2 * (to - from)) {
				return false
			}
		}
		f.columns[j] = c
	}
	return true
}

func (f *canon) sortColumns() bool {
	f.order = grow(f.order, len(f.columns))
	for j := range f.columns {
		o := columnOrder{column: int32(j)}
		rank := uint8(0)
		for x, n := range f.columns[j].counts[:loss] {
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
		return true
	}
	rows := f.rows
	clear(rows)
	for i := range f.order {
		o := &f.order[i]
		var z [16]uint64
		for x := range z {
			z[x] = mix(o.invariant + uint64(o.rank[x])*0x9e3779b97f4a7c15)
		}
		for i, x := range f.columns[o.column].shown {
			rows[i].hi += z[x&15]
		}
		if f.watch.did(len(rows)) {
			return false
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
		for i, x := range f.columns[o.column].shown {
			sums[x&15] += rows[i].hi
		}
		if f.watch.did(len(rows)) {
			return false
		}
		sum := uint64(0)
		for x, s := range sums {
			if f.columns[o.column].counts[x] > 0 {
				sum += mix(s + uint64(o.rank[x]))
			}
		}
		o.refined = mix(sum)
	}
	slices.SortFunc(f.order, func(x, y columnOrder) int {
		return cmp.Or(cmp.Compare(x.invariant, y.invariant), cmp.Compare(x.refined, y.refined), cmp.Compare(x.column, y.column))
	})
	return true
}

func (f *canon) hashRows() bool {
	rows := f.rows
	clear(rows)
	for place := range f.order {
		o := &f.order[place]
		keys := placeKeys(place)
		var z [16]blindsight.Key
		for x := range 16 {
			z[x] = keys[o.rank[x]]
		}
		for i, x := range f.columns[o.column].shown {
			rows[i].hi += z[x&15].Hi
			rows[i].lo += z[x&15].Lo
		}
		if f.watch.did(len(rows)) {
			return false
		}
	}
	return true
}
