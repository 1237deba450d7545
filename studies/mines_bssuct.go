package studies

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"blindsight"
	"blindsight/experiment/report"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// bssuctBoard is a row of paper B, Table 2, and what we do about it.
type bssuctBoard struct {
	format      string  // as the paper writes it: width by height
	board       string  // the same, height by width
	pgms, paper float64 // win rates of the paper: CSP-PGMS, BSSUCT
	digit       float64 // the last one of these for CSP-PGMS
	deviation   float64 // the paper's standard deviation of BSSUCT's, 0 where none is given
	note        string  // what the paper gives instead
	// walked is the players whose win rate is found by walking all they can see; the
	// others play games.
	walked []string
	// curve is the simulations of bssuct-paper in its walks, by size.
	curve [3][]int
	// sims are those of bssuct and of bssuct-exact in a walk, by size.
	sims, exactSims [3]int
	// optimum is the exact best, where finding it takes minutes: by 'mines solve'.
	optimum string
}

// The players of the study. The first three are paper B's, the others ours; literal is the
// one whose results are compared with those of its BSSUCT.
var everyPlayer = []string{"csp", rival, literal, "bssuct", "bssuct-exact"}

const (
	literal = "bssuct-paper"
	rival   = "csp-pgms"
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
	{"4 mines on 4x4", "4x4/4", 0.647, 0.700, 0.001, 0.006, "", everyPlayer, [3][]int{upTo(1000), upTo(10_000), upTo(1_000_000)}, [3]int{200, 10000, 20000}, [3]int{1000, 5000, 20000}, ""},
	{"1 mine on 1x3", "3x1/1", 1, 1, 0.01, 0, "2000 games", everyPlayer, [3][]int{upTo(1000), upTo(1000), upTo(1000)}, [3]int{1000, 1000, 1000}, [3]int{1000, 1000, 1000}, ""},
	{"3 mines on 2x5", "5x2/3", 0.226, 0.254, 0.001, 0.010, "", everyPlayer, [3][]int{upTo(10_000), upTo(100_000), upTo(1_000_000)}, [3]int{1000, 10000, 100000}, [3]int{1000, 10000, 100000}, ""},
	{"10 mines on 5x5", "5x5/10", 0.0820, 0.09, 0.0001, 0, "p-value 0.14", []string{rival}, [3][]int{}, [3]int{}, [3]int{}, ""},
	{"5 mines on 1x10", "10x1/5", 0.1293, 0.189, 0.0001, 0.002, "", everyPlayer, [3][]int{upTo(10_000), upTo(100_000), upTo(1_000_000)}, [3]int{1000, 10000, 100000}, [3]int{1000, 10000, 100000}, ""},
	{"10 mines on 3x7", "7x3/10", 0.0450, 0.0596, 0.0001, 0.0016, "", bssuctWalked, [3][]int{upTo(100), upTo(10_000), upTo(100_000)}, [3]int{10, 300, 10000}, [3]int{1000, 20000, 100000}, "3524/46189"},
	{"15 mines on 5x5", "5x5/15", 0.0063, 0.009, 0.0001, 0.001, "", bssuctWalked, [3][]int{upTo(100), upTo(10_000), upTo(100_000)}, [3]int{10, 150, 5000}, [3]int{1000, 20000, 100000}, "20039/1307504"},
}

// valued is the win rate of a player on a board, and how it is known.
type valued struct {
	value  float64
	ci     [2]float64
	exact  *big.Rat // nil where games were played
	sims   int      // of a decision; 0 where the player does not search
	games  int
	wins   int
	failed bool // nothing is known
}

