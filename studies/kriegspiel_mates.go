package studies

import (
	"blindsight/experiment/matebase"
	"blindsight/player/kriegspielers/problemset"
)

// CollectedMates is the set of mates of the data set of the Kriegspiel studies, for people to
// solve: known positions are left out, since what is hidden is the fun of it.
var CollectedMates = problemset.New("collected", "Mates from games", "games between programs of this house, studies/kriegspiel-problems",
	func() ([]problemset.Problem, error) {
		set, err := problemSet()
		var list []problemset.Problem
		for _, i := range set {
			if i.Answer == matebase.Mate && len(i.Belief) > 1 {
				list = append(list, problemset.Problem{
					ID: i.ID, Moves: (i.Depth + 1) / 2, Belief: i.Belief,
					Answers: []problemset.Answer{{Rules: i.Rules, First: []string{i.Plan.Root.Try.String()}}},
				})
			}
		}
		return list, err
	})
