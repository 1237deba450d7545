package counting

import (
	"errors"
	"testing"

	"blindsight"
)

// grid is a system of a board of n by n closed cells between rows of numbers: every
// third row is open, and each number counts three cells above and three below.
func grid(n int) *blindsight.Sums {
	s := &blindsight.Sums{Unknowns: n * n, Total: n * n / 2}
	for i := range n * n {
		s.Names = append(s.Names, int32(i))
	}
	for row := 0; row+1 < n; row++ {
		for col := 1; col+1 < n; col += 2 {
			sum := blindsight.Sum{Value: 3}
			for _, r := range []int{row, row + 1} {
				for c := col - 1; c <= col+1; c++ {
					sum.Cells = append(sum.Cells, int32(r*n+c))
				}
			}
			s.Sums = append(s.Sums, sum)
		}
	}
	return s
}

func TestLimit(t *testing.T) {
	var free, limited Counter
	if err := free.Count(grid(5)); err != nil {
		t.Fatal(err)
	}
	want := free.Placements()
	limited.Limit = 20
	if err := limited.Count(grid(5)); !errors.Is(err, blindsight.ErrTooMany) {
		t.Errorf("beyond the limit: %v", err)
	}
	limited.Limit = 1_000_000
	if err := limited.Count(grid(5)); err != nil || limited.Placements().Cmp(want) != 0 {
		t.Errorf("within the limit: %v", err)
	}
	// What would not fit any memory is given up at once.
	if err := limited.Count(grid(60)); !errors.Is(err, blindsight.ErrTooMany) {
		t.Errorf("a wide system: %v", err)
	}
	// And the counter is as good as before.
	if err := limited.Count(grid(5)); err != nil || limited.Placements().Cmp(want) != 0 {
		t.Errorf("after that: %v", err)
	}
}
