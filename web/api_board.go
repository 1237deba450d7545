package web

import (
	"context"
	"strconv"

	"blindsight"
	"blindsight/catalog"
)

// listedGameJSON is a game that has a board.
type listedGameJSON struct {
	Name     string        `json:"name"`
	Doc      string        `json:"doc"`
	Sides    []string      `json:"sides"`
	Settings []settingJSON `json:"settings"`
	Presets  []presetJSON  `json:"presets"`
	Levels   []namedJSON   `json:"levels"`
	Belief   bool          `json:"belief"`
}

// settingJSON is a setting of a game.
type settingJSON struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Doc     string   `json:"doc"`
	Choices []string `json:"choices,omitempty"`
}

// presetJSON is a setting that has a title.
type presetJSON struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Doc      string `json:"doc"`
	Settings string `json:"settings"`
}

func (s *Service) getBoardGames(*call) (int, any, error) {
	answer := struct {
		Games []listedGameJSON `json:"games"`
	}{[]listedGameJSON{}}
	for _, g := range boardGames() {
		j := listedGameJSON{Name: g.Name, Doc: g.Doc, Sides: g.Sides, Settings: []settingJSON{}, Belief: g.Shown.Belief}
		for _, p := range g.Settings {
			j.Settings = append(j.Settings, settingJSON{p.Name, p.Default, p.Doc, p.Choices})
		}
		for _, p := range g.Shown.Presets {
			s, err := g.Open(p.Settings)
			if err != nil {
				return 0, nil, err
			}
			j.Presets = append(j.Presets, presetJSON{p.Name, p.Title, p.Doc, s.Text})
		}
		for _, l := range g.Shown.Levels {
			j.Levels = append(j.Levels, namedJSON{l.Name, l.Doc})
		}
		answer.Games = append(answer.Games, j)
	}
	return statusOK, answer, nil
}

// newBoardGame is the request for a game, or for one that is taken up again with its actions.
type newBoardGame struct {
	Game     string   `json:"game"`
	Settings string   `json:"settings"`
	Seed     string   `json:"seed"`
	Seats    []string `json:"seats"`
	Rival    string   `json:"rival"`
	Actions  []string `json:"actions"`
}

// knownJSON is what a side knows.
type knownJSON struct {
	Board catalog.Board  `json:"board"`
	Told  []catalog.Told `json:"told"`
}

// boardGameJSON is a game as its person knows it, or as it is where there is none.
type boardGameJSON struct {
	ID          string           `json:"id"`
	Game        string           `json:"game"`
	Settings    string           `json:"settings"`
	Seed        string           `json:"seed"`
	Seats       []string         `json:"seats"`
	Rival       string           `json:"rival,omitempty"`
	Side        int              `json:"side"` // of the person, -1 without one
	Turn        int              `json:"turn"` // -1 when the game is over
	Over        bool             `json:"over"`
	Result      string           `json:"result,omitempty"`
	RivalResult string           `json:"rival_result,omitempty"`
	Legal       []catalog.Action `json:"legal"`
	Sides       []*knownJSON     `json:"sides"` // null for what the person must not know
	Truth       *catalog.Board   `json:"truth,omitempty"`
	Taken       []catalog.Taken  `json:"taken,omitempty"` // by all sides
	Actions     []string         `json:"actions"`
	Choice      *choiceJSON      `json:"choice,omitempty"`
}

// choiceJSON is what a level decided, and what it compared.
type choiceJSON struct {
	Side        int                `json:"side"`
	Action      string             `json:"action"`
	Value       *float64           `json:"value,omitempty"` // what it expects to gain, if it knows
	Simulations int                `json:"simulations"`
	Compared    []catalog.Compared `json:"compared"`
}

// maxCompared is how many of the actions that a level compared are told.
const maxCompared = 12

// json returns what the person may know: what his side was told, and the truth once the game is over. Where
// nobody but levels plays, that is all.
func (g *boardGame) json(id string) *boardGameJSON {
	own := g.side()
	j := &boardGameJSON{
		ID: id, Game: g.game.Name, Settings: g.setting.Text, Seed: strconv.FormatUint(g.seed, 10), Seats: g.seats, Rival: g.rival,
		Side: own, Turn: g.sitting.Turn(), Over: g.over(), Result: g.result(), RivalResult: g.rivaled,
		Legal: []catalog.Action{}, Actions: append([]string{}, g.actions...),
	}
	if own >= 0 {
		j.Legal = g.sitting.Legal() // it is his turn, or nobody's
	}
	for side := range g.seats {
		var known *knownJSON
		if own < 0 || side == own || g.over() {
			known = &knownJSON{g.sitting.Board(side), append([]catalog.Told{}, g.sitting.Told(side)...)}
		}
		j.Sides = append(j.Sides, known)
	}
	if own < 0 || g.over() {
		truth := g.sitting.Truth()
		j.Truth, j.Taken = &truth, g.sitting.Taken()
	}
	return j
}

