package web

import (
	"context"
	"slices"
	"strings"
	"time"

	"blindsight/coach/minecoach"
	"blindsight/player/sweepers"
)

// minesAdviceRequest asks a player about a position.
type minesAdviceRequest struct {
	Position string  `json:"position"`
	Player   string  `json:"player"`
	Sims     int     `json:"sims"`
	Seconds  float64 `json:"seconds"`
	NoGuess  bool    `json:"no_guess"`
}

// Limits of advice that is waited for: simulations, and the time for all.
const (
	maxMinesSims    = 10_000
	minesAdviceTime = 20 * time.Second
)

// advisers are the players that give advice, without those that take no notice of the
// time they are given.
func advisers() []string {
	return slices.DeleteFunc(sweepers.Advisers(), func(player string) bool { return player == "optimal" })
}

func (s *Service) postMinesAdvise(r *call) (int, any, error) {
	var q minesAdviceRequest
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	if q.Player == "" {
		q.Player = "strong"
	}
	player := sweepers.ForAdvice(q.Player)
	switch {
	case !slices.Contains(advisers(), player):
		return 0, nil, refuse(statusBadRequest, "player %q: want one of %s", q.Player, strings.Join(advisers(), "; "))
	case q.Sims < 0 || q.Sims > maxMinesSims:
		return 0, nil, refuse(statusBadRequest, "sims %d: want 0 to %d", q.Sims, maxMinesSims)
	case !(q.Seconds == 0 || q.Seconds >= 0.1 && q.Seconds <= maxDecision):
		return 0, nil, refuse(statusBadRequest, "seconds %v: want 0.1 to %d", q.Seconds, maxDecision)
	}
	p, err := readPosition(q.Position)
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), minesAdviceTime)
	defer cancel()
	var c *minecoach.Counsel
	err = s.working(ctx, func(b *workbench) (err error) {
		coach := minecoach.New(b.analyst, q.Sims, time.Duration(q.Seconds*float64(time.Second)))
		coach.NoGuess = q.NoGuess
		if player == "strong" {
			c, err = coach.Advise(ctx, p.View, "", nil)
			return err
		}
		asked, err := sweepers.Catalogue.New(player, p.View.Game())
		if err != nil {
			return bad(err)
		}
		c, err = coach.Advise(ctx, p.View, player, asked)
		return err
	})
	if r.Context().Err() == nil && ctx.Err() != nil {
		return 0, nil, refuse(statusUnprocessableEntity, "there is no answer within %v: ask for fewer sims, or for seconds", minesAdviceTime)
	}
	if err != nil {
		return 0, nil, err
	}
	return statusOK, minecoach.NewCounselReport(p.View.Game(), c), nil
}
