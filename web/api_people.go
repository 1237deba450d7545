//go:build !js

package web

import (
	"crypto/rand"
	"regexp"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// newPeople is the request for a game between people.
type newPeople struct {
	Rules string     `json:"rules"`
	Color string     `json:"color"` // of who begins it: white, black or random
	FEN   string     `json:"fen"`
	Clock *clockWish `json:"clock"`
}

// clockWish is a clock in seconds; without one the game has none.
type clockWish struct {
	Seconds   int `json:"seconds"`
	Increment int `json:"increment"`
}

// The limits of clocks, in seconds.
const (
	minClock     = 10
	maxClock     = 3 * 60 * 60
	maxIncrement = 180
)

func (c *clockWish) clock() (chessClock, error) {
	if c == nil {
		return chessClock{}, nil
	}
	if c.Seconds < minClock || c.Seconds > maxClock {
		return chessClock{}, refuse(statusBadRequest, "a clock of %d seconds: want %d to %d", c.Seconds, minClock, maxClock)
	}
	if c.Increment < 0 || c.Increment > maxIncrement {
		return chessClock{}, refuse(statusBadRequest, "an increment of %d seconds: want 0 to %d", c.Increment, maxIncrement)
	}
	return newClock(time.Duration(c.Seconds)*time.Second, time.Duration(c.Increment)*time.Second), nil
}

// game returns the game that a request describes, and the side of who begins it.
func (q *newPeople) game() (*peopleGame, chess.Color, error) {
	rules, err := parseRules(q.Rules)
	if err != nil {
		return nil, 0, err
	}
	color := withDefault(q.Color, "white")
	if color == "random" {
		var coin [1]byte
		_, _ = rand.Read(coin[:]) // it never fails
		color = chess.Color(coin[0] & 1).String()
	}
	side, err := kriegspiel.ParseSide(color)
	if err != nil {
		return nil, 0, bad(err)
	}
	start, err := rules.ReadStart(withDefault(q.FEN, "start"))
	if err != nil {
		return nil, 0, bad(err)
	}
	clock, err := q.Clock.clock()
	if err != nil {
		return nil, 0, err
	}
	return newPeopleGame(rules, start, clock), side, nil
}

func (s *Server) postPeople(r *call) (int, any, error) {
	var q newPeople
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	g, side, err := q.game()
	if err != nil {
		return 0, nil, err
	}
	if err := s.people.add(g, side); err != nil {
		return 0, nil, err
	}
	return statusCreated, s.look(g, side), nil
}

// look returns a game as a seat sees it now.
func (s *Server) look(g *peopleGame, side chess.Color) *peopleJSON {
	now := s.people.now()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.settle(now)
	return g.json(side, now)
}

// invitationJSON says what a guest is invited to.
type invitationJSON struct {
	Rules string     `json:"rules"`
	Doc   string     `json:"doc"`
	Color string     `json:"color"`
	Start string     `json:"start"`
	Clock *clockWish `json:"clock,omitempty"`
	Taken bool       `json:"taken"`
}

func (s *Server) getInvitation(r *call) (int, any, error) {
	g, side, err := s.people.find(r.PathValue("key"), invitationKey)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	j := &invitationJSON{
		Rules: g.rules.Name, Doc: g.rules.Doc, Color: side.String(), Start: g.start.FEN(), Taken: g.seats[side].key != "",
	}
	if !g.clock.none() {
		j.Clock = &clockWish{int(g.clock.base / time.Second), int(g.clock.increment / time.Second)}
	}
	return statusOK, j, nil
}

// goodClaim is a claim that is not made up by hand: as long as our own keys.
var goodClaim = regexp.MustCompile(`^[A-Za-z0-9_-]{22,64}$`)

func (s *Server) postInvitation(r *call) (int, any, error) {
	var q struct {
		Claim string `json:"claim"`
	}
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	if !goodClaim.MatchString(q.Claim) {
		return 0, nil, refuse(statusBadRequest, "claim: want 22 to 64 random letters, digits, - and _, made up by you, the same if you ask again")
	}
	g, side, err := s.people.find(r.PathValue("key"), invitationKey)
	if err != nil {
		return 0, nil, err
	}
	if err := s.people.join(g, side, q.Claim); err != nil {
		return 0, nil, err
	}
	return statusOK, s.look(g, side), nil
}

func (s *Server) getSeat(r *call) (int, any, error) {
	g, side, err := s.people.find(r.PathValue("key"), seatKey)
	if err != nil {
		return 0, nil, err
	}
	return statusOK, s.look(g, side), nil
}

// actionRequest is something that a player says. At, if there, is the number of things
// that he knows to have said: with it the same request sent twice does the thing once.
type actionRequest struct {
	Do      string `json:"do"`
	Attempt string `json:"attempt"`
	At      *int   `json:"at"`
}

func (s *Server) postSeatAction(r *call) (int, any, error) {
	var q actionRequest
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	g, side, err := s.people.find(r.PathValue("key"), seatKey)
	if err != nil {
		return 0, nil, err
	}
	now := s.people.now()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.settle(now)
	if q.At != nil && *q.At != g.seats[side].said {
		return 0, nil, refuse(statusConflict, "you have said %d things, not %d: this one was said already, or in another tab", g.seats[side].said, *q.At)
	}
	answer, err := g.say(side, q.Do, q.Attempt, now)
	if err != nil {
		return 0, nil, err
	}
	j := g.json(side, now)
	j.Answer = answer
	return statusOK, j, nil
}

func (s *Server) getSeatPGN(r *call) (int, any, error) {
	g, side, err := s.people.find(r.PathValue("key"), seatKey)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.settle(s.people.now())
	record := g.game.View(side).Record()
	if g.over() {
		record = g.game.Record()
	}
	return statusOK, gamePGN(record, g), nil
}

// gamePGN returns the file of a game between people. It has no key in it.
func gamePGN(record *kriegspiel.Record, g *peopleGame) *file {
	record.ID = "a game between people"
	record.About = kriegspiel.About{Date: g.began.Format("2006.01.02"), White: "a person", Black: "a person", Termination: g.reason}
	return attachment("application/vnd.chess-pgn", "game.pgn", record.AppendPGN(nil))
}
