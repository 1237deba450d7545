package reveal

import (
	"math/rand/v2"
	"testing"
)

// randomBelief is a belief of random answers, some of them lost.
func randomBelief(rng *rand.Rand, states, actions, answers int) *belief {
	width := (actions + perWord - 1) / perWord
	b := &belief{
		states: states, columns: actions, width: width, upper: int32(states),
		rows: make([]uint64, states*width), marks: make([]uint64, states),
	}
	for i := range states {
		b.marks[i] = rng.Uint64()
		for j := range actions {
			x := rng.IntN(answers + 1)
			if x == answers {
				x = loss
			}
			b.rows[i*width+j/perWord] |= uint64(x) << (j % perWord * 4)
		}
	}
	return b
}

// rivals is the definition.
func rivals(b *belief, i, j int) bool {
	for c := range b.columns {
		if x, y := b.at(i, c), b.at(j, c); x != y && x != loss && y != loss {
			return false
		}
	}
	return true
}

// All states are in one camp, members of a camp are rivals, camps have their places
// inside a word, and what is counted a word at a time is what there is.
func TestCamps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var c coverer
	var p planes
	merged := 0
	for range 100 {
		b := randomBelief(rng, 1+rng.IntN(1500), 1+rng.IntN(20), 1+rng.IntN(4))
		p.load(b, &c)
		seen := make([]bool, b.states)
		camp := make([]int, b.states)
		place := make([]int, b.states)
		for at, i := range p.order {
			if i >= 0 {
				place[i] = at
			}
		}
		start := int32(0)
		for k, end := range c.ends {
			for x, i := range c.members[start:end] {
				if seen[i] {
					t.Fatalf("state %d is in two camps", i)
				}
				seen[i], camp[i] = true, k
				for _, j := range c.members[start : start+int32(x)] {
					if !rivals(b, int(i), int(j)) {
						t.Fatalf("states %d and %d are in one camp, but no rivals", i, j)
					}
				}
				if place[i]>>6 != place[c.members[start]]>>6 {
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
			for i := range b.states {
				if b.at(i, j) != loss {
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
