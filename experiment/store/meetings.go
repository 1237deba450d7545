package store

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
	"blindsight/internal/interval"
)

// Meeting is the sums over the games of a cell in which two players meet.
type Meeting struct {
	Sides [2]summary.Points // of the player on the first side and on the second
	// What follows is of pairs both of whose games are there.
	Pairs elo.Pairs // by the points of the player
	// Wins is the share of games won, and Gain what the player gained on average, of each pair.
	Wins, Gain interval.Values
	MostGained float64 // in a game, by its absolute value
	// Opposed is the health of the opponent, over all games.
	Opposed blindsight.Health
}

// Measure is what was counted of a player and of its opponent.
type Measure struct {
	Name       string
	Own, Other float64
}

// Meeting sums up a cell in which two players meet, as far as the plan asks for it.
func (s *Store) Meeting(cell int) (Meeting, error) {
	var m Meeting
	args := s.asked(cell)
	const sides = "SELECT game % 2, sum(outcome = 'won'), sum(outcome = 'drawn'), sum(outcome = 'lost') FROM games WHERE cell = ? AND game < ? GROUP BY game % 2"
	err := s.rows(sides, args, func(scan func(...any) error) error {
		var side int
		var p summary.Points
		err := scan(&side, &p.Wins, &p.Draws, &p.Losses)
		m.Sides[side] = p
		return err
	})
	if err != nil {
		return m, err
	}
	// In half points and games: two for a win, one for a draw.
	const pairs = `SELECT 2 * (x.outcome = 'won') + (x.outcome = 'drawn') + 2 * (y.outcome = 'won') + (y.outcome = 'drawn'),
		(x.outcome = 'won') + (y.outcome = 'won'), count(*), sum(x.score + y.score) / 2, sum((x.score + y.score) * (x.score + y.score)) / 4,
		max(max(abs(x.score), abs(y.score)))
		FROM games x JOIN games y ON y.cell = x.cell AND y.game = x.game + 1
		WHERE x.cell = ? AND y.game < ? AND x.game % 2 = 0 GROUP BY 1, 2 ORDER BY 1, 2`
	err = s.rows(pairs, args, func(scan func(...any) error) error {
		var halves, wins, count int
		var gain, squares, most float64
		err := scan(&halves, &wins, &count, &gain, &squares, &most)
		if err == nil {
			share := float64(wins) / 2
			m.Pairs[halves] += count
			m.Wins.N += count
			m.Wins.Sum += share * float64(count)
			m.Wins.Squares += share * share * float64(count)
			m.Gain.N += count
			m.Gain.Sum += gain
			m.Gain.Squares += squares
			m.MostGained = max(m.MostGained, most)
		}
		return err
	})
	if err != nil {
		return m, err
	}
	opposed := "SELECT " + healthSums(healthColumns) + " FROM opposed WHERE cell = ? AND game < ? GROUP BY cell"
	err = s.rows(opposed, args, func(scan func(...any) error) error { return scan(healthPlaces(&m.Opposed)...) })
	return m, err
}

// Measures returns what was counted in the games of a cell in which two players meet, as far as the plan asks for
// it: sums over the games that have any, and how many these are.
func (s *Store) Measures(cell int) (sums []Measure, games int, err error) {
	if !s.measured {
		return nil, 0, nil
	}
	const text = "SELECT measures FROM measures WHERE cell = ? AND game < ? ORDER BY game"
	err = s.rows(text, s.asked(cell), func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		if err == nil {
			games++
			sums, err = measure(sums, text)
		}
		return err
	})
	return sums, games, err
}

// measure adds what was counted of a game (see [experiment.Result]).
func measure(sums []Measure, text string) ([]Measure, error) {
	for i, word := range strings.Fields(text) {
		name, values, _ := strings.Cut(word, "=")
		own, other, _ := strings.Cut(values, "/")
		a, errOwn := strconv.ParseFloat(own, 64)
		b, errOther := strconv.ParseFloat(other, 64)
		if err := errors.Join(errOwn, errOther); err != nil {
			return nil, fmt.Errorf("the measure %q: %w", word, err)
		}
		if i == len(sums) {
			sums = append(sums, Measure{Name: name})
		}
		if sums[i].Name != name {
			return nil, fmt.Errorf("the measure %q stands where %s stood before", word, sums[i].Name)
		}
		sums[i].Own += a
		sums[i].Other += b
	}
	return sums, nil
}
