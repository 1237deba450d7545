package console

import (
	"fmt"
	"io"
	"time"
)

// LiveLine is one line on a terminal that is written again and again; nothing in a pipe.
type LiveLine struct {
	to   io.Writer // nil in a pipe
	last time.Time
}

// NewLiveLine returns a line on w, if that is a terminal.
func NewLiveLine(w io.Writer) *LiveLine {
	if _, ok := TerminalOf(w); !ok {
		return &LiveLine{}
	}
	return &LiveLine{to: w}
}

// Set shows a text, ten times a second at most.
func (l *LiveLine) Set(text string) {
	if l.to != nil && time.Since(l.last) > 100*time.Millisecond {
		fmt.Fprintf(l.to, "\r%s\x1b[K", text)
		l.last = time.Now()
	}
}

// Clear takes the line away.
func (l *LiveLine) Clear() {
	if l.to != nil {
		fmt.Fprint(l.to, "\r\x1b[K")
	}
}
