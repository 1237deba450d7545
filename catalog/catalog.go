// Package catalog holds what is said of a game so that it can be listed and played
// ([Description], [Game]), and the tables of its players ([Table]). A player is written as
// its name, followed by the parameters that differ from their defaults:
//
//	bsr-uct
//	bsr-uct,sampling=root,explore=0.5
//
// The catalogue is a plain table for each game; a new player is a new line there.
//
// [Describe] makes a [Game] of a description, and forgets its types. From there it goes by names: [Game.Open] takes settings as text,
// [Setting.Seat] and [Setting.Rivals] seat players, [Match.Play] plays.
package catalog

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/internal/nearest"
)

// Param describes a parameter of a player.
type Param struct {
	Name    string
	Default string
	Doc     string   // one line
	Choices []string // the values allowed, where that is a list
	Path    bool     // it names a file of this machine: see [Game.CheckStranger]
	Known   []string // the values of a Path, beside its default, that name no file
}

// Entry describes a player: P is what its constructor makes and G what it makes
// it from.
type Entry[G, P any] struct {
	Name   string
	Doc    string // one line
	Params []Param
	// Instant says that it decides well without a budget too.
	Instant bool
	// Build makes the player from its parameters; what is wrong with these it tells them
	// (see [Values.Fail]).
	Build func(g G, v *Values) P
}

// Table is the catalogue of one game.
type Table[G, P any] []Entry[G, P]

// On returns a table for those who have something else, of which f makes what the
// players of t are made from.
func On[H, G, P any](t Table[G, P], f func(H) G) Table[H, P] {
	list := make(Table[H, P], len(t))
	for i, e := range t {
		list[i] = Entry[H, P]{
			Name: e.Name, Doc: e.Doc, Params: e.Params, Instant: e.Instant,
			Build: func(h H, v *Values) P { return e.Build(f(h), v) },
		}
	}
	return list
}

// Names lists the players in their order.
func (t Table[G, P]) Names() []string {
	names := make([]string, len(t))
	for i, e := range t {
		names[i] = e.Name
	}
	return names
}

// Find returns the entry of a player, however its parameters are written.
func (t Table[G, P]) Find(player string) (*Entry[G, P], error) {
	e, _, err := t.parse(player)
	return e, err
}

// Check tells what is wrong with the way a player is written, if anything.
func (t Table[G, P]) Check(player string) error {
	_, _, err := t.parse(player)
	return err
}

// CheckInstant tells what is wrong with giving a player no budget, if anything.
func (t Table[G, P]) CheckInstant(player string) error {
	if err := t.Check(player); err != nil {
		return err
	}
	return checkInstant(t.docs(), player)
}

// docs returns what people are told of the players.
func (t Table[G, P]) docs() []PlayerDoc {
	list := make([]PlayerDoc, len(t))
	for i, e := range t {
		list[i] = PlayerDoc{e.Name, e.Doc, e.Params, e.Instant}
	}
	return list
}

// checkInstant tells whether one of some players needs a budget.
func checkInstant(players []PlayerDoc, player string) error {
	name, _, _ := strings.Cut(player, ",")
	var instant []string
	for _, p := range players {
		if p.Instant && p.Name == name {
			return nil
		}
		if p.Instant {
			instant = append(instant, p.Name)
		}
	}
	return fmt.Errorf("player %s needs time for its search: give it some, or use one of %s", name, strings.Join(instant, ", "))
}

// New makes a player of side 0, or of any side where that makes no difference.
func (t Table[G, P]) New(player string, g G) (P, error) { return t.NewSide(player, g, 0) }

// NewSide makes a player of a side.
func (t Table[G, P]) NewSide(player string, g G, side blindsight.Side) (P, error) {
	var none P
	e, v, err := t.parse(player)
	if err != nil {
		return none, err
	}
	v.side = side
	p := e.Build(g, v)
	if v.err != nil {
		return none, fmt.Errorf("player %s: %w", e.Name, v.err)
	}
	return p, nil
}

