package counting

import (
	"math"
	"math/rand/v2"

	"blindsight/internal/purefloat"
)

// mixture joins the components and the untouched unknowns under the known total.
// With x ones in the components before component i, pre gives the ways to that, and
// suf the ways to go on from it: in component i, the later ones and the rest.
type mixture struct {
	rest, total int
	wide        bool
	theta       float64 // wide: the tilt, a one weighs e^theta
	lows        []int   // the least number of ones before component i
	spans       []int   // how many such numbers there are
	preAt       []int   // where its numbers begin, in pre and in suf
	pre, suf    []float64
	ways        [][]float64 // of the components, tilted where wide
	tilted      []float64
	partLow     []int
	post        []float64
	bound       bool // the total excludes a number of ones that the last posterior's component allows
}

// combine prepares all answers. It returns false where no assignment has the total.
func (x *mixture) combine(parts []part, rest, total int, wide bool) bool {
	x.rest, x.total, x.wide = rest, total, wide
	x.lows, x.spans, x.preAt = append(x.lows[:0], 0), append(x.spans[:0], 1), append(x.preAt[:0], 0)
	x.ways, x.partLow = x.ways[:0], x.partLow[:0]
	for i := range parts {
		k := parts[i].component
		x.ways, x.partLow = append(x.ways, k.ways), append(x.partLow, k.low)
		x.preAt = append(x.preAt, x.preAt[i]+x.spans[i])
		x.lows = append(x.lows, x.lows[i]+k.low)
		x.spans = append(x.spans, x.spans[i]+len(k.ways)-1)
	}
	x.theta = 0
	if wide {
		x.tilt(parts)
	}
	n := len(parts)
	size := x.preAt[n] + x.spans[n]
	x.pre, x.suf = zeroed(x.pre, size), zeroed(x.suf, size)
	x.pre[0] = 1
	for i, ways := range x.ways {
		from, to := x.at(x.pre, i), x.at(x.pre, i+1)
		for a, y := range from {
			if y == 0 {
				continue
			}
			dst := to[a : a+len(ways)]
			for b, z := range ways {
				dst[b] += y * z
			}
		}
		if wide {
			normalise(to)
		}
	}
	x.restRow(x.at(x.suf, n), rest, total)
	for i := n - 1; i >= 0; i-- {
		from, to := x.at(x.suf, i+1), x.at(x.suf, i)
		for a := range to {
			to[a] = dot(x.ways[i], from[a:])
		}
		if wide {
			normalise(to)
		}
	}
	return x.suf[0] > 0
}

// at returns the numbers before component i.
func (x *mixture) at(v []float64, i int) []float64 { return v[x.preAt[i]:][:x.spans[i]] }

// restRow sets row to the ways of n unknowns to have what is missing to total, by
// the number of ones in all components, from the least on.
func (x *mixture) restRow(row []float64, n, total int) {
	last := len(x.lows) - 1
	binomials(row, n, total-x.lows[last]-len(row)+1, x.theta)
	for i, j := 0, len(row)-1; i < j; i, j = i+1, j-1 {
		row[i], row[j] = row[j], row[i]
	}
	if x.wide {
		normalise(row)
	}
}

// tilt chooses the weight of a one at which the expected number of ones is the
// total, and weighs the components by it. All assignments have the same number of
// ones, so no probability changes; but the numbers that matter are then the great
// ones everywhere, and what becomes too small to write down matters nowhere.
func (x *mixture) tilt(parts []part) {
	lo, hi := -40.0, 40.0
	for range 50 {
		x.theta = (lo + hi) / 2
		mean := float64(x.rest) / (1 + purefloat.Exp(-x.theta))
		for i := range parts {
			mean += x.tiltComponent(parts[i].component)
		}
		if mean < float64(x.total) {
			lo = x.theta
		} else {
			hi = x.theta
		}
	}
	size := 0
	for i := range parts {
		size += len(parts[i].ways)
	}
	tilted := resize(x.tilted, size)
	at := 0
	for i := range parts {
		x.tiltComponent(parts[i].component)
		n := copy(tilted[at:], x.post)
		x.ways[i] = tilted[at : at+n]
		at += n
	}
	x.tilted = tilted
}

// tiltComponent sets x.post to the weighed ways of a component, the greatest being
// 1, and returns the mean number of ones.
func (x *mixture) tiltComponent(k *component) float64 {
	theta := x.theta
	if k.tilt != noTilt {
		theta -= float64(k.tilt) * math.Ln2
	}
	x.post = resize(x.post, len(k.ways))
	most := math.Inf(-1)
	for m, w := range k.ways {
		x.post[m] = purefloat.Log(w) + theta*float64(m) // minus infinity where there is no way
		most = max(most, x.post[m])
	}
	sum, mean := 0.0, 0.0
	for m, l := range x.post {
		p := 0.0
		if k.ways[m] > 0 {
			p = max(purefloat.Exp(l-most), tiny)
		}
		x.post[m] = p
		sum += p
		mean += p * float64(k.low+m)
	}
	return mean / sum
}

// posterior returns the distribution of the ones of component i, from its least
// number on. It is valid until the next call.
func (x *mixture) posterior(i int, k *component) []float64 {
	pre, suf := x.at(x.pre, i), x.at(x.suf, i+1)
	x.post = zeroed(x.post, len(k.ways))
	for m := range x.post {
		x.post[m] = dot(pre, suf[m:])
	}
	if x.wide {
		normalise(x.post)
	}
	x.bound = false
	sum := 0.0
	for m, w := range x.ways[i] {
		x.bound = x.bound || w > 0 && x.post[m] == 0
		x.post[m] *= w
		sum += x.post[m]
	}
	for m := range x.post {
		if x.post[m] > 0 {
			x.post[m] /= sum
			if x.wide {
				x.post[m] = max(x.post[m], tiny)
			}
		}
	}
	return x.post
}

// restChance returns the chance of an untouched unknown, one of n, to be 1, and the
// one value that it can have or -1.
func (x *mixture) restChance(n, total int) (float64, int8) {
	last := len(x.ways)
	pre, suf := x.at(x.pre, last), x.at(x.suf, last)
	sum, mean := 0.0, 0.0
	zero, one := false, false
	for a, p := range pre {
		w := p * suf[a]
		if w == 0 {
			continue
		}
		ones := total - x.lows[last] - a
		zero, one = zero || ones < n, one || ones > 0
		sum += w
		mean += w * float64(ones)
	}
	switch {
	case !one:
		return 0, 0
	case !zero:
		return 1, 1
	}
	return min(1, mean/(sum*float64(n))), -1
}

// draw draws the number of ones of component i, given how many the components
// before it have.
func (x *mixture) draw(rng *rand.Rand, i, used int) int {
	suf := x.at(x.suf, i+1)[used-x.lows[i]:]
	u := rng.Float64() * dot(x.ways[i], suf)
	chosen := 0
	for m, w := range x.ways[i] {
		if w *= suf[m]; w > 0 {
			chosen = m
			if u -= w; u < 0 {
				break
			}
		}
	}
	return x.partLow[i] + chosen
}