// rate is how it is said without simulations.
func (v valued) rate() string {
	text := percent2(v.value)
	if v.exact == nil {
		text += fmt.Sprintf(" (%s to %s, %d games)", strings.TrimSuffix(percent2(v.ci[0]), "%"), strings.TrimSuffix(percent2(v.ci[1]), "%"), v.games)
	}
	return text
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
	boards := bssuctBoards
	if b.Size == tiny {
		boards = slices.Clone(boards[1:5]) // without those whose walks take seconds
		boards[2].walked = nil
	}
	results, err := bssuctMeasure(ctx, b, boards)
	if err != nil {
		return err
	}
	p.Say("Win rates under the windows rule (the first cell is never a mine). Where no interval is given the number is\n" +
		"exact: `mines evaluate` walks through all that the player can come to see (for players that search: of the\n" +
		"player that this seed makes, one decision for each position). \"At\" is simulations for each decision.\n" +
		"`csp-pgms` plays by the rules of the program that the paper compares with, `bssuct-paper` is the paper's own\n" +
		"player to the letter; `csp` is its Alg. 2 with exact chances; `bssuct` and `bssuct-exact` are ours, in its spirit.")
	p.Say("The paper writes boards as width by height (its CSP-PGMS has 22.6%% on \"2x5\", which is ours on 5 rows of 2\n" +
		"cells; on 2 rows of 5 it wins 20.2%%); the first column is height by width. Its times were 10 s a move, 30 s on 3x7\n" +
		"and 300 s on 5x5 with 10 mines; simulations instead make the numbers repeatable. Its ± are called standard\n" +
		"deviations, of the win rate over the games played: at ± 0.6%% of 70%% these were some 5,800 games, at ± 1.0%% of 25.4%% some\n" +
		"1,900, which as deviations of a single game they could not be.")
	rows := [][]string{{"board", "paper: CSP-PGMS", "csp-pgms", "paper: BSSUCT", literal, "bssuct", "bssuct-exact", "csp", "exact optimum"}}
	for _, r := range results {
		optimum := r.optimum.String()
		if r.optimum.exact != nil {
			optimum = fmt.Sprintf("%s = %s", r.optimum.exact, optimum)
		}
		row := []string{r.board, percent2(r.pgms), r.players[rival].String(), r.said()}
		for _, name := range []string{literal, "bssuct", "bssuct-exact", "csp"} {
			row = append(row, r.players[name].String())
		}
		rows = append(rows, append(row, optimum))
	}
	p.Table(1, rows...)
	p.Head("The paper's player by simulations")
	bssuctCurve(p, results)
	p.Head("What agrees, and what does not")
	p.List(bssuctWords(results)...)
	return bssuctFigure(p, results)
}

// said returns the paper's number for BSSUCT as it is given there.
func (r *bssuctResult) said() string {
	switch {
	case r.deviation > 0:
		return fmt.Sprintf("%s ± %s", percent2(r.paper), percent2(r.deviation))
	case r.note != "":
		return percent2(r.paper) + " (" + r.note + ")"
	}
	return percent2(r.paper)
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
		rows = append(rows, append(row, r.said(), optimum))
	}
	p.Say("Win rate of `bssuct-paper` with so many simulations for each decision. The constants of the bandit and of the\n" +
		"widening, which the paper does not give, are ours (`blindsight mines players`) and were not tuned.")
	p.Table(1, rows...)
}

// bssuctMeasure walks and plays.
func bssuctMeasure(ctx context.Context, b *Bench, boards []bssuctBoard) ([]*bssuctResult, error) {
	var results []*bssuctResult
	type piece struct {
		at     int
		player string // "" is the optimum
		sims   int
	}
	var pieces []piece
	for i := range boards {
		r := &bssuctResult{bssuctBoard: &boards[i], players: make(map[string]valued), optimum: valued{failed: true}}
		results = append(results, r)
		for _, name := range r.walked {
			sims := []int{1}
			switch name {
			case literal:
				sims = pick(b.Size, r.bssuctBoard.curve[0], r.bssuctBoard.curve[1], r.bssuctBoard.curve[2])
			case "bssuct":
				sims[0] = pick(b.Size, r.sims[0], r.sims[1], r.sims[2])
			case "bssuct-exact":
				sims[0] = pick(b.Size, r.exactSims[0], r.exactSims[1], r.exactSims[2])
			}
			for _, n := range sims {
				pieces = append(pieces, piece{i, name, n})
			}
		}
		switch {
		case r.bssuctBoard.optimum != "" && b.Size != Full:
			x, _ := new(big.Rat).SetString(r.bssuctBoard.optimum)
			r.optimum = exactly(x)
		case len(r.walked) > 1:
			pieces = append(pieces, piece{at: i})
		}
	}
	// The longest first, so that the workers finish together.
	for i, j := 0, len(pieces)-1; i < j; i, j = i+1, j-1 {
		pieces[i], pieces[j] = pieces[j], pieces[i]
	}
	name := func(i int) string { return walkName(boards[pieces[i].at].board, pieces[i].player, pieces[i].sims) }
	values, err := Do(ctx, b, "walks", len(pieces), name, func(ctx context.Context, i int) (*big.Rat, error) {
		return worth(ctx, boards[pieces[i].at].board, pieces[i].player, pieces[i].sims, b.Seed)
	})
	if err != nil {
		return nil, err
	}
	for i, x := range values {
		v := exactly(x)
		if strings.HasPrefix(pieces[i].player, "bssuct") {
			v.sims = pieces[i].sims
		}
		results[pieces[i].at].learn(pieces[i].player, v)
	}
	games, err := b.Play(ctx)
	if err != nil {
		return nil, err
	}
	defer games.Store.Close()
	for i := range games.Cells {
		c, plan := &games.Cells[i], &games.Plan.Cells[i]
		for _, r := range results {
			if strings.HasPrefix(c.Setting, r.board+" ") {
				v := valued{value: c.WinRate, ci: c.CI95, games: c.Games, wins: c.Wins}
				if strings.HasPrefix(c.Player, "bssuct") {
					v.sims = plan.Budget.Simulations
				}
				r.learn(c.Player, v)
			}
		}
	}
	for _, r := range results {
		slices.SortFunc(r.curve, func(a, b valued) int { return a.sims - b.sims })
		for _, name := range everyPlayer {
			if _, ok := r.players[name]; !ok {
				r.players[name] = valued{failed: true}
			}
		}
	}
	return results, nil
}

