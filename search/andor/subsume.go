package andor

// Subsumption between beliefs: what is known of one decides others. A belief that is part
// of a won one is won, and one that has a lost part is lost (the paper's Theorem 2, read
// in both directions); a win counts for more depth, a loss for less.

// maxLinks is how many facts of one list are looked at, newest first.
const maxLinks = 256

// find returns what is known of a belief, nil if nothing is: a fact about itself, about a
// superset that is won (the paper's Theorem 2 read forwards) or a subset that is lost.
func (t *table[S, A, O]) find(belief []S, depth int, m mode) *fact[A] {
	if t.base != nil {
		if f := t.base.peek(belief, depth, m, t.scratch[:0]); f != nil {
			return f
		}
	}
	ids, _ := t.ids(belief)
	return t.lookup(ids, true, depth, m)
}

// lookup is find for the sorted numbers of a belief, or of those of its states that have one
// if it is not whole: then it is no subset of a won belief.
func (t *table[S, A, O]) lookup(ids []uint32, whole bool, depth int, m mode) *fact[A] {
	sign := signOf(ids)
	last := ids[len(ids)-1]
	if whole {
		for k, n := t.heads[last].won, 0; k >= 0 && n < maxLinks; k, n = t.links[k].next, n+1 {
			f := &t.facts[t.links[k].fact]
			if int(f.depth) <= depth && f.mode.serves(m) && sign&^f.sign == 0 && t.within(ids, f.ids) {
				return f
			}
		}
	}
	if t.exact && !whole {
		return nil
	}
	for _, id := range ids {
		for k, n := t.heads[id].lost, 0; k >= 0 && n < maxLinks; k, n = t.links[k].next, n+1 {
			f := &t.facts[t.links[k].fact]
			if int(f.depth) >= depth && f.mode <= m && f.sign&^sign == 0 && t.within(f.ids, ids) {
				return f
			}
		}
		if t.exact {
			break
		}
	}
	return nil
}

// within reports whether a is a subset of b, or equal to it if that is all to be found.
func (t *table[S, A, O]) within(a, b []uint32) bool {
	if len(a) > len(b) || t.exact && len(a) != len(b) {
		return false
	}
	k := 0
	for _, id := range a {
		for k < len(b) && b[k] < id {
			k++
		}
		if k == len(b) || b[k] != id {
			return false
		}
		k++
	}
	return true
}

// serves reports whether the plan of a win in one mode is one in another. That of a
// burdened turn may begin with an empty try, which is of no use to a free one.
func (m mode) serves(n mode) bool { return m == n || m == free && n == unasked }
