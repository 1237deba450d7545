package web

import (
	"context"
	"strconv"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// newMatch is the request for a game.
type newMatch struct {
	Rules    string   `json:"rules"`
	Color    string   `json:"color"`
	Opponent string   `json:"opponent"`
	Seed     string   `json:"seed"`
	FEN      string   `json:"fen"`
	Attempts []string `json:"attempts"`
	Assisted bool     `json:"assisted"`
}

// toldJSON is an attempt with what the referee said, or what he said of the other side.
type toldJSON struct {
	Attempt string `json:"attempt,omitempty"`
	SAN     string `json:"san,omitempty"`
	Heard   string `json:"heard"`
	Words   string `json:"words"`
}

// turnJSON is a turn as one side knows it.
type turnJSON struct {
	Ply     int        `json:"ply"`
	Number  int        `json:"number"`
	Color   string     `json:"color"`
	Own     bool       `json:"own"`
	Tries   []toldJSON `json:"tries"`
	Refused int        `json:"refused"`
	Any     string     `json:"any,omitempty"`
	Move    *toldJSON  `json:"move,omitempty"`
	FEN     string     `json:"fen"` // the own men after the turn
}

// matchJSON is a game as its player knows it.
type matchJSON struct {
	ID         string     `json:"id"`
	Rules      string     `json:"rules"`
	Color      string     `json:"color"`
	Opponent   string     `json:"opponent"`
	Seed       string     `json:"seed"`
	Start      string     `json:"start"`
	Over       bool       `json:"over"`
	Result     string     `json:"result"`
	Score      string     `json:"score"`
	YourTurn   bool       `json:"your_turn"`
	FEN        string     `json:"fen"`
	Legal      []string   `json:"legal"`
	MayAsk     bool       `json:"may_ask"`
	Due        bool       `json:"due"`
	Tries      []toldJSON `json:"tries"`
	Answer     *toldJSON  `json:"answer,omitempty"`
	Transcript []turnJSON `json:"transcript"`
	Captured   int        `json:"captured"`
	Taken      int        `json:"taken"`
	Attempts   []string   `json:"attempts"`
	Assisted   bool       `json:"assisted"` // the coach was asked
}

// maxAttempts is how many attempts a game that is taken up again may have.
const maxAttempts = 20_000

// match returns the game that a request describes, before its attempts.
func (q *newMatch) match() (*match, error) {
	m := &match{lock: make(chan struct{}, 1), began: time.Now(), opponent: withDefault(q.Opponent, "greedy"), assisted: q.Assisted}
	m.lock <- struct{}{}
	var err error
	if m.rules, err = parseRules(q.Rules); err != nil {
		return nil, err
	}
	if m.side, err = kriegspiel.ParseSide(withDefault(q.Color, "white")); err != nil {
		return nil, bad(err)
	}
	if _, _, err := levelOf(m.opponent); err != nil {
		return nil, err
	}
	if m.seed, err = parseSeed(q.Seed); err != nil {
		return nil, err
	}
	if m.start, err = m.rules.ReadStart(withDefault(q.FEN, "start")); err != nil {
		return nil, bad(err)
	}
	if len(q.Attempts) > maxAttempts {
		return nil, refuse(statusBadRequest, "%d attempts: at most %d", len(q.Attempts), maxAttempts)
	}
	m.game = m.start.Referee(m.rules, 0)
	return m, nil
}

func (s *Service) postMatch(r *call) (int, any, error) {
	var q newMatch
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	m, err := q.match()
	if err != nil {
		return 0, nil, err
	}
	err = s.answered(r.Context(), resumeTime, func(ctx context.Context) error {
		if err := s.reply(ctx, m); err != nil {
			return err
		}
		for i, text := range q.Attempts {
			if _, err := m.say(text); err != nil {
				return err
			}
			if len(m.attempts) != i+1 { // the other side has played otherwise
				return refuse(statusBadRequest, "attempt %d, %s, makes no sense in this game: it was played with other settings, or by another version of the program; begin a new one", i+1, text)
			}
			if err := s.reply(ctx, m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, nil, err
	}
	return statusCreated, m.json(s.matches.add(m), nil), nil
}

// match returns the game of a request, taken: it must be given back.
func (s *Service) match(r *call) (string, *match, error) {
	id := r.PathValue("id")
	m, ok := s.matches.get(id)
	if !ok {
		return "", nil, refuse(statusNotFound, "there is no game %q here: begin it again with its settings, seed and attempts", id)
	}
	if err := m.take(r.Context()); err != nil {
		return "", nil, err
	}
	if !m.over() && m.game.Side() != m.side { // the opponent was interrupted
		if err := s.answered(r.Context(), replyTime, func(ctx context.Context) error { return s.reply(ctx, m) }); err != nil {
			m.giveBack()
			return "", nil, err
		}
	}
	return id, m, nil
}

func (s *Service) getMatch(r *call) (int, any, error) {
	id, m, err := s.match(r)
	if err != nil {
		return 0, nil, err
	}
	defer m.giveBack()
	return statusOK, m.json(id, nil), nil
}

func (s *Service) postAttempt(r *call) (int, any, error) {
	var q struct {
		Attempt string `json:"attempt"`
	}
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	id, m, err := s.match(r)
	if err != nil {
		return 0, nil, err
	}
	defer m.giveBack()
	answer, err := m.say(q.Attempt)
	if err != nil {
		return 0, nil, err
	}
	if !m.over() && m.game.Side() != m.side {
		if err := s.answered(r.Context(), replyTime, func(ctx context.Context) error { return s.reply(ctx, m) }); err != nil {
			return 0, nil, err
		}
	}
	return statusOK, m.json(id, answer), nil
}

// json returns what the player may know: his view and what he said.
func (m *match) json(id string, answer *toldJSON) *matchJSON {
	v := m.view()
	own := v.Own()
	j := &matchJSON{
		ID: id, Rules: m.rules.Name, Color: m.side.String(), Opponent: m.opponent, Seed: strconv.FormatUint(m.seed, 10),
		Start: m.start.FEN(), Over: m.over(), Result: m.result(), Score: m.game.Result().Score(),
		YourTurn: v.ToMove(), FEN: own.FEN(), Due: v.Due(), Answer: answer, Attempts: append([]string{}, m.attempts...),
		Assisted: m.assisted,
	}
	j.Legal, j.MayAsk = legalOf(v)
	record := v.Record()
	j.Transcript, j.Tries = transcript(record, m.side)
	for i := range record.Turns {
		if record.Turns[i].Done() && record.Turns[i].LastHeard().Captured() != chess.NoSquare {
			if record.Mover(i) == m.side {
				j.Taken++
			} else {
				j.Captured++
			}
		}
	}
	return j
}

// legalOf lists what makes sense to try, and whether the question is among it.
func legalOf(v *kriegspiel.View) (list []string, mayAsk bool) {
	list = []string{}
	for _, a := range v.Legal(nil) {
		list = append(list, a.String())
		mayAsk = mayAsk || a == kriegspiel.Any
	}
	return list, mayAsk
}

// tell returns a try of a side as JSON; own is the board of its men before it.
func tell(t kriegspiel.Try, side chess.Color, own *chess.Position) *toldJSON {
	j := &toldJSON{Attempt: t.Attempt.String(), Heard: t.Heard.String(), Words: t.Heard.Words(side)}
	if t.Attempt != kriegspiel.Any {
		j.SAN = t.SAN(own)
	}
	return j
}

// transcript returns the turns of a record that is filtered for a side, and the tries of
// the turn under way.
func transcript(r *kriegspiel.Record, side chess.Color) (turns []turnJSON, open []toldJSON) {
	turns, open = []turnJSON{}, []toldJSON{}
	follow := kriegspiel.NewView(r.Rules, side, &r.Start)
	for i := range r.Turns {
		t := &r.Turns[i]
		own := follow.Own()
		color := r.Mover(i)
		j := turnJSON{
			Ply: i + 1, Number: 1 + (i+int(r.Start.Side()))/2, Color: color.String(), Own: color == side, Tries: []toldJSON{},
		}
		if t.Hidden {
			j.Refused = t.Illegal
			if t.Any != kriegspiel.Silent {
				j.Any = t.Any.String()
			}
			j.Move = &toldJSON{Heard: t.Heard.String(), Words: t.Heard.Words(color)}
			hearHidden(follow, t)
			j.FEN = ownFEN(follow)
			turns = append(turns, j)
			continue
		}
		for _, try := range t.Tries {
			if told := tell(try, side, &own); try.Heard.Move() {
				j.Move = told
			} else {
				j.Tries = append(j.Tries, *told)
			}
			_ = follow.Did(try.Attempt, try.Heard) // it happened
		}
		if j.Move == nil {
			open = j.Tries
			continue
		}
		j.FEN = ownFEN(follow)
		turns = append(turns, j)
	}
	return turns, open
}

// ownFEN returns the men of the own side alone.
func ownFEN(v *kriegspiel.View) string {
	own := v.Own()
	return own.FEN()
}

// hearHidden lets a view hear a turn of the opponent.
func hearHidden(v *kriegspiel.View, t *kriegspiel.Turn) {
	_ = v.Heard(t.Heard) // it happened; refusals and questions change no board
}

func (s *Service) getPGN(r *call) (int, any, error) {
	id, m, err := s.match(r)
	if err != nil {
		return 0, nil, err
	}
	defer m.giveBack()
	record := m.view().Record()
	if m.over() {
		record = m.game.Record()
	}
	record.ID, record.About = id, m.about()
	return statusOK, attachment("application/vnd.chess-pgn", "game.pgn", record.AppendPGN(nil)), nil
}

// about returns what the file of a game says besides its moves.
func (m *match) about() kriegspiel.About {
	names := [2]string{chess.White: "a person", chess.Black: "a person"}
	if m.assisted {
		names[m.side] = "a person with a coach"
	}
	names[m.side.Other()] = "Blindsight, " + m.opponent
	about := kriegspiel.About{Date: m.began.Format("2006.01.02"), White: names[chess.White], Black: names[chess.Black]}
	if m.resigned() {
		about.Termination = kriegspiel.SideName(m.side) + " resigned"
	}
	return about
}

// resigned tells whether the player gave the game up.
func (m *match) resigned() bool {
	n := len(m.attempts)
	return n > 0 && m.attempts[n-1] == "resign"
}

// result returns how the game stands or ended, in words.
func (m *match) result() string {
	if m.resigned() {
		return m.game.Result().String() + ": " + kriegspiel.SideName(m.side) + " resigned"
	}
	return m.game.Result().String()
}
