package minecoach

import (
	"encoding/json"
	"math/big"
	"strconv"

	"blindsight/game/minesweeper"
)

// Report is an analysis as JSON: what 'mines analyze --json' prints and the page shows.
type Report struct {
	Board      string       `json:"board"`
	Rule       string       `json:"rule"`
	Neighbours string       `json:"neighbours"`
	Placements string       `json:"placements"`
	Cells      []ReportCell `json:"cells"`
	Best       [][2]int     `json:"best"`
	Win        json.Number  `json:"win,omitempty"`
	Method     string       `json:"method"` // how the best cells were found: exact or counting
	// What a coach says where the chance to win is not exact.
	Estimate *ReportEstimate `json:"estimate,omitempty"`
	Reasons  []string        `json:"reasons,omitempty"`
}

// ReportEstimate is what is known of the chance to win without exact values of all cells:
// that after the cell which strong opens.
type ReportEstimate struct {
	Action [2]int         `json:"action"`
	Win    json.Number    `json:"win"`
	CI95   [2]json.Number `json:"win_ci95"`
	Of     string         `json:"win_of"`
	Plays  int            `json:"plays,omitempty"`
}

// Estimated adds what a coach says to a report.
func (r *Report) Estimated(g *minesweeper.Game, c *Counsel) {
	r.Reasons = c.Reasons
	if c.Known {
		row, col := g.RowCol(c.Cell)
		r.Estimate = &ReportEstimate{[2]int{row, col}, digits(c.Win), [2]json.Number{digits(c.Low), digits(c.High)}, c.Of, c.Plays}
	}
}

// ReportCell is a closed cell of a report.
type ReportCell struct {
	Row  int         `json:"row"`
	Col  int         `json:"col"`
	Mine json.Number `json:"mine"`
	Win  json.Number `json:"win,omitempty"`
}

// NewReport returns an analysis of a position of a game as it is reported.
func NewReport(g *minesweeper.Game, a *Analysis) *Report {
	rules := g.Rules()
	r := &Report{
		Board: rules.Board(), Rule: rules.First.String(), Neighbours: rules.Neighbours.String(),
		Placements: a.Placements.String(), Cells: make([]ReportCell, 0, len(a.Cells)), Best: make([][2]int, 0, len(a.Best)),
		Win: ratio(a.Win), Method: "counting",
	}
	if a.Win != nil {
		r.Method = "exact"
	}
	for _, c := range a.Cells {
		row, col := g.RowCol(c.Cell)
		r.Cells = append(r.Cells, ReportCell{row, col, digits(c.Mine), ratio(c.Win)})
	}
	for _, c := range a.Best {
		row, col := g.RowCol(c)
		r.Best = append(r.Best, [2]int{row, col})
	}
	return r
}

// digits writes a number with 17 significant digits, which tell every float64.
func digits(x float64) json.Number { return json.Number(strconv.FormatFloat(x, 'g', 17, 64)) }

func ratio(x *big.Rat) json.Number {
	if x == nil {
		return ""
	}
	f, _ := x.Float64()
	return digits(f)
}
