package uct_test

import "blindsight/search/uct"

// Variations of a configuration, to be put around one another.

func sharing(c uct.Config) uct.Config { c.Apart = false; return c }

func relative(c uct.Config) uct.Config { c.Relative = true; return c }

func exploring(c uct.Config, factor float64) uct.Config { c.Exploration = factor; return c }

func trees(c uct.Config, n int) uct.Config { c.Trees = n; return c }

func widened(c uct.Config, factor, exponent float64) uct.Config {
	c.Widening = uct.Widening{Factor: factor, Exponent: exponent}
	return c
}
