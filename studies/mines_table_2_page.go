package studies

import (
	"fmt"
	"math"

	"blindsight/experiment/report"
	"blindsight/internal/plural"
)

func tableTwoText(p *Page, duels, literal []duel, scale float64) {
	p.Say("7x7 with 11 mines under the gnomine rule, 60 thinking times. Paper A's finding: the fast version (Metropolis,\n" +
		"`bsr-uct-fast`) is ahead of rejection (`bsr-uct`) at short thinking times, and behind at long ones. Each pair of\n" +
		"games is on the same board, a new one for every time; the score is the share of the safe cells that were opened\n" +
		"(the paper's \"unique moves\": here an open cell cannot be opened again).")
	p.Say(saysPapersWay)
	if scale > 0 {
		ours := func(d duel) string { return d.budget.String() }
		same := fmt.Sprintf("the paper's divided by %.0f", scale)
		if scale > 0.999 && scale < 1.001 {
			same = "the paper's"
		}
		p.Say("Our times are %s: from %s to %s a move. Thinking time is wall time, so these numbers depend\non the machine and its load, which is stated at the end; at each time one player's games follow the other's, so a\nchange of load in between is not ruled out.",
			same, ours(duels[0]), ours(duels[len(duels)-1]))
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
	measured, measuredLiterally := halves(duels), halves(literal)
	var ours, letter [2]sums
	for i := range 2 {
		if len(measured[i]) == 0 {
			continue
		}
		add(i, "paper, as labelled", sumDuels(labelled[i]), true)
		add(i, "paper, columns swapped", sumDuels(swapped[i]), true)
		ours[i] = sumDuels(measured[i])
		add(i, "ours", ours[i], true)
		letter[i] = sumDuels(measuredLiterally[i])
		add(i, "to the letter", letter[i], true)
	}
	p.Table(2, rows...)
	p.Head("Rejection that finds nothing")
	p.Say("When a belief finds no state for the position until the time is over, the player opens a cell at random. To the\nletter the fast version never does: it plays states that contradict the position. How often, time by time (four times\na line, by the paper's time):")
	random := func(n int64, share float64) string { return fmt.Sprintf("%d moves (%s)", n, percent(share)) }
	for _, who := range []struct {
		name  string
		duels []duel
	}{{"ours", duels}, {"to the letter", literal}} {
		last := "fast at random"
		if who.name != "ours" {
			last = "fast, inconsistent states"
		}
		rows = [][]string{{"paper's time", "our time, " + who.name, "games", "bsr-uct, score", "fast, score", "fast minus bsr", "bsr-uct at random", last}}
		for from := 0; from < len(who.duels); from += 4 {
			part := who.duels[from:min(from+4, len(who.duels))]
			s := sumDuels(part)
			row := []string{
				fmt.Sprintf("%.3g to %.3g s", part[0].time, part[len(part)-1].time), part[0].budget.String() + " to " + part[len(part)-1].budget.String(),
				fmt.Sprint(s.games), s.slow.String(), s.fast.String(), s.difference.signed(), random(s.slowAtRandom, s.slowRandom), random(s.fastAtRandom, s.fastRandom),
			}
			if who.name != "ours" {
				row[7] = percent(s.inconsistent)
			}
			rows = append(rows, row)
		}
		p.Table(2, rows...)
	}
	p.Head("What agrees, and what does not")
	p.Say("The rule: a claim agrees where the 95%% interval of the difference in mean score lies on its side of 0, does not agree\nwhere it lies on the other, and is not told apart where 0 is in it. The p-values are shown beside it, and decide nothing.")
	p.List(append(append(tableTwoWords("ours", ours), tableTwoWords("to the letter", letter)...), tableTwoRemarks...)...)
}

// tableTwoWords says what the halves mean, by the rule that the page states.
func tableTwoWords(who string, ours [2]sums) []string {
	var words []string
	for i, claim := range []string{"ahead at short thinking times (up to 0.256 s of the paper's)", "behind at long thinking times"} {
		s := ours[i]
		if s.games == 0 {
			continue
		}
		d := s.difference
		verdict := "Not told apart"
		switch above, below := d.lo > 0, d.hi < 0; {
		case i == 0 && above, i == 1 && below:
			verdict = "Agrees"
		case above, below:
			verdict = "Does not agree"
		}
		words = append(words, fmt.Sprintf("%s, %s: the fast version %s. It is at %s in mean score over %s (p %.2g; sign test %d to %d, p %.2g; games won by only one of the two %d to %d, McNemar p %.2g).",
			verdict, who, claim, d.signed(), plural.Count(s.games, "pair"), d.p, s.better, s.worse, s.signTest(), s.wins.First, s.wins.Second, s.wins.McNemar()))
		words = append(words, fmt.Sprintf("There bsr-uct opened %s of its cells at random because rejection had found no state in time, the fast version %s; of the fast version's states %s contradict the position.", percent(s.slowRandom), percent(s.fastRandom), percent(s.inconsistent)))
	}
	if ours[0].games > 0 && ours[1].games > 0 {
		words = append(words, fmt.Sprintf("Its way, "+who+", from short times to long ones: bsr-uct from %s to %s, fast from %s to %s. In the paper (as labelled, without the wrong rows) from 0.404 to 0.657, and from 0.568 to 0.523.",
			ours[0].slow, ours[1].slow, ours[0].fast, ours[1].fast))
	}
	return words
}

// tableTwoRemarks are true of any run.
var tableTwoRemarks = []string{
	"In these games the neighbours of a 0 are opened for the player. The paper does not say so; but none of its results is below 6 of the 38 safe cells, as many as a first cell at an edge opens in this way, and results of one or two cells would occur if every cell were a decision.",
	"With the columns as labelled the paper's halves say what its text says; with the columns swapped they say the opposite. Its rows are single games.",
	"What is not known of the paper's program: the constants of its widening, whether it opened the neighbours of a 0 by itself, and what it did at 0/0 and with numbers that no consistent state can show.",
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

func tableTwoFigures(p *Page, duels, literal []duel, scale float64) error {
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
	if scale > 1.001 {
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
				{Name: "the same to the letter", Style: 2, Points: moving(literal, low, each), Joined: true, Bare: true, Band: true},
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
	random := func(duels []duel, of func(*duel) float64) []report.Point {
		var points []report.Point
		for i := range duels {
			y := of(&duels[i])
			points = append(points, report.Point{X: duels[i].time, Y: y, Lo: y, Hi: y})
		}
		return points
	}
	slowRandom := func(d *duel) float64 { return share(d.slow.random, d.slow.moves) }
	fastRandom := func(d *duel) float64 { return share(d.fast.random, d.fast.moves) }
	return p.Figure("scores", "Left: mean score, moving averages of 10 times with 95% bands; right: share of moves made at random because the belief had found no state", &report.Figure{Panels: []report.Panel{
		{
			Title: "Score", X: x, Y: "mean score", XScale: report.Time, YRange: [2]float64{0, 1}, Series: []report.Series{
				{Name: "bsr-uct", Style: 0, Points: moving(duels, 0, slowScore), Joined: true, Bare: true, Band: true},
				{Name: "bsr-uct-fast", Style: 1, Points: moving(duels, 0, fastScore), Joined: true, Bare: true, Band: true},
				{Name: "bsr-uct to the letter", Style: 2, Points: bare(moving(literal, 0, slowScore)), Joined: true, Bare: true},
				{Name: "fast to the letter", Style: 3, Points: bare(moving(literal, 0, fastScore)), Joined: true, Bare: true},
				{Name: "paper A, BSR-UCT", Style: report.PaperStyle, Points: bare(moving(paper, 0, slowScore)), Joined: true, Bare: true},
				{Name: "paper A, fast", Style: report.PaperOtherStyle, Points: bare(moving(paper, 0, fastScore)), Joined: true, Bare: true},
			},
		},
		{
			Title: "Moves made at random", X: x, Y: "share of moves", XScale: report.Time, YRange: [2]float64{0, 1}, Series: []report.Series{
				{Name: "bsr-uct", Style: 0, Points: random(duels, slowRandom)},
				{Name: "bsr-uct-fast", Style: 1, Points: random(duels, fastRandom)},
				{Name: "bsr-uct to the letter", Style: 2, Points: random(literal, slowRandom)},
			},
		},
	}, Height: 7.5})
}
