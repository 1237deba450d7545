package studies

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"blindsight"
	"blindsight/experiment/report"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/gain"
	"blindsight/player/sweepers/strong"
)

// partsAmount is how much of the study of parts is done.
type partsAmount struct {
	settings []minesSetting
	atOnce   int // games of each comparison without a budget
	sims     int // simulations of the comparison with a budget
	budgeted int // its games
	more     []int
	longer   int // games with each of the budgets of more
	small    []string
}

// minesSetting is a board and the rule of its first cell.
type minesSetting struct{ board, rule string }

var usualSettings = []minesSetting{
	{"9x9/10", "windows"},
	{"9x9/10", "gnomine"},
	{"16x16/40", "windows"},
	{"16x16/40", "gnomine"},
	{"16x30/99", "windows"},
	{"16x30/99", "gnomine"},
}

const (
	partBlock    = 25 // games a piece: little is lost when a run is stopped
	partPlayouts = 20 // how often a difference is played out
	// budgetedPlayouts is the same where the old player has a budget, and each playout takes as long as a game.
	budgetedPlayouts = 2
)

// mineParts measures what each part of strong is worth, what time adds, and how far it is from the optimum.
func mineParts(ctx context.Context, b *Bench, p *Page) error {
	a := amount(b,
		partsAmount{usualSettings[2:3], 100, 300, 25, []int{100, 1000}, 50, []string{"4x4/4", "4x4/6"}},
		partsAmount{usualSettings, 2000, 300, 200, []int{100, 1000, 10_000}, 500, []string{"4x4/4", "4x4/6", "3x6/5", "3x6/8"}},
		partsAmount{usualSettings, 10_000, 1000, 500, []int{100, 1000, 10_000, 100_000}, 1000, []string{"4x4/4", "4x4/6", "3x6/5", "3x6/8", "4x5/6"}})
	p.Say("What `strong` wins more than `strong` without a part, in percentage points, with intervals of 95%%: two standard errors on\n" +
		"either side. Games are played by the whole player; where the other would open another cell, the other plays both out on the same hidden\n" +
		"boards (`mines gain`). *The same* means that no decision differed. [What the parts are](../../../docs/minesweeper.md).")
	p.Head(fmt.Sprintf("At once, %d games each", a.atOnce))
	worth, err := b.partTable(ctx, p, a.settings, comparisons(0), a.atOnce, partPlayouts)
	if err != nil {
		return err
	}
	p.Head(fmt.Sprintf("With %d simulations, %d games each", a.sims, a.budgeted))
	p.Say("With simulations a player that is left whole differs from itself too, by chance: parts that decide nothing on these boards (the book, small\n" +
		"boards) show how much of the numbers that is.")
	if _, err := b.partTable(ctx, p, a.settings, comparisons(a.sims), a.budgeted, budgetedPlayouts); err != nil {
		return err
	}
	p.Head("What simulations add")
	p.Say("`strong` with a budget over `strong` at once, %d games each. This is the part of the distance to the best play that the\n"+
		"player sees itself when it has time; what no playout of it shows is not in it.", a.longer)
	more, err := b.partTable(ctx, p, a.settings, budgets(a.more), a.longer, partPlayouts)
	if err != nil {
		return err
	}
	if err := p.Figure("simulations", "Points that simulations add, with 95% intervals", simulationsFigure(a, more)); err != nil {
		return err
	}
	lost, err := b.smallBoards(ctx, p, a.small)
	if err != nil {
		return err
	}
	p.Head("What is seen")
	p.List(append(partsWords(a, worth, more), lost)...)
	return nil
}

// comparison is two players, the first of which is looked at.
type comparison struct {
	name          string // of the row
	fresh, old    string
	sims, oldSims int
}

// comparisons returns strong beside strong without each part.
func comparisons(sims int) (list []comparison) {
	for _, part := range strong.PartNames() {
		if sims == 0 && part == "playouts" {
			continue // they need simulations
		}
		list = append(list, comparison{"without " + part, "strong", "strong,without=" + part, sims, sims})
	}
	return list
}

