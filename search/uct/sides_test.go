package uct_test

import (
	"fmt"
	"testing"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// sidesConfigs are configurations for two sides, each different in what the search does.
func sidesConfigs() []uct.Config {
	return []uct.Config{
		{},
		{Backup: uct.Mean},
		{Backup: uct.Mean, Trees: 3, Workers: 2},
		{Bandit: uct.UCB1, Backup: uct.Mean},
		widened(uct.Config{}, 2, 0.5),
		{Bandit: uct.UCBV},
		widened(uct.Config{Backup: uct.Mean}, 2, 0.5),
	}
}

// against makes a planner for a duel of the kit, against the policy that it gives.
func against(d *searchtest.Duel, c uct.Config) *uct.Planner[searchtest.DuelState, *searchtest.View, searchtest.Action, searchtest.Seen] {
	return uct.NewSides(d, d.Side, d.NewSampler, c).Against(func() uct.Policy[*searchtest.View, searchtest.Action] { return d.Policy() })
}

// With two sides the search keeps what every planner promises, and finds the best response
// to a given policy with its value.
func TestSidesConformance(t *testing.T) {
	for _, c := range sidesConfigs()[:5] {
		t.Run(fmt.Sprintf("bandit%d-backup%d-trees%d-widening%g", c.Bandit, c.Backup, max(c.Trees, 1), c.Widening.Factor), func(t *testing.T) {
			searchtest.RunSides(t, func(d *searchtest.Duel) blindsight.Planner[*searchtest.View, searchtest.Action] {
				if c.Bandit != uct.Scaled {
					c.Exploration = d.High - d.Low
				}
				return against(d, c)
			}, searchtest.Options{AllSimulations: true, Values: true})
		})
	}
}
