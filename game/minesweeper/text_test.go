package minesweeper

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readAll reads every position of a text.
func readAll(text string) ([]*Position, error) {
	r := NewPositionReader(strings.NewReader(text), "text", Rules{})
	var all []*Position
	for {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

func TestReadPositions(t *testing.T) {
	all, err := readAll("\n5x3/6 windows\n..2\n. . 3\n..3\n.F2\n221\n\n\n2x2/1 gnomine 4\r\n..\r\n..\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 {
		t.Fatalf("%d positions, want 2", len(all))
	}
	if got, want := all[0].String(), "5x3/6 windows\n..2\n..3\n..3\n.F2\n221\n"; got != want {
		t.Errorf("first position is\n%swant\n%s", got, want)
	}
	if g := all[0].View.g; len(all[0].Flags) != 1 || all[0].Flags[0] != g.Cell(3, 1) {
		t.Errorf("flags %v, want the one on 3,1", all[0].Flags)
	}
	// ALGORITHMS of paper A's Fig. 2, left: three placements remain.
	n := 0
	for range all[0].View.g.States(all[0].View) {
		n++
	}
	if n != 3 {
		t.Errorf("%d placements, want 3", n)
	}
	if got, want := all[1].String(), "2x2/1 gnomine 4\n..\n..\n"; got != want {
		t.Errorf("second position is\n%swant\n%s", got, want)
	}
}

func TestReadPositionErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"9x9/100 windows\n", "text:1:1: board 9x9/100: 100 mines do not fit: a board of 81 cells takes 0 to 80"},
		{"0x9/1 windows\n", "text:1:1: board 0x9/1: height and width must be 1 to 100"},
		{"9x9 windows\n", `text:1:1: board "9x9": want HEIGHTxWIDTH/MINES, as in 9x9/10`},
		{"9x9/10\n", "text:1:1: want a header HEIGHTxWIDTH/MINES RULE [NEIGHBOURS], as in '9x9/10 windows'"},
		{"\n 9x9/10 vista\n", `text:2:9: unknown first-move rule "vista": use one of windows, gnomine, none`},
		{"9x9/10 windows 6\n", `text:1:16: unknown neighbourhood "6": use one of 8, 4, hex, torus, knight`},
		{"3x3/1 gnomine\n", "text:1: the position ends after 0 rows: its header says 3"},
		{"3x3/6 gnomine 8\n", "text:1:1: board 3x3/6: too small for the gnomine rule, which keeps at least 4 cells free around the first: at most 5 mines fit"},
		{"2x2/1 windows\n..\n.\n", "text:3:2: row 1 has 1 cells: the header says 2"},
		{"2x2/1 windows\n...\n..\n", "text:2:3: row 0 has more than 2 cells"},
		{"2x2/1 windows\n..\n\n..\n", "text:3: the position ends after 1 rows: its header says 2"},
		{"2x2/1 windows\n..\n..\n..\n", "text:4: one row more than the 2 of the header: leave an empty line between positions"},
		{"2x2/1 windows\n.x\n..\n", `text:2:2: 'x' is no cell: use . for a closed one, 0 to 8 for an open one, F for a flag`},
		{"2x2/1 windows\n.4\n..\n", "text:2:2: cell 0,1 cannot show 4: it has 3 neighbours"},
		{"2x2/3 windows\n33\n..\n", "text:2:2: cell 0,1 cannot be safe: all 1 safe cells are open"},
		{"3x3/1 gnomine\n1..\n...\n...\n", "text:2:1: a gnomine position with open cells needs an open 0: the first cell shows one"},
		{"4x4/8 gnomine\n....\n.0..\n....\n....\n", "text:3:2: cell 1,1 cannot be opened first: the mines do not fit outside its zone"},
	} {
		_, err := readAll(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: error of type %T, want *SyntaxError", c.text, err)
		}
	}
}

// The published generator, written a second time from its description, without
// the shuffle being interrupted by anything of ours.
func generate(seed, game uint64, cells, mines int, free map[int]bool) map[int]bool {
	mix := func(z uint64) uint64 {
		z ^= z >> 30
		z *= 0xbf58476d1ce4e5b9
		z ^= z >> 27
		z *= 0x94d049bb133111eb
		z ^= z >> 31
		return z
	}
	p := make([]int, cells)
	for i := range p {
		p[i] = i
	}
	s := mix(seed*0x9e3779b97f4a7c15 + game + 1)
	for i := cells - 1; i >= 1; i-- {
		s += 0x9e3779b97f4a7c15
		j := (mix(s) >> 11) % uint64(i+1)
		p[i], p[j] = p[j], p[i]
	}
	chosen := make(map[int]bool)
	for _, c := range p {
		if len(chosen) < mines && !free[c] {
			chosen[c] = true
		}
	}
	return chosen
}

