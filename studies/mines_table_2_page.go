package studies

import (
	"fmt"
	"math"

	"blindsight/experiment/report"
)

func tableTwoText(p *Page, duels []duel, scale float64) {
	p.Say("7x7 with 11 mines under the gnomine rule, 60 thinking times. Paper A's finding: the fast version (Metropolis,\n" +
		"`bsr-uct-fast`) is ahead of rejection (`bsr-uct`) at short thinking times, and behind at long ones. Each pair of\n" +
		"games is on the same board, a new one for every time; the score is the share of the safe cells that were opened.")
	if scale > 0 {
		ours := func(d duel) string { return d.budget.String() }
		p.Say("Our times are the paper's divided by %.0f: from %s to %s a move. Thinking time is wall time, so these numbers depend\non the machine and its load, which is stated at the end; at each time one player's games follow the other's, so a\nchange of load in between is not ruled out.",
			scale, ours(duels[0]), ours(duels[len(duels)-1]))
	}
	p.Say("The paper's table has an error: eight of its rows (0.1, 0.2, … 12.8 s) are the rows of Table I with the columns\n" +
		"swapped. They are left out here. So the other rows may have swapped columns too, and both readings are shown.")
	p.Head("The halves")
	rows := [][]string{{"times", "who", "games", "BSR-UCT", "fast", "fast minus BSR-UCT", "p (mean)", "fast better, worse", "p (sign test)", "won by only fast, only BSR-UCT", "p (McNemar)"}}
	names := [2]string{"up to 0.256 s", "above 0.256 s"}
	add := func(i int, who string, s sums, wins bool) {
		row := []string{
			names[i], who, fmt.Sprint(s.games), s.slow.String(), s.fast.String(), s.difference.signed(), fmt.Sprintf("%.2g", s.difference.p),
			fmt.Sprintf("%d, %d", s.better, s.worse), fmt.Sprintf("%.2g", s.signTest()), "", "",
		}
		if wins {
			row[9], row[10] = fmt.Sprintf("%d, %d", s.wins.First, s.wins.Second), fmt.Sprintf("%.2g", s.wins.McNemar())
		}
		rows = append(rows, row)
	}
	labelled, swapped := halves(paperDuels(false, len(duels))), halves(paperDuels(true, len(duels)))
	measured := halves(duels)
	var ours [2]sums
	for i := range 2 {
		if len(measured[i]) == 0 {
			continue
		}
		add(i, "paper, as labelled", sumDuels(labelled[i]), true)
		add(i, "paper, columns swapped", sumDuels(swapped[i]), true)
		ours[i] = sumDuels(measured[i])
		add(i, "ours", ours[i], true)
	}
	p.Table(2, rows...)
	p.Head("Rejection that finds nothing")
	p.Say("When a belief finds no state within the time (rejection) or its cap (Metropolis), the player opens a cell at\nrandom. How often, time by time (four times a line, by the paper's time):")
	rows = [][]string{{"paper's time", "our time", "games", "bsr-uct, score", "fast, score", "fast minus bsr", "bsr-uct at random", "fast at random"}}
	for from := 0; from < len(duels); from += 4 {
		part := duels[from:min(from+4, len(duels))]
		s := sumDuels(part)
		rows = append(rows, []string{
			fmt.Sprintf("%.3g to %.3g s", part[0].time, part[len(part)-1].time), part[0].budget.String() + " to " + part[len(part)-1].budget.String(),
			fmt.Sprint(s.games), s.slow.String(), s.fast.String(), s.difference.signed(),
			fmt.Sprintf("%d moves (%s)", s.slowAtRandom, percent(s.slowRandom)), fmt.Sprintf("%d moves (%s)", s.fastAtRandom, percent(s.fastRandom)),
		})
	}
	p.Table(2, rows...)
	p.Head("What agrees, and what does not")
	p.List(tableTwoWords(ours)...)
}

// tableTwoWords says what the halves mean.
func tableTwoWords(ours [2]sums) []string {
	var words []string
	for i, claim := range []string{"ahead at short thinking times (up to 0.256 s of the paper's)", "behind at long thinking times"} {
		s := ours[i]
		if s.games == 0 {
			continue
		}
		d := s.difference
		want := 1.0
		if i == 1 {
			want = -1
		}
		verdict := "Not told apart"
		switch {
		case d.p < 0.05 && d.mean*want > 0:
			verdict = "Agrees"
		case d.p < 0.05:
			verdict = "Does not agree"
		}
		words = append(words, fmt.Sprintf("%s: the fast version %s. Ours is %s in mean score over %s (p %.2g; sign test %d to %d, p %.2g; games won by only one of the two %d to %d, McNemar p %.2g).",
			verdict, claim, d.signed(), times(s.games, "pair", "pairs"), d.p, s.better, s.worse, s.signTest(), s.wins.First, s.wins.Second, s.wins.McNemar()))
		words = append(words, fmt.Sprintf("There bsr-uct opened %s of its cells at random because rejection had found no state in time, the fast version %s.", percent(s.slowRandom), percent(s.fastRandom)))
	}
	if ours[0].games > 0 && ours[1].games > 0 {
		words = append(words, fmt.Sprintf("From short times to long ones: bsr-uct from %s to %s, fast from %s to %s. In the paper (as labelled, without the wrong rows) from 0.404 to 0.657, and from 0.568 to 0.523.",
			ours[0].slow, ours[1].slow, ours[0].fast, ours[1].fast))
	}
	return append(words,
		"In these games the neighbours of a 0 are opened for the player. The paper does not say so; but none of its results is below 6 of the 38 safe cells, as many as a first cell at an edge opens in this way, and results of one or two cells would occur if every cell were a decision.",
		"With the columns as labelled the paper's halves say what its text says; with the columns swapped they say the opposite. Its rows are single games.",
		"Differences to the paper's program that may matter: ours never hands out a state that contradicts the position, shares nodes that are reached in another order or mirrored, and widens nothing (the paper does not give its constants).")
}

