package minecoach_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// An analysis that is interrupted has the risks of the whole one, and claims no chance to win.
func TestInterruptedAnalysis(t *testing.T) {
	for open := range 2 {
		v := sweeptest.Position(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4}, open)
		analyst := minecoach.NewAnalyst(5000, reveal.New(reveal.Options{Workers: 1}))
		got, err := analyst.Analyse(sweeptest.Over(), v)
		if !errors.Is(err, context.Canceled) || got == nil {
			t.Fatalf("%v and %v", got, err)
		}
		want, err := analyst.Analyse(context.Background(), v)
		if err != nil || want.Win == nil {
			t.Fatalf("%v: not solved", err)
		}
		for i := range want.Cells {
			want.Cells[i].Win = nil
		}
		if got.Win != nil || got.Placements.Cmp(want.Placements) != 0 || !reflect.DeepEqual(got.Cells, want.Cells) {
			t.Errorf("interrupted %+v, want the risks of %+v", got, want)
		}
		if len(got.Best) == 0 {
			t.Error("no cell is the safest")
		}
	}
}
