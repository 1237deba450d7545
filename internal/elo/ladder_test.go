package elo

import (
	"math"
	"testing"
)

// met returns a pair of entries of a table: a against b, in pairs.
func met(table [][]Pairs, a, b int, pairs Pairs) {
	table[a][b] = pairs
	for halves, count := range pairs {
		table[b][a][4-halves] = count
	}
}

func empty(n int) [][]Pairs {
	table := make([][]Pairs, n)
	for i := range table {
		table[i] = make([]Pairs, n)
	}
	return table
}

// Of two players it is the logistic difference of the score with one more game drawn, as the formula of the package says.
func TestLadderOfTwo(t *testing.T) {
	table := empty(2)
	met(table, 0, 1, Pairs{5, 10, 20, 40, 25})
	points := (10*0.5 + 20 + 40*1.5 + 25*2) + 0.5
	want := Difference(points / 201)
	got := Ladder(table, 1)
	if math.Abs(got[0]-want) > 1e-6 || got[1] != 0 {
		t.Errorf("ratings %v, want %v and 0", got, want)
	}
	if back := Ladder(table, 0); math.Abs(back[1]+want) > 1e-6 {
		t.Errorf("with the other anchor %v, want %v", back[1], -want)
	}
}

// Expected scores by the ratings sum up to the points of each player: the condition of the greatest likelihood.
func TestLadderExplainsPoints(t *testing.T) {
	table := empty(4)
	met(table, 0, 1, Pairs{0, 0, 2, 3, 15})
	met(table, 1, 2, Pairs{3, 4, 5, 6, 7})
	met(table, 2, 3, Pairs{0, 0, 0, 0, 12}) // all won: finite all the same
	met(table, 0, 3, Pairs{1, 0, 0, 0, 30})
	ratings := Ladder(table, 2)
	for i := range table {
		points, expected := 0.0, 0.0
		for j, pairs := range table[i] {
			if n := pairs.Count(); n > 0 {
				points += 0.5
				for halves, count := range pairs {
					points += float64(halves*count) / 2
				}
				expected += float64(2*n+1) * Score(ratings[i]-ratings[j])
			}
		}
		if math.Abs(points-expected) > 1e-5 {
			t.Errorf("player %d made %v points, by its rating %v", i, points, expected)
		}
	}
	if ratings[2] != 0 {
		t.Errorf("the anchor has %v", ratings[2])
	}
}

// Players who never met, directly or by others, have no common scale.
func TestLadderNeedsLinks(t *testing.T) {
	table := empty(4)
	met(table, 0, 1, Pairs{1, 1, 1, 1, 1})
	met(table, 2, 3, Pairs{1, 1, 1, 1, 1})
	if got := Ladder(table, 0); got != nil {
		t.Errorf("ratings %v of players that nothing links", got)
	}
	if got := Ladder(nil, 0); got != nil {
		t.Errorf("ratings %v of nobody", got)
	}
}
