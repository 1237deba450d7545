package kriegspielers

import "blindsight/game/chess"

// AdviceReport is an advice as 'kriegspiel advise --json' prints it and the API answers:
// squares and attempts by their names.
type AdviceReport struct {
	ID         string             `json:"id"`
	Rules      string             `json:"rules"`
	Side       string             `json:"side"`
	Player     string             `json:"player"`
	Try        string             `json:"try"`
	SAN        string             `json:"san"` // of the try, as the side would write it
	Belief     BeliefReport       `json:"belief"`
	King       map[string]float64 `json:"king"` // squares without a share are left out
	Men        map[string]float64 `json:"men"`
	Mate       *MateReport        `json:"mate,omitempty"`
	Candidates []CandidateReport  `json:"candidates"`
	Reasons    []string           `json:"reasons"`
}

// BeliefReport is the belief of an advice in numbers.
type BeliefReport struct {
	Size  int    `json:"size"`
	Exact bool   `json:"exact"`
	Kind  string `json:"kind"` // exact, sampled or guessed
}

// MateReport is a guaranteed mate.
type MateReport struct {
	Plies int `json:"plies"`
}

// CandidateReport is an attempt that a player considered.
type CandidateReport struct {
	Try   string  `json:"try"`
	SAN   string  `json:"san"`
	Value float64 `json:"value"`
	Legal float64 `json:"legal"`
}

// Report returns the advice of a player by name.
func (a *Advice) Report(player string) *AdviceReport {
	r := &AdviceReport{
		ID: a.ID, Rules: a.View.Rules().Name, Side: a.Side.String(), Player: player, Try: a.Try.String(), SAN: a.SAN(a.Try),
		Belief: BeliefReport{a.Belief.Size, a.Belief.Exact, a.Belief.Kind()},
		King:   named(&a.King), Men: named(&a.Men), Candidates: []CandidateReport{}, Reasons: a.Reasons,
	}
	if a.Mate > 0 {
		r.Mate = &MateReport{a.Mate}
	}
	for _, c := range a.Candidates {
		r.Candidates = append(r.Candidates, CandidateReport{c.Try.String(), a.SAN(c.Try), c.Value, c.Legal})
	}
	return r
}

// named returns shares by the names of squares.
func named(shares *[64]float64) map[string]float64 {
	m := map[string]float64{}
	for s, x := range shares {
		if x > 0 {
			m[chess.Square(s).String()] = x
		}
	}
	return m
}
