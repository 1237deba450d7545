package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fake is a test that notes what it is told.
type fake struct {
	testing.TB
	said string
}

func (f *fake) Helper()                        {}
func (f *fake) Errorf(format string, a ...any) { f.said += fmt.Sprintf(format, a...) }
func (f *fake) Fatal(a ...any)                 { f.said += fmt.Sprint(a...) }

// Another text is an error, as is none; with -update it is kept.
func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "folder", "text.golden")
	*update = true
	Check(t, file, "kept")
	*update = false
	Check(t, file, "kept")
	for _, c := range []struct{ file, got, want string }{
		{file, "other", "differs"},
		{file + "2", "kept", "no such file"},
	} {
		f := &fake{TB: t}
		Check(f, c.file, c.got)
		if !strings.Contains(f.said, c.want) {
			t.Errorf("%s: said %q, want %q", c.got, f.said, c.want)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
}

// A test keeps what it computes.
func ExampleCheck() {
	t := &fake{}
	Check(t, filepath.Join("testdata", "sum.golden"), fmt.Sprintln("2 + 2 =", 2+2))
	fmt.Println("said:", t.said)
	// Output: said:
}
