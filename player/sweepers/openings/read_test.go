package openings

import (
	"strings"
	"testing"
)

// A row that is not as it should be is an error that names its line.
func TestRead(t *testing.T) {
	good := "# comment\nwindows\t3x3/1\t0,0\t1/1\ngnomine\t3x3/1\t1,2\t5/7\n"
	got, err := read(good, 4)
	if err != nil || len(got.rows) != 2 || got.rows["gnomine 3x3/1"] != (Record{1, 2, 5, 7}) {
		t.Fatalf("%v, %v", got, err)
	}
	for _, bad := range []string{
		"windows\t3x3/1\t0,0\n", "windows\t3x3/1\t0\t1/1\n", "windows\t3x3/1\t0,x\t1/1\n", "windows\t3x3/1\t0,0\t1\n",
		"windows\t3x3/1\t0,0\t2/1\n", "windows\t3x3/1\t0,0\t0/0\n", "windows\t3x3/1\t-1,0\t0/1\n", "\n", "windows\t3x3/1\t0,1\t1/1\n",
	} {
		if _, err := read(good+bad, 4); err == nil || !strings.HasPrefix(err.Error(), "line 4: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if len(firsts().rows) < 40 || len(book().rows) < 150 {
		t.Errorf("%d first cells, %d moves: too few", len(firsts().rows), len(book().rows))
	}
}
