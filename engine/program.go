package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blindsight/catalog"
)

// program is a guest that is a program: it sits on a side of a setting.
type program struct {
	dial    func() (*child, error) // starts it, nil where none is started
	setting *catalog.Setting
	side    int
	words   []string // of its command
	grace   time.Duration
	start   time.Duration
	passOn  bool // its standard error

	wire   *wire  // nil while no process runs
	unsent []byte // lines that go out with the next question
	begun  bool   // a game that has not ended
}

var _ catalog.Guest = (*program)(nil)

// Begin starts the program if it does not run, and greets it.
func (p *program) Begin(ctx context.Context, o catalog.Opening) error {
	if p.dial == nil {
		return catalog.ErrNoPrograms
	}
	p.begun = false
	if p.wire == nil {
		p.unsent = nil
		c, err := p.dial()
		if err != nil {
			return fmt.Errorf("%s cannot be started: %w", p.words[0], err)
		}
		p.wire = newWire(c.out, c.in, c.end)
		if err := p.greet(ctx); err != nil {
			return err
		}
	}
	p.say(beginMessage{typeBegin, o.Seed & maxSeed})
	p.begun = true
	return nil
}

// greet says what is played, and waits until the program is ready. One that says so before it
// has heard anything is ready too: which line was first is a matter of chance.
func (p *program) greet(ctx context.Context) error {
	g := p.setting.Game
	p.say(helloMessage{
		Type: typeHello, Protocol: Protocol, Game: g.Name, Settings: p.setting.Values(), Sides: g.Sides, Side: g.Sides[p.side],
	})
	m, err := p.ask(ctx, p.start)
	switch {
	case err != nil:
		return err
	case m.Type != typeReady:
		return p.lose(fmt.Sprintf("it greets with %q, want %q", m.Type, typeReady))
	case m.Protocol != Protocol:
		return p.lose(fmt.Sprintf("it speaks protocol %d, this is %d", m.Protocol, Protocol))
	}
	return nil
}

// say puts a message into the next packet: nothing is written between questions, so a program
// that does not read cannot stop the game.
func (p *program) say(m any) { p.unsent = appendLine(p.unsent, m) }

// ask sends what is unsent and waits for one line. Where there is none, the program is ended,
// and the error is its forfeit, or the context's.
func (p *program) ask(ctx context.Context, limit time.Duration) (*message, error) {
	line, err := p.wire.ask(ctx, p.unsent, limit)
	p.unsent = nil // the wire may still be writing it
	switch {
	case ctx.Err() != nil:
		p.hangUp()
		return nil, ctx.Err()
	case errors.Is(err, errLate):
		return nil, p.lose(fmt.Sprintf("no answer within %s", limit))
	case errors.Is(err, errGone):
		return nil, p.lose("") // how it ended says it all
	case err != nil:
		return nil, p.lose(err.Error())
	}
	m, err := parse(line)
	if err != nil {
		return nil, p.lose(err.Error())
	}
	if m.Type == typeError {
		return nil, p.lose(fmt.Sprintf("it gave up: %.200q", m.Error))
	}
	return m, nil
}

// lose ends the program, and says why its game is lost.
func (p *program) lose(reason string) error {
	end := p.hangUp()
	if reason == "" {
		reason = end.how
	}
	if end.words != "" {
		reason += fmt.Sprintf("; its last words: %.200q", end.words)
	}
	return &catalog.Forfeit{Reason: reason}
}

// hangUp ends the process at once.
func (p *program) hangUp() ending {
	w := p.wire
	p.wire = nil
	return w.close(0)
}

// Tell keeps a step for the next packet.
func (p *program) Tell(e catalog.Event) error {
	if e.Heard {
		p.say(heardMessage{typeHeard, e.Told, e.Over})
	} else {
		p.say(didMessage{typeDid, e.Action, e.Told, e.Forced, e.Over})
	}
	return nil
}

// Choose asks the program.
func (p *program) Choose(ctx context.Context, q catalog.Question) (catalog.Reply, error) {
	if p.wire.spoke() {
		return catalog.Reply{}, p.lose("it spoke without being asked")
	}
	limit := q.Budget.Time + p.grace
	p.say(chooseMessage{
		Type: typeChoose, Time: milliseconds(q.Budget.Time), Sims: q.Budget.Simulations, Limit: milliseconds(limit),
		Legal: q.Legal, View: q.View,
	})
	m, err := p.ask(ctx, limit)
	switch {
	case err != nil:
		return catalog.Reply{}, err
	case m.Type != typeAction:
		return catalog.Reply{}, p.lose(fmt.Sprintf("it answers with %q, want %q", m.Type, typeAction))
	}
	return m.reply(), nil
}

// End keeps how the game went for the next packet. Who lost by a forfeit is ended: what it
// still has to say would be taken for an answer in the next game.
func (p *program) End(e catalog.Ending) error {
	if p.wire == nil || !p.begun {
		return nil
	}
	p.begun = false
	m := overMessage{Type: typeOver, Gained: e.Gained}
	if f := e.Forfeit; f != nil {
		m.Forfeit, m.By = f.Reason, p.setting.Game.Sides[f.Side]
		if f.Side == p.side {
			p.hangUp()
			return nil
		}
	}
	p.say(m)
	return nil
}

// farewell is how long a program may take to end after it was told so.
const farewell = time.Second

// Close says goodbye, and ends the program if it does not end by itself.
func (p *program) Close() error {
	if p.wire == nil {
		return nil
	}
	w := p.wire
	p.wire = nil
	p.say(struct {
		Type string `json:"type"`
	}{typeQuit})
	w.leave(p.unsent, farewell)
	return nil
}
