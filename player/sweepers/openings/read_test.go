package openings

import (
	"strings"
	"testing"
)

// A row that is not as it should be is an error that names its file and line.
func TestRead(t *testing.T) {
	good := "# comment\nwindows\t3x3/1\t0,0\t1/1\ngnomine\t3x3/1\t1,2\t5/7\n"
	got, err := ReadFirsts("f.tsv", good)
	if err != nil || len(got) != 2 || got[1].Name() != "gnomine 3x3/1" || got[1].Record != (Record{1, 2, 5, 7}) || got[1].Line != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	for _, bad := range []string{
		"windows\t3x3/1\t0,0\n", "windows\t3x3/1\t0\t1/1\n", "windows\t3x3/1\t0,x\t1/1\n", "windows\t3x3/1\t0,0\t1\n",
		"windows\t3x3/1\t0,0\t2/1\n", "windows\t3x3/1\t0,0\t0/0\n", "windows\t3x3/1\t-1,0\t0/1\n", "\n", "windows\t3x3/1\t0,1\t1/1\n",
	} {
		if _, err := ReadFirsts("f.tsv", good+bad); err == nil || !strings.HasPrefix(err.Error(), "f.tsv:4: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Rows that can be read but are of no board, cell or position are errors too.
func TestCheckRows(t *testing.T) {
	good := "windows\t5x5/10\t1,2=4\t2,0\t50427/560560\n"
	for _, bad := range []string{
		"window\t5x5/10\t1,2=4\t2,0\t1/2\n", "windows\t5x5\t1,2=4\t2,0\t1/2\n", "windows\t5x5/26\t1,2=4\t2,0\t1/2\n",
		"windows\t5x5/10\t1,5=4\t2,0\t1/2\n", "windows\t5x5/10\t1,2=9\t2,0\t1/2\n", "windows\t5x5/10\t1,2\t2,0\t1/2\n",
		"windows\t5x5/10\t1,2=3\t5,0\t1/2\n", "windows\t5x5/10\t1,2=3\t1,2\t1/2\n", "windows\t5x5/10\t1,2=3 1,2=3\t1,1\t1/2\n",
	} {
		rows, err := ReadBook("b.tsv", good+bad)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckRows("b.tsv", rows); err == nil || !strings.HasPrefix(err.Error(), "b.tsv:2: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// The tables of the program are whole, and written as they are read.
func TestTables(t *testing.T) {
	if err := Check(); err != nil {
		t.Fatal(err)
	}
	if len(firsts().rows) < 40 || len(book().rows) < 150 {
		t.Errorf("%d first cells, %d moves: too few", len(firsts().rows), len(book().rows))
	}
	rows, err := ReadBook(BookFile, bookTable)
	if err != nil {
		t.Fatal(err)
	}
	text := bookTable[:strings.Index(bookTable, "\n")+1]
	for _, r := range rows {
		text += r.String() + "\n"
	}
	if text != bookTable {
		t.Error("the book is not written as it is read")
	}
}

func BenchmarkCheck(b *testing.B) {
	for b.Loop() {
		if err := Check(); err != nil {
			b.Fatal(err)
		}
	}
}
