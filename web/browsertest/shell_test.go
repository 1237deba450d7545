package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// inView tells whether the first and the last cell of the board, and all that belongs to
// its card, are on the screen while the page is not scrolled.
const inView = `(() => {
	const cells = [...document.querySelectorAll('[data-cell]')];
	const card = document.querySelector('[data-fit]').getBoundingClientRect();
	const first = cells[0].getBoundingClientRect(), last = cells.at(-1).getBoundingClientRect();
	return scrollY === 0 && first.top >= 0 && first.left >= 0 && last.right <= innerWidth && last.bottom <= innerHeight && card.bottom <= innerHeight;
})()`

func (p *tab) cellWidth() float64 {
	return see[float64](p, `document.querySelector('[data-cell]').getBoundingClientRect().width`)
}

// On the screens of most desks no board of the usual three needs scrolling, with and
// without the coach; and who wants other cells chooses their size.
func TestBoardsFitTheScreen(t *testing.T) {
	p := open(t, "#/mines/play")
	for _, size := range [][2]int64{{1366, 768}, {1440, 900}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, board := range []string{"16x16/40", "16x30/99"} {
			p.visit("#/mines/play?board=" + board + "&rule=windows")
			var h, w, m int
			_, _ = fmt.Sscanf(board, "%dx%d/%d", &h, &w, &m)
			cells := fmt.Sprintf(`document.querySelectorAll('[data-cell]').length === %d`, h*w)
			p.wait(cells + ` && ` + inView)
			p.click(`[role=switch]`)
			p.wait(`document.querySelector('[data-testid=chance]') && ` + inView)
			p.click(`[role=switch]`)
		}
		if high := see[float64](p, `document.querySelector('[data-testid=settings]').offsetHeight`); high > 48 {
			t.Errorf("%dx%d: the settings are %v high, more than one row", size[0], size[1], high)
		}
	}
	// Between the usual widths nothing is wider than the screen either.
	for _, width := range []int64{1300, 1100, 970, 700} {
		p.do(chromedp.EmulateViewport(width, 800))
		p.wait(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= innerWidth`, width))
	}
	p.do(chromedp.EmulateViewport(1440, 900))
	p.wait(`document.querySelector('input[name=preset]')`) // the row of a desk again
	p.clickText("Display")
	p.click(`dialog[open] input[name=size][value="48"]`)
	p.wait(`document.querySelector('[data-cell]').getBoundingClientRect().width === 48`)
	p.reload()
	p.wait(`document.querySelector('[data-cell]')?.getBoundingClientRect().width === 48`)
}

func TestPhone(t *testing.T) {
	p := open(t, "#/mines/play?board=9x9/10&rule=windows&seed=4", phone())
	p.wait(`document.querySelectorAll('[data-cell]').length === 81 && ` + inView)
	if top := see[float64](p, `document.querySelector('[role=grid]').getBoundingClientRect().top`); top > 200 {
		t.Errorf("the board begins at %v", top)
	}
	// The coach is a sheet at the bottom, and leaves the board in view.
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.sheet') && ` + inView)
	p.wait(`Math.round(document.querySelector('.sheet').getBoundingClientRect().bottom) === innerHeight`)
	p.click(`.sheet .head`)
	p.wait(`document.querySelector('.sheet [data-testid=chance]')?.checkVisibility()`)
	p.click(`.sheet .head`)
	p.click(`[role=switch]`)
	p.wait(`!document.querySelector('.sheet')`)
	// A large board pans: each of its cells can be brought into view, and hit.
	p.visit("#/mines/play?board=16x30/99&rule=gnomine&seed=4")
	p.wait(`document.querySelectorAll('[data-cell]').length === 480`)
	if w := p.cellWidth(); w < 32 {
		t.Errorf("cells of %v pixels", w)
	}
	if w := see[float64](p, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page itself is %v wide", w)
	}
	p.touch(cell(479), "")
	p.opened(479)
	// Two fingers that move apart make the cells larger.
	before := p.cellWidth()
	p.pinch(cell(250), 40, 80)
	p.wait(fmt.Sprintf(`document.querySelector('[data-cell]').getBoundingClientRect().width > %v`, 1.5*before))
	p.pinch(cell(250), 120, 10)
	p.wait(`document.querySelector('[data-cell]').getBoundingClientRect().width === 32`)
	// The pages are behind a button.
	p.wait(`!document.querySelector('nav a').checkVisibility()`)
	p.click(`.menu`)
	p.click(`nav a[href="#/mines/analyse"]`)
	p.wait(`location.hash.startsWith('#/mines/analyse') && !document.querySelector('nav a').checkVisibility()`)
}

// On a tablet no column is out of reach: the board fits, or it pans inside its card.
func TestTabletHidesNoColumn(t *testing.T) {
	for _, mobile := range []bool{false, true} {
		screen := chromedp.EmulateViewport(820, 1180)
		if mobile {
			screen = chromedp.EmulateViewport(820, 1180, chromedp.EmulateMobile, chromedp.EmulateTouch)
		}
		p := open(t, "#/mines/play?board=16x30/99&rule=windows&seed=4", screen)
		p.wait(`document.querySelectorAll('[data-cell]').length === 480`)
		p.middle(cell(479)) // scrolls to it
		p.wait(`(() => { const r = document.querySelector('` + cell(479) + `').getBoundingClientRect(); return r.right <= innerWidth && r.bottom <= innerHeight })()`)
		if w := see[float64](p, `document.documentElement.scrollWidth`); w > 820 {
			t.Errorf("mobile %v: the page is %v wide", mobile, w)
		}
	}
}

// pinch puts two fingers beside the middle of an element and moves them from one distance
// to another.
func (p *tab) pinch(selector string, from, to float64) {
	p.t.Helper()
	x, y := p.middle(selector)
	for i, distance := range []float64{from, (from + to) / 2, to, -1} {
		q := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchMove}
		switch {
		case i == 0:
			q.Type = input.DispatchTouchEventTypeTouchStart
		case distance < 0:
			q.Type = input.DispatchTouchEventTypeTouchEnd
		}
		q.TouchPoints = []*input.TouchPoint{}
		if distance >= 0 {
			q.TouchPoints = append(q.TouchPoints, &input.TouchPoint{X: x - distance/2, Y: y}, &input.TouchPoint{X: x + distance/2, Y: y})
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, q); err != nil {
			p.t.Fatal(err)
		}
	}
}

