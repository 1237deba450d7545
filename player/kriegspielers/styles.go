package kriegspielers

import "blindsight/internal/purefloat"

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

// policies are the factors of each style as they were fitted, in hundredths of a bit.
var policies = [styles]*[traits]int16{likeBelief: &policyBits, likeParanoid: &policyBitsParanoid, likeGreedy: &policyBitsGreedy, likeHider: &policyBitsHider}

// byStyle is a number for each style.
type byStyle [styles]float64

// unknown is how likely the styles are before anything was heard of an opponent. An opponent's style is a part of the state that is hidden, his type as in
// a Bayesian game, and what is heard of his moves tells of it as it tells of his men (see [particle.Hooks]).
var unknown = byStyle{likeBelief: 0.55, likeParanoid: 0.15, likeGreedy: 0.15, likeHider: 0.15}

// factors are the traits' factors, by style.
var factors = func() (f [traits]byStyle) {
	for k, policy := range policies {
		for i, x := range policy {
			f[i][k] = purefloat.Exp2(float64(x) / 100)
		}
	}
	return f
}()

// add adds others to the numbers.
func (b *byStyle) add(by *byStyle) {
	for k := range b {
		b[k] += by[k]
	}
}

// times multiplies the numbers by others.
func (b *byStyle) times(by *byStyle) {
	for k := range b {
		b[k] *= by[k]
	}
}