// budgets returns strong with each number of simulations beside strong at once.
func budgets(sims []int) (list []comparison) {
	for _, n := range sims {
		list = append(list, comparison{fmt.Sprintf("%d simulations", n), "strong", "strong", n, 0})
	}
	return list
}

// partTable measures comparisons in settings and writes them as a table. Results are by comparison, then by setting.
func (b *Bench) partTable(ctx context.Context, p *Page, settings []minesSetting, list []comparison, games, playouts int) ([][]*gain.Result, error) {
	head := []string{""}
	for _, s := range settings {
		head = append(head, s.board+" "+s.rule)
	}
	rows := [][]string{head}
	var all [][]*gain.Result
	for _, c := range list {
		row := []string{c.name}
		var results []*gain.Result
		for _, s := range settings {
			r, err := b.gains(ctx, s, c, games, playouts)
			if err != nil {
				return nil, err
			}
			results = append(results, r)
			row = append(row, gained(r))
		}
		rows = append(rows, row)
		all = append(all, results)
	}
	p.Table(1, rows...)
	return all, nil
}

// gains measures one comparison in one setting.
func (b *Bench) gains(ctx context.Context, s minesSetting, c comparison, games, playouts int) (*gain.Result, error) {
	rules := minesweeper.Rules{AutoOpen: true, Objective: minesweeper.Win}
	if err := rules.Parse(s.board, s.rule, minesweeper.Eight.String()); err != nil {
		return nil, err
	}
	g, err := minesweeper.New(rules)
	if err != nil {
		return nil, err
	}
	side := func(player string, sims int) gain.Side {
		return gain.Side{
			New:    func() (minesweeper.Planner, error) { return sweepers.Catalogue.New(player, g) },
			Budget: blindsight.Budget{Simulations: sims},
		}
	}
	m := &gain.Match{Game: g, New: side(c.fresh, c.sims), Old: side(c.old, c.oldSims), Playouts: playouts}
	if err := m.Check(); err != nil {
		return nil, err
	}
	blocks := (games + partBlock - 1) / partBlock
	// The name holds all that the games depend on, so that a longer run goes on where a shorter one ended.
	name := func(i int) string {
		return fmt.Sprintf("gain/%s %s/%s %d/%s %d/%d/%d", s.board, s.rule, c.fresh, c.sims, c.old, c.oldSims, playouts, i*partBlock)
	}
	played, err := Do(ctx, b, c.name+", "+s.board+" "+s.rule, blocks, name, func(ctx context.Context, i int) ([]gain.Game, error) {
		var block []gain.Game
		for n := i * partBlock; n < (i+1)*partBlock; n++ {
			game, err := m.Play(ctx, b.Seed, n)
			if err != nil {
				return nil, err
			}
			block = append(block, game)
		}
		return block, nil
	})
	if err != nil {
		return nil, err
	}
	r := &gain.Result{}
	for _, block := range played {
		for i := range block {
			if r.Games < games {
				r.Add(&block[i])
			}
		}
	}
	return r, nil
}

// gained says a gain in points.
func gained(r *gain.Result) string {
	if r.Differ == 0 {
		return "the same"
	}
	e := r.Total()
	return fmt.Sprintf("%+.3f (%+.3f to %+.3f)", 100*e.Mean, 100*e.CI95[0], 100*e.CI95[1])
}

// simulationsFigure draws what simulations add, a line for each setting.
func simulationsFigure(a partsAmount, more [][]*gain.Result) *report.Figure {
	panel := report.Panel{Title: "strong over itself at once", X: "simulations a guess", Y: "points", XScale: report.Count}
	for j, s := range a.settings {
		series := report.Series{Name: s.board + " " + s.rule, Joined: true}
		for i, sims := range a.more {
			e := more[i][j].Total()
			series.Points = append(series.Points, report.Point{X: float64(sims), Y: 100 * e.Mean, Lo: 100 * e.CI95[0], Hi: 100 * e.CI95[1]})
		}
		panel.Series = append(panel.Series, series)
	}
	return &report.Figure{Panels: []report.Panel{panel}}
}

