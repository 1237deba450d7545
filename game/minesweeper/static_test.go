package minesweeper

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
)

// The table has a column of answers for each placement that brute force finds, and
// no other, in all variants.
func TestAnswersAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	tables := 0
	for range 600 {
		r := Rules{
			Height: 1 + rng.IntN(4), Width: 1 + rng.IntN(5),
			First: First(rng.IntN(2)), Neighbours: Neighbours(rng.IntN(5)),
		}
		r.Mines = rng.IntN(r.Height * r.Width)
		g, err := New(r)
		if err != nil {
			continue
		}
		v := g.NewView()
		var s State
		g.Start(rng, &s)
		for {
			c := v.Pick(rng)
			step := g.Step(rng, &s, c)
			if step.Done {
				break
			}
			if err := v.Observe(c, step.Seen); err != nil {
				t.Fatal(err)
			}
			legal := v.Legal(nil)
			var want []string
			for placement := range g.States(v) {
				column := make([]byte, len(legal))
				for i, c := range legal {
					if placement.Mine(c) {
						column[i] = blindsight.Loss
					} else {
						column[i] = byte(g.count(placement, c))
					}
				}
				want = append(want, string(column))
			}
			a, err := g.Answers(v, len(want))
			if err != nil {
				t.Fatalf("%s: %v", r, err)
			}
			var got []string
			for s := range a.States {
				column := make([]byte, a.Actions)
				for i := range column {
					column[i] = a.Shown[i*a.States+s]
				}
				got = append(got, string(column))
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %d placements, want %d", r, len(got), len(want))
			}
			if _, err := g.Answers(v, len(want)-1); !errors.Is(err, blindsight.ErrTooMany) {
				t.Fatalf("%s: one fewer allowed gives %v", r, err)
			}
			tables++
		}
	}
	if tables < 1000 {
		t.Errorf("only %d positions", tables)
	}
}

func TestAnswersOfAContradiction(t *testing.T) {
	for _, text := range []string{
		"2x3/1 windows\n1..\n..3\n",      // three mines beside a cell, one in all
		"3x3/8 windows\n...\n.0.\n...\n", // none beside the only safe cell, eight in all
		"1x4/1 windows\n11..\n",          // the mine would have to be in two places
	} {
		p, err := NewPositionReader(strings.NewReader(text), "text", Rules{}).Next()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if _, err = p.View.g.Answers(p.View, 1000); !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("%q: %v, want %v", text, err, blindsight.ErrInconsistent)
		}
	}
}
