package pomdp

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// must makes a model.
func must(t testing.TB, problem interface{ Model() (*Model, error) }) *Model {
	t.Helper()
	m, err := problem.Model()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mustRocks makes a RockSample of the benchmark.
func mustRocks(t testing.TB, layout string) RockSample {
	t.Helper()
	r, err := RockSampleOf(layout)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Sizes are those of the benchmark files, and tables hang together.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		problem                       interface{ Model() (*Model, error) }
		states, actions, observations int
	}{
		{UsualTiger(), 2, 3, 2},
		{mustRocks(t, "4x4"), 257, 9, 2},
		{mustRocks(t, "5x5"), 801, 10, 2},
		{mustRocks(t, "5x7"), 3201, 12, 2},
		{mustRocks(t, "7x8"), 12545, 13, 2},
		{UsualTag(), 870, 5, 30},
		{UsualGrid(3, 4), 11, 4, 6},
		{UsualGrid(7, 9), 63 - 9, 4, 6},
	} {
		m := must(t, c.problem)
		table, err := m.Tables()
		if err != nil {
			t.Errorf("%+v: %v", c.problem, err)
			continue
		}
		if table.States != c.states || table.Actions != c.actions || table.Observations != c.observations {
			t.Errorf("%+v: %d/%d/%d, want %d/%d/%d", c.problem, table.States, table.Actions, table.Observations, c.states, c.actions, c.observations)
		}
	}
}

// The largest one of the benchmark has a state for each place and rocks, and one for the end.
func TestLargeRockSample(t *testing.T) {
	if testing.Short() {
		t.Skip("a quarter of a million states")
	}
	m := must(t, mustRocks(t, "11x11"))
	if len(m.States) != 247_809 || len(m.Actions) != 16 {
		t.Errorf("%d states, %d actions", len(m.States), len(m.Actions))
	}
}

// rocks reads the name of a state: where the robot is, and which rocks are good.
func rocks(t *testing.T, name string) (x, y int, good string, end bool) {
	t.Helper()
	if name == "end" {
		return 0, 0, "", true
	}
	place, good, _ := strings.Cut(name, "-")
	if _, err := fmt.Sscanf(place, "x%dy%d", &x, &y); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return x, y, good, false
}

// RockSample against its rules, written a second time on the names of states.
func TestRockSampleByNames(t *testing.T) {
	for _, layout := range []string{"4x4", "5x5"} {
		r := mustRocks(t, layout)
		r.HalfLife = 3
		m := must(t, r)
		for s, name := range m.States {
			for a, action := range m.Actions {
				wantTo, wantReward := name, 0.0
				x, y, good, end := rocks(t, name)
				rock := -1
				for i, c := range r.Rocks {
					if c.X == x && c.Y == y {
						rock = i
					}
				}
				switch dx, dy := 0, 0; {
				case end || strings.HasPrefix(action, "check"):
				case action == "sample":
					switch {
					case rock < 0:
						wantTo, wantReward = "end", -100
					case good[rock] == 'g':
						wantTo, wantReward = fmt.Sprintf("x%dy%d-%sb%s", x, y, good[:rock], good[rock+1:]), 10
					default:
						wantReward = -10
					}
				default:
					switch action {
					case "north":
						dy = 1
					case "south":
						dy = -1
					case "east":
						dx = 1
					case "west":
						dx = -1
					}
					switch {
					case x+dx == r.Size:
						wantTo, wantReward = "end", 10
					case x+dx < 0 || y+dy < 0 || y+dy >= r.Size:
						wantTo, wantReward = "end", -100
					default:
						wantTo = fmt.Sprintf("x%dy%d-%s", x+dx, y+dy, good)
					}
				}
				to, _ := m.States.Index(wantTo)
				if m.Moves[a].At(s, to) != 1 || m.Mean(s, a) != wantReward {
					t.Fatalf("%s %s: to %s with %v, brings %v; want %v", name, action, wantTo, m.Moves[a].At(s, to), m.Mean(s, a), wantReward)
				}
				wantGood := 1.0
				if i, err := strconv.Atoi(strings.TrimPrefix(action, "check")); err == nil && !end {
					d := math.Hypot(float64(x-r.Rocks[i].X), float64(y-r.Rocks[i].Y))
					if wantGood = 0.5 + 0.5*math.Pow(2, -d/3); good[i] == 'b' {
						wantGood = 1 - wantGood
					}
				}
				if got := m.Signals[a].At(s, looksGood); math.Abs(got-wantGood) > 1e-14 {
					t.Fatalf("%s %s: good with %v, want %v", name, action, got, wantGood)
				}
			}
		}
	}
}

