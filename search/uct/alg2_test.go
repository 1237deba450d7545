package uct_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
	"blindsight/internal/purefloat"
	"blindsight/search/uct"
)

// alg2 is BSR-UCT, paper A's Alg. 2, line by line: maps of histories, nothing shared,
// nothing reused. It makes its random draws in the order in which the search makes
// them (a state for the root; at each further node a state, then what the rules
// draw; then the rollout), so that from one seed both must build the same tree and
// compute the same numbers.
type alg2 struct {
	game *minesweeper.Game
	draw sampler
	rng  *rand.Rand
	// whole updates by the paper's R, the reward of the whole game, cells that were open at
	// the root included; else by what comes after s.
	whole bool
	n     map[string]int              // n(s)
	nsa   map[string]map[cell]int     // n(s,a)
	q     map[string]map[cell]float64 // Q_UCT(s,a)
}

// step is one (s, a) visited in a simulation, and the reward it brought.
type step struct {
	s      string
	a      cell
	reward float64
}

func (m *alg2) simulate(root *minesweeper.View) {
	var visited []step
	s, done := root.Clone(), false
	var z minesweeper.State
	take := func(a cell) float64 { // plays a in z, and moves s to what is seen then
		x := m.game.Step(m.rng, &z, a)
		if done = x.Done(); !done {
			if err := s.Did(a, x.Seen); err != nil {
				panic(err)
			}
		}
		return x.Reward
	}
	drawn := false
	drawState := func() { // Alg. 1, conditionally to the observations s
		if err := m.draw.Sample(context.Background(), m.rng, s, m.n[history(s)], &z); err != nil {
			panic(err)
		}
		drawn = true
	}

	// While s is not a terminal state and n(s) > 0.
	for !done && m.n[history(s)] > 0 {
		h := history(s)
		best, bound := cell(0), math.Inf(-1)
		for _, a := range s.Legal(nil) {
			if u := m.q[h][a] + math.Sqrt(purefloat.Log(1+float64(m.n[h]))/(1+float64(m.nsa[h][a]))); u > bound {
				best, bound = a, u
			}
		}
		drawState()
		visited = append(visited, step{h, best, take(best)})
	}

	// While the time horizon is not reached: uniformly random actions, in the state
	// drawn last. The first of them counts as the visit of the new node.
	if !done {
		if !drawn {
			drawState()
		}
		legal := s.Legal(nil)
		first := step{s: history(s), a: legal[m.rng.Uint32N(uint32(len(legal)))]}
		first.reward = take(first.a)
		rest := 0.0
		for !done {
			rest += take(s.Pick(m.rng))
		}
		first.reward += rest
		visited = append(visited, first)
	}

	// Update the averages. Without whole the reward counts from s on; where all of it comes
	// at the end of the play, as for a won game, that is the paper's R to the letter too.
	r, whole := 0.0, 0.0
	if m.whole && m.game.Rules().Objective == minesweeper.Score {
		whole = float64(len(root.Opened())) / float64(m.game.Rules().Safe())
	}
	for i := range visited {
		whole += visited[i].reward
	}
	for i := len(visited) - 1; i >= 0; i-- {
		s, a := visited[i].s, visited[i].a
		r += visited[i].reward
		if m.whole {
			r = whole
		}
		if m.nsa[s] == nil {
			m.nsa[s], m.q[s] = make(map[cell]int), make(map[cell]float64)
		}
		m.q[s][a] += (r - m.q[s][a]) / float64(m.nsa[s][a]+1)
		m.nsa[s][a]++
		m.n[s]++
	}
}

// history is everything done and seen, in its order.
func history(v *minesweeper.View) string {
	s := ""
	for _, c := range v.Opened() {
		s += fmt.Sprintf("%d:%d ", c, v.At(c))
	}
	return s
}

// PaperA is the paper's algorithm: every number at the root is the same.
func TestAlg2StepByStep(t *testing.T) {
	skipUnderRace(t)
	tests := []struct {
		name  string
		rules minesweeper.Rules
		rows  []string
	}{
		{"win-3x3", minesweeper.Rules{Height: 3, Width: 3, Mines: 3, Objective: minesweeper.Win}, nil},
		{"win-4x4", minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine, Objective: minesweeper.Win}, nil},
		{"score-3x3", minesweeper.Rules{Height: 3, Width: 3, Mines: 3}, nil},
		{"score-8-safe", minesweeper.Rules{Height: 3, Width: 4, Mines: 4}, nil},
		{"score-8-safe-begun", minesweeper.Rules{Height: 3, Width: 4, Mines: 4}, []string{".1..", "..2.", "...."}},
		{"score-8-safe-gnomine", minesweeper.Rules{Height: 4, Width: 4, Mines: 8, First: minesweeper.Gnomine}, nil},
		{"score-figure-2", minesweeper.Rules{Height: 5, Width: 3, Mines: 6}, []string{"..2", "..3", "..3", "..2", "221"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.rules)
			v := position(t, g, tt.rows...)
			for seed := range uint64(3) {
				for _, simulations := range []int{1, 2, 3, 10, 100, 3000} {
					d := decide(t, newPlanner(g, uct.PaperA()), v, seed, simulations)
					compare(t, fmt.Sprintf("seed %d, %d simulations", seed, simulations), d, reference(g, v, seed, simulations, false), v)
					if safe := g.Rules().Safe(); tt.rules.Objective == minesweeper.Score && safe&(safe-1) != 0 {
						continue // sums of a game in another order differ in the last digits, and ties with them
					}
					c := uct.PaperA()
					c.Returns = uct.WholePlay
					d = decide(t, newPlanner(g, c), v, seed, simulations)
					compare(t, fmt.Sprintf("whole games, seed %d, %d simulations", seed, simulations), d, reference(g, v, seed, simulations, true), v)
				}
			}
		})
	}
}

// reference runs Alg. 2 from the seed that decide gives the search.
func reference(g *minesweeper.Game, v *minesweeper.View, seed uint64, simulations int, whole bool) *alg2 {
	rng := rand.New(rand.NewPCG(seed, 1)) // the search derives one generator for each of its trees
	m := &alg2{
		game: g, whole: whole,
		draw: rejection.New(g, 0),
		rng:  rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64())),
		n:    make(map[string]int),
		nsa:  make(map[string]map[cell]int),
		q:    make(map[string]map[cell]float64),
	}
	for range simulations {
		m.simulate(v)
	}
	return m
}

func compare(t *testing.T, when string, d decision, m *alg2, v *minesweeper.View) {
	t.Helper()
	h := history(v)
	best := cell(0)
	for i, a := range v.Legal(nil) {
		s := stat(t, d, a)
		// Sums of the same rewards in another order differ in the last digits.
		if s.Simulations != m.nsa[h][a] || math.Abs(s.Mean-m.q[h][a]) > 1e-12 {
			t.Errorf("%s: cell %d: %d simulations of mean %v, by Alg. 2 %d of %v", when, a, s.Simulations, s.Mean, m.nsa[h][a], m.q[h][a])
		}
		n, most := m.nsa[h][a], m.nsa[h][best]
		if i == 0 || n > most || n == most && m.q[h][a] > m.q[h][best] {
			best = a
		}
	}
	if d.Action != best {
		t.Errorf("%s: chose cell %d, by Alg. 2 %d", when, d.Action, best)
	}
	if m.n[h] != d.Simulations {
		t.Errorf("%s: %d simulations, by Alg. 2 %d", when, d.Simulations, m.n[h])
	}
}
