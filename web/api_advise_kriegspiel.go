package web

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"blindsight"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
)

// The limits of an advice: the belief is followed from the first turn on, which takes
// some 40 ms for each once it is sampled.
const (
	kriegspielAdviceTime = 30 * time.Second // all in all
	maxKriegspielTurns   = 400              // of both sides
	kriegspielSims       = 2_000
	maxKriegspielSims    = 200_000
)

// kriegspielAdviceRequest asks a player about a game.
type kriegspielAdviceRequest struct {
	Record      string  `json:"record"`
	Side        string  `json:"side"`
	Player      string  `json:"player"`
	Seed        string  `json:"seed"`
	Simulations int     `json:"simulations"`
	Seconds     float64 `json:"seconds"`
}

// question returns what a request asks, and the record it asks about.
func (q *kriegspielAdviceRequest) question() (rec *kriegspiel.Record, p players.Player, ask players.Question, err error) {
	in := kriegspiel.NewReader(strings.NewReader(q.Record), "record")
	if rec, err = in.Next(); errors.Is(err, io.EOF) {
		return nil, nil, ask, refuse(statusBadRequest, "there is no record: send one as JSON or Kriegspiel PGN")
	} else if err != nil {
		return nil, nil, ask, bad(err)
	}
	if _, more := in.Next(); !errors.Is(more, io.EOF) {
		return nil, nil, ask, refuse(statusBadRequest, "there is text after the record: send one at a time")
	}
	if n := len(rec.Turns); n > maxKriegspielTurns {
		return nil, nil, ask, refuse(statusBadRequest, "the record has %d turns: at most %d are followed", n, maxKriegspielTurns)
	}
	ask.Side = rec.ToMove()
	if side, filtered := rec.Scope.Side(); filtered {
		ask.Side = side
	}
	if q.Side != "" {
		if ask.Side, err = kriegspiel.ParseSide(q.Side); err != nil {
			return nil, nil, ask, bad(err)
		}
	}
	if q.Simulations < 0 || q.Simulations > maxKriegspielSims {
		return nil, nil, ask, refuse(statusBadRequest, "simulations %d: want 1 to %d", q.Simulations, maxKriegspielSims)
	}
	if !(q.Seconds == 0 || q.Seconds >= 0.1 && q.Seconds <= maxDecision) {
		return nil, nil, ask, refuse(statusBadRequest, "seconds %v: want 0.1 to %d", q.Seconds, maxDecision)
	}
	ask.Budget = blindsight.Budget{Simulations: q.Simulations, Time: time.Duration(q.Seconds * float64(time.Second))}
	if ask.Budget == (blindsight.Budget{}) {
		ask.Budget.Simulations = kriegspielSims
	}
	q.Player = withDefault(q.Player, "belief")
	if err := knownPlayer(q.Player); err != nil {
		return nil, nil, ask, err
	}
	if p, err = players.Catalogue.New(q.Player, rec.Rules); err != nil {
		return nil, nil, ask, bad(err)
	}
	seed, err := parseSeed(withDefault(q.Seed, "1"))
	ask.Rand = randstream.New(seed, "kriegspiel/advise")
	return rec, p, ask, err
}

func (s *Service) postKriegspielAdvise(r *call) (int, any, error) {
	var q kriegspielAdviceRequest
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	rec, player, ask, err := q.question()
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), kriegspielAdviceTime)
	defer cancel()
	var advice *players.Advice
	err = s.working(ctx, func(*workbench) (err error) {
		advice, err = players.Advise(ctx, player, rec, ask)
		return err
	})
	if err != nil {
		return 0, nil, adviceProblem(ctx, err)
	}
	return statusOK, advice.Report(q.Player), nil
}
