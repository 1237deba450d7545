package match

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"blindsight"
	"blindsight/episode"
	"blindsight/experiment/summary"
	"blindsight/game/minesweeper"
)

// MinesSum sums up games of Minesweeper that a player plays.
type MinesSum struct {
	summary.Games
	first map[minesweeper.Cell]int
}

// NewMinesSum returns the sum of no game yet.
func NewMinesSum() *MinesSum { return &MinesSum{first: make(map[minesweeper.Cell]int)} }

// Add counts a game.
func (s *MinesSum) Add(r *episode.MinesweeperResult) {
	if r.Won {
		s.Won++
	}
	s.Games.Add(r.Score, r.Decisions, &r.Tally)
	s.first[r.First]++
}

// MinesReport is how games of Minesweeper went.
type MinesReport struct {
	Board      string `json:"board"`
	Rule       string `json:"rule"`
	Neighbours string `json:"neighbours"`
	Player     string `json:"player"`
	Seed       uint64 `json:"seed"`
	Sims       int    `json:"sims,omitempty"`
	Time       string `json:"time,omitempty"`
	AutoOpen   bool   `json:"auto_open"`
	Games      int    `json:"games"`
	Wins       int    `json:"wins"`
	summary.Rate
	summary.Scored
	Moves      float64        `json:"moves_per_game"`
	First      []FirstCell    `json:"first_cells"`
	Seconds    float64        `json:"seconds_per_game"`
	CPU        float64        `json:"cpu_seconds_per_game"`
	SimsPerSec float64        `json:"cpu_simulations_per_second"`
	Health     summary.Health `json:"health"`
}

// FirstCell is a cell that was opened first, and in how many games.
type FirstCell struct {
	Row   int `json:"row"`
	Col   int `json:"col"`
	Games int `json:"games"`
}

// Report sums up the games of a player on a game's boards, which took so many seconds of wall and of processor time.
func (s *MinesSum) Report(g *minesweeper.Game, player string, seed uint64, budget blindsight.Budget, seconds, cpu float64) *MinesReport {
	rules := g.Rules()
	r := &MinesReport{
		Board: rules.Board(), Rule: rules.First.String(), Neighbours: rules.Neighbours.String(),
		Player: player, Seed: seed, Sims: budget.Simulations, AutoOpen: rules.AutoOpen,
		Games: s.Played(), Wins: s.Won, Rate: s.Rate(), Scored: s.Score(), First: []FirstCell{}, Health: summary.HealthOf(s.Health),
	}
	r.Health.Simulations = &s.Simulations
	if budget.Time > 0 {
		r.Time = budget.Time.String()
	}
	if s.Played() == 0 {
		return r
	}
	n := float64(s.Played())
	r.Moves, r.Seconds, r.CPU = s.Cost().Moves, seconds/n, cpu/n
	r.SimsPerSec = float64(s.Simulations) / max(cpu, 1e-9)
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
func (r *MinesReport) Write(w io.Writer, g *minesweeper.Game) error {
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
		fmt.Fprintf(&b, "  search  %d simulations, %.3g for each second of CPU; %d moves at random for want of a belief\n", *h.Simulations, r.SimsPerSec, h.Fallbacks)
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
