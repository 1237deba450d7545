package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// referee is the element that says what was heard last.
const referee = `document.querySelector('[data-testid=referee]')`

// draw moves the mouse with its right button down from one square to another.
func (p *tab) draw(from, to string) {
	p.t.Helper()
	x1, y1 := p.middle(square(from))
	x2, y2 := p.middle(square(to))
	for _, e := range []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMousePressed, X: x1, Y: y1, Button: input.MouseButtonRight, Buttons: 2, ClickCount: 1},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: x2, Y: y2, Button: input.MouseButtonRight, Buttons: 2},
		{Type: input.DispatchMouseEventTypeMouseReleased, X: x2, Y: y2, Button: input.MouseButtonRight, ClickCount: 1},
	} {
		if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, e); err != nil {
			p.t.Fatal(err)
		}
	}
}

// squareLabel returns what a square says of itself.
func (p *tab) squareLabel(name string) string {
	p.t.Helper()
	return see[string](p, `document.querySelector('`+square(name)+`').getAttribute('aria-label')`)
}

// Everything that a player expects of a board, in one game: drawings, the flip, refusals
// that are seen and heard, a question that is explained, the moves by keys, a move set ahead.
func TestBoardTools(t *testing.T) {
	p := open(t, "#/kriegspiel/play?rules=berkeley&color=white&opponent=random&seed=7")
	p.wait(`document.querySelector('` + square("e2") + `.movable')`)

	// Arrows and circles; a click on nothing wipes them.
	p.rightClick(square("d5"))
	p.wait(`document.querySelectorAll('.board circle.pen').length === 1`)
	p.draw("g1", "f3")
	p.wait(`document.querySelectorAll('.board path.pen').length === 1`)
	p.draw("g1", "f3") // the same stroke takes it away
	p.wait(`document.querySelectorAll('.board path.pen').length === 0`)
	p.draw("b1", "c3")
	p.click(square("e5"))
	p.wait(`document.querySelectorAll('.board path.pen, .board circle.pen').length === 0`)

	// The flip, by key and by button.
	p.keys("f")
	p.wait(`document.querySelector('[data-square]').dataset.square === 'h1'`)
	p.click(`[aria-label="Flip the board"]`)
	p.wait(`document.querySelector('[data-square]').dataset.square === 'a8'`)

	// "Any?" says why it is off.
	p.clickText("Any?")
	p.wait(`document.querySelector('#any-why[role=status]')?.textContent.includes('not asked under Berkeley rules')`)

	// A refusal is seen, in standard notation, and heard once the sound is on.
	see[any](p, `(() => { window.tones = 0; const make = AudioContext.prototype.createOscillator;
		AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this) } })()`)
	p.try("e2e4")
	if n := see[int](p, `window.tones`); n != 0 {
		t.Errorf("%d tones although the sound is off", n)
	}
	p.click(`[aria-label="Sound"]`)
	p.try("e4d5")
	p.wait(referee + `.textContent.includes('exd5 is refused')`)
	p.wait(`document.querySelector('` + square("e4") + ` .shaken') && document.querySelector('.board path.refused')`)
	p.wait(`document.querySelector('[data-testid=tries]').textContent.includes('exd5') && document.querySelector('[role=log]').textContent.includes('exd5')`)
	if n := see[int](p, `window.tones`); n == 0 {
		t.Error("nothing was heard of a refusal")
	}

	// The keys leaf through the game; nothing can be moved in the past.
	p.try("d2d4")
	p.keys(kb.ArrowLeft)
	p.wait(referee + `.dataset.back === 'true'`)
	p.keys(kb.Home)
	p.wait(`document.querySelector('` + square("e2") + ` .man') && !document.querySelector('.movable')`)
	p.keys(kb.ArrowRight)
	p.wait(`document.querySelector('` + square("e4") + ` .man') && document.querySelector('` + square("d2") + ` .man')`)
	p.keys(kb.End)
	p.wait(`document.querySelector('` + square("d4") + ` .man') && document.querySelector('.movable')`)

	p.setAhead()
}

// setAhead sets a move ahead while the answer to another one is held back.
func (p *tab) setAhead() {
	p.t.Helper()
	plies := p.plies()
	see[any](p, `(() => { const gate = new Promise((open) => (window.open_gate = open)); `+intercept+`(() => gate) })()`)
	p.drag(square("g1"), square("f3"))
	p.wait(`document.querySelector('` + square("f3") + ` .man')`) // at once, whatever the referee will say
	p.drag(square("b1"), square("c3"))
	p.wait(`document.querySelector('.board path.ahead')`)
	if p.plies() != plies {
		p.t.Error("the referee has answered too early for this test")
	}
	see[any](p, `window.open_gate()`)
	p.wait(fmt.Sprintf(`%s.dataset.plies === '%d'`, referee, plies+4))
	if label := p.squareLabel("c3"); !strings.Contains(label, "white knight") {
		p.t.Errorf("c3 is %q after the move that was set ahead", label)
	}
}

// A pawn that arrives asks what it becomes, on the square itself and by keys.
func TestPromotionDialog(t *testing.T) {
	p := open(t, "#/kriegspiel/play?rules=berkeley&color=white&opponent=random&seed=1&fen=8/P6k/8/8/8/8/6P1/4K3%20w%20-%20-%200%201")
	p.wait(`document.querySelector('` + square("a7") + `.movable')`)
	p.click(square("a7"))
	p.click(square("a8"))
	p.wait(`document.querySelectorAll('dialog[open] button').length === 4`)
	near := see[bool](p, `(() => { const box = document.querySelector('dialog[open]').getBoundingClientRect(), on = document.querySelector('`+square("a8")+`').getBoundingClientRect();
		return Math.abs(box.left - on.left) < 8 && Math.abs(box.top - on.top) < 8 })()`)
	if !near {
		t.Error("the dialog is not where the pawn goes")
	}
	p.keys(kb.Escape)
	p.wait(`!document.querySelector('dialog[open]') && document.querySelector('` + square("a7") + ` .man')`)
	p.drag(square("a7"), square("a8"))
	p.wait(`document.querySelector('dialog[open]')`)
	p.keys("n")
	p.wait(fmt.Sprintf(`%s.dataset.plies === '2'`, referee))
	if label := p.squareLabel("a8"); !strings.Contains(label, "white knight") {
		t.Errorf("a8 is %q", label)
	}
	p.wait(`document.querySelector('[role=log] strong').textContent === 'a8=N'`)
}

// The question is an attempt and no move: the boards do not try to draw it.
func TestQuestionIsNotDrawn(t *testing.T) {
	p := open(t, "#/kriegspiel/watch?white=greedy&black=greedy&rules=english&seed=4")
	undrawn := func(where string) {
		t.Helper()
		if see[bool](p, `document.querySelector('[role=grid]').parentElement.querySelector('path.refused, path[d*=NaN]') !== null`) {
			t.Errorf("%s: the question is drawn as a refused move", where)
		}
	}
	for n := 1; ; n++ {
		p.clickText("Step")
		p.wait(fmt.Sprintf(`document.querySelector('[data-testid=watch]').dataset.steps === '%d'`, n))
		if see[bool](p, `document.querySelector('[data-testid=watch]').textContent.includes('asks "Any?"')`) {
			break
		}
		if n == 20 {
			t.Fatal("nobody asks")
		}
	}
	undrawn("a watched game")
	p.visit("#/kriegspiel/problems/published/8?rules=english")
	p.wait(`document.querySelector('.movable')`)
	p.clickText("Any?")
	p.wait(`document.querySelector('[role=log] .question')`)
	undrawn("a problem")
}
