package minecoach

import (
	"context"
	"errors"
	"time"

	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/internal/randstream"
)

// Reviewer looks back at a finished game and tells luck from skill. With V the chance
// to win by the best play from a position, and Q that chance once a cell is chosen, a
// decision loses V - Q, and the luck of what the cell then shows is V after it - Q. So
//
//	result = V at the start + all luck - all losses
//
// The values are found anew after every opening: exactly where an Analyst can, else as
// estimates of a Forecast. Opening a certainly safe cell loses nothing. Where values are
// estimates, a decision counts as a loss only if the 95% interval of the difference to the best
// cell excludes 0. The first cell is held against the best one known, see first_cells.tsv.
//
// On a board that was chosen to need no guess V is 1 while the player lives, and a guess
// costs its risk.
type Reviewer struct {
	Analyst *Analyst
	// Time is how long the whole review may take, about; Plays how many placements
	// are played for an estimate at most. One of them must be set.
	Time    time.Duration
	Plays   int
	Seed    uint64 // of the estimates
	NoGuess bool   // the board was chosen so that deduction alone solves it
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
	Of              string // whose chances these are, as in a [Counsel]
	Plays           int    // behind an estimate
	Best            minesweeper.Cell
	few             bool // so few placements are left that the values are exact
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
	left := 0
	for i := range list {
		left += list[i].weight(i)
	}
	end := time.Now().Add(r.Time)
	for i, c := range openings {
		j := &list[i]
		share := time.Until(end) * time.Duration(j.weight(i)) / time.Duration(max(left, 1))
		if err := r.assess(ctx, v, j, i, share); err != nil {
			return err
		}
		left -= j.weight(i)
		if i > 0 {
			list[i-1].After = j.Before
			if err := each(i-1, &list[i-1]); err != nil {
				return err
			}
		}
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

// weight returns the share of the time that an opening has: a guess is compared with other
// cells, and first cells differ little; what is exact takes the time it takes.
func (j *Judged) weight(number int) int {
	switch {
	case j.few:
		return 0
	case number == 0:
		return 10
	case j.Risk > 0:
		return 5
	}
	return 1
}

// openAll opens a cell and all that it opens, and tells whether the game is won. A mine
// leaves the view as it is.
func openAll(v *minesweeper.View, c minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) (won bool, err error) {
	for forced := true; forced; c, forced = v.Forced() {
		seen := reveal(c)
		if seen == minesweeper.Mine {
			return false, nil
		}
		if err := v.Did(c, seen); err != nil {
			return false, err
		}
	}
	return v.Left() == 0, nil
}

// survey finds the risks of all openings, and where values will be exact.
func (r *Reviewer) survey(ctx context.Context, v *minesweeper.View, openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) ([]Judged, error) {
	quick := r.quick()
	list := make([]Judged, len(openings))
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
		j.few = r.NoGuess || Affordable(v, a, r.Analyst.Limit)
		j.Best = a.Best[0]
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
	if r.NoGuess {
		j.certainly(v)
		return nil
	}
	if j.few {
		patient, cancel := context.WithTimeout(ctx, exactPatience)
		defer cancel()
		a, err := r.Analyst.Analyse(patient, v)
		switch {
		case pace.Err(ctx) != nil:
			return pace.Err(ctx)
		case err != nil && pace.Err(patient) == nil:
			return err
		case err == nil && a.Win != nil && a.cell(j.Cell).Win != nil:
			j.exactly(a)
			return nil
		}
	}
	a, err := r.quick().Analyse(ctx, v)
	if err != nil {
		return err
	}
	limited := ctx
	if r.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, max(share, time.Millisecond))
		defer cancel()
	}
	j.Of = StrongPlaysOn
	if !v.Started() {
		return r.first(ctx, limited, v, a, j)
	}
	return r.estimate(ctx, limited, v, a, j, number)
}

// exactly notes exact values.
func (j *Judged) exactly(a *Analysis) {
	j.Before, _ = a.Win.Float64()
	j.Chosen, _ = a.cell(j.Cell).Win.Float64()
	j.Low, j.High, j.Exact, j.Of = j.Before, j.Before, true, BestPlay
	j.Best = a.Best[0]
}

// certainly notes what is known of a board that needs no guess.
func (j *Judged) certainly(v *minesweeper.View) {
	if !v.Started() {
		j.Risk, j.LeastRisk, j.Best = 0, 0, j.Cell // the board was chosen for it
	}
	j.Before, j.Low, j.High, j.Of = 1, 1, 1, CertainOnly
	j.Chosen, j.Exact = 1-j.Risk, j.Risk == 0 || j.Risk == 1
}

const (
	// reviewCandidates is how many cells an opening is compared with where its value is estimated.
	reviewCandidates = 10
	// How many placements an estimate plays at most, of other openings and of the first: these
	// differ less.
	reviewPlays = 1000
	firstPlays  = 4000
)

// play lets a forecast play within the limits of a review, at least once.
func (r *Reviewer) play(ctx, limited context.Context, f *Forecast, most int) error {
	if r.Plays > 0 {
		most = r.Plays
	}
	for f.Plays() == 0 || pace.Err(limited) == nil && !f.All(most) {
		playing := limited
		if f.Plays() == 0 {
			playing = ctx
		}
		if err := f.Play(playing); err != nil {
			if pace.Err(ctx) == nil && pace.Err(limited) != nil {
				break
			}
			return err
		}
	}
	return nil
}

// estimate finds the values of an opening by playing.
func (r *Reviewer) estimate(ctx, limited context.Context, v *minesweeper.View, a *Analysis, j *Judged, number int) error {
	f := NewForecast(v, a, randstream.New(r.Seed, "mines review", uint64(number)), reviewCandidates, j.Cell)
	if err := r.play(ctx, limited, f, reviewPlays); err != nil {
		return err
	}
	loss := 0.0
	best := f.Cells()[0]
	if j.Risk > 0 && best.Cell != j.Cell { // of safe cells one is as good as another
		difference, low, _, err := f.Better(best.Cell, j.Cell)
		if err != nil {
			return err
		}
		if low > 0 {
			loss = difference
		}
	}
	j.Best = j.Cell
	if loss > 0 {
		j.Best = best.Cell
	}
	chosen := f.find(j.Cell)
	win, low, high := chosen.Win()
	j.Plays, j.Chosen, j.Before = chosen.Plays, win, min(1, win+loss)
	j.Low, j.High = min(1, low+j.Loss()), min(1, high+j.Loss())
	return nil
}
