package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/engine"
)

// seeds are conversations with one thing after the other wrong.
func seeds(f *testing.F, conversations ...string) {
	for _, c := range conversations {
		f.Add(c)
	}
}

// Whatever a program sends to our engine, it answers with lines of the protocol, ends, and
// leaves an error message where it returns an error.
func FuzzService(f *testing.F) {
	const hello = `{"type":"hello","protocol":1,"side":"second"}` + "\n" + `{"type":"begin","seed":3}` + "\n"
	seeds(
		f, "", "\n\n", "{", hello+`{"type":"choose","sims":5}`, hello+`{"type":"heard","heard":"the opponent placed a stone"}`+"\n"+`{"type":"choose"}`,
		hello+`{"type":"did","action":"0,0","saw":"placed"}`, hello+`{"type":"belief","states":3}`, hello+`{"type":"view"}`+"\n"+`{"type":"quit"}`,
		`{"type":"hello","protocol":1,"game":"phantom","settings":{"rows":"2","board":"hex","refusal":"abrupt"}}`,
		`{"type":"hello","protocol":1,"settings":{"a,b":"="}}`, `{"type":"choose"}`, hello+hello, hello+`{"type":"over"}`+"\n"+`{"type":"choose"}`,
	)
	game := open(f, "phantom", "").Game
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		err := engine.Service{Game: game, Player: "random"}.Serve(t.Context(), strings.NewReader(input), &out)
		last := ""
		for lines := bufio.NewScanner(&out); lines.Scan(); {
			var m struct{ Type string }
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m.Type == "" {
				t.Fatalf("answered %q: %v", lines.Text(), err)
			}
			last = m.Type
		}
		if (err != nil) != (last == "error") {
			t.Errorf("error %v, the last answer is of type %q", err, last)
		}
	})
}

// Whatever a program answers to a host, the game is played or forfeited, and nothing else.
func FuzzProgram(f *testing.F) {
	const ready = `{"type":"ready","protocol":1}` + "\n"
	seeds(
		f, "", ready, ready+`{"type":"action","action":"0,0","value":1e308,"table":[{"action":"0,1","value":2}]}`,
		ready+strings.Repeat(`{"type":"action","action":"1,1"}`+"\n", 2), ready+"nonsense\n", ready+"{}\n", `{"type":"ready","protocol":9}`,
		ready+`{"type":"error","error":"no"}`, ready+`{"type":"action","action":5}`, ready+`{"type":"action","simulations":-9,"action":"0,0"}`,
		ready+`{"type":"action","action":"0,0"}`+"\n"+`{"type":"action","action":"0,1"}`+"\n"+`{"type":"action","action":"0,2"}`+"\n",
	)
	s := open(f, "phantom", "")
	f.Fuzz(func(t *testing.T, answers string) {
		match, err := s.Admit(func(_ *catalog.Setting, side int, _ string) (catalog.Guest, error) {
			if side == 1 {
				return nil, nil
			}
			// One line at a time: that a line came before it was asked for is another forfeit.
			reader, writer := io.Pipe()
			return engine.NewGuest(s, 0, reader, &script{lines: strings.SplitAfter(answers, "\n"), to: writer}), nil
		}).Seat("guest", "random")
		if err != nil {
			t.Fatal(err)
		}
		r, err := match.Play(t.Context(), catalog.Play{Seed: 1, Budgets: []blindsight.Budget{{}}})
		if err != nil || !r.Over || len(r.Gained) != 2 || r.Gained[0] != -r.Gained[1] {
			t.Fatalf("%+v, %v", r, err)
		}
		if f := r.Forfeit; f != nil && (f.Side != 0 || f.Reason == "" || r.Gained[0] != -1) {
			t.Errorf("forfeit %+v, gained %v", f, r.Gained)
		}
		if err := match.Close(); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// script answers each packet with the next line that is not blank, and ends after the last.
type script struct {
	lines []string
	to    *io.PipeWriter
}

func (s *script) Write(p []byte) (int, error) {
	n := 0
	for n < len(s.lines) && strings.TrimSpace(s.lines[n]) == "" {
		n++
	}
	answer := strings.Join(s.lines[:min(n+1, len(s.lines))], "")
	s.lines = s.lines[min(n+1, len(s.lines)):]
	last := len(s.lines) == 0
	go func() {
		io.WriteString(s.to, answer)
		if last {
			s.to.Close()
		}
	}()
	return len(p), nil
}

func (s *script) Close() error { return s.to.Close() }
