package web

import (
	"context"
	"slices"
	"strings"

	players "blindsight/player/kriegspielers"
)

// showJSON is a show with all that was tried in it.
type showJSON struct {
	ID     string     `json:"id"`
	Rules  string     `json:"rules"`
	White  string     `json:"white"`
	Black  string     `json:"black"`
	Seed   string     `json:"seed"`
	Over   bool       `json:"over"`
	Result string     `json:"result"`
	Score  string     `json:"score"`
	ToMove string     `json:"to_move"`
	FEN    string     `json:"fen"`
	Steps  []stepJSON `json:"steps"`
}

// shownJSON is one step of a show: what was tried, and why.
type shownJSON struct {
	Step   stepJSON              `json:"step"`
	Advice *players.AdviceReport `json:"advice"`
	Over   bool                  `json:"over"`
	Result string                `json:"result"`
	Score  string                `json:"score"`
	ToMove string                `json:"to_move"`
}

// knownPlayer refuses names that the catalogue does not have. Parameters of players say
// how much memory they may take: that is not for strangers.
func knownPlayer(name string) error {
	if names := players.Catalogue.Names(); !slices.Contains(names, name) {
		return refuse(statusBadRequest, "player %q: use one of %s, without parameters", name, strings.Join(names, ", "))
	}
	return nil
}

func (s *Service) postShow(r *call) (int, any, error) {
	var q newShow
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	show, err := q.show()
	if err != nil {
		return 0, nil, err
	}
	return statusCreated, show.json(s.shows.add(show)), nil
}

func (s *Service) postStep(r *call) (int, any, error) {
	id := r.PathValue("id")
	show, ok := s.shows.get(id)
	if !ok {
		return 0, nil, refuse(statusNotFound, "there is no show %q here: begin it again with its players, seed and attempts", id)
	}
	if err := show.take(r.Context()); err != nil {
		return 0, nil, err
	}
	defer show.giveBack()
	if show.over() {
		return 0, nil, refuse(statusConflict, "the game is over: %s", show.game.Result())
	}
	ctx, cancel := context.WithTimeout(r.Context(), kriegspielAdviceTime)
	defer cancel()
	name := show.names[show.game.Side()]
	_, usual, err := levelOf(name)
	if err != nil {
		return 0, nil, err
	}
	budget, err := effort(r, usual)
	if err != nil {
		return 0, nil, err
	}
	var advice *players.Advice
	err = s.working(ctx, func(*workbench) (err error) {
		advice, err = s.next(ctx, show, budget)
		return err
	})
	if err != nil {
		return 0, nil, adviceProblem(ctx, err)
	}
	advice.ID = id
	result := show.game.Result()
	return statusOK, &shownJSON{
		Step: show.steps[len(show.steps)-1], Advice: advice.Report(name),
		Over: show.over(), Result: result.String(), Score: result.Score(), ToMove: show.game.Side().String(),
	}, nil
}
