package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"blindsight"
	"blindsight/search/uct"
)

// A difference is all that matters of a history of listening to the tiger: how many
// growls more came from door 1 than from door 2. Listening leads away from a view and
// back to it, so that shared nodes form circles; with the time told, they form a web
// in which the ways to a node double with every step.
type difference struct {
	more    int
	growls  int
	telling bool // whether time is part of the key
}

func (v *difference) Legal(buf []int) []int { return append(buf, 0, 1, 2) }

func (v *difference) Did(_ int, heard int) error {
	v.more += 3 - 2*heard // heard is 1 or 2
	v.growls++
	return nil
}

func (v *difference) Key() blindsight.Key {
	k := blindsight.Key{Lo: uint64(1<<20 + v.more)}
	if v.telling {
		k.Hi = uint64(v.growls)
	}
	return k
}

func (v *difference) Clone() *difference { w := *v; return &w }

func (v *difference) CopyFrom(w *difference) { *v = *w }

// believer draws the door from the exact belief: each growl more makes a door
// 0.85/0.15 times as likely.
type believer struct{ health blindsight.Health }

func (b *believer) Sample(_ context.Context, rng *rand.Rand, v *difference, _ int, door *int) error {
	*door = 2
	if odds := math.Pow(0.85/0.15, float64(v.more)); rng.Float64() < odds/(1+odds) {
		*door = 1
	}
	b.health.Samples++
	return nil
}

func (b *believer) Reset() {}

func (b *believer) Health() blindsight.Health { return b.health }

func TestViewsThatRecur(t *testing.T) {
	newSampler := func() blindsight.Sampler[int, *difference] { return &believer{} }
	for _, telling := range []bool{false, true} {
		for _, c := range configs() {
			c.Exploration = 110
			p := uct.New(tiger{}, newSampler, c)
			// After four growls more the other door is opened.
			for _, x := range []struct{ more, want int }{{0, 0}, {4, 2}, {-4, 1}} {
				more, want := x.more, x.want
				start := time.Now()
				d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), &difference{more: more, telling: telling}, blindsight.Budget{Simulations: 20_000})
				if err != nil {
					t.Fatal(err)
				}
				if d.Action != want {
					t.Errorf("%s, time told %v, difference %d: action %d, want %d", name(c), telling, more, d.Action, want)
				}
				// Listening twice and opening where both agree is worth more than 0; no play
				// brings more than 10.
				if d.Value < 0 || d.Value > 10 {
					t.Errorf("%s, time told %v, difference %d: value %v", name(c), telling, more, d.Value)
				}
				if took := time.Since(start); took > 2*time.Minute {
					t.Errorf("%s, time told %v, difference %d: took %v", name(c), telling, more, took)
				}
			}
		}
	}
}
