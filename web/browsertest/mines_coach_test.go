package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cellLabel returns how a cell is called.
func (p *tab) cellLabel(index int) string {
	return see[string](p, `document.querySelector('`+cell(index)+`').getAttribute('aria-label')`)
}

// hover moves the mouse onto an element.
func (p *tab) hover(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y}); err != nil {
		p.t.Fatal(err)
	}
}

// asked counts the questions to the coach so far.
const asked = `performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/api/mines/analyze/stream')).length`

// The coach tells no more than it is asked for: a hint, then why, then all. Flags are the
// player's own, and start no search; one on a safe cell is seen to be wrong.
func TestCoachInSteps(t *testing.T) {
	p := open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	p.clickText("Hint")
	p.wait(`document.querySelectorAll('.cell.best').length === 1 && /certainly safe/.test(document.querySelector('[data-testid=hint]').textContent)`)
	if see[bool](p, `!!document.querySelector('.cell.risk') || !!document.querySelector('[data-testid=chance]') || !!document.querySelector('[data-testid=why]')`) {
		t.Error("the first hint tells more than one cell")
	}
	hint := see[int](p, `Number(document.querySelector('.cell.best').dataset.cell)`)
	p.clickText("Why?")
	p.wait(`document.querySelector('[data-testid=why]')?.textContent.length > 10`)
	p.wait(`document.querySelector('` + cell(hint) + `').classList.contains('target') && document.querySelector('.cell.number')`)
	faint := see[[]float64](p, `['.cell.number', '.cell.target', '.cell:not(.number):not(.target)'].map((s) => Number(getComputedStyle(document.querySelector(s)).opacity))`)
	if faint[0] != 1 || faint[1] != 1 || faint[2] > 0.5 {
		t.Errorf("opacity of reasons, target and rest: %v", faint)
	}
	p.clickText("Show everything")
	p.wait(`document.querySelector('.cell.risk') && document.querySelector('[data-testid=chance]').textContent.includes('exact')`)
	// The exact risk of a cell under the pointer: 10 mines, 9 layouts.
	p.hover(cell(0))
	p.wait(`/^0,0: risk 11\.11%, a mine in 1 of 9 layouts/.test(document.querySelector('[data-testid=told]').textContent)`)
	// A wrong flag.
	before := see[int](p, asked)
	p.rightClick(cell(hint))
	p.wait(`document.querySelector('` + cell(hint) + `').classList.contains('doubtful')`)
	p.rightClick(cell(hint))
	p.wait(`!document.querySelector('` + cell(hint) + `').classList.contains('doubtful')`)
	if after := see[int](p, asked); after != before {
		t.Errorf("flags asked the coach %d times", after-before)
	}
	// The next position begins with nothing told.
	p.click(cell(hint))
	p.opened(hint)
	p.wait(`!document.querySelector('.cell.risk') && !document.querySelector('.cell.best')`)
}

// Before the first cell nothing is certain, and only the best first cells are marked.
func TestNothingIsTickedBeforeTheFirstCell(t *testing.T) {
	p := open(t, "#/mines/play?board=9x9/10&rule=windows&seed=5")
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.cell.best') && document.querySelector('[data-testid=whose]').textContent.length > 3`)
	if n := see[int](p, `document.querySelectorAll('.cell.best').length`); n > 8 {
		t.Errorf("%d first cells are the best", n)
	}
	if see[bool](p, `!!document.querySelector('.cell.r0, .cell.r10, [data-cell] svg') || [...document.querySelectorAll('[data-cell]')].some((c) => c.getAttribute('aria-label').includes('certainly'))`) {
		t.Error("a cell is called certain before the first one is open")
	}
}

// A given board protects no first cell, and its true mines are no wrong flags.
func TestGivenBoardShowsItsRealRisk(t *testing.T) {
	p := open(t, "#/mines/analyse")
	path := filepath.Join(p.folder, "corner.mbf")
	if err := os.WriteFile(path, []byte{3, 2, 0, 2, 2, 1, 0, 0}, 0o600); err != nil { // mines on 1,2 and 0,0
		t.Fatal(err)
	}
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{path}))
	p.wait(`document.querySelectorAll('[role=gridcell]').length === 6 && document.querySelector('[data-testid=chance]').textContent.includes('exact')`)
	for _, mine := range []int{0, 5} {
		p.wait(`document.querySelector('` + cell(mine) + `').getAttribute('aria-label').includes('flag, risk 33.3%')`)
		if see[bool](p, `document.querySelector('`+cell(mine)+`').classList.contains('doubtful')`) {
			t.Errorf("the mine %d is marked as a wrong flag", mine)
		}
	}
	p.click(`a.primary`)
	p.wait(`document.querySelector('[data-testid=status]')?.textContent.includes('nothing protects the first one')`)
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.cell.risk')`)
	for i := range 6 {
		if l := p.cellLabel(i); !strings.Contains(l, "risk 33.3%") {
			t.Errorf("cell %d is called %q before the first click", i, l)
		}
	}
	p.click(cell(0)) // a mine, as it was said
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'lost'`)
}

// A board without guessing is won by whoever opens what is certain, and the coach says so;
// it opens the certain cells on demand.
func TestNoGuessingAndTheCertainOnes(t *testing.T) {
	p := open(t, "#/mines/play?board=9x9/10&rule=windows&seed=5")
	p.wait(`document.querySelector('` + cell(0) + `')`)
	p.click(`[name=noguess]`) // nothing is lost: the untouched board is dealt anew
	p.wait(`location.hash.includes('noguess=1')`)
	p.click(cell(40))
	p.opened(40)
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('[data-testid=chance]')?.textContent.includes('100%') && document.querySelector('[data-testid=whose]').textContent.startsWith('of opening what is certain')`)
	p.clickText("Do the certain ones for me")
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'won'`)
	p.wait(`document.querySelector('[data-testid=remark]').textContent.includes('with help')`)
	// One click did the work of many: more than 100%, and not "almost all".
	p.wait(`Number.parseInt(document.querySelector('[data-testid=efficiency]').textContent) > 100`)
	see[any](p, `document.activeElement.blur()`)
	p.keys(kb.ArrowLeft)
	p.wait(`document.querySelector('[data-testid=move]').textContent === 'Move 2 of 2' && document.querySelector('[data-testid=mines]').textContent === '10'`)
}

// A player of the program plays on the page: step by step, then by itself.
func TestWatchAPlayer(t *testing.T) {
	p := open(t, coachedGame)
	p.wait(`document.querySelector('` + cell(0) + `')`)
	p.clickText("Watch")
	for range 2 {
		p.wait(`document.querySelectorAll('.cell.best').length === 1 && document.querySelector('[data-testid=decision]').textContent.startsWith('strong opens')`)
		next := see[int](p, `Number(document.querySelector('.cell.best').dataset.cell)`)
		if first := see[string](p, `document.querySelector('aside tbody th').textContent`); first != fmt.Sprintf("%d,%d", next/9, next%9) {
			t.Errorf("the table begins with %s, the board marks %d", first, next)
		}
		p.clickText("Next move")
		p.opened(next)
	}
	p.click(`input[name=pace][value="150"]`)
	p.do(chromedp.SetValue(chromedp.CSS("select[name=player]"), "csp"))
	see[any](p, `document.querySelector('select[name=player]').dispatchEvent(new Event('change'))`)
	p.clickText("Run")
	p.wait(`['won', 'lost'].includes(document.querySelector('[data-testid=status]').dataset.status)`)
}
