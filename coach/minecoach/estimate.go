package minecoach

import (
	"context"
	"errors"
	"slices"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
)

const (
	coachCandidates = 4                      // cells that an estimate compares, beside the advised one
	leastEstimate   = 100 * time.Millisecond // has an estimate, whatever was used up before it
	// The first news of an estimate come soon, then they come rarely enough to be read.
	tellFirst = 100 * time.Millisecond
	tellEvery = 400 * time.Millisecond
)

// estimate lets strong play on after the advised cell and some others, or goes on with it.
func (n *Coach) estimate(ctx context.Context, v *minesweeper.View, c *Counsel, begin time.Time) error {
	if c.forecast == nil {
		others := coachCandidates
		if !v.Started() || n.Budget.Simulations > 0 && n.Budget.Simulations < LeastPlays {
			others = 0 // first cells differ by less than an estimate can tell, and who asks for little wants it soon
		}
		c.forecast = NewForecast(v, c.Analysis, n.random(v, "estimate"), others, c.Cell)
	}
	most := n.Plays
	if most == 0 {
		most = MaxPlays
	}
	f := c.forecast
	f.Lead = min(LeastPlays, most)
	c.Resumed, c.Of = f.Plays(), StrongPlaysOn
	playing := ctx
	if n.Plays == 0 {
		var cancel context.CancelFunc
		playing, cancel = context.WithDeadline(ctx, maxTime(begin.Add(n.Time), time.Now().Add(leastEstimate)))
		defer cancel()
	}
	tell := func() {
		now := *c
		now.estimated()
		n.words(v, &now)
		n.Heard(&now)
	}
	next, told := begin.Add(tellFirst), n.Heard == nil
	for !f.All(most) {
		during := playing
		if f.Plays() == 0 {
			during = ctx // a busy machine gets one play, too
		}
		err := f.Play(during)
		switch {
		case pace.Err(ctx) != nil:
			c.estimated()
			return pace.Err(ctx)
		case errors.Is(err, blindsight.ErrTooMany) || f.Plays() > 0 && pace.Err(playing) != nil:
			if !told && f.Plays() > 0 {
				tell()
			}
			c.estimated()
			return nil
		case err != nil:
			return err
		}
		if n.Heard != nil && time.Now().After(next) {
			next, told = time.Now().Add(tellEvery), true
			tell()
		}
	}
	c.estimated()
	return nil
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// estimated notes what the forecast knows by now. Fewer than LeastPlays tell nothing.
func (c *Counsel) estimated() {
	c.Plays, c.Estimates = c.forecast.Plays(), nil
	if c.Plays < LeastPlays {
		return
	}
	all := c.forecast.Cells()
	at := slices.IndexFunc(all, func(p Prospect) bool { return p.Cell == c.Cell })
	c.Estimates = append(c.Estimates, all[at])
	for i := range all {
		if i != at && all[i].Plays >= LeastPlays {
			c.Estimates = append(c.Estimates, all[i])
		}
	}
	c.Win, c.Low, c.High = all[at].Win()
	c.Known, c.Plays = true, all[at].Plays
}
