package web

import (
	"slices"
	"strconv"
	"time"

	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// noGuessTime is how long a board without guessing is searched for.
const noGuessTime = 10 * time.Second

// newMinesGame is the request for a game.
type newMinesGame struct {
	Board      string       `json:"board"`
	Rule       string       `json:"rule"`
	Neighbours string       `json:"neighbours"`
	Seed       string       `json:"seed"`
	NoGuess    bool         `json:"no_guess"`
	Mines      [][2]int     `json:"mines"`
	Actions    []actionJSON `json:"actions"`
}

// actionJSON is an action as the page sends it.
type actionJSON struct {
	Do  string `json:"do"`
	Row *int   `json:"row,omitempty"`
	Col *int   `json:"col,omitempty"`
}

// parse returns the action on a board.
func (a *actionJSON) parse(g *minesweeper.Game) (minetable.Action, error) {
	deed, err := minetable.ParseDeed(a.Do)
	switch {
	case err != nil:
		return minetable.Action{}, bad(err)
	case !deed.OnCell():
		return minetable.Action{Deed: deed}, nil
	case a.Row == nil || a.Col == nil:
		return minetable.Action{}, refuse(statusBadRequest, "the action %s needs row and col", a.Do)
	}
	c, err := cellAt(g, *a.Row, *a.Col)
	return minetable.Action{Deed: deed, Cell: c}, err
}

func cellAt(g *minesweeper.Game, row, col int) (minesweeper.Cell, error) {
	r := g.Rules()
	if row < 0 || row >= r.Height || col < 0 || col >= r.Width {
		return 0, refuse(statusBadRequest, "cell %d,%d is not on the board: rows are 0 to %d, columns 0 to %d", row, col, r.Height-1, r.Width-1)
	}
	return g.Cell(row, col), nil
}

// newActionJSON returns an action as the page knows it.
func newActionJSON(g *minesweeper.Game, a minetable.Action) actionJSON {
	j := actionJSON{Do: a.Deed.String()}
	if a.Deed.OnCell() {
		row, col := g.RowCol(a.Cell)
		j.Row, j.Col = &row, &col
	}
	return j
}

// minesGameJSON is a game as its player knows it.
type minesGameJSON struct {
	ID         string       `json:"id"`
	Board      string       `json:"board"`
	Height     int          `json:"height"`
	Width      int          `json:"width"`
	Mines      int          `json:"mines"`
	Rule       string       `json:"rule"`
	Neighbours string       `json:"neighbours"`
	Seed       string       `json:"seed,omitempty"`
	NoGuess    bool         `json:"no_guess"`
	Given      [][2]int     `json:"given,omitempty"`
	Status     string       `json:"status"`
	Rows       []string     `json:"rows"`
	Position   string       `json:"position"`
	Opened     int          `json:"opened"`
	Left       int          `json:"left"`
	Flags      int          `json:"flags"`
	Clicks     int          `json:"clicks"`
	WhatIf     int          `json:"what_if"`
	Assisted   int          `json:"assisted"`
	Actions    []actionJSON `json:"actions"`
	Note       string       `json:"note,omitempty"`
}

// minesGame returns the game that a request describes.
func (q *newMinesGame) game() (*minesGame, error) {
	m := &minesGame{rules: minesweeper.Rules{AutoOpen: true}, noGuess: q.NoGuess}
	r := &m.rules
	usual := minesweeper.Windows
	if q.Mines != nil {
		usual = minesweeper.None
	}
	err := r.Parse(withDefault(q.Board, "9x9/10"), withDefault(q.Rule, usual.String()), withDefault(q.Neighbours, "8"))
	if err != nil {
		return nil, bad(err)
	}
	if q.Mines != nil {
		switch {
		case q.Seed != "" || q.NoGuess:
			return nil, refuse(statusBadRequest, "a given board has no seed, and cannot be chosen for no_guess")
		case r.First == minesweeper.Gnomine:
			return nil, refuse(statusBadRequest, "a given board protects no first cell: leave the rule out, or say none")
		}
		r.First = minesweeper.None // also where an old address says windows
		return m, nil
	}
	m.seed, err = parseSeed(q.Seed)
	return m, err
}

func withDefault(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

func (s *Service) postMinesGame(r *call) (int, any, error) {
	var q newMinesGame
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	m, err := q.game()
	if err != nil {
		return 0, nil, err
	}
	g, err := s.rules.game(m.rules)
	if err != nil {
		return 0, nil, bad(err)
	}
	if q.Mines != nil {
		if m.given, err = givenMines(g, q.Mines); err != nil {
			return 0, nil, err
		}
	}
	if most := maxActions(m.rules); len(q.Actions) > most {
		return 0, nil, refuse(statusBadRequest, "%d actions: at most %d on this board", len(q.Actions), most)
	}
	for i := range q.Actions {
		a, err := q.Actions[i].parse(g)
		if err != nil {
			return 0, nil, err
		}
		m.actions = append(m.actions, a)
	}
	t, err := s.lay(r.Context(), m)
	if err != nil {
		return 0, nil, err
	}
	return statusCreated, t.json(s.mines.add(t.kept()), ""), nil
}

// givenMines returns the mines of a given board.
func givenMines(g *minesweeper.Game, list [][2]int) ([]minesweeper.Cell, error) {
	mines := []minesweeper.Cell{}
	for _, at := range list {
		c, err := cellAt(g, at[0], at[1])
		if err != nil {
			return nil, err
		}
		if slices.Contains(mines, c) {
			return nil, refuse(statusBadRequest, "two mines on %d,%d", at[0], at[1])
		}
		mines = append(mines, c)
	}
	if len(mines) != g.Rules().Mines {
		return nil, refuse(statusBadRequest, "%d mines: the board %s has %d", len(mines), g.Rules().Board(), g.Rules().Mines)
	}
	slices.Sort(mines)
	return mines, nil
}

// maxActions is how many actions a game may have.
func maxActions(r minesweeper.Rules) int { return 1000 + 4*r.Height*r.Width }

// table returns the game of a request, laid out.
func (s *Service) table(r *call) (string, *table, error) {
	id := r.PathValue("id")
	m, ok := s.mines.get(id)
	if !ok {
		return "", nil, refuse(statusNotFound, "there is no game %q here: begin it again with its settings, seed and actions", id)
	}
	t, err := s.lay(r.Context(), m)
	return id, t, err
}

func (s *Service) getMinesGame(r *call) (int, any, error) {
	id, t, err := s.table(r)
	if err != nil {
		return 0, nil, err
	}
	return statusOK, t.json(id, ""), nil
}

func (s *Service) postMinesAction(r *call) (int, any, error) {
	var q actionJSON
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	id, t, err := s.table(r)
	if err != nil {
		return 0, nil, err
	}
	a, err := q.parse(t.Game())
	if err != nil {
		return 0, nil, err
	}
	if len(t.History()) >= maxActions(t.m.rules) {
		return statusOK, t.json(id, "this game has too many actions: begin a new one"), nil
	}
	note, err := t.act(r.Context(), a)
	if err != nil {
		return 0, nil, err
	}
	if note == "" {
		s.mines.put(id, t.kept())
	}
	return statusOK, t.json(id, note), nil
}

// json returns what the player may know: his view, his flags and actions, and the
// board only once the game is over.
func (t *table) json(id, note string) *minesGameJSON {
	m, g, view := &t.m, t.Game(), t.View()
	j := &minesGameJSON{
		ID: id, Board: m.rules.Board(), Height: m.rules.Height, Width: m.rules.Width, Mines: m.rules.Mines,
		Rule: m.rules.First.String(), Neighbours: m.rules.Neighbours.String(), NoGuess: m.noGuess,
		Status: t.Status().String(), Position: t.Position().String(), Opened: len(view.Opened()), Left: view.Left(), Flags: t.Flags(),
		Clicks: len(t.Clicks()), WhatIf: t.Undone(), Assisted: t.Assisted(), Actions: []actionJSON{}, Note: note,
	}
	if m.given == nil {
		j.Seed = strconv.FormatUint(m.seed, 10)
	} else {
		j.Given = cellsJSON(g, m.given)
	}
	row := make([]byte, 0, m.rules.Width)
	for c := range minesweeper.Cell(g.Cells()) {
		if row = append(row, t.Symbol(c)); len(row) == m.rules.Width {
			j.Rows = append(j.Rows, string(row))
			row = row[:0]
		}
	}
	for _, a := range t.History() {
		j.Actions = append(j.Actions, newActionJSON(g, a))
	}
	return j
}

func (s *Service) getMinesBoard(r *call) (int, any, error) {
	_, t, err := s.table(r)
	if err != nil {
		return 0, nil, err
	}
	if !t.Over() {
		return 0, nil, refuse(statusConflict, "the board is told when the game is over")
	}
	var mines []minesweeper.Cell
	for c := range minesweeper.Cell(t.Game().Cells()) {
		if t.Mine(c) {
			mines = append(mines, c)
		}
	}
	data, err := t.Game().AppendBoardFile(nil, mines)
	if err != nil {
		return 0, nil, &wrong{statusConflict, err}
	}
	return statusOK, attachment("application/octet-stream", "board.mbf", data), nil
}
