package studies

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"blindsight/experiment/report"
)

// bssuctBoard is a row of paper B, Table 2, and what we do about it.
type bssuctBoard struct {
	format      string    // as the paper writes it: width by height
	board       string    // the same, height by width
	said        [2]string // win rates of the paper as it writes them, in percent: CSP-PGMS, BSSUCT
	pgms, paper float64   // the same
	digit       float64   // the last one of these for CSP-PGMS
	deviation   float64   // the paper's standard deviation of BSSUCT's, 0 where none is given
	games       int       // that the paper says its BSSUCT played, 0 where it does not say
	// walked is the players whose win rate is found by walking all they can see; the
	// others play games.
	walked []string
	// curve is the simulations of bssuct-paper in its walks, by size.
	curve [3][]int
	// seeds is with how many seeds it is walked with the most simulations of the curve: enough for an interval
	// as narrow as the paper's and apart from csp-pgms, if all of them agree, or as many as there is time for.
	seeds int
	// sims are those of bssuct and of bssuct-exact in their walks, by size.
	sims, exactSims [3]int
	// optimum is the exact best, where finding it takes minutes: by 'mines solve'; on 5x5/10, where it takes hours, by the study mines-optimum.
	optimum string
}

// The players of the study. The first three are paper B's, the others ours; literal is the
// one whose results are compared with those of its BSSUCT.
var everyPlayer = []string{"csp", rival, literal, "bssuct", "bssuct-exact"}

const (
	literal = "bssuct-paper"
	rival   = "csp-pgms"
	// atOnce is added to players that search: where cells are certainly safe they would try only these, after as many simulations as for any other.
	atOnce = ",safe=true"
)

var bssuctWalked = []string{rival, literal, "bssuct", "bssuct-exact"}

// upTo returns powers of ten from 100 on.
func upTo(last int) []int {
	var sims []int
	for n := 100; n <= last; n *= 10 {
		sims = append(sims, n)
	}
	return sims
}

// bssuctBoards are the rows of paper B, Table 2.
var bssuctBoards = []bssuctBoard{
	{
		"4 mines on 4x4", "4x4/4",
		[2]string{"64.7%", "70.0% ± 0.6%"},
		0.647, 0.700, 0.001, 0.006, 0,
		everyPlayer,
		[3][]int{upTo(1000), upTo(10_000), upTo(1_000_000)},
		10,
		[3]int{200, 3000, 20000},
		[3]int{1000, 5000, 20000},
		"",
	},
	{
		"1 mine on 1x3", "3x1/1",
		[2]string{"100%", "100% (2000 games)"},
		1, 1, 0.01, 0, 2000,
		everyPlayer,
		[3][]int{upTo(1000), upTo(1000), upTo(1000)},
		2000,
		[3]int{1000, 1000, 1000},
		[3]int{1000, 1000, 1000},
		"",
	},
	{
		"3 mines on 2x5", "5x2/3",
		[2]string{"22.6%", "25.4% ± 1.0%"},
		0.226, 0.254, 0.001, 0.010, 0,
		everyPlayer,
		[3][]int{upTo(10_000), upTo(100_000), upTo(1_000_000)},
		32,
		[3]int{1000, 10000, 100000},
		[3]int{1000, 10000, 100000},
		"",
	},
	{
		"10 mines on 5x5", "5x5/10",
		[2]string{"8.20%", "9% (p-value 0.14)"},
		0.0820, 0.09, 0.0001, 0, 0,
		[]string{rival},
		[3][]int{},
		0,
		[3]int{},
		[3]int{},
		"13765/115368",
	},
	{
		"5 mines on 1x10", "10x1/5",
		[2]string{"12.93%", "18.9% ± 0.2%"},
		0.1293, 0.189, 0.0001, 0.002, 0,
		everyPlayer,
		[3][]int{upTo(10_000), upTo(100_000), upTo(1_000_000)},
		64,
		[3]int{1000, 10000, 100000},
		[3]int{1000, 10000, 100000},
		"",
	},
	{
		"10 mines on 3x7", "7x3/10",
		[2]string{"4.50%", "5.96% ± 0.16%"},
		0.0450, 0.0596, 0.0001, 0.0016, 0,
		bssuctWalked,
		[3][]int{upTo(100), upTo(10_000), upTo(100_000)},
		7,
		[3]int{10, 300, 10000},
		[3]int{300, 3000, 20000},
		"3524/46189",
	},
	{
		"15 mines on 5x5", "5x5/15",
		[2]string{"0.63%", "0.9% ± 0.1%"},
		0.0063, 0.009, 0.0001, 0.001, 0,
		bssuctWalked,
		[3][]int{upTo(100), upTo(10_000), upTo(100_000)},
		7,
		[3]int{10, 150, 5000},
		[3]int{300, 3000, 20000},
		"20039/1307504",
	},
}

