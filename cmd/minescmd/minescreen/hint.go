package minescreen

import (
	"context"
	"fmt"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
)

// hear shows the advice that was asked for in a position, unless the person has
// moved on since.
func (h *Game) hear(position int, c *minecoach.Counsel, err error) {
	switch {
	case position != h.position:
	case err != nil:
		h.say("No hint: %v.", err)
	case c.None:
		h.say("%s", c.Text())
	default:
		h.advised, h.counsel = &c.Cell, c
		h.say("Open %s. %s (? again: all reasons.)", h.name(c.Cell), c.Reasons[0])
	}
}

// explain says all that the coach has to say of the hint that was given.
func (h *Game) explain() {
	h.say("%s would open %s (risk %s). %s", h.counsel.Player, h.name(h.counsel.Cell), percent.Of(h.counsel.Mine), h.counsel.Text())
}

// oddsNodes bounds the counting of the risks on the screen, which nobody waits for: numbers
// all over a large board can need more than any memory.
const oddsNodes = 300_000

// odds are the risks of the closed cells, for one position.
type odds struct {
	shown    bool
	position int
	risk     map[minesweeper.Cell]float64
}

// toggleOdds shows the risks on the board, or hides them.
func (h *Game) toggleOdds() {
	h.odds.shown = !h.odds.shown
	h.message = ""
	if h.odds.shown {
		h.odds.position = -1
		h.count()
	}
	h.sayOdds()
}

// count brings the risks up to date with what is seen. They are made of the view alone.
func (h *Game) count() {
	if !h.odds.shown || h.odds.position == h.position {
		return
	}
	h.odds.position, h.odds.risk = h.position, nil
	if h.finished() {
		return
	}
	a, err := (&minecoach.Analyst{Nodes: oddsNodes}).Analyse(context.Background(), h.table.View())
	if err != nil {
		h.say("No risks: %v.", err)
		return
	}
	h.odds.risk = make(map[minesweeper.Cell]float64, len(a.Cells))
	for _, c := range a.Cells {
		h.odds.risk[c.Cell] = c.Mine
	}
}

// sayOdds says what the risks mean, and what that under the cursor is, where nothing else
// is to be said.
func (h *Game) sayOdds() {
	if !h.odds.shown || h.odds.risk == nil || h.message != "" || h.finished() {
		return
	}
	if !h.table.View().Started() && h.rules.FirstRisk() == 0 {
		h.say("There is no risk yet: the rules protect the first cell.")
		return
	}
	h.say("Risk of a mine in per cent (0 certainly safe, M certainly a mine).")
	if risk, ok := h.odds.risk[h.cursor]; ok {
		h.message += fmt.Sprintf(" %s: %s", h.name(h.cursor), percent.Of(risk))
	}
}

// riskText writes a risk in two characters: only what is certain is 0 or M.
func riskText(risk float64) string {
	switch risk {
	case 0:
		return " 0"
	case 1:
		return " M"
	default:
		return fmt.Sprintf("%2.0f", min(max(100*risk, 1), 99))
	}
}

// riskInk returns what a risk is drawn with.
func riskInk(risk float64) ink {
	switch risk {
	case 0:
		return inkWon
	case 1:
		return inkLost
	default:
		return inkClosed
	}
}
