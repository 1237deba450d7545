package studies

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/experiment/report"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// figTwoPosition is a position of paper A, Fig. 2, or one that stands for it.
type figTwoPosition struct {
	name, text, about string
	players           []string
	openings          bool // few enough placements to count further safe openings
}

// figTwoPositions: the paper prints pictures; its text pins the left one down, of the
// others it tells properties, most of which ours have as well.
var figTwoPositions = []figTwoPosition{
	{
		"left", "5x3/6 windows\n..2\n..3\n..3\n..2\n221\n",
		"Three closed cells in a column, 0,0 to 2,0, hold one mine (the other closed cells are mines). All three are equally risky. The paper: the middle one is worth 1 further safe opening on average, the top and the bottom one 4/3.",
		[]string{"bsr-uct,literal=true", "bsr-uct", "bsr-uct-fast", "bsr-uct-csp", "bssuct"},
		true,
	},
	{
		"middle", "2x2/1 windows\n.1\n.1\n",
		"The paper: a situation with 50% probability of winning. Its picture, of 7x7/11, is not in the text; this is the smallest such position.",
		[]string{"bsr-uct,literal=true", "bsr-uct", "bsr-uct-fast", "bsr-uct-csp", "bssuct"},
		true,
	},
	{
		"right", "7x7/11 gnomine\n0.01.2.\n000113.\n112111.\n1.3.23.\n23.....\n.......\n.......\n",
		"The paper: 0,6 is seen to be a mine and 1,6 to be good at once, and it is told which cells lead to a win more often. Its picture is not in the text; this position (from game 228 of seed 1, as csp plays it) has these properties. Another it has not: the paper says that constraint programming does not solve its own, and here `csp` opens a best cell.",
		[]string{"bsr-uct,literal=true,draws=20000", "bsr-uct,draws=20000", "bsr-uct-fast", "bsr-uct-csp", "bssuct"},
		false,
	},
}

// figTwoAmount is how often each player is asked, with how many simulations.
type figTwoAmount struct {
	runs    int
	budgets []int
}

// figTwo reproduces paper A, Fig. 2.
// Its rejection is dear on the right position: most of the time goes there.
func figTwo(ctx context.Context, b *Bench, p *Page) error {
	a := amount(b, figTwoAmount{50, []int{10, 30, 100, 300}}, figTwoAmount{100, []int{10, 30, 100, 300}}, figTwoAmount{1000, []int{10, 30, 100, 300, 1000, 3000}})
	runs, budgets := a.runs, a.budgets
	f := &report.Figure{}
	var words []string
	for _, pos := range figTwoPositions {
		position, err := minesweeper.NewPositionReader(strings.NewReader(pos.text), pos.name, minesweeper.Rules{}).Next()
		if err != nil {
			return err
		}
		v := position.View
		analysis, err := minecoach.NewAnalyst(2000, reveal.New(reveal.Options{Workers: 1})).Analyse(ctx, v)
		if err != nil {
			return err
		}
		var questions []question
		for _, name := range pos.players {
			for _, sims := range budgets {
				questions = append(questions, question{"fig 2 " + pos.name, v, name, blindsight.Budget{Simulations: sims}, runs, analysis.Best})
			}
		}
		answers, err := ask(ctx, b, questions)
		if err != nil {
			return err
		}
		p.Head("The " + pos.name + " position")
		p.Say("```\n%s```", pos.text)
		p.Say("%s There are %s placements of the mines.", pos.about, analysis.Placements)
		last := figTwoLast(answers, "bsr-uct-csp")
		p.Table(1, figTwoCells(&pos, v, analysis, last)...)
		p.Say("How often a player opens a cell of the greatest exact chance to win, of %d runs:", runs)
		rows := [][]string{{"player"}}
		for _, sims := range budgets {
			rows[0] = append(rows[0], fmt.Sprintf("%d sims", sims))
		}
		rows[0] = append(rows[0], "at random")
		for i := 0; i < len(answers); i += len(budgets) {
			row, random := []string{answers[i].player}, int64(0)
			for j := range budgets {
				a := answers[i+j].rightShare()
				row = append(row, rate(a))
				random += answers[i+j].random
			}
			rows = append(rows, append(row, fmt.Sprintf("%d of %d", random, runs*len(budgets))))
		}
		uniform, err := uniformShare(v, "csp", analysis.Best)
		if err != nil {
			return err
		}
		p.Table(1, rows...)
		p.Say("`csp`, which opens a cell of least risk, does so with probability %s, exactly.", percent(uniform))
		panel := learning(strings.ToUpper(pos.name[:1])+pos.name[1:]+" position", pos.players, nil)
		panel.Series = nil
		for i, name := range pos.players {
			one := learning("", []string{name}, answers).Series[0]
			one.Style, one.Name = report.Style(i), strings.TrimSuffix(name, ",draws=20000")
			panel.Series = append(panel.Series, one)
		}
		panel.Lines = []report.Line{{Name: "csp", Value: uniform}}
		if pos.name != "middle" {
			f.Panels = append(f.Panels, panel)
		}
		words = append(words, figTwoWords(&pos, v, analysis, last)...)
		if pos.name != "middle" { // where any cell is best
			words = append(words, figTwoPlayers(pos.name, answers, len(budgets), uniform)...)
		}
	}
	if err := p.Figure("right-answers", "Share of runs that open a best cell, with 95% intervals; csp's is exact", f); err != nil {
		return err
	}
	p.Head("What agrees, and what does not")
	p.Say("The paper says that its algorithm plays such positions optimally, given time. Its player, to the letter, is `bsr-uct,literal=true`. It does so here where all runs at the largest budget open a best cell; that is not reached where more of them do than of `csp` by chance, by their 95%% interval; it does not agree where the interval ends below `csp`. That 0,6 is a mine is seen where what is expected of it is less than of 1,6, and the two intervals do not meet.")
	p.List(words...)
	p.Say("In none of the three positions as they stand is a cell of least risk a mistake as such: on the left all cells are equally risky, in the middle all are equally good, and on the right the cells without risk are the best. What the left one shows is that cells of equal risk are not equally good.")
	return nil
}

