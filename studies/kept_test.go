package studies

import (
	"context"
	"errors"
	"strings"
	"testing"

	"blindsight/experiment/store"
)

// Pieces of work that were done are not done again; another version of the program draws
// the page of a finished record, but adds nothing to one that is not.
func TestKeptPieces(t *testing.T) {
	out := t.TempDir()
	calls := 0
	work := func(version string, n int) ([]int, error) {
		b := &Bench{Study: "x", Size: Quick, Seed: 1, Workers: 1, Out: out, Version: version}
		list, err := Do(context.Background(), b, "pieces", n, func(i int) string { return strings.Repeat("p", i+1) },
			func(_ context.Context, i int) (int, error) { calls++; return i * i, nil })
		if b.fresh != calls {
			t.Errorf("%d pieces done, counted %d", calls, b.fresh)
		}
		if closed := b.kept.Close(); closed != nil {
			t.Error(closed)
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
	// With another seed nothing is taken from it.
	b := &Bench{Study: "x", Size: Quick, Seed: 2, Workers: 1, Out: out, Version: "one"}
	if _, err := b.keep(); !errors.Is(err, ErrRecord) {
		t.Errorf("another seed: %v", err)
	}
}

// Two runs do not write to one folder at the same time.
func TestOneRunAFolder(t *testing.T) {
	out := t.TempDir()
	bench := func() *Bench { return &Bench{Study: "x", Size: Quick, Out: out, Version: "one"} }
	b := bench()
	if _, err := b.keep(); err != nil {
		t.Fatal(err)
	}
	if _, err := bench().keep(); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a second run: %v", err)
	}
	if err := b.kept.Close(); err != nil {
		t.Fatal(err)
	}
	b = bench()
	if _, err := b.keep(); err != nil {
		t.Fatal(err)
	}
	b.kept.Close()
}
