package studies

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"blindsight"
	"blindsight/experiment"
	"blindsight/experiment/report"
	"blindsight/experiment/summary"
	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
)

// question is a position that a player is asked about many times, each time with random
// numbers of its own.
type question struct {
	name   string // of the random streams
	view   *minesweeper.View
	player string
	budget blindsight.Budget
	runs   int
	best   []minesweeper.Cell // the right answers
}

// answer is how a player answered.
type answer struct {
	*question
	right  int
	random int64 // answers at random for want of a belief
	chosen map[minesweeper.Cell]int
	means  map[minesweeper.Cell][]float64 // what the search thought of each cell, run by run
}

// decided is one answer, as it is kept.
type decided struct {
	Action minesweeper.Cell `json:"action"`
	Random int64            `json:"random,omitempty"`
	Means  []cellMean       `json:"means,omitempty"`
}

// cellMean is what the search thought of a cell.
type cellMean struct {
	Cell minesweeper.Cell `json:"cell"`
	Mean float64          `json:"mean"`
}

// decide asks the question once.
func (q *question) decide(ctx context.Context, seed uint64, run int) (decided, error) {
	p, err := sweepers.Catalogue.New(q.player, q.view.Game())
	if err != nil {
		return decided{}, err
	}
	d, err := p.Choose(ctx, randstream.New(seed, q.name+" "+q.player, uint64(q.budget.Simulations), uint64(run)), q.view.Clone(), q.budget)
	if err == nil {
		err = ctx.Err()
	}
	answer := decided{Action: d.Action, Random: d.Health.Fallbacks}
	for _, s := range d.Actions {
		if s.Simulations > 0 {
			answer.Means = append(answer.Means, cellMean{s.Action, s.Mean})
		}
	}
	return answer, err
}

// ask asks every question as often as it wants, on all workers.
func ask(ctx context.Context, b *Bench, questions []question) ([]answer, error) {
	type piece struct{ question, run int }
	var pieces []piece
	for i, q := range questions {
		for run := range q.runs {
			pieces = append(pieces, piece{i, run})
		}
	}
	name := func(i int) string {
		q := &questions[pieces[i].question]
		return fmt.Sprintf("%s/%s/%s/%d", q.name, q.player, experiment.Budget{Budget: q.budget}, pieces[i].run)
	}
	decisions, err := Do(ctx, b, "decisions", len(pieces), name, func(ctx context.Context, i int) (decided, error) {
		return questions[pieces[i].question].decide(ctx, b.Seed, pieces[i].run)
	})
	if err != nil {
		return nil, err
	}
	answers := make([]answer, len(questions))
	for i := range questions {
		answers[i] = answer{question: &questions[i], chosen: make(map[minesweeper.Cell]int), means: make(map[minesweeper.Cell][]float64)}
	}
	for i, d := range decisions {
		a := &answers[pieces[i].question]
		a.chosen[d.Action]++
		a.random += d.Random
		if slices.Contains(a.best, d.Action) {
			a.right++
		}
		for _, m := range d.Means {
			a.means[m.Cell] = append(a.means[m.Cell], m.Mean)
		}
	}
	return answers, nil
}

// rightShare is the share of right answers.
func (a *answer) rightShare() summary.Rate { return summary.RateOf(a.right, a.runs) }

// String is the share of right answers for a table.
func (a *answer) String() string {
	return strconv.Itoa(a.right) + " of " + strconv.Itoa(a.runs) + ", " + rate(a.rightShare())
}

// learning draws the share of right answers against simulations, a line for each player.
func learning(title string, names []string, answers []answer) report.Panel {
	panel := report.Panel{Title: title, X: "simulations", Y: "share of right answers", XScale: report.Count, YRange: [2]float64{0, 1.03}}
	for i, name := range names {
		s := report.Series{Name: name, Style: report.Style(i), Joined: true}
		for j := range answers {
			if answers[j].player == name && answers[j].budget.Simulations > 0 {
				s.Points = append(s.Points, point(float64(answers[j].budget.Simulations), answers[j].rightShare()))
			}
		}
		panel.Series = append(panel.Series, s)
	}
	return panel
}

// uniformShare is the exact chance that a player without search gives a right answer.
func uniformShare(v *minesweeper.View, player string, best []minesweeper.Cell) (float64, error) {
	p, err := sweepers.Catalogue.New(player, v.Game())
	if err != nil {
		return 0, err
	}
	cells, err := p.(optimum.Mixed).Choices(v)
	n := 0
	for _, c := range cells {
		if slices.Contains(best, c) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(cells))), err
}