// figTwoPlayers tells of each player, by the last of its budgets, whether it plays a position
// better than a random cell of least risk.
func figTwoPlayers(position string, answers []answer, budgets int, random float64) []string {
	var words []string
	for i := budgets - 1; i < len(answers); i += budgets {
		a := answers[i].rightShare()
		verdict := "Not decided"
		switch {
		case !strings.Contains(answers[i].player, "literal=true"):
			verdict = "Ours" // of which the paper says nothing
		case 2*answers[i].random > int64(answers[i].runs):
			verdict = fmt.Sprintf("Not decided (it found no state and opened at random in %d of %d runs)", answers[i].random, answers[i].runs)
		case a.WinRate == 1:
			verdict = "Agrees"
		case a.CI95[0] > random:
			verdict = "Not reached, but better than by chance"
		case a.CI95[1] < random:
			verdict = "Does not agree"
		}
		text := fmt.Sprintf("%s, %s: `%s` opens a best cell in %s of the runs at %d simulations, `csp` in %s.",
			verdict, position, answers[i].player, rate(a), answers[i].budget.Simulations, percent(random))
		for _, less := range answers[i+1-budgets : i] {
			if x := less.rightShare(); a.CI95[0] > random && x.CI95[1] < random {
				text += fmt.Sprintf(" At %d it is below that, %s.", less.budget.Simulations, rate(x))
			}
		}
		words = append(words, text)
	}
	return words
}

// figTwoLast returns the answer of a player at its largest budget.
func figTwoLast(answers []answer, player string) *answer {
	var last *answer
	for i := range answers {
		if answers[i].player == player {
			last = &answers[i]
		}
	}
	return last
}

