package browsertest

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func (p *tab) found() string {
	return see[string](p, `document.querySelector('[data-testid=mate]').dataset.result`)
}

// write replaces what is written in a field, as pasting does.
func (p *tab) write(selector, text string) {
	p.t.Helper()
	see[any](p, `(() => { const field = document.querySelector('`+selector+`'); field.focus(); field.value = `+strconv.Quote(text)+`; field.dispatchEvent(new Event('input', { bubbles: true })); })()`)
}

const fenField = `.fen input`

// What is found is about the board on the screen: an edit takes it away, undoing brings it
// back, and the checker is asked about what is there now.
func TestOwnPositionSearched(t *testing.T) {
	p := open(t, "#/kriegspiel/mate?fen=8/8/8/8/8/8/8/RR2K3%20w%20-%20-&men=k:f8.g8.h8&rules=berkeley&moves=2")
	p.wait(`document.querySelector('[data-testid=size]').textContent.includes('3 positions')`)
	p.click(square("e8")) // a fourth square for the king, from which the mate takes longer
	p.wait(`document.querySelector('[data-testid=size]').textContent.includes('4 positions')`)
	p.clickText("Search")
	p.wait(`document.querySelector('[data-testid=mate]').dataset.result !== ''`)
	first := p.found()
	out, _ := exec.Command(program, "kriegspiel", "mate", "--json", p.problemFile(`{"id":"x","rules":"berkeley","side":"white","depth":3,"belief":["4k3/8/8/8/8/8/8/RR2K3 w - -","5k2/8/8/8/8/8/8/RR2K3 w - -","6k1/8/8/8/8/8/8/RR2K3 w - -","7k/8/8/8/8/8/8/RR2K3 w - -"]}`)).Output()
	if !strings.Contains(string(out), `"result":"`+first+`"`) {
		t.Errorf("the page says %q, the command %s", first, out)
	}
	p.click(`[aria-label=Undo]:enabled`)
	p.wait(`document.querySelector('[data-testid=size]').textContent.includes('3 positions')`)
	p.clickText("Search")
	p.wait(`document.querySelector('[data-testid=mate]').dataset.result === 'mate'`)
	p.clickText("Check the plan")
	p.wait(`document.querySelector('[data-testid=verdict]').textContent.includes('accepts')`)
	// The rook on a1 goes: nothing of the result stays.
	p.click(`input[name=tool][value="-"]`)
	p.click(square("a1"))
	p.wait(`document.querySelector('[data-testid=mate]').dataset.result === '' && !document.querySelector('[data-testid=mate].good')`)
	if see[bool](p, `document.body.innerText.includes('guaranteed mate in') || document.querySelector('.node, [data-testid=verdict]') !== null`) {
		t.Errorf("after the edit the page says:\n%s", p.shown())
	}
	// The question is part of what was asked, and the board comes back with undo.
	p.keys(kb.Escape)
	p.click(`[aria-label=Undo]:enabled`)
	p.wait(`document.querySelector('[data-testid=mate]').dataset.result === 'mate'`)
	see[any](p, `(() => { const s = [...document.querySelectorAll('select')].find((one) => one.value === 'berkeley'); s.value = 'wild16'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	p.wait(`document.querySelector('[data-testid=mate]').dataset.result === ''`)
}

// A list of positions is counted by the server, as the search does it: equal ones are one,
// what is no position is none, and a plan is drawn from the side that mates.
func TestListOfPositions(t *testing.T) {
	p := open(t, "#/kriegspiel/mate")
	p.click(`input[name=way][value=list]`)
	says := func(words string) {
		t.Helper()
		p.wait(`document.querySelector('[data-testid=size]').textContent.includes('` + words + `')`)
	}
	says("0 positions")
	p.write("textarea", "5k2/8/8/8/8/8/8/RR2K3 w - -\n6k1/8/8/8/8/8/8/RR2K3 w - -\n5k2/8/8/8/8/8/8/RR2K3 w - -")
	says("2 positions")
	p.write("textarea", "abc")
	p.wait(`document.querySelector('[role=alert]')?.textContent.includes('position 1')`)
	p.expect("400")
	says("0 positions")
	p.write("textarea", "rr2k3/8/8/8/8/8/8/5K2 b - -")
	says("One position")
	p.clickText("Search")
	p.wait(`document.querySelector('.node .dark')`)
	if x := see[float64](p, `(() => { const board = document.querySelector('.node svg'), king = board.querySelector('use[href$="k"]'); return king.getBoundingClientRect().bottom > board.getBoundingClientRect().bottom - 8 })() ? 1 : 0`); x != 1 {
		t.Error("Black's plan is drawn from White's side")
	}
}

// A FEN replaces everything, keeps castling and en passant, and must have eight ranks; what
// is none leaves the board as it was.
func TestPastedFENReplacesEverything(t *testing.T) {
	p := open(t, "#/kriegspiel/mate")
	p.wait(`document.querySelector('[data-testid=size]').textContent.includes('3 positions')`)
	p.write(fenField, "8/8/8/8/8/8/RR2K3 w - -")
	p.wait(`document.querySelector('[data-testid=fen-error]')?.textContent.includes('eight ranks')`)
	if label := see[string](p, `document.querySelector('`+square("a1")+`').getAttribute('aria-label')`); !strings.Contains(label, "white rook") {
		t.Errorf("a1 is %q after a bad FEN", label)
	}
	p.write(fenField, "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1")
	p.wait(`document.querySelector('[data-testid=size]').textContent.includes('One position')`)
	p.wait(`!document.querySelector('[data-testid=fen-error]') && document.querySelectorAll('.ghost').length === 0`)
	if at := see[string](p, `decodeURIComponent(location.hash)`); !strings.Contains(at, "fen=4k3/8/8/3pP3/8/8/8/4K2R w K d6") || strings.Contains(at, "men=") {
		t.Errorf("the address is %s", at)
	}
	// The rook leaves its home, and with it the right to castle.
	p.click(`input[name=tool][value="-"]`)
	p.click(square("h1"))
	p.wait(`document.querySelector('` + fenField + `').value === '4k3/8/8/3pP3/8/8/8/4K3 w - d6'`)
	p.click(`[aria-label=Undo]:enabled`)
	p.wait(`document.querySelector('` + fenField + `').value === '4k3/8/8/3pP3/8/8/8/4K2R w K d6'`)
	p.click(`[aria-label=Undo]:enabled`) // the FEN itself
	p.wait(`document.querySelectorAll('.ghost').length === 3`)
	p.click(`[aria-label=Redo]:enabled`)
	p.wait(`document.querySelectorAll('.ghost').length === 0`)
}

// A long search shows that it runs, and ends when it is told to.
func TestMateSearchIsCancelled(t *testing.T) {
	p := open(t, "#/kriegspiel/mate?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20-%20-&rules=berkeley&moves=8")
	p.wait(`document.querySelector('[data-testid=size]').textContent.includes('One position')`)
	p.clickText("Search")
	p.wait(`/Searching to depth \d/.test(document.querySelector('[data-testid=mate]').textContent)`)
	p.clickText("Cancel")
	p.wait(`[...document.querySelectorAll('button')].some((b) => b.textContent.trim() === 'Search' && !b.disabled)`)
}
