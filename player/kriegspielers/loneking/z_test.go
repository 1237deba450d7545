package loneking

import (
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/endings"
	"context"
	"os"
	"testing"
	"time"
)

func TestZ(t *testing.T) {
	f, err := os.Open("/tmp/wt/endings/proto/KRK.all")
	if err != nil {
		t.Fatal(err)
	}
	tab, err := endings.Read(f, "krk")
	if err != nil {
		t.Fatal(err)
	}
	open, _ := endings.NewOpen(context.Background(), tab.Material(), 1)
	for _, lib := range []*Library{NewLibrary(tab), NewLibrary()} {
		for _, k := range []Runner{Uniform{}, Evader{[]*endings.Open{open}}} {
			g := Game{Rules: kriegspiel.MustRules("berkeley"), Table: tab, Library: lib, King: k, Limit: 100, Seed: 1}
			start := time.Now()
			res := map[kriegspiel.Result]int{}
			most, sum := 0, 0
			N := 200
			if lib.tables == nil {
				N = 4
			}
			for n := range N {
				o, err := g.Play(context.Background(), n)
				if err != nil {
					t.Fatal(err)
				}
				res[o.Result]++
				most = max(most, o.Moves)
				sum += o.Moves
			}
			t.Log(res, most, sum/N, time.Since(start))
		}
	}
}
