package minescreen

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// screenTest shows a game without colour.
func screenTest(t *testing.T, r minesweeper.Rules, mines ...[2]int) *screen {
	t.Helper()
	h := gameTest(t, r, mines...)
	a := &minecoach.Adviser{Player: "bsr-uct-csp,safe=true", Sims: 100, Seed: 1}
	s := newScreen(context.Background(), h, a)
	s.colours = &palette{}
	return s
}

// typed sends keys and returns what is to be done after the last.
func (s *screen) typed(keys ...tea.Key) (next tea.Cmd) {
	for _, k := range keys {
		_, next = s.Update(tea.KeyPressMsg(k))
	}
	return next
}

func letter(r rune) tea.Key { return tea.Key{Code: r, Text: string(r)} }

var (
	keyUp, keyDown    = tea.Key{Code: tea.KeyUp}, tea.Key{Code: tea.KeyDown}
	keyLeft, keyRight = tea.Key{Code: tea.KeyLeft}, tea.Key{Code: tea.KeyRight}
	keySpace          = tea.Key{Code: tea.KeySpace, Text: " "}
	keyEnter          = tea.Key{Code: tea.KeyEnter}
)

// lines returns the screen, without the blanks at the ends of its lines.
func (s *screen) lines() []string {
	all := strings.Split(s.text(), "\n")
	for i, l := range all {
		all[i] = strings.TrimRight(l, " ")
	}
	return all
}

func TestHumanScreen(t *testing.T) {
	s := screenTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	s.typed(keyUp, keyRight, letter('l'), keySpace, keyLeft, keyLeft, letter('h'), letter('f'), letter('j'), keyDown, letter('k'))
	want := `mines 1   time 0:01   3x4/2 windows   seed 1, game 0

    0 1 2 3
 0  F 1
 1 [.]1 1 1
 2  . . . .



arrows move  space open  f flag  c chord  ? hint  o risk  n new  r again  q quit`
	// The clock of the test runs with every look at it.
	got := s.lines()
	got[0] = got[0][:strings.Index(got[0], "time")] + "time 0:01" + got[0][strings.Index(got[0], "   3x4"):]
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("the screen is\n%s\nwant\n%s", text, want)
	}
	s.typed(keyRight, letter('c'))
	if text := s.text(); !strings.Contains(text, "Won with 2 moves") {
		t.Errorf("the screen does not say that the game is won:\n%s", text)
	}
	s.typed(letter('n'))
	if s.game.number != 1 || s.game.table.View().Started() {
		t.Error("n does not deal the next game")
	}
	s.typed(keyEnter, letter('r'))
	if s.game.number != 1 || s.game.table.View().Started() {
		t.Error("r does not deal the same game again")
	}
	for _, quit := range []tea.Key{letter('q'), {Code: 'c', Mod: tea.ModCtrl}} {
		next := s.typed(quit)
		if next == nil {
			t.Fatalf("%s does not quit", quit)
		}
		if _, ok := next().(tea.QuitMsg); !ok {
			t.Errorf("%s does not quit", quit)
		}
	}
}

func TestHumanMouse(t *testing.T) {
	s := screenTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	click := func(button tea.MouseButton, x, y int) { s.Update(tea.MouseClickMsg{X: x, Y: y, Button: button}) }
	click(tea.MouseRight, 4, 3)
	click(tea.MouseLeft, 10, 3)
	click(tea.MouseLeft, 40, 3)
	click(tea.MouseLeft, 4, 9)
	shows(t, s.game, "F1__", ".111", "....")
	click(tea.MouseLeft, 6, 4)
	shows(t, s.game, "F1__", "1111", "__1F")
}

// hintOf runs a command, and those that it is made of, and returns the hint.
func hintOf(t *testing.T, next tea.Cmd) hintMsg {
	t.Helper()
	batch, ok := next().(tea.BatchMsg)
	if !ok {
		t.Fatal("a question is no batch of commands")
	}
	for _, cmd := range batch {
		if hint, ok := cmd().(hintMsg); ok {
			return hint
		}
	}
	t.Fatal("no hint")
	return hintMsg{}
}