// valued is the win rate of a player on a board, and how it is known.
type valued struct {
	value  float64
	ci     [2]float64
	width  float64  // of the interval of walks before it ended at 0, 1 or the optimum
	exact  *big.Rat // that of all walks; nil where games were played, and where walks differ by their seeds
	sims   int      // of a decision; 0 where the player does not search
	walks  int      // of a player that searches, each of a seed of its own
	lumpy  bool     // more than half of these agree
	games  int
	wins   int
	failed bool // nothing is known
}

// rate is how it is said without simulations.
func (v valued) rate() string {
	text := percent2(v.value)
	switch {
	case v.exact != nil && v.walks > 1:
		return fmt.Sprintf("%s (all of %d walks, %s)", text, v.walks, v.span())
	case v.exact != nil:
		return text
	}
	of := fmt.Sprintf("%d games", v.games)
	if v.walks > 0 {
		of = fmt.Sprintf("%d walks", v.walks)
	}
	return text + fmt.Sprintf(" (%s, %s)", v.span(), of)
}

// span writes the interval.
func (v valued) span() string {
	return fmt.Sprintf("%s to %s", strings.TrimSuffix(percent2(v.ci[0]), "%"), strings.TrimSuffix(percent2(v.ci[1]), "%"))
}

func (v valued) String() string {
	if v.failed {
		return "not computed"
	}
	text := v.rate()
	if v.sims > 0 {
		text += fmt.Sprintf(" at %d", v.sims)
	}
	return text
}

func percent2(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }

// bssuctResult is what is known of a board: of each player, and of the best possible.
type bssuctResult struct {
	*bssuctBoard
	players map[string]valued // of bssuct-paper the one with the most simulations
	curve   []valued          // bssuct-paper by simulations
	optimum valued
}

// bssuct reproduces paper B, Table 2.
func bssuct(ctx context.Context, b *Bench, p *Page) error {
	boards := amount(b, bssuctBoards, bssuctBoards, bssuctBoards)
	results, err := bssuctMeasure(ctx, b, boards)
	if err != nil {
		return err
	}
	p.Say("Win rates under the windows rule (the first cell is never a mine). Where no interval is given the number is\n" +
		"exact: `mines evaluate` walks through all that the player can come to see. A player that searches decides by chance: it is\n" +
		"walked with several seeds, each of which fixes one decision for each position, and the mean of these walks has\n" +
		"Student's interval, which ends at the optimum at the latest; where all of them agree, that is said too. \"At\" is simulations for each decision.\n" +
		"`csp-pgms` plays by the rules of the program that the paper compares with, `bssuct-paper` is the paper's own\n" +
		"player, to the letter in what its Table 1 says, with constants and a widening of outcomes that are ours; `csp` is its Alg. 2 with exact chances; `bssuct` and `bssuct-exact` are ours, in its spirit.\n" +
		"Where cells are certainly safe these three try only such, of which any will do; here they open one at once (`safe=true`), which saves most of the time.")
	p.Say("The paper's boards are read as width by height: its CSP-PGMS has 22.6%% on \"2x5\", which is ours on 5 rows of 2\n" +
		"cells; on 2 rows of 5 ours wins 20.2%%. That is no proof: the order among equal cells, which makes the difference, was chosen to meet the paper's numbers, the same order\n" +
		"mirrored would do on 2 rows of 5, and in its section 2 the paper writes height by width. The best possible is the same on both. The first column is height by width. Its times were 10 s a move, 30 s on 3x7\n" +
		"and 300 s on 5x5 with 10 mines; simulations instead make the numbers repeatable. Its ± are called standard\n" +
		"deviations, of the win rate over the games played: at ± 0.6%% of 70%% these were some 5,800 games, at ± 1.0%% of 25.4%% some\n" +
		"1,900, which as deviations of a single game they could not be.")
	rows := [][]string{{"board (as the paper has it)", "paper: CSP-PGMS", "csp-pgms", "paper: BSSUCT", literal, "bssuct", "bssuct-exact", "csp", "exact optimum"}}
	for _, r := range results {
		optimum := r.optimum.String()
		if r.optimum.exact != nil {
			optimum = fmt.Sprintf("%s = %s", r.optimum.exact, optimum)
		}
		row := []string{r.board + " (" + r.format + ")", r.said[0], r.players[rival].String(), r.said[1]}
		for _, name := range []string{literal, "bssuct", "bssuct-exact", "csp"} {
			row = append(row, r.players[name].String())
		}
		rows = append(rows, append(row, optimum))
	}
	p.Table(1, rows...)
	p.Head("The paper's player by simulations")
	bssuctCurve(p, results)
	if err := bssuctCourse(p, results); err != nil {
		return err
	}
	p.Head("What agrees, and what does not")
	p.List(bssuctWords(results)...)
	return bssuctFigure(p, results)
}

