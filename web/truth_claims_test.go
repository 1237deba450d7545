package web

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	players "blindsight/player/minesweeper"
)

// maxReckoned is how many placements a position may have for its chances to win to be
// reckoned by trying all ways to play.
const maxReckoned = 500

// nearly tells whether two numbers are the same but for the rounding of their sums.
func nearly(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// reckoned is what is true of a position.
type reckoned struct {
	k       *reckoning
	seen    seen
	list    []uint32
	started bool
	closed  uint32
	risk    [32]float64
	win     [32]*big.Rat // where few placements are left; nil else, and where a cell cannot be opened
	best    *big.Rat
	won     bool
	safe    uint32
	mined   uint32
}

// reckon finds out all that is true of a position.
func (k *reckoning) reckon(rows []string) *reckoned {
	r := &reckoned{k: k, seen: k.read(rows)}
	r.list = k.placements(&r.seen)
	r.started, r.closed = r.seen.open != 0, k.all()&^r.seen.open
	r.won = bits.OnesCount32(r.seen.open) == k.cells()-k.mines
	few := !r.started || len(r.list) <= maxReckoned
	for c := 0; c < k.cells() && !r.started; c++ {
		few = few && len(k.first(c, r.list)) <= maxReckoned
	}
	for c := range k.cells() {
		if r.closed>>c&1 == 0 {
			continue
		}
		list := r.list
		if !r.started {
			list = k.first(c, r.list)
		}
		mined := 0
		for _, mines := range list {
			mined += int(mines >> c & 1)
		}
		if len(list) == 0 { // it cannot be opened first
			r.risk[c] = float64(k.mines) / float64(k.cells())
			continue
		}
		r.risk[c] = float64(mined) / float64(len(list))
		if few && !r.won {
			r.win[c] = big.NewRat(int64(k.opened(c, r.seen.open, list)), int64(len(list)))
			if r.best == nil || r.win[c].Cmp(r.best) > 0 {
				r.best = r.win[c]
			}
		}
	}
	if r.started {
		r.safe, r.mined = k.certain(&r.seen, r.list)
	}
	return r
}

// first returns the placements that a rule can lay for a first cell.
func (k *reckoning) first(c int, all []uint32) (list []uint32) {
	if !k.servable(c) {
		return nil
	}
	for _, mines := range all {
		if mines&k.zone(c) == 0 {
			list = append(list, mines)
		}
	}
	return list
}

// mask returns cells as a mask.
func (k *reckoning) mask(cells [][2]int) (m uint32) {
	for _, at := range cells {
		m |= 1 << (at[0]*k.width + at[1])
	}
	return m
}

func number(n json.Number) float64 {
	x, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// analysis returns which claim of an analysis is false, "" if all are true.
func (r *reckoned) analysis(a *analysisJSON) string {
	k := r.k
	switch {
	case a.Started != r.started:
		return "started"
	case a.Placements != fmt.Sprint(len(r.list)):
		return fmt.Sprintf("placements %s, there are %d", a.Placements, len(r.list))
	case k.mask(a.Certain.Safe) != r.safe || k.mask(a.Certain.Mines) != r.mined:
		return fmt.Sprintf("certain: %v", a.Certain)
	case len(a.Cells) != bits.OnesCount32(r.closed):
		return "cells"
	case a.NoGuess:
		return r.withoutGuess(a)
	}
	for _, cell := range a.Cells {
		c := cell.Row*k.width + cell.Col
		if mine := number(cell.Mine); !nearly(mine, r.risk[c]) || (mine == 0) != (r.risk[c] == 0) || (mine == 1) != (r.risk[c] == 1) {
			return fmt.Sprintf("risk of %d is %s, in truth %v", c, cell.Mine, r.risk[c])
		}
		if cell.Win == "" {
			continue
		}
		if r.win[c] == nil {
			if r.best != nil {
				return fmt.Sprintf("%d wins %s and cannot be opened", c, cell.Win)
			}
			continue // too many placements for us
		}
		if win, _ := r.win[c].Float64(); !nearly(number(cell.Win), win) {
			return fmt.Sprintf("%d wins %s, in truth %s", c, cell.Win, r.win[c])
		}
	}
	if problem := r.proofs(a.Why.Reasons); problem != "" {
		return problem
	}
	if r.won {
		if len(a.Best) != 0 || a.Why.Cell != nil {
			return "advice on a won board"
		}
		return ""
	}
	advised := a.Why.Cell[0]*k.width + a.Why.Cell[1]
	best := k.mask(a.Best)
	if best>>advised&1 == 0 {
		return "the advised cell is none of the best"
	}
	if r.best == nil {
		return ""
	}
	win, _ := r.best.Float64()
	if a.Method != "exact" || !nearly(number(a.Win), win) || a.Of != players.BestPlay || a.Fraction != r.best.String() {
		return fmt.Sprintf("the chance is %s (%s, %s) of %s, in truth %s", a.Win, a.Fraction, a.Method, a.Of, r.best)
	}
	for c := range k.cells() {
		if r.closed>>c&1 != 0 && (best>>c&1 != 0) != (r.win[c] != nil && r.win[c].Cmp(r.best) == 0) {
			return fmt.Sprintf("best are %v, and %d wins %v of %s", a.Best, c, r.win[c], r.best)
		}
	}
	return r.words(a.Why.Text, win)
}

var (
	saysSafe   = regexp.MustCompile(`(\d+) cells? (?:is|are) certainly safe`)
	saysChance = regexp.MustCompile(`Chance to win: ([<>]?[\d.]+%)`)
)

// words returns which number of a text is false.
func (r *reckoned) words(text string, win float64) string {
	if found := saysSafe.FindStringSubmatch(text); found != nil && found[1] != fmt.Sprint(bits.OnesCount32(r.safe)) {
		return fmt.Sprintf("%d cells are certainly safe: %s", bits.OnesCount32(r.safe), text)
	}
	if found := saysChance.FindStringSubmatch(text); found == nil || found[1] != players.Percent(win) {
		return fmt.Sprintf("the chance is %s: %s", players.Percent(win), text)
	}
	if strings.Contains(text, "Nothing is certainly safe") != (r.started && r.safe == 0) {
		return fmt.Sprintf("safe are %b: %s", r.safe, text)
	}
	return ""
}

// withoutGuess checks an analysis of a board that needs no guess.
func (r *reckoned) withoutGuess(a *analysisJSON) string {
	k := r.k
	for _, cell := range a.Cells {
		c := cell.Row*k.width + cell.Col
		switch safe := r.safe>>c&1 != 0; {
		case !r.started && k.servable(c) && (number(cell.Mine) != 0 || cell.Win != "1"):
			return fmt.Sprintf("first cell %d: %+v", c, cell)
		case r.started && (!nearly(number(cell.Mine), r.risk[c]) || (cell.Win == "1") != (safe && !r.won) || cell.Win != "" && cell.Win != "1"):
			return fmt.Sprintf("cell %d: %+v", c, cell)
		}
	}
	if !r.won && (a.Win != "1" || a.Fraction != "1/1" || a.Of != players.CertainOnly || r.started && r.safe>>(a.Why.Cell[0]*k.width+a.Why.Cell[1])&1 == 0) {
		return fmt.Sprintf("the chance is %s of %s, advice %v", a.Win, a.Of, a.Why.Cell)
	}
	return r.proofs(a.Why.Reasons)
}

// proofs returns which proof does not prove what it says: with its numbers alone, and with
// the number of mines only where it says so, everything must follow.
func (r *reckoned) proofs(reasons []reasonJSON) string {
	k := r.k
	for _, reason := range reasons {
		claimed, near := k.mask(reason.Cells), k.mask(reason.Cells)
		cited := seen{}
		for _, at := range reason.Numbers {
			c := at[0]*k.width + at[1]
			if r.seen.open>>c&1 == 0 {
				return fmt.Sprintf("a proof by %d, which is closed", c)
			}
			cited.open |= 1 << c
			cited.numbers[c] = r.seen.numbers[c]
			near |= k.near[c]
		}
		wrong := func(mines uint32) bool {
			return k.agrees(&cited, mines) && (reason.Mine && claimed&^mines != 0 || !reason.Mine && claimed&mines != 0)
		}
		near &= r.closed
		if reason.Count {
			for mines := uint32(1)<<k.mines - 1; mines <= k.all(); mines = nextMask(mines) {
				if mines&r.seen.open == 0 && wrong(mines) {
					return fmt.Sprintf("a proof that proves nothing: %s", reason.Text)
				}
			}
			continue
		}
		for mines := near; ; mines = (mines - 1) & near {
			if wrong(mines) {
				return fmt.Sprintf("a proof that proves nothing: %s", reason.Text)
			}
			if mines == 0 {
				break
			}
		}
	}
	return ""
}

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

// reviewed returns which claim of a review's move is false. Next is what is true after it.
func (r *reckoned) reviewed(m *reviewMoveJSON, together uint32, after float64) string {
	k := r.k
	if r.best == nil {
		return ""
	}
	before, _ := r.best.Float64()
	switch {
	case !m.Exact || m.Of != players.BestPlay || m.Plays != 0 || m.Low != m.Before || m.High != m.Before:
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
