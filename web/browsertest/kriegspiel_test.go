package browsertest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

func square(name string) string { return `[data-square="` + name + `"]` }

// try clicks a move and waits until the referee has answered.
func (p *tab) try(uci string) {
	p.t.Helper()
	said := p.answers()
	p.wait(`document.querySelector('` + square(uci[:2]) + `')?.classList.contains('movable')`)
	p.click(square(uci[:2]))
	p.wait(`document.querySelector('` + square(uci[2:4]) + `').classList.contains('target')`)
	p.click(square(uci[2:4]))
	p.wait(fmt.Sprintf(`%s > %d`, answers, said))
}

// answers counts what the transcript holds: a refused attempt as well as a move.
const answers = `document.querySelectorAll('[role=log] li strong, [role=log] li .tried').length`

func (p *tab) answers() int { return see[int](p, answers) }

func (p *tab) plies() int {
	return see[int](p, `Number(document.querySelector('[data-testid=referee]').dataset.plies)`)
}

// A game with a seed always goes the same way. In this one the program does not disturb
// White's first ten moves; the bishop's way to e8 is barred when it is tried.
func TestKriegspielGameOfTenMovesWithARefusedTry(t *testing.T) {
	p := open(t, "#/kriegspiel/play?rules=berkeley&color=white&opponent=random&seed=7")
	p.wait(`document.querySelector('` + square("e2") + `.movable')`)
	refused := 0
	for moves := 0; moves < 10; {
		if see[bool](p, `document.querySelector('[data-testid=referee]').dataset.over === 'true'`) {
			t.Fatalf("the game ended after %d moves", moves)
		}
		before := p.plies()
		p.try(p.nextTry(moves))
		if p.plies() == before {
			refused++
			if !see[bool](p, `document.querySelector('[data-testid=tries] .tag')`+" !== null") {
				t.Error("a refused try is not listed")
			}
			continue
		}
		moves++
	}
	if refused == 0 {
		t.Error("nothing was refused in ten moves")
	}
	// A note: a ghost on an empty square, which stays after a reload.
	p.click(`input[name=note][value=k]`)
	p.click(square("e8"))
	p.wait(`document.querySelector('` + square("e8") + ` .ghost')`)
	plies := p.plies()
	p.reload()
	p.wait(fmt.Sprintf(`document.querySelector('[data-testid=referee]')?.dataset.plies === '%d'`, plies))
	p.wait(`document.querySelector('` + square("e8") + ` .ghost')`)
	// The file holds what White knows.
	p.click(`a[download="game.pgn"]`)
	pgn := p.downloaded("game.pgn")
	if !bytes.Contains(pgn, []byte(`[Variant "Kriegspiel"]`)) || !bytes.Contains(pgn, []byte("10. ")) {
		t.Errorf("the file of the game:\n%s", pgn)
	}
	// After the end all is shown.
	p.clickText("Resign")
	p.clickText("Yes, resign")
	p.wait(`document.querySelector('[aria-label="Last position"]')`)
	p.wait(`document.querySelectorAll('figure svg[role=img]').length === 2`)
	p.wait(`/1 position/.test(document.querySelectorAll('figcaption')[1].textContent)`)
	if !see[bool](p, `document.querySelector('figure svg[role=img]').getAttribute('aria-label').includes('Black: rook')`) {
		t.Error("the true position does not show Black's men")
	}
}

// nextTry chooses what White tries: first an advance along a line that Black's men bar
// (a queen or bishop across the board), else a quiet move.
func (p *tab) nextTry(moves int) string {
	p.t.Helper()
	p.wait(`document.querySelector('.movable')`)
	quiet := []string{"e2e4", "f1b5", "b5e8", "b5d7", "d2d3", "g1f3", "b1c3", "a2a3", "h2h3", "a3a4", "h3h4", "c1d2", "a1b1", "b1a1", "a1b1", "g2g3", "b2b3", "c3b1", "f3g1", "d3d4", "c2c3", "d1e2", "e2d1"}
	for _, uci := range quiet {
		p.click(square(uci[:2]))
		ok := see[bool](p, `document.querySelector('`+square(uci[2:4])+`').classList.contains('target') && !document.querySelector('`+square(uci[2:4])+`').classList.contains('refused')`)
		p.keys(kb.Escape)
		if ok {
			return uci
		}
	}
	p.t.Fatalf("no try is left before move %d", moves+1)
	return ""
}

// clickText clicks the button with a text.
func (p *tab) clickText(text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`[...document.querySelectorAll('button')].some((b) => b.textContent.trim() === %q && !b.disabled)`, text))
	see[any](p, fmt.Sprintf(`[...document.querySelectorAll('button')].find((b) => b.textContent.trim() === %q).setAttribute('data-wanted', 'yes')`, text))
	p.click(`[data-wanted=yes]`)
	see[any](p, `document.querySelector('[data-wanted=yes]')?.removeAttribute('data-wanted')`)
}

// downloaded waits for a file and returns what it holds.
func (p *tab) downloaded(name string) []byte {
	p.t.Helper()
	path := filepath.Join(p.folder, name)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		// A download has its name once it is whole; a file of no bytes is none yet.
		if data, err := os.ReadFile(path); err == nil && len(data) > 0 {
			return data
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s was not downloaded", name)
		}
	}
}

func (p *tab) problemFile(line string) string {
	path := filepath.Join(p.folder, "own.jsonl")
	if err := os.WriteFile(path, []byte(line+"\n"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

func TestKriegspielByKeyboardAndByDragging(t *testing.T) {
	p := open(t, "#/kriegspiel/play?rules=english&color=white&opponent=random&seed=1")
	p.wait(`document.querySelector('.movable')`)
	see[any](p, `document.querySelector('`+square("e1")+`').focus()`)
	p.keys(kb.ArrowUp)
	p.keys(kb.Enter)
	p.wait(`document.querySelector('` + square("e4") + `').classList.contains('target')`)
	p.keys(kb.ArrowUp)
	p.keys(kb.ArrowUp)
	p.keys(kb.Enter)
	p.wait(`document.querySelector('[data-testid=referee]').dataset.plies === '2'`)
	p.wait(`document.querySelector('` + square("d2") + `.movable')`)
	p.drag(square("d2"), square("d4"))
	p.wait(`document.querySelector('[data-testid=referee]').dataset.plies === '4'`)
	if label := see[string](p, `document.querySelector('`+square("d4")+`').getAttribute('aria-label')`); !strings.Contains(label, "white pawn") {
		t.Errorf("d4 is %q after d2d4", label)
	}
	p.clickText("Any?")
	p.wait(`[...document.querySelectorAll('[role=log] .tried')].some((e) => e.textContent.startsWith('Any?'))`)
}