// learn notes what a player is worth, or the best possible if it is "".
func (r *bssuctResult) learn(player string, v valued) {
	if player == "" {
		r.optimum = v
		return
	}
	if player == literal {
		r.curve = append(r.curve, v)
	}
	if old, ok := r.players[player]; !ok || v.sims > old.sims {
		r.players[player] = v
	}
}

// exactly is a win rate that is known.
func exactly(x *big.Rat) valued {
	value, _ := x.Float64()
	return valued{value: value, ci: [2]float64{value, value}, exact: x}
}

// walkName names the walk of a player, or of the best play if it is "", for the record.
func walkName(board, player string, sims int) string {
	if player == "" {
		return "optimum/" + board
	}
	return fmt.Sprintf("walk/%s/%s/%d", board, player, sims)
}

// worth returns the exact win rate of a player, or of the best play if it is "".
func worth(ctx context.Context, board, player string, sims int, seed uint64) (*big.Rat, error) {
	g, err := windowsGame(board)
	if err != nil {
		return nil, err
	}
	if player != "" {
		p, err := sweepers.Catalogue.New(player, g)
		if err != nil {
			return nil, err
		}
		e, err := optimum.Evaluate(ctx, g, p, blindsight.Budget{Simulations: sims}, seed)
		if err != nil {
			return nil, err
		}
		return e.Value, nil
	}
	cells, err := optimum.Solve(ctx, g, reveal.New(reveal.Options{Workers: 1}), nil)
	if err != nil {
		return nil, err
	}
	best := new(big.Rat)
	for _, c := range cells {
		if !c.Exact() {
			return nil, ctx.Err()
		}
		if c.Lower.Cmp(best) > 0 {
			best = c.Lower
		}
	}
	return best, nil
}

// windowsGame makes a game of the windows rule, where a first cell is opened and so are
// the neighbours of a 0.
func windowsGame(board string) (*minesweeper.Game, error) {
	r := minesweeper.Rules{AutoOpen: true, First: minesweeper.Windows, Objective: minesweeper.Win}
	var err error
	if r.Height, r.Width, r.Mines, err = minesweeper.ParseBoard(board); err != nil {
		return nil, err
	}
	return minesweeper.New(r)
}

// bssuctRule is when the page says that numbers agree.
const bssuctRule = "The rule: a number of ours agrees with the paper's where the 95% intervals meet. That of ours is a point where it is exact; that of the paper's CSP-PGMS is Wilson's for 100,000 games, " +
	"that of its BSSUCT 1.96 of its standard deviations to either side, both widened by half of the last digit given. Where the paper gives no deviation of its BSSUCT nothing is said. Only `csp-pgms` and `bssuct-paper` are judged so: the other players are not the paper's."

// pgmsInterval is that of the paper's CSP-PGMS, which played 100,000 games.
func (r *bssuctBoard) pgmsInterval() (lo, hi float64) {
	lo, hi = interval.Wilson95(int(r.pgms*100000+0.5), 100000)
	return lo - r.digit/2, hi + r.digit/2
}

// interval is that of the paper's BSSUCT; its last digit is a tenth of a percent, and on
// 3x7 a hundredth.
func (r *bssuctBoard) interval() (lo, hi float64) {
	digit := 0.001
	if r.deviation == 0.0016 {
		digit = 0.0001
	}
	return r.paper - interval.Z95*r.deviation - digit/2, r.paper + interval.Z95*r.deviation + digit/2
}

