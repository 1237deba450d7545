package uct_test

import (
	"fmt"
	"testing"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// The search keeps what every planner promises, whatever its configuration.
func TestConformance(t *testing.T) {
	atRoot := uct.PaperA()
	atRoot.Sampling = uct.AtRoot
	for _, c := range []uct.Config{
		{},
		{Backup: uct.Mean},
		{Trees: 3, Workers: 2},
		uct.PaperA(),
		atRoot,
		sharing(uct.PaperA()),
		trees(uct.PaperA(), 3),
		widened(atRoot, 2, 0.5),
	} {
		t.Run(fmt.Sprintf("bandit%d-backup%d-%s-trees%d-widening%g", c.Bandit, c.Backup, name(c), max(c.Trees, 1), c.Widening.Factor), func(t *testing.T) {
			searchtest.Run(t, func(p *searchtest.Problem) blindsight.Planner[*searchtest.View, searchtest.Action] {
				if c.Bandit == uct.UCB1 {
					c.Exploration = p.High - p.Low
				}
				return uct.New(p, p.NewSampler, c)
			}, searchtest.Options{AllSimulations: true, Values: true})
		})
	}
}
