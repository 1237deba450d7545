package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A pasted game is replayed, from both sides, with the keys wherever the focus is; it stays
// after a reload; and a file that the program wrote opens as well.
func TestReplayOfAPastedGame(t *testing.T) {
	p := open(t, "#/kriegspiel/replay")
	p.wait(`document.querySelector('textarea')`)
	// What cannot be read stays there to be mended.
	p.write("textarea", "1. e4 e5 2. Kxx *")
	p.clickText("Replay")
	p.wait(`document.querySelector('[role=alert]')?.textContent.includes('Kxx') && document.querySelector('textarea')?.value === '1. e4 e5 2. Kxx *' && document.querySelector('h1').textContent === 'Replay'`)
	p.expect("400")
	p.write("textarea", "[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"2026.01.31\"]\n\n1. e4 {silent : e2d3} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
	p.clickText("Replay")
	p.wait(`document.querySelector('[data-testid=game]')?.textContent.includes('Anna – Ben')`)
	p.wait(`document.querySelector('[data-testid=game]').textContent.includes('1-0, White mates, berkeley, 2026.01.31')`)
	p.wait(`document.querySelector('input[type=range]').max === '7'`)
	ply := func(want string) {
		p.wait(`document.querySelector('[data-testid=ply]').dataset.ply === '` + want + `'`)
	}
	p.keys(kb.ArrowRight)
	ply("1")
	if title := see[string](p, `document.querySelector('[data-testid=ply]').textContent`); title != "1. e4 (refused or asked before: exd3)" {
		t.Errorf("the first move is shown as %q", title)
	}
	p.wait(`/White could know: 20 positions|White could know: 1 position/.test(document.querySelectorAll('figcaption')[1].textContent)`)
	see[any](p, `(() => { const s = [...document.querySelectorAll('select')].find((one) => one.value === 'white'); s.value = 'black'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	p.wait(`document.querySelector('input[type=range]')?.max === '7' && document.querySelectorAll('figcaption')[1].textContent.includes('Black could know')`)
	see[any](p, `document.querySelector('[aria-label="Last position"]').focus()`)
	p.keys(kb.End)
	ply("7")
	p.keys(kb.ArrowLeft)
	ply("6")
	p.reload()
	p.wait(`document.querySelector('[data-testid=game]')?.textContent.includes('Anna – Ben')`)
	p.click(`[aria-label="Close the game"]`)
	p.write("textarea", `{"id":"x","side":"black","history":[{"white":{"heard":"silent"}},{"black":[{"try":"e7e5","heard":"silent"}]}]}`)
	p.clickText("Replay")
	p.wait(`document.querySelectorAll('figure').length === 1 && document.querySelector('figcaption').textContent.includes('Black could know')`)
	if see[bool](p, `[...document.querySelectorAll('select')].some((s) => s.value === 'black' && !s.disabled)`) {
		t.Error("what White knows can be asked of a record of Black")
	}
	if shown := p.shown(); strings.Contains(shown, "The true position") {
		t.Errorf("a true position is shown:\n%s", shown)
	}
}
