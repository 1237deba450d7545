package counting

import (
	"errors"
	"testing"

	"blindsight"
)

// grid is a system of a board of n by n closed cells between rows of numbers: every
// third row is open, and each number counts three cells above and three below.
func grid(n int) *Sums {
	s := &Sums{Unknowns: n * n, Total: n * n / 2}
	for i := range n * n {
		s.Names = append(s.Names, int32(i))
	}
	for row := 0; row+1 < n; row++ {
		for col := 1; col+1 < n; col += 2 {
			sum := Sum{Value: 3}
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

// A count without a limit is given up when it is told to, at the very question, and the
// counter is as good as before; small counts are not asked about.
func TestStop(t *testing.T) {
	var free, stopped Counter
	if err := free.Count(grid(5)); err != nil {
		t.Fatal(err)
	}
	for _, last := range []int{1, 2, 10} {
		asked := 0
		stopped.Stop = func() bool {
			asked++
			return asked >= last
		}
		if err := stopped.Count(grid(60)); !errors.Is(err, blindsight.ErrTooMany) || asked != last {
			t.Errorf("told to stop at question %d: %v after %d", last, err, asked)
		}
		if err := stopped.Count(grid(5)); err != nil || stopped.Placements().Cmp(free.Placements()) != 0 || asked != last {
			t.Errorf("after that: %v, asked %d times", err, asked)
		}
	}
}
