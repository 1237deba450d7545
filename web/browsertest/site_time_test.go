package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// took is how long a player of the page took to decide.
type took struct {
	Player string
	Ms     float64
	Status int
	Text   string
}

// inTime checks that players keep to a tenth of a second, with another tenth for all else: by the clock where the machine is idle,
// else as far as that without a look at the clock a search would have no end.
func inTime(t *testing.T, list []took) {
	t.Helper()
	limit := 20_000.0
	if *measure {
		limit = 200
	}
	slowest := took{}
	for _, one := range list {
		if one.Ms > slowest.Ms {
			slowest = one
		}
		if one.Ms > limit || one.Status != 200 && one.Status != 422 {
			t.Errorf("%s: %d after %.0f ms: %s", one.Player, one.Status, one.Ms, one.Text)
		}
	}
	if len(list) == 0 {
		t.Fatal("nobody was asked")
	}
	t.Logf("the slowest of %d: %s, %.0f ms", len(list), slowest.Player, slowest.Ms)
}

// Players who are given a tenth of a second take it, and not much more, though no timer
// reaches a search that runs: those of Minesweeper.
func TestSiteMinesPlayersKeepTheirTime(t *testing.T) {
	_, copied := onSite(t)
	p := open(t, "#/")
	p.startEngine(copied)
	positions := []string{expertMiddle}
	if *measure {
		positions = append(positions, expertStart)
	}
	for _, position := range positions {
		inTime(t, settle[[]took](p, fmt.Sprintf(`(async () => {
			const found = [];
			for (const { name } of JSON.parse((await ask('/api/options')).text).mines.players) {
				const body = { position: %q, player: name, seconds: 0.1 };
				if (%v) await ask('/api/mines/decide', body); // what is made once is made
				const { ms, status, text } = await ask('/api/mines/decide', body);
				found.push({ Player: name, Ms: ms, Status: status, Text: text.slice(0, 200) });
			}
			return found;
		})()`, position, *measure)))
	}
}

// Those of Kriegspiel, who follow what the other side may have done before they decide, against one who moves at random;
// and the levels of all other games.
func TestSitePlayersKeepTheirTime(t *testing.T) {
	_, copied := onSite(t)
	p := open(t, "#/")
	p.startEngine(copied)
	moves := 2
	if *measure {
		moves = 20
	}
	inTime(t, settle[[]took](p, fmt.Sprintf(`(async () => {
		const found = [], told = (name, { ms, status, text }) => found.push({ Player: name, Ms: ms, Status: status, Text: text.slice(0, 200) });
		for (const { name } of JSON.parse((await ask('/api/options')).text).kriegspiel.players) {
			const show = JSON.parse((await ask('/api/kriegspiel/watch', { white: name, black: 'random', seed: '5' })).text);
			for (let n = 0, turn = 'white', over = false; n < 2 * %[1]d && !over; n++) {
				const answer = await ask('/api/kriegspiel/watch/' + show.id + '/step?seconds=0.1', {});
				const { to_move, over: ended } = JSON.parse(answer.text);
				if (turn === 'white' && (n > 0 || %[1]d === 2)) told('Kriegspiel ' + name + ', step ' + n, answer);
				turn = to_move, over = ended;
			}
		}
		return found;
	})()`, moves)))
	inTime(t, settle[[]took](p, fmt.Sprintf(`(async () => {
		const found = [];
		for (const game of JSON.parse((await ask('/api/games')).text).games) {
			for (const { name } of game.levels) {
				const begun = await ask('/api/games', { game: game.name, seats: game.sides.map(() => name), seed: '3' });
				if (begun.status !== 201) continue; // a level that does not play this setting, or this side
				const { id } = JSON.parse(begun.text);
				for (let n = 0; n < %d; n++) {
					const { ms, status, text } = await ask('/api/games/' + id + '/step?seconds=0.1', {});
					if (status === 409) break; // it is over
					if (n > 0) found.push({ Player: game.name + ' ' + name, Ms: ms, Status: status, Text: text.slice(0, 200) });
				}
			}
		}
		return found;
	})()`, moves)))
}

// A search that can be split is: its parts run in workers of their own, and what they find together does not depend on how many
// there are.
func TestSiteSplitsASearch(t *testing.T) {
	onSite(t)
	want := ""
	for _, cores := range []int{1, 2, 4} {
		p := open(t, "#/")
		if _, err := chromedp.Call(p.ctx, emulation.SetHardwareConcurrencyOverride, emulation.SetHardwareConcurrencyOverrideParams{HardwareConcurrency: int64(cores)}); err != nil {
			t.Fatal(err)
		}
		p.visit(fmt.Sprintf("?cores=%d#/kriegspiel/problems/published/2", cores))
		p.clickText("Find the plan")
		p.wait(`document.querySelector('[data-testid=mate]')?.dataset.result === 'mate'`)
		p.clickText("All first tries")
		p.wait(`document.querySelector('[data-testid=first]')?.textContent.includes('begin')`)
		found := see[string](p, `document.querySelector('[data-testid=first]').textContent`)
		if workers := see[int](p, `performance.getEntriesByName('worker').length`); workers != 1+cores { // and the one that keeps games
			t.Errorf("with %d cores there are %d workers", cores, workers)
		}
		if want == "" {
			want = found
		}
		if found != want {
			t.Errorf("with %d cores %q, with one %q", cores, found, want)
		}
	}
	t.Log(want)
}