// bssuctCurve writes how good the literal player is by simulations.
func bssuctCurve(p *Page, results []*bssuctResult) {
	var sims []int
	for _, r := range results {
		for _, v := range r.curve {
			if !slices.Contains(sims, v.sims) {
				sims = append(sims, v.sims)
			}
		}
	}
	slices.Sort(sims)
	head := []string{"board"}
	for _, n := range sims {
		head = append(head, fmt.Sprint(n))
	}
	rows := [][]string{append(head, "paper: BSSUCT", "exact optimum")}
	for _, r := range results {
		row := []string{r.board}
		for _, n := range sims {
			text := ""
			if at := slices.IndexFunc(r.curve, func(v valued) bool { return v.sims == n }); at >= 0 {
				text = r.curve[at].rate()
			}
			row = append(row, text)
		}
		optimum := "not computed"
		if !r.optimum.failed {
			optimum = percent2(r.optimum.value)
		}
		rows = append(rows, append(row, r.said[1], optimum))
	}
	p.Say("Win rate of `bssuct-paper` with so many simulations for each decision. The constants of the bandit and of the\n" +
		"widening, which the paper does not give, are ours (`blindsight mines players`) and were not tuned.")
	p.Table(1, rows...)
}

// bssuctCourse draws how good the literal player is by simulations, beside the best possible.
func bssuctCourse(p *Page, results []*bssuctResult) error {
	panel := report.Panel{X: "simulations for each decision", Y: "win rate, as a share of the exact optimum", XScale: report.Count, YRange: [2]float64{0, 1.03}, Lines: []report.Line{{Value: 1}}}
	for i, r := range results {
		if r.optimum.failed || len(r.curve) == 0 {
			continue
		}
		s := report.Series{Name: r.board, Style: report.Style(i), Joined: true}
		for _, v := range r.curve {
			o := r.optimum.value
			x := float64(v.sims) * (1 + 0.04*float64(i)) // beside each other
			s.Points = append(s.Points, report.Point{X: x, Y: v.value / o, Lo: v.ci[0] / o, Hi: v.ci[1] / o})
		}
		panel.Series = append(panel.Series, s)
	}
	return p.Figure("curve", "Win rate of bssuct-paper as a share of the exact optimum, by simulations (boards a little beside each other); bars are 95% intervals", &report.Figure{Panels: []report.Panel{panel}, Width: 12, Height: 8})
}

func bssuctFigure(p *Page, results []*bssuctResult) error {
	panel := report.Panel{X: "win rate, as a share of the exact optimum", XScale: report.Percent, Lines: []report.Line{{Value: 1}}}
	series := []report.Series{
		{Name: "paper B, CSP-PGMS", Style: report.PaperOtherStyle},
		{Name: "paper B, BSSUCT", Style: report.PaperStyle},
		{Name: "csp", Style: 4},
		{Name: rival, Style: 1},
		{Name: literal, Style: 3},
		{Name: "bssuct", Style: 0},
		{Name: "bssuct-exact", Style: 2},
	}
	for _, r := range results {
		if r.optimum.failed {
			continue
		}
		o, y := r.optimum.value, float64(len(panel.Names))
		panel.Names = append(panel.Names, r.board)
		add := func(i int, v, lo, hi float64) {
			series[i].Points = append(series[i].Points, report.Point{X: v / o, Y: y + 0.12*(float64(i)-3), Lo: lo / o, Hi: hi / o})
		}
		lo, hi := r.pgmsInterval()
		add(0, r.pgms, lo, hi)
		lo, hi, ok := r.interval()
		if !ok {
			lo, hi = r.paper, r.paper
		}
		add(1, r.paper, lo, hi)
		for i, name := range everyPlayer {
			if v := r.players[name]; !v.failed {
				add(i+2, v.value, v.ci[0], v.ci[1])
			}
		}
	}
	panel.Series = series
	return p.Figure("share", "Win rates as shares of the exact optimum; bars are 95% intervals of games or walks (paper B's from its deviations or numbers of games), points without a bar are exact, or the paper gives none",
		&report.Figure{Panels: []report.Panel{panel}, Width: 12, Height: 9})
}
