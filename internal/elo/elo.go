// Package elo says how much better one of two players is, from games that they played in
// pairs: the same deal and the same random streams twice, with the sides swapped. A pair has
// five outcomes, so many points of two, and is the unit of all statistics here: the games of
// a pair depend on one another, pairs do not.
//
// A score s of a game, between 0 and 1, is a difference of 400·log10(s/(1-s)) Elo (the
// logistic model). [Pairs.Elo95] returns it with an interval; [SPRT] tells with few games
// whether the difference is rather the one or the other of two.
//
// All functions are pure and safe for concurrent use.
package elo

import (
	"math"

	"blindsight/internal/interval"
)

// Pairs counts pairs of games by the points that the first player made in both together: 0,
// a half, 1, one and a half, 2. A win is a point, a draw half of one.
type Pairs [5]int

// Add counts a pair in which the first player made so many half points, 0 to 4.
func (p *Pairs) Add(halves int) { p[halves]++ }

// Count returns the number of pairs.
func (p Pairs) Count() int {
	n := 0
	for _, count := range p {
		n += count
	}
	return n
}

// Score95 returns the mean score of a game, between 0 and 1, and its 95% interval: that of
// the mean of pairs ([interval.Values.Mean95]), which has their variance, whatever the games of a
// pair have in common, and is never of width 0. Without pairs it is everything.
func (p Pairs) Score95() (score, lo, hi float64) {
	v := interval.Values{N: p.Count()}
	for halves, count := range p {
		x := float64(halves) / 4
		v.Sum += float64(count) * x
		v.Squares += float64(count) * x * x
	}
	return v.Mean95(0, 1)
}

// Elo95 returns the difference in Elo and its 95% interval: [Pairs.Score95] by the logistic
// model. Where nothing was lost or nothing won, and at most ends of intervals, it is infinite.
func (p Pairs) Elo95() (difference, lo, hi float64) {
	score, low, high := p.Score95()
	return Difference(score), Difference(low), Difference(high)
}

// Difference returns the difference in Elo that a score of a game between 0 and 1 stands for,
// infinite for 0 and 1.
func Difference(score float64) float64 {
	return 400 * math.Log10(score/(1-score))
}

// Score returns the score of a game, between 0 and 1, that a difference in Elo stands for.
func Score(difference float64) float64 {
	return 1 / (1 + math.Pow(10, -difference/400))
}
