package phantoms_test

import (
	"flag"
	"math"
	"testing"

	"blindsight/player/phantoms"
	"blindsight/search/uct"
)

var (
	uctGames = flag.Int("uct-games", 40, "games that uct plays as first player of phantom tic-tac-toe against uniform play")
	uctSims  = flag.Int("uct-sims", 200, "simulations for each of its decisions")
)

func newUCT(t testing.TB, o phantoms.UCTOptions) phantoms.Player {
	t.Helper()
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	return phantoms.NewUCT(o)
}

// As first player of classical phantom tic-tac-toe against uniform play, whose best response gains
// 61/64 and never loses: with -uct-games 1000 -uct-sims 20000 it must gain at least 0.90
// and lose at most 3 games of a thousand where it knows how the opponent plays. Where it lets
// him learn it looks for something else, and must only be far better than uniform play.
func TestUCTAgainstUniformPlay(t *testing.T) {
	g := parse(t, "tictactoe classical")
	for _, o := range []phantoms.UCTOptions{
		{Belief: phantoms.ExactBelief, Uniform: true},
		{Belief: phantoms.ExactBelief},
		{Belief: phantoms.RejectionBelief, Uniform: true},
		{Belief: phantoms.ParticleBelief, Uniform: true},
	} {
		name := o.Belief.String() + ", he learns"
		if o.Uniform {
			name = o.Belief.String() + ", he plays uniformly"
		}
		t.Run(name, func(t *testing.T) {
			players := [2]phantoms.Player{newUCT(t, o), phantoms.NewRandom()}
			sum, squares, losses := 0.0, 0.0, 0
			for number := range uint64(*uctGames) {
				gain := play(t, g, players, *uctSims, number, nil)
				sum, squares = sum+gain, squares+gain*gain
				if gain < 0 {
					losses++
				}
			}
			n := float64(*uctGames)
			mean := sum / n
			t.Logf("%d simulations: gains %.4f ± %.4f, loses %d of %d", *uctSims, mean, math.Sqrt((squares/n-mean*mean)/n), losses, *uctGames)
			least, most := 0.6, n/8 // uniform play gains 0.297, and loses 29 %
			if *uctSims >= 20_000 && o.Uniform {
				least, most = 0.9, max(3, 3*n/1000)
			}
			if mean < least || float64(losses) > most {
				t.Errorf("gains %.4f, want %.2f; loses %d of %d", mean, least, losses, *uctGames)
			}
		})
	}
}

// A wrong option is an error, and a mistake where nobody looked.
func TestUCTOptions(t *testing.T) {
	for _, o := range []phantoms.UCTOptions{{Belief: 7}, {Config: badConfig(-1, false)}, {Config: badConfig(0, true)}} {
		if o.Check() == nil {
			t.Errorf("%+v is accepted", o)
		}
		mustPanic(t, func() { phantoms.NewUCT(o) })
	}
	bad := phantoms.GuaranteedOptions{States: -1}
	if bad.Check() == nil || (phantoms.GuaranteedOptions{}).Check() != nil {
		t.Error("options of guaranteed wins are not checked")
	}
	mustPanic(t, func() { phantoms.NewGuaranteed(bad) })
}

func mustPanic(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f()
}

// badConfig returns a configuration that is wrong, or wrong for two sides.
func badConfig(horizon int, apart bool) uct.Config { return uct.Config{Horizon: horizon, Apart: apart} }
