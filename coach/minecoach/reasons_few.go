package minecoach

import (
	"slices"

	"blindsight/game/minesweeper"
)

// few is forces for at most three numbers without the number of mines, of which Reasons tries
// hundreds of sets. Closed cells that the same numbers count are alike: it is enough to try how many mines each of
// the seven kinds has.
func (r *reasoner) few(set []minesweeper.Cell, c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	r.forget()
	var k kinds
	defer r.uncount()
	for i, n := range set {
		k.value[i] = int(r.v.At(n))
		for _, near := range r.closed(n) {
			if r.counts[near] == 0 {
				r.names = append(r.names, near)
			}
			r.counts[near] |= 1 << i
		}
	}
	for _, closed := range r.names {
		k.size[r.counts[closed]]++
	}
	k.try()
	settled := func(c minesweeper.Cell) bool {
		kind := r.counts[c]
		return kind != 0 && (mine && k.least[kind] == k.size[kind] || !mine && k.most[kind] == 0)
	}
	if !k.possible || !settled(c) {
		return nil
	}
	reason := &Reason{Mine: mine, Numbers: slices.Clone(set)}
	for _, other := range open {
		if settled(other) {
			reason.Cells = append(reason.Cells, other)
		}
	}
	slices.Sort(reason.Cells)
	return reason
}

// uncount forgets which numbers count which cells.
func (r *reasoner) uncount() {
	for _, c := range r.names {
		r.counts[c] = 0
	}
	r.names = r.names[:0]
}

// kinds are closed cells by which of three numbers count them: bit i of a kind stands for number i.
type kinds struct {
	value [3]int // of the numbers; 0 of one that is not there
	size  [8]int // cells of each kind

	possible    bool   // some way agrees with all numbers
	least, most [8]int // mines among each kind, over all such ways
}

// try tries all ways to distribute mines among the kinds. What several numbers count is chosen; what one number
// alone counts follows.
func (k *kinds) try() {
	k.least, k.most = k.size, [8]int{}
	size, value := &k.size, &k.value
	for all := range size[7] + 1 {
		for a := range size[3] + 1 { // numbers 0 and 1
			for b := range size[5] + 1 { // 0 and 2
				first := value[0] - all - a - b
				if first < 0 || first > size[1] {
					continue
				}
				for c := range size[6] + 1 { // 1 and 2
					second, third := value[1]-all-a-c, value[2]-all-b-c
					if second < 0 || second > size[2] || third < 0 || third > size[4] {
						continue
					}
					k.possible = true
					for kind, n := range [8]int{1: first, 2: second, 3: a, 4: third, 5: b, 6: c, 7: all} {
						k.least[kind], k.most[kind] = min(k.least[kind], n), max(k.most[kind], n)
					}
				}
			}
		}
	}
}
