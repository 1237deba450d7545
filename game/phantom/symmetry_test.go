package phantom_test

import (
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
)

// mirrors are the symmetries of some boards, written down by hand: number k is the image of
// cell k. Each is checked to leave lines and chains what they are.
var mirrors = map[string][][]phantom.Cell{
	"tictactoe": {
		{2, 1, 0, 5, 4, 3, 8, 7, 6},
		{6, 7, 8, 3, 4, 5, 0, 1, 2},
		{8, 7, 6, 5, 4, 3, 2, 1, 0},
		{0, 3, 6, 1, 4, 7, 2, 5, 8},
		{8, 5, 2, 7, 4, 1, 6, 3, 0},
		{6, 3, 0, 7, 4, 1, 8, 5, 2},
		{2, 5, 8, 1, 4, 7, 0, 3, 6},
	},
	"tictactoe 1x4": {{3, 2, 1, 0}},
	"hex 2x3":       {{5, 4, 3, 2, 1, 0}},
	"hex 3x3":       {{8, 7, 6, 5, 4, 3, 2, 1, 0}},
}

func TestMirrorsKeepWins(t *testing.T) {
	for settings, images := range mirrors {
		g := parse(t, settings)
		for _, image := range images {
			for stones := range uint64(1) << g.Cells() {
				var mirrored uint64
				for _, c := range cells(stones) {
					mirrored |= 1 << image[c]
				}
				for side := range blindsight.Side(2) {
					if g.HasWon(side, stones) != g.HasWon(side, mirrored) {
						t.Fatalf("%s: %v does not keep %b", settings, image, stones)
					}
				}
			}
		}
	}
}

// A play and its mirror image, told to views of their own: views of both have the same
// canonical key and actions, and an action translated back leads to the same canonical view.
func TestCanonical(t *testing.T) {
	for settings, images := range mirrors {
		for _, words := range []string{" classical", " abrupt", " classical recall", " abrupt recall"} {
			g := parse(t, settings+words)
			for i, image := range images {
				for number := range uint64(20) {
					rng := randstream.New(uint64(i), "game/phantom/mirror", number)
					mirrored := [2]*phantom.View{g.NewView(0), g.NewView(1)}
					var s, m phantom.State
					play(t, g, rng, func(now *phantom.State, views [2]*phantom.View) {
						if views[0].Past() != nil || views[1].Past() != nil {
							c := lastTried(t, g, &s, now)
							turn := m.Turn
							tell(t, mirrored, turn, image[c], g.Step(nil, &m, image[c]))
						}
						s = *now
						for side := range 2 {
							checkImages(t, g, views[side], mirrored[side])
						}
					})
				}
			}
		}
	}
}

// lastTried returns the cell by which one state became the next.
func lastTried(t *testing.T, g *phantom.Game, from, to *phantom.State) phantom.Cell {
	v := viewOf(g, from, from.Turn)
	for _, c := range v.Legal(nil) {
		next := *from
		if g.Step(nil, &next, c); next == *to {
			return c
		}
	}
	t.Fatal("no cell leads from one state to the next")
	return 0
}

// checkImages holds two views that are mirror images against one another.
func checkImages(t *testing.T, g *phantom.Game, v, w *phantom.View) {
	t.Helper()
	key, tv := v.Canonical()
	other, tw := w.Canonical()
	legal := v.CanonicalLegal(tv, nil)
	if key != other || !slices.Equal(legal, w.CanonicalLegal(tw, nil)) {
		t.Fatalf("%s: canonical %v %v, mirrored %v %v", g.Rules(), key, legal, other, w.CanonicalLegal(tw, nil))
	}
	if !v.Mine() {
		return
	}
	after := func(v *phantom.View, c phantom.Cell) blindsight.Key {
		next := v.Clone()
		if err := next.Did(c, phantom.Placed); err != nil {
			return blindsight.Key{}
		}
		k, _ := next.Canonical()
		return k
	}
	classes := map[blindsight.Key]bool{} // what follows the canonical actions, in both
	for _, c := range legal {
		a, b := after(v, v.FromCanonical(tv, c)), after(w, w.FromCanonical(tw, c))
		if a != b {
			t.Fatalf("%s: %d of the canonical image is not the same in both", g.Rules(), c)
		}
		classes[a] = true
	}
	for _, c := range v.Legal(nil) {
		if !classes[after(v, c)] {
			t.Fatalf("%s: cell %d has no equivalent", g.Rules(), c)
		}
	}
}

// On the empty board of tic-tac-toe there are three cells to choose from; of 3x3 Hex five.
func TestEmptyBoards(t *testing.T) {
	for settings, want := range map[string]int{"tictactoe": 3, "hex 3x3": 5, "hex 2x3": 3, "tictactoe 3x4": 4} {
		v := parse(t, settings).NewView(0)
		_, k := v.Canonical()
		if got := v.CanonicalLegal(k, nil); len(got) != want {
			t.Errorf("%s: %v, want %d cells", settings, got, want)
		}
	}
}
