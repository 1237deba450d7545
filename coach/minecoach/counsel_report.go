package minecoach

import (
	"encoding/json"

	"blindsight/game/minesweeper"
)

// CounselReport is a counsel as JSON: what 'mines advise --json' and the API answer.
type CounselReport struct {
	Board      string        `json:"board"`
	Rule       string        `json:"rule"`
	Neighbours string        `json:"neighbours"`
	Player     string        `json:"player"`
	Action     *[2]int       `json:"action,omitempty"`
	Mine       json.Number   `json:"mine,omitempty"`
	Win        json.Number   `json:"win,omitempty"`
	CI95       []json.Number `json:"win_ci95,omitempty"`
	Of         string        `json:"win_of,omitempty"`
	Plays      int           `json:"plays,omitempty"` // behind an estimate
	Method     string        `json:"method"`          // of the win chance: exact, search (strong playing on), or counting where there is none
	Placements string        `json:"placements"`
	Cells      []CounselCell `json:"cells"`
	Table      []CounselStat `json:"table,omitempty"`
	Reasons    []string      `json:"reasons"`
}

// CounselCell is a closed cell of a counsel; Win is as exact as the method says.
type CounselCell struct {
	ReportCell
	CI95 []json.Number `json:"win_ci95,omitempty"`
}

// CounselStat is what the player's own search knows of an action.
type CounselStat struct {
	Row   int         `json:"row"`
	Col   int         `json:"col"`
	Sims  int         `json:"sims"`
	Value json.Number `json:"value"`
}

// NewCounselReport returns a counsel as it is reported.
func NewCounselReport(g *minesweeper.Game, c *Counsel) *CounselReport {
	base := NewReport(g, c.Analysis)
	r := &CounselReport{
		Board: base.Board, Rule: base.Rule, Neighbours: base.Neighbours, Player: c.Player, Method: "counting",
		Placements: base.Placements, Cells: make([]CounselCell, len(base.Cells)), Reasons: c.Reasons,
	}
	estimates := make(map[minesweeper.Cell]*Prospect)
	for i := range c.Estimates {
		estimates[c.Estimates[i].Cell] = &c.Estimates[i]
	}
	for i, cell := range base.Cells {
		r.Cells[i].ReportCell = cell
		if p := estimates[g.Cell(cell.Row, cell.Col)]; p != nil {
			win, low, high := p.Win()
			r.Cells[i].Win, r.Cells[i].CI95 = digits(win), []json.Number{digits(low), digits(high)}
		}
	}
	if c.None {
		return r
	}
	row, col := g.RowCol(c.Cell)
	r.Action, r.Mine = &[2]int{row, col}, digits(c.Mine)
	for _, s := range c.Table {
		row, col := g.RowCol(s.Action)
		r.Table = append(r.Table, CounselStat{row, col, s.Simulations, digits(s.Value)})
	}
	if !c.Known {
		return r
	}
	r.Win, r.CI95, r.Of, r.Plays, r.Method = digits(c.Win), []json.Number{digits(c.Low), digits(c.High)}, c.Of, c.Plays, "search"
	if c.Exact {
		r.Method = "exact"
	}
	return r
}
