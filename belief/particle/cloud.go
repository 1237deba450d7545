package particle

import (
	"math"

	"blindsight"
	"blindsight/internal/purefloat"
)

// A cloud is a list of weighted particles. It keeps the memory of states that it held.
type cloud[S any] struct {
	n      int
	states []S
	turns  []blindsight.Side // who acts in it; the own side or not is all that counts
	logs   []float64         // logarithms of the weights, up to a common constant
	parts  []float64         // as how many draws of one weight each the particle counts
}

// slot returns where the next particle is to be written.
func (c *cloud[S]) slot() *S {
	if c.n == len(c.states) {
		var s S
		c.states = append(c.states, s)
		c.turns = append(c.turns, 0)
		c.logs = append(c.logs, 0)
		c.parts = append(c.parts, 0)
	}
	return &c.states[c.n]
}

// keep adds what was written to the slot.
func (c *cloud[S]) keep(turn blindsight.Side, log float64) {
	c.turns[c.n], c.logs[c.n], c.parts[c.n] = turn, log, 1
	c.n++
}

// put adds a copy of a particle.
func (c *cloud[S]) put(copy func(dst, src *S), s *S, turn blindsight.Side, log float64) {
	copy(c.slot(), s)
	c.keep(turn, log)
}

// copyFrom makes the cloud equal to another one.
func (c *cloud[S]) copyFrom(copy func(dst, src *S), from *cloud[S]) {
	c.n = 0
	for i := range from.n {
		c.put(copy, &from.states[i], from.turns[i], from.logs[i])
		c.parts[i] = from.parts[i]
	}
}

// top returns the largest logarithm of a weight.
func (c *cloud[S]) top() float64 {
	top := math.Inf(-1)
	for _, l := range c.logs[:c.n] {
		top = max(top, l)
	}
	return top
}

// cumulate makes list the cumulative weights of the cloud, divided by their sum, and shifts
// the logarithms so that the greatest is 0: in a long play they would fall without end.
func (c *cloud[S]) cumulate(list []float64) []float64 {
	list = list[:0]
	top, sum := c.top(), 0.0
	for i := range c.n {
		c.logs[i] -= top
		sum += purefloat.Exp(c.logs[i])
		list = append(list, sum)
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

// raise adds weight to a particle: that of an equal one, drawn independently.
func (c *cloud[S]) raise(i int, log float64) {
	sum := logSum(c.logs[i], log)
	before, added := purefloat.Exp(c.logs[i]-sum), purefloat.Exp(log-sum)
	c.parts[i] = 1 / (before*before/c.parts[i] + added*added)
	c.logs[i] = sum
}

// effective returns the effective sample size.
func (c *cloud[S]) effective() float64 {
	top, sum, squares := c.top(), 0.0, 0.0
	for i, l := range c.logs[:c.n] {
		w := purefloat.Exp(l - top)
		sum += w
		squares += w * w / c.parts[i]
	}
	if sum == 0 {
		return 0
	}
	return sum * sum / squares
}

// index finds equal states of a cloud: an open-addressing table of their numbers.
type index struct {
	slots  []int32 // number + 1; 0 is free
	hashes []uint64
}

// reset empties the index.
func (x *index) reset() {
	clear(x.slots)
	x.hashes = x.hashes[:0]
}

// find returns the number of a state that is equal to one with this hash, or -1 where there is
// none: then that one is added, under the next number.
func (x *index) find(hash uint64, equal func(number int) bool) int {
	if 2*len(x.hashes) >= len(x.slots) {
		x.grow()
	}
	mask := uint64(len(x.slots) - 1)
	at := mix(hash) & mask
	for ; x.slots[at] != 0; at = (at + 1) & mask {
		if i := int(x.slots[at]) - 1; x.hashes[i] == hash && equal(i) {
			return i
		}
	}
	x.hashes = append(x.hashes, hash)
	x.slots[at] = int32(len(x.hashes))
	return -1
}

func (x *index) grow() {
	x.slots = make([]int32, max(64, 4*len(x.slots)))
	mask := uint64(len(x.slots) - 1)
	for i, h := range x.hashes {
		at := mix(h) & mask
		for x.slots[at] != 0 {
			at = (at + 1) & mask
		}
		x.slots[at] = int32(i + 1)
	}
}

// mix spreads the bits of a fingerprint, which may be a small number.
func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}
