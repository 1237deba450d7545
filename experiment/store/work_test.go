package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A piece that was kept is there for the next run, also after a process that never closed its
// record; a second run, other work, another version and a record of games are refused.
func TestWork(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x.record")
	w, err := OpenWork(path, "squares", "v1", Machine{})
	if err != nil {
		t.Fatal(err)
	}
	for name, result := range map[string]int{"2": 4, "3": 9} {
		if err := w.Keep(name, result); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Keep("3", 10); err != nil {
		t.Error(err)
	}
	if _, err := OpenWork(path, "squares", "v1", Machine{}); !errors.Is(err, ErrLocked) {
		t.Errorf("a second run: %v", err)
	}
	expect := func(w *Work, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		var nine, none int
		found, err := w.Find("3", &nine)
		missing, wrong := w.Find("4", &none)
		if !found || err != nil || missing || wrong != nil || nine != 9 || w.Len() != 2 || w.About() != "squares" {
			t.Errorf("3: %v, %v, %d; 4: %v, %v; %d pieces of %s", found, err, nine, missing, wrong, w.Len(), w.About())
		}
	}
	expect(ReadWork(path))
	killed := filepath.Join(t.TempDir(), "x.record") // all that a process leaves that was killed
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(killed+end, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expect(OpenWork(killed, "squares", "v1", Machine{}))
	expect(w, nil)
	for _, c := range [][2]string{{"cubes", "v1"}, {"squares", "v2"}} {
		if _, err := OpenWork(path, c[0], c[1], Machine{}); !errors.Is(err, ErrOther) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := OpenReader(path); !errors.Is(err, ErrOther) {
		t.Errorf("read as games: %v", err)
	}
	games := filepath.Join(folder, "games.record")
	open(t, games, planWith(t, 10, `{"board": "4x4/4"}`, `"csp"`)).Close()
	if _, err := ReadWork(games); !errors.Is(err, ErrOther) {
		t.Errorf("games read as work: %v", err)
	}
}
