package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// smallWin is a board of two rows that is won in two clicks: its first cell opens all but
// the last column (see TestBoardFileIsReadAndPlayed).
const smallWin = "#/mines/play?given=AwIAAQIB"

// Settings are a draft until New game; a running game is set aside, and comes back.
func TestRunningGameIsNotLost(t *testing.T) {
	p := open(t, "#/mines/play")
	p.click(cell(40))
	p.opened(40)
	before := see[string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label')).join()`)
	p.click(`input[name=preset][value="16x16/40"]`)
	p.click(`input[name=rule][value=gnomine]`)
	if see[int](p, `document.querySelectorAll('[data-cell]').length`) != 81 || p.status() != "playing" {
		t.Error("a choice for the next game ended this one")
	}
	p.clickText("New game")
	p.wait(`document.querySelectorAll('[data-cell]').length === 256 && location.hash.includes('rule=gnomine')`)
	p.reload() // it is remembered
	p.wait(`document.querySelectorAll('[data-cell]').length === 256 && document.querySelector('[data-testid=aside]')`)
	p.clickText("Back to it")
	p.wait(`document.querySelectorAll('[data-cell]').length === 81 && document.querySelector('[data-testid=status]').dataset.status === 'playing'`)
	if after := see[string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label')).join()`); after != before {
		t.Errorf("another game came back:\n%s\n%s", before, after)
	}
	if see[bool](p, `!!document.querySelector('[data-testid=aside]')`) {
		t.Error("an untouched game is kept aside")
	}
	// The key deals what is shown, too.
	p.click(`input[name=preset][value="4x4/6"]`)
	see[any](p, `document.querySelector('`+cell(40)+`').focus()`)
	p.keys("n")
	p.wait(`document.querySelectorAll('[data-cell]').length === 16 && document.querySelector('[data-testid=aside]') && document.querySelector('[data-testid=status]').dataset.status === 'new'`)
}

// The end: no mine is left to find, 3BV is what the review counts, and the time has tenths.
// A game on a board that was chosen is marked, and is not among the best times.
func TestEndOfAGameAndItsStatistics(t *testing.T) {
	p := open(t, smallWin)
	p.wait(`document.querySelector('[data-testid=time]')?.textContent === '0.0'`)
	p.click(cell(0))
	p.opened(4)
	p.wait(`Number(document.querySelector('[data-testid=time]').textContent) > 0`)
	p.click(cell(2))
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'won' && document.querySelector('[data-testid=mines]').textContent === '0'`)
	if !see[bool](p, `/^\d+\.\d$/.test(document.querySelector('[data-testid=time]').textContent)`) {
		t.Error("the time has no tenths")
	}
	if bv, speed := see[string](p, `document.querySelector('[data-testid=threebv]').textContent`), see[string](p, `document.querySelector('[data-testid=speed]').textContent`); bv != "2" || !strings.Contains(speed, ".") {
		t.Errorf("3BV %q, a second %q; the board has an opening and a 1", bv, speed)
	}
	p.wait(`document.querySelector('[data-testid=remark]').textContent.includes('on a board chosen beforehand')`)
	p.clickText("Statistics")
	p.wait(`document.querySelector('[data-testid=with-help]').textContent === '1, 1 won' && document.querySelector('[data-testid=played]').textContent === '0'`)
	p.wait(`document.querySelector('[data-testid=last]').textContent.includes('known board') && !document.querySelector('[data-testid=best]')`)
	p.click(`dialog[open] [aria-label=Close]`)
	// A row of three cells with a mine is always won from its end.
	row := func() {
		p.click(cell(0))
		p.opened(0)
		if p.status() == "playing" { // a 1: the mine is beside it
			p.click(cell(2))
		}
		p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'won'`)
	}
	p.visit("#/mines/play?board=1x3/1&rule=windows")
	p.wait(`document.querySelector('[data-testid=status]')?.dataset.status === 'new' && document.querySelectorAll('[data-cell]').length === 3`)
	row()
	p.wait(`document.querySelector('[data-testid=remark]').textContent === 'Your first time for this board.'`)
	p.clickText("Statistics")
	p.wait(`document.querySelectorAll('[data-testid=best] tbody tr').length === 1`)
	p.click(`dialog[open] [aria-label=Close]`)
	// The coach was asked: the next one does not count.
	p.clickText("New game")
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'new'`)
	p.click(`[role=switch]`)
	row()
	p.clickText("Statistics")
	p.wait(`document.querySelector('[data-testid=last] tr').textContent.includes('coach')`)
}

// Question marks are an option; a pressed cell looks pressed; sounds are off.
func TestQuestionMarksAndPressedCells(t *testing.T) {
	p := open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	closed := see[int](p, `Number(document.querySelector('.cell.closed').dataset.cell)`)
	p.rightClick(cell(closed))
	p.wait(`document.querySelector('` + cell(closed) + `').getAttribute('aria-label').endsWith(': flag')`)
	p.rightClick(cell(closed))
	p.wait(`document.querySelector('` + cell(closed) + `').getAttribute('aria-label').endsWith(': closed')`)
	p.clickText("Display")
	if see[bool](p, `document.querySelector('dialog[open] input[name=sounds]').checked`) {
		t.Error("sounds are on by themselves")
	}
	p.click(`dialog[open] input[name=questions]`)
	p.click(`dialog[open] [aria-label=Close]`)
	for _, want := range []string{"flag", "closed, question mark", "closed"} {
		p.rightClick(cell(closed))
		p.wait(fmt.Sprintf(`document.querySelector('%s').getAttribute('aria-label').endsWith(%q)`, cell(closed), ": "+want))
	}
	see[any](p, `document.querySelector('`+cell(closed)+`').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true, pointerType: 'mouse', button: 0, buttons: 1 }))`)
	p.wait(`document.querySelector('` + cell(closed) + `').classList.contains('pressed')`)
	see[any](p, `document.querySelector('`+cell(closed)+`').dispatchEvent(new PointerEvent('pointerup', { bubbles: true, isPrimary: true, pointerType: 'mouse' }))`)
	p.wait(`!document.querySelector('.pressed')`)
}

// The review is on the main board, with its risks: arrows go through the moves, and each
// leads to its analysis.
func TestReviewOnTheMainBoard(t *testing.T) {
	p := open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.cell.r10')`)
	mine := see[int](p, `Number(document.querySelector('.cell.r10').dataset.cell)`)
	p.click(`[role=switch]`)
	p.click(cell(mine))
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'lost'`)
	p.wait(`[...document.querySelectorAll('button')].some((b) => b.textContent === '← Back' && !b.disabled)`)
	p.wait(`document.body.innerText.includes('Mistakes')`)
	see[any](p, `document.activeElement.blur()`)
	p.keys(kb.ArrowLeft)
	p.wait(`document.querySelector('[data-testid=move]').textContent === 'Move 2 of 2'`)
	p.wait(`document.querySelectorAll('[role=grid]').length === 1 && document.querySelector('` + cell(mine) + `').matches('.target.r10') && document.querySelector('.cell.r0')`)
	if words := see[string](p, `document.querySelector('[data-testid=move-words]').textContent`); !strings.Contains(words, "chance to win 100% before, 0% with this move") {
		t.Errorf("the review says %q", words)
	}
	p.keys(kb.ArrowLeft)
	p.wait(`document.querySelector('[data-testid=move]').textContent === 'Move 1 of 2' && document.querySelectorAll('.cell.closed').length === 81`)
	p.keys(kb.ArrowRight)
	p.wait(`document.querySelector('[data-testid=move]').textContent === 'Move 2 of 2'`)
	p.click(`[data-testid=analyse-move]`)
	p.wait(`document.querySelector('` + cell(mine) + `').getAttribute('aria-label').includes('certainly a mine')`)
	if s := see[string](p, `document.querySelector('`+cell(40)+`').getAttribute('aria-label')`); s == "" || !strings.HasPrefix(s, strconv.Itoa(4)+",4: 0") {
		t.Errorf("the cell that was opened first is %q in the analysis", s)
	}
}

// Hexagons are hexagons: six corners, and a click on a corner of the box belongs to the neighbour.
func TestHexagonsAreHexagons(t *testing.T) {
	p := open(t, "#/mines/play?board=9x9/10&rule=windows&seed=4&neighbours=hex")
	p.wait(`document.querySelectorAll('[data-cell]').length === 81`)
	if path := see[string](p, `getComputedStyle(document.querySelector('`+cell(10)+`')).clipPath`); strings.Count(path, ",") != 5 {
		t.Errorf("a cell is clipped by %q", path)
	}
	// Just inside the top left corner of the box of 1,1 stands 0,1: odd rows are moved to the right.
	hit := see[string](p, `(() => { const r = document.querySelector('`+cell(10)+`').getBoundingClientRect(); return document.elementFromPoint(r.left + 2, r.top + 2).closest('[data-cell]').dataset.cell })()`)
	if hit != "1" {
		t.Errorf("the corner of the box of cell 10 belongs to cell %s", hit)
	}
}
