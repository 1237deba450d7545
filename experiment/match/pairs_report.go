package match

import (
	"fmt"
	"io"
	"strings"
	"time"

	"blindsight/catalog"
	"blindsight/experiment/summary"
	"blindsight/internal/plural"
)

// PairReport is how a match went. Of Duel and Deals one is there.
type PairReport struct {
	Game     string `json:"game"`
	Settings string `json:"settings"`
	A        string `json:"a"`
	B        string `json:"b"`
	Seed     uint64 `json:"seed"`
	Sims     int    `json:"sims,omitempty"`
	Time     string `json:"time,omitempty"`
	CPU      string `json:"cpu,omitempty"`
	Games    int    `json:"games"`
	summary.Points
	*duelReport
	*dealReport
	Steps   float64          `json:"steps_per_game"`
	Players [2]matchedPlayer `json:"players"`
	Seconds float64          `json:"seconds"`
	// Forfeits are by A and by B.
	Forfeits []ForfeitReport `json:"forfeits,omitempty"`
	measures []catalog.Measure
}

// duelReport is the part of a game of two sides.
type duelReport struct {
	summary.Duel                // of A
	Sides          []sideReport `json:"sides"`
	summary.Gained              // by A in a game
	SPRT           *sprtReport  `json:"sprt,omitempty"`
	plain          bool
}

// sideReport is how A fared on a side.
type sideReport struct {
	Side string `json:"side"`
	summary.Points
}

// sprtReport is how a test ended.
type sprtReport struct {
	Lo      float64    `json:"lo"`
	Hi      float64    `json:"hi"`
	Bounds  [2]float64 `json:"bounds"`
	LLR     float64    `json:"llr"`
	Verdict string     `json:"verdict"` // lo, hi or undecided
}

// dealReport is the part of a game that one side plays alone. Wins are deals on which A
// gained more.
type dealReport struct {
	Deals          int         `json:"deals"`
	Means          [2]float64  `json:"means"` // of what A and B gained
	Difference     float64     `json:"difference"`
	DifferenceCI95 *[2]float64 `json:"difference_ci95,omitempty"`
}

// Report sums up a match that took so long.
func (m *Pairs) Report(s *catalog.Setting, sum *PairSum, took time.Duration) *PairReport {
	n := sum.Count()
	r := &PairReport{
		Game: s.Game.Name, Settings: s.Text, A: m.Players[0], B: m.Players[1], Seed: m.Seed, Sims: m.Budget.Simulations, Games: 2 * n,
		Steps: float64(sum.steps) / float64(2*n), Players: m.playersOf(sum), Seconds: took.Seconds(),
		Forfeits: sum.lost.list([]string{"A", "B"}), measures: s.Game.Measures,
	}
	if m.Budget.Time > 0 {
		r.Time = m.Budget.Time.String()
	}
	if m.Budget.CPU > 0 {
		r.CPU = m.Budget.CPU.String()
	}
	for _, t := range sum.sides {
		r.Wins += t.Wins
		r.Draws += t.Draws
		r.Losses += t.Losses
	}
	gain := sum.gain()
	if sum.alone() {
		r.dealReport = &dealReport{
			Deals: n, Means: [2]float64{sum.gained[0] / float64(n), sum.gained[1] / float64(n)}, Difference: gain.Mean, DifferenceCI95: gain.CI95,
		}
		return r
	}
	d := &duelReport{Duel: summary.DuelOf(sum.points), Gained: gain.Gained(), plain: sum.plain}
	for side, t := range sum.sides {
		d.Sides = append(d.Sides, sideReport{s.Game.Sides[side], t})
	}
	if t := sum.test; t != nil {
		d.SPRT = &sprtReport{Lo: t.Lo, Hi: t.Hi, LLR: t.LLR(sum.points), Verdict: [...]string{"undecided", "lo", "hi"}[sum.verdict]}
		d.SPRT.Bounds[0], d.SPRT.Bounds[1] = t.Bounds()
	}
	r.duelReport = d
	return r
}

