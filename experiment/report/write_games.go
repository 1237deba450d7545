package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"blindsight/experiment/summary"
	"blindsight/internal/elo"
)

// writeGames writes what there is where two sides play, or one alone without wins.
func (r *Report) writeGames(b *strings.Builder, write func(*grid, *strings.Builder), mark, end string) {
	if len(r.Returns) > 0 {
		write(r.returns(false), b)
		if len(r.Differences) > 0 {
			fmt.Fprintf(b, "\n%sThe same deals: A minus B%s", mark, end)
			write(r.differences(false), b)
		}
		b.WriteString("\nIntervals are of 95%: by the bounds of the game where they are known, else two standard errors; each by itself.\n")
		return
	}
	write(r.meetings(false), b)
	for i := range r.Crosses {
		if c := &r.Crosses[i]; len(c.Players) > 2 {
			fmt.Fprintf(b, "\n%sScores of rows against columns: %s, %s, seed %d%s", mark, c.Setting, c.Budget, c.Seed, end)
			write(c.grid(), b)
		}
	}
	if g := r.measures(false); len(g.rows) > 1 {
		fmt.Fprintf(b, "\n%sWhat was counted, a game%s", mark, end)
		write(g, b)
	}
	b.WriteString("\nA draw is half a point of the score; Elo is logistic; that of a cross table explains all its scores best. Intervals are of 95%, over pairs of games with the sides swapped.\n")
}