// At the start the robot is where it should be, and each rock is good in half of the states.
func TestRockSampleStart(t *testing.T) {
	r := mustRocks(t, "5x5")
	m := must(t, r)
	share := make([]float64, len(r.Rocks))
	for s, p := range m.Start {
		if p == 0 {
			continue
		}
		x, y, good, end := rocks(t, m.States[s])
		if end || x != 0 || y != 2 {
			t.Fatalf("it may begin in %s", m.States[s])
		}
		for i := range good {
			if good[i] == 'g' {
				share[i] += p
			}
		}
	}
	for i, p := range share {
		if p != 0.5 {
			t.Errorf("rock %d is good with %v", i, p)
		}
	}
}

// The opponent of Tag flees or stays: he never comes closer to where the robot was, moves with
// 0.8 but for walls, and nothing moves once he is tagged.
func TestTagFlees(t *testing.T) {
	m, cells := must(t, UsualTag()), tagCells()
	distance := func(a, b int) int {
		dx, dy := cells[a].X-cells[b].X, cells[a].Y-cells[b].Y
		return max(dx, -dx) + max(dy, -dy)
	}
	for s := range m.States {
		robot, opponent := s/30, s%30
		for a := range m.Actions {
			ends, chances := m.Moves[a].Row(s)
			if opponent == 29 || a == 4 && robot == opponent {
				if len(ends) != 1 || int(ends[0]) != robot*30+29 {
					t.Errorf("%s %s leads to %v", m.States[s], m.Actions[a], ends)
				}
				continue
			}
			stays := 0.0
			for i, end := range ends {
				if distance(robot, int(end)%30) < distance(robot, opponent) {
					t.Errorf("%s %s: to %s", m.States[s], m.Actions[a], m.States[end])
				}
				if int(end)%30 == opponent {
					stays += chances[i]
				}
			}
			blocked := stays - 0.2
			for _, w := range []float64{0, 0.2, 0.4, 0.6, 0.8} {
				if math.Abs(blocked-w) < 1e-12 {
					blocked = 0
				}
			}
			if blocked != 0 {
				t.Errorf("%s %s: stays with %v", m.States[s], m.Actions[a], stays)
			}
		}
	}
	// In the corner of the southern row, the robot east of him on the same row: west is a wall, south too, north is
	// free with 0.2.
	if p := m.Moves[4].At(5*30+0, 5*30+10); math.Abs(p-0.2) > 1e-15 {
		t.Errorf("out of the corner with %v", p)
	}
}

