package studies

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"blindsight"
	"blindsight/experiment/report"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// firstMovePlayers are those whose first cell is looked at.
var firstMovePlayers = []string{"bssuct-paper", "bssuct", "bssuct-exact", "bsr-uct-csp"}

// firstMoveAmount is how often each player is asked, with how many simulations, and for how long it may think.
type firstMoveAmount struct {
	runs     int
	budgets  []int
	thinking time.Duration // 0: not asked
}

// firstMove reproduces paper B, sections 5.1 and 4.2: the best first cell.
func firstMove(ctx context.Context, b *Bench, p *Page) error {
	a := amount(b,
		firstMoveAmount{100, []int{10, 30, 100, 300}, 50 * time.Millisecond},
		firstMoveAmount{500, []int{10, 30, 100, 300, 1000}, 50 * time.Millisecond},
		firstMoveAmount{500, []int{10, 30, 100, 300, 1000, 3000}, 5 * time.Second})
	runs, budgets, thinking := a.runs, a.budgets, a.thinking
	boards := []minesweeper.Rules{
		{Height: 5, Width: 5, Mines: 15, First: minesweeper.Gnomine, Objective: minesweeper.Win, AutoOpen: true},
		{Height: 3, Width: 3, Mines: 7, First: minesweeper.Windows, Objective: minesweeper.Win, AutoOpen: true},
	}
	f := &report.Figure{}
	var words []string
	for i, rules := range boards {
		g, err := minesweeper.New(rules)
		if err != nil {
			return err
		}
		firsts, best, err := bestFirst(ctx, g)
		if err != nil {
			return err
		}
		var questions []question
		view := g.NewView()
		for _, name := range firstMovePlayers {
			for _, sims := range budgets {
				questions = append(questions, question{"first move " + rules.Board(), view, name, blindsight.Budget{Simulations: sims}, runs, best})
			}
		}
		if i == 0 && thinking > 0 {
			for _, name := range []string{literal, "bssuct"} {
				questions = append(questions, question{"first move, time", view, name, blindsight.Budget{Time: thinking}, runs, best})
			}
		}
		answers, err := ask(ctx, b, questions)
		if err != nil {
			return err
		}
		p.Head(rules.String())
		rows := [][]string{{"first cell", "exact chance to win"}}
		for _, c := range firsts {
			row, col := g.RowCol(c.Cell)
			rows = append(rows, []string{fmt.Sprintf("%d,%d", row, col), c.Lower.String()})
		}
		p.Table(1, rows...)
		p.Say("How often a player opens a best cell first:")
		rows = [][]string{{"player", "budget", "a best cell first"}}
		for j := range answers {
			a := &answers[j]
			budget := fmt.Sprintf("%d sims", a.budget.Simulations)
			if a.budget.Time > 0 {
				budget = a.budget.Time.String()
				words = append(words, fmt.Sprintf("%s%s: the paper's BSSUCT found the centre at 5 s a move in all of 500 runs; %s at %s in %d of %d.", centreVerdict(a), rules, a.player, budget, a.right, a.runs))
			}
			rows = append(rows, []string{a.player, budget, a.String()})
		}
		uniform, err := uniformShare(view, "csp", best)
		if err != nil {
			return err
		}
		rows = append(rows, []string{"csp", "", fmt.Sprintf("%s, exactly: all first cells are equally safe", percent(uniform))})
		p.Table(2, rows...)
		words = append(words, alwaysFrom(rules, answers, runs)...)
		panel := learning(rules.String(), firstMovePlayers, answers)
		panel.Lines = []report.Line{{Name: "csp (uniform)", Value: uniform}}
		f.Panels = append(f.Panels, panel)
	}
	more, err := threeByThree(ctx, b)
	if err != nil {
		return err
	}
	if err := p.Figure("first-cell", "Share of runs that open a best cell first, with 95% intervals", f); err != nil {
		return err
	}
	p.Head("What agrees, and what does not")
	p.List(append(words, more...)...)
	return nil
}

// centreVerdict is of the paper's player alone, by its own rule: all runs.
func centreVerdict(a *answer) string {
	switch {
	case a.player != literal:
		return ""
	case a.right == a.runs:
		return "Agrees, "
	}
	return "Does not agree, "
}

// alwaysFrom says from how many simulations on each player opens a best cell in all runs.
func alwaysFrom(rules minesweeper.Rules, answers []answer, runs int) (words []string) {
	for _, name := range firstMovePlayers {
		from := 0
		for j := range answers {
			if a := &answers[j]; a.player == name && a.budget.Simulations > 0 {
				if a.right < a.runs {
					from = 0
				} else if from == 0 {
					from = a.budget.Simulations
				}
			}
		}
		if from > 0 {
			words = append(words, fmt.Sprintf("%s: %s opens a best cell in all %d runs from %d simulations on.", rules, name, runs, from))
		} else {
			words = append(words, fmt.Sprintf("%s: %s does not open a best cell in all %d runs at any number of simulations measured.", rules, name, runs))
		}
	}
	return words
}

// bestFirst returns the exact value of each first cell up to symmetry, and all best ones.
func bestFirst(ctx context.Context, g *minesweeper.Game) ([]optimum.FirstCell, []minesweeper.Cell, error) {
	firsts, err := optimum.Solve(ctx, g, reveal.New(reveal.Options{Workers: 1}), nil)
	if err != nil {
		return nil, nil, err
	}
	top := new(big.Rat)
	for _, c := range firsts {
		if !c.Exact() {
			return nil, nil, ctx.Err()
		}
		if c.Lower.Cmp(top) > 0 {
			top = c.Lower
		}
	}
	var best []minesweeper.Cell
	for _, c := range g.NewView().Legal(nil) {
		if i := slices.IndexFunc(firsts, func(f optimum.FirstCell) bool { return g.LeastImage(f.Cell) == g.LeastImage(c) }); i >= 0 && firsts[i].Lower.Cmp(top) == 0 {
			best = append(best, c)
		}
	}
	return firsts, best, nil
}

// threeByThree evaluates whole games on 3x3/7 exactly.
func threeByThree(ctx context.Context, b *Bench) ([]string, error) {
	names := []string{"csp", literal, "bssuct", "bssuct-exact"}
	const sims = 1000
	name := func(i int) string { return walkName("3x3/7", names[i], sims) }
	values, err := Do(ctx, b, "walks", len(names), name, func(ctx context.Context, i int) (*big.Rat, error) {
		return worth(ctx, "3x3/7", names[i], sims, b.Seed)
	})
	if err != nil {
		return nil, err
	}
	verdict := "Agrees"
	if values[0].Cmp(big.NewRat(17, 72)) != 0 {
		verdict = "Does not agree"
	}
	words := []string{fmt.Sprintf("%s, 3x3/7 windows: the paper says 1/8 for the centre, 1/4 for a side or a corner, 17/72 for csp; exactly, csp has %s.", verdict, values[0])}
	for i, v := range values[1:] {
		words = append(words, fmt.Sprintf("3x3/7 windows: %s at %d simulations has %s of the possible 1/4, by an exact walk with one seed.", names[i+1], sims, v))
	}
	return words, nil
}
