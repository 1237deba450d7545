package searchtest

import "blindsight"

// The hidden state of these problems changes while play goes on: what was seen before is
// no longer what is so, and a belief must follow.

// Hare sits behind one of three bushes in a row, each as likely. A shot at its bush pays 1
// and ends the play; at any shot that misses it runs to a bush beside its own. There are
// two shots.
//
// Who shoots at the middle and misses knows that the hare sat at an end and sits in the
// middle now: a second shot there finds it. That is worth 1. After a miss at an end the
// hare sat in the middle or at the other end, each as likely, and sits now in the middle with
// chance 1/2, at either end with 1/4: worth 1/3 + 2/3 * 1/2 = 2/3. To whom what is hidden
// stays as it is, no first shot is worth more than another.
func Hare() *Problem {
	const bushes = 3
	p := &Problem{
		Name:   "hare",
		Values: []float64{2. / 3, 1, 2. / 3},
		Low:    0, High: 1,
		// The optimum is certain, so that only plays made while learning cost value.
		Simulations: 3000, Tolerance: 0.03,
		prior:   []float64{1. / bushes, 1. / bushes, 1. / bushes},
		horizon: 2,
	}
	for hare := range bushes {
		ran := []outcome{{chance: 0.5, shift: -1}, {chance: 0.5, shift: 1}}
		switch hare {
		case 0:
			ran = []outcome{{chance: 1, shift: 1}}
		case bushes - 1:
			ran = []outcome{{chance: 1, shift: -1}}
		}
		var shots [][]outcome
		for shot := range bushes {
			if shot == hare {
				shots = append(shots, surely(blindsight.Step[Seen]{Reward: 1, Next: blindsight.Over}))
			} else {
				shots = append(shots, ran)
			}
		}
		p.outcomes = append(p.outcomes, shots)
	}
	return p
}

// The conditions of a [Machine], as inspecting it shows them.
const (
	Sound Seen = iota
	Broken
)

// Machine may be sound or broken, each as likely, and that is hidden. Action 0 runs it: a
// sound one pays 1 and breaks with chance 0.2, a broken one costs 2. Neither shows.
// Action 1 inspects it for 0.05, action 2 repairs it for 1 whatever its condition. There is
// time for three actions.
//
// With one action left, running is worth 3p-2 if it is sound with chance p, and 0.05 is
// the least loss: so a sound one is worth 1, a broken one -0.05. With two left, running
// a sound one is worth 1 + 0.4, repairing a broken one -1 + 1. So inspecting at once is
// worth -0.05 + (1.4+0)/2 = 0.65, repairing -1 + 1.4 = 0.4. Running at once, for -0.5,
// leaves p = 0.4, where inspecting is best: -0.05 + 0.4*1 - 0.6*0.05 = 0.32, together -0.18.
func Machine() *Problem {
	run := blindsight.Step[Seen]{Reward: 1}
	loss := blindsight.Step[Seen]{Reward: -2}
	inspect := func(condition Seen) []outcome { return surely(blindsight.Step[Seen]{Seen: condition, Reward: -0.05}) }
	repair := blindsight.Step[Seen]{Reward: -1}
	return &Problem{
		Name:   "machine",
		Values: []float64{-0.18, 0.65, 0.4},
		Low:    -6, High: 3,
		// A play that is played well returns between -1.05 and 1.95: with a standard deviation
		// below 1.5 the standard error from 10,000 plays is below 0.015.
		Simulations: 20_000, Tolerance: 0.15,
		prior:   []float64{0.5, 0.5},
		horizon: 3,
		outcomes: [][][]outcome{
			Sound:  {{{chance: 0.8, step: run}, {chance: 0.2, step: run, shift: 1}}, inspect(Sound), surely(repair)},
			Broken: {surely(loss), inspect(Broken), {{chance: 1, step: repair, shift: -1}}},
		},
	}
}
