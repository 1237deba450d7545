//go:build !js

package web

import (
	"time"

	"blindsight/game/chess"
)

// chessClock measures the time of both sides: that of the side on turn runs, and a move
// that the umpire accepts adds the increment and lets the other side's run.
//
// It tells no more than the rules do. Both times are open to both players, as they are
// beside a board, so how long a turn took is known to both. A refused attempt neither
// presses nor stops the clock: where the umpire does not say aloud that he refused
// (wild16), the clock does not say it either.
//
// All times are arguments, so that tests need not wait. The zero chessClock never runs.
type chessClock struct {
	base, increment time.Duration // there is no clock if base is 0
	left            [2]time.Duration
	side            chess.Color
	since           time.Time // when the time of side began to run; zero while it stands still
}

func newClock(base, increment time.Duration) chessClock {
	return chessClock{base: base, increment: increment, left: [2]time.Duration{base, base}}
}

// none tells that the game is played without a clock.
func (c *chessClock) none() bool { return c.base == 0 }

// running tells whether the time of a side runs.
func (c *chessClock) running() bool { return !c.since.IsZero() }

// start lets the time of a side run.
func (c *chessClock) start(side chess.Color, now time.Time) {
	if !c.none() {
		c.side, c.since = side, now
	}
}

// press ends the turn of the side whose time runs.
func (c *chessClock) press(now time.Time) {
	if c.running() {
		c.left[c.side] = c.remaining(c.side, now) + c.increment
		c.start(c.side.Other(), now)
	}
}

// stop lets both times stand still for good.
func (c *chessClock) stop(now time.Time) {
	if c.running() {
		c.left[c.side] = c.remaining(c.side, now)
		c.since = time.Time{}
	}
}

// remaining returns the time that a side has left, never less than 0.
func (c *chessClock) remaining(side chess.Color, now time.Time) time.Duration {
	left := c.left[side]
	if c.running() && side == c.side {
		left -= max(0, now.Sub(c.since))
	}
	return max(0, left)
}

// fallen tells whether the side whose time runs has none left.
func (c *chessClock) fallen(now time.Time) bool {
	return c.running() && c.remaining(c.side, now) == 0
}
