package minescreen

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// gameTest returns a game with mines on the given cells. Each look at its clock
// takes a second.
func gameTest(t *testing.T, r minesweeper.Rules, mines ...[2]int) *Game {
	t.Helper()
	r.Mines = len(mines)
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	second := int64(0)
	h := New(g, 1, 0, func() time.Time {
		second++
		return time.Unix(second, 0)
	})
	var given []minesweeper.Cell
	for _, m := range mines {
		given = append(given, g.Cell(m[0], m[1]))
	}
	h.sit(minetable.Given(given))
	return h
}

// at moves the cursor.
func (h *Game) at(row, col int) *Game {
	h.cursor = h.rules.Cell(row, col)
	return h
}

// shows fails unless the board looks as it should: rows of symbols, '_' for an open 0.
func shows(t *testing.T, h *Game, rows ...string) {
	t.Helper()
	r := h.rules.Rules()
	var got []string
	for row := range r.Height {
		line := ""
		for col := range r.Width {
			line += string(rune(h.glyph(h.rules.Cell(row, col)).symbol))
		}
		got = append(got, strings.ReplaceAll(line, " ", "_"))
	}
	if !slices.Equal(got, rows) {
		t.Errorf("the board is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(rows, "\n"))
	}
}

func says(t *testing.T, h *Game, want string) {
	t.Helper()
	if !strings.Contains(h.message, want) || want == "" && h.message != "" {
		t.Errorf("message %q, want %q", h.message, want)
	}
}

var rules3x4 = minesweeper.Rules{Height: 3, Width: 4, AutoOpen: true}

func TestHumanWin(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 3).open()
	shows(t, h, ".1__", ".111", "....")
	h.at(1, 0).open()
	h.at(2, 0).open()
	shows(t, h, "F1__", "1111", "__1F")
	says(t, h, "Won with 3 moves")
	if h.score() != 1 || h.unflagged() != 0 {
		t.Errorf("score %g, %d mines without a flag", h.score(), h.unflagged())
	}
	took := h.elapsed()
	if took <= 0 || h.elapsed() != took {
		t.Errorf("the clock goes on after the end: %s, then %s", took, h.elapsed())
	}
	before := h.message
	h.at(0, 0).open()
	h.flag()
	h.at(1, 0).chord()
	shows(t, h, "F1__", "1111", "__1F")
	says(t, h, before)
}

func TestHumanLoss(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3}, [2]int{2, 0})
	h.at(0, 1).open()
	h.at(0, 0).flag()
	h.at(1, 0).flag()
	shows(t, h, "F1..", "F...", "....") // nothing of the mines shows yet
	h.at(2, 3).open()
	shows(t, h, "F1..", "!...", "*..X")
	says(t, h, "Lost: the mine on 2,3 went off")
	says(t, h, "Score 0.111 after 2 moves")
}

func TestHumanFlags(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0})
	h.at(0, 0).flag()
	h.at(0, 1).flag()
	if h.unflagged() != -1 {
		t.Errorf("%d mines without a flag, want -1", h.unflagged())
	}
	says(t, h, "more flags than mines: 1 too many")
	h.at(0, 2).flag()
	h.flag() // one is taken away: that there are still too many needs no words
	says(t, h, "")
	h.at(0, 1).open()
	says(t, h, "0,1 has a flag: press f")
	shows(t, h, "FF..", "....", "....")
	if !h.begun.IsZero() {
		t.Error("a refused opening started the clock")
	}
	h.flag()
	shows(t, h, "F...", "....", "....")
	says(t, h, "")
	h.at(1, 1).open()
	h.flag()
	says(t, h, "1,1 is open: flags go on closed cells.")
}

// A flag beside a 0 is wrong for certain, and gives way to the rules.
func TestHumanForcedFlag(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{0, 2})
	h.at(2, 2).flag()
	h.at(2, 3).open()
	shows(t, h, "....", "1211", "____")
	says(t, h, "The flag on 2,2 is gone")
}

func TestHumanChord(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(1, 1).chord()
	says(t, h, "1,1 is closed")
	h.open()
	h.chord()
	says(t, h, "1,1 shows 1, but there are 0 flags around it")
	h.at(0, 0).flag()
	h.at(1, 1).open() // on an open number it chords
	shows(t, h, "F1__", "1111", "__1F")
	says(t, h, "Won with 2 moves")

	h = gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 3).open()
	for _, c := range [][2]int{{0, 0}, {1, 0}} {
		h.at(c[0], c[1]).flag()
	}
	h.at(0, 1).chord() // nothing is left to open, but a flag is wrong, which is better to know
	says(t, h, "0,1 shows 1, but there are 2 flags around it")
	h.at(0, 3).chord()
	says(t, h, "Nothing is left to open around 0,3")
}

