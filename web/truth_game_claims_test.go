package web

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"blindsight/coach/minecoach"
)

// decision returns which claim of a decision is false.
func (r *reckoned) decision(d *decisionJSON) string {
	k := r.k
	c := d.Action[0]*k.width + d.Action[1]
	switch {
	case r.closed>>c&1 == 0 || !r.started && !k.servable(c):
		return "an illegal cell"
	case !nearly(d.Mine, r.risk[c]) || d.Safe != (r.safe>>c&1 != 0) || d.Placements != fmt.Sprint(len(r.list)):
		return fmt.Sprintf("risk %v, safe %v, in truth %v", d.Mine, d.Safe, r.risk[c])
	case len(d.Table) == 0 || [2]int{d.Table[0].Row, d.Table[0].Col} != d.Action:
		return "the table does not begin with the action"
	}
	for _, row := range d.Table {
		at := row.Row*k.width + row.Col
		if !nearly(row.Mine, r.risk[at]) {
			return fmt.Sprintf("risk of %d is %v, in truth %v", at, row.Mine, r.risk[at])
		}
		if row.Win != nil && r.win[at] != nil {
			if win, _ := r.win[at].Float64(); !nearly(*row.Win, win) {
				return fmt.Sprintf("%d wins %v, in truth %v", at, *row.Win, win)
			}
		}
	}
	return ""
}

// advice returns which claim of a player's advice is false: what is said of the cell is true
// of that cell, whether or not it is a good one.
func (r *reckoned) advice(a *minecoach.CounselReport) string {
	k := r.k
	c := a.Action[0]*k.width + a.Action[1]
	if r.closed>>c&1 == 0 || !nearly(number(a.Mine), r.risk[c]) || a.Placements != fmt.Sprint(len(r.list)) {
		return fmt.Sprintf("%d at a risk of %s, in truth %v", c, a.Mine, r.risk[c])
	}
	for _, cell := range a.Cells {
		at := cell.Row*k.width + cell.Col
		if !nearly(number(cell.Mine), r.risk[at]) {
			return fmt.Sprintf("risk of %d is %s, in truth %v", at, cell.Mine, r.risk[at])
		}
		if r.win[at] != nil {
			if win, _ := r.win[at].Float64(); !nearly(number(cell.Win), win) {
				return fmt.Sprintf("%d wins %s, in truth %v", at, cell.Win, win)
			}
		}
	}
	if r.best == nil {
		return ""
	}
	win, _ := r.win[c].Float64()
	if a.Method != "exact" || a.Of != minecoach.BestPlay || !nearly(number(a.Win), win) || len(a.CI95) != 2 || a.CI95[0] != a.Win || a.CI95[1] != a.Win {
		return fmt.Sprintf("it wins %s (%v, %s of %s), in truth %v", a.Win, a.CI95, a.Method, a.Of, win)
	}
	return r.words(strings.Join(a.Reasons, " "), win)
}

// reviewed returns which claim of a review's move is false. Next is what is true after it.
func (r *reckoned) reviewed(m *reviewMoveJSON, together uint32, after float64) string {
	k := r.k
	if r.best == nil {
		return ""
	}
	before, _ := r.best.Float64()
	switch {
	case !m.Exact || m.Of != minecoach.BestPlay || m.Plays != 0 || m.Low != m.Before || m.High != m.Before:
		return "it is not exact"
	case !nearly(m.Before, before) || !nearly(m.After, after):
		return fmt.Sprintf("the chance is %v, then %v; in truth %v, then %v", m.Before, m.After, before, after)
	case !nearly(m.Loss, m.Before-m.Chosen) || !nearly(m.Luck, m.After-m.Chosen):
		return fmt.Sprintf("loss %v and luck %v do not fit", m.Loss, m.Luck)
	case m.First == r.started || m.SafeExisted != (r.safe != 0):
		return "first, or safe"
	}
	best := m.Best[0]*k.width + m.Best[1]
	if r.win[best] == nil || r.win[best].Cmp(r.best) != 0 {
		return fmt.Sprintf("the best is not %d", best)
	}
	switch m.Action.Do {
	case "open":
		c := *m.Action.Row*k.width + *m.Action.Col
		chosen, _ := r.win[c].Float64()
		if !nearly(m.Chosen, chosen) || !nearly(m.Risk, r.risk[c]) {
			return fmt.Sprintf("%d is worth %v at a risk of %v, in truth %v at %v", c, m.Chosen, m.Risk, chosen, r.risk[c])
		}
	case "chord":
		hit := 0
		for _, mines := range r.list {
			if mines&together != 0 {
				hit++
			}
		}
		if risk := float64(hit) / float64(len(r.list)); !nearly(m.Risk, risk) {
			return fmt.Sprintf("the risk of the chord is %v, in truth %v", m.Risk, risk)
		}
	case "certain":
		if m.Risk != 0 || m.Loss != 0 {
			return "what is certain has a risk, or costs something"
		}
	}
	return ""
}

// game returns which claim of a game is false.
func (r *reckoned) game(g *minesGameJSON) string {
	k := r.k
	text := strings.Join(g.Rows, "")
	opened := bits.OnesCount32(r.seen.open)
	over := g.Status == "won" || g.Status == "lost"
	switch {
	case g.Opened != opened || g.Left != k.cells()-k.mines-opened:
		return "opened, or left"
	case len(r.list) == 0:
		return "no placement shows this"
	case (g.Status == "won") != (g.Left == 0) || (g.Status == "new") != (opened == 0 && !over):
		return "status"
	case strings.ContainsAny(text, "*X!") && !over:
		return "a mine is shown"
	case !strings.HasPrefix(g.Position, k.header()+"\n"):
		return "the header of the position"
	}
	if !over {
		if rows := strings.Fields(g.Position); !slices.Equal(rows[len(rows)-k.height:], g.Rows) {
			return "the position is not the board"
		}
		return ""
	}
	mines := uint32(0)
	for c, char := range text {
		if strings.ContainsRune("*XF", char) {
			mines |= 1 << c
		}
	}
	if bits.OnesCount32(mines) != k.mines || !k.agrees(&r.seen, mines) || strings.Count(text, "X") != bits.OnesCount32(boolMask(g.Status == "lost")) {
		return "the mines that are shown at the end"
	}
	return ""
}

func boolMask(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
