package uct_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// A state drawn once at the root has, at every deeper node, exactly that node's
// belief, so that searches which draw there again and searches which do not grow
// trees of the same distribution: not only in the limit, but at any number of
// simulations. Over many seeds, how often each root action is simulated and what it
// returns must have the same averages.
func TestRootAndNodeSamplingAgree(t *testing.T) {
	skipUnderRace(t)
	type rules = minesweeper.Rules
	positions := []struct {
		rules rules
		rows  []string
	}{
		{rules{Height: 3, Width: 3, Mines: 3, Objective: minesweeper.Win}, []string{"1..", "...", "..."}},
		{rules{Height: 3, Width: 4, Mines: 4}, []string{"1...", "....", "...2"}},
		{rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine}, nil},
		{rules{Height: 3, Width: 4, Mines: 3, AutoOpen: true}, nil},
	}
	for _, pos := range positions {
		g := newGame(t, pos.rules)
		v := position(t, g, pos.rows...)
		for _, share := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s-%v", pos.rules.Board(), share), func(t *testing.T) {
				agree(t, func(s uct.Sampling) func(seed uint64) decision {
					p := newPlanner(g, uct.Config{Sampling: s, Bandit: uct.UCB1, Backup: uct.Mean, Apart: !share})
					return func(seed uint64) decision { return decide(t, p, v, seed, 300) }
				})
			})
		}
	}
	// Here what an action shows is random even in a known state.
	p := searchtest.Tiger(3)
	t.Run(p.Name, func(t *testing.T) {
		agree(t, func(s uct.Sampling) func(seed uint64) blindsight.Decision[searchtest.Action] {
			planner := uct.New(p, p.NewSampler, uct.Config{Sampling: s, Bandit: uct.UCB1, Exploration: p.High - p.Low, Backup: uct.Mean, Apart: true})
			return func(seed uint64) blindsight.Decision[searchtest.Action] {
				d, err := planner.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), p.NewView(), blindsight.Budget{Simulations: 300})
				if err != nil {
					t.Fatal(err)
				}
				return d
			}
		})
	})
}

// agree compares the two ways of sampling over many seeds.
func agree[A comparable](t *testing.T, ask func(uct.Sampling) func(seed uint64) blindsight.Decision[A]) {
	t.Helper()
	const seeds = uint64(200)
	type key struct {
		action A
		what   string
	}
	var sums [2]map[key]moments
	var order []key
	for i, s := range []uct.Sampling{uct.AtNodes, uct.AtRoot} {
		sums[i] = make(map[key]moments)
		decide := ask(s)
		for seed := range seeds {
			for _, a := range decide(seed + uint64(i)*seeds).Actions {
				for _, x := range []struct {
					what  string
					value float64
				}{{"simulations", float64(a.Simulations)}, {"mean", a.Mean}, {"value", a.Value}} {
					k := key{a.Action, x.what}
					if i == 0 && seed == 0 {
						order = append(order, k)
					}
					m := sums[i][k]
					m.add(x.value)
					sums[i][k] = m
				}
			}
		}
	}
	for _, k := range order {
		nodes, root := sums[0][k], sums[1][k]
		// There are about 250 comparisons in all, on fixed seeds; by chance one of
		// 500,000 is off by 4.5 standard errors.
		if off := math.Abs(nodes.mean()-root.mean()) / math.Hypot(nodes.error(), root.error()); off > 4.5 {
			t.Errorf("action %v, %s: %.4f when sampling at nodes, %.4f at the root: %.1f standard errors apart", k.action, k.what, nodes.mean(), root.mean(), off)
		}
	}
}

// moments add up numbers and their squares.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(x float64) {
	m.n++
	m.sum += x
	m.squares += x * x
}

func (m moments) mean() float64 { return m.sum / m.n }

// error is the standard error of the mean.
func (m moments) error() float64 {
	return math.Sqrt(max(m.squares/m.n-m.mean()*m.mean(), 1e-18) / m.n)
}

// However states are drawn and nodes shared, the search finds an optimal action and
// its value, which the oracle gets by going through everything.
func TestValuesConverge(t *testing.T) {
	skipUnderRace(t)
	type rules = minesweeper.Rules
	positions := []struct {
		rules rules
		rows  []string
	}{
		{rules{Height: 3, Width: 3, Mines: 3}, []string{"...", "1..", "..."}},
		{rules{Height: 3, Width: 3, Mines: 3}, []string{"1..", "...", "..."}},
		{rules{Height: 2, Width: 4, Mines: 3}, []string{"1...", "...."}},
		{rules{Height: 2, Width: 4, Mines: 3}, []string{".2..", "...."}},
		{rules{Height: 1, Width: 7, Mines: 3}, []string{"1......"}},
		{rules{Height: 1, Width: 7, Mines: 3, Objective: minesweeper.Win}, []string{"..1...."}},
	}
	for _, pos := range positions {
		g := newGame(t, pos.rules)
		v := position(t, g, pos.rows...)
		values := exactValues(g, v)
		best := 0.0
		for _, value := range values {
			best = max(best, value)
		}
		for _, c := range configs() {
			t.Run(fmt.Sprintf("%s-%s-%s", strings.Join(pos.rows, "-"), pos.rules.Objective, name(c)), func(t *testing.T) {
				d := decide(t, newPlanner(g, c), v, 1, 30_000)
				// A return deviates by at most 0.5, and most of the simulations go to the
				// best action: the standard error is about 0.003. Where actions are equal at a
				// deeper node, the luckiest counts, so values come out a bit high.
				if math.Abs(d.Value-values[d.Action]) > 0.02 || values[d.Action] < best-1e-9 {
					t.Errorf("chose cell %d at %.4f (%d simulations); it is worth %.4f, the best %.4f",
						d.Action, d.Value, d.Actions[0].Simulations, values[d.Action], best)
				}
			})
		}
	}
}