func TestHumanFirstCell(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 3, Mines: 4, First: minesweeper.Gnomine, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	h := New(g, 1, 0, time.Now)
	h.at(1, 1).open() // its zone is the whole board
	says(t, h, "1,1 cannot be the first cell")
	shows(t, h, "...", "...", "...")
	h.at(0, 0).open()
	if seen := h.table.View().At(0); seen != 0 {
		t.Errorf("0,0 shows %d; want a 0", seen)
	}
}

func TestHumanMoves(t *testing.T) {
	for _, c := range []struct {
		neighbours minesweeper.Neighbours
		up, left   [2]int // from 0,0
		down       [2]int // from 2,3
	}{
		{minesweeper.Eight, [2]int{0, 0}, [2]int{0, 0}, [2]int{2, 3}},
		{minesweeper.Hex, [2]int{0, 0}, [2]int{0, 0}, [2]int{2, 3}},
		{minesweeper.Torus, [2]int{2, 0}, [2]int{0, 3}, [2]int{0, 3}},
	} {
		r := rules3x4
		r.Neighbours = c.neighbours
		h := gameTest(t, r, [2]int{0, 0})
		check := func(what string, want [2]int) {
			t.Helper()
			if row, col := h.rules.RowCol(h.cursor); row != want[0] || col != want[1] {
				t.Errorf("%s, %s: cursor on %d,%d, want %d,%d", c.neighbours, what, row, col, want[0], want[1])
			}
		}
		h.at(0, 0).move(-1, 0)
		check("up", c.up)
		h.at(0, 0).move(0, -1)
		check("left", c.left)
		h.at(2, 3).move(1, 0)
		check("down", c.down)
		h.at(1, 1).move(0, 1)
		check("right", [2]int{1, 2})
	}
}

// A restart deals the same board, n the next one; both as 'mines boards' has them.
func TestHumanRestart(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	h := New(g, 7, 2, time.Now)
	// lose opens a cell, then a mine of a dealt board, and checks that this shows all mines of that board.
	lose := func(number uint64) {
		t.Helper()
		b, err := g.Board(7, number, g.Cell(3, 3))
		if err != nil {
			t.Fatal(err)
		}
		h.at(3, 3).open()
		h.cursor = b.Mines[0]
		h.open()
		var mines []minesweeper.Cell
		for c := range minesweeper.Cell(g.Cells()) {
			if h.table.Mine(c) {
				mines = append(mines, c)
			}
		}
		if h.number != number || !slices.Equal(mines, b.Mines) {
			t.Errorf("game %d with mines %v, want game %d with %v", h.number, mines, number, b.Mines)
		}
	}
	lose(2)
	h.restart()
	if h.table.Status() != minetable.Fresh || h.table.Flags() != 0 || h.elapsed() != 0 || h.number != 2 || h.message != "" {
		t.Errorf("not a fresh game: %+v", h)
	}
	h.at(0, 0).flag()
	lose(2)
	h.next()
	lose(3)
}

// A board that does not fit the rules is said to be none.
func TestHumanNoBoard(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0})
	h.at(0, 0).open() // the rules protect it
	says(t, h, "No board: a mine on 0,0")
	shows(t, h, "....", "....", "....")
}