func TestBoardsFollowThePublishedGenerator(t *testing.T) {
	for _, r := range []Rules{
		{Height: 9, Width: 9, Mines: 10},
		{Height: 16, Width: 30, Mines: 99, First: Gnomine},
		{Height: 4, Width: 4, Mines: 6, First: Gnomine},
		{Height: 5, Width: 5, Mines: 6, First: Gnomine, Neighbours: Knight},
		{Height: 1, Width: 1},
	} {
		g := mustNew(t, r)
		for game := range uint64(20) {
			for _, first := range []Cell{g.servable[0], g.servable[len(g.servable)/2]} {
				b, err := g.Board(7, game, first)
				if err != nil {
					t.Fatal(err)
				}
				free := make(map[int]bool)
				for _, c := range g.Zone(first) {
					free[int(c)] = true
				}
				want := generate(7, game, g.cells, r.Mines, free)
				if len(b.Mines) != r.Mines {
					t.Fatalf("%s: %d mines", r, len(b.Mines))
				}
				for _, c := range b.Mines {
					if !want[int(c)] {
						t.Fatalf("%s game %d: mine on %d, which the generator does not have", r, game, c)
					}
				}
				again, err := g.ReadBoards(strings.NewReader(g.FormatBoard(b)+"\n"), "text")
				if err != nil || len(again) != 1 || g.FormatBoard(again[0]) != g.FormatBoard(b) {
					t.Fatalf("%s: %q is read back as %v, %v", r, g.FormatBoard(b), again, err)
				}
			}
		}
	}
}

