package phantom_test

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
)

var infosets = flag.Bool("infosets", false, "TestInformationSets, TestEnds: count those of the 3x3 boards, too (some seconds); TestBestResponseThatRemembers on 3x3")

// Information sets of classical games at own decisions, an information set being the sequence of
// own attempts with their answers. The source is a count by another program.
func TestInformationSets(t *testing.T) {
	for _, c := range []struct {
		settings string
		count    [2]int
		long     bool
	}{
		{"hex 2x3 classical", [2]int{697, 1_811}, false},
		{"hex 3x3 classical", [2]int{3_720_850, 2_352_067}, true},
		{"tictactoe classical", [2]int{3_683_314, 2_307_355}, true},
	} {
		if c.long && !*infosets {
			continue
		}
		g := parse(t, c.settings)
		for side := range blindsight.Side(2) {
			contest := g.Contest(side, phantom.ToWin)
			got := countSets(contest, contest.Opening(0), 0)
			t.Logf("%s, side %d: %d", c.settings, side, got)
			if got != c.count[side] {
				t.Errorf("%s, side %d: %d information sets, want %d", c.settings, side, got, c.count[side])
			}
		}
	}
}

// countSets counts the information sets of a classical game from a belief on, by the boards that
// agree with each: one that none agrees with does not occur. Known are the opponent's stones
// that were come upon.
func countSets(c phantom.Contest, belief []phantom.Board, known uint64) int {
	count := 1
	for _, cell := range c.Attempts(&belief[0], nil) {
		if known>>cell&1 != 0 {
			continue
		}
		var refused, after []phantom.Board
		for i := range belief {
			var to, reply phantom.Board
			a, moved := c.Try(&belief[i], cell, &to)
			if !moved {
				refused = append(refused, belief[i])
				continue
			}
			if over, _ := c.Ended(a); over {
				continue
			}
			c.Replies(&to, &reply, func(a phantom.Answer) bool {
				if over, _ := c.Ended(a); !over {
					after = append(after, reply)
				}
				return true
			})
		}
		if len(refused) > 0 {
			count += countSets(c, refused, known|1<<cell)
		}
		if len(after) > 0 {
			slices.SortFunc(after, func(a, b phantom.Board) int {
				return cmp.Or(cmp.Compare(a.Stones[0], b.Stones[0]), cmp.Compare(a.Stones[1], b.Stones[1]))
			})
			count += countSets(c, slices.Compact(after), known)
		}
	}
	return count
}

// The same by listing every play by the rules and collecting the pasts of views.
func TestInformationSetsByAllPlays(t *testing.T) {
	for _, settings := range []string{"hex 2x2 classical", "hex 2x3 classical", "tictactoe 1x4 classical"} {
		g := parse(t, settings)
		var sets [2]map[string]bool
		sets[0], sets[1] = map[string]bool{}, map[string]bool{}
		met := map[phantom.State]bool{}
		v := g.NewView(0)
		var walk func(s *phantom.State)
		walk = func(s *phantom.State) {
			if s.Turn == blindsight.Over || met[*s] {
				return
			}
			met[*s] = true
			g.ViewOf(s, s.Turn, v)
			sets[s.Turn][fmt.Sprint(v.Past())] = true
			for _, c := range v.Legal(nil) {
				next := *s
				g.Step(nil, &next, c)
				walk(&next)
			}
		}
		walk(&phantom.State{})
		for side := range blindsight.Side(2) {
			c := g.Contest(side, phantom.ToWin)
			got := len(sets[side])
			t.Logf("%s, side %d: %d", settings, side, got)
			if want := countSets(c, c.Opening(0), 0); got != want {
				t.Errorf("%s, side %d: %d information sets by plays, %d by beliefs", settings, side, got, want)
			}
		}
	}
}

// Ends of plays, counted by boards: how a play goes on depends on nothing else. Small games are
// counted by listing all plays as well, and package cfr lists them. The numbers of 3x3 are those that studies/equilibria names.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		settings string
		ends     int64
		long     bool
	}{
		{"hex 2x3 classical", 53_920, false},
		{"hex 2x3 abrupt", 75_578, false},
		{"hex 3x3 classical", 9_469_697_760, true},
		{"hex 3x3 abrupt", 14_663_760_672, true},
	} {
		if c.long && !*infosets {
			continue
		}
		g := parse(t, c.settings)
		if got := countEnds(g, phantom.Board{}, map[phantom.Board]int64{}); got != c.ends {
			t.Errorf("%s: %d ends by boards, want %d", c.settings, got, c.ends)
		}
		if got := int64(0); !c.long {
			if got = countEnds(g, phantom.Board{}, nil); got != c.ends {
				t.Errorf("%s: %d ends by plays, want %d", c.settings, got, c.ends)
			}
		}
	}
}

// countEnds counts the ends of plays from a board on; without a memory it walks every play.
func countEnds(g *phantom.Game, b phantom.Board, known map[phantom.Board]int64) (n int64) {
	if b.Turn == blindsight.Over {
		return 1
	}
	if n, ok := known[b]; ok {
		return n
	}
	for c := range phantom.Cell(g.Cells()) {
		if (b.Stones[b.Turn]|b.Known[b.Turn])>>c&1 == 0 {
			s := phantom.State{Board: b}
			g.Step(nil, &s, c)
			n += countEnds(g, s.Board, known)
		}
	}
	if known != nil {
		known[b] = n
	}
	return n
}
