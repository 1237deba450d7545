package studies

import (
	"context"
	"fmt"

	"blindsight/game/phantom"
	"blindsight/search/cfr"
)

// forgetfulGame is a game whose plays are too many to be listed, solved over views that forget in which
// order cells were tried.
type forgetfulGame struct {
	States  int
	Views   [2]int
	Sets    [2]int64         // information sets of who forgets nothing
	Uniform float64          // exploitability of uniform play
	Curve   []forgetfulPoint // the last one is the result
}

// forgetfulPoint is what was reached after so many iterations.
type forgetfulPoint struct {
	Iterations int
	Lo, Hi     float64
}

// forgetfulAmount is a board, and after how many iterations it is looked at.
type forgetfulAmount struct {
	board  string
	points []int
}

// darkHexThree solves dark hex 3x3, whose plays are too many to be listed, by its boards.
func darkHexThree(ctx context.Context, b *Bench, p *Page) error {
	a := amount(b, forgetfulAmount{"hex 3x3", []int{10}}, forgetfulAmount{"hex 3x3", []int{10, 100, 1000}}, forgetfulAmount{"hex 3x3", []int{10, 100, 1000, 3000}})
	board, points := a.board, a.points
	variants := []string{"classical", "abrupt"}
	found, err := Do(ctx, b, "walks", len(variants), func(i int) string { return fmt.Sprintf("cfr+ over views, %s %s %v", board, variants[i], points) },
		func(ctx context.Context, i int) (forgetfulGame, error) {
			return solveForgetful(ctx, board+" "+variants[i], points)
		})
	if err != nil {
		return err
	}
	p.Head("Dark hex 3x3")
	p.Say("It has 9,469,697,760 ends of plays in the classical variant and 14,663,760,672 in the abrupt one: too many to be listed. Its boards, with what each side knows of them, are far fewer. " +
		"So CFR+ runs over boards, and a side decides by its own stones and those that it came upon: it **forgets in which order** it tried (an abstraction with imperfect recall). That CFR+ then tends to an " +
		"equilibrium is not promised. How good its strategies are is measured: best responses **that forget nothing**, over all information sets, exactly. So the bounds are those of the full game, and prove themselves.")
	rows := [][]string{{"variant", "boards", "views", "information sets", "exploitability of uniform play", "iterations", "value to who begins", "exploitability"}}
	for i, g := range found {
		for j, c := range g.Curve {
			row := make([]string, 5)
			if j == 0 {
				row = []string{
					variants[i], fmt.Sprint(g.States), fmt.Sprintf("%d and %d", g.Views[0], g.Views[1]), fmt.Sprintf("%d and %d", g.Sets[0], g.Sets[1]), small(g.Uniform),
				}
			}
			rows = append(rows, append(row, fmt.Sprint(c.Iterations), fmt.Sprintf("%.6f to %.6f", c.Lo, c.Hi), small(c.Hi-c.Lo)))
		}
	}
	p.Table(1, rows...)
	p.Say("Where ten times the iterations do not make a strategy less exploitable, what is left is the price of forgetting.")
	return nil
}

// solveForgetful runs CFR+ over views, and measures what it has reached at some points.
func solveForgetful(ctx context.Context, settings string, points []int) (r forgetfulGame, err error) {
	g, err := phantom.Parse(settings)
	if err != nil {
		return r, err
	}
	graph, err := cfr.Unfold(ctx, g.Boards(), g.NewView, 0)
	if err != nil {
		return r, err
	}
	r.States, r.Views = graph.States(), [2]int{graph.Sets(0), graph.Sets(1)}
	lo, hi, sets, err := graph.Bounds(ctx, [2]cfr.Plan{graph.Uniform(0), graph.Uniform(1)}, 1)
	if err != nil {
		return r, err
	}
	r.Uniform, r.Sets = hi-lo, sets
	solver := cfr.NewGraphSolver(graph)
	for _, n := range points {
		for solver.Iterations() < n {
			if err := ctx.Err(); err != nil {
				return r, err
			}
			solver.Iterate()
		}
		lo, hi, _, err := graph.Bounds(ctx, solver.Average(), 1)
		if err != nil {
			return r, err
		}
		r.Curve = append(r.Curve, forgetfulPoint{n, lo, hi})
	}
	return r, nil
}