func (t Table[G, P]) parse(player string) (*Entry[G, P], *Values, error) {
	name, rest, more := strings.Cut(player, ",")
	i := slices.IndexFunc(t, func(e Entry[G, P]) bool { return e.Name == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("unknown player %q%s: use one of %s", name, nearest.Hint(name, t.Names()), strings.Join(t.Names(), ", "))
	}
	e := &t[i]
	if more && rest == "" {
		rest = ","
	}
	v, err := parseValues(e.Params, rest)
	if err != nil {
		return nil, nil, fmt.Errorf("player %s: %w", name, err)
	}
	return e, v, nil
}

// ReadValues reads parameters as settings are read, for whoever has such a list of their own. What does
// not fit is an error.
func ReadValues(params []Param, text string) (*Values, error) { return parseValues(params, text) }

// parseValues reads parameters, of which text has those that differ from their defaults.
func parseValues(params []Param, text string) (*Values, error) {
	v := &Values{text: make(map[string]string), given: make(map[string]bool)}
	for _, p := range params {
		v.text[p.Name] = p.Default
	}
	if text == "" {
		return v, nil
	}
	for _, setting := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(setting, "=")
		at := slices.IndexFunc(params, func(p Param) bool { return p.Name == key })
		switch {
		case !ok:
			return nil, fmt.Errorf("%q: want PARAMETER=VALUE", setting)
		case at < 0 && len(params) == 0:
			return nil, errors.New("it has no parameters")
		case at < 0:
			names := make([]string, len(params))
			for i, p := range params {
				names[i] = p.Name
			}
			return nil, fmt.Errorf("unknown parameter %q%s: use one of %s", key, nearest.Hint(key, names), strings.Join(names, ", "))
		}
		if c := params[at].Choices; c != nil && !slices.Contains(c, value) {
			return nil, fmt.Errorf("%s=%s%s: use one of %s", key, value, nearest.Hint(value, c), strings.Join(c, ", "))
		}
		v.text[key], v.given[key] = value, true
	}
	return v, nil
}

// write returns the values as text, in the order of their parameters.
func (v *Values) write(params []Param) string {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = p.Name + "=" + v.text[p.Name]
	}
	return strings.Join(list, ",")
}

// Values are the parameters of a player as text, read by their types. The first
// mistake is kept.
type Values struct {
	text  map[string]string
	given map[string]bool // what does not have its default
	side  blindsight.Side
	err   error
}

// Side returns the side that a player is made for.
func (v *Values) Side() blindsight.Side { return v.side }

// Imply gives a parameter another default.
func (v *Values) Imply(name, value string) {
	if !v.given[name] {
		v.text[name] = value
	}
}

// Err returns the first mistake, nil if there is none.
func (v *Values) Err() error { return v.err }

// Fail notes a mistake.
func (v *Values) Fail(err error) {
	if v.err == nil {
		v.err = err
	}
}

// Choice returns a value that Param.Choices has checked.
func (v *Values) Choice(name string) string { return v.text[name] }

// Text returns a value as it is written.
func (v *Values) Text(name string) string { return v.text[name] }

// Bool returns whether a value is "true".
func (v *Values) Bool(name string) bool { return v.text[name] == "true" }

// Int returns a value that must be a whole number, not negative.
func (v *Values) Int(name string) int {
	n, err := strconv.ParseInt(v.text[name], 10, 32)
	if err != nil || n < 0 {
		v.Fail(fmt.Errorf("%s=%s: want a whole number, not negative", name, v.text[name]))
		return 0
	}
	return int(n)
}

// Float returns a value that must be a number.
func (v *Values) Float(name string) float64 {
	x, err := strconv.ParseFloat(v.text[name], 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		v.Fail(fmt.Errorf("%s=%s: want a number", name, v.text[name]))
	}
	return x
}
