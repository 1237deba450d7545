package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// In a game between people a move is set ahead while the other side thinks, the board is
// turned, and the keys leaf through what was.
func TestBoardToolsBetweenPeople(t *testing.T) {
	needsServer(t, "two people need one")
	p := open(t, "#/")
	ask := func(path, body string) string {
		return fmt.Sprintf(`fetch('/api/kriegspiel/people%s', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(%s) }).then((r) => r.json())`, path, body)
	}
	see[any](p, `(async () => { window.mine = await `+ask("", `{ rules: 'berkeley', color: 'white' }`)+`;
		window.theirs = await `+ask("/invitations/' + window.mine.invitation + '", `{ claim: 'abcdefghijklmnopqrstuvwxyz' }`)+` })(); undefined`)
	p.wait(`window.theirs?.seat`)
	seat := see[string](p, `window.mine.seat`)
	black := see[string](p, `window.theirs.seat`)
	p.visit("#/kriegspiel/people?seat=" + seat)
	umpire := `document.querySelector('[data-testid=umpire]')`
	p.wait(umpire + `?.dataset.link === 'live' && document.querySelector('` + square("e2") + `.movable')`)
	p.try("e2e4")
	p.drag(square("c2"), square("c4"))
	p.wait(`document.querySelector('.board path.ahead')`)
	p.keys(kb.Escape)
	p.wait(`!document.querySelector('.board path.ahead')`)
	p.drag(square("d2"), square("d4"))
	p.wait(`document.querySelector('.board path.ahead')`)
	see[any](p, ask("/seats/"+black+"/actions", `{ do: 'attempt', attempt: 'a7a6' }`)+`; undefined`)
	p.wait(umpire + `.dataset.plies === '3' && document.querySelector('` + square("d4") + ` .man')`)
	if see[bool](p, `!!document.querySelector('.board path.ahead')`) {
		t.Error("a move that was tried is still set ahead")
	}
	p.keys(kb.Home)
	p.wait(`document.querySelector('` + square("e2") + ` .man')`)
	p.keys(kb.End)
	p.wait(`!document.querySelector('` + square("e2") + ` .man')`)
	p.click(`[aria-label="Flip the board"]`)
	p.wait(`document.querySelector('[data-square]').dataset.square === 'h1'`)
	if label := p.squareLabel("e4"); !strings.Contains(label, "white pawn") {
		t.Errorf("e4 is %q", label)
	}
}
