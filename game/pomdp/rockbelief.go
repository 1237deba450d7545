package pomdp

import "slices"

// RockBelief is the exact belief in RockSample, in factors: where the robot is, which is known, and the chance of each rock to be good.
// Rocks are independent at the start, and what is seen is of one rock at a time, so they stay so. The belief over all states is
// the product, and 2^k chances are k.
type RockBelief struct {
	At   Cell
	Good [MostRocks]float64 // by rock; 0 beyond the last one
}

// FirstBelief returns the belief before the first step.
func (r RockSample) FirstBelief() RockBelief {
	b := RockBelief{At: r.Start}
	for i := range r.Rocks {
		b.Good[i] = 0.5
	}
	return b
}

// Leaves returns the belief after an action, before anything is observed of it, and what the action brings in the mean. Over tells that it ends the play.
func (r RockSample) Leaves(b RockBelief, a Action) (after RockBelief, reward float64, over bool) {
	switch {
	case r.Checks(a) >= 0:
		return b, 0, false
	case int(a) == r.sample():
		rock := slices.Index(r.Rocks, b.At)
		if rock < 0 {
			return b, -100, true
		}
		reward = 20*b.Good[rock] - 10
		b.Good[rock] = 0
		return b, reward, false
	}
	switch a {
	case north:
		b.At.Y++
	case east:
		b.At.X++
	case south:
		b.At.Y--
	case west:
		b.At.X--
	}
	switch {
	case b.At.X == r.Size:
		return b, 10, true
	case b.At.X < 0 || b.At.Y < 0 || b.At.Y == r.Size:
		return b, -100, true
	}
	return b, 0, false
}

// Checks returns the rock that an action checks, -1 if none.
func (r RockSample) Checks(a Action) int {
	if int(a) < firstCheck || int(a) >= r.sample() {
		return -1
	}
	return int(a) - firstCheck
}

// Observes returns the belief after what was observed of a check, by Bayes' rule, and how likely that was. Right is the chance that the check tells the truth.
func (b RockBelief) Observes(rock int, right float64, o Seen) (after RockBelief, chance float64) {
	if o == looksBad {
		right = 1 - right
	}
	good := b.Good[rock]
	both := good * right
	chance = both + float64((1-good)*(1-right))
	if chance > 0 {
		b.Good[rock] = both / chance
	}
	return b, chance
}

// Toward returns the step that leads from one place nearer to another; to the east and the west first. From a place to itself it is to sample there.
func (r RockSample) Toward(from, to Cell) Action {
	switch {
	case from.X < to.X:
		return east
	case from.X > to.X:
		return west
	case from.Y < to.Y:
		return north
	case from.Y > to.Y:
		return south
	}
	return Action(r.sample())
}
