package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"blindsight/game/kriegspiel"
)

// outside returns which of some elements cannot be seen as a whole without scrolling.
func (p *tab) outside(selectors ...string) []string {
	p.t.Helper()
	return see[[]string](p, fmt.Sprintf(`%s.filter((s) => { const r = document.querySelector(s)?.getBoundingClientRect();
		return !r || r.width === 0 || r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth })`, jsList(selectors)))
}

func jsList(texts []string) string {
	var quoted []string
	for _, text := range texts {
		quoted = append(quoted, fmt.Sprintf("%q", text))
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

const width = `document.querySelector('[role=grid]').getBoundingClientRect().width`

// A board at once, one button that begins, and a whole board with its buttons on every
// screen, before and in the game.
func TestPlayPageFitsTheScreen(t *testing.T) {
	for _, screen := range []struct {
		width, height int64
		least         float64 // of the board
	}{{1366, 768, 640}, {1440, 900, 720}, {390, 844, 340}} {
		size := chromedp.EmulateViewport(screen.width, screen.height)
		if screen.width == 390 {
			size = phone()
		}
		p := open(t, "#/kriegspiel/play", size)
		p.wait(`document.querySelectorAll('[role=grid] .man').length === 16`)
		p.wait(`[...document.querySelectorAll('form option')].some((o) => o.textContent === 'Thinker (hard)')`)
		if n := see[int](p, `[...document.querySelectorAll('main button')].filter((b) => b.textContent.trim() === 'Play').length`); n != 1 {
			t.Errorf("%d buttons say Play", n)
		}
		if out := p.outside("[role=grid]", "form button.primary"); len(out) > 0 {
			t.Errorf("%d: %v do not fit before the game", screen.width, out)
		}
		p.clickText("Play")
		p.wait(referee)
		wanted := []string{"[role=grid]", "[data-testid=referee]", ".actions .any", ".actions [role=switch]"}
		if screen.width > 1000 {
			wanted = append(wanted, ".actions .row > :last-child", "[role=log]", ".leaf", ".notes")
		}
		if out := p.outside(wanted...); len(out) > 0 {
			t.Errorf("%d: %v do not fit in the game", screen.width, out)
		}
		if w := see[float64](p, width); w < screen.least {
			t.Errorf("%d: the board is %v wide", screen.width, w)
		}
		if top := see[float64](p, `document.querySelector('[role=grid]').getBoundingClientRect().top`); top > 200 {
			t.Errorf("%d: the board begins at %v", screen.width, top)
		}
		if screen.width > 1000 {
			if see[bool](p, `document.documentElement.scrollHeight > innerHeight`) {
				t.Errorf("%d: the page scrolls", screen.width)
			}
			continue
		}
		// On a phone two touches are a move.
		p.touch(square("e2"), "")
		p.wait(`document.querySelector('` + square("e4") + `').classList.contains('target')`)
		p.touch(square("e4"), "")
		p.wait(referee + `.dataset.plies === '2'`)
	}
}

// The first move of White's begins a game as the button does.
func TestFirstMoveBeginsTheGame(t *testing.T) {
	p := open(t, "#/kriegspiel/play?opponent=random")
	p.wait(`document.querySelector('` + square("e2") + `.movable')`)
	p.drag(square("e2"), square("e4"))
	p.wait(referee + `?.dataset.plies === '2'`)
	if label := p.squareLabel("e4"); !strings.Contains(label, "white pawn") {
		t.Errorf("e4 is %q", label)
	}
	// While it goes on, behind the form, no move on the board of the form puts another one in its place.
	p.clickText("New game")
	p.wait(`document.querySelector('` + square("e2") + ` .man') && document.body.textContent.includes('Your game is kept')`)
	if see[bool](p, `document.querySelector('.movable') !== null`) {
		t.Error("a move would lose the game")
	}
	p.clickText("Back to the game")
	p.clickText("Resign")
	p.clickText("Yes, resign")
	p.wait(referee + `.textContent.includes('You lose: Black wins: White resigned')`)
}

// The coach is off until he is asked; then he counts, maps, suggests and says why, and the
// game is marked for good.
func TestKriegspielCoach(t *testing.T) {
	p := open(t, "#/kriegspiel/play?rules=berkeley&color=white&opponent=random&seed=7")
	p.try("e2e4")
	if see[bool](p, `!!document.querySelector('.heat, [data-testid=assisted], [data-testid=belief]')`) {
		t.Error("the coach was not asked, and is there")
	}
	p.clickText("Coach")
	p.wait(`document.querySelector('[data-testid=belief]')?.dataset.size === '20'`) // the replies there are to e4 that sound alike
	p.wait(`document.querySelector('[data-testid=belief]').dataset.kind === 'exact' && document.querySelector('[data-testid=assisted]')`)
	if label := p.squareLabel("e8"); !strings.Contains(label, "enemy king 100%") {
		t.Errorf("e8 is %q", label)
	}
	p.click(`input[name=map][value=men]`)
	p.wait(`document.querySelectorAll('.heat').length > 15`)
	if see[bool](p, `!!document.querySelector('.board path.hint')`) {
		t.Error("a try is suggested before it is asked for")
	}
	p.clickText("Suggest a try")
	p.wait(`document.querySelector('.board path.hint') && document.querySelector('[data-testid=suggestion]')`)
	p.clickText("Why?")
	p.wait(`document.querySelectorAll('[data-testid=reasons] li').length > 1`)
	// The next turn has another map, and the suggestion is folded again.
	p.try("d2d4")
	p.wait(`Number(document.querySelector('[data-testid=belief]').dataset.size) > 100 && !document.querySelector('.board path.hint')`)
	p.clickText("Coach")
	p.wait(`!document.querySelector('.heat') && document.querySelector('[data-testid=assisted]')`)
	p.reload()
	p.wait(`document.querySelector('[data-testid=assisted]')`)
}

// Two players of the catalogue play on the page, step by step and running, and show what
// they compared; after a reload the game stands where it was.
func TestWatchKriegspiel(t *testing.T) {
	p := open(t, "#/kriegspiel/watch")
	steps := func() int { return see[int](p, `Number(document.querySelector('[data-testid=watch]').dataset.steps)`) }
	p.wait(`document.querySelectorAll('[role=grid] .man').length === 32 && document.querySelectorAll('form option').length > 10`)
	for name, title := range map[string]string{"White": "belief", "Black": "greedy"} {
		see[any](p, fmt.Sprintf(`(() => { const s = [...document.querySelectorAll('form label')].find((l) => l.textContent.startsWith(%q)).querySelector('select');
			s.value = %q; s.dispatchEvent(new Event('change', { bubbles: true })) })()`, name, title))
	}
	for _, who := range []string{"Thinker (White)", "Attacker (Black)"} {
		before := steps()
		p.clickText("Step")
		p.wait(fmt.Sprintf(`document.querySelector('[data-testid=watch]').dataset.steps === '%d'`, before+1))
		p.wait(fmt.Sprintf(`document.querySelector('#thoughts-title').textContent.startsWith(%q) && document.querySelector('[data-testid=candidates] tr.chosen')`, who))
	}
	p.click(`input[value=own]`)
	p.wait(`document.querySelectorAll('[role=grid] .man').length === 16`) // Black sees its own men
	p.click(`input[value=all]`)
	if out := p.outside("[role=grid]", ".controls", ".leaf", "[role=log]", "form button"); len(out) > 0 {
		t.Errorf("%v do not fit", out)
	}
	p.do(chromedp.SetValue(chromedp.CSS(".controls select"), "0"))
	see[any](p, `document.querySelector('.controls select').dispatchEvent(new Event('change', { bubbles: true }))`)
	p.clickText("Run")
	p.wait(`Number(document.querySelector('[data-testid=watch]').dataset.steps) > 5`)
	p.clickText("Pause")
	p.wait(`[...document.querySelectorAll('button')].some((b) => b.textContent.trim() === 'Step' && !b.disabled)`)
	n := steps()
	p.reload()
	p.wait(fmt.Sprintf(`document.querySelector('[data-testid=watch]')?.dataset.steps === '%d'`, n))
	p.clickText("Step")
	p.wait(fmt.Sprintf(`document.querySelector('[data-testid=watch]').dataset.steps === '%d'`, n+1))
}

// How to play leads to a page for each rule set, and each page to its examples.
func TestRulePages(t *testing.T) {
	p := open(t, "#/kriegspiel/play")
	p.wait(`document.querySelector('a[href="#/kriegspiel/rules"]')`)
	p.click(`a[href="#/kriegspiel/rules"]`)
	for _, rules := range kriegspiel.Names() {
		p.visit("#/kriegspiel/rules")
		link := `a[href="#/kriegspiel/rules/` + rules + `"]`
		p.wait(`document.querySelector('` + link + `')`)
		p.click(link)
		p.wait(`document.querySelectorAll('[data-lesson]').length === 8`)
		bare := see[int](p, `[...document.querySelectorAll('[data-lesson]')].filter((l) => !l.querySelector('figure svg') || !l.querySelector('dd')).length`)
		if bare != 0 {
			t.Errorf("%s: %d lessons without an example", rules, bare)
		}
	}
	p.wait(`document.querySelector('[data-lesson=pawns]').textContent.includes('Any?')`)
}
