package report_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"blindsight/experiment"
	"blindsight/experiment/report"
	"blindsight/experiment/store"
)

// A plan is run into a record, and the record summed up: both players meet the same boards.
func Example() {
	plan, err := experiment.Read(strings.NewReader(`{"name": "small", "game": "minesweeper", "games": 200,
		"groups": [{"settings": [{"board": "4x4/4"}], "players": ["csp", "random"], "budgets": [{"time": "0"}]}]}`), "small.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "report")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	record, err := store.Open(filepath.Join(folder, "small.record"), plan, "v1", store.Machine{Host: "here"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer record.Close()
	if err := experiment.Run(context.Background(), plan, record, experiment.Options{Workers: 1, Name: "here"}); err != nil {
		fmt.Println(err)
		return
	}
	r, err := report.Make(record, report.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range r.Cells {
		fmt.Println(c.Player, "won", c.Wins, "of", c.Games)
	}
	p := r.Pairs[0]
	fmt.Printf("%s less %s: %+.2f\n", p.A, p.B, p.Difference)
	// Output:
	// csp won 124 of 200
	// random won 3 of 200
	// csp less random: +0.60
}
