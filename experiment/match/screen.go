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
	"blindsight/internal/interval"
	"blindsight/internal/randstream"
)

// Screen tells what changes of a player's parameters are worth against an opponent, all in the same games. In each pair of games a
// random half of the changes is made, in the next pair the other half: each change is made in half of the pairs, with any
// company, and its effect is the score with it less the score without it. So every game tells of every change (a factorial
// design with foldover: R. A. Fisher, The design of experiments, 1935; G. E. P. Box, J. S. Hunter, 1961), where a match for each would need as many
// games each. Effects are those on the average over what else is changed.
type Screen struct {
	Player, Opponent string
	Changes          []string // NAME=VALUE, parameters of Player
	Budget           blindsight.Budget
	Games            int // a multiple of 4: pairs come in twos
	Seed             uint64
	Workers          int
}

// changed tells which changes are made in a pair.
func (s *Screen) changed(n int) []bool {
	rng := randstream.New(s.Seed, "screen", uint64(n/2))
	made := make([]bool, len(s.Changes))
	for i := range made {
		made[i] = rng.IntN(2) == n%2
	}
	return made
}

// player returns the player with some of the changes.
func (s *Screen) player(made []bool) string {
	text := s.Player
	for i, change := range s.Changes {
		if made[i] {
			text = withChange(text, change)
		}
	}
	return text
}

// withChange returns a player with one change. A parameter that it has already gets another value, or a longer one where both are lists.
func withChange(player, change string) string {
	name, value, _ := strings.Cut(change, "=")
	parts := strings.Split(player, ",")
	for i, part := range parts[1:] {
		if had, before, _ := strings.Cut(part, "="); had == name {
			if strings.Contains(before, ":") && strings.Contains(value, ":") {
				value = before + "/" + value
			}
			parts[i+1] = name + "=" + value
			return strings.Join(parts, ",")
		}
	}
	return player + "," + change
}

// Check tells what is wrong: both players must be of the game, and the one with each change, and with all.
func (s *Screen) Check(setting *catalog.Setting) error {
	if len(setting.Game.Sides) == 1 {
		return fmt.Errorf("%s is played by one side: changes are screened by the points of a game of two", setting.Game.Name)
	}
	players := []string{s.Player, s.Opponent}
	for i, change := range s.Changes {
		if name, _, ok := strings.Cut(change, "="); !ok || name == "" || strings.Contains(change, ",") {
			return fmt.Errorf("change %q: want NAME=VALUE, one parameter of %s", change, s.Player)
		}
		alone := make([]bool, len(s.Changes))
		alone[i] = true
		players = append(players, s.player(alone))
	}
	all := make([]bool, len(s.Changes))
	for i := range all {
		all[i] = true
	}
	for _, player := range append(players, s.player(all)) {
		for side := range setting.Game.Sides {
			if err := setting.Check(player, side); err != nil {
				return err
			}
		}
	}
	return nil
}

// ScreenSum sums up the pairs of a screen.
type ScreenSum struct {
	screen  *Screen
	all     interval.Values // points of the player in a pair, as a share
	with    []interval.Values
	without []interval.Values
}

// sum returns the sum of no pair yet.
func (s *Screen) sum() *ScreenSum {
	return &ScreenSum{screen: s, with: make([]interval.Values, len(s.Changes)), without: make([]interval.Values, len(s.Changes))}
}

// Play plays the pairs and sums them up in their order. Step, unless nil, is called after each.
func (s *Screen) Play(ctx context.Context, setting *catalog.Setting, step func()) (*ScreenSum, error) {
	sum := s.sum()
	err := episode.Batch(ctx, s.Games/2, s.Workers, func() func(context.Context, int) (Pair, error) {
		return func(ctx context.Context, n int) (pair Pair, _ error) {
			rivals, err := setting.Rivals(s.player(s.changed(n)), s.Opponent)
			for game := 0; game < 2 && err == nil; game++ {
				pair[game], err = rivals.Play(ctx, game, catalog.Play{Seed: s.Seed, Number: uint64(n), Budgets: []blindsight.Budget{s.Budget}})
			}
			return pair, err
		}
	}, func(n int, pair Pair) {
		sum.add(n, &pair)
		if step != nil {
			step()
		}
	})
	return sum, err
}

