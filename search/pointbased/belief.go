package pointbased

import (
	"math"

	"blindsight/internal/purefloat"
)

// belief is a distribution over the states of a room, without those of chance 0.
type belief struct {
	at []int32   // places, rising
	p  []float64 // beside at, adding up to 1
}

// dot is the mean of values, one for each place of the room.
func (b belief) dot(values []float64) float64 {
	p := b.p
	if len(p) == len(values) { // nothing is left out
		s0, s1, s2, s3 := 0.0, 0.0, 0.0, 0.0
		i := 0
		for ; i+4 <= len(p) && i+4 <= len(values); i += 4 {
			v, q := values[i:i+4:i+4], p[i:i+4:i+4]
			s0 += q[0] * v[0]
			s1 += q[1] * v[1]
			s2 += q[2] * v[2]
			s3 += q[3] * v[3]
		}
		for ; i < len(p); i++ {
			s0 += p[i] * values[i]
		}
		return (s0 + s1) + (s2 + s3)
	}
	sum := 0.0
	for i, at := range b.at {
		sum += p[i] * values[at]
	}
	return sum
}

// entropy is how much is not known, in nats.
func (b belief) entropy() (sum float64) {
	for _, p := range b.p {
		sum -= p * purefloat.Log(p)
	}
	return sum
}

// alike is how far apart the chances of beliefs may be that are taken for one: what rounding
// makes of a belief that is reached on two ways.
const alike = 1e-12

// key is a hash that beliefs which are alike share, but for a few that are not found then.
func (b belief) key(room int32) uint64 {
	h := uint64(room)*0x9e3779b97f4a7c15 + uint64(len(b.p))
	for i, p := range b.p {
		h ^= uint64(int64(p*(1<<30)+0.5))<<20 ^ uint64(b.at[i])
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// equal tells whether beliefs are alike.
func (b belief) equal(c belief) bool {
	if len(b.p) != len(c.p) {
		return false
	}
	for i, p := range b.p {
		if b.at[i] != c.at[i] || math.Abs(p-c.p[i]) > alike {
			return false
		}
	}
	return true
}

// arena hands out memory that is never given back, a chunk at a time.
type arena[T int32 | float64] struct{ free []T }

const chunk = 1 << 14

func (a *arena[T]) take(n int) []T {
	if n > len(a.free) {
		if n > chunk/4 {
			return make([]T, n)
		}
		a.free = make([]T, chunk)
	}
	taken := a.free[:n:n]
	a.free = a.free[n:]
	return taken
}

func (a *arena[T]) copy(list []T) []T {
	to := a.take(len(list))
	copy(to, list)
	return to
}