// window is how many times the paper's moving average takes in.
const window = 10

// moving returns a moving average over the duels, of what each is made of, at least low and
// at most 1: with an interval over all games in the window.
func moving(duels []duel, low float64, each func(fast, slow float64) float64) []report.Point {
	var points []report.Point
	n := min(window, len(duels))
	for from := 0; from+n <= len(duels); from++ {
		var values []float64
		for _, d := range duels[from : from+n] {
			for i, f := range d.fast.scores {
				values = append(values, each(f, d.slow.scores[i]))
			}
		}
		s := meanOf(values, low, 1)
		points = append(points, report.Point{X: math.Sqrt(duels[from].time * duels[from+n-1].time), Y: s.mean, Lo: s.lo, Hi: s.hi})
	}
	return points
}

// bare leaves the intervals away.
func bare(points []report.Point) []report.Point {
	for i, q := range points {
		points[i].Lo, points[i].Hi = q.Y, q.Y
	}
	return points
}

// single returns the mean of each duel.
func single(duels []duel, each func(fast, slow float64) float64) []report.Point {
	var points []report.Point
	for _, d := range duels {
		sum := 0.0
		for i, f := range d.fast.scores {
			sum += each(f, d.slow.scores[i])
		}
		y := sum / float64(len(d.fast.scores))
		points = append(points, report.Point{X: d.time, Y: y, Lo: y, Hi: y})
	}
	return points
}

func tableTwoFigures(p *Page, duels []duel, scale float64) error {
	better := func(f, s float64) float64 {
		switch {
		case f > s:
			return 1
		case f == s:
			return 0.5
		}
		return 0
	}
	minus := func(f, s float64) float64 { return f - s }
	fastScore := func(f, _ float64) float64 { return f }
	slowScore := func(_, s float64) float64 { return s }
	x := "the paper's thinking time a move"
	if scale > 0 {
		x += fmt.Sprintf(" (ours: 1/%.0f)", scale)
	}
	paper := paperDuels(false, len(duels))
	panel := func(title, y string, low float64, each func(f, s float64) float64, level float64, limits [2]float64) report.Panel {
		return report.Panel{
			Title: title, X: x, Y: y, XScale: report.Time, YRange: limits, Lines: []report.Line{{Value: level}},
			Series: []report.Series{
				{Name: "paper A, as labelled", Style: report.PaperStyle, Points: single(paper, each)},
				{Name: "its moving average of 10", Style: report.PaperOtherStyle, Points: moving(paper, low, each), Joined: true, Bare: true, Band: true},
				{Name: "ours", Style: 0, Points: single(duels, each)},
				{Name: "our moving average of 10", Style: 8, Points: moving(duels, low, each), Joined: true, Bare: true, Band: true},
			},
		}
	}
	f := &report.Figure{Panels: []report.Panel{
		panel("Is fast better?", "share of games", 0, better, 0.5, [2]float64{-0.05, 1.05}),
		panel("By how much?", "score, fast minus BSR-UCT", -1, minus, 0, [2]float64{-0.85, 0.75}),
	}, Height: 7.5}
	if err := p.Figure("fig-3", "Paper A, Fig. 3, and ours: left, is the fast version's score the better one (a tie counts one half); right, the difference. Bands are 95% intervals over the games of a window", f); err != nil {
		return err
	}
	random := func(of func(*duel) float64) []report.Point {
		var points []report.Point
		for i := range duels {
			y := of(&duels[i])
			points = append(points, report.Point{X: duels[i].time, Y: y, Lo: y, Hi: y})
		}
		return points
	}
	return p.Figure("scores", "Left: mean score, moving averages of 10 times with 95% bands; right: share of moves made at random because the belief had found no state", &report.Figure{Panels: []report.Panel{
		{
			Title: "Score", X: x, Y: "mean score", XScale: report.Time, YRange: [2]float64{0, 1}, Series: []report.Series{
				{Name: "bsr-uct", Style: 0, Points: moving(duels, 0, slowScore), Joined: true, Bare: true, Band: true},
				{Name: "bsr-uct-fast", Style: 1, Points: moving(duels, 0, fastScore), Joined: true, Bare: true, Band: true},
				{Name: "paper A, BSR-UCT", Style: report.PaperStyle, Points: bare(moving(paper, 0, slowScore)), Joined: true, Bare: true},
				{Name: "paper A, fast", Style: report.PaperOtherStyle, Points: bare(moving(paper, 0, fastScore)), Joined: true, Bare: true},
			},
		},
		{
			Title: "Moves made at random", X: x, Y: "share of moves", XScale: report.Time, YRange: [2]float64{0, 1}, Series: []report.Series{
				{Name: "bsr-uct", Style: 0, Points: random(func(d *duel) float64 { return share(d.slow.random, d.slow.moves) })},
				{Name: "bsr-uct-fast", Style: 1, Points: random(func(d *duel) float64 { return share(d.fast.random, d.fast.moves) })},
			},
		},
	}, Height: 7.5})
}