func (s *ScreenSum) add(n int, p *Pair) {
	score := p.Score()
	s.all.Add(score)
	for i, made := range s.screen.changed(n) {
		if made {
			s.with[i].Add(score)
		} else {
			s.without[i].Add(score)
		}
	}
}

// Count returns how many pairs were played.
func (s *ScreenSum) Count() int { return s.all.N }

// ScreenReport is what came of a screen.
type ScreenReport struct {
	Game      string         `json:"game"`
	Settings  string         `json:"settings"`
	Player    string         `json:"player"`
	Opponent  string         `json:"opponent"`
	Seed      uint64         `json:"seed"`
	Sims      int            `json:"sims,omitempty"`
	Time      string         `json:"time,omitempty"`
	CPU       string         `json:"cpu,omitempty"`
	Games     int            `json:"games"`
	Score     float64        `json:"score"` // of the player, however changed
	ScoreCI95 [2]float64     `json:"score_ci95"`
	Effects   []ScreenEffect `json:"effects"`
	Seconds   float64        `json:"seconds"`
}

// ScreenEffect is what a change is worth: how much more is scored in a game with it than without it.
type ScreenEffect struct {
	Change     string     `json:"change"`
	Pairs      int        `json:"pairs"` // with it
	Effect     float64    `json:"effect"`
	EffectCI95 [2]float64 `json:"effect_ci95"`
}

// Report sums up a screen that took so long.
func (s *Screen) Report(setting *catalog.Setting, sum *ScreenSum, took time.Duration) *ScreenReport {
	r := &ScreenReport{
		Game: setting.Game.Name, Settings: setting.Text, Player: s.Player, Opponent: s.Opponent, Seed: s.Seed, Sims: s.Budget.Simulations,
		Games: 2 * sum.Count(), Seconds: took.Seconds(),
	}
	if s.Budget.Time > 0 {
		r.Time = s.Budget.Time.String()
	}
	if s.Budget.CPU > 0 {
		r.CPU = s.Budget.CPU.String()
	}
	r.Score, r.ScoreCI95[0], r.ScoreCI95[1] = sum.all.Mean95(0, 1)
	for i, change := range s.Changes {
		e := ScreenEffect{Change: change, Pairs: sum.with[i].N}
		e.Effect, e.EffectCI95[0], e.EffectCI95[1] = estimate(&sum.with[i]).Less95(estimate(&sum.without[i]))
		r.Effects = append(r.Effects, e)
	}
	return r
}

func estimate(v *interval.Values) (e interval.Estimate) {
	e.Value, e.Lo, e.Hi = v.Mean95(0, 1)
	return e
}

// Write prints the report for people, the changes in the order in which they were given.
func (r *ScreenReport) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s), seed %d, %s a decision\n", r.Game, r.Settings, r.Seed, budgetText(r.Sims, r.Time, r.CPU))
	fmt.Fprintf(&b, "%s against %s: %d games, however changed: score %.4f%s\n", r.Player, r.Opponent, r.Games, r.Score, ciText(&r.ScoreCI95))
	width := len("change")
	for _, e := range r.Effects {
		width = max(width, len(e.Change))
	}
	fmt.Fprintf(&b, "  %-*s  effect on the score (95%%)\n", width, "change")
	for _, e := range r.Effects {
		fmt.Fprintf(&b, "  %-*s  %+.3f (%+.3f to %+.3f)%s\n", width, e.Change, e.Effect, e.EffectCI95[0], e.EffectCI95[1], verdictOf(e.EffectCI95))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// verdictOf says what an interval decides.
func verdictOf(ci [2]float64) string {
	switch {
	case ci[0] > 0:
		return " better"
	case ci[1] < 0:
		return " worse"
	}
	return ""
}
