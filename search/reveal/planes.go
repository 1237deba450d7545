package reveal

import "math/bits"

// planes are the states of a belief as bit sets, arranged by camps (see cover.go): no
// camp crosses the border of a word, so that camps can be counted a word at a time.
type planes struct {
	words   int
	columns []planeColumn
	bits    []uint64 // sets of states, words each
	tops    []uint64 // the last place of each camp
	order   []int32  // the state at each place, or -1
}

// planeColumn says where the sets of a column are in planes.bits.
type planeColumn struct {
	safe        int32
	first, last int32 // one set for each answer, from first to last
}

// load sets p to the states of a belief, arranged by camps. It returns false where
// the context ended.
func (p *planes) load(b *belief, c *coverer) bool {
	if !c.cover(b) || !c.arrange(p) {
		return false
	}
	sets := 0
	p.columns = p.columns[:0]
	for j := range b.columns {
		col := planeColumn{safe: int32(sets * p.words), first: int32((sets + 1) * p.words)}
		sets += 1 + bits.OnesCount16(c.kinds[j])
		col.last = int32(sets * p.words)
		p.columns = append(p.columns, col)
	}
	p.bits = grow(p.bits, sets*p.words)
	var block [64]uint64
	for q := range b.width {
		for w := range p.words {
			for i, state := range p.order[w<<6 : w<<6+64] {
				block[i] = ^uint64(0)
				if state >= 0 {
					block[i] = b.rows[int(state)*b.width+q]
				}
			}
			transpose(&block)
			for j := q * perWord; j < min(b.columns, (q+1)*perWord); j++ {
				four := (*[4]uint64)(block[j%perWord*4:])
				at := int(p.columns[j].first) + w
				safe := uint64(0)
				for kinds := c.kinds[j]; kinds != 0; kinds &= kinds - 1 {
					set := showing(four, bits.TrailingZeros16(kinds))
					p.bits[at] = set
					safe |= set
					at += p.words
				}
				p.bits[int(p.columns[j].safe)+w] = safe
			}
			if c.watch.did(512) {
				return false
			}
		}
	}
	return true
}

// showing returns the places where the number of which four are the bits is x.
func showing(four *[4]uint64, x int) uint64 {
	return (four[0] ^ (uint64(x&1) - 1)) & (four[1] ^ (uint64(x>>1&1) - 1)) & (four[2] ^ (uint64(x>>2&1) - 1)) & (four[3] ^ (uint64(x>>3) - 1))
}

// transpose exchanges rows and columns of 64 by 64 bits.
func transpose(m *[64]uint64) {
	for s, mask := 32, uint64(1<<32-1); s > 0; s, mask = s>>1, mask^mask<<(s>>1) {
		for i := 0; i < 64; i = (i + s + 1) &^ s {
			t := (m[i]>>s ^ m[i+s]) & mask
			m[i] ^= t << s
			m[i+s] ^= t
		}
	}
}

// camps counts the camps that have a member in a set of states.
func (p *planes) camps(set []uint64) int32 {
	n := 0
	for w, s := range set[:len(p.tops)] {
		n += bits.OnesCount64(held(s, p.tops[w]))
	}
	return int32(n)
}

// held returns the last places of the camps that have a member in set.
func held(set, tops uint64) uint64 {
	// Adding ones below the top of a camp carries into it if there is any member.
	return ((set &^ tops) + ^tops | set) & tops
}

// bound returns an upper bound of the value of the states in part, a set of states
// that the column asked does not lose and shows one answer in: how many camps the
// best other action keeps there.
func (p *planes) bound(part []uint64, asked int) int32 {
	all := p.camps(part)
	best := int32(1)
	for j := range p.columns {
		if j == asked {
			continue
		}
		safe := p.bits[p.columns[j].safe:]
		n := 0
		for w, s := range part {
			if s &= safe[w]; s != 0 {
				n += bits.OnesCount64(held(s, p.tops[w]))
			}
		}
		if int32(n) > best && !p.single(part, j) {
			if best = int32(n); best == all {
				break
			}
		}
	}
	return best
}

// single tells whether a column shows only one answer in the states of part where
// it is safe.
func (p *planes) single(part []uint64, j int) bool {
	kinds := 0
	words := int32(p.words)
	for a := p.columns[j].first; a < p.columns[j].last; a += words {
		for w, s := range p.bits[a : a+words] {
			if s&part[w] != 0 {
				if kinds++; kinds == 2 {
					return false
				}
				break
			}
		}
	}
	return true
}