// unaided is strong without everything that is exact: what its weights and playouts find alone.
const unaided = "strong,without=opening/book/exact/alone/together/small"

// smallBoards writes the exact distance to the optimum on boards that are solved, and says the greatest.
func (b *Bench) smallBoards(ctx context.Context, p *Page, boards []string) (string, error) {
	players := []string{"", "strong", unaided, "csp"}
	name := func(i int) string { return walkName(boards[i/len(players)], players[i%len(players)], 0) }
	values, err := Do(ctx, b, "walks", len(boards)*len(players), name, func(ctx context.Context, i int) (*big.Rat, error) {
		return worth(ctx, boards[i/len(players)], players[i%len(players)], 0, b.Seed)
	})
	if err != nil {
		return "", err
	}
	p.Head("The distance to the optimum, exactly")
	p.Say("Small boards under the rule `windows`, whose optimum is known as a fraction; the players are walked through all their games, at once. *By\n" +
		"weights alone* is `strong` without anything that is exact or known by heart, as it plays where a large board is still open.")
	rows := [][]string{{"board", "optimum", "strong, points lost", "by weights alone", "csp"}}
	worst := 0.0
	for i, board := range boards {
		v := values[i*len(players) : (i+1)*len(players)]
		row := []string{board, fmt.Sprintf("%s = %.4f%%", v[0], 100*float(v[0]))}
		for j := range players[1:] {
			lost, _ := new(big.Rat).Sub(v[0], v[j+1]).Float64()
			if j == 0 {
				worst = max(worst, lost)
			}
			row = append(row, lostPoints(lost))
		}
		rows = append(rows, row)
	}
	p.Table(2, rows...)
	return fmt.Sprintf("On the small boards `strong` at once loses at most %s to the optimum (%s).", lostPoints(worst)+" points", strings.Join(boards, ", ")), nil
}

func float(r *big.Rat) float64 {
	x, _ := r.Float64()
	return x
}

func lostPoints(x float64) string {
	if x == 0 {
		return "0"
	}
	return fmt.Sprintf("%.3f", 100*x)
}

// partsWords says which parts are worth something for certain, and what is left to be gained.
func partsWords(a partsAmount, worth, more [][]*gain.Result) (words []string) {
	for i, c := range comparisons(0) {
		var better, worse, open []string
		for j, s := range a.settings {
			setting := s.board + " " + s.rule
			switch e := worth[i][j].Total(); {
			case worth[i][j].Differ == 0:
			case e.CI95[0] > 0:
				better = append(better, setting)
			case e.CI95[1] < 0:
				worse = append(worse, setting)
			default:
				open = append(open, setting)
			}
		}
		words = append(words, "Strong "+c.name+", at once: "+partVerdict(better, worse, open))
	}
	last := len(a.more) - 1
	for j, s := range a.settings {
		what := "change no decision"
		if r := more[last][j]; r.Differ > 0 {
			what = "gain " + gained(r) + " points of what better play than that at once can gain" + step(a.more, more, j)
		}
		words = append(words, fmt.Sprintf("%s %s: %d simulations a guess %s.", s.board, s.rule, a.more[last], what))
	}
	return words
}

// step says how much of a gain the last of several budgets has beyond the one before.
func step(sims []int, more [][]*gain.Result, setting int) string {
	last := len(sims) - 1
	if last == 0 {
		return ""
	}
	x := more[last][setting].Total().Mean - more[last-1][setting].Total().Mean
	return fmt.Sprintf("; the step from %d to %d has %+.3f of them", sims[last-1], sims[last], 100*x)
}

// partVerdict says in which settings the player without a part wins less, more, or as many as far as the games tell.
func partVerdict(better, worse, open []string) string {
	var parts []string
	for _, v := range []struct {
		settings []string
		words    string
	}{{better, "wins less"}, {worse, "wins more"}, {open, "is not told apart"}} {
		if len(v.settings) > 0 {
			parts = append(parts, v.words+" on "+strings.Join(v.settings, ", "))
		}
	}
	if len(parts) == 0 {
		return "decides the same."
	}
	return strings.Join(parts, "; ") + "."
}
