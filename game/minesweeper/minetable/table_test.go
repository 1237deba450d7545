package minetable

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
)

// tableTest returns a table with mines where a drawing has stars.
func tableTest(t *testing.T, r minesweeper.Rules, safe SafeCells, rows ...string) *Table {
	t.Helper()
	text := strings.Join(rows, "")
	r.Height, r.Width, r.Mines = len(rows), len(rows[0]), strings.Count(text, "*")
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	var mines []minesweeper.Cell
	for c, char := range text {
		if char == '*' {
			mines = append(mines, minesweeper.Cell(c))
		}
	}
	return New(g, Given(mines), safe)
}

// rows returns the board as it looks.
func (t *Table) rows() string {
	var b strings.Builder
	for c := range minesweeper.Cell(t.game.Cells()) {
		if _, col := t.game.RowCol(c); col == 0 && c > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(t.Symbol(c))
	}
	return b.String()
}

// step is what is done, as in "open 0,1", with what the board looks like after it, and what is said where it is refused.
type step struct{ do, rows, refused string }

// play takes steps.
func (t *Table) play(test *testing.T, steps ...step) {
	test.Helper()
	for i, s := range steps {
		word, at, _ := strings.Cut(s.do, " ")
		deed, err := ParseDeed(word)
		if err != nil {
			test.Fatal(err)
		}
		var row, col int
		if deed.OnCell() {
			if _, err := fmt.Sscanf(at, "%d,%d", &row, &col); err != nil {
				test.Fatal(err)
			}
		}
		said := ""
		if err := t.Do(context.Background(), Action{Deed: deed, Cell: t.game.Cell(row, col)}); err != nil {
			said = err.Error()
			if _, ok := errors.AsType[*Refusal](err); !ok {
				test.Errorf("step %d, %s: %v is no refusal", i, s.do, err)
			}
		}
		if t.rows() != s.rows || said != s.refused {
			test.Errorf("step %d, %s: %s (%q), want %s (%q)", i, s.do, t.rows(), said, s.rows, s.refused)
		}
	}
}

var none = minesweeper.Rules{First: minesweeper.None, AutoOpen: true}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  minesweeper.Rules
		board  []string
		steps  []step
		clicks int
	}{
		{"flags and chords", none, []string{"*....", "....."}, []step{
			{"chord 0,1", "..... .....", "0,1 is closed"},
			{"open 0,1", ".1... .....", ""},
			{"open 0,1", ".1... .....", "0,1 is open"},
			{"flag 0,1", ".1... .....", "0,1 is open"},
			{"chord 0,1", ".1... .....", "0,1 has 0 flags around it, and shows 1"},
			{"flag 0,0", "F1... .....", ""},
			{"open 0,0", "F1... .....", "0,0 has a flag"},
			{"chord 0,1", "F1000 11000", ""},
			{"flag 0,0", "F1000 11000", "the game is over"},
		}, 2},
		{"what a wrong flag does", none, []string{"*....", "....."}, []step{
			{"open 0,1", ".1... .....", ""},
			{"flag 1,0", ".1... F....", ""},
			{"chord 0,1", "X1... !....", ""},
			{"open 1,4", "X1... !....", "the game is over"},
			{"undo", ".1... F....", ""},
			{"undo", "..... F....", ""},
			{"undo", "..... F....", "there is nothing to take back"},
		}, 0},
		{"too many flags are said before nothing is closed", none, []string{"*...", "...."}, []step{
			{"open 0,2", ".100 .100", ""},
			{"flag 0,0", "F100 .100", ""},
			{"flag 1,0", "F100 F100", ""},
			{"chord 0,1", "F100 F100", "0,1 has 2 flags around it, and shows 1"},
			{"chord 0,3", "F100 F100", "nothing is closed around 0,3"},
			{"flag 1,0", "F100 .100", ""},
			{"chord 1,1", "F100 1100", ""},
		}, 2},
		{"flags that are swept away come back with an undo, those of later stay", none, []string{"*..*.", "....."}, []step{
			{"flag 1,4", "..... ....F", ""},
			{"open 1,0", "..... 1...F", ""},
			{"flag 0,0", "F.... 1...F", ""},
			{"chord 1,0", "F1... 11..F", ""},
			{"flag 0,3", "F1.F. 11..F", ""},
			{"undo", "F..F. 1...F", ""},
			{"flag 0,3", "F.... 1...F", ""},
			{"chord 1,0", "F1... 11..F", ""},
		}, 2},
		{"a chord that wins stops before the mine that has no flag", none, []string{"...", "...", "..*"}, []step{
			{"open 1,1", "... .1. ...", ""},
			{"flag 0,1", ".F. .1. ...", ""},
			{"chord 1,1", "000 011 01*", ""},
		}, 2},
		{"without automatic opening a 0 is chorded", minesweeper.Rules{First: minesweeper.None}, []string{"*...", "....", "...."}, []step{
			{"open 2,3", ".... .... ...0", ""},
			{"chord 2,3", ".... ..00 ..00", ""},
			{"chord 2,3", ".... ..00 ..00", "nothing is closed around 2,3"},
			{"chord 2,2", ".... .100 .000", ""},
		}, 3},
		{"the first cell is a mine", none, []string{"*."}, []step{
			{"certain", "..", "open a first cell yourself: before it nothing is certain"},
			{"open 0,0", "X.", ""},
			{"undo", "..", ""},
			{"open 0,1", "*1", ""},
		}, 1},
		{"a first cell without room for its zone", minesweeper.Rules{First: minesweeper.Gnomine, AutoOpen: true}, []string{"..*", "..*", "***"}, []step{
			{"open 1,1", "... ... ...", "the gnomine rule cannot serve this cell first: the mines do not fit around it"},
			{"open 0,0", "02* 25* ***", ""},
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := tableTest(t, c.rules, nil, c.board...)
			table.play(t, c.steps...)
			if got := len(table.Clicks()); got != c.clicks {
				t.Errorf("%d clicks, want %d", got, c.clicks)
			}
		})
	}
}