// The 4x3 world: a move goes where it should with 0.8, and slips to either side with 0.1.
func TestGrid(t *testing.T) {
	m := must(t, UsualGrid(3, 4))
	at := func(name string) int {
		i, ok := m.States.Index(name)
		if !ok {
			t.Fatalf("no state %s", name)
		}
		return i
	}
	chance := func(from string, a int, to string) float64 { return m.Moves[a].At(at(from), at(to)) }
	for _, c := range []struct {
		got, want float64
		what      string
	}{
		{chance("row0col2", 2, "row0col3"), 0.8, "east into the goal"},
		{chance("row0col2", 2, "row0col2"), 0.1, "north against the wall"},
		{chance("row0col2", 2, "row1col2"), 0.1, "south"},
		{chance("row2col0", 3, "row2col0"), 0.9, "into the corner"},
		{chance("row1col0", 2, "row1col0"), 0.8, "against the wall in the middle"},
		{chance("row0col3", 0, "row2col0"), 1. / 9, "anew from the goal"},
		{m.Mean(at("row0col2"), 2), 0.8 - 0.2*0.04, "the gain of the goal"},
		{m.Mean(at("row0col3"), 2), -0.04, "anew costs a step"},
		{m.Signals[0].At(at("row1col0"), 3), 1, "walls on both sides"},
		{m.Signals[0].At(at("row0col1"), 0), 1, "walls on neither side"},
		{m.Signals[0].At(at("row1col2"), 1), 1, "a wall to the west"},
	} {
		if math.Abs(c.got-c.want) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	g := UsualGrid(3, 4)
	g.Restart, g.See = false, 0.9
	m = must(t, g)
	for a := range m.Actions {
		if goal := at("row0col3"); m.Moves[a].At(goal, goal) != 1 || m.Mean(goal, a) != 0 {
			t.Error("the goal is not the end")
		}
	}
	if p := m.Signals[0].At(at("row1col0"), 1); math.Abs(p-0.9*0.1) > 1e-15 {
		t.Errorf("one of two walls is seen with %v", p)
	}
}

// What cannot be is refused with what is wrong.
func TestBadProblems(t *testing.T) {
	change := func(f func(r *RockSample)) RockSample {
		r := mustRocks(t, "4x4")
		f(&r)
		return r
	}
	grid := func(f func(g *Grid)) Grid {
		g := UsualGrid(3, 4)
		f(&g)
		return g
	}
	for _, c := range []struct {
		problem interface{ Model() (*Model, error) }
		want    string
	}{
		{Tiger{0.4, 0.9}, "hear 0.4"},
		{Tiger{math.NaN(), 0.9}, "hear NaN"},
		{Tiger{0.85, 1}, "discount 1"},
		{Tag{1.5}, "discount 1.5"},
		{change(func(r *RockSample) { r.Size = 0 }), "size 0"},
		{change(func(r *RockSample) { r.Rocks[1] = Cell{4, 0} }), "rock 1 at 4,0 is outside"},
		{change(func(r *RockSample) { r.Rocks[1] = r.Rocks[0] }), "two rocks at 3,1"},
		{change(func(r *RockSample) { r.Start.X = -1 }), "start -1,2"},
		{change(func(r *RockSample) { r.HalfLife = 0 }), "half-life 0"},
		{change(func(r *RockSample) { r.Rocks = make([]Cell, 17) }), "17 rocks"},
		{grid(func(g *Grid) { g.Map = nil }), "without a plain cell"},
		{grid(func(g *Grid) { g.Map[1] = "..." }), "row 1 of the map has 3 cells"},
		{grid(func(g *Grid) { g.Map[2] = "..x." }), "row 2, column 2"},
		{grid(func(g *Grid) { g.Slip = 2 }), "slip 2"},
		{grid(func(g *Grid) { g.See = 0 }), "see 0"},
		{grid(func(g *Grid) { g.Gain = math.Inf(1) }), "gain +Inf"},
	} {
		if _, err := c.problem.Model(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.problem, err, c.want)
		}
	}
	for layout, want := range map[string]string{
		"15x15": "11x11", "4:1.1": "SIZE:X.Y", "x:1.1@0.0": `"x" is no size`, "4:1.1/1@0.0": `"1" is no place`,
		"4:1.1@0": `"0" is no place`, "4:1.1/5.1@0.0": "outside of the map",
	} {
		if _, err := RockSampleOf(layout); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", layout, err, want)
		}
	}
	if r, err := RockSampleOf("4:3.1/2.1/1.3/1.0@0.2"); err != nil || !reflect.DeepEqual(r, mustRocks(t, "4x4")) {
		t.Errorf("%+v, %v", r, err)
	}
}
