package match

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/registry"
)

// Each change is made in half of the pairs, two pairs that belong together make all changes, and any two changes meet about as
// often as not.
func TestScreenIsBalanced(t *testing.T) {
	s := Screen{Player: "p", Changes: make([]string, 12), Seed: 3}
	const pairs = 4000
	var with [12]int
	var both [12][12]int
	for n := range pairs {
		made := s.changed(n)
		if n%2 == 1 {
			for i, other := range s.changed(n - 1) {
				if other == made[i] {
					t.Fatalf("pairs %d and %d both make change %d, or none does", n-1, n, i)
				}
			}
		}
		for i := range made {
			for j := range made {
				if made[i] && made[j] {
					both[i][j]++
				}
			}
			if made[i] {
				with[i]++
			}
		}
	}
	for i := range with {
		if with[i] != pairs/2 {
			t.Errorf("change %d is made in %d of %d pairs", i, with[i], pairs)
		}
		for j := range i {
			if off := math.Abs(float64(both[i][j]) - pairs/4); off > 5*math.Sqrt(pairs/2*0.25) {
				t.Errorf("changes %d and %d are made together in %d of %d pairs", i, j, both[i][j], pairs)
			}
		}
	}
}

// drawnPair returns a pair in which the first player wins each game by a chance, or draws.
func drawnPair(rng *rand.Rand, win float64) (p Pair) {
	for game := range p {
		p[game].Gained = make([]float64, 2)
		switch x := rng.Float64(); {
		case x < 0.1: // a draw
		case x < 0.1+0.9*win:
			p[game].Gained[game], p[game].Gained[1-game] = 1, -1
		default:
			p[game].Gained[game], p[game].Gained[1-game] = -1, 1
		}
	}
	return p
}

// Effects are found for what they are, among others: the intervals hold the truth in about 95 of 100 cases.
func TestScreenFindsEffects(t *testing.T) {
	truth := []float64{0.2, -0.2, 0, 0.03, 0}
	held, asked := 0, 0
	for seed := range uint64(60) {
		s := Screen{Player: "p", Changes: slices.Repeat([]string{"a=1"}, len(truth)), Seed: seed}
		sum := s.sum()
		rng := rand.New(rand.NewPCG(seed, 4))
		for n := range 300 {
			win := 0.5
			for i, made := range s.changed(n) {
				if made {
					win += truth[i] / 0.9
				}
			}
			p := drawnPair(rng, win)
			sum.add(n, &p)
		}
		for i, e := range s.Report(&catalog.Setting{Game: &catalog.Game{}}, sum, 0).Effects {
			asked++
			if e.EffectCI95[0] <= truth[i] && truth[i] <= e.EffectCI95[1] {
				held++
			}
			if i == 0 && seed == 0 && verdictOf(e.EffectCI95) != " better" || i == 1 && seed == 0 && verdictOf(e.EffectCI95) != " worse" {
				t.Errorf("effect %d is %v, %v: want %v", i, e.Effect, e.EffectCI95, truth[i])
			}
		}
	}
	if share := float64(held) / float64(asked); share < 0.91 || share > 0.985 {
		t.Errorf("%d of %d intervals hold the truth", held, asked)
	}
}

// A change takes the place of what the player has; lists are joined.
func TestWithChange(t *testing.T) {
	for _, c := range [][3]string{
		{"p", "a=1", "p,a=1"},
		{"p,a=2,b=3", "a=1", "p,a=1,b=3"},
		{"p,b=3", "a=1", "p,b=3,a=1"},
		{"p,w=X:1/Y:2", "w=Z:3", "p,w=X:1/Y:2/Z:3"},
		{"p,w=X:1", "w=none", "p,w=none"},
	} {
		if got := withChange(c[0], c[1]); got != c[2] {
			t.Errorf("%s with %s is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// A screen is the same for any number of workers, and what is wrong with one is told before the first game.
func TestScreenPlays(t *testing.T) {
	game, err := registry.Find("phantom")
	if err != nil {
		t.Fatal(err)
	}
	setting, err := game.Open("board=hex,rows=2,cols=2")
	if err != nil {
		t.Fatal(err)
	}
	s := Screen{Player: "uct", Opponent: "random", Changes: []string{"explore=3", "opponent=uniform"}, Games: 16, Seed: 2, Budget: blindsight.Budget{Simulations: 20}}
	if err := s.Check(setting); err != nil {
		t.Fatal(err)
	}
	var reports []*ScreenReport
	for _, s.Workers = range []int{1, 3} {
		sum, err := s.Play(context.Background(), setting, nil)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, s.Report(setting, sum, 0))
	}
	if !reflect.DeepEqual(reports[0], reports[1]) || reports[0].Games != 16 || reports[0].Effects[0].Pairs != 4 {
		t.Errorf("with one worker %+v, with three %+v", reports[0], reports[1])
	}
	for change, want := range map[string]string{
		"explore": "want NAME=VALUE", "explore=x": "explore", "nothing=1": "unknown parameter", "explore=1,belief=2": "want NAME=VALUE",
	} {
		s.Changes = []string{change}
		if err := s.Check(setting); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", change, err, want)
		}
	}
}