// bssuctWords says what the numbers mean.
func bssuctWords(results []*bssuctResult) []string {
	words := []string{bssuctRule}
	say := func(list []string, format string) {
		if len(list) > 0 {
			words = append(words, fmt.Sprintf(format, strings.Join(list, ", ")))
		}
	}
	// judged says of a player where it agrees with the paper, is above and is below.
	judged := func(player, theirs string, number func(*bssuctResult) (value, lo, hi float64, ok bool)) {
		var within, above, below []string
		for _, r := range results {
			ours := r.players[player]
			value, lo, hi, ok := number(r)
			text := fmt.Sprintf("%s (%s, paper %s)", r.board, ours, percent2(value))
			switch {
			case ours.failed || !ok:
			case ours.ci[0] > hi:
				above = append(above, text)
			case ours.ci[1] < lo:
				below = append(below, text)
			default:
				within = append(within, r.board)
			}
		}
		say(within, player+" agrees with "+theirs+" on %s.")
		say(above, player+" is above "+theirs+" on %s.")
		say(below, player+" is below "+theirs+" on %s.")
	}
	judged(rival, "the paper's CSP-PGMS", func(r *bssuctResult) (float64, float64, float64, bool) {
		lo, hi := r.pgmsInterval()
		return r.pgms, lo, hi, true
	})
	judged(literal, "the paper's BSSUCT", func(r *bssuctResult) (float64, float64, float64, bool) {
		lo, hi := r.interval()
		return r.paper, lo, hi, r.deviation > 0
	})
	words = append(words, "The rules of csp-pgms are known but for the order among equal cells, which was chosen to meet these numbers; what the paper's computer did in its seconds is not known in simulations, so that of the curve only the course can be compared.")
	var best, not []string
	for _, r := range results {
		o := r.optimum
		if o.exact == nil {
			continue
		}
		if lo, _ := r.interval(); lo > o.value {
			words = append(words, fmt.Sprintf("On %s the paper's %s is more than the exact optimum %s, by more than its interval.", r.board, percent2(r.paper), percent2(o.value)))
		} else if r.paper > o.value {
			words = append(words, fmt.Sprintf("On %s the paper's %s is above the exact optimum %s, which nobody can beat: it is luck within its interval.", r.board, percent2(r.paper), percent2(o.value)))
		}
		x := r.players["bssuct-exact"]
		if x.exact == nil {
			continue
		}
		if x.exact.Cmp(o.exact) == 0 {
			best = append(best, r.board)
		} else {
			not = append(not, fmt.Sprintf("%s (%.1f%% of it)", r.board, 100*x.value/o.value))
		}
	}
	say(best, "bssuct-exact is exactly optimal on %s.")
	say(not, "bssuct-exact is not optimal on %s.")
	return append(append(words, bssuctFinding(results)...),
		"The exact optimum of 7x3/10 and 5x5/15 is from `mines solve` (minutes; --full finds it anew); that of 5x5/10 has not been computed.")
}

// bssuctFinding says whether the paper's finding, search on exact chances ahead of the cell of
// least risk, holds for its own players.
func bssuctFinding(results []*bssuctResult) (words []string) {
	var ahead []string
	for _, r := range results {
		a, b := r.players[literal], r.players[rival]
		switch {
		case a.failed || b.failed:
		case a.ci[0] > b.ci[1]:
			ahead = append(ahead, r.board)
		case a.exact != nil && b.exact != nil && a.exact.Cmp(b.exact) == 0:
			words = append(words, fmt.Sprintf("On %s both have %s.", r.board, b))
		case a.ci[1] < b.ci[0]:
			words = append(words, fmt.Sprintf("Against that finding: on %s %s has %s, csp-pgms %s.", r.board, literal, a, b))
		default:
			words = append(words, fmt.Sprintf("Too few games to tell: on %s %s has %s, csp-pgms %s.", r.board, literal, a, b))
		}
	}
	if len(ahead) > 0 {
		words = append([]string{fmt.Sprintf("The paper's finding, its search ahead of CSP-PGMS, holds on %s.", strings.Join(ahead, ", "))}, words...)
	}
	return words
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
		lo, hi = r.interval()
		add(1, r.paper, lo, hi)
		for i, name := range everyPlayer {
			if v := r.players[name]; !v.failed {
				add(i+2, v.value, v.ci[0], v.ci[1])
			}
		}
	}
	panel.Series = series
	return p.Figure("share", "Win rates as shares of the exact optimum; bars are 95% intervals of games (paper B's from its standard deviations), points without a bar are exact",
		&report.Figure{Panels: []report.Panel{panel}, Width: 12, Height: 9})
}
