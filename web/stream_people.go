//go:build !js

package web

import (
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// endedJSON says why a stream of a seat ends: the game is over, or too many other tabs
// look at the same seat.
type endedJSON struct {
	Reason string `json:"reason"`
}

// getSeatEvents shows a seat for as long as the game goes on: how it stands, at once and
// whenever something changes that this side may know.
func (s *Server) getSeatEvents(r *call) (int, any, error) {
	g, side, err := s.people.find(r.PathValue("key"), seatKey)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(r)
	defer out.close()
	watch := g.watch(side, s.people.now())
	defer func() { g.leave(side, watch, s.people.now()) }()
	for last := 0; ; {
		j := s.look(g, side)
		if j.Version != last {
			last = j.Version
			out.event("game", j)
		}
		if j.Status == "over" {
			out.event("done", endedJSON{"over"})
			return 0, nil, nil
		}
		select {
		case <-watch.changed:
		case <-s.flag(g):
		case <-watch.replaced:
			out.event("done", endedJSON{"replaced"})
			return 0, nil, nil
		case <-ctx.Done():
			return 0, nil, nil
		}
	}
}

// flag returns a channel that tells when a time is over, nil if none runs.
func (s *Server) flag(g *peopleGame) <-chan time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.clock.running() {
		return nil
	}
	return s.people.after(g.clock.remaining(g.clock.side, s.people.now()))
}

// finished returns the game of a link for spectators, once it is over.
func (s *Server) finished(r *call) (*peopleGame, error) {
	g, _, err := s.people.find(r.PathValue("key"), recordKey)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over() && !g.clock.fallen(s.people.now()) { // a spectator does not keep a game alive
		return nil, refuse(statusConflict, "the game is not over: this link shows it then")
	}
	g.settle(s.people.now())
	return g, nil
}

// recordJSON is a game that is over.
type recordJSON struct {
	Rules  string     `json:"rules"`
	Doc    string     `json:"doc"`
	Start  string     `json:"start"`
	Clock  *clockJSON `json:"clock,omitempty"`
	Result string     `json:"result"`
	Score  string     `json:"score"`
	Plies  int        `json:"plies"`
}

func (s *Server) getPeopleRecord(r *call) (int, any, error) {
	g, err := s.finished(r)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return statusOK, &recordJSON{
		Rules: g.rules.Name, Doc: g.rules.Doc, Start: g.start.FEN(), Clock: g.clockJSON(s.people.now()),
		Result: g.result(), Score: g.game.Result().Score(), Plies: g.game.View(chess.White).Turns(),
	}, nil
}

func (s *Server) getPeopleRecordPGN(r *call) (int, any, error) {
	g, err := s.finished(r)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return statusOK, gamePGN(g.game.Record(), g), nil
}

func (s *Server) getPeopleReplay(r *call) (int, any, error) {
	side, err := kriegspiel.ParseSide(withDefault(r.query.Get("side"), "white"))
	if err != nil {
		return 0, nil, bad(err)
	}
	g, err := s.finished(r)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	record := g.game.Record()
	g.mu.Unlock()
	s.streamReplay(r, record, side)
	return 0, nil, nil
}