func TestHumanHint(t *testing.T) {
	s := screenTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	s.typed(keySpace)
	next := s.typed(letter('?'))
	if next == nil || s.asked == nil || !strings.Contains(s.text(), "bsr-uct-csp is thinking") {
		t.Fatalf("no hint is thought about:\n%s", s.text())
	}
	if again := s.typed(letter('i')); again != nil {
		t.Error("a second hint is asked for while the first is thought about")
	}
	hint := hintOf(t, next)
	s.Update(hint)
	if s.asked != nil || s.game.advised == nil || !strings.Contains(s.text(), "(? again: all reasons.)") {
		t.Errorf("the hint does not show:\n%s", s.text())
	}
	if again := s.typed(letter('?')); again != nil || !strings.Contains(strings.Join(strings.Fields(s.text()), " "), "exact.") {
		t.Errorf("the reasons do not show:\n%s", s.text())
	}
	if frame := strings.Index(s.text(), ">"); frame < 0 {
		t.Errorf("the advised cell is not marked:\n%s", s.text())
	}
}

// A hint is dropped when the person moves on before it comes: by another opening,
// a restart or a new game. The search is told to stop.
func TestHumanHintDropped(t *testing.T) {
	for _, key := range []tea.Key{keySpace, letter('r'), letter('n')} {
		s := screenTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
		s.typed(keySpace)
		next := s.typed(letter('?'))
		late := s.asked
		s.typed(letter('f'), keyRight)
		if s.asked != late {
			t.Error("a hint is dropped without a move")
		}
		s.typed(keyRight, key)
		if s.asked != nil {
			t.Fatalf("after %s the hint is still waited for", key)
		}
		hint := hintOf(t, next)
		if hint.about != late || !errors.Is(hint.err, context.Canceled) {
			t.Errorf("after %s the search went on: %v", key, hint.err)
		}
		s.Update(hint)
		if s.game.advised != nil || strings.Contains(s.text(), "Open ") {
			t.Errorf("after %s a late hint shows:\n%s", key, s.text())
		}
		if _, next := s.Update(spinMsg{late}); next != nil {
			t.Errorf("after %s the spinner goes on", key)
		}
	}
}

func TestHumanNoHintAfterTheEnd(t *testing.T) {
	s := screenTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	s.game.at(0, 1).open()
	s.game.at(0, 0).open()
	if next := s.typed(letter('?')); next != nil || s.asked != nil {
		t.Error("a hint is asked for after the end of the game")
	}
}

// Whatever the window, the screen fits into it and shows the cursor, as long as
// there is room for a cell.
func TestHumanWindow(t *testing.T) {
	for _, neighbours := range []minesweeper.Neighbours{minesweeper.Eight, minesweeper.Hex} {
		s := screenTest(t, minesweeper.Rules{Height: 40, Width: 100, Neighbours: neighbours}, [2]int{0, 0})
		s.game.at(39, 99).open()
		s.game.at(0, 0).open() // lost: a long message
		for width := 7; width < 120; width += 8 {
			for height := 5; height < 40; height += 2 {
				for _, at := range [][2]int{{0, 0}, {20, 50}, {39, 99}} {
					s.game.at(at[0], at[1])
					s.Update(tea.WindowSizeMsg{Width: width, Height: height})
					lines := s.lines()
					if len(lines) > height {
						t.Fatalf("%d lines in a window of %dx%d", len(lines), width, height)
					}
					for _, l := range lines {
						if len(l) > width {
							t.Fatalf("a line of %d in a window of %dx%d: %q", len(l), width, height, l)
						}
					}
					if text := strings.Join(lines, "\n"); !strings.Contains(text, "[") {
						t.Fatalf("no cursor in a window of %dx%d:\n%s", width, height, text)
					}
				}
			}
		}
	}
}

// The whole program runs on a stream of keys, and ends with its context as well.
func TestHumanProgram(t *testing.T) {
	s := screenTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	var out bytes.Buffer
	if err := Show(context.Background(), strings.NewReader(" fq"), &out, s.game, s.adviser); err != nil {
		t.Fatal(err)
	}
	if got := s.game.Report().Moves; got != 1 {
		t.Errorf("%d moves, want 1", got)
	}
	if screen := out.String(); !strings.Contains(screen, "\x1b[?1049h") || !strings.Contains(screen, "\x1b[?1049l") {
		t.Errorf("the alternate screen is not opened and left: %q", screen)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Show(ctx, strings.NewReader(""), &out, s.game, s.adviser); err == nil {
		t.Error("the program ended well although its context was over")
	}
}
