package studies

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pieces of work that were done are not done again; another version of the program draws
// the page of a finished record, but adds nothing to one that is not.
func TestKeptPieces(t *testing.T) {
	out := t.TempDir()
	calls := 0
	work := func(version string, n int) ([]int, error) {
		b := &Bench{Study: "x", Size: tiny, Seed: 1, Workers: 1, Out: out, Version: version}
		k, err := b.keep()
		if err != nil {
			t.Fatal(err)
		}
		defer k.close()
		list, err := doKept(context.Background(), b, k, "pieces", n, func(i int) string { return strings.Repeat("p", i+1) },
			func(_ context.Context, i int) (int, error) { calls++; return i * i, nil })
		if err == nil && b.reread != (calls == 0) {
			t.Errorf("%d pieces done, reread %v", calls, b.reread)
		}
		return list, err
	}
	expect := func(version string, n, done int, wrong error) {
		t.Helper()
		calls = 0
		list, err := work(version, n)
		if !errors.Is(err, wrong) || calls != done || err == nil && list[n-1] != (n-1)*(n-1) {
			t.Errorf("%v, %d done, %v: want %d done, %v", list, calls, err, done, wrong)
		}
	}
	expect("one", 3, 3, nil)
	expect("one", 5, 2, nil)
	expect("two", 5, 0, nil)
	expect("two", 6, 0, ErrRecord)
	path := filepath.Join(out, "x-tiny.pieces.record")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)-3], 0o644); err != nil { // killed in the middle of a line
		t.Fatal(err)
	}
	expect("one", 5, 1, nil)
	expect("one", 5, 0, nil)
}
