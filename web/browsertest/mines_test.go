package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// coachedGame is a game of 9x9/10 that is won from its middle without a guess, so that
// advice wins it for certain (found by trying seeds).
const coachedGame = "#/mines/play?board=9x9/10&rule=windows&seed=4"

func cell(index int) string { return fmt.Sprintf(`[data-cell="%d"]`, index) }

func (p *tab) status() string {
	return see[string](p, `document.querySelector('[data-testid=status]').dataset.status ?? ""`)
}

// opened waits until a cell is open.
func (p *tab) opened(index int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector('%s') && !document.querySelector('%s').classList.contains('closed')`, cell(index), cell(index)))
}

func TestMinesGameWonWithTheCoach(t *testing.T) {
	p := open(t, coachedGame)
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.cell.best')`) // advice already for the first cell
	p.click(cell(40))
	p.opened(40)
	clicks := 1
	for p.status() == "playing" {
		p.wait(`document.querySelector('.cell.best') || document.querySelector('[data-testid=status]').dataset.status !== 'playing'`)
		best := see[int](p, `Number(document.querySelector('.cell.best')?.dataset.cell ?? -1)`)
		if best < 0 {
			break
		}
		p.click(cell(best))
		p.opened(best)
		if clicks++; clicks > 71 {
			t.Fatal("the game does not end")
		}
	}
	if s := p.status(); s != "won" {
		t.Fatalf("status %q after %d clicks on the best cell, want won", s, clicks)
	}
	// What is said afterwards.
	p.wait(`[...document.querySelectorAll('dd')].some((d) => d.previousElementSibling?.textContent === '3BV' && /^\d+$/.test(d.textContent))`)
	p.wait(`document.querySelector('.chart canvas')`)
	p.wait(`document.body.innerText.includes('No decision cost any chance to win') || document.body.innerText.includes('Mistakes')`)
}

// analyze returns what the command says of a position.
func analyze(t *testing.T, position string) (cells map[[2]int]float64, wins map[[2]int]float64, placements string) {
	t.Helper()
	cmd := exec.Command(program, "mines", "analyze", "--json")
	cmd.Stdin = strings.NewReader(position)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mines analyze: %v", err)
	}
	var a struct {
		Placements string
		Cells      []struct {
			Row, Col  int
			Mine, Win float64
		}
	}
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatalf("mines analyze: %v: %s", err, out)
	}
	cells, wins = map[[2]int]float64{}, map[[2]int]float64{}
	for _, c := range a.Cells {
		cells[[2]int{c.Row, c.Col}] = c.Mine
		wins[[2]int{c.Row, c.Col}] = c.Win
	}
	return cells, wins, a.Placements
}

// percent is how the page writes a probability.
func percent(p float64) string {
	switch {
	case p == 0:
		return "0%"
	case p == 1:
		return "100%"
	case p < 0.001:
		return "<0.1%"
	case p > 0.999:
		return ">99.9%"
	}
	return fmt.Sprintf("%.1f%%", 100*p)
}

