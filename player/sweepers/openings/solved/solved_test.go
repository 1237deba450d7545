package solved

import (
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/player/sweepers/openings"
	"blindsight/search/reveal"
)

// fromRepository reads a file by its name in the repository.
func fromRepository(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join("../../../..", file))
}

func tables(t *testing.T) Tables {
	t.Helper()
	all, err := ReadTables(fromRepository)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The tables and the page in the repository are what the commands write.
func TestFilesAreAsWritten(t *testing.T) {
	all := tables(t)
	best, err := all.MakeBest()
	if err != nil {
		t.Fatal(err)
	}
	page, err := fromRepository(PageFile)
	if err != nil {
		t.Fatal(err)
	}
	made, err := all.Page(string(page))
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		PageFile: made, openings.FirstsFile: FirstsText(best), openings.BookFile: BookText(all.Book),
		BoardsFile: BoardsText(all.Boards), FirstsFile: SolvedFirstsText(all.Firsts),
	} {
		if is, err := fromRepository(file); err != nil || string(is) != text {
			t.Errorf("%s is not as it is written (%v): run blindsight mines openings write", file, err)
		}
	}
}

// What is solved quickly is solved again; the rest is a matter of blindsight mines openings check.
func TestSmallRows(t *testing.T) {
	verified, skipped := make(map[string]int), 0
	err := tables(t).Verify(context.Background(), Reach{Most: 5300, Seconds: 0.3, Memory: 64 << 20}, func(f Finding) {
		if f.Wrong != nil {
			t.Errorf("%s: %s: %v", f.File, f.Row, f.Wrong)
		}
		if f.Skipped {
			skipped++
		} else {
			verified[f.File]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(verified, skipped)
	if verified[BoardsFile] < 20 || verified[openings.BookFile] < 5 || verified[openings.FirstsFile] < 40 {
		t.Errorf("verified: %v: too few", verified)
	}
}

// A wrong row is found: another value, another best cell, another number of placements, another first cell.
func TestWrongRowsAreFound(t *testing.T) {
	good := tables(t)
	reach := Reach{Most: 200, Seconds: 0.05, Memory: 1 << 20}
	wrong := func(all Tables) (files []string) {
		if err := all.Verify(context.Background(), reach, func(f Finding) {
			if f.Wrong != nil {
				files = append(files, f.File)
			}
		}); err != nil {
			t.Fatal(err)
		}
		return files
	}
	small := openings.Row{Rule: "windows", Board: "5x5/10", After: "1,2=8", Record: openings.Record{Row: 3, Col: 2, Won: 86, All: 120}}
	all := Tables{Book: []openings.Row{small}, measured: good.measured}
	if files := wrong(all); len(files) != 0 {
		t.Fatalf("%v: nothing is wrong", files)
	}
	for _, change := range []func(*openings.Row){
		func(r *openings.Row) { r.Won++ }, func(r *openings.Row) { r.Col++ }, func(r *openings.Row) { r.All++ },
		func(r *openings.Row) { r.All-- }, func(r *openings.Row) { r.Won-- },
	} {
		r := small
		change(&r)
		if files := wrong(Tables{Book: []openings.Row{r}, measured: good.measured}); len(files) != 1 || files[0] != openings.BookFile {
			t.Errorf("%v: %v", r, files)
		}
	}
	b := Board{Rule: "windows", Board: "5x5/21", Value: big.NewRat(3, 253), Cells: []string{"1,1", "1,2", "2,2"}, Effort: Effort{Nodes: 688}}
	if files := wrong(Tables{Boards: []Board{b}, measured: good.measured}); len(files) != 0 {
		t.Errorf("%v: nothing is wrong", files)
	}
	for _, change := range []func(*Board){
		func(b *Board) { b.Value = big.NewRat(1, 3) }, func(b *Board) { b.Cells = []string{"1,1"} }, func(b *Board) { b.Nodes++ },
	} {
		other := b
		change(&other)
		if files := wrong(Tables{Boards: []Board{other}, measured: good.measured}); len(files) != 1 || files[0] != BoardsFile {
			t.Errorf("%v: %v", other, files)
		}
	}
	f := First{Rule: "windows", Board: "5x5/21", Cell: "0,0", Value: big.NewRat(1, 3)}
	if files := wrong(Tables{Firsts: []First{f}, measured: good.measured}); len(files) != 1 || files[0] != FirstsFile {
		t.Errorf("%v: %v", f, files)
	}
	row := good.Best[0]
	row.Won, row.All = 1, 2
	if files := wrong(Tables{Best: []openings.Row{row}, measured: good.measured}); len(files) != 1 || files[0] != openings.FirstsFile {
		t.Errorf("%v: %v", row, files)
	}
}

// A malformed row is an error that names its file and line.
func TestMalformedRows(t *testing.T) {
	for _, bad := range []string{
		"windows\t5x5/2\t133/138\t0,0\t1110\n", "windows\t5x5/2\t139/138\t0,0\t1110\t0.0\n", "windows\t5x5/2\t0.5\t0,0\t1110\t0.0\n",
		"windows\t5x5/2\t133/138\t0,5\t1110\t0.0\n", "windows\t5x5/2\t133/138\t\t1110\t0.0\n", "window\t5x5/2\t133/138\t0,0\t1110\t0.0\n",
		"windows\t5x5/2\t133/138\t0,0\t-1\t0.0\n", "windows\t5x5/2\t133/138\t0,0\t1110\tNaN\n", "windows\t5x5/1\t1/1\t0,0\t1\t0.0\n",
	} {
		if _, err := ReadBoards("b.tsv", "# x\nwindows\t5x5/1\t1/1\t0,0\t144\t0.0\n"+bad); err == nil || !strings.HasPrefix(err.Error(), "b.tsv:3: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"windows\t5x5/2\t0,0\t133/138\t1110\n", "windows\t5x5/2\t0,9\t133/138\t1110\t0.0\n", "windows\t5x5/1\t0,0\t1/1\t1\t0.0\n"} {
		if _, err := ReadFirsts("f.tsv", "# x\nwindows\t5x5/1\t0,0\t1/1\t144\t0.0\n"+bad); err == nil || !strings.HasPrefix(err.Error(), "f.tsv:3: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"", "setting,player\n", "setting,player,games,wins\n8x8/10,\"strong,first=1:1\",1,1\n", "setting,player,games,wins\n8x8/10 windows,strong,1,1\n"} {
		if _, err := BestFirsts(nil, nil, strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), MeasuredFile) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A board put into a table stands once, by its mines; a book has the rows of a board once.
func TestPut(t *testing.T) {
	row := func(board string) Board { return Board{Rule: "windows", Board: board, Value: big.NewRat(1, 1)} }
	var rows []Board
	for _, board := range []string{"5x5/9", "5x5/7", "3x7/10", "5x5/8", "5x5/7", "5x5/12"} {
		rows = PutBoard(rows, row(board))
	}
	got := ""
	for _, r := range rows {
		got += r.Board + " "
	}
	if got != "5x5/7 5x5/8 5x5/9 3x7/10 5x5/12 " {
		t.Errorf("boards in the order %s", got)
	}
	book := tables(t).Book
	again := PutMoves(book, []openings.Row{{Rule: "windows", Board: "3x7/10", After: "0,1=1"}})
	if len(again) >= len(book) || again[0].Board != "3x7/10" || again[1].Board == "3x7/10" {
		t.Errorf("%d rows, of before %d", len(again), len(book))
	}
}

// The moves after a first cell are those of the book, and go together with what the cell wins; a solver that is stopped makes no row.
func TestMovesAfterAFirstCell(t *testing.T) {
	s := reveal.New(reveal.Options{Workers: 1, Memory: 16 << 20})
	rows, first, err := Moves(context.Background(), "windows", "5x5/19", "1,2", 100, s, nil)
	if err != nil || len(rows) < 5 || openings.CheckRows("moves", rows) != nil {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	if want := big.NewRat(13, 1518); first.Value.Cmp(want) != 0 { // boards.tsv
		t.Errorf("%v are won, want %v", first.Value, want)
	}
	for _, r := range rows {
		if err := verifyMove(context.Background(), r, s); err != nil {
			t.Errorf("%v: %v", r, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := SolveBoard(ended, "windows", "5x5/19", s); !errors.Is(err, context.Canceled) {
		t.Errorf("a board: %v", err)
	}
	if _, _, err := Moves(ended, "windows", "5x5/19", "1,2", 100, s, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a book: %v", err)
	}
	if _, err := SolveBoard(context.Background(), "gnomine", "5x5/23", s); err == nil {
		t.Error("a board that serves no first cell")
	}
}
