package studies

import (
	"math"
	"testing"

	"blindsight/experiment/matebase"
	"blindsight/search/andor"
)

// timed is a class of near misses, each of a game of its own, with the costs of some algorithms;
// what costs 5 or more is not decided.
func timed(costs map[string][]float64) []*solverClass {
	c := &solverClass{problemClass: problemClass{5, matebase.None}}
	for name, list := range costs {
		row := solverRow{trial: trial{name: name, limit: 5}}
		for i, x := range list {
			m := measured{Verdict: andor.None, Cost: x}
			if x >= 5 {
				m.Verdict = andor.Unknown
			}
			row.runs = append(row.runs, m)
			if len(c.problems) <= i {
				c.problems = append(c.problems, &matebase.Instance{Game: i})
			}
		}
		c.rows = append(c.rows, row)
	}
	return []*solverClass{c}
}

// times returns n costs.
func times(n int, cost float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = cost
	}
	return list
}

// What a limit hides is not taken for known: a search that was cut off may have taken any time
// beyond the limit, so that only a lower bound can agree where the first was, only an upper one
// where the second was, and where both were there is nothing to compare.
func TestClaimsKnowWhatIsHidden(t *testing.T) {
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		first, second []float64
		low, high     float64
		want          string
		median        string
	}{
		"twice as long":                   {times(20, 2), times(20, 1), 1.5, inf, agrees, "2"},
		"half as long":                    {times(20, 1), times(20, 2), 1, inf, disagrees, "0.5"},
		"within a range":                  {times(20, 1.1), times(20, 1), 1, 1.5, agrees, "1.1"},
		"first cut off, at least":         {times(20, 5), times(20, 1), 2, inf, agrees, "at least 5"},
		"first cut off, too little shown": {times(20, 5), times(20, 4), 2, inf, undecided, "at least 1.25"},
		"first cut off, a range":          {times(20, 5), times(20, 4), 1, 1.5, undecided, "at least 1.25"},
		"first cut off, beyond a range":   {times(20, 5), times(20, 1), 1, 1.5, disagrees, "at least 5"},
		"second cut off":                  {times(20, 1), times(20, 5), 1, inf, disagrees, "at most 0.2"},
		"second cut off, slow first":      {times(20, 4), times(20, 5), 0.5, inf, undecided, "at most 0.8"},
		"both cut off":                    {times(20, 5), times(20, 5), 0.8, 1.25, undecided, "none"},
		"a few cut off":                   {append(times(17, 2), times(3, 5)...), times(20, 1), 1.5, 3, agrees, "2"},
		"few problems":                    {times(5, 2), times(5, 1), 1.5, inf, undecided, "2"},
	} {
		b := &Bench{Seed: 1, Size: Full}
		ratios, _ := b.compared(timed(map[string][]float64{"a": c.first, "b": c.second}), "a", "b")
		s := medianOf(ratios, 0.05)
		if got := s.verdict(c.low, c.high); got != c.want || s.median.String() != c.median {
			t.Errorf("%s: %s, median %s, interval %s; want %s, %s", name, got, s.median, s.interval(), c.want, c.median)
		}
	}
}

// A search that ended for memory has not taken the time that it was given, but more than it took.
func TestMemoryIsNoTime(t *testing.T) {
	classes := timed(map[string][]float64{"a": times(20, 1), "b": times(20, 1)})
	for i := range classes[0].row("a").runs {
		classes[0].row("a").runs[i].Verdict = andor.Unknown
	}
	b := &Bench{Seed: 1, Size: Full}
	if ratios, _ := b.compared(classes, "a", "b"); quantileOf(ratios, 0.5).String() != "at least 1" {
		t.Errorf("median %s", quantileOf(ratios, 0.5))
	}
	if total := classes[0].row("a").total(5); total != 100 {
		t.Errorf("all together %v, want 20 limits", total)
	}
}

