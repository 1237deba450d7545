package studies

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"blindsight"
	"blindsight/catalog"
	"blindsight/experiment/report"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
)

// bssuctBoard is a row of paper B, Table 2, and what we do about it.
type bssuctBoard struct {
	board       string
	pgms, paper float64 // win rates of the paper: CSP-PGMS, BSSUCT
	deviation   float64 // the paper's standard deviation of BSSUCT's, 0 where none is given
	note        string  // what the paper gives instead
	// walked is the players whose win rate is found by walking all they can see; the
	// others play games.
	walked []string
	// sims are those of bssuct and of bssuct-exact in a walk, by size.
	sims, exactSims [3]int
	// optimum is the exact best, where finding it takes minutes: by 'mines solve'.
	optimum string
}

var everyPlayer = []string{"csp", "csp-pgms", "bssuct", "bssuct-exact"}

// bssuctBoards are the rows of paper B, Table 2.
var bssuctBoards = []bssuctBoard{
	{"4x4/4", 0.647, 0.700, 0.006, "", everyPlayer, [3]int{200, 10000, 20000}, [3]int{1000, 5000, 20000}, ""},
	{"1x3/1", 1, 1, 0, "2000 games", everyPlayer, [3]int{1000, 1000, 1000}, [3]int{1000, 1000, 1000}, ""},
	{"2x5/3", 0.226, 0.254, 0.010, "", everyPlayer, [3]int{1000, 10000, 100000}, [3]int{1000, 10000, 100000}, ""},
	{"5x5/10", 0.0820, 0.09, 0, "p-value 0.14", nil, [3]int{}, [3]int{}, ""},
	{"1x10/5", 0.1293, 0.189, 0.002, "", everyPlayer, [3]int{1000, 10000, 100000}, [3]int{1000, 10000, 100000}, ""},
	{"3x7/10", 0.0450, 0.0596, 0.0016, "", everyPlayer[2:], [3]int{10, 300, 10000}, [3]int{1000, 20000, 100000}, "3524/46189"},
	{"5x5/15", 0.0063, 0.009, 0.001, "", everyPlayer[2:], [3]int{10, 150, 5000}, [3]int{1000, 20000, 100000}, "20039/1307504"},
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

func (v valued) String() string {
	if v.failed {
		return "not computed"
	}
	text := percent2(v.value)
	if v.exact == nil {
		text += fmt.Sprintf(" (%s to %s, %d games)", strings.TrimSuffix(percent2(v.ci[0]), "%"), strings.TrimSuffix(percent2(v.ci[1]), "%"), v.games)
	}
	if v.sims > 0 {
		text += fmt.Sprintf(" at %d", v.sims)
	}
	return text
}

func percent2(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }

// bssuctResult is what is known of a board: of each player, and of the best possible.
type bssuctResult struct {
	*bssuctBoard
	players map[string]valued
	optimum valued
}

// bssuct reproduces paper B, Table 2.
func bssuct(ctx context.Context, b *Bench, p *Page) error {
	boards := bssuctBoards
	if b.Size == tiny {
		boards = boards[1:5] // without those whose walks take seconds
	}
	results, err := bssuctMeasure(ctx, b, boards)
	if err != nil {
		return err
	}
	p.Say("Win rates under the windows rule (the first cell is never a mine). Where no interval is given the number is\n" +
		"exact: `mines evaluate` walks through all that the player can come to see (for players that search: of the\n" +
		"player that this seed makes, one decision for each position). \"At\" is simulations for each decision. The\n" +
		"paper's times were 10 s a move, 30 s on 3x7/10 and 300 s on 5x5/10; simulations instead make the numbers\n" +
		"repeatable. Its ± are standard deviations.")
	rows := [][]string{{"board", "paper: CSP-PGMS", "paper: BSSUCT", "csp", "csp-pgms", "bssuct", "bssuct-exact", "exact optimum"}}
	for _, r := range results {
		paper := percent2(r.paper)
		if r.deviation > 0 {
			paper += fmt.Sprintf(" ± %s", percent2(r.deviation))
		} else if r.note != "" {
			paper += " (" + r.note + ")"
		}
		optimum := r.optimum.String()
		if r.optimum.exact != nil {
			optimum = fmt.Sprintf("%s = %s", r.optimum.exact, optimum)
		}
		row := []string{r.board, percent2(r.pgms), paper}
		for _, name := range everyPlayer {
			row = append(row, r.players[name].String())
		}
		rows = append(rows, append(row, optimum))
	}
	p.Table(1, rows...)
	p.Head("What agrees, and what does not")
	p.List(bssuctWords(results)...)
	return bssuctFigure(p, results)
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
		r := &bssuctResult{&boards[i], make(map[string]valued), valued{failed: true}}
		results = append(results, r)
		for _, name := range r.walked {
			sims := 1
			switch name {
			case "bssuct":
				sims = pick(b.Size, r.sims[0], r.sims[1], r.sims[2])
			case "bssuct-exact":
				sims = pick(b.Size, r.exactSims[0], r.exactSims[1], r.exactSims[2])
			}
			pieces = append(pieces, piece{i, name, sims})
		}
		switch {
		case r.bssuctBoard.optimum != "" && b.Size != Full:
			x, _ := new(big.Rat).SetString(r.bssuctBoard.optimum)
			r.optimum = exactly(x)
		case r.walked != nil:
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
		if pieces[i].player == "" {
			results[pieces[i].at].optimum = v
		} else {
			results[pieces[i].at].players[pieces[i].player] = v
		}
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
				r.players[c.Player] = v
			}
		}
	}
	for _, r := range results {
		for _, name := range everyPlayer {
			if _, ok := r.players[name]; !ok {
				r.players[name] = valued{failed: true}
			}
		}
	}
	return results, nil
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
		p, err := catalog.Minesweeper.New(player, g)
		if err != nil {
			return nil, err
		}
		e, err := players.Evaluate(ctx, g, p, blindsight.Budget{Simulations: sims}, seed)
		if err != nil {
			return nil, err
		}
		return e.Value, nil
	}
	cells, err := players.Optimum(ctx, g, expectimax.New(expectimax.Options{Workers: 1}), nil)
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

