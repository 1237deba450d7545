package program

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/minewins"
	"blindsight/internal/interval"
)

func newMinesCompare() *cobra.Command {
	var games int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two players on the same boards, by which games they won",
		Long: `Compare two players on the same boards, by which games they won: how many each, how
many only one of them, and the difference of their win rates with its 95% interval and
the p-value of McNemar's exact test.

A and B are files that 'mines play --outcomes' or 'mines play --per-game' wrote, or text
of 0 and 1, one character a game (- is standard input). They must hold the same games,
numbered from 0, on the same boards: where the files say which, that is checked.

The interval of the difference is Newcombe's (method 10), made of Wilson's intervals of the
two rates; it holds for few games too.`,
		Example: `  blindsight mines play --board 9x9/10 --player csp --games 1000 --time 0 --outcomes csp.txt
  blindsight mines play --board 9x9/10 --player strong --games 1000 --time 0 --outcomes strong.txt
  blindsight mines compare strong.txt csp.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			err := console.WantArguments(cmd, args)
			if len(args) < 2 {
				err = fmt.Errorf("%w: give two files, as 'mines play --outcomes' writes them", err)
			}
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("games") && games < 1 {
				return fmt.Errorf("--games %d: must be at least 1", games)
			}
			if args[0] == "-" && args[1] == "-" {
				return console.BadUsage(errors.New("both A and B are standard input: name a file for one of them"))
			}
			var series [2]*minewins.Series
			for i, arg := range args {
				in, name, err := console.OpenInput(cmd, []string{arg})
				if err != nil {
					return err
				}
				series[i], err = minewins.Read(in, name)
				in.Close()
				if err != nil {
					return err
				}
			}
			c, err := compareSeries(args, series, games)
			if err != nil {
				return err
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), c)
			}
			_, err = cmd.OutOrStdout().Write([]byte(c.String()))
			return err
		},
	}
	f := cmd.Flags()
	f.IntVar(&games, "games", 0, "compare only so many games, the first ones (default all)")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// comparison is what 'mines compare --json' prints.
type comparison struct {
	A          compared   `json:"a"`
	B          compared   `json:"b"`
	Games      int        `json:"games"`
	Both       int        `json:"both"`
	OnlyA      int        `json:"only_a"`
	OnlyB      int        `json:"only_b"`
	Neither    int        `json:"neither"`
	Difference float64    `json:"difference"` // of the win rates, A minus B
	CI95       [2]float64 `json:"ci95"`
	P          float64    `json:"p"`
}

// compared is one of the two.
type compared struct {
	File    string     `json:"file"`
	Player  string     `json:"player,omitempty"`
	Budget  string     `json:"budget,omitempty"`
	First   string     `json:"first,omitempty"` // cell, where all games had the same
	Wins    int        `json:"wins"`
	WinRate float64    `json:"win_rate"`
	CI95    [2]float64 `json:"ci95"`
}

func compareSeries(files []string, s [2]*minewins.Series, games int) (*comparison, error) {
	if err := minewins.SameBoards(&s[0].Head, &s[1].Head); err != nil {
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
	c := &comparison{Games: games}
	for i, to := range []*compared{&c.A, &c.B} {
		s[i].Won = s[i].Won[:games]
		wins := s[i].Wins()
		*to = compared{File: files[i], Player: s[i].Head.Player, Budget: s[i].Head.Budget, First: s[i].Head.First, Wins: wins, WinRate: float64(wins) / float64(games)}
		to.CI95[0], to.CI95[1] = interval.Wilson95(wins, games)
	}
	p := minewins.Compare(s[0].Won, s[1].Won)
	c.Both, c.OnlyA, c.OnlyB, c.Neither, c.P = p.Both, p.First, p.Second, p.Neither, p.McNemar()
	c.Difference, c.CI95[0], c.CI95[1] = p.Difference95()
	return c, nil
}

// String says it for people.
func (c *comparison) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games on the same boards\n", c.Games)
	for i, x := range []compared{c.A, c.B} {
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