// figTwoCells is the table of the cells that are neither known to be mines nor alike.
func figTwoCells(pos *figTwoPosition, v *minesweeper.View, a *minecoach.Analysis, last *answer) [][]string {
	head := []string{"cell", "mine", "exact chance to win", "bsr-uct-csp expects, in score (mirrored cells are one)"}
	if pos.openings {
		head = append(head, "further safe openings")
	}
	rows := [][]string{head}
	for _, c := range a.Cells {
		row, col := v.Game().RowCol(c.Cell)
		if c.Mine == 1 && (row != 0 || col != 6) {
			continue
		}
		win := ""
		if c.Win != nil {
			win = c.Win.RatString()
		}
		expects := ""
		if values := last.means[c.Cell]; len(values) > 0 {
			expects = meanOf(values, 0, 1).String()
		}
		line := []string{fmt.Sprintf("%d,%d", row, col), fmt.Sprintf("%.3f", c.Mine), win, expects}
		if pos.openings {
			line = append(line, openings(v, c.Cell).RatString())
		}
		rows = append(rows, line)
	}
	return rows
}

func figTwoWords(pos *figTwoPosition, v *minesweeper.View, a *minecoach.Analysis, last *answer) []string {
	g := v.Game()
	verdict := func(ok bool) string {
		if ok {
			return "Agrees"
		}
		return "Does not agree"
	}
	switch pos.name {
	case "left":
		top, middle := openings(v, g.Cell(0, 0)), openings(v, g.Cell(1, 0))
		ok := top.Cmp(big.NewRat(4, 3)) == 0 && middle.Cmp(big.NewRat(1, 1)) == 0 && openings(v, g.Cell(2, 0)).Cmp(top) == 0
		return []string{fmt.Sprintf("%s, left: exactly, the middle cell is worth %s further safe openings, the top and the bottom one %s.", verdict(ok), middle.RatString(), top.RatString())}
	case "middle":
		return []string{fmt.Sprintf("%s, middle (by construction): the best play wins with probability %s.", verdict(a.Win.Cmp(big.NewRat(1, 2)) == 0), a.Win.RatString())}
	}
	var mine, safe float64
	for _, c := range a.Cells {
		switch c.Cell {
		case g.Cell(0, 6):
			mine = c.Mine
		case g.Cell(1, 6):
			safe = c.Mine
		}
	}
	corner, below := meanOf(last.means[g.Cell(0, 6)], 0, 1), meanOf(last.means[g.Cell(1, 6)], 0, 1)
	seen := verdict(corner.hi < below.lo)
	if corner.mean < below.mean && corner.hi >= below.lo {
		seen = "Not told apart"
	}
	return []string{
		fmt.Sprintf("%s, right (by construction): 0,6 is a mine with probability %.0f, 1,6 with probability %.0f.", verdict(mine == 1 && safe == 0), mine, safe),
		fmt.Sprintf("%s, right, by bsr-uct-csp, which is ours, at %d simulations: it expects %s of opening 0,6 and %s of 1,6.", seen, last.budget.Simulations, corner, below),
	}
}

// openings returns how many further cells are opened safely on average if c is opened
// next and the rest is played for that. It tries everything: for very few placements.
func openings(v *minesweeper.View, c minesweeper.Cell) *big.Rat {
	a, err := v.Game().AllAnswers(context.Background(), v, 100)
	if err != nil {
		return new(big.Rat)
	}
	states := make([]int, a.States)
	for i := range states {
		states[i] = i
	}
	hidden := v.Hidden()
	var play func(states []int, closed []minesweeper.Cell) int
	open := func(states []int, closed []minesweeper.Cell, c minesweeper.Cell) int {
		groups := make(map[uint8][]int)
		for _, s := range states {
			if x := a.Shown[int(c)*a.States+s]; x != reveal.Loss {
				groups[uint8(x)] = append(groups[uint8(x)], s)
			}
		}
		var rest []minesweeper.Cell
		for _, d := range closed {
			if d != c {
				rest = append(rest, d)
			}
		}
		total := 0
		for _, g := range groups {
			total += len(g) + play(g, rest)
		}
		return total
	}
	play = func(states []int, closed []minesweeper.Cell) int {
		best := 0
		for _, c := range closed {
			safe := false
			for _, s := range states {
				safe = safe || a.Shown[int(c)*a.States+s] != reveal.Loss
			}
			if safe {
				best = max(best, open(states, closed, c))
			}
		}
		return best
	}
	return big.NewRat(int64(open(states, hidden, c)), int64(a.States))
}
