package web

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// listedProblems is the answer with problems of a set.
type listedProblems struct {
	Total    int
	Problems []listedProblemJSON
}

func (c *client) try(q problemRequest, attempts ...string) *tryJSON {
	c.t.Helper()
	var s tryJSON
	c.post("/api/kriegspiel/try", map[string]any{"problem": q, "attempts": attempts}, &s)
	return &s
}

func (c *client) why(q problemRequest, attempts ...string) *whyTryJSON {
	c.t.Helper()
	var w whyTryJSON
	c.post("/api/kriegspiel/why", map[string]any{"problem": q, "attempts": attempts}, &w)
	return &w
}

// Every published problem opens under a rule set in which it is a mate, and says so; under
// those that are marked as no mate it says that, and not that there is none any more.
func TestProblemsOpenUnderAMate(t *testing.T) {
	c := newClient(t, Config{})
	var list listedProblems
	c.get("/api/kriegspiel/problems/published?limit=200", &list)
	without := 0
	for _, p := range list.Problems {
		if len(p.Rules) == 0 || p.Rules[0] != "english" {
			t.Errorf("%s opens under %v, want english first", p.ID, p.Rules)
		}
		s := c.try(problemRequest{Set: p.Set, Number: p.Number, Rules: p.Rules[0]})
		if s.Won == nil || !*s.Won || s.WonAtStart == nil || !*s.WonAtStart || strings.Contains(s.Text, "any more") || !s.MayAsk {
			t.Errorf("%s under %s: %+v", p.ID, p.Rules[0], s)
		}
		for _, rules := range p.NoMate {
			without++
			s := c.try(problemRequest{Set: p.Set, Number: p.Number, Rules: rules})
			if s.Won == nil || *s.Won || s.Wrong != nil || strings.Contains(s.Text, "any more") || !strings.Contains(s.Text, rules) {
				t.Errorf("%s under %s: %+v", p.ID, rules, s)
			}
		}
	}
	if without != 8 { // Anderson 5, 9, 10, 11, 13, 21, 22, 39 are no mates under berkeley
		t.Errorf("%d times a rule set is marked, want 8", without)
	}
	// A list of a rule set has only mates.
	c.get("/api/kriegspiel/problems/published?rules=berkeley&limit=200", &list)
	if list.Total != 10 || slices.ContainsFunc(list.Problems, func(p listedProblemJSON) bool { return !slices.Contains(p.Rules, "berkeley") }) {
		t.Errorf("%d problems under berkeley, want 10: %+v", list.Total, list.Problems)
	}
	// So have the problems before and after one: Anderson 5 (number 3) is not under berkeley.
	var four listedProblemJSON
	c.get("/api/kriegspiel/problems/published/4?rules=berkeley", &four)
	if four.Before != 2 || four.Next != 5 {
		t.Errorf("before and after number 4 under berkeley: %d, %d, want 2, 5", four.Before, four.Next)
	}
	var one listedProblemJSON
	c.get("/api/kriegspiel/problems/published/1", &one)
	if one.Before != 0 || one.Next != 2 {
		t.Errorf("before and after number 1: %d, %d, want 0, 2", one.Before, one.Next)
	}
}

