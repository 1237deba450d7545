package kriegmatch

import (
	"fmt"
	"io"
	"strings"

	"blindsight/episode"
	"blindsight/experiment/summary"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Score counts the results of the first player.
type Score struct {
	Games int `json:"games"`
	summary.Points
}

func (o *Score) add(score string) {
	o.Games++
	switch score {
	case "1":
		o.Points.Add(1)
	case "0":
		o.Points.Add(-1)
	default:
		o.Points.Add(0)
	}
}

// Reasons are why games are drawn, as the report names them.
type Reasons struct {
	Stalemate  int `json:"stalemate"`
	Material   int `json:"material"` // too little to mate with
	Limit      int `json:"limit"`
	Repetition int `json:"repetition"`
	Fifty      int `json:"fifty_moves"`
}

func (d *Reasons) add(r *episode.KriegspielResult) {
	switch r.Record.Result {
	case kriegspiel.DrawStalemate:
		d.Stalemate++
	case kriegspiel.DrawMaterial:
		d.Material++
	case kriegspiel.DrawRepetition:
		d.Repetition++
	case kriegspiel.DrawFifty:
		d.Fifty++
	case kriegspiel.DrawLimit:
		d.Limit++
	}
}

// Summary adds up games, in their order. The zero one has none.
type Summary struct {
	all     Score
	colours [2]Score // by the first player's colour
	draws   Reasons
	moves   int
	tallies [2]episode.KriegspielTally // of the first player and the second
}

// Add counts a game in which A had a colour.
func (s *Summary) Add(first chess.Color, r *episode.KriegspielResult) {
	score := scoreOf(r.Record.Result, first)
	s.all.add(score)
	s.colours[first].add(score)
	s.draws.add(r)
	s.moves += (len(r.Record.Turns) + 1) / 2
	for i := range s.tallies {
		s.tallies[i].Add(&r.Sides[first^chess.Color(i)])
	}
}

// Report is what 'kriegspiel match --json' prints. Wins, draws and losses are those
// of the player that is named white: it is White in the first game, and in all without
// a change of colours.
type Report struct {
	White string `json:"white"`
	Black string `json:"black"`
	Rules string `json:"rules"`
	Swap  bool   `json:"swap"`
	Seed  uint64 `json:"seed"`
	Sims  int    `json:"sims,omitempty"`
	Time  string `json:"time,omitempty"`
	Score
	summary.Rate
	AsWhite Score     `json:"as_white"`
	AsBlack Score     `json:"as_black"`
	Drawn   Reasons   `json:"drawn_by"`
	Moves   float64   `json:"moves_per_game"`
	Seconds float64   `json:"seconds_per_game"`
	CPU     float64   `json:"cpu_seconds_per_game"`
	Players [2]Player `json:"players"`
}

// Player is what one player did in all games.
type Player struct {
	Player    string        `json:"player"`
	Decisions int           `json:"decisions"`
	Refused   int           `json:"refused"`
	Longest   float64       `json:"seconds_longest_decision"`
	Mean      float64       `json:"seconds_mean_decision"`
	Belief    *BeliefHealth `json:"belief,omitempty"` // of players that have one
}

// BeliefHealth is how the beliefs behind decisions fared.
type BeliefHealth struct {
	Exact    int     `json:"exact_decisions"`
	Sampled  int     `json:"sampled_decisions"`
	Guessed  int     `json:"guessed_decisions"`   // no position is known that agrees with the whole game
	States   float64 `json:"states_per_decision"` // that were looked at
	Draws    int64   `json:"draws"`
	Failures int64   `json:"failures"` // samples lost
	// Effective is the mean effective sample size behind decisions that were not exact.
	Effective float64 `json:"effective_size,omitempty"`
}

// Report sums up the games of a match, which took so many seconds of wall and of processor time.
func (m *Match) Report(s *Summary, seconds, cpu float64) *Report {
	r := &Report{
		White: m.Players[0], Black: m.Players[1], Rules: m.Rules, Swap: m.Swap, Seed: m.Seed, Sims: m.Budget.Simulations,
		Score: s.all, Rate: summary.RateOf(s.all.Wins, s.all.Games), AsWhite: s.colours[0], AsBlack: s.colours[1], Drawn: s.draws,
	}
	if m.Budget.Time > 0 {
		r.Time = m.Budget.Time.String()
	}
	for i, t := range s.tallies {
		p := &r.Players[i]
		*p = Player{Player: m.Players[i], Decisions: t.Decisions, Refused: t.Refused, Longest: t.Longest.Seconds()}
		p.Mean = t.SecondsPerDecision()
		if n := t.Exact + t.Sampled + t.Guessed; n > 0 {
			p.Belief = &BeliefHealth{
				Exact: t.Exact, Sampled: t.Sampled, Guessed: t.Guessed, States: float64(t.Health.Distinct) / float64(n),
				Draws: t.Health.Draws, Failures: t.Health.Failures,
				Effective: t.Health.Effective / float64(max(1, t.Sampled+t.Guessed)),
			}
		}
	}
	if n := float64(s.all.Games); n > 0 {
		r.Moves, r.Seconds, r.CPU = float64(s.moves)/n, seconds/n, cpu/n
	}
	return r
}

// Write prints the report for people.
func (r *Report) Write(w io.Writer) error {
	budget := r.Time
	if r.Sims > 0 {
		budget = fmt.Sprintf("%d simulations", r.Sims)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s against %s, %s, seed %d, %s a decision: %d games\n", r.White, r.Black, r.Rules, r.Seed, budget, r.Games)
	fmt.Fprintf(&b, "  won    %d (%.1f%%; 95%% interval %.1f%% to %.1f%%)\n", r.Wins, 100*r.WinRate, 100*r.CI95[0], 100*r.CI95[1])
	fmt.Fprintf(&b, "  drawn  %d (%s)\n", r.Draws, r.Drawn)
	fmt.Fprintf(&b, "  lost   %d\n", r.Losses)
	fmt.Fprintf(&b, "  as White %d won, %d drawn, %d lost; as Black %d, %d, %d\n",
		r.AsWhite.Wins, r.AsWhite.Draws, r.AsWhite.Losses, r.AsBlack.Wins, r.AsBlack.Draws, r.AsBlack.Losses)
	fmt.Fprintf(&b, "  a game %.1f moves, %.3g s, %.3g s of CPU\n", r.Moves, r.Seconds, r.CPU)
	for _, p := range r.Players {
		fmt.Fprintf(&b, "  %s: %d attempts, %d refused; longest %.3g s, mean %.3g s, a decision\n", p.Player, p.Decisions, p.Refused, p.Longest, p.Mean)
		if h := p.Belief; h != nil {
			fmt.Fprintf(&b, "    belief exact in %d decisions, sampled in %d, guessed in %d; %.1f positions a decision, %d drawn, %d samples lost\n",
				h.Exact, h.Sampled, h.Guessed, h.States, h.Draws, h.Failures)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String lists the reasons that occurred.
func (d Reasons) String() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{d.Stalemate, "by stalemate"},
		{d.Material, "by too little material"},
		{d.Limit, "at the limit of moves"},
		{d.Repetition, "by repetition"},
		{d.Fifty, "by fifty moves"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
