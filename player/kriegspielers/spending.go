package kriegspielers

import (
	"context"
	"time"

	"blindsight"
	"blindsight/internal/cputime"
	"blindsight/internal/pace"
)

// spending is what is left of a budget. Time is that of the processor where the budget says so.
type spending struct {
	ctx   context.Context
	sims  int           // in all, 0 for any number
	limit time.Duration // likewise
	now   func() time.Duration
	start time.Duration
	used  int // simulations
}

// Shares of a time budget, in hundredths, at whose end parts of a decision end. The rest is for what cannot be cut: the end of an update, planning the
// turn, looking for stalemates.
const (
	beliefShare = 60 // of taking in what happened
	mateEnd     = 70 // of looking for guaranteed mates
	// sampleTime is the time for a decision with which a sample is as large as without a limit.
	sampleTime = 100 * time.Millisecond
)

// newSpending begins a decision. One after a refusal goes on with what was found before, and gets a quarter.
func newSpending(ctx context.Context, b blindsight.Budget, again bool) *spending {
	s := &spending{ctx: ctx, sims: b.Simulations, limit: b.Time, now: wallTime}
	if b.CPU > 0 {
		s.limit, s.now = b.CPU, threadTime
	}
	if again {
		s.sims, s.limit = (s.sims+3)/4, s.limit/4
	}
	s.start = s.now()
	return s
}

var begun = time.Now()

func wallTime() time.Duration { return time.Since(begun) }

func threadTime() time.Duration { return time.Duration(cputime.Thread() * float64(time.Second)) }

// late reports whether a share of the time is over, in hundredths.
func (s *spending) late(share int) bool {
	return s.limit > 0 && (s.now()-s.start)*100 > s.limit*time.Duration(share)
}

// over reports whether a share of the budget is spent, in hundredths.
func (s *spending) over(share int) bool {
	return s.sims > 0 && 100*s.used >= share*s.sims || s.late(share) || pace.Err(s.ctx) != nil
}

// before returns a function that reports whether a share of the time is over, nil where time is not limited.
func (s *spending) before(share int) func() bool {
	if s.limit == 0 {
		return nil
	}
	return func() bool { return s.late(share) }
}

// sample returns how many positions a sample of the belief has that has n where time is not limited: as many as can be led on in the time for it, about. With
// a number of simulations, time is there only in case that these take long.
func (s *spending) sample(n int) int {
	if s.limit == 0 || s.sims > 0 {
		return n
	}
	return int(float64(n) * min(8, max(0.25, s.limit.Seconds()/sampleTime.Seconds())))
}

// until returns a context for work that asks it, by its Err, whether to end: it does with a share of the time.
func (s *spending) until(share int) context.Context {
	if s.limit == 0 {
		return s.ctx
	}
	return &sharing{s.ctx, s, share}
}

// sharing is a context that ends with a share of the time.
type sharing struct {
	context.Context
	spending *spending
	share    int
}

// Err tells whether the time is over.
func (c *sharing) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if c.spending.late(c.share) {
		return context.DeadlineExceeded
	}
	return nil
}
