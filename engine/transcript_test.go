package engine_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/engine"
	"blindsight/internal/golden"
)

// recorder writes down the lines that pass in one direction.
type recorder struct {
	io.WriteCloser
	mark string
	text *strings.Builder
}

func (r recorder) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		r.text.WriteString(r.mark + line)
	}
	return r.WriteCloser.Write(p)
}

// The two ends of the protocol talk to each other, one game of phantom tic-tac-toe against a
// player of the table; then a program asks for more than an action. What they say is a golden
// file, and docs/engine.md shows it.
func TestTranscript(t *testing.T) {
	var text strings.Builder
	s := open(t, "phantom", "")
	hear, say := io.Pipe()
	answers, answer := io.Pipe()
	served := make(chan error)
	go func() {
		service := engine.Service{Game: s.Game, Player: "uct"}
		err := service.Serve(t.Context(), hear, recorder{answer, "< ", &text})
		answer.Close()
		served <- err
	}()
	guest := engine.NewGuest(s, 1, answers, recorder{say, "> ", &text})
	match, err := s.Admit(func(_ *catalog.Setting, _ int, player string) (catalog.Guest, error) {
		if player != "guest" {
			return nil, nil
		}
		return guest, nil
	}).Seat("random", "guest")
	if err != nil {
		t.Fatal(err)
	}
	r, err := match.Play(t.Context(), catalog.Play{Seed: 4, Budgets: []blindsight.Budget{{Simulations: 40}}})
	if err != nil || r.Forfeit != nil {
		t.Fatal(r.Forfeit, err)
	}
	if err := match.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	text.WriteString(asked(t))
	golden.Check(t, "testdata/transcript.txt", text.String())
	page, err := os.ReadFile("../docs/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```text\n"+text.String()+"```\n") {
		t.Error("docs/engine.md does not show testdata/transcript.txt as it is")
	}
}

// asked is a program that uses our engine for advice.
func asked(t *testing.T) string {
	t.Helper()
	questions := []string{
		`{"type":"hello","protocol":1,"settings":{"board":"2x3/1"}}`,
		`{"type":"begin","seed":1}`,
		`{"type":"did","action":"0,0","saw":"1"}`,
		`{"type":"view"}`,
		`{"type":"belief","states":300}`,
		`{"type":"choose"}`,
		`{"type":"did","action":"1,2","saw":"pardon"}`,
	}
	var answers strings.Builder
	service := engine.Service{Game: open(t, "minesweeper", "").Game, Player: "csp"}
	if err := service.Serve(t.Context(), strings.NewReader(strings.Join(questions, "\n")), &answers); err == nil {
		t.Error("what makes no sense is accepted")
	}
	var text strings.Builder
	lines := bufio.NewScanner(strings.NewReader(answers.String()))
	text.WriteString("\n")
	for _, q := range questions {
		fmt.Fprintln(&text, "> "+q)
		if !strings.Contains(q, "begin") && (!strings.Contains(q, "did") || strings.Contains(q, "pardon")) && lines.Scan() {
			fmt.Fprintln(&text, "< "+lines.Text())
		}
	}
	if lines.Scan() {
		t.Errorf("one answer too many: %s", lines.Text())
	}
	return text.String()
}
