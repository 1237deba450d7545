package phantom_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/search/andor"
	"blindsight/search/andor/andortest"
)

var guaranteed = flag.Duration("guaranteed", 0, "TestGuaranteedWinsOfLargerBoards: time for each search (10m will do)")

// darkHex says whether side 0 has a guaranteed win in classical dark hex, moving first and
// moving second. The table is that of two independent searches; these are its boards
// up to 4x4.
var darkHex = []guarantee{
	{"2x2", true, false},
	{"2x3", true, true},
	{"3x2", false, false},
	{"3x3", true, false},
	{"2x4", true, true},
	{"3x4", true, false},
	{"4x3", false, false},
	{"2x5", true, true},
	{"4x4", false, false},
}

// largerHex are the boards of the table that take longer.
var largerHex = []guarantee{
	{"3x5", true, false},
	{"3x6", true, true},
}

type guarantee struct {
	size          string
	first, second bool
}

func TestGuaranteedWins(t *testing.T) {
	for _, c := range darkHex {
		checkGuarantee(t, c, 0)
	}
}

// The boards that take longer: go test ./game/phantom -run LargerBoards -guaranteed 10m -timeout 2h -v
func TestGuaranteedWinsOfLargerBoards(t *testing.T) {
	if *guaranteed == 0 {
		t.Skip("takes minutes: -guaranteed 10m")
	}
	for _, c := range largerHex {
		checkGuarantee(t, c, *guaranteed)
	}
}

// On boards with one row more than columns side 0 has no guaranteed win, first or second,
// since side 1 wins the open game: it answers each stone on the partner of its cell. Whatever
// side 0 does, of each pair it has at most one cell, and so if the board were filled up, and
// any such filling joins side 1's edges. So 3x2, 4x3 and 5x4 of the table are "no".
func TestLongerWayIsLost(t *testing.T) {
	for cols := 2; cols <= 5; cols++ {
		g := parse(t, fmt.Sprintf("hex %dx%d", cols+1, cols))
		var pairs [][2]uint64
		for r := range cols + 1 {
			for c := r; c < cols; c++ { // on and above the diagonal; the partner is below it
				pairs = append(pairs, [2]uint64{1 << (r*cols + c), 1 << ((c+1)*cols + r)})
			}
		}
		if 2*len(pairs) != g.Cells() {
			t.Fatalf("%s: %d pairs", g.Rules(), len(pairs))
		}
		for filling := range 1 << len(pairs) {
			var stones uint64
			for i, p := range pairs {
				stones |= p[filling>>i&1]
			}
			if !g.HasWon(1, stones) {
				t.Fatalf("%s: the filling %b of the pairs does not win", g.Rules(), filling)
			}
		}
	}
}

// checkGuarantee searches for guaranteed wins of side 0 on a board of Hex.
func checkGuarantee(t *testing.T, c guarantee, limit time.Duration) {
	t.Helper()
	g := parse(t, "hex "+c.size+" classical")
	for first, want := range []bool{c.first, c.second} {
		began := time.Now()
		r := solve(t, g, 0, phantom.ToWin, blindsight.Side(first), andor.Options{Time: limit})
		t.Logf("%s, side %d begins: %s, %d states, %s", c.size, first, r.Verdict, r.States, time.Since(began).Round(time.Millisecond))
		if r.Verdict != verdict(want) {
			t.Errorf("%s, side %d begins: %s (%v), want %s", c.size, first, r.Verdict, r.Err, verdict(want))
		}
	}
}

func verdict(won bool) andor.Verdict {
	if won {
		return andor.Win
	}
	return andor.None
}

// solve searches for what a side can be sure of from its first turn on.
func solve(t *testing.T, g *phantom.Game, side blindsight.Side, goal phantom.Goal, first blindsight.Side, o andor.Options) andor.Result {
	t.Helper()
	c := g.Contest(side, goal)
	s := andor.New(c, o)
	return s.Solve(t.Context(), c.Opening(first), c.Depth())
}

func parse(t testing.TB, settings string) *phantom.Game {
	t.Helper()
	g, err := phantom.Parse(settings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// In classical phantom tic-tac-toe the first player can be sure not to lose, but not to
// win; the second can be sure of neither. The source is an independent search.
func TestGuaranteesOfTicTacToe(t *testing.T) {
	g := parse(t, "tictactoe classical")
	for _, c := range []struct {
		side blindsight.Side
		goal phantom.Goal
		sure bool
	}{
		{0, phantom.ToWin, false},
		{0, phantom.NotToLose, true},
		{1, phantom.ToWin, false},
		{1, phantom.NotToLose, false},
	} {
		if r := solve(t, g, c.side, c.goal, 0, andor.Options{}); r.Verdict != verdict(c.sure) {
			t.Errorf("side %d, goal %d: %s, want %s", c.side, c.goal, r.Verdict, verdict(c.sure))
		}
	}
}

// Small boards, also of the abrupt variant and of tic-tac-toe, by every algorithm of
// package andor against the naive solver of its kit.
func TestGuaranteesByEveryAlgorithm(t *testing.T) {
	wins := 0
	for _, settings := range []string{
		"hex 2x2", "hex 2x2 abrupt", "tictactoe 1x3", "tictactoe 1x4", "tictactoe 1x4 abrupt", "tictactoe 1x5",
	} {
		g := parse(t, settings)
		for side := range blindsight.Side(2) {
			for _, goal := range []phantom.Goal{phantom.ToWin, phantom.NotToLose} {
				for first := range blindsight.Side(2) {
					c := g.Contest(side, goal)
					won, err := andortest.Check(t.Context(), c, c.Opening(first), min(c.Depth(), 5))
					if err != nil {
						t.Errorf("%s, side %d, goal %d, side %d begins: %v", settings, side, goal, first, err)
					}
					if won {
						wins++
					}
				}
			}
		}
	}
	if wins < 5 {
		t.Errorf("%d wins: the test says little", wins)
	}
}

// On tiny boards a solver that shares nothing with package andor, nor with the rules of
// this package, says the same. It holds the whole belief as a set of sets of the
// opponent's stones.
func TestGuaranteesByHand(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}, {4, 2}} {
		g := parse(t, fmt.Sprintf("hex %dx%d", size[0], size[1]))
		for first := range 2 {
			o := &oracle{rows: size[0], cols: size[1], memo: map[string]bool{}}
			belief := map[uint]bool{0: true}
			if first == 1 {
				belief = o.replies(belief, 0)
			}
			want := o.wins(0, belief)
			r := solve(t, g, 0, phantom.ToWin, blindsight.Side(first), andor.Options{})
			if r.Verdict != verdict(want) {
				t.Errorf("%v, side %d begins: %s, by hand %s", size, first, r.Verdict, verdict(want))
			}
		}
	}
}
