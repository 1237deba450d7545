package registry_test

import (
	"context"
	"fmt"
	"strings"

	"blindsight"
	"blindsight/catalog"
	"blindsight/registry"
)

// A listed game is played by name, whatever its types: Battleship on a small board, by a player that
// counts all fleets.
func Example() {
	game, err := registry.Find("battleship")
	if err != nil {
		fmt.Println(err)
		return
	}
	setting, err := game.Open("rows=3,cols=3,fleet=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	match, err := setting.Seat("density")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := match.Play(context.Background(), catalog.Play{Seed: 1, Budgets: []blindsight.Budget{{Simulations: 1}}})
	fmt.Println(game.Sides, "needed", result.Steps, "shots", err)
	_, err = registry.Find("batleship")
	meant, _, _ := strings.Cut(err.Error(), ":")
	fmt.Println(meant)
	// Output:
	// [gunner] needed 3 shots <nil>
	// unknown game "batleship" (did you mean "battleship"?)
}
