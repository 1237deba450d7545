package kriegspielers

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
	"blindsight/internal/randstream"
)

// Whatever the rules, it tries what makes sense and was not refused, and plays the same game again for the same seed,
// whatever it played before.
func TestForesightPlays(t *testing.T) {
	options := DefaultForesight
	options.Ahead = true
	used := NewForesight(options)
	for i, rules := range kriegspiel.All() {
		var games [2]string
		for round := range games {
			player := used
			if round == 1 {
				player = NewForesight(options)
			}
			g := contested(t, rules, chess.StartFEN, [2]Player{player, NewGreedy()}, uint64(i), 300, 26, nil)
			games[round] = string(g.Record().AppendPGN(nil))
		}
		if games[0] != games[1] {
			t.Errorf("%s: another game for the same seed:\n%s\n%s", rules, games[0], games[1])
		}
	}
}

// attempt says something to the referee.
func attempt(t *testing.T, g *kriegspiel.Referee, text string) {
	t.Helper()
	a, err := kriegspiel.ParseAttempt(text)
	if err == nil {
		_, err = g.Try(a)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// At a higher pace it does more, also where who asks has limited the processor time to the budget.
func TestForesightKeepsItsPace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system does not tell the processor time of a thread")
	}
	const budget = 20 * time.Millisecond
	start := chess.Start()
	g := kriegspiel.NewReferee(kriegspiel.MustRules("berkeley"), &start, 0)
	for _, a := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "h7h6", "a2a3"} {
		attempt(t, g, a)
	}
	var done [2]int
	for i, pace := range []float64{0.25, 8} {
		options := DefaultForesight
		options.Pace = pace
		ctx, stop := cputime.Limit(t.Context(), budget)
		d, err := NewForesight(options).Choose(ctx, rand.New(rand.NewPCG(1, 1)), g.View(chess.Black), blindsight.Budget{CPU: budget, Time: time.Minute})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		done[i] = d.Simulations
	}
	if done[1] < 8*done[0] {
		t.Errorf("%d simulations in a quarter of the time, %d in eight times", done[0], done[1])
	}
}

// It does not ask "Any?" where it knows that there is nothing to take.
func TestForesightAsksNothingInVain(t *testing.T) {
	start := chess.Start()
	for _, name := range []string{"english", "berkeley-any"} {
		g := kriegspiel.NewReferee(kriegspiel.MustRules(name), &start, 0)
		attempt(t, g, "e2e4")
		for seed := range uint64(6) {
			d, err := NewForesight(DefaultForesight).Choose(t.Context(), rand.New(rand.NewPCG(1, seed)), g.View(chess.Black), blindsight.Budget{Simulations: 500})
			if err != nil || d.Action == kriegspiel.Any {
				t.Errorf("%s, seed %d: %s, %v", name, seed, d.Action, err)
			}
		}
	}
}

// What it decides depends on its view alone: two games that sound the same to its side, in which the opponent's moves
// differ, get the same decisions; from the initial position, with few men, and against a lone king.
func TestForesightUsesItsViewAlone(t *testing.T) {
	for _, c := range []struct {
		fen         string
		side        chess.Color
		games, want int // positions that differ, at least
	}{
		{chess.StartFEN, chess.White, 9, 20},
		{chess.StartFEN, chess.Black, 3, 5},
		{"4k1n1/pp3ppp/8/8/8/8/PPP2PP1/1N2K2R w K - 0 1", chess.White, 6, 20},
		{"8/8/3k4/8/8/2K5/8/R5B1 w - - 0 1", chess.White, 12, 15},
	} {
		start := mustPosition(t, c.fen)
		differ := 0
		for i := range c.games {
			options := DefaultForesight
			options.Ahead = i%2 == 0
			options.Tracker.Exact, options.Tracker.Sample = 500, 200 // so that samples and guesses come soon
			differ += followTwo(t, kriegspiel.All()[i%6], &start, c.side, options, uint64(i))
		}
		if differ < c.want {
			t.Errorf("%s: only %d positions differed: too few to mean much", c.fen, differ)
		}
	}
}

