package registry_test

import (
	"math"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
)

// Every listed game tells a belief, with its health, and asking for it changes nothing of
// what is played.
func TestBeliefsAreTold(t *testing.T) {
	const states = 20
	eachSetting(t, func(t *testing.T, s *catalog.Setting) {
		var plays [2]string
		for i, asks := range []bool{false, true} {
			var steps strings.Builder
			match, guests := seatGuests(t, s)
			for _, g := range guests {
				g.fail = func(asked int) error {
					if !asks || asked > 4 {
						return nil
					}
					b, err := g.Belief(t.Context(), states)
					drawn := 0
					for _, believed := range b.States {
						drawn += believed.Count
					}
					if err != nil || drawn != states || b.Health.Samples != states {
						t.Errorf("%d states, %v, health %+v", drawn, err, b.Health)
					}
					return nil
				}
			}
			play := catalog.Play{Seed: 5, Budgets: []blindsight.Budget{{}}, Each: func(step *catalog.Step) {
				steps.WriteString(step.Action + ": " + step.Seen + "\n")
			}}
			if _, err := match.Play(t.Context(), play); err != nil {
				t.Fatal(err)
			}
			plays[i] = steps.String()
		}
		if plays[0] != plays[1] {
			t.Errorf("asked for its belief a guest plays\n%s else\n%s", plays[1], plays[0])
		}
	})
}

// belief tells an adviser of a game what happened, and returns its belief.
func belief(t *testing.T, s *catalog.Setting, states int, events ...catalog.Event) catalog.Belief {
	t.Helper()
	a, err := s.Adviser("random", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Begin(t.Context(), catalog.Opening{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := a.Tell(e); err != nil {
			t.Fatal(err)
		}
	}
	b, err := a.Belief(t.Context(), states)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The tiger is where it growled twice with 0.85²/(0.85²+0.15²), by Bayes.
func TestBeliefOfTheTiger(t *testing.T) {
	const states = 20_000
	growl := catalog.Event{Action: "listen", Told: "growl-left"}
	b := belief(t, open(t, "tiger", ""), states, growl, growl)
	want := 0.85 * 0.85 / (0.85*0.85 + 0.15*0.15)
	share := float64(b.States[0].Count) / states
	if b.States[0].State != "tiger-left" || math.Abs(share-want) > 5*math.Sqrt(want*(1-want)/states) {
		t.Errorf("%+v, want a share of %v on the left", b.States, want)
	}
}

// A 1 in the corner of an otherwise closed 2x2 board with one mine: each of the three other
// cells has it with 1/3, and what is open stays as it is.
func TestBeliefOfMines(t *testing.T) {
	const states = 30_000
	b := belief(t, open(t, "minesweeper", "board=2x2/1"), states, catalog.Event{Action: "0,0", Told: "1"})
	if len(b.States) != 3 {
		t.Fatalf("%+v", b.States)
	}
	for _, believed := range b.States {
		if math.Abs(float64(believed.Count)/states-1.0/3) > 5*math.Sqrt(2.0/9/states) ||
			strings.Count(believed.State, "*") != 1 || !strings.HasPrefix(believed.State, "2x2/1 windows\n1") {
			t.Errorf("%d times\n%s", believed.Count, believed.State)
		}
	}
}

// An adviser says what it does not understand.
func TestAdvisersComplain(t *testing.T) {
	for _, c := range []struct {
		game   string
		events []catalog.Event
		want   string
	}{
		{"tiger", []catalog.Event{{Action: "sleep", Told: "growl-left"}}, `the action "sleep" is not one of the 3 legal ones`},
		{"tiger", []catalog.Event{{Action: "listen", Told: "purr"}}, `after listen was seen: "purr": want one of "growl-left"`},
		{"tiger", []catalog.Event{{Heard: true, Told: "growl-left"}}, "is played by one side"},
		{"phantom", []catalog.Event{{Heard: true, Told: "sneeze"}}, `was heard: "sneeze": want one of`},
		{"kriegspiel", []catalog.Event{{Action: "e2e4", Told: "loud"}}, `unknown word "loud"`},
		{"minesweeper", []catalog.Event{{Action: "0,0", Told: "9"}}, `want one of "0"`},
		{"battleship", []catalog.Event{{Action: "0,0", Told: "sunk 9"}}, `want one of "miss"`},
	} {
		a, err := open(t, c.game, "").Adviser("random", 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Tell(c.events[0]); err == nil || !strings.Contains(err.Error(), "no game has begun") {
			t.Errorf("%s: before a game: %v", c.game, err)
		}
		if err := a.Begin(t.Context(), catalog.Opening{}); err != nil {
			t.Fatal(err)
		}
		var told error
		for _, e := range c.events {
			told = a.Tell(e)
		}
		if told == nil || !strings.Contains(told.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %s", c.game, c.events, told, c.want)
		}
	}
}
