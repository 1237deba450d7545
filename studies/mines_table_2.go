package studies

import (
	"context"
	"errors"
	"fmt"
	"math"

	"blindsight/experiment"
	"blindsight/internal/interval"
)

// paperTableTwo is paper A, Table II as labelled: results of BSR-UCT and of the fast
// version, one game each, at 1 ms·2^(k/4). The eight rows that are Table I's with the
// columns swapped are left out.
var paperTableTwo = [60][2]float64{
	{0.789474, 0.447368},
	{0.289474, 0.631579},
	{0.657895, 0.289474},
	{0.236842, 0.842105},
	{0.473684, 0.763158},
	{0.289474, 0.447368},
	{0.210526, 0.526316},
	{0.157895, 0.236842},
	{0.342105, 0.315789},
	{0.315789, 0.421053},
	{0.552632, 0.552632},
	{0.263158, 0.921053},
	{0.447368, 0.894737},
	{0.263158, 0.736842},
	{0.368421, 0.473684},
	{0.526316, 0.578947},
	{0.315789, 0.526316},
	{0.789474, 0.736842},
	{0.315789, 0.236842},
	{0.368421, 0.763158},
	{0.473684, 0.578947},
	{0.526316, 0.763158},
	{0.289474, 0.394737},
	{0.263158, 0.736842},
	{0.236842, 0.710526},
	{0.684211, 0.394737},
	{0.394737, 0.552632},
	{0.263158, 0.447368},
	{0.473684, 0.315789},
	{0.342105, 0.736842},
	{0.605263, 0.394737},
	{0.631579, 0.657895},
	{0.157895, 0.710526},
	{0.763158, 0.631579},
	{0.631579, 0.473684},
	{0.526316, 0.526316},
	{0.315789, 0.342105},
	{1, 0.236842},
	{0.763158, 0.526316},
	{0.394737, 0.552632},
	{0.657895, 0.342105},
	{1, 0.263158},
	{0.447368, 0.447368},
	{1, 0.552632},
	{0.605263, 0.631579},
	{0.342105, 0.552632},
	{0.5, 0.447368},
	{0.421053, 0.447368},
	{0.263158, 0.710526},
	{1, 0.5},
	{0.631579, 0.394737},
	{0.684211, 0.684211},
	{0.605263, 0.526316},
	{0.657895, 0.578947},
	{0.368421, 0.657895},
	{0.552632, 0.473684},
	{0.868421, 0.763158},
	{1, 0.657895},
	{1, 0.526316},
	{0.736842, 0.684211},
}

// paperTime returns the thinking time of row k in seconds.
func paperTime(k int) float64 { return 0.001 * math.Exp2(float64(k)/4) }

// halfTime is where the paper cuts its times into halves.
const halfTime = 0.2561

// duel is the games of both players at one time, on the same boards in the same order.
type duel struct {
	budget     experiment.Budget
	time       float64 // the paper's
	fast, slow side
}

// side is the games of one player.
type side struct {
	scores        []float64
	won           []bool
	moves, random int64 // of all games; random: made for want of a belief

	samples, inconsistent int64 // states that were played, and those that contradict the position
}

// sums is what several duels come to.
type sums struct {
	games                      int
	fast, slow                 stat // scores
	difference                 stat // of the scores, fast minus slow
	better, worse              int  // games in which the fast version had the better score, the worse
	wins                       interval.Paired
	fastAtRandom, slowAtRandom int64   // moves made for want of a belief
	fastRandom, slowRandom     float64 // as a share of all moves
	inconsistent               float64 // share of the fast version's states that contradict the position
}

// stat is a mean with its interval and the two-sided p-value of its being 0.
type stat struct {
	mean, lo, hi, p float64
	n               int
}

// meanOf returns the mean of values between two bounds.
func meanOf(values []float64, low, high float64) stat {
	var v interval.Values
	for _, x := range values {
		v.Add(x)
	}
	s := stat{n: v.N, p: v.P()}
	s.mean, s.lo, s.hi = v.Mean95(low, high)
	return s
}

func (s stat) String() string { return fmt.Sprintf("%.3f (%.3f to %.3f)", s.mean, s.lo, s.hi) }

func (s stat) signed() string { return fmt.Sprintf("%+.3f (%+.3f to %+.3f)", s.mean, s.lo, s.hi) }

