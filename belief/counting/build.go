package counting

import (
	"math"
	"math/bits"

	"blindsight/internal/purefloat"
)

// builder turns the content of a component into its graph. It holds scratch memory.
type builder struct {
	sums     []sum
	boxStart []int32 // the sums of box b are boxSums[boxStart[b]:boxStart[b+1]]
	boxSums  []int32
	sumStart []int32
	sumBoxes []int32

	trial   []int32 // an order being tried
	rank    []int32 // of a sum: when it was opened, -1 before
	left    []int32 // boxes of a sum that are still to come
	done    []bool
	listed  []bool
	waiting []int32 // boxes of open sums

	touched          []touch
	freeSlots        []int32
	opening, delta   []uint64
	states, newborns []uint64 // of two layers, words each
	key              []uint64
	words            int
	table            []slot
	epoch            uint32
	limit            int // of nodes, 0 for none
	stop             func() bool
	asked            int // nodes since it was asked
	stopped          bool
}

// sum is a sum of a component.
type sum struct {
	need   int32 // its value
	supply int32 // cells in boxes that are still to come
	boxes  int32 // how many it has
	slot   int32 // where its need stands in a state, -1 while it has none
	open   bool
}

// touch is a sum as the box of a step meets it.
type touch struct {
	word   int32
	shift  uint8
	supply int32 // cells of the sum in later boxes
}

// slot of a hash table over the states of one layer.
type slot struct {
	epoch uint32
	node  int32
}

// build counts the component whose key is set. Where it has no assignment, it has
// no ways. It returns false, and leaves it unfinished, beyond the limit and where it
// was stopped.
func (w *builder) build(k *component) bool {
	w.parse(k)
	w.choose(k)
	w.rows(k)
	if !w.grow(k) {
		k.ways = k.ways[:0]
		return !w.beyond(k)
	}
	k.flow()
	if k.nodes[0].back.n == 0 {
		k.ways = k.ways[:0]
		return true
	}
	k.finish()
	return true
}

// nodesBetweenQuestions is after how many nodes the builder asks whether to stop.
const nodesBetweenQuestions = 4096

// beyond tells whether a component has more nodes than allowed, or is to be given up.
func (w *builder) beyond(k *component) bool {
	if w.stop != nil && !w.stopped {
		if w.asked++; w.asked == nodesBetweenQuestions {
			w.asked, w.stopped = 0, w.stop()
		}
	}
	return w.stopped || w.limit > 0 && len(k.nodes) > w.limit
}

// parse reads the key: see system.explore.
func (w *builder) parse(k *component) {
	w.sums, w.sumBoxes, w.sumStart = w.sums[:0], w.sumBoxes[:0], append(w.sumStart[:0], 0)
	at := 0
	for k.key[at] >= 0 {
		n := int(k.key[at+1])
		w.sums = append(w.sums, sum{need: k.key[at], boxes: int32(n), slot: -1})
		w.sumBoxes = append(w.sumBoxes, k.key[at+2:at+2+n]...)
		w.sumStart = append(w.sumStart, int32(len(w.sumBoxes)))
		at += 2 + n
	}
	k.size = append(k.size[:0], k.key[at+1:]...)
	boxes := len(k.size)
	w.boxStart = zeroed(w.boxStart, boxes+2)
	for _, b := range w.sumBoxes {
		w.boxStart[b+2]++
	}
	for b := range boxes {
		w.boxStart[b+2] += w.boxStart[b+1]
	}
	w.boxSums = resize(w.boxSums, len(w.sumBoxes))
	for s := range w.sums {
		for _, b := range w.boxesOf(int32(s)) {
			w.boxSums[w.boxStart[b+1]] = int32(s)
			w.boxStart[b+1]++
			w.sums[s].supply += k.size[b]
		}
	}
}

func (w *builder) boxesOf(s int32) []int32 { return w.sumBoxes[w.sumStart[s]:w.sumStart[s+1]] }
func (w *builder) sumsOf(b int32) []int32  { return w.boxSums[w.boxStart[b]:w.boxStart[b+1]] }

// rows writes down, for each step, the ways to choose j cells of its box.
func (w *builder) rows(k *component) {
	k.rows, k.rowStart = k.rows[:0], append(k.rowStart[:0], 0)
	for _, b := range k.order {
		start := len(k.rows)
		size := int(k.size[b])
		if k.tilt == noTilt {
			c := 1.0
			for j := 0; j <= size; j++ {
				k.rows = append(k.rows, c)
				c = math.Round(c * float64(size-j) / float64(j+1))
			}
		} else {
			k.rows = extend(k.rows, start+size+1)
			binomials(k.rows[start:], size, 0, float64(k.tilt)*math.Ln2)
			normalise(k.rows[start:])
		}
		k.rowStart = append(k.rowStart, int32(len(k.rows)))
	}
}

