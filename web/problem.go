package web

import (
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/problemset"
)

// The limits of problems that a request brings.
const (
	maxBelief = 20_000 // positions
	maxMoves  = 8
)

// problemRequest is a problem of a set, or a belief, or a pattern.
type problemRequest struct {
	Set     string          `json:"set"`
	Number  int             `json:"number"`
	Rules   string          `json:"rules"`
	Moves   int             `json:"moves"`
	Belief  []string        `json:"belief"`
	Pattern *patternRequest `json:"pattern"`
}

type patternRequest struct {
	Own string       `json:"own"`
	Men []patternMan `json:"men"`
}

type patternMan struct {
	Kinds   string   `json:"kinds"`
	Squares []string `json:"squares"`
}

// parse returns the problem, checked; one of a set is looked up.
func (q *problemRequest) parse(sets problemSets) (*kriegspiel.Problem, error) {
	rules, err := parseRules(q.Rules)
	if err != nil {
		return nil, err
	}
	given := 0
	for _, is := range []bool{q.Set != "", q.Belief != nil, q.Pattern != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, refuse(statusBadRequest, "want one of: set and number, belief, pattern")
	}
	if q.Moves < 0 || q.Moves > maxMoves || q.Moves == 0 && q.Set == "" {
		return nil, refuse(statusBadRequest, "moves %d: want 1 to %d", q.Moves, maxMoves)
	}
	p := &kriegspiel.Problem{ID: "problem", Rules: rules, Depth: 2*q.Moves - 1}
	switch {
	case q.Set != "":
		_, found, err := sets.problem(q.Set, q.Number)
		if err != nil {
			return nil, err
		}
		p = found.Under(rules)
		if q.Moves > 0 {
			p.Depth = 2*q.Moves - 1
		}
		return p, nil
	case q.Belief != nil:
		p.Belief, err = parseBelief(q.Belief)
	default:
		p.Belief, err = q.Pattern.belief()
	}
	if err != nil {
		return nil, err
	}
	p.Side = p.Belief[0].Side()
	return p, bad(p.Check())
}

func parseBelief(fens []string) ([]chess.Position, error) {
	if len(fens) == 0 || len(fens) > maxBelief {
		return nil, refuse(statusBadRequest, "%d positions: want 1 to %d", len(fens), maxBelief)
	}
	var list []chess.Position
	seen := map[chess.Position]bool{}
	for i, fen := range fens {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			return nil, refuse(statusBadRequest, "position %d: %s", i+1, err)
		}
		if !seen[p] {
			seen[p] = true
			list = append(list, p)
		}
	}
	return list, nil
}

// belief lists the positions of a pattern.
func (q *patternRequest) belief() ([]chess.Position, error) {
	known, err := chess.ParseMen(q.Own)
	if err != nil {
		return nil, bad(err)
	}
	if len(q.Men) > 16 {
		return nil, refuse(statusBadRequest, "%d men: at most 16", len(q.Men))
	}
	var men []string
	for i, m := range q.Men {
		if len(m.Kinds) > 7 || len(m.Squares) > 64 {
			return nil, refuse(statusBadRequest, "man %d: too many kinds or squares", i+1)
		}
		kinds := strings.ToLower(m.Kinds)
		if known.Side() == chess.Black {
			kinds = strings.ToUpper(kinds)
		}
		men = append(men, strings.Join(strings.Split(kinds, ""), "|")+"@"+strings.Join(m.Squares, ","))
	}
	board := known.FEN()
	if fields := strings.Fields(q.Own); len(fields) > 3 { // en passant is left aside above
		board = strings.TrimSuffix(board, "-") + fields[3]
	}
	p, err := kriegspiel.ParsePattern(board, men)
	if err != nil {
		return nil, bad(err)
	}
	if len(p.Belief) > maxBelief {
		return nil, refuse(statusBadRequest, "the pattern has %d positions: want at most %d", len(p.Belief), maxBelief)
	}
	return p.Belief, nil
}

// beliefRequest is a pattern, or the positions themselves, of which equal ones are one.
type beliefRequest struct {
	patternRequest
	Belief []string `json:"belief"`
}

func (q *beliefRequest) list() ([]chess.Position, error) {
	if q.Belief == nil {
		return q.belief()
	}
	if q.Own != "" || q.Men != nil {
		return nil, refuse(statusBadRequest, "want one of: belief, own and men")
	}
	p, err := (&problemRequest{Belief: q.Belief, Moves: 1}).parse(nil)
	if err != nil {
		return nil, err
	}
	return p.Belief, nil
}

func (s *Service) postBelief(r *call) (int, any, error) {
	var q beliefRequest
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	list, err := q.list()
	if err != nil {
		return 0, nil, err
	}
	return statusOK, struct {
		Belief []string `json:"belief"`
		Size   int      `json:"size"`
	}{fens(list, len(list)), len(list)}, nil
}

// fens returns at most so many positions as text.
func fens(list []chess.Position, most int) []string {
	texts := make([]string, 0, min(most, len(list)))
	for i := range list[:min(most, len(list))] {
		texts = append(texts, list[i].FEN())
	}
	return texts
}

// problemSets are sets of problems that are offered.
type problemSets []*problemset.Set

// problem returns a problem of a set by its number, from 1.
func (l problemSets) problem(set string, number int) (*problemset.Set, *problemset.Problem, error) {
	s, err := problemset.Find(l, set)
	if err != nil {
		return nil, nil, &wrong{statusNotFound, err}
	}
	list, err := s.Problems()
	if err != nil {
		return nil, nil, err
	}
	if number < 1 || number > len(list) {
		return nil, nil, refuse(statusNotFound, "problem %d: the set %s has %d", number, set, len(list))
	}
	return s, &list[number-1], nil
}
