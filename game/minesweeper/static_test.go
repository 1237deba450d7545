package minesweeper

import (
	"context"
	"errors"
	"math"
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
			First: First(rng.IntN(3)), Neighbours: Neighbours(rng.IntN(5)),
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
			if step.Done() {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
			legal := v.Legal(nil)
			var want []string
			for placement := range g.States(v) {
				column := make([]byte, len(legal))
				for i, c := range legal {
					if placement.Mine(c) {
						column[i] = shownMine
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

// endingContext is over after so many looks at it, and counts them.
type endingContext struct {
	context.Context
	last, looks int
}

func (c *endingContext) Err() error {
	if c.looks++; c.looks > c.last {
		return context.Canceled
	}
	return nil
}

// Listing placements and tabulating what they show both look at the context: whichever
// look finds it over is the last one. The pages in which placements are kept change nothing:
// Answers counts as many as there are.
func TestAnswersGiveUp(t *testing.T) {
	g, err := New(Rules{Height: 5, Width: 5, Mines: 9})
	if err != nil {
		t.Fatal(err)
	}
	v := g.NewView()
	if err := v.Did(0, 1); err != nil {
		t.Fatal(err)
	}
	whole := &endingContext{Context: context.Background(), last: math.MaxInt}
	a, err := g.AnswersContext(whole, v, 1_000_000)
	if want := 3 * 203_490; err != nil || a.States != want { // 3 C(21,8): one mine beside the corner
		t.Fatalf("%v, want %d placements", err, want)
	}
	// One look at the beginning, one for each page of each cell, and some while listing.
	tabulating := 24 * ((a.States + pageStates - 1) / pageStates)
	if whole.looks < tabulating+5 {
		t.Errorf("%d looks for %d placements", whole.looks, a.States)
	}
	for _, last := range []int{0, 1, 3, whole.looks - tabulating, whole.looks - 1} {
		ctx := &endingContext{Context: context.Background(), last: last}
		if _, err := g.AnswersContext(ctx, v, 1_000_000); !errors.Is(err, context.Canceled) || ctx.looks != last+1 {
			t.Errorf("over after %d looks: %v after %d", last, err, ctx.looks)
		}
	}
}