// Write prints the report for people.
func (r *PairReport) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s), seed %d, %s a decision\n", r.Game, r.Settings, r.Seed, budgetText(r.Sims, r.Time, r.CPU))
	if r.dealReport != nil {
		r.writeDeals(&b)
	} else {
		r.writeDuel(&b)
	}
	fmt.Fprintf(&b, "  steps  %.1f a game\n", r.Steps)
	for _, p := range r.Players {
		if n := p.Health.Fallbacks; n > 0 {
			fmt.Fprintf(&b, "  %s: %s at random or on a guess, for want of a belief\n", p.Player, plural.Form(int(n), "1 decision", "%d decisions"))
		}
	}
	r.writeMeasures(&b)
	writeForfeits(&b, "  ", r.Forfeits)
	_, err := io.WriteString(w, b.String())
	return err
}

// budgetText tells of the one of these that a budget has.
func budgetText(sims int, wall, cpu string) string {
	switch {
	case sims > 0:
		return plural.Form(sims, "1 simulation", "%d simulations")
	case cpu != "":
		return cpu + " of processor time"
	}
	return wall
}

// writeMeasures prints what was counted of each player beyond points, a game.
func (r *PairReport) writeMeasures(b *strings.Builder) {
	for i, p := range r.Players {
		for k, m := range r.measures {
			if k == 0 {
				fmt.Fprintf(b, "  %c a game:", 'A'+i)
			}
			fmt.Fprintf(b, " %s %.3g", m.Name, p.Measures[m.Name])
			if k == len(r.measures)-1 {
				b.WriteByte('\n')
			}
		}
	}
}

func (r *PairReport) writeDuel(b *strings.Builder) {
	d := r.duelReport
	fmt.Fprintf(b, "%s against %s: %d games in %s\n", r.A, r.B, r.Games, plural.Form(r.Games/2, "1 pair", "%d pairs"))
	fmt.Fprintf(b, "  score  %.4f%s: %d won, %d drawn, %d lost\n", d.Score, ciText(&d.ScoreCI95), r.Wins, r.Draws, r.Losses)
	for _, s := range d.Sides {
		fmt.Fprintf(b, "         as %s %d won, %d drawn, %d lost\n", s.Side, s.Wins, s.Draws, s.Losses)
	}
	fmt.Fprintf(b, "  Elo    %s (95%%: %s to %s)\n", eloText(d.Elo, d.Score >= 0.5), eloText(d.EloCI95[0], false), eloText(d.EloCI95[1], true))
	fmt.Fprintf(b, "  pairs  %d with 0 points, %d with 1/2, %d with 1, %d with 3/2, %d with 2\n", d.Pairs[0], d.Pairs[1], d.Pairs[2], d.Pairs[3], d.Pairs[4])
	if !d.plain {
		fmt.Fprintf(b, "  gain   %.4f%s a game\n", d.Gain, ciText(d.GainCI95))
	}
	if t := d.SPRT; t != nil {
		verdict := "undecided"
		switch t.Verdict {
		case "lo":
			verdict = fmt.Sprintf("decided for %g Elo", t.Lo)
		case "hi":
			verdict = fmt.Sprintf("decided for %g Elo", t.Hi)
		}
		fmt.Fprintf(b, "  SPRT   %g or %g Elo: log likelihood ratio %.2f, bounds %.2f and %.2f: %s\n", t.Lo, t.Hi, t.LLR, t.Bounds[0], t.Bounds[1], verdict)
	}
}

func (r *PairReport) writeDeals(b *strings.Builder) {
	d := r.dealReport
	fmt.Fprintf(b, "%s and %s alone on the same %s\n", r.A, r.B, plural.Form(d.Deals, "deal", "%d deals"))
	fmt.Fprintf(b, "  means  %.4f and %.4f\n", d.Means[0], d.Means[1])
	fmt.Fprintf(b, "  A - B  %.4f%s: more on %d, the same on %d, less on %d\n", d.Difference, ciText(d.DifferenceCI95), r.Wins, r.Draws, r.Losses)
}

// eloText writes a difference, which is infinite where there is none.
func eloText(x *float64, above bool) string {
	switch {
	case x != nil:
		return fmt.Sprintf("%+.1f", *x)
	case above:
		return "+inf"
	}
	return "-inf"
}