// followTwo plays two games that sound the same to a side, compares the decisions, and returns how many positions differed.
func followTwo(t *testing.T, rules *kriegspiel.Rules, start *chess.Position, side chess.Color, options ForesightOptions, number uint64) (differ int) {
	t.Helper()
	rng := randstream.New(1, "foresight/leak", number)
	a, b := kriegspiel.NewReferee(rules, start, 0), kriegspiel.NewReferee(rules, start, 0)
	players := [2]Player{NewForesight(options), NewForesight(options)}
	streams := [2]*rand.Rand{randstream.New(2, "leak"), randstream.New(2, "leak")}
	var told [2]feed
	for range 80 {
		if a.Side() == side {
			var decided [2]blindsight.Decision[kriegspiel.Attempt]
			for k, g := range []*kriegspiel.Referee{a, b} {
				v := g.View(side)
				told[k].tell(players[k].(Follower), v)
				var err error
				if decided[k], err = players[k].Choose(context.Background(), streams[k], v, blindsight.Budget{Simulations: 250}); err != nil {
					t.Fatal(err)
				}
			}
			if decided[0].Action != decided[1].Action || decided[0].Value != decided[1].Value {
				t.Fatalf("%s: tries %s in one game and %s in another that sounds the same", rules, decided[0].Action, decided[1].Action)
			}
			ha, errA := a.Try(decided[0].Action)
			hb, errB := b.Try(decided[1].Action)
			if errA != nil || errB != nil || ha != hb || ha.Over() {
				break // from here on it can tell them apart
			}
			continue
		}
		p, q := a.Position(), b.Position()
		moves := p.Moves(nil)
		heard, err := a.Try(kriegspiel.Attempt(moves[rng.IntN(len(moves))]))
		if err != nil || heard.Over() || heard.Draw() || !alike(b, &q, heard, rng) {
			break
		}
		if a.Position() != b.Position() {
			differ++
		}
	}
	return differ
}

// alike plays a random move that is heard as given, and reports whether there is one.
func alike(g *kriegspiel.Referee, p *chess.Position, heard kriegspiel.Percept, rng *rand.Rand) bool {
	moves := p.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		var to chess.Position
		if h, _ := g.Rules().Try(p, kriegspiel.Attempt(moves[i]), &to); h == heard {
			_, err := g.Try(kriegspiel.Attempt(moves[i]))
			return err == nil
		}
	}
	return false
}

// A lone king is hunted by the tables: they know a mate here, and a mate that is far is worth nearly one.
func TestForesightHuntsALoneKing(t *testing.T) {
	start := mustPosition(t, "8/8/8/4k3/8/8/8/KR6 w - -")
	v := kriegspiel.NewView(kriegspiel.MustRules("berkeley"), chess.White, &start)
	d, err := NewForesight(DefaultForesight).Choose(context.Background(), randstream.New(1, "ending"), v, blindsight.Budget{Simulations: 10})
	if err != nil || d.Value < 0.95*valueMate {
		t.Errorf("%s is worth %v, want nearly %v; %v", d.Action, d.Value, float64(valueMate), err)
	}
}

func BenchmarkForesight(b *testing.B) {
	var views []*kriegspiel.View
	contested(b, kriegspiel.MustRules("berkeley"), chess.StartFEN, [2]Player{NewGreedy(), NewGreedy()}, 4, 1, 40, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
		if v := g.View(chess.White); g.Side() == chess.White && len(v.Tries()) == 0 {
			views = append(views, v.Clone())
		}
	})
	v := views[len(views)-1]
	for name, p := range map[string]Player{"foresight": NewForesight(DefaultForesight), "belief-1": NewBeliever1(DefaultBeliever)} {
		b.Run(name+"/20000", func(b *testing.B) {
			s := NewSummoned(p)
			for range b.N {
				if _, err := s.Choose(context.Background(), randstream.New(1, "bench"), v, blindsight.Budget{Simulations: 20_000}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// An evaluation has as many names as fields, in one order; texts say it, and what is not named is that in use.
func TestEvaluationNames(t *testing.T) {
	kind := reflect.TypeFor[Evaluation]()
	var fields []string
	for i := range kind.NumField() {
		fields = append(fields, kind.Field(i).Name)
	}
	if !slices.Equal(fields, EvaluationNames()) {
		t.Errorf("the fields are %v, the names %v", fields, EvaluationNames())
	}
	var e Evaluation
	want := "{"
	for k := range fields {
		e.Set(k, float64(k)/2)
		want += fmt.Sprint(float64(k)/2, " ")
	}
	if got := fmt.Sprint(e); got != strings.TrimSuffix(want, " ")+"}" {
		t.Errorf("the weights are %s", got)
	}
	if again, err := ParseEvaluation(e.Text()); err != nil || again != e {
		t.Errorf("%s is read as %v, %v", e.Text(), again, err)
	}
	used := InUse()
	used.Queen = 8
	if got, err := ParseEvaluation("Queen:8"); err != nil || got != used {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "Quen:8", "Queen", "Queen:x", "Queen:NaN", "Queen:1e9"} {
		if _, err := ParseEvaluation(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// A value is what its slopes make of other weights, as far as these are few and near.
func TestSlopes(t *testing.T) {
	p, err := chess.ParseFEN("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5")
	if err != nil {
		t.Fatal(err)
	}
	v := valuedAt(&p, chess.NoSquare)
	for k, name := range EvaluationNames() {
		e := ByHand()
		e.Set(k, e.At(k)+0.01)
		j := judge{side: chess.White, by: newScale(e), rates: &fitted}
		if got, want := j.value(&p, chess.NoSquare), v.Value+0.01*v.Slopes[k]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, by its slope %v", name, got, want)
		}
	}
	if v.Slopes[0] != 0 || v.Slopes[7] == 0 || v.Slopes[11] > 0 {
		t.Errorf("knights are equal, pawns have moved, a king is better off without a ring of threats: %v", v.Slopes)
	}
}
