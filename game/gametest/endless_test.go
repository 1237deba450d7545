package gametest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/search/searchtest"
)

// lamp is a problem without an end and with something wrong, or nothing: a lamp that is
// on or off behind a door. Switching it pays 1, looking costs 1 and shows it. Before the
// first look nothing is known of it, then everything.
type lamp struct{ fault string }

func (lamp) Start(rng *rand.Rand, on *bool) blindsight.Side {
	*on = rng.IntN(2) == 0
	return 0
}

func (lamp) Step(_ *rand.Rand, on *bool, a string) blindsight.Step[string] {
	if a == "switch" {
		*on = !*on
		return blindsight.Step[string]{Seen: "nothing", Reward: 1}
	}
	return blindsight.Step[string]{Seen: fmt.Sprint(*on), Reward: -1}
}

func (lamp) Copy(dst, src *bool) { *dst = *src }

func (lamp) Fingerprint(on *bool) uint64 {
	if *on {
		return 1
	}
	return 0
}

// Propose draws from the posterior itself, so every state has likelihood 1.
func (lamp) Propose(rng *rand.Rand, v *lampView, on *bool) {
	*on = v.on
	if !v.known {
		*on = rng.IntN(2) == 0
	}
}

func (p lamp) Likelihood(*lampView, *bool) float64 {
	if p.fault == "likelihood of 2" {
		return 2
	}
	return 1
}

func (p lamp) newView() *lampView { return &lampView{lamp: p} }

type lampView struct {
	lamp
	known, on bool
	moves     int
}

func (v *lampView) Legal(buf []string) []string {
	if v.fault == "nothing legal" && v.moves == late {
		return buf
	}
	return append(buf, "look", "switch")
}

func (v *lampView) Did(_, seen string) error {
	if v.fault == "refuses" && v.moves == late {
		return errors.New("tired")
	}
	v.moves++
	if seen == "nothing" {
		v.on = !v.on
		return nil
	}
	v.known, v.on = true, seen == "true"
	return nil
}

func (v *lampView) Key() blindsight.Key {
	k := blindsight.Key{Hi: uint64(v.moves)}
	if v.known {
		k.Lo = 1 + v.Fingerprint(&v.on)
	}
	return k
}

func (v *lampView) Clone() *lampView { w := *v; return &w }

func (v *lampView) CopyFrom(w *lampView) { *v = *w }

// Range bounds what is gained with a discount of 0.9. Without one, and to the horizon of
// the test, far more may be gained.
func (v *lampView) Range() (lo, hi float64) {
	if v.fault == "range upside down" {
		return 10, -10
	}
	return -10, 10
}

// late is the move at which some faults show, and horizon where plays are cut.
const (
	late    = 30
	horizon = 40
)

func lampWith(fault string, horizon int) gametest.Case[bool, *lampView, string, string] {
	p := lamp{fault}
	return gametest.Case[bool, *lampView, string, string]{Game: p, NewView: gametest.Alone(p.newView), Horizon: horizon}
}

// Problems without an end pass, whatever their views are.
func TestEndlessProblems(t *testing.T) {
	t.Run("lamp", func(t *testing.T) { gametest.Run(t, lampWith("", horizon)) })
	for _, p := range []*searchtest.Endless{searchtest.EndlessTiger(), searchtest.Ring()} {
		t.Run(p.Name, func(t *testing.T) {
			gametest.Run(t, gametest.Case[int, *searchtest.Place, searchtest.Action, searchtest.Seen]{
				Game: p, Horizon: horizon,
				NewView: func(blindsight.Side) *searchtest.Place { return p.NewPlace(0) },
				Copy:    func(dst, src *int) { *dst = *src },
			})
		})
	}
	t.Run("history", func(t *testing.T) {
		type history = blindsight.History[searchtest.Action, searchtest.Seen]
		gametest.Run(t, gametest.Case[int, *history, searchtest.Action, searchtest.Seen]{
			Game: searchtest.EndlessTiger(), Horizon: horizon,
			NewView: func(blindsight.Side) *history {
				return blindsight.NewHistory[searchtest.Action, searchtest.Seen](0, 1, 2)
			},
		})
	})
}

// Without a horizon the kit says which option is missing; with one it finds what is
// wrong before the horizon, and only that.
func TestFaultsOfEndlessProblems(t *testing.T) {
	for _, c := range []struct {
		fault   string
		horizon int
		says    string // "" where there is nothing to find
	}{
		{"", 0, "rules: play 0 has not ended after 10000 moves: if plays need not end, set Horizon; if they are that long, set MaxMoves"},
		{"refuses", horizon, "rules: play 0, move 30"},
		{"refuses", late, ""},
		{"nothing legal", horizon, "the play is not over, but no action is legal"},
		{"nothing legal", late - 1, ""},
		{"range upside down", horizon, "range: play 0, move 0, after []: range [10, -10]"},
		{"likelihood of 2", horizon, "likelihood 2: must be from 0 to 1"},
	} {
		said := fmt.Sprint(gametest.Check(lampWith(c.fault, c.horizon)))
		if c.says == "" && said != "<nil>" || !strings.Contains(said, c.says) {
			t.Errorf("%q with horizon %d: the kit says %q, want %q", c.fault, c.horizon, said, c.says)
		}
	}
}

// A horizon that no play reaches changes nothing: what is wrong with the range of plays
// that end is found. One that they do reach cuts them.
func TestHorizonOfAGameThatEnds(t *testing.T) {
	g := cupsWith("")
	want := gametest.Playthrough(g, 8)
	g.Horizon = 50
	if got := gametest.Playthrough(g, 8); got != want {
		t.Errorf("with a far horizon the playthrough is\n%s\ninstead of\n%s", got, want)
	}
	g.Horizon = 1
	if err := gametest.Check(g); err != nil {
		t.Error(err)
	}
	if got := gametest.Playthrough(g, 8); !strings.Contains(got, "\ncut after 1 moves\n") {
		t.Errorf("the playthrough does not say that it was cut:\n%s", got)
	}
	g = cupsWith("range too narrow")
	g.Horizon = 50
	if err := gametest.Check(g); err == nil || !strings.Contains(err.Error(), "outside the range") {
		t.Errorf("the kit says %v", err)
	}
}