func TestPastedPositionIsAnalysedAsOnTheCommandLine(t *testing.T) {
	const position = "4x4/4 windows\n....\n.2..\n..1.\n....\n"
	p := open(t, "#/mines/analyse")
	p.wait(`document.querySelector('[data-testid=chance]')?.textContent.includes('exact')`) // of the example
	// A paste: the text is selected and replaced at once.
	see[any](p, fmt.Sprintf(`(() => { const t = document.querySelector('textarea'); t.focus(); t.select(); document.execCommand('insertText', false, %q) })()`, position))
	mines, wins, placements := analyze(t, position)
	// The layouts tell of which position the chance is; the risks come before it.
	p.wait(fmt.Sprintf(`document.querySelectorAll('[role=gridcell]').length === 16
		&& document.querySelector('[data-testid=layouts]').textContent.trim() === %q
		&& document.querySelector('[data-testid=chance]').textContent.includes('exact')`, placements))
	labels := see[[]string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label'))`)
	for at, mine := range mines {
		label := labels[at[0]*4+at[1]]
		risk := "risk " + percent(mine)
		if mine == 0 {
			risk = "certainly safe"
		} else if mine == 1 {
			risk = "certainly a mine"
		}
		for _, want := range []string{risk, "wins " + percent(wins[at])} {
			if !strings.Contains(label, want) {
				t.Errorf("cell %v is called %q, without %q", at, label, want)
			}
		}
	}
	if len(mines) != 14 {
		t.Errorf("%d cells analysed, want 14", len(mines))
	}
	// The address holds the position: it is the same after a reload.
	p.visit("#/")
	p.visit("#/mines/analyse?p=4x4/4-windows_...._.2.._..1._....")
	p.wait(fmt.Sprintf(`[...document.querySelectorAll('dd.big')].some((d) => d.textContent.trim() === %q)`, placements))
}

// A chance to win says whose it is and how sure: of the best play, or of strong playing on.
func TestChanceSaysWhoseItIs(t *testing.T) {
	p := open(t, "#/mines/analyse?p=8x8/16-windows_1......."+strings.Repeat("_........", 7))
	p.wait(`document.querySelector('[data-testid=whose]')?.textContent.startsWith('of strong playing on, 95%: ')`)
	p.wait(`document.querySelector('[data-testid=why]').textContent.includes('an estimate: strong playing on after it')`)
	p.wait(`document.querySelectorAll('[role=gridcell][aria-label*=best]').length === 1`)
	p.visit("#/mines/analyse?p=2x2/1-windows_1._..")
	p.wait(`document.querySelector('[data-testid=whose]')?.textContent === 'of the best play, 1/3'`)
}

func TestContradictionIsShownOnItsCells(t *testing.T) {
	p := open(t, "#/mines/analyse?p=3x3/2-windows_1.._..3_...")
	p.wait(`/^[A-Z].*\.$/.test(document.querySelector('[role=alert]')?.textContent)`) // a sentence
	p.wait(`document.querySelector('` + cell(5) + `').classList.contains('bad')`)
	if see[bool](p, `document.querySelector('`+cell(0)+`').classList.contains('bad')`) {
		t.Error("a number without a part in the contradiction is marked")
	}
	// Painting over it mends the position.
	p.click(`input[name=tool][value="2"]`)
	p.click(cell(5))
	p.wait(`!document.querySelector('[role=alert]') && document.querySelector('[data-testid=chance]').textContent.includes('exact')`)
	p.expect("422")
}

func TestMinesByKeyboardOnly(t *testing.T) {
	p := open(t, coachedGame)
	p.wait(`document.querySelector('[role=grid]')`)
	for i := 0; see[string](p, `document.activeElement.getAttribute('role') ?? ''`) != "gridcell"; i++ {
		if i > 60 {
			t.Fatal("Tab does not reach the board")
		}
		p.keys(kb.Tab)
	}
	for range 4 {
		p.keys(kb.ArrowDown)
		p.keys(kb.ArrowRight)
	}
	p.keys(kb.Enter)
	p.opened(40)
	closed := see[int](p, `Number(document.querySelector('.cell.closed').dataset.cell)`)
	p.keys(kb.PageUp)
	p.keys(kb.Home)
	for range closed / 9 {
		p.keys(kb.ArrowDown)
	}
	for range closed % 9 {
		p.keys(kb.ArrowRight)
	}
	p.keys("f")
	p.wait(`document.querySelector('` + cell(closed) + `').getAttribute('aria-label').includes('flag')`)
	p.wait(`document.querySelector('[data-testid=mines]').textContent === '9'`)
	p.keys("f")
	p.keys("u")
	p.wait(`document.querySelector('[data-testid=status]').textContent.includes('What if: 1 move taken back')`)
}

func TestFlagsAndChords(t *testing.T) {
	p := open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	// A 1 with one closed neighbour: its mine gets a flag, and a click on it is a chord.
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.cell.r10')`)
	mines := see[[]int](p, `[...document.querySelectorAll('.cell.r10')].map((c) => Number(c.dataset.cell))`)
	p.rightClick(cell(mines[0]))
	p.wait(`document.querySelector('` + cell(mines[0]) + `').getAttribute('aria-label').includes('flag')`)
	p.rightClick(cell(mines[0]))
	p.wait(`!document.querySelector('` + cell(mines[0]) + `').getAttribute('aria-label').includes('flag')`)
	for _, m := range mines {
		p.rightClick(cell(m))
		p.wait(`document.querySelector('` + cell(m) + `').getAttribute('aria-label').includes('flag')`)
	}
	before := see[int](p, `document.querySelectorAll('.cell.closed').length`)
	number := see[int](p, chordable)
	if number < 0 {
		t.Fatal("no number can be chorded")
	}
	p.click(cell(number))
	p.wait(`document.querySelectorAll('.cell.closed').length < ` + strconv.Itoa(before))
	if s := p.status(); s == "lost" {
		t.Error("a chord among certain mines lost the game")
	}
}

// chordable finds a number with as many flags as it says, and a closed cell, around it.
const chordable = `(() => {
	const at = (r, c) => r < 0 || r > 8 || c < 0 || c > 8 ? null : document.querySelector('[data-cell="' + (9 * r + c) + '"]');
	const is = (e, what) => e && e.getAttribute('aria-label').split(': ')[1].startsWith(what);
	for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) {
		const number = Number(at(r, c).textContent.trim());
		if (at(r, c).classList.contains('closed') || !number) continue;
		let flags = 0, closed = 0;
		for (let i = -1; i < 2; i++) for (let j = -1; j < 2; j++) {
			if (is(at(r + i, c + j), 'flag')) flags++;
			if (is(at(r + i, c + j), 'closed')) closed++;
		}
		if (flags === number && closed) return 9 * r + c;
	}
	return -1;
})()`

func TestMinesByTouch(t *testing.T) {
	p := open(t, coachedGame, phone())
	p.wait(`document.querySelector('` + cell(40) + `')`)
	p.touch(cell(40), "")
	p.opened(40)
	closed := see[int](p, `Number(document.querySelector('.cell.closed').dataset.cell)`)
	flagged := `document.querySelector('` + cell(closed) + `').getAttribute('aria-label').includes('flag')`
	p.touch(cell(closed), flagged)
	p.touch(cell(closed), "") // a tap does not open a flag
	time.Sleep(300 * time.Millisecond)
	if !see[bool](p, flagged) {
		t.Error("a tap or the end of the long press took the flag away")
	}
}

func TestReloadInTheMiddleOfAGame(t *testing.T) {
	p := open(t, "#/mines/play")
	p.click(cell(40))
	p.opened(40)
	before := see[[]string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label'))`)
	at := see[string](p, `location.href`)
	p.reload()
	p.wait(`document.querySelectorAll('[role=gridcell]').length === 81 && document.querySelector('[data-testid=status]')?.dataset.status === 'playing'`)
	after := see[[]string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label'))`)
	if fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("the board changed:\n%q\n%q", before, after)
	}
	if now := see[string](p, `location.href`); now != at {
		t.Errorf("the address changed from %s to %s", at, now)
	}
}

func TestTwoTabsPlayTwoGames(t *testing.T) {
	a := open(t, "#/mines/play")
	b := openBeside(t, a, "#/mines/play")
	a.click(cell(40))
	a.opened(40)
	b.wait(`document.querySelectorAll('.cell.closed').length === 81 && document.querySelector('[data-testid=status]').dataset.status`)
	if s := b.status(); s != "new" {
		t.Errorf("a move in one tab makes the other %q", s)
	}
	b.click(cell(0))
	b.opened(0)
	if x, y := see[string](a, `location.hash`), see[string](b, `location.hash`); x == y {
		t.Errorf("both tabs play %s", x)
	}
	a.visit("#/kriegspiel/play?rules=berkeley&color=white&opponent=greedy&seed=1")
	a.wait(`document.querySelector('[data-square=e2]')`)
	see[any](a, `history.back()`)
	a.wait(`document.querySelectorAll('[role=gridcell]').length === 81`)
	a.opened(40)
}

// The seed of the address is the board: a shared game is the same game.
func TestSharedAddressIsTheSameGame(t *testing.T) {
	var boards []string
	for range 2 {
		p := open(t, coachedGame)
		p.click(cell(40))
		p.opened(40)
		boards = append(boards, strings.Join(see[[]string](p, `[...document.querySelectorAll('[role=gridcell]')].map((c) => c.getAttribute('aria-label'))`), "\n"))
	}
	if boards[0] != boards[1] {
		t.Errorf("one address, two boards:\n%s\n%s", boards[0], boards[1])
	}
}

// A program that was started anew knows the game no more: the page tells it.
func TestGameGoesOnAfterARestartOfTheProgram(t *testing.T) {
	p := open(t, coachedGame)
	p.click(cell(40))
	p.opened(40)
	before := see[int](p, `document.querySelectorAll('.cell.closed').length`)
	see[any](p, `(() => { // written last: a timer of the page keeps the game as well
		const kept = JSON.parse(sessionStorage.getItem('mines-game'));
		addEventListener('pagehide', () => sessionStorage.setItem('mines-game', JSON.stringify({ ...kept, id: 'GONE' })));
	})()`)
	p.reload()
	p.wait(`document.querySelector('[data-testid=status]')?.dataset.status === 'playing'`)
	if after := see[int](p, `document.querySelectorAll('.cell.closed').length`); after != before {
		t.Errorf("%d cells closed, %d before", after, before)
	}
	p.expect("404")
}

func TestBoardFileIsReadAndPlayed(t *testing.T) {
	p := open(t, "#/mines/analyse")
	path := filepath.Join(p.folder, "corner.mbf")
	// 3 columns, 2 rows, 1 mine on x 2, y 1.
	if err := os.WriteFile(path, []byte{3, 2, 0, 1, 2, 1}, 0o600); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{path}))
	p.wait(`document.querySelectorAll('[role=gridcell]').length === 6`)
	p.wait(`document.querySelector('` + cell(5) + `').getAttribute('aria-label').includes('flag')`)
	p.click(`a.primary`)
	p.wait(`document.querySelector('[data-testid=status]')?.dataset.status === 'new'`)
	p.click(cell(0)) // a 0: it opens all but the last column
	p.opened(4)
	p.click(cell(2))
	p.wait(`document.querySelector('[data-testid=status]').dataset.status === 'won'`)
}
