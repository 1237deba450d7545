package battleship

import (
	"math"
	"math/big"
	"testing"

	"blindsight"
	"blindsight/internal/randstream"
)

// Random shots end when the last of k cells of the fleet comes up in a random order of all n. Its place
// is at most t with chance C(t,k)/C(n,k), and the mean is the sum of the chances that it is later.
// For the two fleets on 10x10 that is 14*101/15 and 17*101/18.
func TestRandomShotsOnAverage(t *testing.T) {
	for _, c := range []struct {
		setting string
		want    *big.Rat
	}{
		{"silver-veness", big.NewRat(14*101, 15)},
		{"usual", big.NewRat(17*101, 18)},
	} {
		g := mustNew(t, c.setting)
		n, k := int64(g.cells), int64(g.fleet)
		exact := new(big.Rat)
		all := new(big.Int).Binomial(n, k)
		for shots := range n {
			within := new(big.Rat).SetFrac(new(big.Int).Binomial(shots, k), all)
			exact.Add(exact, within.Sub(big.NewRat(1, 1), within))
		}
		if exact.Cmp(c.want) != 0 {
			t.Errorf("%s: the mean is %s, want %s", c.setting, exact.RatString(), c.want.RatString())
		}
		want, _ := exact.Float64()
		const games = 20_000
		var sum, squares float64
		rng := randstream.New(1, "battleship/random")
		for range games {
			shots, gained := playAtRandom(t, g, rng.Uint64())
			if gained != g.rules.Bonus-float64(shots) {
				t.Fatalf("%s: a play of %d shots brought %v", c.setting, shots, gained)
			}
			sum += float64(shots)
			squares += float64(shots * shots)
		}
		mean := sum / games
		deviation := math.Sqrt((squares/games - mean*mean) / (games - 1))
		if math.Abs(mean-want) > 4*deviation {
			t.Errorf("%s: %d plays took %.3f shots on average, standard error %.3f: want %.3f", c.setting, games, mean, deviation, want)
		}
	}
}

// playAtRandom plays one game with random shots.
func playAtRandom(t *testing.T, g *Game, seed uint64) (shots int, gained float64) {
	t.Helper()
	rng := randstream.New(seed, "battleship/random/play")
	var s State
	v := g.NewView()
	for turn := g.Start(rng, &s); turn != blindsight.Over; shots++ {
		c := v.Pick(rng)
		step := g.Step(rng, &s, c)
		if err := v.Did(c, step.Seen); err != nil {
			t.Fatal(err)
		}
		gained += step.Reward
		turn = step.Next
	}
	if v.Left() != 0 {
		t.Fatalf("the play is over with %d cells left", v.Left())
	}
	return shots, gained
}

// Neither rules nor view allocate while a play goes on.
func TestPlayDoesNotAllocate(t *testing.T) {
	g := mustNew(t, "usual")
	rng := randstream.New(1, "battleship/allocate")
	var s, proposed State
	v, start := g.NewView(), g.NewView()
	if n := testing.AllocsPerRun(20, func() {
		v.CopyFrom(start)
		g.Start(rng, &s)
		for over := false; !over; {
			g.Propose(rng, v, &proposed)
			g.Likelihood(v, &proposed)
			c := v.Pick(rng)
			step := g.Step(rng, &s, c)
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
			over = step.Done()
		}
	}); n != 0 {
		t.Errorf("a play allocates %v times", n)
	}
}
