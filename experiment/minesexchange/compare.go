package minesexchange

import (
	"fmt"
	"strings"

	"blindsight/experiment/summary"
)

// Comparison is how two series of games on the same boards compare.
type Comparison struct {
	A Compared `json:"a"`
	B Compared `json:"b"`
	summary.Paired
}

// Compared is one of the two.
type Compared struct {
	File   string `json:"file"`
	Player string `json:"player,omitempty"`
	Budget string `json:"budget,omitempty"`
	First  string `json:"first,omitempty"` // cell, where all games had the same
	Wins   int    `json:"wins"`
	summary.Rate
}

// CompareFiles compares series that are kept in files of these names, of which the first games count, all for 0.
func CompareFiles(files []string, s [2]*Series, games int) (*Comparison, error) {
	if err := SameBoards(&s[0].Head, &s[1].Head); err != nil {
		return nil, fmt.Errorf("%s and %s: %w", files[0], files[1], err)
	}
	n := [2]int{len(s[0].Won), len(s[1].Won)}
	switch {
	case games > min(n[0], n[1]):
		return nil, fmt.Errorf("--games %d: %s has %d games, %s %d: at most %d can be compared", games, files[0], n[0], files[1], n[1], min(n[0], n[1]))
	case games == 0 && n[0] != n[1]:
		return nil, fmt.Errorf("%s has %d games, %s %d: if they begin with the same ones, compare these with --games %d", files[0], n[0], files[1], n[1], min(n[0], n[1]))
	case games == 0:
		games = n[0]
	}
	c := &Comparison{}
	for i, to := range []*Compared{&c.A, &c.B} {
		s[i].Won = s[i].Won[:games]
		wins := s[i].Wins()
		*to = Compared{File: files[i], Player: s[i].Head.Player, Budget: s[i].Head.Budget, First: s[i].Head.First, Wins: wins, Rate: summary.RateOf(wins, games)}
	}
	c.Paired = summary.PairedOf(Compare(s[0].Won, s[1].Won))
	return c, nil
}

// String says it for people.
func (c *Comparison) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games on the same boards\n", c.Games)
	for i, x := range []Compared{c.A, c.B} {
		fmt.Fprintf(&b, "  %c           %s", 'A'+i, x.File)
		if x.Player != "" {
			fmt.Fprintf(&b, " (%s)", strings.TrimSuffix(x.Player+", "+x.Budget, ", "))
		}
		fmt.Fprintf(&b, ": won %d (%.2f%%; 95%% interval %.2f%% to %.2f%%)\n", x.Wins, 100*x.WinRate, 100*x.CI95[0], 100*x.CI95[1])
	}
	fmt.Fprintf(&b, "  won         %d by both, %d by A only, %d by B only, %d by neither\n", c.Both, c.OnlyA, c.OnlyB, c.Neither)
	fmt.Fprintf(&b, "  difference  %+.2f points, A minus B (95%% interval %+.2f to %+.2f; p %.2g, McNemar)\n", 100*c.Difference, 100*c.CI95[0], 100*c.CI95[1], c.P)
	if c.A.First != "" && c.B.First != "" && c.A.First != c.B.First {
		fmt.Fprintf(&b, "  the first cell is %s in A, %s in B: boards differ where one of the two is kept free\n", c.A.First, c.B.First)
	}
	return b.String()
}