func (s *Service) postBoardGame(r *call) (int, any, error) {
	var q newBoardGame
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	var g *boardGame
	err := s.answered(r.Context(), resumeTime, func(ctx context.Context) (err error) {
		if g, err = q.open(); err != nil {
			return err
		}
		if g.side() < 0 {
			return g.retrace(q.Actions)
		}
		if err := s.boardReply(ctx, g); err != nil {
			return err
		}
		for _, a := range q.Actions {
			if err := g.do(a); err != nil {
				return err
			}
			if err := s.boardReply(ctx, g); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, nil, err
	}
	return statusCreated, g.json(s.boards.add(g)), nil
}

// retrace does what levels have done in a game that is taken up again.
func (g *boardGame) retrace(actions []string) error {
	for _, a := range actions {
		if err := g.sitting.Do(a); err != nil {
			return bad(err)
		}
		g.actions = append(g.actions, a)
	}
	return nil
}

// boardGame returns the game of a request, taken: it must be given back.
func (s *Service) boardGame(r *call) (string, *boardGame, error) {
	id := r.PathValue("id")
	g, ok := s.boards.get(id)
	if !ok {
		return "", nil, refuse(statusNotFound, "there is no game %q here: begin it again with its settings, seed, seats and actions", id)
	}
	if err := g.take(r.Context()); err != nil {
		return "", nil, err
	}
	if err := s.boardCatchUp(r.Context(), g); err != nil { // a level was interrupted
		g.giveBack()
		return "", nil, err
	}
	return id, g, nil
}

// boardCatchUp lets levels do what is due.
func (s *Service) boardCatchUp(ctx context.Context, g *boardGame) error {
	if !g.due() {
		return nil
	}
	return s.answered(ctx, replyTime, func(ctx context.Context) error { return s.boardReply(ctx, g) })
}

func (s *Service) getBoardGame(r *call) (int, any, error) {
	id, g, err := s.boardGame(r)
	if err != nil {
		return 0, nil, err
	}
	defer g.giveBack()
	return statusOK, g.json(id), nil
}

func (s *Service) postBoardAction(r *call) (int, any, error) {
	var q struct {
		Action string `json:"action"`
	}
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	id, g, err := s.boardGame(r)
	if err != nil {
		return 0, nil, err
	}
	defer g.giveBack()
	if err := g.do(q.Action); err != nil {
		return 0, nil, err
	}
	if err := s.boardCatchUp(r.Context(), g); err != nil {
		return 0, nil, err
	}
	return statusOK, g.json(id), nil
}

func (s *Service) postBoardStep(r *call) (int, any, error) {
	budget, err := effort(r, blindsight.Budget{})
	if err != nil {
		return 0, nil, err
	}
	id, g, err := s.boardGame(r)
	if err != nil {
		return 0, nil, err
	}
	defer g.giveBack()
	switch {
	case g.over():
		return 0, nil, refuse(statusConflict, "the game is over: %s", g.result())
	case g.side() >= 0:
		return 0, nil, refuse(statusConflict, "a person plays in this game: steps are for games of levels alone")
	case len(g.actions) >= maxBoardActions:
		return 0, nil, refuse(statusConflict, "this game has too many actions: begin a new one")
	}
	side := g.sitting.Turn()
	var c *catalog.Choice
	g.effort = budget
	err = s.answered(r.Context(), replyTime, func(ctx context.Context) (err error) {
		c, err = s.boardStep(ctx, g)
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	g.actions = append(g.actions, c.Action)
	j := g.json(id)
	j.Choice = &choiceJSON{
		Side: side, Action: c.Action, Simulations: c.Simulations,
		Compared: append([]catalog.Compared{}, c.Compared[:min(len(c.Compared), maxCompared)]...),
	}
	if c.Measure.Known() {
		j.Choice.Value = &c.Value
	}
	return statusOK, j, nil
}

func (s *Service) postBoardBelief(r *call) (int, any, error) {
	var q struct {
		Side *int `json:"side"`
	}
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	_, g, err := s.boardGame(r)
	if err != nil {
		return 0, nil, err
	}
	defer g.giveBack()
	side := max(g.side(), 0)
	if q.Side != nil {
		side = *q.Side
	}
	ctx, cancel := context.WithTimeout(r.Context(), replyTime)
	defer cancel()
	var b *catalog.CellBelief
	err = s.working(ctx, func(*workbench) (err error) {
		b, err = g.belief(ctx, side)
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	return statusOK, b, nil
}
