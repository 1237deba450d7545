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
	var b minesweeper.Board
	for _, m := range mines {
		b.Mines = append(b.Mines, g.Cell(m[0], m[1]))
	}
	g.Lay(b, &h.board.state)
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
	if h.moves != 1 || h.outcome != gameOpen {
		t.Errorf("after the first move: %d moves, outcome %d", h.moves, h.outcome)
	}
	h.at(1, 0).open()
	shows(t, h, ".1__", "1111", "....")
	h.at(2, 0).open()
	shows(t, h, "F1__", "1111", "__1F")
	says(t, h, "Won with 3 moves")
	if h.outcome != gameWon || h.score() != 1 || h.flagged != 2 {
		t.Errorf("outcome %d, score %g, %d flags", h.outcome, h.score(), h.flagged)
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
	if h.moves != 3 {
		t.Errorf("%d moves after the game was over, want 3", h.moves)
	}
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
	if h.outcome != gameLost {
		t.Errorf("outcome %d", h.outcome)
	}
}

func TestHumanFlags(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0})
	h.at(0, 0).flag()
	h.at(0, 1).flag()
	if h.flagged != 2 {
		t.Errorf("%d flags, want 2", h.flagged)
	}
	says(t, h, "more flags than mines")
	h.open()
	says(t, h, "0,1 has a flag")
	shows(t, h, "FF..", "....", "....")
	if h.moves != 0 || !h.begun.IsZero() {
		t.Error("a refused opening counted as a move")
	}
	h.flag()
	shows(t, h, "F...", "....", "....")
	says(t, h, "")
	h.at(1, 3).flag() // beside a 0: the rules open it
	h.at(2, 3).open()
	shows(t, h, "F1__", "11__", "____")
	if h.outcome != gameWon || h.flagged != 1 {
		t.Errorf("outcome %d, %d flags: want a won game with the one on the mine", h.outcome, h.flagged)
	}
}

// A flag beside a 0 is wrong for certain, and gives way to the rules.
func TestHumanForcedFlag(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{0, 2})
	h.at(2, 2).flag()
	h.at(2, 3).open()
	shows(t, h, "....", "1211", "____")
	says(t, h, "The flag on 2,2 is gone")
	if h.flagged != 0 {
		t.Errorf("%d flags, want 0", h.flagged)
	}
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
	if h.moves != 2 || h.outcome != gameWon {
		t.Errorf("outcome %d after %d moves, want a won game after 2", h.outcome, h.moves)
	}

	h = gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3}, [2]int{2, 1})
	h.at(1, 1).open()
	h.at(1, 0).flag() // wrong
	h.at(0, 1).flag() // wrong
	h.at(1, 1).chord()
	shows(t, h, "X!..", "!2..", ".*.*")
	says(t, h, "Lost: the mine on 0,0")
}

func TestHumanWithoutAutoOpen(t *testing.T) {
	r := rules3x4
	r.AutoOpen = false
	h := gameTest(t, r, [2]int{0, 0})
	h.at(2, 3).open()
	shows(t, h, "....", "....", "..._")
	h.open() // a 0 chords without flags
	shows(t, h, "....", "..__", "..__")
	h.chord()
	says(t, h, "Nothing is left to open around 2,3")
	h.at(2, 2).chord()
	shows(t, h, "....", ".1__", ".___")
	if h.moves != 3 {
		t.Errorf("%d moves, want 3", h.moves)
	}
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
	if h.moves != 1 || h.view.At(0) != 0 {
		t.Errorf("%d moves, 0,0 shows %d; want a 0", h.moves, h.view.At(0))
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
	mines := func() []minesweeper.Cell {
		var m []minesweeper.Cell
		for c := range minesweeper.Cell(g.Cells()) {
			if h.board.state.Mine(c) {
				m = append(m, c)
			}
		}
		return m
	}
	dealt := func(number uint64) []minesweeper.Cell {
		b, err := g.Board(7, number, g.Cell(3, 3))
		if err != nil {
			t.Fatal(err)
		}
		return b.Mines
	}
	h.at(3, 3).open()
	if !slices.Equal(mines(), dealt(2)) {
		t.Errorf("mines %v, want %v", mines(), dealt(2))
	}
	h.at(0, 0).flag()
	h.restart()
	if h.moves != 0 || h.flagged != 0 || h.view.Started() || h.outcome != gameOpen || h.elapsed() != 0 || h.number != 2 {
		t.Errorf("not a fresh game: %+v", h)
	}
	h.at(3, 3).open()
	if !slices.Equal(mines(), dealt(2)) {
		t.Errorf("after a restart mines %v, want %v", mines(), dealt(2))
	}
	h.next()
	h.at(3, 3).open()
	if h.number != 3 || !slices.Equal(mines(), dealt(3)) {
		t.Errorf("game %d with mines %v, want game 3 with %v", h.number, mines(), dealt(3))
	}
}

// The referee tells nothing before the game is over.
func TestHumanReferee(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(1, 1).open()
	for c := range minesweeper.Cell(h.rules.Cells()) {
		if h.board.mine(c) {
			t.Fatalf("the mine on %s is known during the game", h.name(c))
		}
	}
	h.at(0, 0).open()
	if !h.board.mine(h.rules.Cell(2, 3)) {
		t.Error("the mines do not show after the game")
	}
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
			before := h.view.Key()
			c, err := (&minecoach.Adviser{Player: player, Sims: 50, Seed: 3}).AdviseText(context.Background(), h.view)
			if err != nil {
				t.Fatal(err)
			}
			if h.view.Key() != before {
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