// A flag that the rules sweep away is told of, since the person has not touched it.
func TestSwept(t *testing.T) {
	table := tableTest(t, none, nil, "*.*.", "....", "....")
	table.play(t, step{"flag 2,2", ".... .... ..F.", ""}, step{"open 2,3", ".... 1211 0000", ""})
	if swept := table.Clicks()[0].Swept; !slices.Equal(swept, []minesweeper.Cell{10}) || table.Flags() != 0 {
		t.Errorf("swept %v, %d flags left", swept, table.Flags())
	}
}

// What is certain is opened round by round, but for flags, as one click, and found once.
func TestCertain(t *testing.T) {
	asked := 0
	find := func(ctx context.Context, v *minesweeper.View) ([]minesweeper.Cell, error) {
		asked++
		return listedSafe(ctx, v)
	}
	alone := minesweeper.Rules{First: minesweeper.None} // nothing but what is certain opens by itself
	table := tableTest(t, alone, find, "..*...*")
	table.play(t,
		step{"open 0,3", "...1...", ""},
		step{"certain", "...1...", "nothing is certainly safe"},
		step{"open 0,4", "...10..", ""},
		step{"flag 0,1", ".F.10..", ""},
		step{"certain", "0F.101.", ""}, // first 0,5, which tells of 0,0
		step{"certain", "0F.101.", "the cells that are certainly safe have flags: take them off first"},
	)
	if table.Assisted() != 1 || len(table.Clicks()) != 3 {
		t.Errorf("assisted %d times with %d clicks", table.Assisted(), len(table.Clicks()))
	}
	history := table.History()
	if found := history[len(history)-1].Found(); found != 2 {
		t.Errorf("%d cells were found, want 2", found)
	}
	before := asked
	again := New(table.game, table.deal, find)
	if err := again.Resume(context.Background(), history); err != nil || again.look() != table.look() || asked != before {
		t.Errorf("taken up again (%v) it is %s, and %d searches were made", err, again.rows(), asked-before)
	}
	// What was found on one board is nothing on another, where it is open: that is refused, and the game stays as it was.
	other := tableTest(t, none, find, "**....*.")
	other.play(t, step{"open 0,3", "..1001..", ""})
	if err := other.Resume(context.Background(), []Action{{Deed: Open, Cell: 3}, {Deed: Certain, found: []minesweeper.Cell{5}}}); err == nil {
		t.Errorf("the history of another board is possible: %s", other.rows())
	}
	// Nor is it believed where it is done anew.
	if err := other.Do(context.Background(), Action{Deed: Certain, found: []minesweeper.Cell{0}}); err == nil || other.Over() {
		t.Errorf("what another board has found was opened (%v): %s", err, other.rows())
	}
	other.play(t, step{"undo", "........", ""})
}

