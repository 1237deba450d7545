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
	for _, c := range []uct.Config{
		{},
		{Sampling: uct.AtRoot},
		{Share: true},
		{Trees: 3, Workers: 2},
		{Sampling: uct.AtRoot, Widening: uct.Widening{Factor: 2, Exponent: 0.5}},
	} {
		t.Run(fmt.Sprintf("%s-trees%d-widening%g", name(c), max(c.Trees, 1), c.Widening.Factor), func(t *testing.T) {
			searchtest.Run(t, func(p *searchtest.Problem) blindsight.Planner[*searchtest.View, searchtest.Action] {
				c.Exploration = p.High - p.Low
				return uct.New(p, p.NewSampler, c)
			}, searchtest.Options{AllSimulations: true, Values: true})
		})
	}
}
