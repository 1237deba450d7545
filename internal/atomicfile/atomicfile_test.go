package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/internal/atomicfile"
)

// Until it is whole the old file stands; one that is discarded leaves nothing behind.
func TestWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "games.txt")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []bool{false, true} {
		f, err := atomicfile.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, "new")
		expect(t, name, "old")
		if commit {
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		f.Discard()
	}
	expect(t, name, "new")
	if list, err := os.ReadDir(folder); err != nil || len(list) != 1 {
		t.Errorf("%v, %v: want the one file", list, err)
	}
}

func expect(t *testing.T, name, want string) {
	t.Helper()
	if text, err := os.ReadFile(name); err != nil || string(text) != want {
		t.Errorf("%q, %v: want %q", text, err, want)
	}
}

// A device keeps its place, and errors name what was asked for.
func TestDevicesAndErrors(t *testing.T) {
	f, err := atomicfile.Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "gone")
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is no device any more: %v, %v", os.DevNull, info, err)
	}
	missing := filepath.Join(t.TempDir(), "none", "games.txt")
	if _, err := atomicfile.Create(missing); err == nil || !strings.Contains(err.Error(), missing+":") {
		t.Errorf("%v: want an error about %s", err, missing)
	}
}

// What fails on its way leaves the old file, and nothing beside it.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "games.txt")
	if err := atomicfile.WriteBytes(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("no more games")
	err := atomicfile.Write(name, func(w io.Writer) error {
		fmt.Fprint(w, "ne")
		return wrong
	})
	expect(t, name, "old")
	if list, listed := os.ReadDir(folder); !errors.Is(err, wrong) || listed != nil || len(list) != 1 {
		t.Errorf("%v; %v, %v: want the one file", err, list, listed)
	}
}

// A file without a name takes all, and leaves nothing.
func ExampleCreate() {
	f, err := atomicfile.Create("")
	fmt.Fprint(f, "to nobody")
	fmt.Println(err, f.Named(), f.Commit())
	f.Discard()
	// Output: <nil> false <nil>
}
