package web

import (
	"context"
	"fmt"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
)

// match is a game of Kriegspiel against the program. What the player may know of it is
// in his view and in what he said himself.
type match struct {
	lock     chan struct{} // holds one token: who has it may use the rest
	rules    *kriegspiel.Rules
	side     chess.Color // of the player
	opponent string
	seed     uint64
	began    time.Time
	start    kriegspiel.Start
	game     *kriegspiel.Referee
	attempts []string // all that the player said and that had an effect
	decided  uint64   // decisions of the opponent
	assisted bool     // the coach was asked, once or more
}

// bytes returns about how much memory a match takes, at its longest.
func (m *match) bytes() int { return 64 << 10 }

// opponent decides for the program. It is given the view of its side and nothing else.
// Tests put another one in its place.
type opponent func(ctx context.Context, m *match, v *kriegspiel.View) (kriegspiel.Attempt, error)

// The effort of an opponent for one decision, unless its level says more.
const (
	opponentSimulations = 300
	opponentTime        = 10 * time.Second
	maxOpponentTries    = 2000 // in one turn
)

// How many opponents, coaches and pairs of watched players are kept with what they remember:
// some 15 MB each, late in a game. One that was not kept takes its game in again.
const (
	maxOpponents = 16
	maxCoaches   = 6
	maxPairs     = 3
)

// bench keeps the opponents of the matches played last.
type bench struct {
	players *shelf[*match, players.Player]
}

// choose asks a player of the catalogue. Each decision has random numbers of its own, so
// that it depends on the view and on its number alone.
func (b *bench) choose(ctx context.Context, m *match, v *kriegspiel.View) (kriegspiel.Attempt, error) {
	player, effort, err := levelOf(m.opponent)
	if err != nil {
		return 0, err
	}
	p, ok := b.players.take(m)
	if !ok {
		if p, err = players.Catalogue.New(player, m.rules); err != nil {
			return 0, err
		}
		p = players.NewSummoned(p)
	}
	rng := randstream.New(m.seed, "web opponent", m.decided)
	d, err := p.Choose(ctx, rng, v, effort)
	b.players.keep(m, p)
	return d.Action, err
}

// take waits for a match, which nobody else uses until it is given back.
func (m *match) take(ctx context.Context) error {
	select {
	case <-m.lock:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *match) giveBack() { m.lock <- struct{}{} }

// view returns what the player knows.
func (m *match) view() *kriegspiel.View { return m.game.View(m.side) }

// over tells whether the game is over.
func (m *match) over() bool { return m.game.Result() != kriegspiel.Unfinished }

// say says something to the referee, for the player. What makes no sense is answered
// so, and has no effect.
func (m *match) say(text string) (*toldJSON, error) {
	if m.over() {
		return nil, refuse(statusConflict, "the game is over: %s", m.result())
	}
	if text == "resign" {
		m.attempts = append(m.attempts, text)
		return nil, m.game.Resign(m.side)
	}
	a, err := kriegspiel.ParseAttempt(text)
	if err != nil {
		return nil, bad(err)
	}
	own := m.view().Own()
	sense := m.view().Sense(a)
	heard, err := m.game.Try(a)
	if err != nil {
		return nil, err
	}
	told := tell(kriegspiel.Try{Attempt: a, Heard: heard}, m.side, &own)
	if sense != nil {
		told.Words += ": " + sense.Error()
		return told, nil
	}
	m.attempts = append(m.attempts, text)
	return told, nil
}

// reply lets the opponent move, if it is his turn.
func (s *Service) reply(ctx context.Context, m *match) error {
	tries := 0
	for !m.over() && m.game.Side() != m.side {
		if tries++; tries > maxOpponentTries {
			return fmt.Errorf("the opponent %s tries without end", m.opponent)
		}
		a, err := s.opponent(ctx, m, m.game.View(m.side.Other()))
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil { // what was decided in a hurry is not played
			return err
		}
		m.decided++
		if _, err := m.game.Try(a); err != nil {
			return err
		}
	}
	return nil
}

// replyTime is how long the opponent may take for a whole turn, and for all turns of a
// game that is taken up again.
const (
	replyTime  = 20 * time.Second
	resumeTime = 60 * time.Second
)

// answered lets the opponent move in a slot of the queue. It goes on when the client
// leaves, so that no game stands half moved.
func (s *Service) answered(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	return s.working(ctx, func(*workbench) error { return f(ctx) })
}
