package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/catalog"
	"blindsight/engine"
	"blindsight/registry"
)

// patient are limits that a bot keeps on any machine.
const patient = "grace=2m,start=2m"

// open opens a listed game.
func open(t testing.TB, game, settings string) *catalog.Setting {
	t.Helper()
	g, err := registry.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// named returns how a bot of a kind is written. The token is an argument that it ignores.
func named(params, kind, token string) string {
	return fmt.Sprintf("exec,%s:'%s' bot %s %s", params, os.Args[0], kind, token)
}

// newHost returns a host that is closed at the end of the test.
func newHost(t *testing.T) *engine.Host {
	h := engine.NewHost(nil)
	t.Cleanup(func() { h.Close() })
	return h
}

// processes lists those with an argument.
func processes(t *testing.T, token string) []string {
	t.Helper()
	if runtime.GOOS != "linux" {
		return nil
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte("\x00"+token+"\x00")) {
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

var twoGames = []catalog.Play{{Seed: 1, Budgets: []blindsight.Budget{{}}}, {Seed: 1, Number: 1, Budgets: []blindsight.Budget{{}}}}

// Whatever a bot does instead of answering, it loses the game for a reason that is said, the
// next game is played, and nothing of it is left.
func TestMisbehaviour(t *testing.T) {
	const hurry = "grace=30ms,start=2m"
	for _, c := range []struct{ kind, params, want string }{
		{"mute", patient, `it ended with exit status 3; its last words: "last words"`},
		{"mortal", patient, `it ended with exit status 3; its last words: "ouch"`},
		{"panicking", patient, "it ended with exit status 2; its last words: "},
		{"slow", hurry, "no answer within 30ms"},
		{"parent", hurry, "no answer within 30ms"},
		{"deaf", hurry, "no answer within 30ms"},
		{"sleeper", "grace=2m,start=30ms", "no answer within 30ms"},
		{"futuristic", patient, "it speaks protocol 2, this is 1"},
		{"impatient", patient, `it greets with "action", want "ready"`},
		{"garbled", patient, `not a JSON object of the protocol: "I think e2e4 is nice"`},
		{"untyped", patient, `a message without "type"`},
		{"confused", patient, `it answers with "ready", want "action"`},
		{"illegal", patient, `the action "castle" is not one of the 9 legal ones`},
		{"verbose", patient, "a line of more than 1048576 bytes"},
		{"resigning", patient, `it gave up: "I am lost"`},
		{"closing", patient, "it closed its output, or was killed"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			host := newHost(t)
			token := fmt.Sprintf("token-%s-%d", c.kind, os.Getpid())
			match, err := open(t, "phantom", "").Admit(host.Door).Seat("random", named(c.params, c.kind, token))
			if err != nil {
				t.Fatal(err)
			}
			for _, play := range twoGames {
				r, err := match.Play(t.Context(), play)
				if err != nil {
					t.Fatal(err)
				}
				if r.Forfeit == nil || r.Forfeit.Side != 1 || !strings.HasPrefix(r.Forfeit.Reason, c.want) || r.Gained[0] != 1 || r.Gained[1] != -1 {
					t.Errorf("%+v, %v", r.Forfeit, r.Gained)
				}
			}
			if err := match.Close(); err != nil {
				t.Error(err)
			}
			if left := processes(t, token); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
}

// A bot plays many games in one process, on both sides of games of any kind; it is told the
// end of each, and ended when its host is closed even if it clings to life.
func TestPrograms(t *testing.T) {
	for _, c := range []struct{ game, settings, kind string }{
		{"phantom", "board=hex,refusal=abrupt", "good"},
		{"minesweeper", "board=4x4/3", "good"},
		{"kriegspiel", "limit=5,rules=english", "good"},
		{"tiger", "horizon=5", "clingy"},
		{"battleship", "rows=5,cols=5,fleet=3-2", "good"},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			host := newHost(t)
			s := open(t, c.game, c.settings).Admit(host.Door)
			token := fmt.Sprintf("token-%s-%d", c.game, os.Getpid())
			player := named(patient, c.kind, token)
			for side := range s.Game.Sides {
				if err := s.Check(player, side); err != nil {
					t.Fatal(err)
				}
			}
			match, err := s.Seat([]string{player, player}[:len(s.Game.Sides)]...)
			if err != nil {
				t.Fatal(err)
			}
			for number := range uint64(5) {
				r, err := match.Play(t.Context(), catalog.Play{Seed: 1, Number: number, Budgets: []blindsight.Budget{{}}})
				if err != nil || r.Forfeit != nil || r.Sides[0].Decisions == 0 {
					t.Fatalf("%+v, %v, %v", r, r.Forfeit, err)
				}
				if n := len(processes(t, token)); runtime.GOOS == "linux" && n != len(s.Game.Sides) {
					t.Errorf("%d processes, want one a seat", n)
				}
			}
			if err := host.Close(); err != nil {
				t.Error(err)
			}
			if left := processes(t, token); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
			if _, err := match.Play(t.Context(), twoGames[0]); err == nil {
				t.Error("a game is played after the host was closed")
			}
		})
	}
}

// A bot that dies in its second game is started again for the third.
func TestProgramIsStartedAgain(t *testing.T) {
	match, err := open(t, "tiger", "horizon=3").Admit(newHost(t).Door).Seat(named(patient, "moody", "token"))
	if err != nil {
		t.Fatal(err)
	}
	for number := range uint64(6) {
		r, err := match.Play(t.Context(), catalog.Play{Number: number, Budgets: []blindsight.Budget{{}}})
		if err != nil || (r.Forfeit != nil) != (number%2 == 1) {
			t.Errorf("game %d: %v, %v", number, r.Forfeit, err)
		}
	}
}

// When the context ends, so does the game, with its error and no forfeit, and the process.
func TestInterrupted(t *testing.T) {
	host := newHost(t)
	token := fmt.Sprintf("token-interrupted-%d", os.Getpid())
	match, err := open(t, "tiger", "").Admit(host.Door).Seat(named(patient, "slow", token))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if r, err := match.Play(ctx, twoGames[0]); !errors.Is(err, context.DeadlineExceeded) || r.Forfeit != nil {
		t.Errorf("%v, %v", r.Forfeit, err)
	}
	if left := processes(t, token); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// What is wrong with the way a program is written is said, also by those who never start one.
func TestNames(t *testing.T) {
	host := newHost(t)
	s := open(t, "tiger", "")
	for name, want := range map[string]string{
		"exec:":                         "the command is empty",
		"exec,grace=1s":                 "a colon and the command are missing",
		"exec,grace=soon:true":          "grace=soon: want a time with its unit",
		"exec,start=-1s:true":           "start=-1s: want a time",
		"exec,stderr=loud:true":         "stderr=loud: want",
		"exec,patience=1:true":          `unknown parameter "patience": use one of grace, start, stderr`,
		"exec:'true":                    "the command: a quote is not closed",
		`exec:true \`:                   "the command: nothing follows the last backslash",
		"exec:/no/such/program --quick": "no program to start",
	} {
		for i, door := range []catalog.Door{host.Door, engine.Named} {
			err := s.Admit(door).Check(name, 0)
			if i == 1 && want == "no program to start" {
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
			} else if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
	match, err := s.Admit(engine.Named).Seat("exec:true")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Play(t.Context(), twoGames[0]); !errors.Is(err, catalog.ErrNoPrograms) {
		t.Errorf("it is played: %v", err)
	}
}

func TestWords(t *testing.T) {
	for command, want := range map[string]string{
		"":                           "",
		"  python3   bot.py\t-v ":    "python3|bot.py|-v",
		`a 'b c' "d e" f\ g`:         "a|b c|d e|f g",
		`'it''s' "say \"hi\" \n" ''`: `its|say "hi" \n|`,
		`a'\'b "\\" $HOME * ; | &`:   `a\b|\|$HOME|*|;|||&`,
	} {
		got, err := engine.Words(command)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v", command, got, err)
		}
	}
}
