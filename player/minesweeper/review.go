package minesweeper

import (
	"context"
	"errors"
	"time"

	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
)

// Reviewer looks back at a finished game and tells luck from skill. With V the chance
// to win by the best play from a position, and Q that chance once a cell is chosen, a
// decision loses V - Q, and the luck of what the cell then shows is V after it - Q. So
//
//	result = V at the start + all luck - all losses
//
// Opening a certainly safe cell loses nothing; what a run of safe cells has shown is
// luck that is told at its end. Values are exact where an Analyst finds them so, else
// estimates of a Forecast; there a decision counts as a loss only if the 95% interval of
// the difference to the best cell excludes 0.
type Reviewer struct {
	Analyst *Analyst
	// Time is how long the whole review may take, about; Plays how many placements
	// are played for an estimate at most. One of them must be set.
	Time  time.Duration
	Plays int
	Seed  uint64 // of the estimates
}

// Judged is what the review says of one opening.
type Judged struct {
	Cell            minesweeper.Cell
	Risk, LeastRisk float64
	SafeExisted     bool
	Before, Chosen  float64 // V and Q
	After           float64 // V after it, 0 or 1 at the end
	Low, High       float64 // 95% interval of Before
	Exact           bool
	Best            minesweeper.Cell
	assessed        bool
}

// Loss returns what the decision cost.
func (j *Judged) Loss() float64 { return j.Before - j.Chosen }

// Luck returns what came of it beyond what was to be expected.
func (j *Judged) Luck() float64 { return j.After - j.Chosen }

// Review judges the openings that a player chose, in order; those that a 0 opened by
// itself are not among them. The view must be untouched; it is played on. Reveal tells
// what a cell shows. Each judgement is handed to each as soon as it is whole.
func (r *Reviewer) Review(
	ctx context.Context, v *minesweeper.View, openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen, each func(i int, j *Judged) error,
) error {
	list, err := r.survey(ctx, v.Clone(), openings, reveal)
	if err != nil {
		return err
	}
	points := 0
	for i := range list {
		if list[i].assessed {
			points++
		}
	}
	end := time.Now().Add(r.Time)
	current := Judged{}
	for i, c := range openings {
		j := &list[i]
		if j.assessed {
			share := time.Until(end) / time.Duration(max(points, 1))
			if err := r.assess(ctx, v, j, i, share); err != nil {
				return err
			}
			points--
			if i > 0 {
				list[i-1].After = j.Before
				if err := each(i-1, &list[i-1]); err != nil {
					return err
				}
			}
			current = *j
		} else {
			j.Before, j.Chosen, j.Low, j.High, j.Exact = current.Before, current.Before, current.Low, current.High, current.Exact
			list[i-1].After = j.Before
			if err := each(i-1, &list[i-1]); err != nil {
				return err
			}
		}
		current.Before = j.Chosen
		won, err := openAll(v, c, reveal)
		if err != nil {
			return err
		}
		if i == len(openings)-1 {
			if won {
				j.After = 1
			}
			return each(i, j)
		}
	}
	return nil
}

// openAll opens a cell and all that it opens, and tells whether the game is won. A mine
// leaves the view as it is.
func openAll(v *minesweeper.View, c minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) (won bool, err error) {
	for forced := true; forced; c, forced = v.Forced() {
		seen := reveal(c)
		if seen == minesweeper.Mine {
			return false, nil
		}
		if err := v.Observe(c, seen); err != nil {
			return false, err
		}
	}
	return v.Left() == 0, nil
}

// survey finds the risks of all openings, and where values have to be found: at the
// start, at each guess, and where safe cells follow one.
func (r *Reviewer) survey(ctx context.Context, v *minesweeper.View, openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) ([]Judged, error) {
	quick := r.quick()
	list := make([]Judged, len(openings))
	guessed := true
	for i, c := range openings {
		if v.At(c) != minesweeper.Covered {
			return nil, errors.New("minesweeper: a cell is opened twice")
		}
		a, err := quick.Analyse(ctx, v)
		if err != nil {
			return nil, err
		}
		j := &list[i]
		j.Cell, j.Risk, j.LeastRisk = c, a.cell(c).Mine, a.leastRisk().Mine
		j.SafeExisted = v.Started() && j.LeastRisk == 0
		j.Best = a.Best[0]
		guess := j.Risk > 0 || !v.Started()
		j.assessed = guess || guessed
		guessed = guess
		if _, err := openAll(v, c, reveal); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// quick returns an analyst that only counts.
func (r *Reviewer) quick() *Analyst { return &Analyst{Nodes: r.Analyst.Nodes} }

// assess finds the values of an opening.
func (r *Reviewer) assess(ctx context.Context, v *minesweeper.View, j *Judged, number int, share time.Duration) error {
	limited := ctx
	if r.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, max(share, time.Millisecond))
		defer cancel()
	}
	a, err := r.Analyst.Analyse(limited, v)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && limited.Err() == nil:
		return err
	case err == nil && a.Win != nil:
		if cell := a.cell(j.Cell); cell.Win != nil {
			j.Before, _ = a.Win.Float64()
			j.Chosen, _ = cell.Win.Float64()
			j.Low, j.High, j.Exact = j.Before, j.Before, true
			j.Best = a.Best[0]
			return nil
		}
	}
	if a == nil {
		if a, err = r.quick().Analyse(ctx, v); err != nil {
			return err
		}
	}
	return r.estimate(ctx, limited, v, a, j, number)
}

// reviewCandidates is how many cells an opening is compared with where its value is estimated.
const reviewCandidates = 10

// estimate finds the values of an opening by playing.
func (r *Reviewer) estimate(ctx, limited context.Context, v *minesweeper.View, a *Analysis, j *Judged, number int) error {
	f := NewForecast(v, a, randstream.New(r.Seed, "mines review", uint64(number)), reviewCandidates, j.Cell)
	for f.Plays() == 0 || limited.Err() == nil && (r.Plays == 0 || f.Plays() < r.Plays) {
		playing := limited
		if f.Plays() == 0 {
			playing = ctx // at least once
		}
		if err := f.Play(playing); err != nil {
			if ctx.Err() == nil && limited.Err() != nil {
				break
			}
			return err
		}
	}
	chosen := f.find(j.Cell)
	if v.Started() && j.Risk == 0 {
		// Any safe cell will do: the one that was played is as good as the best.
		j.Best = j.Cell
	} else if best := f.Cells()[0]; best.Cell != j.Cell && v.Started() {
		difference, low, _, err := f.Better(best.Cell, j.Cell)
		if err != nil {
			return err
		}
		if low > 0 {
			j.Best = best.Cell
			j.Before = difference
		} else {
			j.Best = j.Cell
		}
	} else {
		j.Best = j.Cell
	}
	win, low, high := chosen.Win()
	j.Chosen = win
	j.Before = min(1, j.Before+win)
	j.Low, j.High = low, high
	j.Low, j.High = min(1, j.Low+j.Loss()), min(1, j.High+j.Loss())
	return nil
}