// bssuctWords says what the numbers mean.
func bssuctWords(results []*bssuctResult) []string {
	var above, within, below, pgmsOff []string
	for _, r := range results {
		ours := r.players["bssuct"]
		lo, hi := r.paper-interval.Z95*r.deviation, r.paper+interval.Z95*r.deviation
		switch {
		case ours.failed:
		case r.deviation == 0 && ours.games == 0 && ours.value >= r.paper, ours.ci[0] <= hi && ours.ci[1] >= lo && (r.deviation > 0 || ours.games > 0):
			within = append(within, r.board)
		case ours.value > hi:
			above = append(above, fmt.Sprintf("%s (%s, paper %s)", r.board, percent2(ours.value), percent2(r.paper)))
		default:
			below = append(below, fmt.Sprintf("%s (%s, paper %s)", r.board, percent2(ours.value), percent2(r.paper)))
		}
		// The paper's CSP-PGMS played 100,000 games.
		p := r.players["csp-pgms"]
		lo, hi = interval.Wilson95(int(r.pgms*100000+0.5), 100000)
		if !p.failed && (p.ci[1] < lo || p.ci[0] > hi) {
			pgmsOff = append(pgmsOff, fmt.Sprintf("%s (%s, paper %s)", r.board, percent2(p.value), percent2(r.pgms)))
		}
	}
	var words []string
	say := func(list []string, format string) {
		if len(list) > 0 {
			words = append(words, fmt.Sprintf(format, strings.Join(list, ", ")))
		}
	}
	say(within, "bssuct agrees with the paper's BSSUCT within its interval (two standard deviations) on %s.")
	say(above, "bssuct is above the paper's interval on %s.")
	say(below, "bssuct is below the paper's interval on %s.")
	var best, not []string
	for _, r := range results {
		x, o := r.players["bssuct-exact"], r.optimum
		if x.exact == nil || o.exact == nil {
			continue
		}
		if x.exact.Cmp(o.exact) == 0 {
			best = append(best, r.board)
		} else {
			not = append(not, fmt.Sprintf("%s (%.1f%% of it)", r.board, 100*x.value/o.value))
		}
		if r.paper-interval.Z95*r.deviation > o.value {
			words = append(words, fmt.Sprintf("On %s the paper's %s is more than the exact optimum %s, by more than two of its standard deviations.", r.board, percent2(r.paper), percent2(o.value)))
		} else if r.paper > o.value {
			words = append(words, fmt.Sprintf("On %s the paper's %s is above the exact optimum %s, which nobody can beat: it is luck within its interval.", r.board, percent2(r.paper), percent2(o.value)))
		}
	}
	say(best, "bssuct-exact is exactly optimal on %s.")
	say(not, "bssuct-exact is not optimal on %s.")
	say(pgmsOff, "Our csp-pgms is not the paper's program of that name: its rate differs from the paper's 100,000 games on %s. Both open a corner first; what theirs does where no cell is safe the paper does not say.")
	words = append(words, "The paper's finding, search on exact chances ahead of opening the cell of least risk, holds wherever the next lines name no exception.")
	for _, r := range results {
		a, b := r.players["bssuct"], r.players["csp-pgms"]
		switch {
		case a.failed || b.failed || a.value >= b.value:
		case a.ci[1] < b.ci[0]:
			words = append(words, fmt.Sprintf("Against that finding: on %s bssuct has %s at this budget, csp-pgms %s.", r.board, a, b))
		default:
			words = append(words, fmt.Sprintf("Too few games to tell: on %s bssuct has %s, csp-pgms %s; the intervals overlap (so did the paper's, p-value 0.14).", r.board, a, b))
		}
	}
	return append(words, "The exact optimum of 3x7/10 and 5x5/15 is from `mines solve` (minutes; --full finds it anew); that of 5x5/10 has not been computed.")
}

func bssuctFigure(p *Page, results []*bssuctResult) error {
	panel := report.Panel{X: "win rate, as a share of the exact optimum", XScale: report.Percent, Lines: []report.Line{{Value: 1}}}
	series := []report.Series{
		{Name: "paper B, CSP-PGMS", Style: report.PaperOtherStyle},
		{Name: "paper B, BSSUCT", Style: report.PaperStyle},
		{Name: "csp", Style: 4},
		{Name: "csp-pgms", Style: 1},
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
			series[i].Points = append(series[i].Points, report.Point{X: v / o, Y: y + 0.13*(float64(i)-2.5), Lo: lo / o, Hi: hi / o})
		}
		lo, hi := interval.Wilson95(int(r.pgms*100000+0.5), 100000)
		add(0, r.pgms, lo, hi)
		add(1, r.paper, r.paper-interval.Z95*r.deviation, r.paper+interval.Z95*r.deviation)
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
