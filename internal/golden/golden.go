// Package golden compares what a test computed with the text kept in a file, and keeps it
// there when the test runs with -update. Only tests import it: it has the flag.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"blindsight/internal/atomicfile"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Update reports whether files are to be rewritten rather than compared.
func Update() bool { return *update }

// Check compares a text with the one kept in a file, or keeps it there.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := atomicfile.WriteBytes(file, []byte(got)); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (rewrite with go test -update, then read the diff); it is now\n%s", file, got)
	}
}
