package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"blindsight/experiment"
	"blindsight/experiment/store"
)

// Two batches of games arrive, the second of them twice: each game counts once.
func Example() {
	plan, err := experiment.Read(strings.NewReader(`{"name": "small", "game": "minesweeper", "games": 10,
		"groups": [{"settings": [{"board": "4x4/4"}], "players": ["csp"], "budgets": [{"time": "0"}]}]}`), "small.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "store")
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
	for _, first := range []int{0, 2, 2} {
		batch := &experiment.Batch{Results: []experiment.Result{{Game: first, Outcome: experiment.Won}, {Game: first + 1, Outcome: experiment.Lost}}}
		fresh, err := record.Add([]*experiment.Batch{batch})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(fresh, "new games")
	}
	// Output:
	// 2 new games
	// 2 new games
	// 0 new games
}

// Work that was stopped goes on with the pieces that were kept.
func ExampleWork() {
	folder, err := os.MkdirTemp("", "work")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	for _, last := range []int{2, 4} {
		w, err := store.OpenWork(filepath.Join(folder, "squares.record"), "squares of numbers", "v1", store.Machine{Host: "here"})
		if err != nil {
			fmt.Println(err)
			return
		}
		done := 0
		for n := range last {
			var square int
			name := fmt.Sprint(n)
			found, err := w.Find(name, &square)
			if err == nil && !found {
				done++
				err = w.Keep(name, n*n)
			}
			if err != nil {
				fmt.Println(err)
			}
		}
		fmt.Println(done, "done,", w.Len(), "kept")
		w.Close()
	}
	// Output:
	// 2 done, 2 kept
	// 2 done, 4 kept
}
