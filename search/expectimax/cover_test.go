package expectimax

import (
	"math/rand/v2"
	"testing"
)

// randomBelief is a belief of random answers, some of them lost; no two states are equal.
func randomBelief(rng *rand.Rand, states, actions, answers int) (*frame, *belief) {
	f := &frame{}
	b := &belief{states: states, marks: make([]uint64, states)}
	for range actions {
		c := column{shown: make([]uint8, states)}
		for i := range c.shown {
			x := uint8(rng.IntN(answers + 1))
			if int(x) == answers {
				x = loss
			}
			c.shown[i] = x
			c.counts[x]++
			c.kinds |= 1 << x
		}
		c.safe = int32(states) - c.counts[loss]
		b.columns = append(b.columns, c)
	}
	f.canonicalise(b)
	return f, b
}

func rivals(b *belief, i, j int32) bool { return pair(b, i, j) == 1 }

// All states are in one camp, members of a camp are rivals, camps have their places
// inside a word, and what is counted a word at a time is what there is.
func TestCamps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var c coverer
	var p planes
	merged := 0
	for range 300 {
		_, b := randomBelief(rng, 1+rng.IntN(300), 1+rng.IntN(12), 1+rng.IntN(4))
		p.load(b, &c)
		seen := make([]bool, b.states)
		camp := make([]int, b.states)
		start := int32(0)
		for k, end := range c.ends {
			for x, i := range c.members[start:end] {
				if seen[i] {
					t.Fatalf("state %d is in two camps", i)
				}
				seen[i], camp[i] = true, k
				for _, j := range c.members[start : start+int32(x)] {
					if !rivals(b, i, j) {
						t.Fatalf("states %d and %d are in one camp, but no rivals", i, j)
					}
				}
				if p.place[i]>>6 != p.place[c.members[start]]>>6 {
					t.Fatal("a camp crosses the border of a word")
				}
			}
			merged += int(end-start) - 1
			start = end
		}
		if int(start) != b.states {
			t.Fatalf("%d of %d states are in a camp", start, b.states)
		}
		for j := range b.columns {
			kept := make(map[int]bool)
			for i, x := range b.columns[j].shown {
				if x != loss {
					kept[camp[i]] = true
				}
			}
			safe := p.columns[j].safe
			if got := p.camps(p.bits[safe : safe+int32(p.words)]); int(got) != len(kept) {
				t.Fatalf("an action keeps %d camps, want %d", got, len(kept))
			}
		}
	}
	if merged < 1000 {
		t.Errorf("only %d states shared a camp", merged)
	}
}
