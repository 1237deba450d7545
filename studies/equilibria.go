package studies

import (
	"context"
	"fmt"
	"math"

	"blindsight"
	"blindsight/catalog"
	"blindsight/experiment/report"
	"blindsight/player/gamblers"
	"blindsight/player/phantoms"
)

// solvedGame is a game whose plays can be listed.
type solvedGame struct {
	name     string
	game     *catalog.Game
	settings string
}

// solvedGames are those of the study: pokers whose values are known, and the smallest dark hexes.
var solvedGames = []solvedGame{
	{"Kuhn's poker", gamblers.Game, "rules=kuhn"},
	{"Leduc hold'em", gamblers.Game, "rules=leduc"},
	{"dark hex 2x3 classical", phantoms.Game, "board=hex,rows=2,cols=3,refusal=classical"},
	{"dark hex 2x3 abrupt", phantoms.Game, "board=hex,rows=2,cols=3,refusal=abrupt"},
	{"dark hex 3x2 classical", phantoms.Game, "board=hex,rows=3,cols=2,refusal=classical"},
	{"dark hex 3x2 abrupt", phantoms.Game, "board=hex,rows=3,cols=2,refusal=abrupt"},
}

// solvedCurve is what CFR+ has reached in a game.
type solvedCurve struct {
	Sets    [2]int
	Ends    int
	Uniform float64 // exploitability of uniform play
	Curve   []catalog.Bounds
}

// exploitedPlayer is how much uct can be exploited, by what it chooses and by its shares.
type exploitedPlayer struct{ Choice, Shares float64 }

// equilibriaAmount is how much the study does: games, iterations of CFR+, simulations of UCT.
type equilibriaAmount struct {
	games      []solvedGame
	iterations int
	sims       []int
}

// equilibria measures exploitability, exactly: of cfr over iterations, and of uct over simulations.
func equilibria(ctx context.Context, b *Bench, p *Page) error {
	a := amount(b,
		equilibriaAmount{solvedGames, 300, []int{10, 100}},
		equilibriaAmount{solvedGames, 3000, []int{10, 30, 100, 300, 1000}},
		equilibriaAmount{solvedGames, 30_000, []int{10, 30, 100, 300, 1000, 3000}})
	games, iterations, sims := a.games, a.iterations, a.sims
	p.Say("Ours. The exploitability of a player is what the best responses to it on both sides gain together (NashConv); an equilibrium has 0. " +
		"It is computed, not played for: all plays are listed, the player is asked in every information set that it can come to, and the best " +
		"response follows from that. An information set is all that a side did, saw and heard, in its order. Gains are chips in the pokers, and 1 for a win, -1 for a loss in dark hex.")
	curves, err := Do(ctx, b, "walks", len(games), func(i int) string { return fmt.Sprintf("cfr+ %s %d", games[i].name, iterations) },
		func(ctx context.Context, i int) (solvedCurve, error) { return games[i].solve(ctx, iterations) })
	if err != nil {
		return err
	}
	players, err := Do(ctx, b, "walks", len(games)*len(sims),
		func(i int) string { return fmt.Sprintf("uct %s %d", games[i/len(sims)].name, sims[i%len(sims)]) },
		func(ctx context.Context, i int) (exploitedPlayer, error) {
			return games[i/len(sims)].exploit(ctx, sims[i%len(sims)], b.Seed)
		})
	if err != nil {
		return err
	}
	sizesTable(p, games, curves)
	cfrTable(p, games, curves)
	uctTable(p, games, curves, players, sims)
	if err := exploitFigures(p, games, curves, players, sims); err != nil {
		return err
	}
	if err := darkHexThree(ctx, b, p); err != nil {
		return err
	}
	p.Head("What is seen")
	p.List(equilibriaWords(games, curves, players, sims)...)
	return nil
}

func (g *solvedGame) open() (*catalog.Setting, error) { return g.game.Open(g.settings) }

// solve runs CFR+ and notes what it has reached after 1, 2, 5, 10 … iterations, and at the end.
func (g *solvedGame) solve(ctx context.Context, iterations int) (c solvedCurve, err error) {
	s, err := g.open()
	if err != nil {
		return c, err
	}
	uniform, err := s.Exploit(ctx, "random", catalog.Exploiting{})
	if err != nil {
		return c, err
	}
	c.Uniform = uniform.Gap()
	next := 1
	r, err := s.Solve(ctx, catalog.Solving{Iterations: iterations, Workers: 1, Each: func(b catalog.Bounds) {
		if b.Iterations == next {
			c.Curve = append(c.Curve, b)
			next = roundAfter(next)
		}
	}})
	if err != nil {
		return c, err
	}
	c.Sets, c.Ends = r.Sets, r.Ends
	if last := c.Curve[len(c.Curve)-1]; last.Iterations < r.Iterations {
		c.Curve = append(c.Curve, r.Bounds)
	}
	return c, r.Stopped
}

// roundAfter returns the next of 1, 2, 5, 10, 20 …
func roundAfter(n int) int {
	ten := 1
	for 10*ten <= n {
		ten *= 10
	}
	switch n / ten {
	case 1:
		return 2 * ten
	case 2:
		return 5 * ten
	}
	return 10 * ten
}

// exploit asks uct with so many simulations in every information set.
func (g *solvedGame) exploit(ctx context.Context, sims int, seed uint64) (e exploitedPlayer, err error) {
	s, err := g.open()
	if err != nil {
		return e, err
	}
	o := catalog.Exploiting{Budget: blindsight.Budget{Simulations: sims}, Seed: seed}
	choice, err := s.Exploit(ctx, "uct", o)
	if err != nil {
		return e, err
	}
	o.Shares = true
	shares, err := s.Exploit(ctx, "uct", o)
	if err != nil {
		return e, err
	}
	return exploitedPlayer{choice.Gap(), shares.Gap()}, nil
}

