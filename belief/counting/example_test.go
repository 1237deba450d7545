package counting_test

import (
	"fmt"

	"blindsight/belief/counting"
)

// Five covered cells in a row hold two mines; a 1 was seen beside the first three, and a 1 beside
// the third and fourth. How likely is each to be a mine, and how many placements are there?
func Example() {
	var counter counting.Counter
	err := counter.Count(&counting.Sums{
		Unknowns: 5,
		Names:    []int32{0, 1, 2, 3, 4},
		Total:    2,
		Sums:     []counting.Sum{{Cells: []int32{0, 1, 2}, Value: 1}, {Cells: []int32{2, 3}, Value: 1}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v placements, chances %.2f\n", counter.Placements(), counter.Chances())
	// Output: 3 placements, chances [0.33 0.33 0.33 0.67 0.33]
}
