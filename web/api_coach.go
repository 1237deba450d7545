package web

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
)

// coachPlayer is the player of the catalogue that advises people.
const coachPlayer = "belief"

// postCoach tells a player what he can know of the other side, and what the program would
// try. The game counts as assisted from then on.
func (s *Service) postCoach(r *call) (int, any, error) {
	id, m, err := s.match(r)
	if err != nil {
		return 0, nil, err
	}
	defer m.giveBack()
	if !m.over() {
		m.assisted = true
	}
	ctx, cancel := context.WithTimeout(r.Context(), kriegspielAdviceTime)
	defer cancel()
	var advice *players.Advice
	err = s.working(ctx, func(*workbench) (err error) {
		advice, err = s.coach(ctx, m, m.view())
		return err
	})
	if err != nil {
		return 0, nil, adviceProblem(ctx, err)
	}
	advice.ID = id
	return statusOK, advice.Report(coachPlayer), nil
}

// coach asks the coach of a match about a view, which is all that he gets.
func (s *Service) coach(ctx context.Context, m *match, v *kriegspiel.View) (*players.Advice, error) {
	a, ok := s.coaches.take(m)
	if !ok {
		p, err := players.Catalogue.New(coachPlayer, m.rules)
		if err != nil {
			return nil, err
		}
		a = players.NewAdviser(p, true, dice(m.seed, "web coach"))
	}
	advice, err := a.Advise(ctx, v, blindsight.Budget{Simulations: kriegspielSims})
	s.coaches.keep(m, a)
	return advice, err
}

// dice returns random numbers for an adviser: a stream for each turn and stage, so that an
// advice does not depend on when others were asked for.
func dice(seed uint64, name string) players.Dice {
	return func(turn, stage int) *rand.Rand { return randstream.New(seed, name, uint64(turn)<<16|uint64(stage)) }
}

// adviceProblem returns the error of an advice as an answer has it.
func adviceProblem(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, players.ErrNoTurn):
		return &wrong{statusConflict, err}
	case errors.Is(err, blindsight.ErrInconsistent):
		return &wrong{statusUnprocessableEntity, err}
	case ctx.Err() == nil && !errors.Is(err, errBusy):
		return bad(err)
	}
	return err
}
