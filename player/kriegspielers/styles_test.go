package kriegspielers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Who plays in a style is known by it: against an opponent whose moves are drawn by the model of a style, what is heard in forty moves makes that
// style likelier than it is thought to be against the others, on the mean of some games.
func TestStylesAreKnownByWhatIsHeard(t *testing.T) {
	const games = 5
	var believed [styles]byStyle
	for truth := range styles {
		for n := range uint64(games) {
			shares := believedOf(t, truth, n)
			believed[truth].add(&shares)
		}
	}
	for truth := range styles {
		for other := range styles {
			if other != truth && believed[other][truth] >= believed[truth][truth] {
				t.Errorf("style %s is thought as likely of %s: %.2f, of himself %.2f", Styles()[truth], Styles()[other], believed[other][truth]/games, believed[truth][truth]/games)
			}
		}
	}
	t.Logf("%.2f in %d games", believed, games)
}

// believedOf returns what a tracker believes of an opponent after a game in which his moves are drawn by a style, and ours are any that are legal.
func believedOf(t *testing.T, truth style, seed uint64) byStyle {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, uint64(truth)))
	tracker := NewTracker(TrackerOptions{Exact: 500, Sample: 500, Likely: true, Styles: true})
	var told feed
	var drawn replies
	drawn.shares[truth] = 1
	start := chess.Start()
	g := kriegspiel.NewReferee(kriegspiel.MustRules("berkeley"), &start, 0)
	var took [2]chess.Square
	for g.Result() == kriegspiel.Unfinished && g.View(chess.White).Turns() < 80 {
		p, v := g.Position(), g.View(g.Side())
		moves := p.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		if g.Side() == chess.White {
			told.tell(tracker, v)
			if err := tracker.Update(context.Background(), rng); err != nil {
				t.Fatal(err)
			}
		} else {
			drawn.list(&p, knowledge{heard: v.LastHeard(), took: took[chess.Black]})
			m = drawn.pick(rng.Float64())
		}
		h, err := g.Try(kriegspiel.Attempt(m))
		if err != nil {
			t.Fatal(err)
		}
		took[p.Side()] = h.Captured()
	}
	return tracker.styles()
}

// The chances of all moves sum up to 1, in each style and on the mean.
func TestChancesOfStyles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := replies{shares: unknown}
	p := chess.Start()
	for range 60 {
		r.list(&p, knowledge{heard: kriegspiel.Silent, took: chess.NoSquare})
		mean, sums, chances := 0.0, byStyle{}, byStyle{}
		for i, m := range r.moves {
			to := p.Make(m)
			r.chances(&to, chances[:])
			sums.add(&chances)
			mean += r.chance(i)
		}
		for k, x := range append(sums[:], mean) {
			if math.Abs(x-1) > 1e-9 {
				t.Fatalf("%s: the chances of style %d sum up to %v", p.FEN(), k, x)
			}
		}
		p = p.Make(r.moves[rng.IntN(len(r.moves))])
	}
}
