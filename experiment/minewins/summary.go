package minewins

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
)

// Summary adds up the results of games, in the order of the games.
type Summary struct {
	games, wins, moves int
	score              interval.Values
	simulations        int64
	health             blindsight.Health
	first              map[minesweeper.Cell]int
}

// NewSummary returns the sum of no game yet.
func NewSummary() *Summary { return &Summary{first: make(map[minesweeper.Cell]int)} }

// Add counts a game.
func (s *Summary) Add(r *episode.MinesweeperResult) {
	s.games++
	if r.Won {
		s.wins++
	}
	s.moves += r.Moves
	s.score.Add(r.Score)
	s.simulations += r.Simulations
	s.health = s.health.Add(r.Health)
	s.first[r.First]++
}

// Report is how games went.
type Report struct {
	Board      string       `json:"board"`
	Rule       string       `json:"rule"`
	Neighbours string       `json:"neighbours"`
	Player     string       `json:"player"`
	Seed       uint64       `json:"seed"`
	Sims       int          `json:"sims,omitempty"`
	Time       string       `json:"time,omitempty"`
	AutoOpen   bool         `json:"auto_open"`
	Games      int          `json:"games"`
	Wins       int          `json:"wins"`
	WinRate    float64      `json:"win_rate"`
	CI95       [2]float64   `json:"ci95"`
	Score      float64      `json:"score"`
	ScoreCI95  [2]float64   `json:"score_ci95"`
	Moves      float64      `json:"moves_per_game"`
	First      []FirstCell  `json:"first_cells"`
	Seconds    float64      `json:"seconds_per_game"`
	CPU        float64      `json:"cpu_seconds_per_game"`
	SimsPerSec float64      `json:"cpu_simulations_per_second"`
	Health     HealthReport `json:"health"`
}

// FirstCell is a cell that was opened first, and in how many games.
type FirstCell struct {
	Row   int `json:"row"`
	Col   int `json:"col"`
	Games int `json:"games"`
}

// HealthReport is blindsight.Health as users read it.
type HealthReport struct {
	Exact       bool    `json:"exact"`
	Simulations int64   `json:"simulations"`
	Samples     int64   `json:"samples"`
	Draws       int64   `json:"draws"`
	Acceptance  float64 `json:"acceptance"`
	Distinct    int64   `json:"distinct"`
	Failures    int64   `json:"failures"`
	Fallbacks   int64   `json:"fallbacks"`
	Full        int64   `json:"full,omitempty"`      // decisions with a full tree
	Scattered   int64   `json:"scattered,omitempty"` // decisions whose outcomes never recurred
	// Inconsistent counts samples that contradict what was seen.
	Inconsistent int64 `json:"inconsistent,omitempty"`
}

// NewReport sums up the games of a player on a game's boards, which took so many seconds of wall and of processor time.
func NewReport(g *minesweeper.Game, player string, seed uint64, budget blindsight.Budget, s *Summary, seconds, cpu float64) *Report {
	rules := g.Rules()
	r := &Report{
		Board: rules.Board(), Rule: rules.First.String(), Neighbours: rules.Neighbours.String(),
		Player: player, Seed: seed, Sims: budget.Simulations, AutoOpen: rules.AutoOpen,
		Games: s.games, Wins: s.wins, First: []FirstCell{},
		Health: HealthReport{
			Exact: !s.health.Asymptotic, Simulations: s.simulations, Samples: s.health.Samples, Draws: s.health.Draws,
			Acceptance: s.health.Acceptance(), Distinct: s.health.Distinct, Failures: s.health.Failures, Fallbacks: s.health.Fallbacks,
			Full: s.health.Full, Scattered: s.health.Scattered, Inconsistent: s.health.Inconsistent,
		},
	}
	if budget.Time > 0 {
		r.Time = budget.Time.String()
	}
	r.CI95[0], r.CI95[1] = interval.Wilson95(s.wins, s.games)
	if s.games == 0 {
		r.ScoreCI95 = [2]float64{0, 1}
		return r
	}
	n := float64(s.games)
	r.WinRate = float64(s.wins) / n
	r.Score, r.ScoreCI95[0], r.ScoreCI95[1] = s.score.Mean95(0, 1)
	r.Moves, r.Seconds, r.CPU = float64(s.moves)/n, seconds/n, cpu/n
	r.SimsPerSec = float64(s.simulations) / max(cpu, 1e-9)
	for c, games := range s.first {
		row, col := g.RowCol(c)
		r.First = append(r.First, FirstCell{row, col, games})
	}
	slices.SortFunc(r.First, func(x, y FirstCell) int {
		return cmp.Or(cmp.Compare(y.Games, x.Games), cmp.Compare(x.Row, y.Row), cmp.Compare(x.Col, y.Col))
	})
	return r
}

// Write prints the report for people.
func (r *Report) Write(w io.Writer, g *minesweeper.Game) error {
	budget := "at once"
	switch {
	case r.Sims > 0:
		budget = fmt.Sprintf("%d simulations a move", r.Sims)
	case r.Time != "":
		budget = r.Time + " a move"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s, seed %d, %s: %d games\n", r.Player, g.Rules(), r.Seed, budget, r.Games)
	fmt.Fprintf(&b, "  won     %d (%.1f%%; 95%% interval %.1f%% to %.1f%%)\n", r.Wins, 100*r.WinRate, 100*r.CI95[0], 100*r.CI95[1])
	fmt.Fprintf(&b, "  score   %.4f (95%% interval %.4f to %.4f)\n", r.Score, r.ScoreCI95[0], r.ScoreCI95[1])
	fmt.Fprintf(&b, "  a game  %.1f moves, %.3g s, %.3g s of CPU\n", r.Moves, r.Seconds, r.CPU)
	if h := r.Health; h.Samples > 0 || h.Fallbacks > 0 {
		kind := "exact"
		if !h.Exact {
			kind = "exact only in the limit"
		}
		fmt.Fprintf(&b, "  belief  %s: %d states from %d draws (%.3g accepted), about %d distinct, %d failures\n", kind, h.Samples, h.Draws, h.Acceptance, h.Distinct, h.Failures)
		if h.Inconsistent > 0 {
			fmt.Fprintf(&b, "          %d of the states (%.3g%%) contradict what was seen, and were played all the same, as in paper A\n", h.Inconsistent, 100*float64(h.Inconsistent)/float64(h.Samples))
		}
		fmt.Fprintf(&b, "  search  %d simulations, %.3g for each second of CPU; %d moves at random for want of a belief\n", h.Simulations, r.SimsPerSec, h.Fallbacks)
		if h.Full > 0 {
			fmt.Fprintf(&b, "  memory  used up in %d decisions, whose trees grew no more: give them more by memory=MIB\n", h.Full)
		}
	}
	if len(r.First) > 0 {
		fmt.Fprint(&b, "  first   ")
		for i, f := range r.First {
			if i == 8 {
				fmt.Fprintf(&b, " and %d other cells", len(r.First)-i)
				break
			}
			fmt.Fprintf(&b, "%s%d,%d in %d", map[bool]string{false: ", "}[i == 0], f.Row, f.Col, f.Games)
		}
		fmt.Fprintln(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
