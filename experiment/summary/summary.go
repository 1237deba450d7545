// Package summary is how games are summed up, whoever played them and wherever they were kept:
// one type for the sums ([Games]), and the parts that reports are made of, each a number with
// its interval under the names that it has in JSON. Reports embed them, so that a win rate is
// computed, named and bounded in one place.
//
//	Points    games won, drawn and lost
//	Rate      the win rate
//	Scored    the mean score, between 0 and 1
//	Average   the mean of what games bring, between the bounds of the game if it has any
//	Duel      score and Elo of a player who met another in pairs of games
//	Paired    two players on the same boards
//	Cost      moves, simulations and time of a game
//	Health    how the beliefs behind decisions fared
package summary

import (
	"math"

	"blindsight/episode"
	"blindsight/internal/elo"
	"blindsight/internal/interval"
)

// Games is the games of a player, summed up. The zero one has none.
type Games struct {
	episode.Tally
	Won, Drawn int
	Brought    interval.Values // what each game brought: a score, or a gain
	Moves      int64           // of all games
	// Seconds and CPU are wall and processor time of a game.
	Seconds, CPU float64
}

// Played returns the number of games.
func (g *Games) Played() int { return g.Brought.N }

// Add counts a game that brought so much, in so many moves, with what the player did in it.
func (g *Games) Add(brought float64, moves int, t *episode.Tally) {
	g.Brought.Add(brought)
	g.Moves += int64(moves)
	g.Tally.Add(t)
}

// Points returns the games won, drawn and lost.
func (g *Games) Points() Points { return Points{g.Won, g.Drawn, g.Played() - g.Won - g.Drawn} }

// Rate returns the win rate.
func (g *Games) Rate() Rate { return RateOf(g.Won, g.Played()) }

// Score returns the mean score.
func (g *Games) Score() Scored {
	if g.Played() == 0 {
		return Scored{0, [2]float64{0, 1}}
	}
	var s Scored
	s.Score, s.ScoreCI95[0], s.ScoreCI95[1] = g.Brought.Mean95(0, 1)
	return s
}

// Cost returns what a game took.
func (g *Games) Cost() Cost {
	n := float64(g.Played())
	if n == 0 {
		return Cost{}
	}
	return Cost{float64(g.Moves) / n, float64(g.Simulations) / n, g.Seconds, g.CPU}
}

// Points counts games by how they ended for a player.
type Points struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Add counts a game: won for 1, drawn for 0, lost for -1.
func (p *Points) Add(sign int) {
	switch sign {
	case 1:
		p.Wins++
	case 0:
		p.Draws++
	default:
		p.Losses++
	}
}

// Rate is a win rate.
type Rate struct {
	WinRate float64    `json:"win_rate"`
	CI95    [2]float64 `json:"ci95"`
}

// RateOf returns the rate of so many wins, with Wilson's interval; 0 and everything without games.
func RateOf(wins, games int) Rate {
	r := Rate{WinRate: float64(wins) / float64(max(games, 1))}
	r.CI95[0], r.CI95[1] = interval.Wilson95(wins, games)
	return r
}

// Scored is a mean score.
type Scored struct {
	Score     float64    `json:"score"`
	ScoreCI95 [2]float64 `json:"score_ci95"`
}

// Average is the mean of what games bring.
type Average struct {
	Mean float64     `json:"mean"`
	CI95 *[2]float64 `json:"ci95,omitempty"` // nil where nothing tells how far it may be off
}

// AverageOf returns the mean of values between two bounds, which may be infinite; 0 without values.
func AverageOf(v interval.Values, low, high float64) Average {
	if v.N == 0 {
		return Average{}
	}
	mean, lo, hi := v.Mean95(low, high)
	if math.IsInf(lo, 0) {
		return Average{Mean: mean}
	}
	return Average{mean, &[2]float64{lo, hi}}
}

// DifferenceOf returns the mean of differences in pairs, none of which is above most in its
// absolute value; most may be infinite.
func DifferenceOf(v interval.Values, most float64) Average { return AverageOf(v, -most, most) }

// Gained is a mean of what a player gains in a game of two.
type Gained struct {
	Gain     float64     `json:"gain"`
	GainCI95 *[2]float64 `json:"gain_ci95,omitempty"`
}

// Gained returns the mean as that of gains.
func (a Average) Gained() Gained { return Gained{a.Mean, a.CI95} }

// Duel is how a player fared against another, in pairs of games with the sides swapped. Elo is
// nil where it is infinite, and so are ends of its interval.
type Duel struct {
	Scored
	Elo     *float64    `json:"elo"`
	EloCI95 [2]*float64 `json:"elo_ci95"`
	Pairs   elo.Pairs   `json:"pairs"` // that brought 0, 1/2, 1, 3/2 and 2 points
}

// DuelOf sums pairs up.
func DuelOf(p elo.Pairs) Duel {
	d := Duel{Pairs: p}
	d.Score, d.ScoreCI95[0], d.ScoreCI95[1] = p.Score95()
	difference, lo, hi := p.Elo95()
	d.Elo, d.EloCI95 = finite(difference), [2]*float64{finite(lo), finite(hi)}
	return d
}

// finite returns a number for JSON, which knows no infinite ones: nil then.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// Paired is how two players compare on the same boards, A minus B.
type Paired struct {
	Games      int        `json:"games"`
	Both       int        `json:"both"`
	OnlyA      int        `json:"only_a"`
	OnlyB      int        `json:"only_b"`
	Neither    int        `json:"neither"`
	Difference float64    `json:"difference"` // of the win rates
	CI95       [2]float64 `json:"ci95"`       // by Newcombe's method 10
	P          float64    `json:"p"`          // by McNemar's exact test
}

// PairedOf compares the first of two players with the second.
func PairedOf(w interval.Paired) Paired {
	p := Paired{Games: w.Games(), Both: w.Both, OnlyA: w.First, OnlyB: w.Second, Neither: w.Neither, P: w.McNemar()}
	p.Difference, p.CI95[0], p.CI95[1] = w.Difference95()
	return p
}

// Wins returns the counts that the comparison was made of.
func (p *Paired) Wins() interval.Paired {
	return interval.Paired{Both: p.Both, First: p.OnlyA, Second: p.OnlyB, Neither: p.Neither}
}

// Cost is what a game took: means of a game.
type Cost struct {
	Moves       float64 `json:"moves_per_game"`
	Simulations float64 `json:"simulations_per_game"`
	Seconds     float64 `json:"seconds_per_game"`     // wall time
	CPU         float64 `json:"cpu_seconds_per_game"` // of the thread that played
}
