package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// mirrorView is the view of a row that knows that its two ends are alike.
type mirrorView struct{ *searchtest.View }

func (v *mirrorView) Clone() *mirrorView     { return &mirrorView{v.View.Clone()} }
func (v *mirrorView) CopyFrom(w *mirrorView) { v.View.CopyFrom(w.View) }

// hash folds the past as it is, or mirrored, into a key.
func (v *mirrorView) hash(mirrored bool) blindsight.Key {
	k := blindsight.Key{Hi: 1, Lo: 2}
	for _, e := range v.Past() {
		a := e.Action
		if mirrored && !e.Heard {
			a = 2 - a
		}
		x := uint64(a)<<8 | uint64(e.Seen)<<1
		if e.Heard {
			x |= 1
		}
		k.Hi = (k.Hi ^ x) * 0xbf58476d1ce4e5b9
		k.Lo = (k.Lo + x) * 0x94d049bb133111eb
	}
	return k
}

func (v *mirrorView) Canonical() (blindsight.Key, int) {
	plain, mirrored := v.hash(false), v.hash(true)
	if mirrored.Less(plain) {
		return mirrored, 1
	}
	return plain, 0
}

// CanonicalLegal leaves one end where the view is its own image.
func (v *mirrorView) CanonicalLegal(transformation int, buf []searchtest.Action) []searchtest.Action {
	own := v.hash(false) == v.hash(true)
	for _, a := range v.Legal(nil) {
		if a = v.FromCanonical(transformation, a); !own || a < 2 {
			buf = append(buf, a)
		}
	}
	return buf
}

func (v *mirrorView) FromCanonical(transformation int, a searchtest.Action) searchtest.Action {
	if transformation == 1 {
		return 2 - a
	}
	return a
}

// mirrorRow is a row for such views.
type mirrorRow struct{ *searchtest.Duel }

func (g mirrorRow) ViewOf(s *searchtest.DuelState, side blindsight.Side, v *mirrorView) {
	g.Duel.ViewOf(s, side, v.View)
}

type mirrorSampler struct {
	blindsight.Sampler[searchtest.DuelState, *searchtest.View]
}

func (b mirrorSampler) Sample(ctx context.Context, rng *rand.Rand, v *mirrorView, effort int, s *searchtest.DuelState) error {
	return b.Sampler.Sample(ctx, rng, v.View, effort, s)
}

// Mirrored views are one node for either side, values stay what they are, and decisions are
// told as the view speaks of them, at the first decision and at one after a refusal, whose
// view is not the canonical one for one of the two ends.
func TestSidesMirrored(t *testing.T) {
	for side := range blindsight.Side(2) {
		d := searchtest.Row(side)
		for _, c := range sidesConfigs() {
			p := uct.NewSides(mirrorRow{d}, side, func() blindsight.Sampler[searchtest.DuelState, *mirrorView] {
				return mirrorSampler{d.NewSampler()}
			}, c)
			p.Against(uct.Uniform[*mirrorView, searchtest.Action, searchtest.Seen])
			decide := func(v *searchtest.View) blindsight.Decision[searchtest.Action] {
				got, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), &mirrorView{v}, blindsight.Budget{Simulations: 5000})
				if err != nil {
					t.Fatal(err)
				}
				return got
			}
			got := decide(d.NewView())
			if got.Action != 1 || math.Abs(got.Value-d.Values[1]) > d.Tolerance || len(got.Actions) != 2 {
				t.Errorf("side %d, %+v: %+v, want the middle, worth %v, and one of the ends", side, c, got, d.Values[1])
			}
			if side == 0 {
				continue
			}
			for _, end := range []searchtest.Action{0, 2} {
				v := d.NewView()
				if err := v.Did(end, searchtest.Refused); err != nil {
					t.Fatal(err)
				}
				// The middle draws, the other end loses.
				if got := decide(v); got.Action != 1 || math.Abs(got.Value) > d.Tolerance {
					t.Errorf("%+v: refused at %d: %+v, want the middle, worth 0", c, end, got)
				}
			}
		}
	}
}
