// Package distinct counts how many different states an estimator has drawn, in
// fixed memory and without allocation, so that every belief can say how varied its
// samples are.
//
// The count is exact for up to 32 different states. Beyond that it is an estimate by
// linear counting: each fingerprint sets one of 4096 bits, and the number of bits
// still zero tells how many different fingerprints there must have been. Most
// sampled beliefs are small, and of those the exact number matters: "3 states left"
// is a different message from "4 states left".
//
// Source: K.-Y. Whang, B. T. Vander-Zanden, H. M. Taylor, A linear-time
// probabilistic counting algorithm for database applications, ACM Trans. Database
// Syst. 15 (1990) 208-229, section 3.
package distinct

import (
	"math"
	"math/bits"

	"blindsight/internal/purefloat"
)

const (
	bitCount = 4096 // bits of the table, the m of Whang et al.
	exact    = 32   // fingerprints remembered one by one
)

// Counter counts different 64-bit fingerprints. The zero Counter is empty and ready
// for use; it is a plain value of under 800 bytes and may be copied.
//
// What it counts depends only on the set of fingerprints added, not on their order,
// their repetition, or on how they were spread over counters merged later. A Counter
// is not safe for concurrent use: give each worker its own and merge them.
type Counter struct {
	table [bitCount / 64]uint64
	few   [exact]uint64 // the first different fingerprints
	used  uint8         // how many of few are set
	many  bool          // there were more than few can hold
}

// Add counts a fingerprint, if it is new. Fingerprints need not be spread well, only
// be different for different states: Add mixes their bits. It takes some
// nanoseconds, the most (about 20) while the count is near 32, and does not
// allocate.
func (c *Counter) Add(fingerprint uint64) {
	h := mix(fingerprint) >> (64 - 12) // 12 bits: 4096 places
	c.table[h/64] |= 1 << (h % 64)
	c.remember(fingerprint)
}

// Merge counts in c all that other has counted. It does not change other, and does
// not allocate.
func (c *Counter) Merge(other *Counter) {
	for i, word := range other.table {
		c.table[i] |= word
	}
	c.many = c.many || other.many
	for _, fingerprint := range other.few[:other.used] {
		c.remember(fingerprint)
	}
}

// Count returns the number of different fingerprints added: exact up to 32, beyond
// that an estimate whose standard error is 2% or less up to 10,000. It saturates:
// about 34,000 is the most it can return, and stands for that or any larger number.
// It reads the whole table, 64 words.
func (c *Counter) Count() int64 {
	if !c.many {
		return int64(c.used)
	}
	zeros := bitCount
	for _, word := range c.table {
		zeros -= bits.OnesCount64(word)
	}
	estimate := bitCount * purefloat.Log(bitCount/float64(max(zeros, 1)))
	// Bits that coincide can pull the estimate below what is known for certain.
	return max(int64(math.Round(estimate)), exact+1)
}

// Reset makes the counter empty again.
func (c *Counter) Reset() { *c = Counter{} }

// remember keeps a fingerprint among the few, as long as they are few.
func (c *Counter) remember(fingerprint uint64) {
	if c.many {
		return
	}
	for _, known := range c.few[:c.used] {
		if known == fingerprint {
			return
		}
	}
	if c.used == exact {
		c.many = true
		return
	}
	c.few[c.used] = fingerprint
	c.used++
}

// mix spreads a fingerprint over all 64 bits: the output function of SplitMix64
// (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014),
// a bijection.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
