package searchtest

import "blindsight"

// Duels returns the kit's problems of two sides, the simplest first.
func Duels() []*Duel { return []*Duel{Cup(), Pennies(), Row(0), Row(1)} }

// anything is a policy of so many actions, each as likely.
func anything(actions int) []float64 {
	chances := make([]float64, actions)
	for a := range chances {
		chances[a] = 1 / float64(actions)
	}
	return chances
}

// Cup is for whoever believes to know later what is hidden now (strategy fusion). The
// other side puts a coin under a cup, heads (0) or tails (1), each as likely. Side 1 then
// takes 0.6 and ends the play (action 0), or goes on (action 1). The other side turns the
// cup round, without a sound: once for heads, twice for tails. Then side 1 says heads (0)
// or tails (1), which pays 1 if right.
//
// Nothing is seen or heard between, so that going on is worth 0.5. A search that looks at
// drawn states as if they were known (perfect-information Monte Carlo) values it at 1, and
// so does one that counts silent steps.
func Cup() *Duel {
	return &Duel{
		Name: "cup", Side: 1,
		Values: []float64{0.6, 0.5},
		Low:    0, High: 1,
		// Going on has a standard deviation of 0.5; the standard error from 500 plays is 0.022.
		Simulations: 5000, Tolerance: 0.05,
		first:  0,
		step:   cupStep,
		legal:  func(blindsight.Side, []Event, Action) bool { return true },
		policy: func([]Event) []float64 { return anything(2) },
	}
}

func cupStep(played []Ply, p Ply) blindsight.Step[Seen] {
	pays := func(reward float64) blindsight.Step[Seen] {
		return blindsight.Step[Seen]{Next: blindsight.Over, Reward: reward, Other: -reward}
	}
	switch {
	case len(played) == 0:
		return blindsight.Step[Seen]{Next: 1}
	case len(played) == 1 && p.Action == 0:
		return pays(0.6)
	case len(played) == 1:
		return blindsight.Step[Seen]{Next: 0}
	case p.Side == 1 && p.Action == played[0].Action:
		return pays(1)
	case p.Side == 1:
		return pays(0)
	case len(played)-2 < int(played[0].Action):
		return blindsight.Step[Seen]{Silent: true, Next: 0}
	}
	return blindsight.Step[Seen]{Silent: true, Next: 1}
}

// Pennies is matching pennies of two rounds, the second for three times as much. In each
// side 0 puts down heads (0) or tails (1), then the other one does, and side 0 is paid if
// they are the same. What lies there is seen at the end only. But in the first round side
// 0 may also look (2): it is paid nothing, and is shown the other's penny. The other
// side puts down heads first with chance 0.6, and then what it put down before with
// chance 0.8.
//
// Without a look the second penny is heads with chance 0.6*0.8 + 0.4*0.2 = 0.56. So heads
// first is worth 0.6 + 3*0.56 = 2.28, tails 0.4 + 3*0.56 = 2.08, and a look 3*0.8 = 2.4.
func Pennies() *Duel {
	const (
		look             = 2
		nothing     Seen = 2 // neither heads nor tails
		stake, rest      = 1.0, 3.0
	)
	return &Duel{
		Name: "pennies", Side: 0,
		Values: []float64{2.28, 2.08, 2.4},
		Low:    0, High: 4,
		// A look returns 3 or 0, with a standard deviation of 1.2; heads and then heads has
		// one of 1.6. The standard error from 5,000 plays is 0.017 and 0.023.
		Simulations: 20_000, Tolerance: 0.1,
		first: 0,
		step: func(played []Ply, p Ply) blindsight.Step[Seen] {
			step := blindsight.Step[Seen]{Seen: nothing, Heard: nothing, Next: p.Side.Other()}
			if p.Side == 0 {
				return step
			}
			mine := played[len(played)-1].Action
			pays := stake
			if len(played) == 3 {
				step.Next, pays = blindsight.Over, rest
			}
			if mine == look {
				step.Heard = Seen(p.Action)
			}
			if mine == p.Action {
				step.Other, step.Reward = pays, -pays
			}
			return step
		},
		legal: func(side blindsight.Side, past []Event, a Action) bool {
			return a != look || side == 0 && len(past) == 0
		},
		policy: func(past []Event) []float64 {
			for _, e := range past {
				if !e.Heard {
					chances := []float64{0.2, 0.2, 0}
					chances[e.Action] = 0.8
					return chances
				}
			}
			return []float64{0.6, 0.4, 0}
		},
	}
}

// What an attempt shows in [Row], and what is heard of one.
const (
	Refused Seen = iota // the other side's stone is there
	Placed
)

// Row is the smallest phantom game: two sides put stones on three cells in a row, and do
// not see each other's. An attempt on the other's stone is refused; he hears nothing of
// it, and the same side tries another cell. Two stones side by side win 1, the other side
// loses 1; a full row without is a draw. The other side tries cells at random, neither own
// ones nor such as were refused.
//
// Who begins in the middle wins: one of its two neighbours is free. Beginning at an end
// leaves the middle to the other side with chance 1/2, which draws; otherwise the middle
// wins: worth 1/2.
//
// Who comes second and tries the middle is refused with chance 1/3, puts a stone at an
// end, and loses, as the other end is free for the neighbour of the middle; else the row
// becomes full without a pair: -1/3. At an end it is refused with chance 1/3, goes to
// the middle, and draws; else the other side has or gets the middle and its neighbour, and
// wins: -2/3.
func Row(side blindsight.Side) *Duel {
	d := &Duel{
		Name: "row-first", Side: side,
		Values: []float64{1. / 2, 1, 1. / 2},
		Low:    -1, High: 1,
		// The standard deviation is at most 1; the standard error from 2,000 plays is 0.022.
		Simulations: 5000, Tolerance: 0.1,
		first: 0,
		step:  rowStep,
		legal: func(_ blindsight.Side, past []Event, a Action) bool { return !tried(past, a) },
		policy: func(past []Event) []float64 {
			chances, free := make([]float64, 3), 0
			for a := range chances {
				if !tried(past, Action(a)) {
					free++
				}
			}
			for a := range chances {
				if !tried(past, Action(a)) {
					chances[a] = 1 / float64(free)
				}
			}
			return chances
		},
	}
	if side == 1 {
		d.Name, d.Values = "row-second", []float64{-2. / 3, -1. / 3, -2. / 3}
	}
	return d
}

// tried tells whether a side knows whose stone lies on a cell.
func tried(past []Event, a Action) bool {
	for _, e := range past {
		if !e.Heard && e.Action == a {
			return true
		}
	}
	return false
}

func rowStep(played []Ply, p Ply) blindsight.Step[Seen] {
	var stones [3]int // 1 of this side, -1 of the other
	free := 3
	put := func(q Ply) bool {
		if stones[q.Action] != 0 {
			return false
		}
		stones[q.Action] = -1
		if q.Side == p.Side {
			stones[q.Action] = 1
		}
		free--
		return true
	}
	for _, q := range played {
		put(q)
	}
	switch {
	case !put(p):
		return blindsight.Step[Seen]{Seen: Refused, Silent: true, Next: p.Side}
	case stones[1] == 1 && (stones[0] == 1 || stones[2] == 1):
		return blindsight.Step[Seen]{Seen: Placed, Heard: Placed, Next: blindsight.Over, Reward: 1, Other: -1}
	case free == 0:
		return blindsight.Step[Seen]{Seen: Placed, Heard: Placed, Next: blindsight.Over}
	}
	return blindsight.Step[Seen]{Seen: Placed, Heard: Placed, Next: p.Side.Other()}
}
