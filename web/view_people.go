//go:build !js

package web

import (
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// clockJSON is a clock with what both sides have left.
type clockJSON struct {
	Seconds   int    `json:"seconds"`
	Increment int    `json:"increment"`
	White     int64  `json:"white"` // milliseconds
	Black     int64  `json:"black"`
	Running   string `json:"running"` // white, black or none
}

// overheardJSON is what a side hears while the other one is on turn.
type overheardJSON struct {
	Refused  int    `json:"refused"`            // -1 where the umpire does not say it aloud
	Nonsense int    `json:"nonsense,omitempty"` // how often the umpire said so, where he does aloud
	Any      string `json:"any,omitempty"`
}

// peopleJSON is a game between people as one seat knows it.
type peopleJSON struct {
	Seat       string         `json:"seat"`
	Version    int            `json:"version"`
	Said       int            `json:"said"`
	Status     string         `json:"status"`
	Invitation string         `json:"invitation,omitempty"`
	Record     string         `json:"record"`
	Rules      string         `json:"rules"`
	Doc        string         `json:"doc"`
	Question   bool           `json:"question"`
	Color      string         `json:"color"`
	Start      string         `json:"start"`
	Opponent   string         `json:"opponent"`
	Clock      *clockJSON     `json:"clock,omitempty"`
	Draw       string         `json:"draw"`
	MayOffer   bool           `json:"may_offer"`
	Result     string         `json:"result"`
	Score      string         `json:"score"`
	YourTurn   bool           `json:"your_turn"`
	FEN        string         `json:"fen"`
	Legal      []string       `json:"legal"`
	MayAsk     bool           `json:"may_ask"`
	Due        bool           `json:"due"`
	Tries      []toldJSON     `json:"tries"`
	Answer     *toldJSON      `json:"answer,omitempty"`
	Overheard  *overheardJSON `json:"overheard,omitempty"`
	Transcript []turnJSON     `json:"transcript"`
	Captured   int            `json:"captured"`
	Taken      int            `json:"taken"`
}

// json returns what a side may know: its view, and what both sides hear and see.
func (g *peopleGame) json(side chess.Color, now time.Time) *peopleJSON {
	v, s := g.game.View(side), &g.seats[side]
	other := &g.seats[side.Other()]
	own := v.Own()
	j := &peopleJSON{
		Seat: s.key, Version: s.version, Said: s.said, Status: g.status(), Record: g.record,
		Rules: g.rules.Name, Doc: g.rules.Doc, Question: g.rules.Tries == kriegspiel.TriesOnRequest,
		Color: side.String(), Start: g.start.FEN(), Opponent: other.presence(), Clock: g.clockJSON(now),
		Draw: g.drawWord(side), MayOffer: g.mayOffer(side), Result: g.result(), Score: g.game.Result().Score(),
		YourTurn: g.begun && v.ToMove(), FEN: own.FEN(), Legal: []string{}, Due: v.Due(),
	}
	if other.key == "" {
		j.Invitation = other.invitation
	}
	if j.YourTurn {
		j.Legal, j.MayAsk = legalOf(v)
	}
	if j.Status == "playing" && !j.YourTurn {
		j.Overheard = overheard(v)
		j.Overheard.Nonsense = g.nonsense
	}
	record := v.Record()
	j.Transcript, j.Tries = transcript(record, side)
	for i := range record.Turns {
		if record.Turns[i].Done() && record.Turns[i].LastHeard().Captured() != chess.NoSquare {
			if record.Mover(i) == side {
				j.Taken++
			} else {
				j.Captured++
			}
		}
	}
	return j
}

// status tells whether the game waits for the other side, goes on, or is over.
func (g *peopleGame) status() string {
	switch {
	case g.over():
		return "over"
	case g.begun:
		return "playing"
	}
	return "waiting"
}

// presence tells whether the player of a seat has come, and looks at it now.
func (s *seat) presence() string {
	switch {
	case s.key == "":
		return "absent"
	case len(s.watchers) > 0:
		return "here"
	}
	return "away"
}

// drawWord tells how it stands with a draw, for one side.
func (g *peopleGame) drawWord(side chess.Color) string {
	switch {
	case g.offer.pending && g.offer.by == side:
		return "offered"
	case g.offer.pending:
		return "received"
	case g.offer.declined[side] && !g.over():
		return "declined"
	}
	return "none"
}

// overheard returns what a view has heard of the turn of the other side.
func overheard(v *kriegspiel.View) *overheardJSON {
	j := &overheardJSON{Refused: -1}
	if v.Rules().RefusalsHeard {
		j.Refused = v.IllegalHeard()
	}
	if v.Asked() != kriegspiel.Silent {
		j.Any = v.Asked().String()
	}
	return j
}

func (g *peopleGame) clockJSON(now time.Time) *clockJSON {
	if g.clock.none() {
		return nil
	}
	j := &clockJSON{
		Seconds: int(g.clock.base / time.Second), Increment: int(g.clock.increment / time.Second), Running: "none",
		White: g.clock.remaining(chess.White, now).Milliseconds(), Black: g.clock.remaining(chess.Black, now).Milliseconds(),
	}
	if g.clock.running() {
		j.Running = g.clock.side.String()
	}
	return j
}
