package textinput_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"blindsight/internal/textinput"
)

// However a text was kept, it is read as it was.
func TestOpen(t *testing.T) {
	packed := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		fmt.Fprint(w, text)
		w.Close()
		return b.String()
	}
	for _, c := range []struct{ kept, want string }{
		{"", ""},
		{"a", "a"},
		{"text\n", "text\n"},
		{"\ufefftext\n", "text\n"},
		{packed("text\n"), "text\n"},
		{packed("\ufefftext\n"), "text\n"},
	} {
		in, err := textinput.Open(strings.NewReader(c.kept))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(in); err != nil || string(got) != c.want {
			t.Errorf("%q: %q, %v, want %q", c.kept, got, err, c.want)
		}
		if got, err := io.ReadAll(textinput.Unmarked(strings.NewReader(c.kept))); err != nil || string(got) != strings.TrimPrefix(c.kept, "\ufeff") {
			t.Errorf("%q: %q, %v, want it without a mark", c.kept, got, err)
		}
	}
	if _, err := textinput.Open(strings.NewReader("\x1f\x8bno gzip")); err == nil {
		t.Error("what only looks like gzip is read")
	}
}

// A line that is too long is told, and the next one is read.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", textinput.MaxLine)
	lines := textinput.NewLines(strings.NewReader("\ufeffone\r\n" + long + "\nthree"))
	want := []struct {
		text string
		long bool
	}{{"one", false}, {"", true}, {"three", false}}
	for i, w := range want {
		text, err := lines.Next()
		var tooLong *textinput.LongLine
		if text != w.text || errors.As(err, &tooLong) != w.long || !w.long && err != nil || lines.Number() != i+1 {
			t.Errorf("line %d: %q, %v, number %d", i+1, text, err, lines.Number())
		}
	}
	if _, err := lines.Next(); err != io.EOF {
		t.Errorf("after the last line: %v", err)
	}
}

// Who waits for a pipe that stays silent is told to stop; what was written before is read.
func TestPatient(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	ctx, cancel := context.WithCancel(t.Context())
	reader := textinput.Patient(ctx, in)
	fmt.Fprint(out, "text")
	buf := make([]byte, 10)
	if n, err := io.ReadAtLeast(reader, buf, 4); err != nil || string(buf[:n]) != "text" {
		t.Errorf("%q, %v", buf[:n], err)
	}
	cancel()
	if _, err := reader.Read(buf); !errors.Is(err, textinput.ErrInterrupted) {
		t.Errorf("%v, want %v", err, textinput.ErrInterrupted)
	}
}

func ExampleBrief() {
	fmt.Println(textinput.Brief("player "+strings.Repeat("a", 300)) == "player "+strings.Repeat("a", 300))
	fmt.Println(textinput.Brief("player " + strings.Repeat("a", 30_000) + ": no such player"))
	// Output:
	// true
	// player aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…(30001 bytes)…aaaaaaaaaaaaaaaaaaa: no such player
}