// binomials sets row[i] to C(n, first+i) * e^(tilt*i), scaled so that the greatest
// is 1; what the scaling would lose is tiny. Powers outside 0..n are 0.
func binomials(row []float64, n, first int, tilt float64) {
	clear(row)
	lo, hi := max(0, -first), min(len(row)-1, n-first)
	if lo > hi {
		return
	}
	// The greatest term: where the ratio of neighbours passes 1.
	odds := purefloat.Exp(tilt)
	top := min(hi, max(lo, int(math.Floor(odds*float64(n+1)/(1+odds)))-first))
	row[top] = 1
	for i := top; i < hi; i++ {
		j := float64(first + i)
		row[i+1] = max(row[i]*(float64(n)-j)/(j+1)*odds, lost)
	}
	for i := top; i > lo; i-- {
		j := float64(first + i)
		row[i-1] = max(row[i]*j/((float64(n)-j+1)*odds), lost)
	}
}

// lost is the least coefficient of a row: a row of a system that needs no tilt has
// none below 2^-900.
const lost = 1e-280

// choose finds an order of the boxes that keeps few sums open. It begins somewhere,
// then once more from where that ended, and where that is not good enough from
// other boxes too.
func (w *builder) choose(k *component) {
	boxes := len(k.size)
	k.order = resize(k.order, boxes)
	w.trial = resize(w.trial, boxes)
	best := math.Inf(1)
	try := func(first int32) {
		if cost := w.arrange(first, boxes, best); cost < best {
			best = cost
			copy(k.order, w.trial)
		}
	}
	try(0)
	if best <= cheap || boxes < 3 {
		return
	}
	try(k.order[boxes-1])
	try(k.order[boxes-1])
	if best <= dear {
		return
	}
	stride := max(1, boxes/32)
	for b := 0; b < boxes; b += stride {
		try(int32(b))
	}
}

// An order costs the sum over its steps of 2 to the number of open sums. From cheap
// on a second beginning is tried, from dear on many.
const (
	cheap = 64
	dear  = 4000
)

// arrange makes an order that begins with a box: next is always a box of an open
// sum that opens the fewest sums more than it closes, of equals the one whose
// sum has been open the longest. It returns the cost, or one above limit.
func (w *builder) arrange(first int32, boxes int, limit float64) float64 {
	w.left = resize(w.left, len(w.sums))
	w.rank = resize(w.rank, len(w.sums))
	for s := range w.sums {
		w.left[s], w.rank[s] = w.sums[s].boxes, math.MaxInt32
	}
	w.done, w.listed = zeroed(w.done, boxes), zeroed(w.listed, boxes)
	w.waiting = append(w.waiting[:0], first)
	w.listed[first] = true
	cost, open := 0.0, 0
	for step := range boxes {
		best, bestScore, bestRank := -1, math.MaxInt, int32(math.MaxInt32)
		for i, b := range w.waiting {
			score, rank := 0, int32(math.MaxInt32)
			for _, s := range w.sumsOf(b) {
				switch r := w.rank[s]; {
				case r == math.MaxInt32:
					if w.left[s] > 1 {
						score++
					}
				case w.left[s] == 1:
					score--
					rank = min(rank, r)
				default:
					rank = min(rank, r)
				}
			}
			if score < bestScore || score == bestScore && rank < bestRank {
				best, bestScore, bestRank = i, score, rank
			}
		}
		b := w.waiting[best]
		w.waiting[best] = w.waiting[len(w.waiting)-1]
		w.waiting = w.waiting[:len(w.waiting)-1]
		w.trial[step] = b
		w.done[b] = true
		open += bestScore
		if cost += math.Ldexp(1, open); cost >= limit {
			return cost
		}
		for _, s := range w.sumsOf(b) {
			w.left[s]--
			if w.rank[s] != math.MaxInt32 {
				continue
			}
			w.rank[s] = int32(step)
			for _, n := range w.boxesOf(s) {
				if !w.listed[n] {
					w.listed[n] = true
					w.waiting = append(w.waiting, n)
				}
			}
		}
	}
	return cost
}