func TestReadBoardsErrors(t *testing.T) {
	g := mustNew(t, Rules{Height: 3, Width: 4, Mines: 2, First: Gnomine})
	for _, c := range []struct{ text, want string }{
		{"0,0 1,2", "b:1:1: want a first cell and the mines, as in '0,0: 1,2 3,0'"},
		{"0:", `b:1:1: cell "0": want ROW,COLUMN, as in 0,3`},
		{"\n3,0: 0,3 1,3", "b:2:1: cell 3,0 is not on the board: rows are 0 to 2, columns 0 to 3"},
		{"0,0:  0,3 0,3", "b:1:11: two mines on 0,3"},
		{"0,0: 1,1 0,3", "b:1:6: the mine on 1,1 lies where the gnomine rule keeps cells free around the first, 0,0"},
		{"0,0: 0,3", "b:1:5: 1 mines, and the board 3x4/2 has 2: play these boards with the board they are for"},
		{"0,0: 0,3 x", `b:1:10: cell "x": want ROW,COLUMN, as in 0,3`},
	} {
		_, err := g.ReadBoards(strings.NewReader(c.text), "b")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func mustNew(t testing.TB, r Rules) *Game {
	t.Helper()
	g, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Positions of random games are written and read back equal, in all variants.
func TestPositionsOfRandomGamesRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for game := range 400 {
		r := Rules{
			Height: 1 + rng.IntN(8), Width: 1 + rng.IntN(8),
			First: First(rng.IntN(3)), Neighbours: Neighbours(rng.IntN(5)),
		}
		r.Mines = rng.IntN(r.Height * r.Width)
		g, err := New(r)
		if err != nil {
			continue // gnomine wants more room
		}
		v := g.NewView()
		var s State
		g.Start(rng, &s)
		for {
			p := &Position{View: v}
			for c := range Cell(g.cells) {
				if v.At(c) == Covered && rng.IntN(4) == 0 {
					p.Flags = append(p.Flags, c)
				}
			}
			text := p.String()
			back, err := readAll(text)
			if err != nil {
				t.Fatalf("game %d: %v in\n%s", game, err, text)
			}
			if len(back) != 1 || back[0].String() != text || back[0].View.Key() != v.Key() || back[0].View.Left() != v.Left() {
				t.Fatalf("game %d: read back as\n%v, written was\n%s", game, back, text)
			}
			c := v.Pick(rng)
			step := g.Step(rng, &s, c)
			if step.Done() {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func FuzzReadPositions(f *testing.F) {
	f.Add("5x3/6 windows\n..2\n..3\n..3\n..2\n221\n")
	f.Add("4x4/6 gnomine hex\n0...\n....\n.F..\n....\n\n1x1/0 windows\n.\n")
	f.Add("2x2/1 gnomine knight\n0 0\n.\t.\n")
	f.Add("9x9/100 windows\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := readAll(text)
		if err != nil {
			return
		}
		var written strings.Builder
		for _, p := range all {
			written.WriteString(p.String())
			written.WriteByte('\n')
		}
		again, err := readAll(written.String())
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, written.String())
		}
		if len(again) != len(all) {
			t.Fatalf("%d positions written, %d read", len(all), len(again))
		}
		for i, p := range all {
			if again[i].String() != p.String() || again[i].View.Key() != p.View.Key() {
				t.Fatalf("written\n%sread\n%s", p, again[i])
			}
		}
	})
}

func FuzzReadBoards(f *testing.F) {
	f.Add("0,0: 0,3 1,3 2,3\n")
	f.Add("2,3: 0,0 0,1 1,0\n\n1,1:0,3 1,3 2,3")
	f.Add("0,0: 0,3 0,3 0,3")
	g := mustNew(f, Rules{Height: 3, Width: 4, Mines: 3})
	f.Fuzz(func(t *testing.T, text string) {
		boards, err := g.ReadBoards(strings.NewReader(text), "boards")
		if err != nil {
			return
		}
		for _, b := range boards {
			again, err := g.ReadBoards(strings.NewReader(g.FormatBoard(b)), "boards")
			if err != nil || len(again) != 1 || g.FormatBoard(again[0]) != g.FormatBoard(b) {
				t.Fatalf("%q is read back as %v, %v", g.FormatBoard(b), again, err)
			}
			var s State
			g.Lay(b, &s)
			if step := g.Step(nil, &s, b.First); step.Seen == Mine {
				t.Fatalf("%q: the first cell holds a mine", g.FormatBoard(b))
			}
		}
	})
}

func TestDrawing(t *testing.T) {
	all, err := readAll("3x3/2 windows hex\n1..\n...\n..F\n")
	if err != nil {
		t.Fatal(err)
	}
	v := all[0].View
	var s State
	v.g.Lay(Board{First: 0, Mines: []Cell{1, 5}}, &s)
	got := Drawing{View: v, Flags: all[0].Flags, Mark: []Cell{5}, State: &s}.String()
	want := strings.Join([]string{
		"    0 1 2",
		" 0  1 * .",
		" 1   . .>X",
		" 2  . . F",
		"",
	}, "\n")
	if got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
}

// The boards of seed 1 are in a golden file: games that people have played must
// stay what they were. Do not change it.
func TestBoardsGolden(t *testing.T) {
	golden, err := os.ReadFile(filepath.Join("testdata", "boards-9x9-10-windows-seed1.txt"))
	if err != nil {
		t.Fatal(err)
	}
	g := mustNew(t, Rules{Height: 9, Width: 9, Mines: 10})
	lines := strings.Split(strings.TrimSuffix(string(golden), "\n"), "\n")
	for game, want := range lines {
		b, err := g.Board(1, uint64(game), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.FormatBoard(b); got != want {
			t.Errorf("game %d is %q, want %q", game, got, want)
		}
	}
}

// Boards say in a first line for which game they are, and are held against it; a file
// without that line is read unless its boards are plainly those of a smaller board.
func TestBoardsOfAnotherGame(t *testing.T) {
	small, large := mustNew(t, Rules{Height: 4, Width: 4, Mines: 6}), mustNew(t, Rules{Height: 5, Width: 5, Mines: 6})
	text := func(g *Game, games int, first Cell) string {
		s := ""
		for n := range games {
			b, err := g.Board(1, uint64(n), first)
			if err != nil {
				t.Fatal(err)
			}
			s += g.FormatBoard(b) + "\n"
		}
		return s
	}
	plain := text(small, 20, 5)
	for _, c := range []struct {
		game *Game
		text string
		want string // of the error, "" for none
	}{
		{small, plain, ""},
		{small, "# made by hand\n" + plain, ""},
		{small, "#4x4/6 windows 8\n" + plain, ""},
		{small, "# 4x4/6 window\n" + plain, `b:1:3: unknown first-move rule "window" (did you mean "windows"?): use one of windows, gnomine, none`},
		{small, small.BoardsHeader() + "\n" + plain, ""},
		{large, large.BoardsHeader() + "\n" + plain, ""}, // whoever writes the line has the last word
		{large, text(small, 3, 5), ""},                   // too few to tell
		{large, text(large, 20, 5), ""},
		{large, small.BoardsHeader() + "\n" + plain, "b:1:3: these boards are for 4x4/6 windows, and the game is 5x5/6 windows: play them as what they are"},
		{small, "\n#  4x4/6  windows hex\n" + plain, "b:2:4: these boards are for 4x4/6 windows hex, and the game is 4x4/6 windows: play them as what they are"},
		{large, "\n" + plain, `b:2:1: the 20 boards use rows 0 to 3 and columns 0 to 3 only, as boards of 4x4/6 do: play them as these, or say that they are for 5x5/6 by a first line "# 5x5/6 windows"`},
		{small, text(large, 20, 5), "b:1:14: cell 1,4 is not on the board: rows are 0 to 3, columns 0 to 3"},
	} {
		boards, err := c.game.ReadBoards(strings.NewReader(c.text), "b")
		if c.want == "" && (err != nil || len(boards) < 3) || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%d boards,\n got %v\nwant %s", len(boards), err, c.want)
		}
	}
}

// Boards of the generator are never taken for those of a smaller board.
func TestBoardsOfTheGeneratorPass(t *testing.T) {
	for _, r := range []Rules{{Height: 9, Width: 9, Mines: 10}, {Height: 16, Width: 30, Mines: 99}, {Height: 3, Width: 3, Mines: 1}, {Height: 5, Width: 5, Mines: 23}, {Height: 6, Width: 6, Mines: 5, First: Gnomine}} {
		g := mustNew(t, r)
		for games := 1; games <= 64; games *= 2 {
			text := ""
			for n := range games {
				b, err := g.Board(7, uint64(n), 0)
				if err != nil {
					t.Fatal(err)
				}
				text += g.FormatBoard(b) + "\n"
			}
			if boards, err := g.ReadBoards(strings.NewReader(text), "b"); err != nil || len(boards) != games {
				t.Errorf("%s, %d games: %v", r, games, err)
			}
		}
	}
}
