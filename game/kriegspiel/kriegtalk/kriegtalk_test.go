package kriegtalk

import (
	"errors"
	"io"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/textinput"
)

// typist is a terminal at which somebody has typed all he will.
type typist struct {
	io.Reader
	strings.Builder
}

func newGame(t *testing.T, rules, fen string) *kriegspiel.Referee {
	t.Helper()
	r, err := kriegspiel.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	start, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return kriegspiel.NewReferee(r, &start, 0)
}

// Each side is told on its own terminal what it hears, and no more: a refusal that the rules keep to the mover
// leaves no trace on the other's, and nothing is printed where both could read it.
func TestTerminals(t *testing.T) {
	for _, rules := range kriegspiel.All() {
		white := &typist{Reader: strings.NewReader("e2d3\ne2e4\nquit\n")}
		black := &typist{Reader: strings.NewReader("black e7e5\n")}
		var both strings.Builder
		a := Arbiter{Game: newGame(t, rules.Name, chess.StartFEN), Out: &both}
		if err := a.Terminals(t.Context(), [2]io.ReadWriter{white, black}); err != nil {
			t.Fatal(err)
		}
		if both.Len() > 0 {
			t.Errorf("%s: printed %q", rules, both.String())
		}
		if !strings.Contains(white.String(), "illegal") {
			t.Errorf("%s: White is not told of the refusal: %q", rules, white.String())
		}
		if got := strings.Contains(black.String(), "llegal"); got != rules.RefusalsHeard {
			t.Errorf("%s: Black hears the refusal: %v, in %q", rules, got, black.String())
		}
		for side, text := range []string{white.String(), black.String()} {
			if strings.Contains(text, "e2d3") || strings.Contains(text, "e2e4\n") || strings.Contains(text, "e7e5") {
				t.Errorf("%s: side %d is told a move: %q", rules, side, text)
			}
		}
	}
}

// lost is a terminal that is gone.
type lost struct{}

func (lost) Read([]byte) (int, error)  { return 0, io.EOF }
func (lost) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestLostTerminal(t *testing.T) {
	a := Arbiter{Game: newGame(t, "berkeley", chess.StartFEN), Out: io.Discard}
	err := a.Terminals(t.Context(), [2]io.ReadWriter{lost{}, lost{}})
	if l := (LostTerminal{}); !errors.As(err, &l) {
		t.Errorf("%v: want a lost terminal", err)
	}
}

// A person is asked until there is an attempt that makes sense, hears of refusals of the opponent together with
// his move, and leaves by a word.
func TestPerson(t *testing.T) {
	var out strings.Builder
	game := newGame(t, "berkeley", chess.StartFEN)
	typed := "\nnonsense\n" + strings.Repeat("x", 2*textinput.MaxLine) + "\ne4\nquit\n"
	p := &Person{Game: game, Side: chess.White, In: textinput.NewLines(strings.NewReader(typed)), Out: &out}
	d, err := p.Choose(t.Context(), nil, game.View(chess.White), blindsight.Budget{})
	if err != nil || d.Action.String() != "e2e4" {
		t.Fatalf("%v, %v: want e2e4", d.Action, err)
	}
	for _, want := range []string{"type moves for what you can try", "the line has 131073 bytes"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q does not say %q", out.String(), want)
		}
	}
	if _, _, err := game.Answer(d.Action); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	for _, try := range []string{"d7c6", "d7e6", "d7d5"} {
		a, err := game.View(chess.Black).Parse(try)
		if err != nil {
			t.Fatal(err)
		}
		heard, _, err := game.Answer(a)
		if err != nil {
			t.Fatal(err)
		}
		p.Heard(a, heard)
	}
	if got := out.String(); !strings.HasPrefix(got, "Referee: 2 attempts of Black are illegal.\nReferee: ") || strings.Contains(got, "d7") {
		t.Errorf("White hears %q", got)
	}
	if _, err := p.Choose(t.Context(), nil, game.View(chess.White), blindsight.Budget{}); !errors.Is(err, ErrQuit) {
		t.Errorf("%v: want %v", err, ErrQuit)
	}
}
