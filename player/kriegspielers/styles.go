package kriegspielers

import (
	"math"

	"blindsight/internal/purefloat"
)

// style is a way to play, of which there is a model: the moves of one player, fitted on games of his.
type style uint8

// The styles: those of the players whose names they bear.
const (
	likeBelief style = iota
	likeParanoid
	likeGreedy
	likeHider
	styles
)

// Styles returns the names of the players whose styles are known, the one that is thought likeliest first.
func Styles() []string { return []string{"belief-1", "paranoid", "greedy", "hider"} }

// policies are the logarithms of the factors of each style as they were fitted, in tenths of a bit: what is finer is noise, and the page loads them.
var policies = [styles]*[traits]int8{likeBelief: &policyBits, likeParanoid: &policyBitsParanoid, likeGreedy: &policyBitsGreedy, likeHider: &policyBitsHider}

// byStyle is a number for each style.
type byStyle [styles]float64

// unknown is how likely the styles are before anything was heard of an opponent. An opponent's style is a part of the state that is hidden, his type as in
// a Bayesian game, and what is heard of his moves tells of it as it tells of his men (see [particle.Hooks]).
var unknown = byStyle{likeBelief: 0.55, likeParanoid: 0.15, likeGreedy: 0.15, likeHider: 0.15}

// add adds others to the numbers.
func (b *byStyle) add(by *byStyle) {
	for k := range b {
		b[k] += by[k]
	}
}

// styleBits are logarithms of factors for each style, side by side in one word: to add two of them multiplies the factors of all styles at once.
// Each has 16 bits, in steps of 1/bitSteps, and is noBits more than it says, so that none is negative: what n of them sum up to is n*noBits more.
type styleBits uint64

const (
	laneBits = 16
	stepBits = 6
	bitSteps = 1 << stepBits
	noBits   = 16 * bitSteps // up to 2^(laneBits-1)/noBits = 32 of them can be added
)

// packed are the traits' factors.
var packed = func() (all [traits]styleBits) {
	for k, policy := range policies {
		for t, x := range policy {
			all[t] |= styleBits(noBits+int(math.Round(float64(x)*bitSteps/10))) << (laneBits * k)
		}
	}
	return all
}()

// factors returns 2 to the power of what n summands sum up to.
func (b styleBits) factors(n int) (f byStyle) {
	for k := range f {
		x := int(b>>(laneBits*k)&(1<<laneBits-1)) - n*noBits
		f[k] = roots[x&(bitSteps-1)] * math.Float64frombits(uint64(x>>stepBits+1023)<<52)
	}
	return f
}

// roots are the powers of 2 from 0 to 1.
var roots = func() (r [bitSteps]float64) {
	for i := range r {
		r[i] = purefloat.Exp2(float64(i) / bitSteps)
	}
	return r
}()