// The first attempt that is wrong is named, also after further ones, and explained by
// positions that are possible.
func TestWrongTryIsExplained(t *testing.T) {
	c := newClient(t, Config{})
	q := problemRequest{Set: "published", Number: 1, Rules: "english"}
	s := c.try(q, "any?", "c5e7")
	if s.Wrong != nil || s.Won == nil || !*s.Won {
		t.Errorf("after the key: %+v", s)
	}
	// The table of published problems has c5e7 as the only move that wins.
	s = c.try(q, "c5c4")
	if s.Wrong == nil || *s.Wrong != 0 || !strings.Contains(s.Text, "Qc4 gave") {
		t.Fatalf("after Qc4: %+v", s)
	}
	w := c.why(q, "c5c4")
	if w.Result != "refuted" || w.Name != "Qc4" || len(w.Lines) == 0 || w.Size < len(w.Lines) || w.Text == "" {
		t.Fatalf("why: %+v", w)
	}
	for _, l := range w.Lines {
		from, err := chess.ParseFEN(l.From)
		if err != nil {
			t.Fatal(err)
		}
		a, err := kriegspiel.ParseAttempt("c5c4")
		if err != nil {
			t.Fatal(err)
		}
		after := from.Make(a.Move())
		if l.Reply != "" {
			m, err := kriegspiel.ParseAttempt(l.Reply)
			if err != nil || !after.Legal(m.Move()) {
				t.Fatalf("the reply %s in %s: %v", l.Reply, after.FEN(), err)
			}
			after = after.Make(m.Move())
		}
		if after.FEN() != l.To {
			t.Errorf("%s leads to %s, not to %s", l.From, after.FEN(), l.To)
		}
	}
	if w := c.why(q, "c5e7"); w.Result != "wins" || w.Reason != "" {
		t.Errorf("the key is explained by %+v", w)
	}
	if status, _ := c.ask("POST", "/api/kriegspiel/why", map[string]any{"problem": q, "attempts": []string{}}); status != 400 {
		t.Errorf("why nothing: %d", status)
	}
	if status, _ := c.ask("POST", "/api/kriegspiel/why", map[string]any{"problem": q, "attempts": []string{"a1a8"}}); status != 400 {
		t.Errorf("why nonsense: %d", status)
	}
}

// Men that are certain stand on the board, those that may be there are ghosts, as many
// positions as there are.
func TestCertainMenAndGhosts(t *testing.T) {
	c := newClient(t, Config{})
	p := patternRequest{Own: "8/3p4/8/8/8/8/8/RR2K3 w", Men: []patternMan{
		{"k", []string{"f8", "g8", "h8"}}, {"bn-", []string{"a8"}},
	}}
	s := c.try(problemRequest{Moves: 2, Rules: "berkeley", Pattern: &p})
	if s.Certain != "8/3p4/8/8/8/8/8/RR2K3 w - -" || s.FEN != "8/8/8/8/8/8/8/RR2K3 w - -" {
		t.Errorf("certain %s, own %s", s.Certain, s.FEN)
	}
	want := map[string]string{"f8": "k", "g8": "k", "h8": "k", "a8": "bn"}
	if len(s.Ghosts) != len(want) {
		t.Errorf("ghosts %v, want %v", s.Ghosts, want)
	}
	for square, letters := range want {
		if s.Ghosts[square] != letters {
			t.Errorf("on %s: %q, want %q", square, s.Ghosts[square], letters)
		}
	}
	one := c.try(problemRequest{Moves: 1, Belief: []string{"k7/8/1K6/8/8/8/8/7R w - -"}})
	if one.Certain != "k7/8/1K6/8/8/8/8/7R w - -" || len(one.Ghosts) != 0 {
		t.Errorf("one position: %s, %v", one.Certain, one.Ghosts)
	}
}

// In a plan a check stands in the notation only where it is one in all positions.
func TestPlanNotationIsTrue(t *testing.T) {
	c := newClient(t, Config{})
	search := func(squares ...string) *mateResultJSON {
		p := patternRequest{Own: "8/8/1K6/8/8/8/8/7R w", Men: []patternMan{{"k", squares}}}
		events := c.stream("POST", "/api/kriegspiel/mate", map[string]any{"problem": problemRequest{Moves: 4, Pattern: &p}})
		var m mateResultJSON
		events[len(events)-1].read(t, &m)
		if m.Tree == nil {
			t.Fatalf("%v: %+v", squares, m)
		}
		return &m
	}
	if m := search("a8", "b8"); m.Tree.SAN != "Rh8#" || !strings.Contains(m.Text, "begin with Rh8#") {
		t.Errorf("a mate in both: %s, %s", m.Tree.SAN, m.Text)
	}
	if m := search("a8", "c8"); strings.ContainsAny(m.Tree.SAN, "#") {
		t.Errorf("a mate in one of two: %s, %s", m.Tree.SAN, m.Text)
	}
}

// First moves are written as people write them, the question among them.
func TestFirstMovesAreWrittenInNotation(t *testing.T) {
	var p listedProblemJSON
	newClient(t, Config{}).get("/api/kriegspiel/problems/published/1", &p)
	if want := []string{"Qe7", "“Any?”"}; p.Key != "Qe7" || !slices.Equal(p.Answers["english"], want) {
		t.Errorf("%q and %q, want %q", p.Key, p.Answers["english"], want)
	}
}
