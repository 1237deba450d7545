package studies

import (
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/experiment"
)

// clockRows are eight rows of thirty games in which each player opens a share of the safe cells: in a game of three all of them
// where that is more than it has, so that there is something to differ by.
func clockRows(scores func(row, player int) float64) []tableOneRow {
	var rows []tableOneRow
	for i := range paperTableOne {
		row := tableOneRow{budget: experiment.Budget{Budget: blindsight.Budget{CPU: time.Duration(paperTableOne[i][0] * 1e9)}}}
		for k := range row.games {
			mean := scores(i, k)
			for n := range paperRuns {
				x := mean
				switch {
				case mean < 1 && n%3 == 0:
					x = 1
				case mean < 1:
					x = mean - (1-mean)/2
				}
				row.games[k] = append(row.games[k], tableOneGame{score: x})
			}
		}
		for k := range row.pairs {
			row.pairs[k].Score = scores(i, 2*k+1) - scores(i, 2*k)
		}
		rows = append(rows, row)
	}
	return rows
}

// What the page says follows from the scores by its rule.
func TestTableOneWords(t *testing.T) {
	as := func(values ...float64) func(int, int) float64 { return func(_, k int) float64 { return values[k] } }
	for name, c := range map[string]struct {
		scores    func(row, player int) float64
		want, not []string
	}{
		"as the paper's": {
			as(1, 0.85, 1, 0.85),
			[]string{
				"Agrees: bsr-uct becomes perfect", "all of 60 games", "Agrees: the level of fast is 0.850", "Agrees, as far as is seen: fast does not grow",
				"Agrees: fast is behind its bsr-uct, on the same boards: -0.150", "by the means of 8 of 8 rows",
				"Where fast to the letter is not told apart from the level of the paper's fast version, 0.854, row by row: of the times 100ms CPU, 200ms CPU, ",
			},
			[]string{"Does not agree"},
		},
		"all perfect": {
			as(1, 1, 1, 1),
			[]string{
				"Does not agree: the level of fast is 1.000", "Not told apart: fast does not grow", "Not told apart: fast is behind its bsr-uct", "by the means of 0 of 8 rows", "row by row: of the times none.",
			},
			[]string{"Agrees: fast is", "Agrees: the level"},
		},
		"far less": {
			as(0.9, 0.4, 0.9, 0.4),
			[]string{"Not reached: bsr-uct becomes perfect", "Does not agree: the level of fast is 0.400", "Agrees: fast is behind"},
			[]string{"Agrees: the level", "Agrees: bsr-uct"},
		},
		"ahead": {
			as(0.6, 0.95, 0.6, 0.95),
			[]string{"Does not agree: fast is behind its bsr-uct", "Does not agree: fast to the letter is behind"},
			nil,
		},
		"it grows": {
			func(row, k int) float64 {
				if k%2 == 0 {
					return 1
				}
				return 0.3 + 0.09*float64(row)
			},
			[]string{"Does not agree: fast does not grow with more time"},
			nil,
		},
	} {
		text := strings.Join(tableOneWords(clockRows(c.scores), nil), "\n")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		for _, not := range c.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n%s", name, not, text)
			}
		}
	}
}
