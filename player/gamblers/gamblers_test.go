package gamblers_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/certificate/strategy"
	"blindsight/player/gamblers"
)

func open(t *testing.T, settings string) *catalog.Setting {
	t.Helper()
	s, err := gamblers.Game.Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func exploited(t *testing.T, s *catalog.Setting, player string, sims int) *catalog.Exploited {
	t.Helper()
	e, err := s.Exploit(context.Background(), player, catalog.Exploiting{Budget: blindsight.Budget{Simulations: sims}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Searching players lose less to their best responses than random play, on every belief, exactly. They do one
// thing always, so they can be exploited, and cfr can hardly be.
func TestPlayersAreExploited(t *testing.T) {
	for _, c := range []struct {
		settings string
		sims     int
		cfr      float64
	}{{"", 300, 1e-3}, {"rules=leduc", 300, 0.01}} {
		s := open(t, c.settings)
		random := exploited(t, s, "random", 1).Gap()
		for _, player := range []string{"uct", "uct,belief=rejection", "uct,belief=particle"} {
			if gap := exploited(t, s, player, c.sims).Gap(); gap >= 0.7*random {
				t.Errorf("%s: %s is exploitable by %.4f, random play by %.4f", s.Text, player, gap, random)
			} else {
				t.Logf("%s: %s %.4f, random %.4f", s.Text, player, gap, random)
			}
		}
		if gap := exploited(t, s, "cfr", 1).Gap(); gap > c.cfr {
			t.Errorf("%s: cfr is exploitable by %v", s.Text, gap)
		}
	}
}

// plays returns the mean of what the first side gains, and its standard error.
func plays(t *testing.T, s *catalog.Setting, first, second string, games int) (mean, deviation float64) {
	t.Helper()
	m, err := s.Seat(first, second)
	if err != nil {
		t.Fatal(err)
	}
	sum, squares := 0.0, 0.0
	for n := range games {
		r, err := m.Play(context.Background(), catalog.Play{Seed: 1, Number: uint64(n), Budgets: []blindsight.Budget{{Simulations: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		sum += r.Gained[0]
		squares += r.Gained[0] * r.Gained[0]
	}
	mean = sum / float64(games)
	return mean, math.Sqrt((squares/float64(games) - mean*mean) / float64(games))
}

// What players gain in games is what the exact computation says, within four standard errors; a
// strategy in a file plays as the solution that wrote it.
func TestGamesGainWhatIsComputed(t *testing.T) {
	s := open(t, "rules=leduc")
	r, err := s.Solve(context.Background(), catalog.Solving{Iterations: 200, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "leduc.strategy")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		player string
		value  float64
	}{
		{"cfr,file=" + name, r.Value},
		{"cfr,iterations=200", r.Value},
		{"random", exploited(t, s, "random", 1).Value},
	} {
		mean, deviation := plays(t, s, c.player, c.player, 20_000)
		if math.Abs(mean-c.value) > 4*deviation {
			t.Errorf("%.12s against itself gains %.4f ± %.4f, computed %.4f", c.player, mean, deviation, c.value)
		}
	}
	one := exploited(t, s, "cfr,file="+name, 1)
	two := exploited(t, s, "cfr,iterations=200", 1)
	if one.Gap() != two.Gap() || one.Gap() != r.Gap() {
		t.Errorf("exploitable by %v from the file, %v without, %v by the solver", one.Gap(), two.Gap(), r.Gap())
	}
}

// The checker, which shares nothing with the solver, finds the same bounds.
func TestCheckerAgrees(t *testing.T) {
	for _, settings := range []string{"", "ranks=5", "rules=leduc"} {
		s := open(t, settings)
		for _, sampled := range []bool{false, true} {
			r, err := s.Solve(context.Background(), catalog.Solving{Iterations: 500, Workers: 1, Sampled: sampled})
			if err != nil {
				t.Fatal(err)
			}
			f, err := r.Strategy()
			if err != nil {
				t.Fatal(err)
			}
			report, err := s.CheckStrategy(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			if !sampled && (math.Abs(report.Lo-r.Lo) > 1e-12 || math.Abs(report.Hi-r.Hi) > 1e-12 || math.Abs(report.Value-r.Value) > 1e-12) {
				t.Errorf("%s: %+v by the checker, %+v by the solver", s.Text, report, r.Bounds)
			}
			if sampled && (r.Known || report.Gap() <= 0 || report.Lo > report.Value || report.Hi < report.Value) {
				t.Errorf("%s, sampled: %+v", s.Text, report)
			}
		}
	}
}

// A strategy of another game is refused, and so is a file that a stranger names.
func TestStrangeStrategies(t *testing.T) {
	s := open(t, "rules=leduc")
	if _, err := s.CheckStrategy(context.Background(), strategy.New(strategy.Head{Game: "poker", Settings: "rules=kuhn,ranks=3"})); err == nil || !strings.Contains(err.Error(), "the strategy is of poker (rules=kuhn,ranks=3)") {
		t.Errorf("of another setting: %v", err)
	}
	if err := s.Check("cfr,file=nowhere", 0); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a file that is not there: %v", err)
	}
	for player, refused := range map[string]bool{"random": false, "cfr": false, "cfr,iterations=5": false, "cfr,file=x": true, "cfr,iterations=5,file=/etc/passwd": true, "nobody": false} {
		if err := gamblers.Game.CheckStranger(player); (err != nil) != refused {
			t.Errorf("%s, of a stranger: %v", player, err)
		}
	}
}
