package bounded_test

import (
	"context"
	"fmt"

	"blindsight"
	"blindsight/search/bounded"
)

// doors is a space of three beliefs: it is not known which of two doors hides 10 (belief 0); it is known (1); the
// play is over (2). To look costs 1 and tells; to open a door without knowing brings 5 in the mean.
type doors struct{}

func (doors) Actions() int      { return 2 } // look, open
func (doors) Discount() float64 { return 0.9 }
func (doors) Held() int64       { return 0 }

func (doors) Bounds(belief int32) (lower, upper float64, first int) {
	return [...]float64{5, 10, 0}[belief], [...]float64{10, 10, 0}[belief], 1
}

func (doors) Promise(_ int32, upper []float64) { upper[0], upper[1] = 10, 10 }

func (doors) Act(belief int32, action int, buf []bounded.Outcome) (float64, []bounded.Outcome) {
	switch {
	case action == 0 && belief < 2:
		return -1, append(buf, bounded.Outcome{Chance: 1, To: 1})
	case belief == 2:
		return 0, buf
	}
	return [...]float64{5, 10}[belief], append(buf, bounded.Outcome{Chance: 1, To: 2})
}

// To look first brings -1 + 0.9*10 = 8.
func Example() {
	search := bounded.New(doors{}, 0)
	search.Run(context.Background(), 0, blindsight.Budget{Simulations: 10})
	action, lower := search.Decide(0)
	_, upper := search.Bounds(0)
	fmt.Println("action", action, "is worth", lower, "to", upper)
	// Output: action 0 is worth 8 to 8
}
