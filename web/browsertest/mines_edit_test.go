package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// text is the position as the page writes it.
const text = `document.querySelector('textarea').value`

// A position is edited by clicks, wheel and keys, and every step can be undone.
func TestPositionIsEdited(t *testing.T) {
	p := open(t, "#/mines/analyse?p=4x4/5-windows_...._...._...._....")
	is := func(rows string) {
		t.Helper()
		p.wait(text + ` === ` + fmt.Sprintf("%q", "4x4/5 windows\n"+rows+"....\n....\n"))
	}
	p.wait(`document.querySelectorAll('[data-cell]').length === 16`)
	// A corner has three neighbours: after 3 it is closed again.
	for range 4 {
		p.click(cell(0))
	}
	is("3...\n....\n")
	p.click(cell(0))
	is("....\n....\n")
	p.wheel(cell(0), -100)
	p.wheel(cell(0), -100)
	is("1...\n....\n")
	p.wheel(cell(0), 100)
	is("0...\n....\n")
	p.wheel(cell(0), -100)
	see[any](p, `document.querySelector('`+cell(5)+`').focus()`)
	p.keys("3")
	is("1...\n.3..\n")
	p.keys("+")
	is("1...\n.4..\n")
	p.keys("-")
	p.keys("-")
	is("1...\n.2..\n")
	p.keys("f")
	is("1...\n.F..\n")
	p.clickText("Undo")
	is("1...\n.2..\n")
	p.clickText("Redo")
	is("1...\n.F..\n")
	p.clickText("Undo")
	is("1...\n.2..\n")
	// A text that cannot be read leaves the board, and marks the cell at fault.
	write := func(s string) {
		see[any](p, fmt.Sprintf(`(() => { const t = document.querySelector('textarea'); t.focus(); t.select(); document.execCommand('insertText', false, %q) })()`, s))
	}
	write("4x4/5 windows\n1...\n.2x.\n....\n....\n")
	p.wait(`document.querySelector('[data-testid=fault]')?.textContent.startsWith('Line 3: “x” is no cell')`)
	p.wait(`document.querySelector('` + cell(6) + `').classList.contains('bad') && document.querySelector('` + cell(5) + `').textContent.trim() === '2'`)
	write("4x4/5 windows\n1...\n.3..\n....\n....\n")
	p.wait(`!document.querySelector('[data-testid=fault]') && document.querySelector('` + cell(5) + `').textContent.trim() === '3'`)
	// Presets.
	see[any](p, `(() => { const s = document.querySelector('.fields select'); s.value = [...s.options].find((o) => o.text.startsWith('Expert')).value; s.dispatchEvent(new Event('change', { bubbles: true })) })()`)
	p.wait(`document.querySelectorAll('[data-cell]').length === 480`)
	p.clickText("Undo")
	p.wait(`document.querySelectorAll('[data-cell]').length === 16`)
	// A flag is a note, until it is said to be a mine that is known.
	p.visit("#/mines/analyse?p=2x3/1-windows_01._01F")
	p.wait(`document.querySelector('` + cell(2) + `').getAttribute('aria-label').includes('risk 50.0%')`)
	p.click(`input[name=known]`)
	p.wait(`document.querySelector('` + cell(2) + `').getAttribute('aria-label').includes('certainly safe')`)
}

// wheel turns the wheel of the mouse on an element.
func (p *tab) wheel(selector string, down float64) {
	p.t.Helper()
	x, y := p.middle(selector)
	q := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 0.001, DeltaY: down} // the protocol leaves a 0 out, and demands it
	if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, q); err != nil {
		p.t.Fatal(err)
	}
}

// A search that must wait says so, and goes on when its turn comes; a tab that nobody
// sees gives its place to the others, and goes on when it is seen again.
func TestWaitingAndHiddenTabs(t *testing.T) {
	needsServer(t, "tabs share nothing they could wait for")
	const (
		hard      = "#/mines/analyse?p=8x8/16-windows_1......._........_........_........_........_........_........_........"
		progress  = `(document.querySelector('[data-testid=progress]')?.textContent ?? '')`
		searching = progress + `.startsWith('searching')`
	)
	// Searches for a mate from the first position take as long as they may.
	hold := func(p *tab) {
		p.clickText("Search")
		p.wait(`/Searching to depth \d/.test(document.querySelector('[data-testid=mate]').textContent)`)
	}
	var holders []*tab
	for {
		if len(holders) > 16 {
			t.Skip("more searches at a time than this test opens tabs")
		}
		holder := open(t, "#/kriegspiel/mate?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20-%20-&rules=berkeley&moves=8")
		holder.wait(`document.querySelector('[data-testid=size]').textContent.includes('One position')`)
		hold(holder)
		holders = append(holders, holder)
		p := open(t, hard)
		p.wait(searching + ` || ` + progress + `.startsWith('waiting')`)
		if see[bool](p, searching) {
			p.visit("#/")
			continue // there is a further slot
		}
		p.wait(progress + ` === 'waiting: next in line'`)
		holder.clickText("Cancel")
		p.wait(searching)
		hide(p, true)
		p.wait(`!` + searching)
		hold(holder) // it need not wait until the other search is over
		hide(p, false)
		p.wait(progress + `.startsWith('waiting')`)
		break
	}
	for _, holder := range holders {
		holder.visit("#/")
	}
}

// hide tells a tab that nobody sees it.
func hide(p *tab, hidden bool) {
	state := "visible"
	if hidden {
		state = "hidden"
	}
	see[any](p, fmt.Sprintf(`(() => { Object.defineProperty(document, 'visibilityState', { configurable: true, value: %q }); document.dispatchEvent(new Event('visibilitychange')) })()`, state))
}
