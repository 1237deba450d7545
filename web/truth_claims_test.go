package web

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"blindsight/coach/minecoach"
	"blindsight/internal/percent"
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
	if a.Method != "exact" || !nearly(number(a.Win), win) || a.Of != minecoach.BestPlay || a.Fraction != r.best.String() {
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
	if found := saysChance.FindStringSubmatch(text); found == nil || found[1] != percent.Of(win) {
		return fmt.Sprintf("the chance is %s: %s", percent.Of(win), text)
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
	if !r.won && (a.Win != "1" || a.Fraction != "1/1" || a.Of != minecoach.CertainOnly || r.started && r.safe>>(a.Why.Cell[0]*k.width+a.Why.Cell[1])&1 == 0) {
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
