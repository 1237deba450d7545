package percent_test

import (
	"fmt"

	"blindsight/internal/percent"
)

func ExampleOf() {
	for _, p := range []float64{0, 1e-9, 0.1236, 0.9995, 1} {
		fmt.Printf("%s [%s] [%s]\n", percent.Of(p), percent.Bare(p), percent.Column(p))
	}
	// Output:
	// 0% [0] [    0]
	// <0.1% [<0.1] [ <0.1]
	// 12.4% [12.4] [ 12.4]
	// >99.9% [>99.9] [>99.9]
	// 100% [100] [  100]
}
