package minescreen

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/minesweeper"
)

// drawn fails unless the window of the board looks as it should, without colour.
// Blanks at the ends of lines do not count.
func drawn(t *testing.T, h *Game, w boardWindow, want string) {
	t.Helper()
	var got []string
	for _, line := range drawBoard(h, w, &palette{}) {
		got = append(got, strings.TrimRight(line, " "))
	}
	if lines := strings.Split(strings.Trim(want, "\n"), "\n"); !slices.Equal(got, lines) {
		t.Errorf("the board is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

func whole(h *Game) boardWindow {
	r := h.rules.Rules()
	return boardWindow{rows: r.Height, cols: r.Width, cell: h.cellWidth()}
}

func TestDrawHuman(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 3).open()
	h.at(0, 0).flag()
	c := h.rules.Cell(2, 1)
	h.advised = &c
	drawn(t, h, whole(h), `
    0 1 2 3
 0 [F]1
 1  . 1 1 1
 2  .>.<. .
`)
	h.at(2, 2) // where both frames meet, the cursor's shows
	drawn(t, h, whole(h), `
    0 1 2 3
 0  F 1
 1  . 1 1 1
 2  .>.[.].
`)
	h.at(2, 3).open()
	drawn(t, h, whole(h), `
    0 1 2 3
 0  F 1
 1  . 1 1 1
 2  . . .[X]
`)
}

func TestDrawHumanHex(t *testing.T) {
	h := gameTest(t, minesweeper.Rules{Height: 4, Width: 4, Neighbours: minesweeper.Hex, AutoOpen: true}, [2]int{0, 0}, [2]int{3, 3})
	h.at(1, 3).open()
	drawn(t, h, whole(h), `
    0 1 2 3
 0  F 1
 1   1    [ ]
 2        1
 3       1 F
`)
	h.at(3, 3)
	drawn(t, h, boardWindow{top: 1, left: 2, rows: 3, cols: 2, cell: 2}, `
    2 3
 1
 2    1
 3   1[F]
`)
}

func TestDrawHumanWide(t *testing.T) {
	h := gameTest(t, minesweeper.Rules{Height: 1, Width: 25}, [2]int{0, 0})
	h.at(0, 20)
	drawn(t, h, whole(h), `
                        1                   2
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4
 0  . . . . . . . . . . . . . . . . . . . .[.]. . . .
`)
	drawn(t, h, boardWindow{left: 18, rows: 1, cols: 4, cell: 2}, `
    1   2
    8 9 0 1
 0  . .[.].
`)
}

// With colours, the text is the same and the styles come in between.
func TestDrawHumanColours(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 3).open()
	light, dark := drawBoard(h, whole(h), newPalette(false)), drawBoard(h, whole(h), newPalette(true))
	if slices.Equal(light, dark) {
		t.Error("light and dark screens get the same colours")
	}
	for i, line := range drawBoard(h, whole(h), &palette{}) {
		for _, coloured := range []string{light[i], dark[i]} {
			if got := stripped(coloured); got != line {
				t.Errorf("line %d is %q in colour, want %q", i, got, line)
			}
			if coloured == line {
				t.Errorf("line %d has no colours", i)
			}
		}
	}
}

// stripped returns a text without its escape sequences.
func stripped(s string) string {
	var b strings.Builder
	for {
		text, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(text)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, "m")
	}
}

// A click finds the cell that is drawn there.
func TestCellAt(t *testing.T) {
	for _, neighbours := range []minesweeper.Neighbours{minesweeper.Eight, minesweeper.Hex} {
		h := gameTest(t, minesweeper.Rules{Height: 6, Width: 12, Neighbours: neighbours}, [2]int{0, 0})
		w := boardWindow{top: 1, left: 3, rows: 4, cols: 5, cell: 2}
		found := 0
		for row := w.top; row < w.top+w.rows; row++ {
			for col := w.left; col < w.left+w.cols; col++ {
				h.at(row, col)
				for y, line := range drawBoard(h, w, &palette{}) {
					x := strings.Index(line, "[")
					if x < 0 {
						continue
					}
					found++
					for _, at := range []int{x, x + 1} {
						if c, ok := cellAt(h.rules, w, at, y); !ok || c != h.cursor {
							t.Errorf("%s: cell %s at %d,%d, want %s", neighbours, h.name(c), at, y, h.name(h.cursor))
						}
					}
				}
			}
		}
		if found != w.rows*w.cols {
			t.Errorf("%s: %d cells drawn, want %d", neighbours, found, w.rows*w.cols)
		}
		for _, out := range [][2]int{{0, 3}, {3, 0}, {3, 1}, {3, 6}, {14, 3}, {-1, -1}} {
			if c, ok := cellAt(h.rules, w, out[0], out[1]); ok {
				t.Errorf("%s: cell %s at %v, want none", neighbours, h.name(c), out)
			}
		}
	}
}

func TestFold(t *testing.T) {
	items := []string{"one", "two", "three"}
	for width, want := range map[int][]string{
		15: {"one  two  three"},
		14: {"one  two", "three"},
		8:  {"one  two", "three"},
		5:  {"one", "two", "three"},
		2:  {"on", "tw", "th"},
	} {
		if got := fold(items, "  ", width); !slices.Equal(got, want) {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
}

func TestScroll(t *testing.T) {
	for _, c := range []struct{ first, cursor, shown, total, want int }{
		{0, 5, 10, 10, 0}, // all of it fits
		{0, 7, 10, 50, 0}, // two lines below the cursor
		{0, 8, 10, 50, 1}, // one line more is needed
		{20, 22, 10, 50, 20},
		{20, 21, 10, 50, 19},
		{20, 0, 10, 50, 0}, // around a torus
		{0, 49, 10, 50, 40},
		{45, 49, 10, 50, 40}, // the window grew
		{7, 3, 1, 50, 3},     // one line
		{7, 3, 2, 50, 3},
	} {
		if got := scroll(c.first, c.cursor, c.shown, c.total); got != c.want {
			t.Errorf("scroll(%d, %d, %d, %d) = %d, want %d", c.first, c.cursor, c.shown, c.total, got, c.want)
		}
	}
	// The cursor is always in the window, and the window on the board.
	for total := 1; total < 12; total++ {
		for shown := 1; shown <= total; shown++ {
			for first := -3; first < 15; first++ {
				for cursor := range total {
					got := scroll(first, cursor, shown, total)
					if got < 0 || got+shown > total || cursor < got || cursor >= got+shown {
						t.Fatalf("scroll(%d, %d, %d, %d) = %d", first, cursor, shown, total, got)
					}
				}
			}
		}
	}
}

// With risks a cell has room for two digits; open cells, flags and frames stay as they are,
// and clicks find the cells.
func TestDrawHumanOdds(t *testing.T) {
	h := gameTest(t, rules3x4, [2]int{0, 0}, [2]int{2, 3})
	h.at(0, 1).open()
	h.at(0, 0).flag()
	h.toggleOdds()
	drawn(t, h, whole(h), `
     0  1  2  3
 0 [ F] 1 20 17
 1  20 20 20 17
 2  17 17 17 17`)
	if c, ok := cellAt(h.rules, whole(h), 9, 2); !ok || c != h.rules.Cell(1, 2) {
		t.Errorf("the click is on %d, %t", c, ok)
	}
}
