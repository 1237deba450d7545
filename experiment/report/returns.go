package report

import (
	"blindsight/experiment"
	"blindsight/experiment/store"
)

// Return is the sum of the games of a cell that one side plays alone: what they bring, with
// the interval of 95%, by the bounds of the game where they are known, else two standard
// errors.
type Return struct {
	Cell        int         `json:"cell"`
	Setting     string      `json:"setting"`
	Player      string      `json:"player"`
	Budget      string      `json:"budget"`
	Seed        uint64      `json:"seed"`
	Games       int         `json:"games"`
	Planned     int         `json:"planned"`
	Mean        float64     `json:"mean"`
	CI95        *[2]float64 `json:"ci95,omitempty"`
	Moves       float64     `json:"moves_per_game"`
	Simulations float64     `json:"simulations_per_game"`
	Seconds     float64     `json:"seconds_per_game"`     // wall time
	CPU         float64     `json:"cpu_seconds_per_game"` // of the thread that played
	Health      Health      `json:"health"`
}

func sumReturns(p *experiment.Plan, cell int, t store.Tally) Return {
	c := &p.Cells[cell]
	r := Return{
		Cell: cell, Setting: c.Setting.Name, Player: c.Player, Budget: c.Budget.String(), Seed: c.Seed,
		Games: t.Played(), Planned: c.Games, Health: newHealth(t.Health),
	}
	low, high := p.Bounds(cell)
	r.Mean, r.CI95 = meanOf(t.Score, low, high)
	if n := float64(t.Played()); n > 0 {
		r.Moves, r.Simulations, r.Seconds, r.CPU = float64(t.Moves)/n, float64(t.Simulations)/n, t.Seconds/n, t.CPU
	}
	return r
}

// Difference compares what two cells brought on the deals that both have played: A minus B.
type Difference struct {
	Setting string      `json:"setting"`
	Seed    uint64      `json:"seed"`
	A       string      `json:"a"`
	B       string      `json:"b"`
	CellA   int         `json:"cell_a"`
	CellB   int         `json:"cell_b"`
	Games   int         `json:"games"`
	Mean    float64     `json:"mean"`
	CI95    *[2]float64 `json:"ci95,omitempty"`
}

func difference(plan *experiment.Plan, p pair, t store.PairTally) Difference {
	d := Difference{Setting: p.a.Setting.Name, Seed: p.a.Seed, A: p.nameA, B: p.nameB, CellA: p.a.Index, CellB: p.b.Index, Games: t.Score.N}
	low, high := plan.Bounds(p.a.Index)
	d.Mean, d.CI95 = meanOf(t.Score, low-high, high-low)
	return d
}
