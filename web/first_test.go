package web

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/problemset"
	"blindsight/search/andor"
)

// The first attempts that win are those of 'kriegspiel mate --all', whole or in any number of parts, under every rule set.
func TestFirstInParts(t *testing.T) {
	c := newClient(t, Config{})
	problems, err := problemset.Published.Problems()
	if err != nil {
		t.Fatal(err)
	}
	several, asked := 0, 0
	for number := 1; number <= min(len(problems), 6); number++ {
		for _, rules := range kriegspiel.Names() {
			r, err := kriegspiel.ParseRules(rules)
			if err != nil {
				t.Fatal(err)
			}
			p := problems[number-1].Under(r)
			solver := players.NewSolver(r, andor.Options{})
			list, _ := players.First(context.Background(), solver, r, p.Belief, p.Depth, 0)
			want := fmt.Sprint(firstAttempts(p, list))
			for _, parts := range []int{1, 2, 5} {
				var all []firstAttemptJSON
				for part := range parts {
					var j firstJSON
					c.post("/api/kriegspiel/first", &firstRequest{Problem: problemRequest{Set: "published", Number: number, Rules: rules}, Seconds: 60, Part: part, Parts: parts}, &j)
					if !j.Decided {
						t.Errorf("problem %d, %s: part %d of %d is not decided", number, rules, part, parts)
					}
					all = append(all, j.First...)
				}
				slices.SortFunc(all, compareFirst)
				if got := fmt.Sprint(all); got != want {
					t.Errorf("problem %d, %s in %d parts: %s, the program %s", number, rules, parts, got, want)
				}
			}
			if len(list) > 1 {
				several++
			}
			if slices.Contains(list, kriegspiel.Any) {
				asked++
			}
		}
	}
	if several == 0 || asked == 0 {
		t.Errorf("%d problems have several first attempts, %d the question: the test tells nothing", several, asked)
	}
	for _, bad := range []firstRequest{{Part: 1}, {Part: -1, Parts: 2}, {Parts: 17}, {Part: 2, Parts: 2}} {
		bad.Problem = problemRequest{Set: "published", Number: 1}
		if status, text := c.ask("POST", "/api/kriegspiel/first", &bad); status != 400 {
			t.Errorf("%+v: %d %s", bad, status, text)
		}
	}
}

// A time instead of simulations: for advice, and for each step of what is watched; nonsense is refused.
func TestDecisionsInTime(t *testing.T) {
	c := newClient(t, Config{})
	show := c.newShow(&newShow{White: "belief", Black: "foresight", Seed: "2"})
	for range 2 {
		var s shownJSON
		c.post("/api/kriegspiel/watch/"+show.ID+"/step?seconds=0.1", nil, &s)
	}
	var g boardGameJSON
	c.post("/api/games", &newBoardGame{Game: "battleship", Seats: []string{"ahead"}, Seed: "1"}, &g)
	c.post("/api/games/"+g.ID+"/step?seconds=0.1", nil, &g)
	const record = "[Variant \"Kriegspiel\"]\n[Rules \"berkeley\"]\n\n1. e4 d5 2. Nf3 Nc6 *"
	advice := kriegspielAdviceRequest{Record: record, Side: "white", Seconds: 0.1}
	var report players.AdviceReport
	c.post("/api/kriegspiel/advise", &advice, &report)
	for _, bad := range []string{"0", "0.05", "11", "x", "NaN"} {
		for _, path := range []string{"/api/kriegspiel/watch/" + show.ID + "/step", "/api/games/" + g.ID + "/step"} {
			if status, text := c.ask("POST", path+"?seconds="+bad, nil); status != 400 {
				t.Errorf("%s?seconds=%s: %d %s", path, bad, status, text)
			}
		}
	}
	advice.Seconds = 11
	if status, text := c.ask("POST", "/api/kriegspiel/advise", &advice); status != 400 {
		t.Errorf("advice in 11 s: %d %s", status, text)
	}
}
