package minecoach

import (
	"context"
	"reflect"
	"testing"

	"blindsight/game/minesweeper"
)

// What is said at once of a position does not depend on what was asked before, though the analyst keeps its memory.
func TestGlanceDoesNotDependOnWhatWasAsked(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	kept := NewAnalyst(0, nil)
	asked, guessed := 0, 0
	for game := range uint64(4) {
		var board minesweeper.State
		g.Deal(7, game, &board)
		for v := g.NewView(); v.Left() > 0; {
			c, forced := v.Forced()
			if !forced {
				got, err := (&Coach{Analyst: kept, Seed: 1}).Glance(context.Background(), v)
				if err != nil {
					t.Fatal(err)
				}
				want, err := (&Coach{Analyst: NewAnalyst(0, nil), Seed: 1}).Glance(context.Background(), v)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("game %d: %+v, asked anew %+v\n%s", game, got, want, &minesweeper.Position{View: v})
				}
				asked++
				if got.Analysis.cell(got.Cell).Mine > 0 {
					guessed++
				}
				c = got.Cell
			}
			step := g.Step(nil, &board, c)
			if step.Seen == minesweeper.Mine {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	if asked < 100 || guessed < 10 {
		t.Errorf("%d positions, %d guesses: too few to show anything", asked, guessed)
	}
}