// A statement of several pairs holds where it holds of each, and one pair refutes it.
func TestClaimsOfSeveral(t *testing.T) {
	b := &Bench{Seed: 1, Size: Full}
	c := claim{champion: "ipns", low: 2, high: math.Inf(1)}
	for _, k := range []struct {
		pns  float64
		want string
	}{{3, agrees}, {1.5, disagrees}, {2, agrees}} {
		j := b.judge(&c, timed(map[string][]float64{"dfs": times(20, 4), "pns": times(20, k.pns), "ipns": times(20, 1), "best": times(20, 0.1)}))
		if j.verdict != k.want || j.pair != (pairing{"pns", "ipns"}) || j.of != 2 {
			t.Errorf("pns takes %v: %s by %+v, one of %d", k.pns, j.verdict, j.pair, j.of)
		}
	}
}

// One problem of each game counts.
func TestProblemsOfOneGame(t *testing.T) {
	classes := timed(map[string][]float64{"a": times(40, 2), "b": times(40, 1)})
	for i, p := range classes[0].problems {
		p.Game = i / 4
	}
	b := &Bench{Seed: 1, Size: Full}
	if ratios, solved := b.compared(classes, "a", "b"); len(ratios) != 10 || solved != [2]int{10, 10} {
		t.Errorf("%d problems of 10 games, %v solved", len(ratios), solved)
	}
}

// Near misses are harder than mates where the medians of their difficulties are apart, as far as they are known, and a game that has both
// counts once.
func TestNearMissesAgainstMates(t *testing.T) {
	b := &Bench{Seed: 1, Size: Full}
	for _, k := range []struct {
		near, mates float64
		want, ratio string
	}{{2, 1, agrees, "2"}, {1, 2, disagrees, "0.5"}, {5, 2, agrees, "at least 2.5"}, {2, 5, disagrees, "at most 0.4"}, {5, 5, undecided, "not known"}} {
		classes := timed(map[string][]float64{"dfs": times(20, k.near), "pns": times(20, k.near), "ipns": times(20, k.near), "best": times(20, 9)})
		mates := timed(map[string][]float64{"dfs": times(20, k.mates), "pns": times(20, k.mates), "ipns": times(20, k.mates), "best": times(20, 9)})[0]
		mates.answer = matebase.Mate
		for i, p := range mates.problems {
			p.Game = i + 15 // five games have both
		}
		s := b.harder(append(classes, mates), 0, 100)
		if s.n != 35 || s.median.String() != k.ratio || s.verdict(1, math.Inf(1)) != k.want {
			t.Errorf("%v against %v: %s of %d, %s", k.near, k.mates, s.median, s.n, s.verdict(1, math.Inf(1)))
		}
	}
}

// Sums and quantiles of what is known in part are known in part.
func TestWhatIsKnownInPart(t *testing.T) {
	inf := math.Inf(1)
	values := []bounds{{1, 1}, {2, 2}, {3, inf}, {0, 4}}
	if got := sumOf(values); got != (bounds{6, inf}) {
		t.Errorf("sum %v", got)
	}
	if got := quantileOf(values, 0.5); got != (bounds{1, 2}) {
		t.Errorf("median %v", got)
	}
	least, most := extremes(values)
	if least != (bounds{0, 1}) || most != (bounds{3, inf}) {
		t.Errorf("least %v, greatest %v", least, most)
	}
	if got := aimAtMost("it is small", bounds{1, inf}, 2); got != "Aim not decided: it is small (at least 1)." {
		t.Error(got)
	}
}

// All algorithms have one limit in every size, and in the full one there is no other.
func TestSolverTrials(t *testing.T) {
	for _, size := range []Size{Quick, Middle, Full} {
		all, longer := solverTrials(size)
		for _, x := range all {
			if x.limit != all[0].limit {
				t.Errorf("%s: %s has %v, %s %v", size, x.name, x.limit, all[0].name, all[0].limit)
			}
		}
		if (longer == nil) != (size == Full) || len(longer) > 0 && longer[0].limit <= all[0].limit {
			t.Errorf("%s: longer ones %v", size, longer)
		}
	}
}
