package queue_test

import (
	"fmt"

	"blindsight/experiment/queue"
)

// A run that others can reach wants a token, or keys; one on this machine alone does not.
func ExampleExposed() {
	for _, at := range []string{"127.0.0.1:4222", "0.0.0.0:4222", "localhost:4222"} {
		fmt.Println(at, queue.Exposed(at))
	}
	// Output:
	// 127.0.0.1:4222 false
	// 0.0.0.0:4222 true
	// localhost:4222 false
}
