package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
)

// humanTest returns a game with mines on the given cells. Each look at its clock
// takes a second.
func humanTest(t *testing.T, r minesweeper.Rules, mines ...[2]int) *humanGame {
	t.Helper()
	r.Mines = len(mines)
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	second := int64(0)
	h := newHumanGame(g, 1, 0, func() time.Time {
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
func (h *humanGame) at(row, col int) *humanGame {
	h.cursor = h.rules.Cell(row, col)
	return h
}

// shows fails unless the board looks as it should: rows of symbols, '_' for an open 0.
func shows(t *testing.T, h *humanGame, rows ...string) {
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

func says(t *testing.T, h *humanGame, want string) {
	t.Helper()
	if !strings.Contains(h.message, want) || want == "" && h.message != "" {
		t.Errorf("message %q, want %q", h.message, want)
	}
}

var rules3x4 = minesweeper.Rules{Height: 3, Width: 4, AutoOpen: true}

func TestHumanWin(t *testing.T) {
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
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
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3}, [2]int{2, 0})
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
	h := humanTest(t, rules3x4, [2]int{0, 0})
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
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{0, 2})
	h.at(2, 2).flag()
	h.at(2, 3).open()
	shows(t, h, "....", "1211", "____")
	says(t, h, "The flag on 2,2 is gone")
	if h.flagged != 0 {
		t.Errorf("%d flags, want 0", h.flagged)
	}
}

func TestHumanChord(t *testing.T) {
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
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

	h = humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3}, [2]int{2, 1})
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
	h := humanTest(t, r, [2]int{0, 0})
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
	h := newHumanGame(g, 1, 0, time.Now)
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
		h := humanTest(t, r, [2]int{0, 0})
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
	h := newHumanGame(g, 7, 2, time.Now)
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
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
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
	type decision = blindsight.Decision[minesweeper.Cell]
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 1).open() // 1 of 10 safe cells
	a := &adviser{player: "bsr-uct,explore=0.5"}
	cell := h.rules.Cell(1, 2)
	for _, c := range []struct {
		player   string
		decision decision
		err      error
		want     string
	}{
		{"bsr-uct,explore=0.5", decision{Action: cell, Value: 0.52, Simulations: 5100}, nil, "bsr-uct liked 1,2: expected score 0.62 after 5,100 simulations."},
		{"bsr-uct,objective=win", decision{Action: cell, Value: 0.52, Simulations: 999}, nil, "bsr-uct liked 1,2: chance to win 0.52 after 999 simulations."},
		{"random", decision{Action: cell}, nil, "random would open 1,2, without a search."},
		{"bsr-uct", decision{Action: cell, Simulations: 10, Health: blindsight.Health{Fallbacks: 1}}, nil, "bsr-uct found no board that explains the position: 1,2 is a guess."},
		{"bsr-uct", decision{}, errors.New("out of luck"), "No hint: out of luck."},
	} {
		a.player, h.advised = c.player, nil
		h.hear(h.position, a, c.decision, c.err)
		if h.message != c.want || (h.advised != nil) != (c.err == nil) || h.advised != nil && *h.advised != cell {
			t.Errorf("message %q, advised %v; want %q", h.message, h.advised, c.want)
		}
	}

	// Flags and the cursor leave advice as it is; opening a cell ends it.
	h.hear(h.position, a, decision{Action: cell, Simulations: 1}, nil)
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
	if h.advised != nil {
		t.Error("advice outlived its position")
	}
	h.hear(asked, a, decision{Action: cell, Simulations: 1}, nil)
	if h.advised != nil || h.message != "" {
		t.Errorf("late advice was taken: %q", h.message)
	}
	asked = h.position
	h.restart()
	h.hear(asked, a, decision{Action: cell, Simulations: 1}, nil)
	if h.advised != nil {
		t.Error("advice on another game was taken")
	}
}

// Equal views get equal advice, whatever lies hidden, and are left as they were.
func TestHumanAdvise(t *testing.T) {
	var cells []minesweeper.Cell
	for _, mines := range [][][2]int{{{0, 0}, {2, 3}}, {{2, 0}, {2, 3}}} { // 1,1 shows 1 in both
		h := humanTest(t, rules3x4, mines...)
		h.at(1, 1).open()
		before := h.view.Key()
		a := &adviser{rules: h.rules, player: "bsr-uct-csp", budget: blindsight.Budget{Simulations: 200}, seed: 3}
		d, err := a.advise(context.Background(), h.view)
		if err != nil {
			t.Fatal(err)
		}
		if d.Simulations != 200 || h.view.Key() != before {
			t.Errorf("%d simulations, want 200; view changed: %t", d.Simulations, h.view.Key() != before)
		}
		cells = append(cells, d.Action)
	}
	if cells[0] != cells[1] {
		t.Errorf("advice %v differs by what is hidden", cells)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 5100: "5,100", 1234567: "1,234,567", -100: "-100", -1000: "-1,000"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestHumanSummary(t *testing.T) {
	h := humanTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	if got, want := h.summary(), "unfinished: score 0.000, 0 moves, 0:00; again: blindsight mines human --board 3x4/2 --seed 1 --game 0"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
	r := rules3x4
	r.AutoOpen, r.First, r.Neighbours = false, minesweeper.Gnomine, minesweeper.Hex
	h = humanTest(t, r, [2]int{0, 0}, [2]int{2, 3})
	h.at(1, 1).open()
	h.at(0, 0).open()
	if got, want := h.summary(), "lost: score 0.100, 2 moves, 0:01; again: blindsight mines human --board 3x4/2 --rule gnomine --neighbours hex --auto-open=false --seed 1 --game 0"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
	if got, want := h.report(), (humanReport{Board: "3x4/2", Rule: "gnomine", Neighbours: "hex", Seed: 1, Moves: 2, Score: 0.1, Finished: true, Seconds: 1}); got != want {
		t.Errorf("report %+v, want %+v", got, want)
	}
}
