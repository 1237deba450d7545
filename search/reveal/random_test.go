package reveal_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"blindsight/search/reveal"
)

// arbitrary is a table that no board has: what is shown is drawn at random. As
// [reveal.Answers] wants it, all states have the same number of losing actions,
// and no two have the same ones.
func arbitrary(rng *rand.Rand, maxStates, actions, answers int) *reveal.Answers {
	losing := 1 + rng.IntN(actions-1)
	var sets []int
	for set := range 1 << actions {
		if bits.OnesCount(uint(set)) == losing {
			sets = append(sets, set)
		}
	}
	rng.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	n := 1 + rng.IntN(min(len(sets), maxStates))
	a := &reveal.Answers{States: n, Actions: actions, Shown: make([]uint8, n*actions)}
	for i := range a.Shown {
		if sets[i%n]>>(i/n)&1 != 0 {
			a.Shown[i] = reveal.Loss
		} else {
			a.Shown[i] = uint8(rng.IntN(answers))
		}
	}
	return a
}

func TestArbitraryTablesAgainstTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	s := reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1})
	for i := range 2000 {
		a := arbitrary(rng, 70, 2+rng.IntN(6), 1+rng.IntN(4))
		n := naive{a}
		want := int64(n.win(n.all(), 0))
		if got := s.Win(context.Background(), a)[0]; got.Lower != want || !got.Exact() {
			t.Fatalf("table %d of %d states: %v, want %d", i, a.States, got, want)
		}
	}
}