func TestHumanHear(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 1).open()
	cell := h.rules.Cell(1, 2)
	counsel := &minecoach.Counsel{Player: "bssuct", Cell: cell, Mine: 0.25, Reasons: []string{"It is a guess.", "Chance to win: 12.0%."}}
	for _, c := range []struct {
		counsel *minecoach.Counsel
		err     error
		want    string
	}{
		{counsel, nil, "Open 1,2. It is a guess. (? again: all reasons.)"},
		{&minecoach.Counsel{None: true, Reasons: []string{"Nothing is left."}}, nil, "Nothing is left."},
		{nil, errors.New("out of luck"), "No hint: out of luck."},
	} {
		h.advised, h.counsel = nil, nil
		h.hear(h.position, c.counsel, c.err)
		if h.message != c.want || (h.advised != nil) != (c.counsel == counsel) || h.advised != nil && *h.advised != cell {
			t.Errorf("message %q, advised %v; want %q", h.message, h.advised, c.want)
		}
	}
	h.hear(h.position, counsel, nil)
	h.explain()
	says(t, h, "bssuct would open 1,2 (risk 25.0%). It is a guess. Chance to win: 12.0%.")

	// Flags and the cursor leave advice as it is; opening a cell ends it.
	asked, message := h.position, h.message
	h.at(0, 0).flag()
	h.flag()
	h.move(1, 1)
	if h.position != asked || h.advised == nil {
		t.Error("advice ended with a flag or a move of the cursor")
	}
	h.message = message
	h.move(0, 1)
	says(t, h, message)
	h.at(1, 1).open()
	if h.advised != nil || h.counsel != nil {
		t.Error("advice outlived its position")
	}
	h.hear(asked, counsel, nil)
	if h.advised != nil || h.message != "" {
		t.Errorf("late advice was taken: %q", h.message)
	}
	asked = h.position
	h.restart()
	h.hear(asked, counsel, nil)
	if h.advised != nil {
		t.Error("advice on another game was taken")
	}
}

// Equal views get equal advice, whatever lies hidden, and are left as they were.
func TestHumanAdvise(t *testing.T) {
	for _, player := range []string{"strong", "bsr-uct-csp,safe=true"} {
		var said []string
		for _, mines := range [][][2]int{{{0, 0}, {2, 3}}, {{2, 0}, {2, 3}}} { // 1,1 shows 1 in both
			h := gameTest(t, rules3x4, mines...)
			h.at(1, 1).open()
			before := h.table.View().Key()
			c, err := (&minecoach.Adviser{Player: player, Sims: 50, Seed: 3}).AdviseText(context.Background(), h.table.View())
			if err != nil {
				t.Fatal(err)
			}
			if h.table.View().Key() != before {
				t.Error("the view has changed")
			}
			said = append(said, c.Text())
		}
		if said[0] != said[1] {
			t.Errorf("advice differs by what is hidden:\n%s", strings.Join(said, "\n"))
		}
	}
}

// The risks on the board are those of the position on the screen: an opening renews them.
func TestHumanOdds(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.toggleOdds()
	says(t, h, "There is no risk yet: the rules protect the first cell.")
	h.at(0, 1).open() // 1: one of 0,0 0,2 1,0 1,1 1,2, and one of the six others
	h.count()
	if risk := h.odds.risk[h.rules.Cell(0, 0)]; math.Abs(risk-0.2) > 1e-12 || len(h.odds.risk) != 11 {
		t.Errorf("risk %v of 0,0, %d cells", risk, len(h.odds.risk))
	}
	h.at(0, 0).move(0, 0)
	says(t, h, "Risk of a mine in per cent (0 certainly safe, M certainly a mine). 0,0: 20.0%")
	h.at(0, 3).open() // 0: opens its neighbours
	h.count()
	if risk, ok := h.odds.risk[h.rules.Cell(0, 2)]; ok {
		t.Errorf("an open cell has a risk: %v", risk)
	}
	h.toggleOdds()
	if h.odds.shown || h.cellWidth() != 2 {
		t.Error("the risks still show")
	}
	for risk, want := range map[float64]string{0: " 0", 1: " M", 0.001: " 1", 0.214: "21", 0.9999: "99"} {
		if got := riskText(risk); got != want {
			t.Errorf("riskText(%v) = %q, want %q", risk, got, want)
		}
	}
}

func TestHumanSummary(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	if got, want := h.Summary(), "unfinished: score 0.000, 0 moves, 0:00; again: blindsight mines human --board 3x4/2 --seed 1 --game 0"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
	r := rules3x4
	r.AutoOpen, r.First, r.Neighbours = false, minesweeper.Gnomine, minesweeper.Hex
	h = gameTest(t, r, [2]int{0, 0}, [2]int{2, 3})
	h.at(1, 1).open()
	h.at(0, 0).open()
	if got, want := h.Summary(), "lost: score 0.100, 2 moves, 0:01; again: blindsight mines human --board 3x4/2 --rule gnomine --neighbours hex --auto-open=false --seed 1 --game 0"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
	if got, want := h.Report(), (Report{Board: "3x4/2", Rule: "gnomine", Neighbours: "hex", Seed: 1, Moves: 2, Score: 0.1, Finished: true, Seconds: 1}); got != want {
		t.Errorf("report %+v, want %+v", got, want)
	}
}
