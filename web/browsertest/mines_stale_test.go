package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// mute lets questions to the coach go unanswered from now on.
const mute = intercept + `((path) => (path.includes('/analyze/stream') ? new Promise(() => {}) : undefined))`

// Help is for the game in which it was asked for: the next one begins without it, and a
// player that is watched looks at the new board.
func TestHelpEndsWithItsGame(t *testing.T) {
	p := open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	p.clickText("Hint")
	p.wait(`document.querySelectorAll('.cell.best').length === 1`)
	before := see[int](p, asked)
	p.clickText("New game")
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'new' && !document.querySelector('[data-testid=hint]')`)
	p.click(cell(40))
	p.opened(40)
	if after := see[int](p, asked); after != before || see[bool](p, `JSON.parse(sessionStorage.getItem('mines-game')).helped`) {
		t.Errorf("a new game was helped unasked, by %d questions", after-before)
	}

	p = open(t, coachedGame)
	decided := `document.querySelector('[data-testid=decision]').textContent.startsWith('strong opens')`
	p.wait(`document.querySelector('` + cell(0) + `')`)
	p.clickText("Watch")
	p.wait(decided)
	p.clickText("New game") // an untouched board for another
	p.wait(`!location.hash.includes('seed=4&') && !location.hash.endsWith('seed=4')`)
	p.wait(decided)
}

// While an answer takes its time, nothing that was said of another position is left standing.
func TestNothingIsSaidOfAnotherPosition(t *testing.T) {
	silent := `!document.querySelector('.cell.risk, .cell.best') && document.querySelector('[data-testid=chance]').textContent.trim() === '–' && document.querySelector('[data-testid=why]').textContent === ''`
	exact := `document.querySelector('.cell.risk') && document.querySelector('[data-testid=chance]')?.textContent.includes('exact')`
	p := open(t, "#/mines/analyse")
	p.wait(exact)
	see[any](p, mute)
	p.click(cell(0))
	p.wait(silent)

	p = open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	p.click(`[role=switch]`)
	p.wait(exact + ` && document.querySelector('.cell.best')`)
	see[any](p, mute)
	safe := see[int](p, `Number(document.querySelector('.cell.best').dataset.cell)`)
	p.click(cell(safe))
	p.opened(safe)
	p.wait(silent)
}

// In a review the frames say what was chosen and what was best; where the keys are is shown
// otherwise, and no other cell is called the best.
func TestFocusIsNoFrameOfAReview(t *testing.T) {
	p := open(t, smallWin)
	p.click(cell(0))
	p.opened(4)
	p.click(cell(5)) // a mine or not, for all that is seen
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'lost' && document.querySelector('.chart canvas')`)
	p.wait(`![...document.querySelectorAll('.steps button')][0].disabled`)
	see[any](p, `document.querySelector('`+cell(5)+`').focus()`)
	p.keys(kb.ArrowLeft)
	p.wait(`document.querySelector('` + cell(5) + `').matches('.target:focus-visible') && document.querySelector('.cell.risk')`)
	if see[bool](p, `(() => { const style = getComputedStyle(document.querySelector('`+cell(5)+`'), '::after'); return style.outlineStyle !== 'dashed' || style.getPropertyValue('--ring') !== style.getPropertyValue('--text'); })()`) {
		t.Error("the focus hides the frame of what was chosen")
	}
	if n := see[int](p, `[...document.querySelectorAll('[data-cell]')].filter((c) => c.getAttribute('aria-label').includes('best') !== c.classList.contains('best')).length`); n != 0 {
		t.Errorf("%d cells are called the best without a frame", n)
	}
}

// Of a cell that a watched player tried a few times no percentage is told, and the papers
// that its description names are a click away.
func TestWatchTellsNoChanceOfFewPlays(t *testing.T) {
	p := open(t, "#/mines/play?board=9x9/10&rule=windows&seed=5")
	p.wait(`document.querySelector('` + cell(0) + `')`)
	p.clickText("Watch")
	p.wait(`document.querySelector('option[value=bssuct]')`)
	p.do(chromedp.SetValue(chromedp.CSS("select[name=player]"), "bssuct"))
	see[any](p, `document.querySelector('select[name=player]').dispatchEvent(new Event('change'))`)
	p.wait(`document.querySelector('[data-testid=decision]').textContent.startsWith('bssuct opens')`)
	few := see[[]string](p, `[...document.querySelectorAll('aside tbody tr')].map((row) => [...row.cells].map((c) => c.textContent)).filter((row) => Number(row[3]) < 200).map((row) => row[2])`)
	if len(few) == 0 {
		t.Fatal("no cell was tried a few times only")
	}
	for _, win := range few {
		if win != "–" {
			t.Errorf("%s of fewer than 200 plays", win)
		}
	}
	p.wait(`document.querySelector('aside a[href="#/studies/papers"]')`)
}

// A game of one click takes no time, and has no speed.
func TestOneClickHasNoSpeed(t *testing.T) {
	p := open(t, "#/mines/play?board=1x2/1&rule=windows")
	p.click(cell(0))
	p.wait(`document.querySelector('[data-testid=speed]')?.textContent === '–'`)
	p.clickText("Statistics")
	p.wait(`document.querySelector('[data-testid=best] tbody')?.textContent.startsWith('10.01–')`)
}

// hurried is a review that had time for a few plays only.
const hurried = `(() => {
	const move = { move: 1, action: { do: 'open', row: 0, col: 0 }, risk: 0.2, least_risk: 0.1, before: 0.43, chosen: 0.31, after: 0, loss: 0.12, luck: -0.31,
		low: 0.2, high: 0.6, exact: false, of: 'strong playing on', plays: 7, first: true, best: [0, 1], safe_existed: false, position: '2x3/1 none\n...\n...\n', text: '43% against 31%' };
	` + intercept + `((path) => (path.includes('/review') ? Promise.resolve(new Response('event: move\ndata: ' + JSON.stringify(move) + '\n\n')) : undefined));
})()`

// A review tells no percentage of fewer than 200 plays either.
func TestReviewTellsNoChanceOfFewPlays(t *testing.T) {
	p := open(t, smallWin)
	p.wait(`document.querySelector('` + cell(0) + `')`)
	see[any](p, hurried)
	p.click(cell(5))
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'lost'`)
	p.wait(`![...document.querySelectorAll('.steps button')][0].disabled`)
	p.clickText("← Back")
	p.wait(`document.querySelector('[data-testid=move-words]').textContent.includes('7 plays only')`)
	if words := see[string](p, `document.querySelector('aside').textContent`); strings.Contains(words, "43") || strings.Contains(words, "31") || strings.Contains(words, "Mistakes") {
		t.Errorf("chances of 7 plays are told: %s", words)
	}
}
