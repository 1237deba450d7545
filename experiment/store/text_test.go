package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/experiment"
)

// exported returns a record as text.
func exported(t *testing.T, path string, moves bool) string {
	t.Helper()
	var text bytes.Buffer
	if err := Export(t.Context(), path, &text, moves); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// A record that went through text is the same record: it gives the same text, and a run goes on with it. That holds while
// another run writes it, and for pieces of work.
func TestRecordAsText(t *testing.T) {
	folder := t.TempDir()
	there, here := filepath.Join(folder, "there.record"), filepath.Join(folder, "here.record")
	s := open(t, there, planOf(t, 100))
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 10), batch(1, 5, 3)}); err != nil {
		t.Fatal(err)
	}
	text := exported(t, there, true)
	if err := Import(t.Context(), strings.NewReader(text), "text", here); err != nil {
		t.Fatal(err)
	}
	if again := exported(t, here, true); again != text {
		t.Errorf("got\n%s\nwant\n%s", again, text)
	}
	if err := Import(t.Context(), strings.NewReader(text), "text", here); !errors.Is(err, ErrPath) {
		t.Errorf("over a record: %v", err)
	}
	moved := open(t, here, planOf(t, 100))
	if n, err := moved.Add([]*experiment.Batch{batch(0, 0, 20)}); err != nil || n != 10 {
		t.Errorf("%d new games, %v", n, err)
	}
	if short := exported(t, there, false); strings.Contains(short, "0,0 1,1") || !strings.Contains(text, "0,0 1,1") || strings.Count(short, "\n") != strings.Count(text, "\n") {
		t.Errorf("without moves:\n%s", short)
	}
}

// So do pieces of work.
func TestWorkAsText(t *testing.T) {
	folder := t.TempDir()
	there, here := filepath.Join(folder, "there.record"), filepath.Join(folder, "here.record")
	w, err := OpenWork(there, "squares", "v1", Machine{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Keep("a \"name\" <of two>\n", []float64{1.0 / 3, 1e300}); err != nil {
		t.Fatal(err)
	}
	text := exported(t, there, false)
	if err := Import(t.Context(), strings.NewReader(text), "text", here); err != nil {
		t.Fatal(err)
	}
	moved, err := OpenWork(here, "squares", "v1", Machine{})
	if err != nil {
		t.Fatal(err)
	}
	defer moved.Close()
	var values []float64
	if found, err := moved.Find("a \"name\" <of two>\n", &values); !found || err != nil || len(values) != 2 || values[0] != 1.0/3 || values[1] != 1e300 {
		t.Errorf("%v, %v, %v", found, err, values)
	}
}

// What is no record as text, or only a part of one, is refused with its line, and leaves nothing behind.
func TestWrongText(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x.record")
	s := open(t, path, planOf(t, 100))
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 3)}); err != nil {
		t.Fatal(err)
	}
	whole := exported(t, path, true)
	lines := strings.SplitAfter(whole, "\n")
	last := len(lines) - 2 // that which counts
	var meta []string
	for _, line := range lines {
		if strings.HasPrefix(line, `{"table":"meta"`) {
			meta = append(meta, line)
		}
	}
	edit := func(old, text string) string { return strings.Replace(whole, old, text, 1) }
	for _, c := range []struct{ text, want string }{
		{"", "line 1: this is not a record"},
		{"hello\n", "line 1: this is not a record"},
		{`{"record":"1","tables":[]}` + "\n", "line 1: its format is 1"},
		{strings.Join(lines[:last], ""), "it ends before"},
		{strings.Join(append(lines[:last-1:last-1], lines[last]), ""), "rows, and there are"},
		{edit(`"outcome":"won"`, `"outcome":7`), "outcome of table games"},
		{edit(`"moves":0`, `"moves":0.5`), "moves of table games"},
		{edit(`"moves":0`, `"moves":null`), "moves of table games: null"},
		{whole + whole, "something follows the end of the record"},
		{`{"record":"2","tables":["meta"]}` + "\n" + strings.Join(meta, "") + fmt.Sprintf("{\"rows\":%d}\n", len(meta)), "it makes no record: "},
		{edit(`"moves":0`, `"mvoes":0`), "a column that this program does not know"},
		{edit(`{"table":"games"`, `{"table":"gmaes"`), `table "gmaes": no table of a record`},
		{edit(`{"table":"games"`, `{"table":"pieces"`), "table pieces: the first line does not name it"},
		{edit(`{"table":"games"`, `{"table":`), "invalid character"},
		{edit(`"key":"plan","value":"{`, `"key":"plan","value":"`), "it makes no record"},
		{edit(lines[last-4], lines[last-3]), "UNIQUE constraint"},
	} {
		to := filepath.Join(t.TempDir(), "new.record")
		err := Import(t.Context(), strings.NewReader(c.text), "games.jsonl", to)
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "games.jsonl: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q: %v", c.want, err)
		}
		if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", c.want, left, err)
		}
	}
}

// What a killed run has left beside a record is left alone, a run does not begin meanwhile, and who stops it finds nothing.
func TestImportBeside(t *testing.T) {
	folder := t.TempDir()
	path, to := filepath.Join(folder, "x.record"), filepath.Join(folder, "to.record")
	s := open(t, path, planOf(t, 100))
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 300)}); err != nil {
		t.Fatal(err)
	}
	text := exported(t, path, true)
	if err := os.WriteFile(to+"-wal", []byte("something"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Import(t.Context(), strings.NewReader(text), "text", to); !errors.Is(err, ErrPath) {
		t.Errorf("beside what a run has left: %v", err)
	}
	if err := os.Remove(to + "-wal"); err != nil {
		t.Fatal(err)
	}
	begun := &callReader{Reader: strings.NewReader(text), call: func() {
		if _, err := Open(to, planOf(t, 50), "v1", Machine{}); !errors.Is(err, ErrLocked) {
			t.Errorf("a run beside it: %v", err)
		}
	}}
	if err := Import(t.Context(), begun, "text", to); err != nil {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	none := filepath.Join(folder, "none.record")
	if err := Import(stopped, strings.NewReader(text), "text", none); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if list, err := filepath.Glob(none + "*"); err != nil || len(list) > 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

// callReader calls before it is read for the first time.
type callReader struct {
	io.Reader
	call func()
}

// Read reads.
func (r *callReader) Read(p []byte) (int, error) {
	if r.call != nil {
		r.call()
		r.call = nil
	}
	return r.Reader.Read(p)
}
