package pomdp

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/golden"
	"blindsight/internal/randstream"
)

func mustGame(t testing.TB, m *Model, horizon int) *Game {
	t.Helper()
	g, err := NewGame(m, horizon)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// kit makes a game ready for the conformance kit.
func kit(name string, g *Game) gametest.Case[State, *View, Action, Seen] {
	return gametest.Case[State, *View, Action, Seen]{
		Game: g, NewView: gametest.Alone(g.NewView), Name: name, Horizon: 20, Plays: 20,
		ShowView:   (*View).String,
		ShowAction: func(a Action) string { return g.model.Actions[a] },
		ShowSeen:   func(o Seen) string { return g.model.Observations[o] },
		ShowState:  func(s *State) string { return g.model.States[*s] },
	}
}

// Models keep the promises of package blindsight, those with an end and those without, and any others.
func TestConformance(t *testing.T) {
	for name, problem := range map[string]interface{ Model() (*Model, error) }{
		"tiger": UsualTiger(), "rocksample": mustRocks(t, "4x4"), "tag": UsualTag(), "grid": UsualGrid(3, 4),
	} {
		t.Run(name, func(t *testing.T) {
			gametest.Run(t, kit(name, mustGame(t, must(t, problem), 0)))
		})
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 20 {
		c := kit("any", mustGame(t, anyModel(rng), 10))
		c.Plays = 5
		gametest.Run(t, c)
	}
}

// A play of each, for a person to read and for the test to keep.
func TestPlaythrough(t *testing.T) {
	golden.Check(t, "testdata/play-rocksample.txt", gametest.Playthrough(kit("rocksample 4x4", mustGame(t, must(t, mustRocks(t, "4x4")), 0)), 3))
	golden.Check(t, "testdata/play-tag.txt", gametest.Playthrough(kit("tag", mustGame(t, must(t, UsualTag()), 0)), 1))
}

// Steps have the chances and rewards of the tables: within 5 standard errors in every state, action, state after it and
// observation.
func TestStepsFollowTheTables(t *testing.T) {
	rng := randstream.New(1, "pomdp/steps")
	for range 20 {
		m := anyModel(rng)
		g := mustGame(t, m, 1)
		for s := range m.States {
			for a := range m.Actions {
				const n = 2000
				count := map[[2]int]float64{}
				gained := map[[2]int]float64{}
				for range n {
					at := State(s)
					step := g.Step(rng, &at, Action(a))
					what := [2]int{int(at), int(step.Seen)}
					count[what]++
					gained[what] = step.Reward
				}
				ends, chances := m.Moves[a].Row(s)
				for i, end := range ends {
					signals, likely := m.Signals[a].Row(int(end))
					for j, o := range signals {
						what := [2]int{int(end), int(o)}
						p := chances[i] * likely[j]
						if off := math.Abs(count[what]/n - p); off > 5*math.Sqrt(p*(1-p)/n) {
							t.Errorf("state %d, action %d: %v comes with %v, want %v", s, a, what, count[what]/n, p)
						}
						reward := m.Reward(s, a, i, j)
						if m.Costs {
							reward = -reward
						}
						if count[what] > 0 && gained[what] != reward {
							t.Errorf("state %d, action %d: %v brings %v, want %v", s, a, what, gained[what], reward)
						}
						delete(count, what)
					}
				}
				if len(count) > 0 {
					t.Errorf("state %d, action %d: %v cannot be", s, a, count)
				}
			}
		}
	}
}

// A play ends in an absorbing state that brings nothing, and only there.
func TestPlaysEnd(t *testing.T) {
	g := mustGame(t, must(t, mustRocks(t, "4x4")), 0)
	at, _ := g.model.States.Index("x3y1-bbbb")
	s := State(at)
	step := g.Step(rand.New(rand.NewPCG(1, 1)), &s, east)
	if !step.Done() || step.Reward != 10 || g.model.States[s] != "end" {
		t.Errorf("%+v, %s", step, g.model.States[s])
	}
	s = State(at)
	if step = g.Step(rand.New(rand.NewPCG(1, 1)), &s, west); step.Done() {
		t.Errorf("%+v", step)
	}
	m := must(t, UsualTiger())
	m.Start = []float64{1, 0}
	m.Moves = []blindsight.Sparse{m.Moves[0], m.Moves[0], m.Moves[0]}
	nothing := byState(2, func(s int) float64 { return float64(s) })
	m.Rewards = []Rewards{nothing, nothing, nothing}
	if side := mustGame(t, m, 0).Start(rand.New(rand.NewPCG(1, 1)), &s); side != blindsight.Over {
		t.Errorf("it begins in its end, and side %d acts", side)
	}
}

// The horizon is as long as what comes counts, and what cannot be is refused.
func TestGameTerms(t *testing.T) {
	m := must(t, UsualTiger())
	if h := mustGame(t, m, 0).Terms().Horizon; math.Pow(0.95, float64(h)) > 1e-4 || math.Pow(0.95, float64(h-1)) <= 1e-4 {
		t.Errorf("horizon %d", h)
	}
	if h := mustGame(t, m, 7).Terms(); h.Horizon != 7 || h.Discount != 0.95 {
		t.Errorf("%+v", h)
	}
	if _, err := NewGame(m, -1); err == nil {
		t.Error("a negative horizon is taken")
	}
	m.Discount = 1
	if _, err := NewGame(m, 0); err == nil || !strings.Contains(err.Error(), "discount of 1") {
		t.Errorf("without an end: %v", err)
	}
	if g := mustGame(t, m, 5); g.Terms().Discount != 1 {
		t.Errorf("%+v", g.Terms())
	}
	v := mustGame(t, must(t, Tiger{Hear: 1, Discount: 0.5}), 0).NewView()
	for _, e := range []blindsight.Event[Action, Seen]{{Action: 3}, {Action: -1}, {Seen: 2}, {Seen: -1}} {
		if err := v.Did(e.Action, e.Seen); err == nil || v.Key() != (blindsight.Key{}) {
			t.Errorf("%+v is taken", e)
		}
	}
}
