package studies

// published is a win rate from the literature of a player that is not here.
type published struct {
	player string
	source string
	board  string
	rate   float64
}

// publishedRates are those that paper B gives in its section 2, all under the windows rule. Its
// sources are [22] (the CSP approach) and [18] (limited search).
var publishedRates = []published{
	{"CSP", "paper B, section 2", "9x9/10", 0.80},
	{"CSP", "paper B, section 2", "16x16/40", 0.45},
	{"CSP", "paper B, section 2", "16x30/99", 0.34},
	{"limited search", "paper B, section 2, citing [18]", "9x9/10", 0.925},
	{"limited search", "paper B, section 2, citing [18]", "16x16/40", 0.677},
}

// strengthPublished sets the published rates beside ours.
func strengthPublished(p *Page, s *strength) {
	p.Head("What paper B cites")
	p.Say("The rates that paper B calls the best published ones, beside ours of the same board under the windows rule without a\n" +
		"budget: `csp-corner` opens the cell of least risk, as its CSP does. The paper names no number of games. On 9x9/10\n" +
		"and 16x16/40 opening the cell of least risk wins far more than it says. Its numbers fit the boards that Programmer's\n" +
		"Minesweeper has under the names beginner, intermediate and expert: of 8x8/10, 13x15/40 and 16x30/99 our `csp-pgms`\n" +
		"wins 79.4%% (77.9 to 80.8), 45.9%% (44.2 to 47.7) and 33.6%% (31.9 to 35.3) of 3,000 games\n" +
		"(`blindsight mines play --player csp-pgms --rule windows --time 0 --games 3000 --seed 3000 --board ...`).")
	rows := [][]string{{"board", "player", "source", "won", "`csp-corner`", "`strong`"}}
	for _, r := range publishedRates {
		row := []string{r.board, r.player, r.source, percent(r.rate), "", ""}
		for i := range s.Settings {
			if s.Settings[i].Setting != r.board+" windows" {
				continue
			}
			for j := range s.Settings[i].Rows {
				switch q := &s.Settings[i].Rows[j]; {
				case q.Budget != noBudget:
				case q.Player == "csp-corner":
					row[4] = rate2(q)
				case q.Player == strengthPlayer:
					row[5] = rate2(q)
				}
			}
		}
		rows = append(rows, row)
	}
	p.Table(3, rows...)
}
