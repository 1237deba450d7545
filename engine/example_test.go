package engine_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"blindsight/engine"
	"blindsight/registry"
)

// A program outside asks for advice in a game of Minesweeper, line by line.
func ExampleService() {
	game, err := registry.Find("minesweeper")
	if err != nil {
		fmt.Println(err)
		return
	}
	lines := strings.NewReader(`{"type":"hello","protocol":1,"settings":{"board":"1x3/1"}}
{"type":"begin","seed":1}
{"type":"did","action":"0,0","saw":"0"}
{"type":"view"}
{"type":"quit"}
`)
	if err := (engine.Service{Game: game, Player: "csp"}).Serve(context.Background(), lines, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"type":"ready","protocol":1,"game":"minesweeper","settings":{"auto-open":"true","board":"1x3/1","neighbours":"8","objective":"win","rule":"windows"},"sides":["player"],"side":"player","name":"blindsight csp"}
	// {"type":"view","view":"1x3/1 windows\n0..\n","legal":["0,1"]}
}
