package searchtest

import (
	"fmt"

	"blindsight"
)

// Problems returns the kit's problems, the simplest first.
func Problems() []*Problem {
	return []*Problem{Bandit(), Coin(0.1), Coin(0.5), Hare(), Treasure(), Machine(), Tiger(2), Tiger(3)}
}

// surely is what an action brings that leaves nothing to chance and what is hidden as it is.
func surely(step blindsight.Step[Seen]) []outcome { return []outcome{{chance: 1, step: step}} }

// Bandit is one choice among three actions, of which action a pays 1 with chance
// 0.2, 0.5, 0.8, and nothing is hidden: the values are these chances.
func Bandit() *Problem {
	chances := []float64{0.2, 0.5, 0.8}
	p := &Problem{
		Name:   "bandit",
		Values: chances,
		Low:    0, High: 1,
		// The standard error of the value from 1,000 plays of the best arm is
		// sqrt(0.8*0.2/1000) = 0.013.
		Simulations: 2000, Tolerance: 0.06,
		prior:    []float64{1},
		outcomes: make([][][]outcome, 1),
		horizon:  1,
	}
	for _, c := range chances {
		p.outcomes[0] = append(p.outcomes[0], []outcome{
			{chance: c, step: blindsight.Step[Seen]{Seen: 1, Reward: 1, Next: blindsight.Over}},
			{chance: 1 - c, step: blindsight.Step[Seen]{Seen: 0, Next: blindsight.Over}},
		})
	}
	return p
}

// Coin is a coin under a cup, heads with chance 0.6. Action 0 says heads, action 1
// says tails, and either is paid 1 if right and ends the play. Action 2 lifts the
// cup first, for a price. There is time for two actions.
//
// Saying heads at once is worth 0.6 and tails 0.4; looking and then saying what one
// saw is worth 1-price. So a look is worth up to 0.4, and a search that does not plan
// for what it will see finds it worth nothing.
func Coin(price float64) *Problem {
	p := &Problem{
		Name:   "coin",
		Values: []float64{0.6, 0.4, 1 - price},
		Low:    -2 * price, High: 1,
		// The standard error from 1,000 plays is sqrt(0.6*0.4/1000) = 0.015 for a guess
		// and 0 for a look.
		Simulations: 3000, Tolerance: 0.08,
		prior:   []float64{0.6, 0.4},
		horizon: 2,
	}
	if p.Value() != 1-price {
		p.Name = "coin-dear"
	}
	for coin := range p.prior {
		says := func(a int) []outcome {
			step := blindsight.Step[Seen]{Seen: Seen(coin), Next: blindsight.Over}
			if a == coin {
				step.Reward = 1
			}
			return surely(step)
		}
		look := surely(blindsight.Step[Seen]{Seen: Seen(coin), Reward: -price})
		p.outcomes = append(p.outcomes, [][]outcome{says(0), says(1), look})
	}
	return p
}

// What digging shows in [Treasure].
const (
	Here  Seen = iota // the treasure
	Left              // it lies further left
	Right             // it lies further right
)

// Treasure lies in one of seven cells in a row, each as likely. Digging shows it or
// tells whether it lies to the left or to the right; only cells where it can still be
// may be dug. There is time for three, and finding it pays 1.
//
// With one dig one cell of any row can be found; with two digs three cells of a row
// of three or more, as the middle one of three leads to either neighbour, and shorter
// rows whole. Digging first in a cell with l cells to its left and r to its right
// therefore finds 1 + min(l, 3) + min(r, 3) of the seven: 4, 5, 6, 7, 6, 5, 4.
func Treasure() *Problem {
	const cells = 7
	p := &Problem{
		Name: "treasure",
		Low:  0, High: 1,
		// The optimum is certain, so that only plays made while learning cost value.
		Simulations: 5000, Tolerance: 0.03,
		horizon: 3,
		legal: func(past []Event, a Action) bool {
			for _, e := range past {
				if e.Seen == Left && a >= e.Action || e.Seen == Right && a <= e.Action {
					return false
				}
			}
			return true
		},
	}
	for first := range cells {
		p.Values = append(p.Values, float64(1+min(first, 3)+min(cells-1-first, 3))/cells)
	}
	for treasure := range cells {
		p.prior = append(p.prior, 1.0/cells)
		var rules [][]outcome
		for dug := range cells {
			step := blindsight.Step[Seen]{Seen: Here, Reward: 1, Next: blindsight.Over}
			switch {
			case treasure < dug:
				step = blindsight.Step[Seen]{Seen: Left}
			case treasure > dug:
				step = blindsight.Step[Seen]{Seen: Right}
			}
			rules = append(rules, surely(step))
		}
		p.outcomes = append(p.outcomes, rules)
	}
	return p
}

// Tiger is the problem of Kaelbling, Littman and Cassandra (1998), ended by the
// first door opened: behind one of two doors waits a tiger. Action 0 listens, for 1,
// and hears the right door with chance 0.85; actions 1 and 2 open a door, for 10 or,
// if it is the tiger's, for -100. The play also ends after horizon actions, which
// must be 1, 2 or 3.
//
// Opening at once is worth (10-100)/2 = -45, listening once and stopping -1. After
// one growl, opening the other door is worth 0.85*10 - 0.15*100 = -6.5, so that
// listening is better, and with two actions the value is -2. With three, two growls
// agree in 0.85^2 of the cases rightly, in 0.15^2 wrongly, and a door is opened:
// 0.7225*10 - 0.0225*100 = 4.975; else, in 0.255 of the cases, one listens a last
// time: the value is -2 + 4.975 - 0.255 = 2.72.
func Tiger(horizon int) *Problem {
	values := []float64{-1, -2, 2.72}
	p := &Problem{
		Name:   fmt.Sprintf("tiger-%d", horizon),
		Values: []float64{values[horizon-1], -45, -45},
		Low:    -100 - float64(horizon-1), High: 10,
		// With three actions a play that is played well returns 8 (0.7225), -102
		// (0.0225) or -3 (0.255): standard deviation 17, standard error from 15,000
		// plays 0.14.
		Simulations: 20_000, Tolerance: 1,
		prior:   []float64{0.5, 0.5},
		horizon: horizon,
	}
	for door := range 2 {
		growl := func(d int) blindsight.Step[Seen] { return blindsight.Step[Seen]{Seen: Seen(d), Reward: -1} }
		open := func(d int) []outcome {
			if d == door {
				return surely(blindsight.Step[Seen]{Reward: -100, Next: blindsight.Over})
			}
			return surely(blindsight.Step[Seen]{Reward: 10, Next: blindsight.Over})
		}
		p.outcomes = append(p.outcomes, [][]outcome{{{chance: 0.85, step: growl(door)}, {chance: 0.15, step: growl(1 - door)}}, open(0), open(1)})
	}
	return p
}
