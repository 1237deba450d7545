package battleship

import (
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

// deal draws fleets and counts them by their numbers among those listed.
func deal(t *testing.T, g *Game, p blindsight.Game[State, Cell, Seen], numbers map[uint64]int, draws int) []int {
	t.Helper()
	rng := randstream.New(1, "battleship/deal/"+g.rules.String())
	counts := make([]int, len(numbers))
	var s State
	for range draws {
		p.Start(rng, &s)
		n, ok := numbers[g.Fingerprint(&s)]
		if !ok {
			t.Fatalf("a fleet that is not listed was drawn:\n%s", g.Draw(&s))
		}
		counts[n]++
	}
	return counts
}

// shipByShip adds the exact chance of each fleet when ships are laid one by one from a number on.
func shipByShip(g *Game, s State, ship int, chance float64, numbers map[uint64]int, chances []float64) {
	if ship == len(g.placements) {
		g.order(&s)
		chances[numbers[g.Fingerprint(&s)]] += chance
		return
	}
	var legal []int
	for n := range g.placements[ship] {
		if !g.placements[ship][n].Zone.Meets(&s.occupied) {
			legal = append(legal, n)
		}
	}
	for _, n := range legal {
		next := s
		g.put(&next, ship, n)
		shipByShip(g, next, ship+1, chance/float64(len(legal)), numbers, chances)
	}
}

// The two ways to draw fleets, each held against its exact distribution, and against that of
// the other, which it must not fit.
func TestHowFleetsAreDrawn(t *testing.T) {
	for _, setting := range []string{"4x4/3,2", "3x4/2,2", "4x4/2,2,1 apart"} {
		r, err := ParseRules(setting)
		if err != nil {
			t.Fatal(err)
		}
		uniform := mustNew(t, setting)
		byShip, err := NewShipByShip(r)
		if err != nil {
			t.Fatal(err)
		}
		numbers := make(map[uint64]int)
		for s := range uniform.States(uniform.NewView()) {
			numbers[uniform.Fingerprint(s)] = len(numbers)
		}
		chances := make([]float64, len(numbers))
		shipByShip(uniform, State{ships: uint8(len(uniform.placements))}, 0, 1, numbers, chances)

		const draws = 100_000
		counts, sequential := deal(t, uniform, uniform, numbers, draws), deal(t, uniform, byShip, numbers, draws)
		if err := gametest.Fits(counts, nil); err != nil {
			t.Errorf("%s: fleets are not drawn uniformly: %v", setting, err)
		}
		if err := gametest.Fits(sequential, chances); err != nil {
			t.Errorf("%s: fleets drawn ship by ship do not have their exact chances: %v", setting, err)
		}
		if gametest.Fits(sequential, nil) == nil {
			t.Errorf("%s: fleets drawn ship by ship look uniform", setting)
		}
		if gametest.Fits(counts, chances) == nil {
			t.Errorf("%s: uniform fleets look as if drawn ship by ship", setting)
		}
	}
}

// Placements and fleets of boards that were counted by hand.
func TestFleetsAreCounted(t *testing.T) {
	for _, c := range []struct {
		setting string
		fleets  int
	}{
		{"1x4/2", 3},
		{"1x4/1,1", 6},       // two of four cells
		{"1x4/1,1 apart", 3}, // 0 2, 0 3, 1 3
		{"3x3/3", 6},         // three rows, three columns
		{"3x3/3,3", 6},       // two rows or two columns
		{"2x2/2,2", 2},
		{"3x3/2,1", 12 * 7},
		{"1x5/2,2", 3}, // 0 2, 0 3, 1 3
		{"1x5/2,2 apart", 1},
		{"1x5/2,1", 12}, // four times three cells beside
	} {
		g := mustNew(t, c.setting)
		n := 0
		for range g.States(g.NewView()) {
			n++
		}
		if n != c.fleets {
			t.Errorf("%s: %d fleets are listed, there are %d", c.setting, n, c.fleets)
		}
	}
	for ship, want := range []int{120, 140, 160, 160, 180} { // 2*10*(11-length)
		if n := len(mustNew(t, "usual").Placements(ship)); n != want {
			t.Errorf("ship %d has %d placements, want %d", ship, n, want)
		}
	}
}