// sumDuels puts duels together, game by game.
func sumDuels(duels []duel) sums {
	var s sums
	var fastScores, slowScores, differences []float64
	var fastMoves, slowMoves, samples, inconsistent int64
	for _, d := range duels {
		for i, f := range d.fast.scores {
			x := f - d.slow.scores[i]
			fastScores, slowScores, differences = append(fastScores, f), append(slowScores, d.slow.scores[i]), append(differences, x)
			switch {
			case x > 0:
				s.better++
			case x < 0:
				s.worse++
			}
			s.wins.Add(d.fast.won[i], d.slow.won[i])
		}
		s.fastAtRandom += d.fast.random
		s.slowAtRandom += d.slow.random
		fastMoves += d.fast.moves
		slowMoves += d.slow.moves
		samples += d.fast.samples
		inconsistent += d.fast.inconsistent
	}
	s.games = len(differences)
	s.fast, s.slow, s.difference = meanOf(fastScores, 0, 1), meanOf(slowScores, 0, 1), meanOf(differences, -1, 1)
	s.fastRandom, s.slowRandom = share(s.fastAtRandom, fastMoves), share(s.slowAtRandom, slowMoves)
	s.inconsistent = share(inconsistent, samples)
	return s
}

func share(part, all int64) float64 { return float64(part) / float64(max(all, 1)) }

// signTest is the p-value of the better and worse games, ties left out.
func (s *sums) signTest() float64 {
	return interval.Paired{First: s.better, Second: s.worse}.McNemar()
}

// tableTwo reproduces paper A, Table II and Fig. 3.
func tableTwo(ctx context.Context, b *Bench, p *Page) error {
	r, err := b.Play(ctx)
	if err != nil {
		return err
	}
	defer r.Store.Close()
	duels, err := readDuels(r, slow, fast)
	if err != nil {
		return err
	}
	literal, err := readDuels(r, literalSlow, literalFast)
	if err != nil {
		return err
	}
	scale := duels[0].time / duels[0].budget.Time.Seconds()
	if duels[0].budget.Simulations > 0 {
		scale = 0
	}
	tableTwoText(p, duels, literal, scale)
	return tableTwoFigures(p, duels, literal, scale)
}

// readDuels returns the games of two players in a record, one duel for each time. Row k of
// the paper is group k of the plan.
func readDuels(r *Record, slow, fast string) ([]duel, error) {
	var duels []duel
	for i := range r.Plan.Cells {
		c := &r.Plan.Cells[i]
		if c.Player != slow {
			continue
		}
		d := duel{budget: c.Budget, time: paperTime(len(duels))}
		other := -1
		for j := range r.Plan.Cells {
			o := &r.Plan.Cells[j]
			if o.Player == fast && o.Budget == c.Budget && o.Seed == c.Seed {
				other = j
			}
		}
		if other < 0 || len(duels) == len(paperTableTwo) {
			return nil, fmt.Errorf("the plan %q: want %s and %s at each time, at most %d times", r.Plan.Name, slow, fast, len(paperTableTwo))
		}
		read := func(cell int, to *side) error {
			return r.Store.Games(cell, func(g *experiment.Result) {
				to.scores = append(to.scores, g.Score)
				to.won = append(to.won, g.Outcome == experiment.Won)
				to.moves += int64(g.Moves)
				to.random += g.Health.Fallbacks
				to.samples += g.Health.Samples
				to.inconsistent += g.Health.Inconsistent
			})
		}
		if err := errors.Join(read(i, &d.slow), read(other, &d.fast)); err != nil {
			return nil, err
		}
		duels = append(duels, d)
	}
	if len(duels) == 0 {
		return nil, fmt.Errorf("the plan %q has no %s", r.Plan.Name, slow)
	}
	return duels, nil
}

// paperDuels is the paper's table as duels of one game, as labelled or with the columns
// swapped.
func paperDuels(swapped bool, n int) []duel {
	var duels []duel
	for k, row := range paperTableTwo[:n] {
		f, s := row[1], row[0]
		if swapped {
			f, s = s, f
		}
		one := func(score float64) side { return side{scores: []float64{score}, won: []bool{score == 1}} }
		duels = append(duels, duel{time: paperTime(k), fast: one(f), slow: one(s)})
	}
	return duels
}

// halves cuts duels at the paper's 0.256 s.
func halves(duels []duel) [2][]duel {
	n := 0
	for n < len(duels) && duels[n].time <= halfTime {
		n++
	}
	return [2][]duel{duels[:n], duels[n:]}
}
