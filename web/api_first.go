package web

import (
	"cmp"
	"context"
	"slices"

	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// maxParts is into how many parts a search may be split.
const maxParts = 16

// firstRequest asks which first attempts begin a guaranteed mate, among one of some parts of all attempts. Whoever has
// several machines, or a browser with several workers, asks each of them for a part; the parts together do not depend on how many they are.
type firstRequest struct {
	Problem problemRequest `json:"problem"`
	Seconds float64        `json:"seconds"`
	Part    int            `json:"part"`
	Parts   int            `json:"parts"`
}

// firstJSON is what a part has found.
type firstJSON struct {
	First   []firstAttemptJSON `json:"first"`
	Decided bool               `json:"decided"` // of all attempts of the part
}

type firstAttemptJSON struct {
	Attempt string `json:"attempt"`
	SAN     string `json:"san"`
}

func (s *Service) postFirst(r *call) (int, any, error) {
	var q firstRequest
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	limit, err := seconds(q.Seconds, 10)
	if err != nil {
		return 0, nil, err
	}
	q.Parts = max(q.Parts, 1)
	if q.Parts > maxParts || q.Part < 0 || q.Part >= q.Parts {
		return 0, nil, refuse(statusBadRequest, "part %d of %d: want 0 to parts-1, of at most %d", q.Part, q.Parts, maxParts)
	}
	p, err := q.Problem.parse(s.problems)
	if err != nil {
		return 0, nil, err
	}
	solver := players.NewSolver(p.Rules, andor.Options{Memory: mateMemory / int64(q.Parts)})
	var j firstJSON
	err = s.searching(r.Context(), nil, func(*workbench) error {
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		var first []kriegspiel.Attempt
		first, j.Decided = players.FirstPart(ctx, solver, p.Rules, p.Belief, p.Depth, q.Part, q.Parts)
		j.First = firstAttempts(p, first)
		return r.Context().Err()
	})
	if err != nil {
		return 0, nil, err
	}
	return statusOK, &j, nil
}

// firstAttempts are attempts as their player writes them, sorted, the question last.
func firstAttempts(p *kriegspiel.Problem, list []kriegspiel.Attempt) []firstAttemptJSON {
	own := p.Belief[0].Only(p.Side)
	found := make([]firstAttemptJSON, 0, len(list))
	for _, a := range list {
		san := "Any?"
		if a != kriegspiel.Any {
			san = kriegspiel.Try{Attempt: a}.SAN(&own)
		}
		found = append(found, firstAttemptJSON{a.String(), san})
	}
	slices.SortFunc(found, compareFirst)
	return found
}

// compareFirst compares attempts as they are listed: as UCI, the question last.
func compareFirst(a, b firstAttemptJSON) int {
	question := func(x firstAttemptJSON) int {
		if x.Attempt == kriegspiel.Any.String() {
			return 1
		}
		return 0
	}
	return cmp.Or(question(a)-question(b), cmp.Compare(a.Attempt, b.Attempt))
}
