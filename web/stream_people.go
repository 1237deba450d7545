package web

import (
	"net/http"
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
func (s *Server) getSeatEvents(w http.ResponseWriter, r *http.Request) (int, any, error) {
	g, side, err := s.people.find(r.PathValue("key"), seatKey)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(w, r)
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
func (s *Server) finished(r *http.Request) (*peopleGame, error) {
	g, _, err := s.people.find(r.PathValue("key"), recordKey)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over() && !g.clock.fallen(s.people.now()) { // a spectator does not keep a game alive
		return nil, refuse(http.StatusConflict, "the game is not over: this link shows it then")
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

func (s *Server) getPeopleRecord(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	g, err := s.finished(r)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return http.StatusOK, &recordJSON{
		Rules: g.rules.Name, Doc: g.rules.Doc, Start: g.start.FEN(), Clock: g.clockJSON(s.people.now()),
		Result: g.result(), Score: g.game.Result().Score(), Plies: g.game.View(chess.White).Turns(),
	}, nil
}

func (s *Server) getPeopleRecordPGN(w http.ResponseWriter, r *http.Request) (int, any, error) {
	g, err := s.finished(r)
	if err != nil {
		return 0, nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	writePGN(w, g.game.Record(), g)
	return 0, nil, nil
}

func (s *Server) getPeopleReplay(w http.ResponseWriter, r *http.Request) (int, any, error) {
	side, err := kriegspiel.ParseSide(withDefault(r.URL.Query().Get("side"), "white"))
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
	s.streamReplay(w, r, record, side)
	return 0, nil, nil
}
