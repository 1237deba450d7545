package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// looks are the ways to look at the page: both themes on a desk, and a phone.
var looks = []struct {
	theme  string
	screen chromedp.Action[chromedp.Void]
}{
	{"light", chromedp.EmulateViewport(1440, 900)},
	{"dark", chromedp.EmulateViewport(1366, 768)},
	{"dark", phone()},
}

// boardStatus is where a board says how the game stands.
const boardStatus = `document.querySelector('[data-testid=board-status]')`

// acted waits until the page shows the game after so many actions, and nothing is asked any more.
func (p *tab) acted(actions int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`%[1]s?.dataset.actions === '%[2]d' && %[1]s.dataset.busy === 'false'`, boardStatus, actions))
}

func (p *tab) boardOver() bool { return see[string](p, boardStatus+`.dataset.over`) == "true" }

func (p *tab) labels() []string {
	return see[[]string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label'))`)
}

// believed waits until the belief of a side after so many actions is drawn.
func (p *tab) believed(side, actions int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector('[data-testid=board-belief]')?.dataset.of === '%d %d'`, side, actions))
}

// likeliest returns the free cell with the greatest chance.
func (p *tab) likeliest() int {
	p.t.Helper()
	return see[int](p, `(() => {
		const chance = (c) => Number(/([\d.]+)% that/.exec(c.getAttribute('aria-label'))?.[1] ?? -1);
		return Number([...document.querySelectorAll('.cell.legal')].reduce((a, b) => chance(b) > chance(a) ? b : a).dataset.cell);
	})()`)
}

// playBoard plays a game to its end: where the belief says most, or at the first free cell. It returns what is said at the end.
func (p *tab) playBoard(belief bool) string {
	p.t.Helper()
	p.acted(0)
	if belief != see[bool](p, `document.querySelector('[role=switch]').checked`) {
		p.click(`[role=switch]`)
	}
	for n := 0; !p.boardOver(); n++ {
		if n > 100 {
			p.t.Fatal("the game does not end")
		}
		if shown := see[int](p, `document.querySelectorAll('.cell.missed').length`); shown > 0 || see[string](p, `document.querySelector('[role=grid]').getAttribute('aria-label')`) != "What you know" {
			p.t.Fatal("a game that goes on shows what is hidden")
		}
		next := see[int](p, `Number(document.querySelector('.cell.legal').dataset.cell)`)
		if belief {
			p.believed(0, n)
			next = p.likeliest()
		}
		p.click(cell(next))
		p.acted(n + 1)
	}
	if label := see[string](p, `document.querySelector('[role=grid]').getAttribute('aria-label')`); label != "The board as it is" {
		p.t.Errorf("at the end the board is %q", label)
	}
	if w, screen := see[int](p, `document.documentElement.scrollWidth`), see[int](p, `innerWidth`); w > screen {
		p.t.Errorf("the page is %d wide on %d", w, screen)
	}
	return see[string](p, boardStatus+`.textContent`)
}

// Each game is played to its end in both themes, on a desk and on a phone.
func TestBoardGamesToTheEnd(t *testing.T) {
	for _, game := range []struct {
		at     string
		end    []string
		belief bool
	}{
		{"#/games/battleship/small?seats=person&rival=density&seed=%d", []string{"The fleet was sunk with", "Density: the fleet was sunk with"}, true},
		{"#/games/phantom/tic-tac-toe?seats=person,random&seed=%d", []string{"You have"}, false},
		{"#/games/phantom/dark-hex?seats=person,search&seed=%d", []string{"You have"}, false},
	} {
		for i, look := range looks {
			p := open(t, fmt.Sprintf(game.at, i), preferring(look.theme), look.screen)
			said := p.playBoard(game.belief)
			for _, want := range game.end {
				if !strings.Contains(said, want) {
					t.Errorf("%s ends with %q", game.at, said)
				}
			}
		}
	}
}

// The whole fleet on the usual board, by the belief: fewer shots than a random player needs, whose mean is 95.
func TestUsualFleetByTheBelief(t *testing.T) {
	p := open(t, "#/games/battleship/usual?seats=person&seed=2")
	said := p.playBoard(true)
	var shots int
	if _, err := fmt.Sscanf(said, "The fleet was sunk with %d shots.", &shots); err != nil || shots < 17 || shots > 75 {
		t.Errorf("%q: %v", said, err)
	}
}

// A reload changes nothing, the list leads to games, and all can be done with keys.
func TestBoardGameByKeysAndReload(t *testing.T) {
	p := open(t, "#/games")
	p.wait(`document.querySelectorAll('main li').length > 2`)
	p.click(`a[aria-label="Play Phantom tic-tac-toe"]`)
	p.acted(0)
	for i := 0; see[string](p, `document.activeElement.getAttribute('role') ?? ''`) != "gridcell"; i++ {
		if i > 60 {
			t.Fatal("Tab does not reach the board")
		}
		p.keys(kb.Tab)
	}
	p.keys(kb.ArrowRight)
	p.keys(kb.ArrowDown)
	p.keys(kb.Enter)
	p.acted(1)
	if at := see[string](p, `document.querySelector('`+cell(4)+`').getAttribute('aria-label')`); !strings.HasPrefix(at, "1,1: a cross") {
		t.Errorf("the cell is %q", at)
	}
	before, at := p.labels(), see[string](p, `location.href`)
	p.reload()
	p.acted(1)
	if after := p.labels(); fmt.Sprint(after) != fmt.Sprint(before) || see[string](p, `location.href`) != at {
		t.Errorf("after a reload %q at %s, before %q at %s", after, see[string](p, `location.href`), before, at)
	}
	p.visit("#/games/nothing")
	p.wait(`document.querySelector('[role=alert]')?.textContent.includes('no game nothing')`)
}

// The program is killed and started again: it knows nothing of the game any more, which goes on all the same.
func TestBoardGameSurvivesAKill(t *testing.T) {
	restart := keeping(t)
	p := open(t, "?token="+token+"#/games/phantom/dark-hex?seats=random,person&seed=1")
	for n := range 2 {
		p.acted(n)
		p.click(`.cell.legal`)
	}
	p.acted(2)
	before := p.labels()
	restart(func() {})
	p.reload()
	p.acted(2)
	p.expect("404") // which is how the page learns of it
	if after := p.labels(); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("taken up again it is %q, before it was %q", after, before)
	}
	p.click(`.cell.legal`)
	p.acted(3)
}

// A game is watched to its end, with what a side knows and believes.
func TestWatchABoardGame(t *testing.T) {
	p := open(t, "#/games/phantom/dark-hex-small?seats=certain,random&seed=4")
	p.acted(0)
	if !see[bool](p, `document.querySelector('[role=switch]').checked`) {
		p.click(`[role=switch]`)
	}
	p.clickText("Step")
	p.acted(1)
	p.click(`input[name=eyes][value="1"]`)
	p.wait(`document.querySelector('[role=grid]').getAttribute('aria-label') === 'What second knows'`)
	p.believed(1, 1)
	if stones := see[int](p, `document.querySelectorAll('.cell.side0, .cell.side1').length`); stones != 0 {
		t.Errorf("the second side, which has done nothing, sees %d stones", stones)
	}
	if chances := see[int](p, `document.querySelectorAll('.cell.risk').length`); chances != 9 {
		t.Errorf("%d chances are drawn", chances)
	}
	p.do(chromedp.SetValue(chromedp.CSS(".panel select"), "0"))
	see[any](p, `document.querySelector('.panel select').dispatchEvent(new Event('change'))`)
	p.clickText("Run")
	p.wait(boardStatus + `.dataset.over === 'true'`)
	if said := see[string](p, boardStatus+`.textContent`); said != "First: won, second: lost." { // for certain
		t.Errorf("it ends with %q", said)
	}
}
