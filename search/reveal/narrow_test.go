package reveal_test

import (
	"context"
	"slices"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// A narrow search never says more than the exact one, says the same where it leaves all
// actions, and one breadth does not disturb another, nor the exact search after it.
func TestEstimate(t *testing.T) {
	ctx := context.Background()
	s := reveal.New(reveal.Options{Memory: 1 << 22, Workers: 1})
	below := 0
	tables := randomTables(t, 30, 400, 12)
	for _, mines := range []int{4, 5, 7, 9} {
		tables = append(tables, firstTables(t, minesweeper.Rules{Height: 4, Width: 4, Mines: mines}, 0, 1)...)
	}
	for i, a := range tables {
		order := reveal.Division(a)
		if got := slices.Sorted(slices.Values(order)); len(slices.Compact(got)) != a.Actions {
			t.Fatalf("table %d: %v is no order of %d actions", i, order, a.Actions)
		}
		var narrow [][]int64
		for _, breadth := range []int{1, 2, a.Actions} {
			narrow = append(narrow, s.Estimate(ctx, a, reveal.Narrow{States: 64, Breadth: breadth}, order))
		}
		exact := s.Actions(ctx, a)
		for k, values := range narrow {
			if len(values) != len(order) {
				t.Fatalf("table %d: %d values of %d", i, len(values), len(order))
			}
			for at, j := range order {
				switch {
				case values[at] > exact[j].Lower, k == 2 && values[at] != exact[j].Lower:
					t.Errorf("table %d, action %d, search %d: %d, exactly %d", i, j, k, values[at], exact[j].Lower)
				case values[at] < exact[j].Lower:
					below++
				}
			}
		}
		alone := reveal.New(reveal.Options{Memory: 1 << 22, Workers: 1})
		if again := alone.Estimate(ctx, a, reveal.Narrow{States: 64, Breadth: 1}, order); !slices.Equal(again, narrow[0]) {
			t.Errorf("table %d: %v, by a new solver %v", i, narrow[0], again)
		}
		// Within a limit it has the values of the first actions.
		alone.Forget()
		alone.Limit(400)
		if few := alone.Estimate(ctx, a, reveal.Narrow{States: 64, Breadth: 1}, order); !slices.Equal(few, narrow[0][:len(few)]) {
			t.Errorf("table %d: within a limit %v, without %v", i, few, narrow[0])
		}
	}
	if below == 0 {
		t.Error("no search was narrow")
	}
}
