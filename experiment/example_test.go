package experiment_test

import (
	"fmt"
	"strings"

	"blindsight/experiment"
)

// A plan names settings, players and budgets; every combination is a cell. A mistake is named with its place.
func ExampleRead() {
	const plan = `{
  "name": "hex", "game": "phantom", "games": 10,
  "groups": [{"settings": ["board=hex"], "players": ["uct", "andor"], "opponents": ["random"], "budgets": [{"sims": 10}, {"sims": 100}]}]
}`
	p, err := experiment.Read(strings.NewReader(plan), "hex.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.Cells), "cells,", p.Games(), "games")
	_, err = experiment.Read(strings.NewReader(strings.Replace(plan, "andor", "andro", 1)), "hex.json")
	what, _, _ := strings.Cut(err.Error(), ": use")
	fmt.Println(what)
	// Output:
	// 4 cells, 40 games
	// hex.json:3:61: unknown player "andro" (did you mean "andor"?)
}
