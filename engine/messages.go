package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"blindsight"
	"blindsight/catalog"
)

// Protocol is the version of the protocol. A program that greets with another one is not
// listened to.
const Protocol = 1

// MaxLine is how long a line may be, in bytes, its end not counted.
const MaxLine = 1 << 20

// Types of messages. Those of the first group go to who plays, those of the second come
// from him; the third are questions that our engine answers as well.
const (
	typeHello  = "hello"
	typeBegin  = "begin"
	typeDid    = "did"
	typeHeard  = "heard"
	typeChoose = "choose"
	typeOver   = "over"
	typeQuit   = "quit"

	typeReady  = "ready"
	typeAction = "action"
	typeError  = "error"

	typeView   = "view"
	typeBelief = "belief"
)

// helloMessage greets, and says what is played. The answer is a readyMessage.
type helloMessage struct {
	Type     string            `json:"type"`
	Protocol int               `json:"protocol"`
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	Sides    []string          `json:"sides"`
	Side     string            `json:"side"`
	Name     string            `json:"name,omitempty"` // of who is ready
}

// beginMessage begins a game. Seeds fit into a number of JavaScript.
type beginMessage struct {
	Type string `json:"type"`
	Seed uint64 `json:"seed"`
}

// maxSeed is the largest seed that is told.
const maxSeed = 1<<53 - 1

// didMessage tells of an own step.
type didMessage struct {
	Type   string `json:"type"`
	Action string `json:"action"`
	Saw    string `json:"saw"`
	Forced bool   `json:"forced,omitempty"`
	Over   bool   `json:"over,omitempty"`
}

// heardMessage tells of a step of the other side.
type heardMessage struct {
	Type  string `json:"type"`
	Heard string `json:"heard"`
	Over  bool   `json:"over,omitempty"`
}

// chooseMessage asks for an action. The answer is an actionMessage.
type chooseMessage struct {
	Type  string   `json:"type"`
	Time  int64    `json:"time_ms,omitempty"`
	Sims  int      `json:"sims,omitempty"`
	Limit int64    `json:"limit_ms"`
	Legal []string `json:"legal"`
	View  string   `json:"view"`
}

// overMessage ends a game.
type overMessage struct {
	Type    string  `json:"type"`
	Gained  float64 `json:"gained"`
	Forfeit string  `json:"forfeit,omitempty"`
	By      string  `json:"forfeit_by,omitempty"` // the side
}

// actionMessage answers a chooseMessage.
type actionMessage struct {
	Type        string             `json:"type"`
	Action      string             `json:"action"`
	Value       *float64           `json:"value,omitempty"`
	Simulations int                `json:"simulations,omitempty"`
	Table       []rowMessage       `json:"table,omitempty"`
	Health      *blindsight.Health `json:"health,omitempty"`
}

// rowMessage is a line of the table of an answer.
type rowMessage struct {
	Action      string   `json:"action"`
	Value       *float64 `json:"value,omitempty"`
	Simulations int      `json:"simulations,omitempty"`
}

// viewMessage answers what a side knows.
type viewMessage struct {
	Type  string   `json:"type"`
	View  string   `json:"view"`
	Legal []string `json:"legal"`
}

// beliefMessage answers what may be hidden.
type beliefMessage struct {
	Type   string            `json:"type"`
	States []stateMessage    `json:"states"`
	Failed string            `json:"failed,omitempty"`
	Health blindsight.Health `json:"health"`
}

// stateMessage is a state that was drawn, and how often.
type stateMessage struct {
	State string `json:"state"`
	Count int    `json:"count"`
}

// message is any message that is read. What is not in it is ignored, so that both ends may
// learn new words.
type message struct {
	Type     string            `json:"type"`
	Protocol int               `json:"protocol"`
	Name     string            `json:"name"`
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	Side     string            `json:"side"`
	Seed     uint64            `json:"seed"`
	Action   string            `json:"action"`
	Saw      string            `json:"saw"`
	Heard    string            `json:"heard"`
	Forced   bool              `json:"forced"`
	Over     bool              `json:"over"`
	Time     int64             `json:"time_ms"`
	Sims     int               `json:"sims"`
	States   int               `json:"states"`
	Value    *float64          `json:"value"`
	// Simulations and Table are those of an answer.
	Simulations int          `json:"simulations"`
	Table       []rowMessage `json:"table"`
	Error       string       `json:"error"`
}

// parse reads a line.
func parse(line []byte) (*message, error) {
	var m message
	if err := json.Unmarshal(line, &m); err != nil {
		return nil, fmt.Errorf("not a JSON object of the protocol: %.60q: %w", line, err)
	}
	if m.Type == "" {
		return nil, fmt.Errorf(`a message without "type": %.60q`, line)
	}
	return &m, nil
}

// appendLine writes a message as a line.
func appendLine(buf []byte, m any) []byte {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		panic(err) // messages hold texts, whole numbers, and finite ones
	}
	return append(buf, line.Bytes()...)
}

// number returns what JSON can say: nil for what is not finite.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// newAction writes an answer.
func newAction(r *catalog.Reply) actionMessage {
	m := actionMessage{Type: typeAction, Action: r.Action, Simulations: r.Simulations, Health: &r.Health}
	if r.Measure.Known() {
		m.Value = number(r.Value)
	}
	if math.IsNaN(r.Health.Effective) || math.IsInf(r.Health.Effective, 0) {
		m.Health = nil
	}
	for _, row := range r.Table {
		m.Table = append(m.Table, rowMessage{row.Action, number(row.Value), row.Simulations})
	}
	return m
}

// reply reads an answer.
func (m *message) reply() catalog.Reply {
	r := catalog.Reply{Action: m.Action, Simulations: max(m.Simulations, 0)}
	if m.Value != nil {
		r.Value, r.Measure = *m.Value, blindsight.Return
	}
	for _, row := range m.Table {
		line := catalog.Row{Action: row.Action, Simulations: row.Simulations}
		if row.Value != nil {
			line.Value = *row.Value
		}
		r.Table = append(r.Table, line)
	}
	return r
}

// milliseconds rounds up, so that a little time is not none.
func milliseconds(d time.Duration) int64 {
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}

// errTooLong is returned for a line beyond MaxLine.
var errTooLong = fmt.Errorf("a line of more than %d bytes", MaxLine)

// newLines reads lines that are not blank, at most MaxLine long each.
func newLines(r io.Reader) *lines {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 4096), MaxLine+1)
	return &lines{s}
}

type lines struct{ scanner *bufio.Scanner }

// next returns a line, valid until the next call, or an error: io.EOF at the end.
func (l *lines) next() ([]byte, error) {
	for l.scanner.Scan() {
		if line := bytes.TrimSpace(l.scanner.Bytes()); len(line) > 0 {
			return line, nil
		}
	}
	err := l.scanner.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, errTooLong
	case err == nil:
		return nil, io.EOF
	}
	return nil, err
}
