package studies

import (
	"context"
	"fmt"
	"math"
	"time"

	"blindsight"
	"blindsight/catalog"
	"blindsight/experiment"
	"blindsight/internal/interval"
	"blindsight/player/planners"
)

// onlineCase is a problem that a player plays without having solved it.
type onlineCase struct {
	name, settings, player string
	budget                 blindsight.Budget
	runs                   int
	reported               string // what papers report of others
}

// onlineCases are those of the study. What papers report is quoted as the task of this study has it, and was not measured again.
func onlineCases(size Size) []onlineCase {
	tenth, runs := blindsight.Budget{CPU: 100 * time.Millisecond}, pick(size, 10, 60, 500)
	const seven, eleven = "problem=rocksample,layout=7x8", "problem=rocksample,layout=11x11"
	cases := []onlineCase{
		{"RockSample 7x8", seven, "uct", tenth, runs, "POMCP 20.71, AR-DESPOT 20.90"},
		{"RockSample 11x11", eleven, "uct", tenth, runs, "POMCP 20.01, AR-DESPOT 21.75"},
		{"Tag", "problem=tag", "uct", tenth, runs / 2, "POMCP -7.14, AR-DESPOT -6.23"},
	}
	if size == Full {
		second := blindsight.Budget{CPU: time.Second}
		cases = append(cases,
			onlineCase{"RockSample 7x8", seven, "uct", second, 100, cases[0].reported},
			onlineCase{"RockSample 11x11", eleven, "uct", second, 100, cases[1].reported},
			onlineCase{"RockSample 7x8, listed", seven, "uct,belief=listed", tenth, 100, cases[0].reported},
			onlineCase{"RockSample 7x8, nothing but the rules", seven, "pomcp", tenth, 100, cases[0].reported})
	}
	return cases
}

// onlinePiece is some runs of a case.
type onlinePiece struct {
	Gained []float64 // by run
	Steps  int
	Wrong  int // steps that cost 100: what POMCP's program forbids
}

// A piece is so many runs.
const onlineRuns = 10

// pomdpOnline plays problems online, and writes what is gained beside what papers report.
func pomdpOnline(ctx context.Context, b *Bench, p *Page) error {
	usual := onlineCases(b.Size)
	cases := amount(b, usual, usual, usual)
	type part struct{ of, first int }
	var parts []part
	for i, c := range cases {
		for first := 0; first < c.runs; first += onlineRuns {
			parts = append(parts, part{i, first})
		}
	}
	pieces, err := Do(ctx, b, "plays", len(parts),
		func(i int) string {
			c := &cases[parts[i].of]
			return fmt.Sprintf("online/%s/%s/%s/%d of %d", c.settings, c.player, experiment.Budget{Budget: c.budget}, parts[i].first, c.runs)
		},
		func(ctx context.Context, i int) (onlinePiece, error) {
			c := &cases[parts[i].of]
			return c.play(ctx, b.Seed, parts[i].first, min(parts[i].first+onlineRuns, c.runs))
		})
	if err != nil {
		return err
	}
	sums := make([]onlinePiece, len(cases))
	for i, part := range parts {
		s := &sums[part.of]
		s.Gained = append(s.Gained, pieces[i].Gained...)
		s.Steps += pieces[i].Steps
		s.Wrong += pieces[i].Wrong
	}
	p.Head("Played online")
	p.Say("The same problems, played by search at each decision and not solved before (`search/bounded`, player `uct`; `listed` is on the belief over all states, else RockSample has " +
		"its belief in factors). A budget in CPU is processor time of the thread that decides. The mean is of discounted returns, with two standard errors. Variant: that of the benchmark files, in which nothing is forbidden, and " +
		"leaving the map elsewhere than to the east, or sampling where no rock lies, costs 100 and ends the play; *wrong* counts such steps. POMCP's program forbids them. The best play is the same in both, " +
		"and so is every play without a wrong step. What others are reported to gain is of their papers, at their budgets.")
	rows := [][]string{{"problem", "player", "budget", "reported", "runs", "mean", "95%", "steps", "wrong"}}
	for i := range cases {
		rows = append(rows, cases[i].row(&sums[i]))
	}
	p.Table(4, rows...)
	return nil
}

// play plays some runs.
func (c *onlineCase) play(ctx context.Context, seed uint64, from, to int) (r onlinePiece, err error) {
	s, err := planners.Game.Open(c.settings)
	if err != nil {
		return r, err
	}
	m, err := s.Seat(c.player)
	if err != nil {
		return r, err
	}
	for n := from; n < to; n++ {
		result, err := m.Play(ctx, catalog.Play{
			Seed: seed, Number: uint64(n), Budgets: []blindsight.Budget{c.budget},
			Each: func(step *catalog.Step) {
				if step.Gained[0] == -100 {
					r.Wrong++
				}
			},
		})
		if err != nil {
			return r, err
		}
		r.Gained = append(r.Gained, result.Gained[0])
		r.Steps += result.Steps
	}
	return r, nil
}

// row is a line of the table.
func (c *onlineCase) row(r *onlinePiece) []string {
	var gained interval.Values
	for _, x := range r.Gained {
		gained.Add(x)
	}
	mean, lo, hi := gained.Mean95(math.Inf(-1), math.Inf(1))
	reported := c.reported
	if reported == "" {
		reported = "-"
	}
	return []string{
		c.name, c.player, experiment.Budget{Budget: c.budget}.String(), reported, fmt.Sprint(len(r.Gained)), fmt.Sprintf("%.2f", mean),
		fmt.Sprintf("%.2f to %.2f", lo, hi), fmt.Sprintf("%.1f", float64(r.Steps)/float64(gained.N)), fmt.Sprint(r.Wrong),
	}
}
