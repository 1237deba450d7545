package expectimax

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
// grows with their number.
const chunk = 1024

// planes are the states of a belief as bit sets, arranged by camps: no camp crosses
// the border of a word, so that camps can be counted a word at a time.
type planes struct {
	words   int
	columns []planeColumn
	bits    []uint64 // sets of states, words each
	tops    []uint64 // the last place of each camp
	place   []int32  // of each state
}

// planeColumn says where the sets of a column are in planes.bits.
type planeColumn struct {
	safe        int32
	first, last int32 // one set for each answer, from first to last
}

// coverer divides states into camps. Its memory is reused.
type coverer struct {
	answers []uint64 // sets of the states that show an answer
	told    []uint64 // for each state the set of later ones that are not
	left    []uint64 // states in no camp yet
	group   []uint64 // rivals of all members of the camp in hand
	members []int32  // states, camp by camp
	ends    []int32  // of the camps, in members
	bySize  []int32  // camps from large to small
	room    [65][]int32
}

// cover divides the states of a belief into camps: c.members and c.ends.
func (c *coverer) cover(b *belief) {
	c.members, c.ends = c.members[:0], c.ends[:0]
	for from := 0; from < b.states; from += chunk {
		c.chunk(b, from, min(from+chunk, b.states))
	}
}

func (c *coverer) chunk(b *belief, from, to int) {
	n := to - from
	words := (n + 63) / 64
	c.told = grow(c.told, n*words)
	clear(c.told)
	c.answers = grow(c.answers, 17*words)
	for j := range b.columns {
		shown := b.columns[j].shown[from:to]
		kinds := b.columns[j].kinds &^ (1 << loss)
		clear(c.answers)
		for i, x := range shown {
			c.answers[int(x&15)*words+i>>6] |= 1 << (i & 63)
		}
		// What tells a state from those that show another answer.
		others := c.answers[16*words:]
		for x := range loss {
			if kinds>>x&1 == 0 {
				continue
			}
			mine := c.answers[x*words : (x+1)*words]
			lost := c.answers[loss*words : (loss+1)*words]
			for w := range others {
				others[w] = ^(mine[w] | lost[w])
			}
			for w, set := range mine {
				for ; set != 0; set &= set - 1 {
					i := w<<6 + bits.TrailingZeros64(set)
					row := c.told[i*words : (i+1)*words]
					for v := w; v < words; v++ { // later states are enough
						row[v] |= others[v]
					}
				}
			}
		}
	}
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
					c.group[v] &^= row[v] // row has those that are not
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
// first, each where the least room is left that is enough.
func (c *coverer) arrange(p *planes, states int) {
	size := func(camp int32) int32 {
		if camp == 0 {
			return c.ends[0]
		}
		return c.ends[camp] - c.ends[camp-1]
	}
	var count [66]int32
	for camp := range c.ends {
		count[64-size(int32(camp))+1]++
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	c.bySize = grow(c.bySize, len(c.ends))
	for camp := range c.ends {
		at := &count[64-size(int32(camp))]
		c.bySize[*at] = int32(camp)
		*at++
	}
	p.words, p.tops = 0, p.tops[:0]
	p.place = grow(p.place, states)
	for i := range c.room {
		c.room[i] = c.room[i][:0]
	}
	for _, camp := range c.bySize {
		n := size(camp)
		free := n
		for free < 64 && len(c.room[free]) == 0 {
			free++
		}
		if len(c.room[free]) == 0 {
			c.room[64] = append(c.room[64], int32(p.words))
			p.words++
			p.tops = append(p.tops, 0)
		}
		last := len(c.room[free]) - 1
		word := c.room[free][last]
		c.room[free] = c.room[free][:last]
		c.room[free-n] = append(c.room[free-n], word)
		at := word<<6 + 64 - free
		for _, i := range c.members[c.ends[camp]-n : c.ends[camp]] {
			p.place[i] = at
			at++
		}
		p.tops[word] |= 1 << ((at - 1) & 63)
	}
}

// load sets p to the states of a belief, arranged by camps.
func (p *planes) load(b *belief, c *coverer) {
	c.cover(b)
	c.arrange(p, b.states)
	sets := 0
	p.columns = p.columns[:0]
	for j := range b.columns {
		col := planeColumn{safe: int32(sets * p.words)}
		sets++
		col.first = int32(sets * p.words)
		sets += bits.OnesCount16(b.columns[j].kinds &^ (1 << loss))
		col.last = int32(sets * p.words)
		p.columns = append(p.columns, col)
	}
	p.bits = grow(p.bits, (sets+1)*p.words) // one more, for what is lost
	clear(p.bits)
	for j := range b.columns {
		col := p.columns[j]
		var at [16]int32
		next := col.first
		for x := range at {
			at[x] = int32(sets * p.words)
			if x != loss && b.columns[j].kinds>>x&1 != 0 {
				at[x] = next
				next += int32(p.words)
			}
		}
		for i, x := range b.columns[j].shown {
			place := p.place[i]
			p.bits[at[x&15]+place>>6] |= 1 << (place & 63)
		}
		safe := p.bits[col.safe:col.first]
		for a := col.first; a < col.last; a += int32(p.words) {
			for w, set := range p.bits[a : a+int32(p.words)] {
				safe[w] |= set
			}
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
