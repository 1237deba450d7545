// Package catalog names the players and their parameters. A player is written as
// its name, followed by the parameters that differ from their defaults:
//
//	bsr-uct
//	bsr-uct,sampling=root,explore=0.5
//
// The catalogue is a plain table for each game; a new player is a new line there.
package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blindsight/internal/nearest"
)

// Param describes a parameter of a player.
type Param struct {
	Name    string
	Default string
	Doc     string   // one line
	Choices []string // the values allowed, where that is a list
}

// Entry describes a player: P is what its constructor makes and G what it makes
// it from.
type Entry[G, P any] struct {
	Name   string
	Doc    string // one line
	Params []Param
	// Instant says that it decides well without a budget too.
	Instant bool
	build   func(g G, v *values) P
}

// Table is the catalogue of one game.
type Table[G, P any] []Entry[G, P]

// Names lists the players in their order.
func (t Table[G, P]) Names() []string {
	names := make([]string, len(t))
	for i, e := range t {
		names[i] = e.Name
	}
	return names
}

// Check tells what is wrong with the way a player is written, if anything.
func (t Table[G, P]) Check(player string) error {
	_, _, err := t.parse(player)
	return err
}

// CheckInstant tells what is wrong with giving a player no budget, if anything.
func (t Table[G, P]) CheckInstant(player string) error {
	e, _, err := t.parse(player)
	if err != nil || e.Instant {
		return err
	}
	var instant []string
	for _, e := range t {
		if e.Instant {
			instant = append(instant, e.Name)
		}
	}
	return fmt.Errorf("player %s needs time for its search: give it some, or use one of %s", e.Name, strings.Join(instant, ", "))
}

// New makes a player.
func (t Table[G, P]) New(player string, g G) (P, error) {
	var none P
	e, v, err := t.parse(player)
	if err != nil {
		return none, err
	}
	p := e.build(g, v)
	if v.err != nil {
		return none, fmt.Errorf("player %s: %w", e.Name, v.err)
	}
	return p, nil
}

func (t Table[G, P]) parse(player string) (*Entry[G, P], *values, error) {
	name, rest, more := strings.Cut(player, ",")
	i := slices.IndexFunc(t, func(e Entry[G, P]) bool { return e.Name == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("unknown player %q%s: use one of %s", name, nearest.Hint(name, t.Names()), strings.Join(t.Names(), ", "))
	}
	e := &t[i]
	v := &values{text: make(map[string]string), given: make(map[string]bool)}
	for _, p := range e.Params {
		v.text[p.Name] = p.Default
	}
	if !more {
		return e, v, nil
	}
	for _, setting := range strings.Split(rest, ",") {
		key, value, ok := strings.Cut(setting, "=")
		at := slices.IndexFunc(e.Params, func(p Param) bool { return p.Name == key })
		switch {
		case !ok:
			return nil, nil, fmt.Errorf("player %s: %q: want PARAMETER=VALUE", name, setting)
		case at < 0 && len(e.Params) == 0:
			return nil, nil, fmt.Errorf("player %s: it has no parameters", name)
		case at < 0:
			names := make([]string, len(e.Params))
			for i, p := range e.Params {
				names[i] = p.Name
			}
			return nil, nil, fmt.Errorf("player %s: unknown parameter %q%s: use one of %s", name, key, nearest.Hint(key, names), strings.Join(names, ", "))
		}
		if c := e.Params[at].Choices; c != nil && !slices.Contains(c, value) {
			return nil, nil, fmt.Errorf("player %s: %s=%s%s: use one of %s", name, key, value, nearest.Hint(value, c), strings.Join(c, ", "))
		}
		v.text[key], v.given[key] = value, true
	}
	return e, v, nil
}

// values are the parameters of a player as text, read by their types. The first
// mistake is kept.
type values struct {
	text  map[string]string
	given map[string]bool // what does not have its default
	err   error
}

// imply gives a parameter another default.
func (v *values) imply(name, value string) {
	if !v.given[name] {
		v.text[name] = value
	}
}

func (v *values) fail(err error) {
	if v.err == nil {
		v.err = err
	}
}

// choice returns a value that Param.Choices has checked.
func (v *values) choice(name string) string { return v.text[name] }

func (v *values) bool(name string) bool { return v.text[name] == "true" }

func (v *values) int(name string) int {
	n, err := strconv.ParseInt(v.text[name], 10, 32)
	if err != nil || n < 0 {
		v.fail(fmt.Errorf("%s=%s: want a whole number, not negative", name, v.text[name]))
	}
	return int(n)
}

func (v *values) float(name string) float64 {
	x, err := strconv.ParseFloat(v.text[name], 64)
	if err != nil {
		v.fail(fmt.Errorf("%s=%s: want a number", name, v.text[name]))
	}
	return x
}
