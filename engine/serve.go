package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"blindsight"
	"blindsight/catalog"
)

// Service is what a program outside may ask for: a player of a listed game.
type Service struct {
	Game     *catalog.Game
	Settings string // as they are written; those that the greeting names come before these
	Player   string // "" for the first of the game's table
}

// MaxStates is how many states of a belief may be asked for at once.
const MaxStates = 10_000

// maxTime is the longest time of a decision that is believed.
const maxTime = 24 * time.Hour

// Serve speaks the protocol as who plays, until the input ends or quit is said. A message
// that makes no sense is answered by one of type error, and ends the service: the error is
// returned. So is that of an output that cannot be written.
func (s Service) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	v := &visit{Service: s, out: out}
	input := newLines(in)
	for ctx.Err() == nil {
		line, err := input.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var m *message
		if err == nil {
			m, err = parse(line)
		}
		if err == nil && m.Type == typeQuit {
			return nil
		}
		if err == nil {
			err = v.hear(ctx, m)
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return errors.Join(err, v.write(struct {
				Type  string `json:"type"`
				Error string `json:"error"`
			}{typeError, err.Error()}))
		}
	}
	return ctx.Err()
}

// visit is one program that is served.
type visit struct {
	Service
	out     io.Writer
	setting *catalog.Setting
	adviser catalog.Adviser // nil before the greeting
}

func (v *visit) write(m any) error {
	_, err := v.out.Write(appendLine(nil, m))
	return err
}

// hear does what a message says.
func (v *visit) hear(ctx context.Context, m *message) error {
	if m.Type == typeHello {
		return v.greet(m)
	}
	if v.adviser == nil {
		return fmt.Errorf("%q comes before %q", m.Type, typeHello)
	}
	switch m.Type {
	case typeBegin:
		return v.adviser.Begin(ctx, catalog.Opening{Seed: m.Seed})
	case typeDid:
		return v.adviser.Tell(catalog.Event{Action: m.Action, Told: m.Saw, Forced: m.Forced, Over: m.Over})
	case typeHeard:
		return v.adviser.Tell(catalog.Event{Heard: true, Told: m.Heard, Over: m.Over})
	case typeOver:
		return v.adviser.End(catalog.Ending{})
	case typeView:
		return v.write(viewMessage{typeView, v.adviser.View(), append([]string{}, v.adviser.Legal()...)})
	case typeChoose:
		return v.choose(ctx, m)
	case typeBelief:
		return v.believe(ctx, m.States)
	}
	return fmt.Errorf("unknown message %.40q: want one of %s", m.Type,
		strings.Join([]string{typeHello, typeBegin, typeDid, typeHeard, typeView, typeChoose, typeBelief, typeOver, typeQuit}, ", "))
}

// greet opens the game that a program wants, and says what it is.
func (v *visit) greet(m *message) error {
	switch {
	case m.Protocol != Protocol:
		return fmt.Errorf("protocol %d: this is %d", m.Protocol, Protocol)
	case m.Game != "" && m.Game != v.Game.Name:
		return fmt.Errorf("game %.40q: this engine plays %s", m.Game, v.Game.Name)
	}
	side := 0
	if m.Side != "" {
		if side = slices.Index(v.Game.Sides, m.Side); side < 0 {
			return fmt.Errorf("side %.40q: want one of %s", m.Side, strings.Join(v.Game.Sides, ", "))
		}
	}
	var err error
	if v.setting, err = v.open(m.Settings); err != nil {
		return err
	}
	if v.Player == "" {
		v.Player = v.Game.Players[0].Name
	}
	if v.adviser, err = v.setting.Adviser(v.Player, side); err != nil {
		return err
	}
	return v.write(helloMessage{
		Type: typeReady, Protocol: Protocol, Game: v.Game.Name, Settings: v.setting.Values(), Sides: v.Game.Sides, Side: v.Game.Sides[side],
		Name: "blindsight " + v.Player,
	})
}

// open reads settings: those of the greeting, else those of the service, else defaults.
func (v *visit) open(asked map[string]string) (*catalog.Setting, error) {
	list := []string{}
	for setting := range strings.SplitSeq(v.Settings, ",") {
		name, _, _ := strings.Cut(setting, "=")
		if _, named := asked[name]; !named && setting != "" {
			list = append(list, setting)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		if strings.ContainsAny(name+asked[name], ",=") {
			return nil, fmt.Errorf("setting %.40q: neither its name nor its value has a comma or an equals sign", name)
		}
		list = append(list, name+"="+asked[name])
	}
	return v.Game.Open(strings.Join(list, ","))
}

// choose answers with an action, and all that was found out about others.
func (v *visit) choose(ctx context.Context, m *message) error {
	if m.Time < 0 || m.Time > maxTime.Milliseconds() || m.Sims < 0 {
		return fmt.Errorf("time_ms %d, sims %d: want none below 0, and a day at most", m.Time, m.Sims)
	}
	r, err := v.adviser.Choose(ctx, catalog.Question{
		Budget: blindsight.Budget{Time: time.Duration(m.Time) * time.Millisecond, Simulations: m.Sims},
	})
	if err != nil {
		return err
	}
	return v.write(newAction(&r))
}

// believe answers with states. That none were found is an answer too.
func (v *visit) believe(ctx context.Context, states int) error {
	if states < 1 || states > MaxStates {
		return fmt.Errorf("states %d: want 1 to %d", states, MaxStates)
	}
	b, err := v.adviser.Belief(ctx, states)
	m := beliefMessage{Type: typeBelief, States: []stateMessage{}, Health: b.Health}
	switch {
	case errors.Is(err, blindsight.ErrExhausted) || errors.Is(err, blindsight.ErrInconsistent) || errors.Is(err, blindsight.ErrTooMany):
		m.Failed = err.Error()
	case err != nil:
		return err
	}
	for _, s := range b.States {
		m.States = append(m.States, stateMessage{s.State, s.Count})
	}
	return v.write(m)
}