// An address that leads nowhere says so, whether after the # or before it.
func TestUnknownAddressSaysSo(t *testing.T) {
	p := open(t, "#/nowhere")
	nowhere := []string{"#/nowhere", "mines/nowhere"}
	if *siteFolder != "" {
		nowhere = nowhere[:1] // before the # there are files only
	}
	for _, place := range nowhere {
		p.visit(place)
		p.wait(`document.querySelector('h1')?.textContent === 'There is no such page' && document.querySelector('main code').textContent.endsWith('nowhere') && document.title.startsWith('No such page')`)
	}
	p.visit(map[bool]string{true: "mines/analyse", false: "#/mines/analyse"}[*siteFolder == ""]) // meant as a place of the page, and found there
	p.wait(`document.querySelector('[aria-label="Position"]')`)
	p.visit("#/studies/nothing")
	p.wait(`document.querySelector('main').textContent.includes('There is no study called nothing')`)
	p.visit("#/studies/mines-table-1/results")
	p.wait(`[...document.querySelectorAll('article a')].some((a) => a.textContent === 'Paper A')`)
	p.click(`article a[href="#/studies/papers"]`)
	p.wait(`document.querySelector('[data-testid=papers]')?.textContent.includes('Consistent Belief State Estimation')`)
	p.visit("#/docs")
	p.wait(`document.querySelector('article a[href="#/docs/limits"]')`)
	p.click(`article a[href="#/docs/minesweeper"]`)
	p.wait(`document.querySelector('article h1')?.textContent.startsWith('Minesweeper')`)
	p.click(`article a[href="#/docs/results/what-was-held-out"]`)
	p.wait(`document.getElementById('what-was-held-out') && Math.abs(document.getElementById('what-was-held-out').getBoundingClientRect().top) < innerHeight`)
	p.visit("#/docs/nothing")
	p.wait(`document.querySelector('main').textContent.includes('There is no page called nothing')`)
	if label := see[string](p, `document.querySelector('header select').labels[0].innerText`); label[:5] != "Theme" {
		t.Errorf("the box of the theme is called %q", label)
	}
}
