package browsertest

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// The pictures of the README, made again by
//
//	PICTURES=../../docs go test ./web/browsertest -run Pictures
func TestPictures(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		t.Skip("PICTURES names no folder")
	}
	p := open(t, "#/mines/play?board=16x16/40&seed=11", chromedp.EmulateViewport(1366, 768), preferring("light"))
	p.click(`[role=switch]`)
	p.wait(`document.querySelector('.cell.best')`)
	p.click(cell(0))
	p.opened(0)
	for range 12 { // into the middle of the game, by what the coach says
		p.wait(`document.querySelector('.cell.best')`)
		best := see[int](p, `Number(document.querySelector('.cell.best').dataset.cell)`)
		p.click(cell(best))
		p.opened(best)
	}
	p.wait(`document.querySelector('.cell.best') && /\d%/.test(document.querySelector('[data-testid=chance]')?.textContent)`)
	p.picture(folder + "/minesweeper.png")

	p = open(t, "#/kriegspiel/play?rules=berkeley&color=white&opponent=greedy&seed=7", chromedp.EmulateViewport(1366, 768), preferring("light"))
	p.wait(referee)
	for _, uci := range []string{"e2e4", "d2d4", "g1f3", "f1c4"} {
		p.try(uci)
	}
	p.clickText("Coach")
	p.wait(`document.querySelector('[data-testid=belief]')?.dataset.size`)
	p.clickText("Suggest a try")
	p.clickText("Why?")
	p.picture(folder + "/kriegspiel.png")
}