// Whatever fails on the way, nothing has changed.
func TestErrorsChangeNothing(t *testing.T) {
	boom := errors.New("boom")
	rounds := 0
	table := tableTest(t, none, func(_ context.Context, v *minesweeper.View) ([]minesweeper.Cell, error) {
		if rounds++; rounds%2 == 0 {
			return nil, boom
		}
		return []minesweeper.Cell{1}, nil
	}, "*...", "**..")
	deal := table.deal
	table.deal = func(context.Context, minesweeper.Cell) (minesweeper.Board, error) { return minesweeper.Board{}, boom }
	do := func(a Action, want error) {
		t.Helper()
		before := table.look()
		if err := table.Do(context.Background(), a); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", a.Deed, err, want)
		}
		if want != nil && table.look() != before {
			t.Errorf("%s that failed left\n%s, not\n%s", a.Deed, table.look(), before)
		}
	}
	do(Action{Deed: Open, Cell: 3}, boom)
	table.deal = deal
	do(Action{Deed: Open, Cell: 2}, nil)
	do(Action{Deed: Certain}, boom)
	table.deal = func(context.Context, minesweeper.Cell) (minesweeper.Board, error) { return minesweeper.Board{}, boom }
	do(Action{Deed: Open, Cell: 1}, nil)
	do(Action{Deed: Undo}, boom)
}

// Where counting gives up, what was found before is opened; if that is nothing, it is said.
func TestCertainTooWide(t *testing.T) {
	rounds := 0
	table := tableTest(t, none, func(context.Context, *minesweeper.View) ([]minesweeper.Cell, error) {
		if rounds++; rounds == 1 {
			return []minesweeper.Cell{1}, nil
		}
		return nil, fmt.Errorf("counting: %w", blindsight.ErrTooMany)
	}, "*...", "**..")
	table.play(t,
		step{"open 0,2", "..1. ....", ""},
		step{"certain", ".31. ....", ""},
		step{"certain", ".31. ....", "the numbers hang together over too wide an area to tell what is certain"},
	)
	if len(table.Clicks()) != 2 || table.Assisted() != 1 {
		t.Errorf("%d clicks, assisted %d times", len(table.Clicks()), table.Assisted())
	}
}

// A board that the rules could not have laid is refused before anything is opened.
func TestBoardsThatDoNotFit(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 2, Width: 3, Mines: 2, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	for want, mines := range map[string][]minesweeper.Cell{
		"1 mines: the board 2x3/2 has 2":                {1},
		"two mines on 0,1":                              {1, 1},
		"a mine on cell 6":                              {1, 6},
		"a mine on 0,0: the windows rule keeps it free": {0, 1},
	} {
		table := New(g, Given(mines), nil)
		if err := table.Do(context.Background(), Action{Deed: Open, Cell: 0}); err == nil || !strings.Contains(err.Error(), want) || table.Status() != Fresh {
			t.Errorf("%v: %v (%s), want %q", mines, err, table.Status(), want)
		}
	}
}

func TestDeeds(t *testing.T) {
	for _, d := range []Deed{Open, Flag, Chord, Undo, Certain} {
		if got, err := ParseDeed(d.String()); err != nil || got != d {
			t.Errorf("%s is read as %s: %v", d, got, err)
		}
	}
	if _, err := ParseDeed("blow"); err == nil || err.Error() != `unknown action "blow": use open, flag, chord, undo or certain` {
		t.Errorf("%v", err)
	}
}
