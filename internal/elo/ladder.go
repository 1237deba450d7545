package elo

import "math"

// Ladder returns the ratings in Elo that explain the scores of a table of players best, the player anchor having 0:
// maximum likelihood in the logistic model (Bradley, Terry 1952), a draw being half a win and half a loss.
// Table has a row for each player with a column for each: the pairs of games in which they met, by the points of
// the row's player. So that who has won, or lost, everything has a finite rating, each two who met
// are taken to have drawn one more game than they have played. Strength need not be transitive: the table itself tells more.
//
// It is nil where not all players are linked by games. Its cost is that of some hundred passes over the table.
func Ladder(table [][]Pairs, anchor int) []float64 {
	n := len(table)
	points, games := make([]float64, n), make([][]float64, n)
	for i := range table {
		games[i] = make([]float64, n)
		for j, pairs := range table[i] {
			if met := pairs.Count(); i != j && met > 0 {
				games[i][j] = 2*float64(met) + 1
				points[i] += 0.5
				for halves, count := range pairs {
					points[i] += float64(count*halves) / 2
				}
			}
		}
	}
	if n == 0 || !linked(games) {
		return nil
	}
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = 1
	}
	// Each pass is one of minorization and maximization (Hunter 2004): the likelihood never falls.
	for range 100_000 {
		change := 0.0
		for i := range strength {
			sum := 0.0
			for j, met := range games[i] {
				sum += met / (strength[i] + strength[j])
			}
			next := points[i] / sum
			change = max(change, math.Abs(math.Log(next/strength[i])))
			strength[i] = next
		}
		if change < 1e-10 {
			break
		}
	}
	ratings := make([]float64, n)
	for i := range ratings {
		ratings[i] = 400 * math.Log10(strength[i]/strength[anchor])
	}
	return ratings
}

// linked reports whether games lead from each player to each.
func linked(games [][]float64) bool {
	reached := make([]bool, len(games))
	reached[0] = true
	todo, count := []int{0}, 1
	for len(todo) > 0 {
		i := todo[0]
		todo = todo[1:]
		for j, met := range games[i] {
			if met > 0 && !reached[j] {
				reached[j] = true
				todo = append(todo, j)
				count++
			}
		}
	}
	return count == len(games)
}