// grow makes the layers one after the other. It returns false where one is empty, or
// beyond the limit.
func (w *builder) grow(k *component) bool {
	width := 1 // bits for the greatest need
	for i := range w.sums {
		width = max(width, bits.Len32(uint32(w.sums[i].need)))
	}
	perWord := int32(64 / width)
	slots := w.assign(k.order)
	w.words = int((slots + perWord - 1) / perWord)
	w.words = max(w.words, 1)
	mask := uint64(1)<<width - 1

	k.nodes = append(k.nodes[:0], node{})
	k.layers = append(k.layers[:0], 0, 1)
	k.next = k.next[:0]
	w.states = zeroed(w.states, w.words)
	w.key = resize(w.key, w.words)
	for step, b := range k.order {
		size := k.size[b]
		w.opening, w.delta = zeroed(w.opening, w.words), zeroed(w.delta, w.words)
		w.touched = w.touched[:0]
		for _, s := range w.sumsOf(b) {
			u := &w.sums[s]
			word, shift := u.slot/perWord, uint8(u.slot%perWord)*uint8(width)
			if !u.open {
				u.open = true
				w.opening[word] += uint64(u.need) << shift
			}
			u.supply -= size
			w.delta[word] += 1 << shift
			w.touched = append(w.touched, touch{word: word, shift: shift, supply: u.supply})
		}
		if !w.layer(k, step, size, mask) {
			return false
		}
	}
	return true
}

// assign gives each sum a slot for as long as it is open. It returns how many slots
// are in use at most.
func (w *builder) assign(order []int32) (slots int32) {
	for s := range w.sums {
		w.left[s] = w.sums[s].boxes
	}
	w.freeSlots = w.freeSlots[:0]
	for _, b := range order {
		for _, s := range w.sumsOf(b) {
			if w.sums[s].slot < 0 {
				if n := len(w.freeSlots); n > 0 {
					w.sums[s].slot = w.freeSlots[n-1]
					w.freeSlots = w.freeSlots[:n-1]
				} else {
					w.sums[s].slot = slots
					slots++
				}
			}
			w.left[s]--
		}
		for _, s := range w.sumsOf(b) { // only now: the box still sees them all
			if w.left[s] == 0 {
				w.freeSlots = append(w.freeSlots, w.sums[s].slot)
			}
		}
	}
	return slots
}

// layer makes the nodes that the box of a step leads to.
func (w *builder) layer(k *component, step int, size int32, mask uint64) bool {
	w.newborns = w.newborns[:0]
	w.epoch++
	begin := int32(len(k.nodes))
	for at := k.layers[step]; at < k.layers[step+1]; at++ {
		if w.beyond(k) {
			return false
		}
		state := w.states[int(at-k.layers[step])*w.words:][:w.words]
		for i, o := range w.opening {
			w.key[i] = state[i] + o
		}
		least, most := int32(0), size
		for i := range w.touched {
			t := &w.touched[i]
			need := int32(w.key[t.word] >> t.shift & mask)
			least, most = max(least, need-t.supply), min(most, need)
		}
		u := &k.nodes[at]
		u.edge, u.least, u.edges = int32(len(k.next)), least, max(0, most-least+1)
		for i, d := range w.delta {
			w.key[i] -= uint64(least) * d // what it leaves undefined is not used
		}
		for j := least; j <= most; j++ {
			k.next = append(k.next, w.find(k, begin))
			for i, d := range w.delta {
				w.key[i] -= d
			}
		}
	}
	k.layers = append(k.layers, int32(len(k.nodes)))
	w.states, w.newborns = w.newborns, w.states
	return int32(len(k.nodes)) > begin && !w.beyond(k)
}

// find returns the node of the new layer, which starts at begin, whose state is
// w.key. It makes one where there is none.
func (w *builder) find(k *component, begin int32) int32 {
	made := int32(len(k.nodes)) - begin
	if 2*int(made) >= len(w.table) {
		w.enlarge(made, begin)
	}
	h := w.hash(w.key)
	limit := uint64(len(w.table) - 1)
	for i := h & limit; ; i = (i + 1) & limit {
		t := &w.table[i]
		if t.epoch != w.epoch {
			t.epoch, t.node = w.epoch, int32(len(k.nodes))
			k.nodes = append(k.nodes, node{})
			w.newborns = append(w.newborns, w.key...)
			return t.node
		}
		if w.same(int(t.node - begin)) {
			return t.node
		}
	}
}

func (w *builder) same(i int) bool {
	if w.words == 1 {
		return w.newborns[i] == w.key[0]
	}
	for j, x := range w.newborns[i*w.words:][:w.words] {
		if x != w.key[j] {
			return false
		}
	}
	return true
}

func (w *builder) hash(key []uint64) uint64 {
	h := uint64(0)
	for _, x := range key {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h ^ h>>32
}

// enlarge doubles the hash table and fills in the states made so far.
func (w *builder) enlarge(made, begin int32) {
	w.table = make([]slot, max(256, 2*len(w.table)))
	limit := uint64(len(w.table) - 1)
	w.epoch = 1
	for i := range made {
		h := w.hash(w.newborns[int(i)*w.words:][:w.words])
		at := h & limit
		for w.table[at].epoch == w.epoch {
			at = (at + 1) & limit
		}
		w.table[at] = slot{epoch: w.epoch, node: begin + i}
	}
}
