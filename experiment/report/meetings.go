package report

import (
	"math"
	"slices"

	"blindsight/experiment"
	"blindsight/experiment/store"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
)

// Meeting is the sum of the games of a cell in which two players meet, seen by the player.
// Rates, scores and gains are of pairs of which both games are there, and so are their
// intervals of 95%.
type Meeting struct {
	Cell     int    `json:"cell"`
	Setting  string `json:"setting"`
	Player   string `json:"player"`
	Opponent string `json:"opponent"`
	Budget   string `json:"budget"`
	Seed     uint64 `json:"seed"`
	Games    int    `json:"games"`
	Planned  int    `json:"planned"`
	summary.Points
	First          summary.Points `json:"first"` // on the first side
	Second         summary.Points `json:"second"`
	summary.Rate                  // of pairs
	summary.Duel                  // a draw is half a point of the score
	summary.Gained                // a game
	summary.Cost                  // moves are those of both, simulations the player's
	Health         summary.Health `json:"health"`
	Opposed        summary.Health `json:"opposed"` // of the opponent
	Measures       []Measure      `json:"measures,omitempty"`
}

// Measure is what the game counts beyond gains: means of a game.
type Measure struct {
	Name  string  `json:"name"`
	Own   float64 `json:"own"`   // of the player
	Other float64 `json:"other"` // of the opponent
}

func meet(p *experiment.Plan, cell int, t *summary.Games, s store.Meeting) Meeting {
	c := &p.Cells[cell]
	m := Meeting{
		Cell: cell, Setting: c.Setting.Name, Player: c.Player, Opponent: c.Opponent, Budget: c.Budget.String(), Seed: c.Seed,
		Games: t.Played(), Planned: c.Games, Points: t.Points(), First: s.Sides[0], Second: s.Sides[1],
		Duel: summary.DuelOf(s.Pairs), Cost: t.Cost(), Health: summary.HealthOf(t.Health), Opposed: summary.HealthOf(s.Opposed),
	}
	m.WinRate, m.CI95[0], m.CI95[1] = s.Wins.Mean95(0, 1)
	low, high := p.Bounds(cell)
	if s.MostGained > high { // the sides do not gain what the other loses
		low, high = math.Inf(-1), math.Inf(1)
	}
	m.Gained = summary.AverageOf(s.Gain, low, high).Gained()
	return m
}

// count adds the means of what was counted in so many games.
func (m *Meeting) count(sums []store.Measure, games int) {
	for _, x := range sums {
		m.Measures = append(m.Measures, Measure{x.Name, x.Own / float64(games), x.Other / float64(games)})
	}
}

// Cross is a cross table: everybody's score against everybody, on one setting, seed and budget.
type Cross struct {
	Setting string   `json:"setting"`
	Seed    uint64   `json:"seed"`
	Budget  string   `json:"budget"`
	Players []string `json:"players"`
	// Pairs has a row for each player with a column for each: the pairs of games in which they
	// met, by the points of the row's player.
	Pairs [][]elo.Pairs `json:"pairs"`
	// Elo is what explains all scores best, players of the anchor's strength being 0 ([elo.Ladder]); nil where not all
	// are linked by games.
	Elo    []float64 `json:"elo,omitempty"`
	Anchor string    `json:"anchor,omitempty"`
}

// cross puts the meetings into cross tables, in whose ratings a player is 0: the first where it is not there.
func (r *Report) cross(anchor string) {
	defer func() {
		for i := range r.Crosses {
			c := &r.Crosses[i]
			at := max(0, slices.Index(c.Players, anchor))
			if c.Elo = elo.Ladder(c.Pairs, at); c.Elo != nil {
				c.Anchor = c.Players[at]
			}
		}
	}()
	for i := range r.Meetings {
		m := &r.Meetings[i]
		at := slices.IndexFunc(r.Crosses, func(c Cross) bool { return c.Setting == m.Setting && c.Seed == m.Seed && c.Budget == m.Budget })
		if at < 0 {
			at = len(r.Crosses)
			r.Crosses = append(r.Crosses, Cross{Setting: m.Setting, Seed: m.Seed, Budget: m.Budget})
		}
		c := &r.Crosses[at]
		a, b := c.place(m.Player), c.place(m.Opponent)
		for halves, count := range m.Pairs {
			c.Pairs[a][b][halves] += count
			if a != b {
				c.Pairs[b][a][4-halves] += count
			}
		}
	}
}

// place returns the row of a player, a new one if there is none.
func (c *Cross) place(player string) int {
	if i := slices.Index(c.Players, player); i >= 0 {
		return i
	}
	c.Players = append(c.Players, player)
	for i := range c.Pairs {
		c.Pairs[i] = append(c.Pairs[i], elo.Pairs{})
	}
	c.Pairs = append(c.Pairs, make([]elo.Pairs, len(c.Players)))
	return len(c.Players) - 1
}

// all returns the pairs of a player against all others.
func (c *Cross) all(player int) (sum elo.Pairs) {
	for other, pairs := range c.Pairs[player] {
		for halves, count := range pairs {
			if other != player {
				sum[halves] += count
			}
		}
	}
	return sum
}
