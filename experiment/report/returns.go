package report

import (
	"blindsight/experiment"
	"blindsight/experiment/store"
	"blindsight/experiment/summary"
)

// Return is the sum of the games of a cell that one side plays alone: what they bring, with
// the interval of 95%, by the bounds of the game where they are known, else two standard
// errors.
type Return struct {
	Cell    int    `json:"cell"`
	Setting string `json:"setting"`
	Player  string `json:"player"`
	Budget  string `json:"budget"`
	Seed    uint64 `json:"seed"`
	Games   int    `json:"games"`
	Planned int    `json:"planned"`
	summary.Average
	summary.Cost
	Health summary.Health `json:"health"`
}

func sumReturns(p *experiment.Plan, cell int, t *summary.Games) Return {
	c := &p.Cells[cell]
	low, high := p.Bounds(cell)
	return Return{
		Cell: cell, Setting: c.Setting.Name, Player: c.Player, Budget: c.Budget.String(), Seed: c.Seed,
		Games: t.Played(), Planned: c.Games, Average: summary.AverageOf(t.Brought, low, high), Cost: t.Cost(), Health: summary.HealthOf(t.Health),
	}
}

// Difference compares what two cells brought on the deals that both have played: A minus B.
type Difference struct {
	Setting string `json:"setting"`
	Seed    uint64 `json:"seed"`
	A       string `json:"a"`
	B       string `json:"b"`
	CellA   int    `json:"cell_a"`
	CellB   int    `json:"cell_b"`
	Games   int    `json:"games"`
	summary.Average
}

func difference(plan *experiment.Plan, p pair, t store.PairTally) Difference {
	low, high := plan.Bounds(p.a.Index)
	return Difference{
		Setting: p.a.Setting.Name, Seed: p.a.Seed, A: p.nameA, B: p.nameB, CellA: p.a.Index, CellB: p.b.Index,
		Games: t.Score.N, Average: summary.DifferenceOf(t.Score, high-low),
	}
}
