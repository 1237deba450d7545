package endings

import (
	"slices"

	"blindsight/game/chess"
)

// Distil returns a smaller table that wins all that this one wins in the long run, in as many moves, or
// with full only the placements that are won wherever the king is. Of sets that are won it holds what
// its own tries lead to, so that smaller sets may take as many moves as the larger ones around them: it is not exact.
func (t *Table) Distil(full bool) *Table {
	d := &distiller{from: t, wanted: make([]map[int][]chess.Bitboard, len(t.won)), tries: make([][]try, len(t.won))}
	for i := range t.won {
		d.wanted[i] = map[int][]chess.Bitboard{}
		possible := t.material.Possible(t.places.list[i])
		for _, s := range greatest(slices.Clone(t.won[i].all)) {
			if !full || s == possible {
				d.want(i, s)
			}
		}
	}
	for n := t.levels; n > 0; n-- {
		for i := range t.won {
			for k := 0; k < len(d.wanted[i][n]); k++ { // it may grow by what is left after refusals
				d.lead(i, d.wanted[i][n][k], n)
			}
		}
	}
	small := &Table{material: t.material, places: t.places, levels: t.levels, complete: t.complete, below: t.below, won: make([]sets, len(t.won))}
	for i := range small.won {
		for n := 1; n <= t.levels; n++ {
			s := d.wanted[i][n]
			slices.Sort(s)
			small.won[i].add(s)
		}
	}
	return small
}

// distiller collects the sets that are needed.
type distiller struct {
	from   *Table
	wanted []map[int][]chess.Bitboard // by placement and moves
	tries  [][]try                    // by placement, once they are needed
}

// want notes a set that must be won, in as many moves as it takes. Where the men stand symmetrically, so must
// what is wanted: which of two symmetries takes men to their placement is not told apart.
func (d *distiller) want(i int, s chess.Bitboard) {
	n := d.from.won[i].moves(s)
	for _, g := range d.from.places.stabilizer(i) {
		if image := g.set(s); !slices.Contains(d.wanted[i][n], image) {
			d.wanted[i][n] = append(d.wanted[i][n], image)
		}
	}
}

// need is a set that a try leads to.
type need struct {
	place int
	set   chess.Bitboard
}

// lead finds the try that needs the fewest sets more to win a set in n moves, and notes them.
func (d *distiller) lead(i int, s chess.Bitboard, n int) {
	if d.tries[i] == nil {
		d.tries[i] = d.from.tries(i)
	}
	var best []need
	found := false
	for k := range d.tries[i] {
		y := &d.tries[i][k]
		if !d.from.wins(i, y, s, n) {
			continue
		}
		if more := d.needs(i, y, s, n); !found || len(more) < len(best) {
			best, found = more, true
		}
		if len(best) == 0 {
			break
		}
	}
	for _, m := range best {
		d.want(m.place, m.set)
	}
}

// needs returns the sets that must be wanted for a try to win s in n.
func (d *distiller) needs(i int, y *try, s chess.Bitboard, n int) []need {
	var list []need
	if left := s &^ y.legal; left != 0 && !d.has(i, left, n-1) {
		// What is left after a refusal is wanted as it is, or won in fewer moves: were it part of another set of n, the two
		// might send us to one another.
		if !d.from.won[i].within(left, n-1) {
			if !slices.Contains(d.wanted[i][n], left) {
				list = append(list, need{i, left})
			}
		} else {
			list = append(list, need{i, d.around(i, left, n-1)})
		}
	}
	for k := range y.classes {
		c := &y.classes[k]
		if s&c.squares == 0 {
			continue
		}
		if to, _ := c.repliesTo(s & c.squares); !d.has(int(y.next), to, n-1) && to != 0 {
			list = append(list, need{int(y.next), d.around(int(y.next), to, n-1)})
		}
	}
	return list
}

// has reports whether a set is part of one that is wanted in at most n moves.
func (d *distiller) has(i int, s chess.Bitboard, n int) bool {
	for ; n > 0; n-- {
		if within(s, d.wanted[i][n]) {
			return true
		}
	}
	return false
}

// around returns the largest set that is won in at most n moves and holds s.
func (d *distiller) around(i int, s chess.Bitboard, n int) chess.Bitboard {
	best := chess.Bitboard(0)
	for _, t := range d.from.won[i].upTo(n) {
		if s&^t == 0 && t.Count() > best.Count() {
			best = t
		}
	}
	return best
}