func (c *solvedCurve) last() catalog.Bounds { return c.Curve[len(c.Curve)-1] }

// small writes a number that may be very small.
func small(x float64) string {
	if math.Abs(x) < 5e-9 {
		return "0"
	}
	if math.Abs(x) < 0.001 {
		return fmt.Sprintf("%.1e", x)
	}
	return fmt.Sprintf("%.4f", x)
}

func sizesTable(p *Page, games []solvedGame, curves []solvedCurve) {
	p.Head("The games, and their values")
	rows := [][]string{{"game", "information sets", "ends of plays", "value to who begins", "known by"}}
	for i, g := range games {
		c := &curves[i]
		last := c.last()
		rows = append(rows, []string{
			g.name, fmt.Sprintf("%d and %d", c.Sets[0], c.Sets[1]), fmt.Sprint(c.Ends),
			fmt.Sprintf("%.6f to %.6f", last.Lo, last.Hi), fmt.Sprintf("%d iterations", last.Iterations),
		})
	}
	p.Table(1, rows...)
	p.Say("The bounds prove themselves: each is the best response to a strategy. Kuhn's poker is worth -1/18 = -0.055556.")
}

func cfrTable(p *Page, games []solvedGame, curves []solvedCurve) {
	p.Head("cfr: exploitability over iterations of CFR+")
	head := []string{"game", "uniform play"}
	most := 0
	for i := range curves {
		if len(curves[i].Curve) > len(curves[most].Curve) {
			most = i
		}
	}
	for _, b := range curves[most].Curve {
		head = append(head, fmt.Sprint(b.Iterations))
	}
	rows := [][]string{head}
	for i, g := range games {
		row := []string{g.name, small(curves[i].Uniform)}
		for _, b := range curves[i].Curve {
			row = append(row, small(b.Gap()))
		}
		for len(row) < len(head) {
			row = append(row, "")
		}
		rows = append(rows, row)
	}
	p.Table(1, rows...)
}

func uctTable(p *Page, games []solvedGame, curves []solvedCurve, players []exploitedPlayer, sims []int) {
	p.Head("uct: exploitability over simulations a decision")
	p.Say("Asked once in every information set, with a random stream that the set names. Its choice is one action, always; its shares are the same " +
		"searches, with each action drawn as often as it was simulated.")
	head := []string{"game", "uct", "uniform play"}
	for _, n := range sims {
		head = append(head, fmt.Sprint(n))
	}
	rows := [][]string{head}
	for i, g := range games {
		choice, shares := []string{g.name, "its choice", small(curves[i].Uniform)}, []string{"", "its shares", ""}
		for _, e := range players[i*len(sims) : (i+1)*len(sims)] {
			choice, shares = append(choice, small(e.Choice)), append(shares, small(e.Shares))
		}
		rows = append(rows, choice, shares)
	}
	p.Table(2, rows...)
}

// exploitFigures draw both, a panel a game and a figure a family.
func exploitFigures(p *Page, games []solvedGame, curves []solvedCurve, players []exploitedPlayer, sims []int) error {
	for _, family := range []*catalog.Game{gamblers.Game, phantoms.Game} {
		f := &report.Figure{}
		for i, g := range games {
			if g.game == family {
				f.Panels = append(f.Panels, exploitPanel(g.name, &curves[i], players[i*len(sims):(i+1)*len(sims)], sims))
			}
		}
		caption := "Exploitability of cfr over iterations and of uct over simulations a decision, exactly, beside uniform play's"
		if err := p.Figure("exploitability-"+family.Name, caption, f); err != nil {
			return err
		}
	}
	return nil
}

func exploitPanel(name string, c *solvedCurve, players []exploitedPlayer, sims []int) report.Panel {
	cfr := report.Series{Name: "cfr, over iterations", Style: 0, Joined: true}
	for _, b := range c.Curve {
		cfr.Points = append(cfr.Points, report.Point{X: float64(b.Iterations), Y: b.Gap()})
	}
	choice := report.Series{Name: "uct's choice, over simulations", Style: 1, Joined: true}
	shares := report.Series{Name: "uct's shares", Style: 2, Joined: true}
	for j, n := range sims {
		choice.Points = append(choice.Points, report.Point{X: float64(n), Y: players[j].Choice})
		shares.Points = append(shares.Points, report.Point{X: float64(n), Y: players[j].Shares})
	}
	return report.Panel{
		Title: name, X: "iterations, simulations", Y: "exploitability", XScale: report.Count,
		Series: []report.Series{cfr, choice, shares}, Lines: []report.Line{{Name: "uniform play", Value: c.Uniform}},
	}
}

// equilibriaWords says what the numbers say.
func equilibriaWords(games []solvedGame, curves []solvedCurve, players []exploitedPlayer, sims []int) []string {
	var words []string
	for i, g := range games {
		last := curves[i].last()
		e := players[(i+1)*len(sims)-1]
		better := "less than uniform play"
		if e.Choice >= curves[i].Uniform {
			better = "no less than uniform play"
		}
		mixed := "Drawing by shares helps"
		if e.Shares >= e.Choice {
			mixed = "Drawing by shares does not help"
		}
		words = append(words, fmt.Sprintf("%s: cfr is exploitable by %s after %d iterations; the choice of uct with %d simulations by %s, %s (%s). %s (%s).",
			g.name, small(last.Gap()), last.Iterations, sims[len(sims)-1], small(e.Choice), better, small(curves[i].Uniform), mixed, small(e.Shares)))
	}
	return words
}
