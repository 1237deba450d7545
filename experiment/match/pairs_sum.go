package match

import (
	"math"

	"blindsight"
	"blindsight/catalog"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
	"blindsight/internal/interval"
)

// PairSum sums up the pairs of a match.
type PairSum struct {
	setting *catalog.Setting
	test    *elo.SPRT // nil where there is none
	verdict elo.Verdict

	points  elo.Pairs
	sides   [2]summary.Points // by who gained more: A on the first side and on the second; of one side all is in the first
	steps   int
	players [2]catalog.Tally // A and B
	lost    forfeits         // by A and by B

	gained [2]float64 // by A and by B
	// gains are those of A in a pair: the mean of both games or, where one side plays alone,
	// A's minus B's.
	gains   interval.Values
	zeroSum bool // all games so far
	plain   bool // gains so far are 1, 0 and -1, so that they tell no more than wins do
}

// NewPairSum returns the sum of no pair yet of a game that is open. The test, unless nil, judges after each pair.
func NewPairSum(s *catalog.Setting, test *elo.SPRT) *PairSum {
	return &PairSum{setting: s, test: test, zeroSum: true, plain: true}
}

// games returns how many games each player has played.
func (s *PairSum) games() int {
	if s.alone() {
		return s.Count()
	}
	return 2 * s.Count()
}

// decided tells whether the test, if there is one, has come to an end.
func (s *PairSum) decided() bool { return s.verdict != elo.Undecided }

// alone tells whether one side plays alone.
func (s *PairSum) alone() bool { return len(s.setting.Game.Sides) == 1 }

// Count returns how many pairs were counted.
func (s *PairSum) Count() int { return s.points.Count() }

// halves returns the half points of A in a game of two sides: 2 for a win. Who gained more
// has won.
func (p *Pair) halves(game int) int {
	return 1 + sign(p[game].Gained[game]-p[game].Gained[1-game])
}

// Score returns the points of A in both games of two sides, as a share of 2.
func (p *Pair) Score() float64 { return float64(p.halves(0)+p.halves(1)) / 4 }

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// add counts a pair, and lets the test judge.
func (s *PairSum) add(p *Pair) {
	for game := range p {
		s.lost.add(p.forfeit(game))
	}
	if s.alone() {
		s.addDeal(p)
		return
	}
	halves, gain := 0, 0.0
	for game := range p {
		r := &p[game]
		h := p.halves(game)
		halves += h
		s.sides[game].Add(h - 1)
		a, b := r.Gained[game], r.Gained[1-game]
		s.gained[0] += a
		s.gained[1] += b
		gain += a / 2
		s.zeroSum = s.zeroSum && a == -b
		s.plain = s.plain && a == float64(h-1)
		s.players[0].Add(&r.Sides[game])
		s.players[1].Add(&r.Sides[1-game])
		s.steps += r.Steps
	}
	s.points.Add(halves)
	s.gains.Add(gain)
	if s.test != nil {
		s.verdict = s.test.Judge(s.points)
	}
}

// addDeal counts a deal that both have played alone: a pair with one comparison.
func (s *PairSum) addDeal(p *Pair) {
	difference := p[0].Gained[0] - p[1].Gained[0]
	s.sides[0].Add(sign(difference))
	s.points.Add(2 + 2*sign(difference))
	s.gains.Add(difference)
	for game := range p {
		s.gained[game] += p[game].Gained[0]
		s.players[game].Add(&p[game].Sides[0])
		s.steps += p[game].Steps
	}
}

// gain returns the mean of what A gained in a game of two sides, or of what it gained more
// than B on a deal that both played alone, with its 95% interval: by the bounds of the game
// where they are known, else two standard errors over the pairs.
func (s *PairSum) gain() summary.Average {
	lo, hi := s.setting.Bounds()
	most := hi - lo // of what the first side gains, and of the second where it gains what the first loses
	switch {
	case s.alone():
	case s.zeroSum:
		most /= 2
	default:
		most = math.Inf(1)
	}
	return summary.DifferenceOf(s.gains, most)
}

// matchedPlayer is what one player did in all its games.
type matchedPlayer struct {
	Player      string            `json:"player"`
	Decisions   int               `json:"decisions"`
	Simulations int64             `json:"simulations"`
	Seconds     float64           `json:"seconds_per_decision"`
	Health      blindsight.Health `json:"health"`
	// Measures are means of a game, by name.
	Measures map[string]float64 `json:"measures,omitempty"`
}

func (m *Pairs) playersOf(s *PairSum) (list [2]matchedPlayer) {
	for i, t := range s.players {
		list[i] = matchedPlayer{
			Player: m.Players[i], Decisions: t.Decisions, Simulations: t.Simulations,
			Seconds: t.SecondsPerDecision(), Health: t.Health,
		}
		for k, measure := range s.setting.Game.Measures {
			if list[i].Measures == nil {
				list[i].Measures = make(map[string]float64)
			}
			list[i].Measures[measure.Name] = t.Measures[k] / float64(s.games())
		}
	}
	return list
}