// meetings returns the table of meetings, for people or for programs.
func (r *Report) meetings(program bool) *grid {
	if program {
		g := &grid{rows: [][]string{append([]string{
			"cell", "setting", "player", "opponent", "budget", "seed", "games", "planned", "wins", "draws", "losses",
			"win_rate", "ci95_lo", "ci95_hi", "score", "score_ci95_lo", "score_ci95_hi", "elo", "elo_ci95_lo", "elo_ci95_hi",
			"pairs_0", "pairs_half", "pairs_1", "pairs_3_halves", "pairs_2", "gain", "gain_ci95_lo", "gain_ci95_hi",
			"first_wins", "first_draws", "first_losses", "second_wins", "second_draws", "second_losses",
			"moves_per_game", "simulations_per_game", "seconds_per_game", "cpu_seconds_per_game",
		}, append(healthHead(""), healthHead("opposed_")...)...)}}
		for i := range r.Meetings {
			m := &r.Meetings[i]
			row := texts(m.Cell, m.Setting, m.Player, m.Opponent, m.Budget, m.Seed, m.Games, m.Planned, m.Wins, m.Draws, m.Losses,
				m.WinRate, m.CI95[0], m.CI95[1], m.Score, m.ScoreCI95[0], m.ScoreCI95[1], eloText(m.Elo, m.Score), eloText(m.EloCI95[0], 0), eloText(m.EloCI95[1], 1),
				m.Pairs[0], m.Pairs[1], m.Pairs[2], m.Pairs[3], m.Pairs[4], m.Gain, end(m.GainCI95, 0), end(m.GainCI95, 1),
				m.First.Wins, m.First.Draws, m.First.Losses, m.Second.Wins, m.Second.Draws, m.Second.Losses, m.Moves, m.Simulations, m.Seconds, m.CPU)
			g.rows = append(g.rows, append(append(row, healthRow(&m.Health)...), healthRow(&m.Opposed)...))
		}
		return g
	}
	g := &grid{
		rows:  [][]string{{"setting", "player", "opponent", "budget", "games", "won", "drawn", "lost", "score", "95% interval", "Elo", "95% interval", "gain", "95% interval", "moves", "CPU", "no belief"}},
		right: []bool{false, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true, true},
	}
	for i := range r.Meetings {
		m := &r.Meetings[i]
		row := []string{m.Setting, m.Player, m.Opponent, m.Budget, gamesText(m.Games, m.Planned), "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-"}
		if m.Games > 0 {
			copy(row[5:], []string{fmt.Sprintf("%d (%s)", m.Wins, percent(float64(m.Wins)/float64(m.Games))), strconv.Itoa(m.Draws), strconv.Itoa(m.Losses)})
			copy(row[14:], []string{fmt.Sprintf("%.1f", m.Moves), fmt.Sprintf("%.3g", m.CPU), strconv.FormatInt(m.Health.Fallbacks, 10)})
		}
		if m.Pairs.Count() > 0 {
			copy(row[8:], []string{
				percent(m.Score), percent(m.ScoreCI95[0]) + " to " + percent(m.ScoreCI95[1]),
				eloShort(m.Elo, m.Score), eloShort(m.EloCI95[0], 0) + " to " + eloShort(m.EloCI95[1], 1),
				fmt.Sprintf("%+.3f", m.Gain), between(m.GainCI95),
			})
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// grid returns a cross table for people.
func (c *Cross) grid() *grid {
	g := &grid{rows: [][]string{append(append([]string{"player"}, c.Players...), "all", "Elo")}, right: []bool{false}}
	score := func(p elo.Pairs) string {
		if p.Count() == 0 {
			return "-"
		}
		s, _, _ := p.Score95()
		return percent(s)
	}
	for i, player := range c.Players {
		row := []string{player}
		for j := range c.Players {
			row = append(row, score(c.Pairs[i][j]))
		}
		rating := "-"
		if c.Elo != nil {
			rating = fmt.Sprintf("%+.0f", math.Round(c.Elo[i])+0) // never -0
		}
		g.rows = append(g.rows, append(row, score(c.all(i)), rating))
		g.right = append(g.right, true)
	}
	g.right = append(g.right, true, true)
	return g
}

// Rows returns a cross table for people, its head first: the score of each player against each, of all, and the rating.
func (c *Cross) Rows() [][]string { return c.grid().rows }

// MeasureRows returns what was counted, a game, its head first: two rows for each meeting.
func (r *Report) MeasureRows() [][]string { return r.measures(false).rows }

// EloText writes the difference in Elo of a meeting with its interval.
func (m *Meeting) EloText() string {
	return fmt.Sprintf("%s (%s to %s)", eloShort(m.Elo, m.Score), eloShort(m.EloCI95[0], 0), eloShort(m.EloCI95[1], 1))
}

// measures returns the table of what was counted, a row for each player of each meeting.
func (r *Report) measures(program bool) *grid {
	head := []string{"setting", "budget", "player", "against"}
	if program {
		head = []string{"cell", "setting", "seed", "budget", "player", "against"}
	}
	g := &grid{}
	for i := range r.Meetings {
		m := &r.Meetings[i]
		if len(m.Measures) == 0 {
			continue
		}
		if g.rows == nil {
			for _, x := range m.Measures {
				head = append(head, x.Name)
			}
			g.rows = append(g.rows, head)
			for n := range head {
				g.right = append(g.right, n >= len(head)-len(m.Measures))
			}
		}
		for side, who := range [2][2]string{{m.Player, m.Opponent}, {m.Opponent, m.Player}} {
			row := []string{m.Setting, m.Budget, who[0], who[1]}
			if program {
				row = texts(m.Cell, m.Setting, m.Seed, m.Budget, who[0], who[1])
			}
			for _, x := range m.Measures {
				value := [2]float64{x.Own, x.Other}[side]
				if text := fmt.Sprintf("%.3g", value); program {
					row = append(row, texts(value)...)
				} else {
					row = append(row, text)
				}
			}
			g.rows = append(g.rows, row)
		}
	}
	return g
}

// crosses returns all cross tables for programs, a row for each player against each.
func (r *Report) crosses() *grid {
	g := &grid{rows: [][]string{{
		"setting", "seed", "budget", "player", "opponent", "pairs_0", "pairs_half", "pairs_1", "pairs_3_halves", "pairs_2",
		"score", "score_ci95_lo", "score_ci95_hi", "elo", "elo_ci95_lo", "elo_ci95_hi",
	}}}
	for k := range r.Crosses {
		c := &r.Crosses[k]
		for i, player := range c.Players {
			for j, opponent := range c.Players {
				p := c.Pairs[i][j]
				if p.Count() == 0 {
					continue
				}
				score, lo, hi := p.Score95()
				difference, low, high := p.Elo95()
				g.rows = append(g.rows, texts(c.Setting, c.Seed, c.Budget, player, opponent, p[0], p[1], p[2], p[3], p[4], score, lo, hi, difference, low, high))
			}
		}
	}
	return g
}

// returns returns the table of returns, for people or for programs.
func (r *Report) returns(program bool) *grid {
	if program {
		g := &grid{rows: [][]string{append([]string{
			"cell", "setting", "player", "budget", "seed", "games", "planned", "mean", "ci95_lo", "ci95_hi",
			"moves_per_game", "simulations_per_game", "seconds_per_game", "cpu_seconds_per_game",
		}, healthHead("")...)}}
		for i := range r.Returns {
			c := &r.Returns[i]
			row := texts(c.Cell, c.Setting, c.Player, c.Budget, c.Seed, c.Games, c.Planned, c.Mean, end(c.CI95, 0), end(c.CI95, 1), c.Moves, c.Simulations, c.Seconds, c.CPU)
			g.rows = append(g.rows, append(row, healthRow(&c.Health)...))
		}
		return g
	}
	g := &grid{
		rows:  [][]string{{"setting", "player", "budget", "games", "mean", "95% interval", "moves", "seconds", "CPU", "no belief"}},
		right: []bool{false, false, false, true, true, true, true, true, true, true},
	}
	for i := range r.Returns {
		c := &r.Returns[i]
		row := []string{c.Setting, c.Player, c.Budget, gamesText(c.Games, c.Planned), "-", "-", "-", "-", "-", "-"}
		if c.Games > 0 {
			copy(row[4:], []string{
				fmt.Sprintf("%.4f", c.Mean), between(c.CI95),
				fmt.Sprintf("%.1f", c.Moves), fmt.Sprintf("%.3g", c.Seconds), fmt.Sprintf("%.3g", c.CPU), strconv.FormatInt(c.Health.Fallbacks, 10),
			})
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// differences returns the table of differences.
func (r *Report) differences(program bool) *grid {
	if program {
		g := &grid{rows: [][]string{{"setting", "seed", "a", "b", "cell_a", "cell_b", "games", "mean", "ci95_lo", "ci95_hi"}}}
		for _, d := range r.Differences {
			g.rows = append(g.rows, texts(d.Setting, d.Seed, d.A, d.B, d.CellA, d.CellB, d.Games, d.Mean, end(d.CI95, 0), end(d.CI95, 1)))
		}
		return g
	}
	g := &grid{
		rows:  [][]string{{"setting", "A", "B", "games", "difference", "95% interval"}},
		right: []bool{false, false, false, true, true, true},
	}
	for _, d := range r.Differences {
		row := []string{d.Setting, d.A, d.B, strconv.Itoa(d.Games), "-", "-"}
		if d.Games > 0 {
			row[4], row[5] = fmt.Sprintf("%+.4f", d.Mean), between(d.CI95)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// healthHead names the columns of a health for programs, healthRow fills them.
func healthHead(prefix string) []string {
	names := []string{"exact", "samples", "belief_draws", "acceptance", "distinct", "failures", "fallbacks", "inconsistent", "guessed", "effective"}
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

func healthRow(h *summary.Health) []string {
	return texts(h.Exact, h.Samples, h.Draws, h.Acceptance, h.Distinct, h.Failures, h.Fallbacks, h.Inconsistent, h.Guessed, h.Effective)
}

// gamesText says how many games there are, of how many if not all.
func gamesText(games, planned int) string {
	if games < planned {
		return fmt.Sprintf("%d/%d", games, planned)
	}
	return strconv.Itoa(games)
}

// between writes an interval for people, end one of its ends for programs.
func between(ci *[2]float64) string {
	if ci == nil {
		return "-"
	}
	return fmt.Sprintf("%+.4g to %+.4g", ci[0], ci[1])
}

func end(ci *[2]float64, which int) string {
	if ci == nil {
		return ""
	}
	return strconv.FormatFloat(ci[which], 'g', -1, 64)
}

// eloText writes a difference for programs, eloShort for people; where there is none it is
// infinite, by the side on which a score is.
func eloText(x *float64, score float64) string {
	if x == nil {
		return map[bool]string{true: "+Inf", false: "-Inf"}[score > 0.5]
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

func eloShort(x *float64, score float64) string {
	if x == nil {
		return strings.ToLower(eloText(x, score))
	}
	return fmt.Sprintf("%+.0f", *x)
}
