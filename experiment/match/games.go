package match

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"blindsight"
	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/experiment/summary"
	"blindsight/internal/plural"
)

// Games is what is played: so many games, with a player in each seat.
type Games struct {
	Players []string // one for each side
	Budget  blindsight.Budget
	Games   int
	Seed    uint64
	Workers int
}

// Play plays the games, and hands each to each in the order of the games. Watch, unless nil, is told every step of the first.
func (m *Games) Play(ctx context.Context, s *catalog.Setting, watch func(*catalog.Step), each func(*catalog.Result)) error {
	type playFunc = func(context.Context, int) (catalog.Result, error)
	return episode.Batch(ctx, m.Games, m.Workers, func() playFunc {
		match, err := s.Seat(m.Players...)
		return func(ctx context.Context, n int) (catalog.Result, error) {
			if err != nil {
				return catalog.Result{}, err
			}
			p := catalog.Play{Seed: m.Seed, Number: uint64(n), Budgets: []blindsight.Budget{m.Budget}}
			if n == 0 {
				p.Each = watch
			}
			return match.Play(ctx, p)
		}
	}, func(_ int, r catalog.Result) { each(&r) })
}

// Sum sums up games for their first side. The zero one has none.
type Sum struct {
	summary.Games
	forfeits forfeits
}

// Add counts a game.
func (g *Sum) Add(r *catalog.Result) {
	gained := r.Gained[0]
	g.Games.Add(gained, r.Steps, &r.Sides[0].Tally)
	if gained > 0 {
		g.Won++
	} else if gained == 0 {
		g.Drawn++
	}
	g.forfeits.add(r.Forfeit)
}

// ciText returns an interval in words, nothing where none is known.
func ciText(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return fmt.Sprintf(" (95%%: %.4f to %.4f)", ci[0], ci[1])
}

// GamesReport is how games went, for their first side.
type GamesReport struct {
	Game            string            `json:"game"`
	Settings        string            `json:"settings"`
	Player          string            `json:"player"`
	Opponent        string            `json:"opponent,omitempty"`
	Seed            uint64            `json:"seed"`
	Sims            int               `json:"sims,omitempty"`
	Time            string            `json:"time,omitempty"`
	CPU             string            `json:"cpu,omitempty"`
	Games           int               `json:"games"`
	summary.Average                   // of what the first side gained
	Wins            *int              `json:"wins,omitempty"`
	Draws           *int              `json:"draws,omitempty"`
	Losses          *int              `json:"losses,omitempty"`
	Steps           float64           `json:"steps_per_game"`
	Decision        float64           `json:"seconds_per_decision"`
	Seconds         float64           `json:"seconds"`
	Health          blindsight.Health `json:"health"`
	Forfeits        []ForfeitReport   `json:"forfeits,omitempty"`

	players []string
}

// Report sums up games that took so long.
func (m *Games) Report(s *catalog.Setting, g *Sum, took time.Duration) *GamesReport {
	low, high := s.Bounds()
	r := &GamesReport{
		Game: s.Game.Name, Settings: s.Text, Player: m.Players[0], Seed: m.Seed, Sims: m.Budget.Simulations,
		Games: g.Played(), Average: summary.AverageOf(g.Brought, low, high),
		Steps: g.Cost().Moves, Decision: g.SecondsPerDecision(),
		Seconds: took.Seconds(), Health: g.Health, Forfeits: g.forfeits.list(s.Game.Sides), players: m.Players,
	}
	if m.Budget.Time > 0 {
		r.Time = m.Budget.Time.String()
	}
	if m.Budget.CPU > 0 {
		r.CPU = m.Budget.CPU.String()
	}
	if len(m.Players) > 1 {
		p := g.Points()
		r.Opponent, r.Wins, r.Draws, r.Losses = m.Players[1], &p.Wins, &p.Draws, &p.Losses
	}
	return r
}

// Write prints the report for people.
func (r *GamesReport) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s), %s: %s, mean %.4f%s\n",
		r.Game, r.Settings, strings.Join(r.players, " against "), plural.Form(r.Games, "1 game", "%d games"), r.Mean, ciText(r.CI95))
	if r.Wins != nil {
		fmt.Fprintf(&b, "%d won, %d drawn, %d lost\n", *r.Wins, *r.Draws, *r.Losses)
	}
	fmt.Fprintf(&b, "%.1f steps a game\n", r.Steps)
	if n := r.Health.Fallbacks; n > 0 {
		fmt.Fprintf(&b, "%s at random or on a guess, for want of a belief\n", plural.Form(int(n), "1 decision", "%d decisions"))
	}
	writeForfeits(&b, "", r.Forfeits)
	_, err := io.WriteString(out, b.String())
	return err
}
