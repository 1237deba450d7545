package kriegspielers

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// randomRecord returns what White knows after some random turns of both sides, White to
// move; nil if the game is over by then.
func randomRecord(t *testing.T, rules *kriegspiel.Rules, rng *rand.Rand) *kriegspiel.Record {
	t.Helper()
	start, err := chess.ParseFEN([]string{
		"4k3/3p4/8/8/8/8/Q6R/4K3 w - -", "k7/p7/8/1R6/8/8/1R6/4K3 w - -", "6k1/5ppp/8/8/8/8/3Q4/3RK3 w - -", "2k5/8/2K5/8/3p4/8/8/7Q w - -",
	}[rng.IntN(4)])
	if err != nil {
		t.Fatal(err)
	}
	g := kriegspiel.NewReferee(rules, &start, 50)
	for n := 2 * (1 + rng.IntN(3)); n > 0; {
		if g.Result() != kriegspiel.Unfinished {
			return nil
		}
		legal := g.View(g.Side()).Legal(nil)
		turn := g.Side()
		if _, err := g.Try(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
		if g.Side() != turn {
			n--
		}
	}
	rec, err := g.Record().Filter(chess.White)
	if err != nil {
		t.Fatal(err)
	}
	if g.Result() != kriegspiel.Unfinished {
		return nil
	}
	return rec
}

// Straight from a record, interleaved and one after the other, the verdict is that of the
// exact belief; a disproof looks at fewer positions.
func TestMateFromRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	verdicts, saved := map[andor.Verdict]int{}, 0
	for i := range 120 {
		rules := kriegspiel.All()[i%len(kriegspiel.All())]
		rec := randomRecord(t, rules, rng)
		if rec == nil {
			continue
		}
		estimate, err := NewEstimate(t.Context(), rec, chess.White, enumerate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if estimate.Size > 300 {
			continue
		}
		var belief []chess.Position
		for p := range estimate.Belief.All() {
			belief = append(belief, *p)
		}
		best := NewSolver(rules, andor.Options{})
		first, want := best.First(t.Context(), belief, 3, 0)
		verdicts[want.Verdict]++
		for _, sequential := range []bool{false, true} {
			for _, name := range []string{"gl-dbu", "best"} {
				s := NewSolver(rules, andor.Options{Algorithm: name})
				m, err := MateFromRecord(t.Context(), s, rec, chess.White, 3, enumerate.Options{}, sequential)
				if err != nil {
					t.Fatalf("record %d: %v", i, err)
				}
				if m.Verdict != want.Verdict || m.Whole && len(m.Belief) != len(belief) {
					t.Fatalf("record %d, %s, sequential %v: %s after %d positions, want %s, %d positions", i, name, sequential, m.Verdict, len(m.Belief), want.Verdict, len(belief))
				}
				if m.Verdict == andor.Win && (len(m.First) != 1 || !strings.Contains(strings.Join(uciSorted(first), " "), m.First[0].String())) {
					t.Errorf("record %d, %s, sequential %v: %v wins, want one of %v", i, name, sequential, m.First, first)
				}
				if !m.Whole && len(m.Belief) < len(belief) {
					saved++
				}
			}
		}
	}
	if verdicts[andor.Win] < 5 || verdicts[andor.None] < 20 || saved < 15 {
		t.Errorf("%v, %d ended early: the test says little", verdicts, saved)
	}
}

// What cannot be decided, or is no question, is said to be so.
func TestMateFromRecordErrors(t *testing.T) {
	const begin = `{"rules": "english", "side": "white", "history": [`
	for _, c := range []struct {
		history string
		limit   int
		want    string
	}{
		{`{"white": [{"try": "e2e4", "heard": "silent"}]}`, 0, "it is black's turn"},
		{`{"white": [{"try": "e2e4", "heard": "silent"}]}, {"black": {"heard": "silent"}}, {"white": [{"try": "e4d5", "heard": "illegal"}]}`, 0, "the last turn is under way"},
		{`{"white": [{"try": "e2e4", "heard": "silent"}]}, {"black": {"heard": "check:long"}}`, 0, "the belief of white becomes empty at ply 2"},
		{`{"white": [{"try": "e2e4", "heard": "silent"}]}, {"black": {"heard": "silent"}}, {"white": [{"try": "d2d4", "heard": "silent"}]}, {"black": {"heard": "silent"}}`, 0, ""},
		{`{"white": [{"try": "e2e4", "heard": "silent"}]}, {"black": {"heard": "silent"}}, {"white": [{"try": "d2d4", "heard": "silent"}]}, {"black": {"heard": "silent"}}`, 5, "limit of states"},
	} {
		rec, err := kriegspiel.NewReader(strings.NewReader(begin+c.history+"]}"), "test").Next()
		if err != nil {
			t.Fatal(err)
		}
		s := NewSolver(rec.Rules, andor.Options{})
		m, err := MateFromRecord(t.Context(), s, rec, chess.White, 1, enumerate.Options{States: c.limit}, true)
		if c.limit > 0 && err == nil {
			if err = m.Err; m.Verdict != andor.Unknown || !errors.Is(err, blindsight.ErrTooMany) {
				t.Errorf("%s: %s, %v", c.history, m.Verdict, err)
			}
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.history, err, c.want)
		}
	}
}
