package studies

import (
	"context"
	"fmt"
	"slices"

	"blindsight/experiment/matebase"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// reanalyse has best look at near misses again, two plies deeper: all those of 3 plies at
// 5, and those that are left at 7, in quick runs some of each. So the paper made its deeper
// reanalyseAmount is how many near misses are looked at again, and how many of these deeper still.
type reanalyseAmount struct{ near, deeper int }

// database out of the shallower one; its depths are lost in our copy, these are inferred.
func reanalyse(ctx context.Context, b *Bench, p *Page) error {
	set, err := problemSet()
	if err != nil {
		return err
	}
	near := problemClass{3, matebase.None}.of(set)
	a := amount(b, reanalyseAmount{40, 4}, reanalyseAmount{len(near), len(near)}, reanalyseAmount{len(near), len(near)})
	near = near[:min(len(near), a.near)]
	deeper := a.deeper
	p.Head("Near misses looked at again, deeper")
	rows := [][]string{{"problems", "depth", "limit each", "mates", "none", "not decided", "decided", "median", "95%"}}
	at5, err := reanalyseAt(ctx, b, near, 5, pick(b.Size, 2.0, 10, 10))
	if err != nil {
		return err
	}
	rows = append(rows, b.reanalysed("near misses of 3 plies", at5))
	var left []*matebase.Instance
	for k, m := range at5.runs {
		if m.Verdict != andor.Win {
			left = append(left, near[k])
		}
	}
	some := slices.Clone(left)
	if len(left) > deeper {
		some = nil
		for k := range deeper {
			some = append(some, left[(2*k+1)*len(left)/(2*deeper)])
		}
	}
	at7, err := reanalyseAt(ctx, b, some, 7, pick(b.Size, 3.0, 60, 60))
	if err != nil {
		return err
	}
	rows = append(rows, b.reanalysed(fmt.Sprintf("%d of the %d that are left", len(some), len(left)), at7))
	p.Table(1, rows...)
	decided := func(r *reanalysis) float64 { return float64(r.solved()) / float64(max(1, len(r.runs))) }
	p.List(aim("at least 95% of the near misses of 3 plies are decided at 5", decided(at5) >= 0.95, percent(decided(at5))),
		aim("at least half of those left at 7", decided(at7) >= 0.5, percent(decided(at7))))
	p.Say("Left are those that are no mates at 5 plies. Where only some are looked at, they are taken evenly out of all. What was not\n" +
		"decided when the data set was made, by a search of few positions, is marked `unknown` in it.")
	return nil
}

// reanalysis is a list of problems at a depth.
type reanalysis struct {
	solverRow
	depth int
}

func reanalyseAt(ctx context.Context, b *Bench, list []*matebase.Instance, depth int, limit float64) (*reanalysis, error) {
	t := trial{"best", andor.Options{Algorithm: "best"}, limit}
	name := func(i int) string { return t.piece(list[i], depth) }
	runs, err := Do(ctx, b, fmt.Sprintf("problems at %d plies", depth), len(list), name, func(ctx context.Context, i int) (measured, error) {
		return measure(ctx, b, list[i], t, func(ctx context.Context, s *players.Solver) andor.Result {
			return s.Solve(ctx, list[i].Belief, depth)
		})
	})
	return &reanalysis{solverRow{t, runs}, depth}, err
}

// reanalysed is a row of the table.
func (b *Bench) reanalysed(name string, r *reanalysis) []string {
	count := map[andor.Verdict]int{}
	for _, m := range r.runs {
		count[m.Verdict]++
	}
	costs := r.costs()
	return []string{
		name, fmt.Sprint(r.depth), b.cost(b.limitOf(r.trial)), fmt.Sprint(count[andor.Win]), fmt.Sprint(count[andor.None]), fmt.Sprint(count[andor.Unknown]),
		percent(float64(r.solved()) / float64(max(1, len(r.runs)))), b.cost(quantile(costs, 0.5)), b.cost(quantile(costs, 0.95)),
	}
}
