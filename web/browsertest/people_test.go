package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const umpire = `document.querySelector('[data-testid=umpire]')`

// moves plays a move and waits until the umpire has taken it.
func (p *tab) moves(uci string, plies int) {
	p.t.Helper()
	p.wait(`document.querySelector('` + square(uci[:2]) + `')?.classList.contains('movable')`)
	p.click(square(uci[:2]))
	p.wait(`document.querySelector('` + square(uci[2:4]) + `').classList.contains('target')`)
	p.click(square(uci[2:4]))
	p.hears(plies)
}

// hears waits until the umpire has announced so many moves.
func (p *tab) hears(plies int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`%s?.dataset.plies === '%d'`, umpire, plies))
}

func (p *tab) umpireSays(words string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`%s?.textContent.includes(%q)`, umpire, words))
}

// link returns the address in a field, without the server's.
func (p *tab) link(label string) string {
	p.t.Helper()
	p.wait(`document.querySelector('input[aria-label="` + label + `"]')`)
	return strings.TrimPrefix(see[string](p, `document.querySelector('input[aria-label="`+label+`"]').value`), address+"/")
}

// token is what the server of this test wants to be shown.
const token = "the-token-of-the-browser-test"

// keeping starts a server of its own for a test, which keeps games in a folder and wants a
// token, and returns what kills it and starts it again at the same address.
func keeping(t *testing.T) (restart func(whileDown func())) {
	t.Helper()
	needsServer(t, "it cannot be killed and started again")
	if shared == nil {
		t.Skip("chromium is not installed")
	}
	before, flags := address, []string{"--games", t.TempDir(), "--token", token}
	server, at, err := serve(append(flags, "--addr", "127.0.0.1:0")...)
	if err != nil {
		t.Fatal(err)
	}
	address = at
	t.Cleanup(func() {
		stop(server)
		address = before
	})
	return func(whileDown func()) {
		t.Helper()
		_ = server.Process.Kill()
		_ = server.Wait()
		whileDown()
		if server, _, err = serve(append(flags, "--addr", strings.TrimPrefix(at, "http://"))...); err != nil {
			t.Fatal(err)
		}
	}
}

// Two people in two browsers play a game to its end. In the middle one of them reloads his
// page, and the program is killed and started again; a third one may look only afterwards.
func TestTwoPeopleTwoBrowsersOneLink(t *testing.T) {
	restart := keeping(t)
	axe, _ := os.ReadFile("../ui/node_modules/axe-core/axe.min.js") // without it the page is not checked here
	white := open(t, "?token="+token+"#/kriegspiel/people", chromedp.EmulateViewport(1366, 768))
	if at := see[string](white, `location.href`); at != address+"/#/kriegspiel/people" {
		t.Errorf("the address still has the token, or lost its place: %s", at)
	}
	shot(white, "people-setup")
	white.click(`input[name=color][value=white]`)
	white.clickText("Make the link")
	white.umpireSays("Waiting for the other player")
	white.clickText("Copy")
	white.wait(`[...document.querySelectorAll('button')].some((b) => b.textContent === 'Copied')`)
	invitation := white.link("The link for the other player")
	shot(white, "people-waiting")

	// The guest knows the link alone, and not the token.
	black := open(t, invitation, phone())
	black.wait(`document.querySelector('dl')`)
	shot(black, "people-invited")
	black.clickText("Sit down and play")
	black.umpireSays("White is on turn")
	white.umpireSays("Your turn")
	if see[bool](white, `!!document.querySelector('input[aria-label="The link for the other player"]')`) {
		t.Error("the invitation is still there")
	}
	if see[string](white, `location.hash`) == see[string](black, `location.hash`) {
		t.Error("both have the same seat")
	}
	shot(white, "people-white")
	shot(black, "people-black")
	white.wait(`document.title.startsWith('Your turn')`)
	white.moves("f2f3", 1)
	white.wait(`!document.title.includes('Your turn')`)
	black.moves("e7e5", 2)
	white.hears(2)

	white.reload()
	white.hears(2)
	if see[string](white, `document.querySelector('`+square("f3")+`').getAttribute('aria-label')`) != "f3, white pawn" {
		t.Error("the men do not stand as before the reload")
	}
	// A refused try is heard by both, and what it was by White alone.
	white.wait(`document.querySelector('` + square("e2") + `.movable')`)
	white.click(square("e2"))
	white.click(square("d3"))
	white.umpireSays("attempt is illegal")
	black.umpireSays("White is on turn, was refused once")
	if see[bool](black, `document.body.textContent.includes('e2d3')`) {
		t.Error("Black is told what White tried")
	}
	if axe != nil {
		for _, p := range []*tab{white, black} {
			for _, finding := range findings(p, string(axe)) {
				t.Error(finding)
			}
			if width := see[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); width > 0 {
				t.Errorf("the page is %d wider than the screen", width)
			}
		}
	}
	if below := see[float64](white, `Math.max(...[...document.querySelectorAll('[aria-label=Board] button')].map((b) => b.getBoundingClientRect().bottom)) - innerHeight`); below > 0 {
		t.Errorf("the buttons are %.0f below the screen", below)
	}
	// A guest who opens his invitation again is led to his seat; a stranger finds it taken.
	stranger := open(t, invitation)
	stranger.wait(`document.body.textContent.includes('Somebody has taken this seat')`)
	black.visit(invitation)
	black.umpireSays("White is on turn")

	restart(func() {
		for _, p := range []*tab{white, black} {
			p.wait(umpire + `.dataset.link === 'lost' && document.querySelector('[role=alert]')?.textContent.includes('connection is lost')`)
		}
	})
	for _, p := range []*tab{white, black} {
		p.wait(umpire + `.dataset.link === 'live' && !document.querySelector('[role=alert]')`)
		p.expect("ERR_") // what the browser says of the lost connection
	}

	black.clickText("Offer a draw")
	white.clickText("Decline")
	black.umpireSays("declined")
	white.moves("g2g4", 3)
	black.moves("d8h4", 4)
	for _, p := range []*tab{white, black} {
		p.umpireSays("Black mates (0-1)")
		p.wait(`document.querySelectorAll('figure svg[role=img]').length === 2`)
	}
	stranger.visit(white.link("The link that shows the game"))
	stranger.wait(`document.body.textContent.includes('Black mates') && document.querySelectorAll('figure svg[role=img]').length === 2`)
	shot(white, "people-over")
}

// shot keeps a picture where they are asked for.
func shot(p *tab, name string) {
	p.t.Helper()
	if folder := os.Getenv("SCREENSHOTS"); folder != "" {
		p.picture(folder + "/" + name + ".png")
	}
}
