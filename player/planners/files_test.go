package planners_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/pomdp"
	"blindsight/internal/randstream"
	"blindsight/player/planners"
	"blindsight/search/pointbased"
)

// Files as others write them are read, solved and played: what uct gains in the mean is within the bounds and 4 standard errors. Corridor and maze are
// written by us from the descriptions of the problems 1d and cheese, and are worth what the reference solver found of those, bounds closed.
func TestFilesOfAllStyles(t *testing.T) {
	for _, c := range []struct {
		name     string
		worth    float64 // by the reference solver, or 0
		warnings string  // part of them, in one line
	}{
		{"corridor", 1.26034, "adds up to 1 only nearly"},
		{"maze", 3.48620, ""},
		{"chase", 0, ""},
		{"branches", 0, "without a digit before its point"},
		{"seen", 0, "start after T, O or R"},
		{"costs", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", c.name+".pomdp"))
			if err != nil {
				t.Fatal(err)
			}
			// As another system writes it, too.
			m, warnings, err := pomdp.Read(strings.NewReader(strings.ReplaceAll(string(text), "\n", "\r\n")), pomdp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			all := ""
			for _, w := range warnings {
				all += w.String() + "; "
			}
			if !strings.Contains(all, c.warnings) || c.warnings == "" && all != "" {
				t.Errorf("warnings %q, want some of %q", all, c.warnings)
			}
			tables, err := m.Tables()
			if err != nil {
				t.Fatal(err)
			}
			solver, err := pointbased.New(t.Context(), tables, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := solver.Run(t.Context(), pointbased.Limits{Gap: 1e-4, Trials: 2000}, nil); err != nil && !errors.Is(err, pointbased.ErrTrials) {
				t.Fatal(err)
			}
			b := solver.Bounds()
			if b.Upper-b.Lower > 1e-4 || c.worth != 0 && (b.Lower > c.worth+1e-5 || b.Upper < c.worth-1e-5) {
				t.Errorf("worth between %v and %v, want %v", b.Lower, b.Upper, c.worth)
			}
			mean, deviation := played(t, m)
			t.Logf("worth %.5f to %.5f; uct gains %.4f, standard error %.4f", b.Lower, b.Upper, mean, deviation)
			if mean < b.Lower-4*deviation-0.02*(1+max(b.Upper, -b.Lower)) || mean > b.Upper+4*deviation+1e-3 {
				t.Errorf("uct gains %v, standard error %v, want what it is worth: %v to %v", mean, deviation, b.Lower, b.Upper)
			}
		})
	}
}

// played returns what uct gains, costs as negative rewards.
func played(t *testing.T, m *pomdp.Model) (mean, deviation float64) {
	t.Helper()
	g, err := pomdp.NewGame(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	player, err := planners.NewUCT(g, planners.UCTOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const plays = 60
	sum, squares := 0.0, 0.0
	for n := range uint64(plays) {
		var s pomdp.State
		rng := randstream.New(n, "files")
		seats := []episode.Seat[*pomdp.View, pomdp.Action]{{View: g.NewView(), Planner: player, RNG: rng, Budget: blindsight.Budget{Simulations: 50}}}
		gained, err := episode.Play(t.Context(), rng, g, &s, g.Start(rng, &s), seats, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum += gained[0]
		squares += gained[0] * gained[0]
	}
	mean = sum / plays
	return mean, math.Sqrt(max(0, squares/plays-mean*mean) / (plays - 1))
}
