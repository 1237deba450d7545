package kriegspielers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// record plays attempts from a position and returns what was tried and heard.
func record(t *testing.T, rules, fen string, attempts ...string) *kriegspiel.Record {
	t.Helper()
	r, err := kriegspiel.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	start, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := kriegspiel.NewReferee(r, &start, 0)
	for _, text := range attempts {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Try(a); err != nil {
			t.Fatal(err)
		}
	}
	rec := g.Record()
	rec.ID = "game"
	return rec
}

// ask asks the player that keeps a belief.
func ask(rec *kriegspiel.Record, side chess.Color) (*players.Advice, error) {
	return askPlayer(players.NewBeliever(players.DefaultBeliever), rec, side)
}

func askPlayer(p players.Player, rec *kriegspiel.Record, side chess.Color) (*players.Advice, error) {
	return players.Advise(context.Background(), p, rec, players.Question{Side: side, Budget: blindsight.Budget{Simulations: 500}, Rand: rand.New(rand.NewPCG(1, 1))})
}

// text returns every byte of an advice.
func text(t *testing.T, a *players.Advice) string {
	t.Helper()
	b, err := json.Marshal(a.Report("belief"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The belief and its maps are those of the exact estimate, counted here one by one, after
// random plays under every rule set, refusals in the turn under way included.
func TestAdviceAgainstTheEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	refused := 0
	for n := range 20 {
		rules := kriegspiel.All()[n%len(kriegspiel.All())]
		start := chess.Start()
		g := kriegspiel.NewReferee(rules, &start, 0)
		for tried := 0; tried < 6+n%5 || g.Side() == chess.Black; tried++ {
			legal := g.View(g.Side()).Legal(nil)
			if _, err := g.Try(legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		rec := g.Record()
		a, err := ask(rec, chess.White)
		if err != nil {
			t.Fatal(err)
		}
		v := g.View(chess.White)
		refused += len(v.Tries())
		over := *rec
		if len(v.Tries()) > 0 {
			over.Turns = over.Turns[:len(over.Turns)-1]
		}
		est, err := players.NewEstimate(context.Background(), &over, chess.White, enumerate.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		var king, men [64]float64
		size := 0
		for p := range est.Belief.All() {
			if !players.Agrees(v, p) {
				continue
			}
			size++
			for s := chess.A1; s < chess.NoSquare; s++ {
				if p.Men(chess.Black).Has(s) {
					men[s]++
					if p.KindAt(s) == chess.King {
						king[s]++
					}
				}
			}
		}
		if a.Belief.Exact && a.Belief.Size != size || a.Belief.Size == 0 || a.Belief.Size > size {
			t.Errorf("%s, game %d: %d positions (%s), want %d", rules, n, a.Belief.Size, a.Belief.Kind(), size)
		}
		for s := range king {
			if a.Belief.Exact && (math.Abs(a.King[s]-king[s]/float64(size)) > 1e-12 || math.Abs(a.Men[s]-men[s]/float64(size)) > 1e-12) {
				t.Errorf("%s, game %d, %s: king %v, men %v, want %v and %v of %d", rules, n, chess.Square(s), a.King[s], a.Men[s], king[s], men[s], size)
			}
		}
		if err := v.Sense(a.Try); err != nil {
			t.Errorf("%s, game %d: %v", rules, n, err)
		}
	}
	if refused == 0 {
		t.Error("no refusal was met")
	}
}

// Records that differ only in what the side cannot know give the same bytes, those of
// the record that is filtered for it.
func TestAdviceLeaksNothing(t *testing.T) {
	for _, rules := range kriegspiel.Names() {
		for _, name := range []string{"belief", "hunter", "greedy"} {
			answers := map[string]bool{}
			heard := map[string]bool{}
			for _, black := range [][2]string{{"a7a6", "h7h6"}, {"h7h5", "g7g6"}, {"b8c6", "a8b8"}} {
				rec := record(t, rules, chess.StartFEN, "e2e4", black[0], "a1a5", "g1f3", black[1], "f3f6")
				filtered, err := rec.Filter(chess.White)
				if err != nil {
					t.Fatal(err)
				}
				heard[string(filtered.AppendJSON(nil))] = true
				for _, r := range []*kriegspiel.Record{rec, filtered} {
					p := map[string]players.Player{"belief": players.NewBeliever(players.DefaultBeliever), "hunter": players.NewHunter(players.HunterOptions{Tracker: players.TrackerOptions{Exact: 100, Sample: 100}}), "greedy": players.NewGreedy()}[name]
					a, err := askPlayer(p, r, chess.White)
					if err != nil {
						t.Fatal(err)
					}
					answers[text(t, a)] = true
				}
			}
			if len(heard) != 1 || len(answers) != 1 {
				t.Errorf("%s, %s: %d different advices after %d games that sound different", rules, name, len(answers), len(heard))
			}
		}
	}
}

// A guaranteed mate is found with the plies that the search for mates proves.
func TestAdviceFindsMates(t *testing.T) {
	for _, c := range []struct {
		fen      string
		attempts []string
		plies    int
	}{
		{"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", nil, 1},
		{"7k/8/8/5K2/8/8/8/6Q1 w - - 0 1", nil, 3},
		{"8/7k/8/5K2/8/8/8/5Q2 w - - 0 1", []string{"f1g2", "h7h8"}, 3}, // the king is on h6 or h8
	} {
		rec := record(t, "berkeley", c.fen, c.attempts...)
		a, err := ask(rec, chess.White)
		if err != nil {
			t.Fatal(err)
		}
		if !a.Belief.Exact || a.Mate != c.plies || a.Report("belief").Mate.Plies != c.plies {
			t.Errorf("%s: %+v, mate in %d plies, want %d", c.fen, a.Belief, a.Mate, c.plies)
			continue
		}
		s := players.NewSolver(rec.Rules, andor.Options{})
		found, err := players.MateFromRecord(context.Background(), s, rec, chess.White, c.plies, enumerate.Options{Workers: 1}, false)
		if err != nil || found.Verdict != andor.Win {
			t.Errorf("%s: the search says %v, %v", c.fen, found, err)
		}
		if c.plies > 1 {
			if found, err = players.MateFromRecord(context.Background(), s, rec, chess.White, c.plies-2, enumerate.Options{Workers: 1}, false); err != nil || found.Verdict != andor.None {
				t.Errorf("%s: there is a faster mate: %v, %v", c.fen, found, err)
			}
		}
		if last := a.Reasons[len(a.Reasons)-1]; !strings.Contains(last, "the mate is guaranteed") {
			t.Errorf("%s: %s", c.fen, last)
		}
	}
}

// Who has nothing to try is told why, and a record that cannot be is refused with its ply.
func TestAdviceThatIsNone(t *testing.T) {
	fool := record(t, "berkeley", chess.StartFEN, "f2f3", "e7e5", "g2g4", "d8h4")
	for _, c := range []struct {
		rec  *kriegspiel.Record
		side chess.Color
		want string
	}{
		{fool, chess.White, "the game is over, Black mates: there is nothing to try"},
		{record(t, "berkeley", chess.StartFEN, "e2e4"), chess.White, "it is the turn of Black, and White was asked about: there is nothing to try"},
		{record(t, "berkeley", chess.StartFEN), chess.Black, "it is the turn of White, and Black was asked about: there is nothing to try"},
	} {
		if _, err := ask(c.rec, c.side); !errors.Is(err, players.ErrNoTurn) || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	rec := record(t, "berkeley", chess.StartFEN, "e2e4", "a7a6", "d2d4", "a6a5")
	filtered, err := rec.Filter(chess.White)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ask(filtered, chess.Black); err == nil {
		t.Error("the record of one side is no advice for the other")
	}
	wrong := *filtered
	wrong.Turns = slices.Clone(filtered.Turns)
	wrong.Turns[1].Heard, err = rec.Rules.ParsePercept("check:file", chess.Black)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = ask(&wrong, chess.White); !errors.Is(err, blindsight.ErrInconsistent) || !strings.Contains(fmt.Sprint(err), "ply 2") {
		t.Errorf("a check at move one: %v", err)
	}
}

// A long game that outgrows the exact belief is followed turn by turn: its sample agrees with
// the whole game, and its maps add up.
func TestAdviceOnASample(t *testing.T) {
	start := chess.Start()
	g := kriegspiel.NewReferee(kriegspiel.All()[0], &start, 0)
	rng := rand.New(rand.NewPCG(5, 8))
	for moves := 0; moves < 24; {
		legal := g.View(g.Side()).Legal(nil)
		if h, err := g.Try(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		} else if h.Move() {
			moves++
		}
	}
	p := players.NewBeliever(players.BelieverOptions{Tracker: players.TrackerOptions{Exact: 300, Sample: 200}, Mate: 50, Depth: 3})
	a, err := askPlayer(p, g.Record(), g.Side())
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, x := range a.King {
		sum += x
	}
	if a.Belief.Exact || a.Belief.Size == 0 || math.Abs(sum-1) > 1e-9 || a.Mate != 0 {
		t.Errorf("%+v, king %v, mate %d", a.Belief, sum, a.Mate)
	}
	if !strings.Contains(a.Reasons[0], "sample") && !strings.Contains(a.Reasons[0], "guessed") {
		t.Errorf("the reasons do not say what the belief is: %s", a.Reasons[0])
	}
	// What holds in a sample is not said of the game.
	if !strings.HasPrefix(a.Reasons[1], "In these positions the enemy king stands on") {
		t.Errorf("%s: said of a sample", a.Reasons[1])
	}
}
