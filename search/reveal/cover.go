package reveal

import "math/bits"

// Two states are rivals if no action is safe in both and shows different things:
// then one play can win only one of them, for it never tells them apart before one
// of them is lost. A set of states of which any two are rivals is a camp, and a
// belief wins at most one state of each camp. So the number of camps into which the
// states of a belief are divided is an upper bound of its value, and a close one.
//
// An action never parts rivals: each camp stays in one child or loses members.
// Hence the camps of a belief serve all its descendants, and an action wins at most
// as many states as there are camps with a member that it keeps.

// chunk is how many states are divided into camps at a time: the work for one state
// grows with their number, but so do the camps. In end games of 1,000 to 4,000
// placements 4096 instead of 1024 halves the nodes.
const chunk = 4096

// coverer divides states into camps. Its memory is reused.
type coverer struct {
	watch   *watch
	kinds   []uint16 // the answers that each action shows, a bit each
	planes  []uint64 // the bits of the answers, 64 sets of states for each word of a row
	sets    [16][]uint64
	told    []uint64 // for each state the set of later ones that are no rivals
	left    []uint64 // states in no camp yet
	group   []uint64 // rivals of all members of the camp in hand
	members []int32  // states, camp by camp
	ends    []int32  // of the camps, in members
	bySize  []int32  // camps from large to small
	room    [65][]int32
}

// cover divides the states of a belief into camps: c.members and c.ends. It also
// sets c.kinds. It returns false where the context ended.
func (c *coverer) cover(b *belief) bool {
	c.members, c.ends = c.members[:0], c.ends[:0]
	c.kinds = grow(c.kinds, b.columns)
	clear(c.kinds)
	for from := 0; from < b.states; from += chunk {
		to := min(from+chunk, b.states)
		c.rivals(b, from, to)
		c.divide(from, to-from)
		if c.watch.did((to - from) * ((to-from)/64 + 1) * (b.columns/2 + 1)) { // pairs, 64 at a time
			return false
		}
	}
	return true
}

// rivals compares the states of a chunk.
func (c *coverer) rivals(b *belief, from, to int) {
	n := to - from
	words := (n + 63) / 64
	c.told = grow(c.told, n*words)
	clear(c.told)
	for x := range c.sets {
		c.sets[x] = grow(c.sets[x], words)
	}
	c.planes = grow(c.planes, 64*words)
	others := c.sets[loss]
	for q := range b.width {
		var block [64]uint64
		for w := range words {
			for i := range block {
				block[i] = ^uint64(0)
				if s := from + w<<6 + i; s < to {
					block[i] = b.rows[s*b.width+q]
				}
			}
			transpose(&block)
			copy(c.planes[64*w:], block[:])
		}
		for j := q * perWord; j < min(b.columns, (q+1)*perWord); j++ {
			// Which answers are there? Only bits that some answer has.
			some := 0
			for w := range words {
				four := (*[4]uint64)(c.planes[64*w+j%perWord*4:])
				safe := ^(four[0] & four[1] & four[2] & four[3])
				for k, set := range four {
					if set&safe != 0 {
						some |= 1 << k
					}
				}
			}
			kinds := uint16(0)
			for x := range loss {
				if x&^some != 0 {
					continue
				}
				any := uint64(0)
				set := c.sets[x]
				for w := range set {
					set[w] = showing((*[4]uint64)(c.planes[64*w+j%perWord*4:]), x)
					any |= set[w]
				}
				if any != 0 {
					kinds |= 1 << x
				}
			}
			c.kinds[j] |= kinds
			for rest := kinds; rest != 0; rest &= rest - 1 {
				mine := c.sets[bits.TrailingZeros16(rest)]
				clear(others)
				for o := kinds &^ (rest & -rest); o != 0; o &= o - 1 {
					for w, set := range c.sets[bits.TrailingZeros16(o)] {
						others[w] |= set
					}
				}
				for w, set := range mine {
					for ; set != 0; set &= set - 1 {
						i := w<<6 + bits.TrailingZeros64(set)
						row := c.told[i*words+w : (i+1)*words]
						for v, o := range others[w:][:len(row)] {
							row[v] |= o
						}
					}
				}
			}
		}
	}
}

// divide divides n states into camps, each of at most 64, greedily: a camp takes the
// first state that is left, then the first of its rivals, and so on.
func (c *coverer) divide(from, n int) {
	words := (n + 63) / 64
	c.left, c.group = grow(c.left, words), grow(c.group, words)
	for w := range c.left {
		c.left[w] = ^uint64(0)
	}
	if n&63 != 0 {
		c.left[words-1] = 1<<(n&63) - 1
	}
	for w := range words {
		for c.left[w] != 0 {
			i := w<<6 + bits.TrailingZeros64(c.left[w])
			copy(c.group[w:], c.left[w:])
			size := 0
			for at := w; ; {
				c.members = append(c.members, int32(from+i))
				c.left[i>>6] &^= 1 << (i & 63)
				c.group[i>>6] &^= 1 << (i & 63)
				row := c.told[i*words : (i+1)*words]
				for v := at; v < words; v++ {
					c.group[v] &^= row[v]
				}
				for at < words && c.group[at] == 0 {
					at++
				}
				if size++; at == words || size == 64 {
					break
				}
				i = at<<6 + bits.TrailingZeros64(c.group[at])
			}
			c.ends = append(c.ends, int32(len(c.members)))
		}
	}
}

// arrange gives each state its place: camps are packed into words, the largest
// first, each where the least room is left that is enough. It returns false where the
// context ended.
func (c *coverer) arrange(p *planes) bool {
	size := func(camp int) int32 {
		if camp == 0 {
			return c.ends[0]
		}
		return c.ends[camp] - c.ends[camp-1]
	}
	var count [66]int32
	for camp := range c.ends {
		count[64-size(camp)+1]++
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	c.bySize = grow(c.bySize, len(c.ends))
	for camp := range c.ends {
		at := &count[64-size(camp)]
		c.bySize[*at] = int32(camp)
		*at++
	}
	p.words, p.tops, p.order = 0, p.tops[:0], p.order[:0]
	for i := range c.room {
		c.room[i] = c.room[i][:0]
	}
	for _, camp := range c.bySize {
		n := size(int(camp))
		free := n
		for free < 64 && len(c.room[free]) == 0 {
			free++
		}
		if len(c.room[free]) == 0 {
			c.room[64] = append(c.room[64], int32(p.words))
			p.words++
			p.tops = append(p.tops, 0)
			for range 64 {
				p.order = append(p.order, -1)
			}
		}
		last := len(c.room[free]) - 1
		word := c.room[free][last]
		c.room[free] = c.room[free][:last]
		c.room[free-n] = append(c.room[free-n], word)
		at := word<<6 + 64 - free
		for _, i := range c.members[c.ends[camp]-n : c.ends[camp]] {
			p.order[at] = i
			at++
		}
		p.tops[word] |= 1 << ((at - 1) & 63)
		if c.watch.did(4 * int(n)) {
			return false
		}
	}
	return true
}
