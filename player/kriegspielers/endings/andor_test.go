package endings_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/endings"
	"blindsight/search/andor"
)

var (
	andorSets   = flag.Int("andor-sets", 40, "random sets of each ending on which TestAgreesWithAndor compares")
	andorLevels = flag.Int("andor-levels", 3, "moves up to which TestAgreesWithAndor compares")
)

// A table and the search for guaranteed mates, which knows nothing of one another, agree on random sets of a few
// squares: on those that are won in how many moves, and on those that are not won within as many as are looked at.
func TestAgreesWithAndor(t *testing.T) {
	for _, m := range endings.Materials() {
		if m.Name == "KRRK" && *andorSets <= 40 {
			continue // it needs KRK whole
		}
		t.Run(m.Name, func(t *testing.T) {
			table, err := endings.Build(context.Background(), m, endings.Options{Levels: *andorLevels})
			if err != nil && !errors.Is(err, endings.ErrUnfinished) {
				t.Fatal(err)
			}
			compare(t, table, *andorSets)
		})
	}
}

func compare(t *testing.T, table *endings.Table, sets int) {
	rng := rand.New(rand.NewPCG(7, 7))
	rules := kriegspiel.All()[rng.IntN(6)]
	solver := kriegspielers.NewSolver(rules, andor.Options{Memory: 1 << 29})
	byMoves := make([]int, *andorLevels+1)
	for range sets {
		men, kings := table.Draw(rng)
		moves := table.Moves(men, kings)
		byMoves[moves]++
		var belief []chess.Position
		for s := range kings.All() {
			belief = append(belief, table.Material().Position(men, s, chess.White))
		}
		within := moves // the most that must not be won
		if moves > 0 {
			within--
			if r := solver.Solve(context.Background(), belief, 2*moves-1); r.Verdict != andor.Win {
				t.Errorf("men on %v, king on %s: the table wins in %d, the search says %v", men, kings, moves, r.Verdict)
			}
		} else {
			within = table.Levels()
		}
		if within > 0 {
			if r := solver.Solve(context.Background(), belief, 2*within-1); r.Verdict != andor.None {
				t.Errorf("men on %v, king on %s: the table says %d moves, the search wins within %d: %v", men, kings, moves, within, r.Verdict)
			}
		}
	}
	t.Logf("%s: sets won in 0 (not), 1, 2 ... moves: %v", table.Material(), byMoves)
}
