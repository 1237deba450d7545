// Package problemset holds sets of Kriegspiel problems for people to solve, with what is known
// of their answers: the published ones ([Published], whose table says where they are from), and those that
// others make with [New]. The page and its API show them; a test solves each anew.
package problemset

import (
	"bufio"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/nearest"
)

// Problem is a Kriegspiel problem of a set, with what is known of its solutions.
type Problem struct {
	ID     string
	Moves  int // own moves within which it must be mate
	Belief []chess.Position
	Key    string // the published first move in UCI, "" if there is none
	// Answers has, for each rule set that was decided, winning first attempts as text, as
	// far as they are known; none where there is no guaranteed mate.
	Answers []Answer
}

// Answer is the answer to a problem under a rule set.
type Answer struct {
	Rules *kriegspiel.Rules
	First []string
}

// Under returns the problem as it is asked under a rule set.
func (p *Problem) Under(r *kriegspiel.Rules) *kriegspiel.Problem {
	return &kriegspiel.Problem{ID: p.ID, Rules: r, Side: p.Belief[0].Side(), Depth: 2*p.Moves - 1, Belief: p.Belief}
}

// Set is a collection of problems.
type Set struct {
	Name   string // as in addresses
	Title  string
	Source string
	load   func() ([]Problem, error)
}

// Problems returns the problems of the set, read when they are first asked for. They
// must not be changed.
func (s *Set) Problems() ([]Problem, error) { return s.load() }

//go:embed published.tsv
var published string

// New returns a set whose problems load returns when they are first asked for.
func New(name, title, source string, load func() ([]Problem, error)) *Set {
	return &Set{Name: name, Title: title, Source: source, load: sync.OnceValues(load)}
}

// Published is the set of published problems.
var Published = New("published", "Published two-movers", "G. F. Anderson, Are There Any?, 1958/59",
	func() ([]Problem, error) { return readTable(published, "published.tsv") })

// Find returns one of some sets by name, or an error that lists the names.
func Find(sets []*Set, name string) (*Set, error) {
	var names []string
	for _, s := range sets {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("unknown set of problems %q%s: use one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// readTable reads problems from lines of fields separated by tabs: id, fen, moves,
// published_key, and a rule set a column. Lines that begin with # are comments; the
// first other line names the columns.
func readTable(text, name string) ([]Problem, error) {
	var list []Problem
	var head []string
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		if line := lines.Text(); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		if head == nil {
			head = fields
			if len(head) < 4 || !slices.Equal(head[:4], []string{"id", "fen", "moves", "published_key"}) {
				return nil, fmt.Errorf("%s:%d: want the columns id, fen, moves, published_key and rule sets", name, n)
			}
			continue
		}
		p, err := readRow(head, fields)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		list = append(list, p)
	}
	return list, lines.Err()
}

func readRow(head, fields []string) (p Problem, err error) {
	if len(fields) != len(head) {
		return p, fmt.Errorf("%d fields: want %d", len(fields), len(head))
	}
	at, err := chess.ParseFEN(fields[1])
	if err != nil {
		return p, err
	}
	p = Problem{ID: fields[0], Belief: []chess.Position{at}, Key: fields[3]}
	if p.Moves, err = strconv.Atoi(fields[2]); err != nil || p.Moves < 1 {
		return p, fmt.Errorf("moves %q: want a number from 1", fields[2])
	}
	for i, column := range head[4:] {
		rules, err := kriegspiel.ParseRules(column)
		if err != nil {
			return p, err
		}
		a := Answer{Rules: rules, First: []string{}}
		if answer := fields[4+i]; answer != "none" {
			a.First = strings.Fields(answer)
		}
		p.Answers = append(p.Answers, a)
	}
	return p, nil
}
