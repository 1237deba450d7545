package web

import (
	"context"
	"fmt"
	"strconv"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
)

// show is a game of two players of the catalogue, for people to watch: nobody who plays in
// it reads the page, so that all may be shown. Each player gets the view of its side and
// nothing else.
type show struct {
	lock  chan struct{} // holds one token: who has it may use the rest
	rules *kriegspiel.Rules
	names [2]string // of the players, by side
	seed  uint64
	game  *kriegspiel.Referee
	steps []stepJSON
}

// bytes returns about how much memory a show takes, at its longest.
func (s *show) bytes() int { return 512 << 10 }

// stepJSON is one attempt of either side, with the true board after it.
type stepJSON struct {
	Number  int    `json:"number"` // of the move
	Color   string `json:"color"`
	Attempt string `json:"attempt"`
	SAN     string `json:"san"`
	Moved   bool   `json:"moved"`
	Heard   string `json:"heard"`
	Words   string `json:"words"`
	FEN     string `json:"fen"`
}

// take waits for a show, which nobody else uses until it is given back.
func (s *show) take(ctx context.Context) error {
	select {
	case <-s.lock:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *show) giveBack() { s.lock <- struct{}{} }

// over tells whether the game is over.
func (s *show) over() bool { return s.game.Result() != kriegspiel.Unfinished }

// try lets the side to move say something to the referee.
func (s *show) try(a kriegspiel.Attempt) error {
	before, side := s.game.Position(), s.game.Side()
	if err := s.game.View(side).Sense(a); err != nil {
		return bad(err)
	}
	own := before.Only(side)
	heard, err := s.game.Try(a)
	if err != nil {
		return err
	}
	after := s.game.Position()
	step := stepJSON{
		Number: 1 + s.moves()/2, Color: side.String(), Attempt: a.String(),
		Moved: heard.Move(), Heard: heard.String(), Words: heard.Words(side), FEN: after.FEN(),
	}
	switch {
	case heard.Move():
		step.SAN = before.SAN(a.Move())
	case a != kriegspiel.Any:
		step.SAN = kriegspiel.Try{Attempt: a, Heard: heard}.SAN(&own)
	default:
		step.SAN = "Any?"
	}
	s.steps = append(s.steps, step)
	return nil
}

// moves returns how many moves both sides have made.
func (s *show) moves() (n int) {
	for i := range s.steps {
		if s.steps[i].Moved {
			n++
		}
	}
	return n
}

// players returns the players of a show, new ones if they were not kept.
func (s *Service) players(w *show) (*[2]*players.Adviser, error) {
	if cast, ok := s.cast.take(w); ok {
		return cast, nil
	}
	cast := new([2]*players.Adviser)
	for side, name := range w.names {
		player, _, err := levelOf(name)
		if err != nil {
			return nil, err
		}
		p, err := players.Catalogue.New(player, w.rules)
		if err != nil {
			return nil, err
		}
		cast[side] = players.NewAdviser(p, false, dice(w.seed, fmt.Sprintf("web show %s", chess.Color(side))))
	}
	return cast, nil
}

// next lets the side to move decide, and plays what it decided.
func (s *Service) next(ctx context.Context, w *show, effort blindsight.Budget) (*players.Advice, error) {
	cast, err := s.players(w)
	if err != nil {
		return nil, err
	}
	defer s.cast.keep(w, cast)
	side := w.game.Side()
	// The view goes on with the game: what the advice says is of what was known before.
	view := w.game.View(side).Clone()
	advice, err := cast[side].Advise(ctx, view, effort)
	if err != nil {
		return nil, err
	}
	return advice, w.try(advice.Try)
}

// newShow is the request for a show; attempts are those of both sides, in order, of a show
// that is taken up again.
type newShow struct {
	Rules    string   `json:"rules"`
	White    string   `json:"white"`
	Black    string   `json:"black"`
	Seed     string   `json:"seed"`
	Attempts []string `json:"attempts"`
}

// show returns the show that a request describes.
func (q *newShow) show() (*show, error) {
	w := &show{lock: make(chan struct{}, 1), names: [2]string{withDefault(q.White, "belief"), withDefault(q.Black, "belief")}}
	w.lock <- struct{}{}
	var err error
	if w.rules, err = parseRules(q.Rules); err != nil {
		return nil, err
	}
	for _, name := range w.names {
		if _, _, err := levelOf(name); err != nil {
			return nil, err
		}
	}
	if w.seed, err = parseSeed(q.Seed); err != nil {
		return nil, err
	}
	if len(q.Attempts) > maxAttempts {
		return nil, refuse(statusBadRequest, "%d attempts: at most %d", len(q.Attempts), maxAttempts)
	}
	start := chess.Start()
	w.game = kriegspiel.NewReferee(w.rules, &start, 0)
	for _, text := range q.Attempts {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			return nil, bad(err)
		}
		if err := w.try(a); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// json returns a show as it stands.
func (s *show) json(id string) *showJSON {
	pos := s.game.Position()
	j := &showJSON{
		ID: id, Rules: s.rules.Name, White: s.names[0], Black: s.names[1], Seed: strconv.FormatUint(s.seed, 10),
		Over: s.over(), Result: s.game.Result().String(), Score: s.game.Result().Score(),
		ToMove: s.game.Side().String(), FEN: pos.FEN(), Steps: append([]stepJSON{}, s.steps...),
	}
	return j
}
