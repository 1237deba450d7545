package andor

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/internal/nearest"
)

// Algorithm is an algorithm by name: a base with prefixes before it, letters and a hyphen.
type Algorithm struct {
	Name string
	Doc  string // one line
	base string // the engine
	prefixes
}

// prefixes are the letters before the name of a base algorithm.
type prefixes struct {
	greedy       bool // g: a disproved refused child disproves its grandparent (Theorem 2)
	legalFirst   bool // l: children in which the attempt was legal come first
	refusedFirst bool // x: the child in which the attempt was refused comes first
	early        bool // e: a belief is no further built after its first failing state
}

// letters are the prefixes in the order in which names have them.
const letters = "glxe"

// prefixDocs say what each letter means.
var prefixDocs = map[rune]string{
	'g': "greedy",
	'l': "legal children first",
	'x': "refused children first",
	'e': "with early termination",
}

// base is an algorithm before its prefixes.
type base struct {
	name, doc string
	engine    string
	fixed     prefixes        // what it has in any case
	takes     string          // the letters that go with it
	why       map[rune]string // why others do not
}

// Why prefixes do not go with a base.
const (
	oneByOne  = "it looks at one state at a time, and so ends at the first that fails in any case"
	byNumbers = "the order is that of its numbers, which know how much depth is left after a move and after a refusal"
	bestOwn   = "it orders what it tries by what it has learned"
	bestHas   = "it has that in any case"
)

// bases are the algorithms without prefixes, best first, then those of the paper, then ours.
var bases = []base{
	{
		name: "best", doc: "greedy, with a table of beliefs, subsumption, the open game as a bound, ordering", engine: "best",
		why: map[rune]string{'g': bestHas, 'l': bestOwn, 'x': bestOwn, 'e': bestHas},
	},
	{name: "dfs", doc: "depth-first search", engine: "dfs", takes: "glxe"},
	{name: "pns", doc: "proof-number search", engine: "pns", takes: "glxe"},
	{
		name: "udb", doc: "uncertainty, then depth, then breadth", engine: "dfs", fixed: prefixes{early: true}, takes: "glx",
		why: map[rune]string{'e': "udb is e-dfs by another name"},
	},
	{name: "dub", doc: "depth, then uncertainty, then breadth", engine: "dub", takes: "glx", why: map[rune]string{'e': oneByOne}},
	{name: "dbu", doc: "depth, then breadth, then uncertainty", engine: "dbu", takes: "glx", why: map[rune]string{'e': oneByOne}},
	{name: "ipns", doc: "proof-number search over single states", engine: "ipns", takes: "glx", why: map[rune]string{'e': oneByOne}},
	{
		name: "d-ipns", doc: "proof-number search over single states, aware of the depth limit", engine: "d-ipns", takes: "g",
		why: map[rune]string{'l': byNumbers, 'x': byNumbers, 'e': oneByOne},
	},
	{
		name: "df-ipns", doc: "the same as d-ipns, depth-first, forgetting rather than exceeding its memory", engine: "df-ipns", takes: "g",
		why: map[rune]string{'l': byNumbers, 'x': byNumbers, 'e': oneByOne},
	},
}

// with returns the algorithm with prefixes, given in any order, or why they do not go with
// the base.
func (b *base) with(given string) (Algorithm, error) {
	a := Algorithm{Name: b.name, Doc: b.doc, base: b.engine, prefixes: b.fixed}
	for i, l := range given {
		switch {
		case strings.ContainsRune(given[:i], l):
			return a, fmt.Errorf("the prefix %c is there twice", l)
		case !strings.ContainsRune(b.takes, l):
			return a, fmt.Errorf("the prefix %c (%s) does not go with %s: %s", l, prefixDocs[l], b.name, b.why[l])
		}
	}
	if strings.ContainsRune(given, 'l') && strings.ContainsRune(given, 'x') {
		return a, fmt.Errorf("the prefixes l (%s) and x (%s) do not go together", prefixDocs['l'], prefixDocs['x'])
	}
	ordered := ""
	for _, l := range letters {
		if !strings.ContainsRune(given, l) {
			continue
		}
		ordered += string(l)
		a.Doc += ", " + prefixDocs[l]
		switch l {
		case 'g':
			a.greedy = true
		case 'l':
			a.legalFirst = true
		case 'x':
			a.refusedFirst = true
		case 'e':
			a.early = true
		}
	}
	if ordered != "" {
		a.Name = ordered + "-" + b.name
	}
	return a, nil
}

// names are those of [Algorithms]: best, those that the paper names, and ours.
var names = []string{
	"best", "dfs", "l-dfs", "e-dfs", "le-dfs", "g-dfs", "gl-dfs", "gx-dfs", "pns", "l-pns",
	"udb", "l-udb", "dub", "l-dub", "dbu", "l-dbu", "gl-dbu", "ipns", "d-ipns", "df-ipns",
}

// Algorithms returns the algorithms that are compared: best first, then those that the
// paper names, then ours. Further ones are [Combinations] of the same parts.
func Algorithms() []Algorithm {
	var list []Algorithm
	for _, name := range names {
		a, err := ParseAlgorithm(name)
		if err != nil {
			panic(err)
		}
		list = append(list, a)
	}
	return list
}

// Names returns the names of the algorithms, in the order of [Algorithms].
func Names() []string { return slices.Clone(names) }

// Combinations returns every algorithm that [ParseAlgorithm] knows, each once: all bases
// with all prefixes that go with them.
func Combinations() []Algorithm {
	var list []Algorithm
	for i := range bases {
		for set := range 1 << len(letters) {
			given := ""
			for k, l := range letters {
				if set>>k&1 != 0 {
					given += string(l)
				}
			}
			if a, err := bases[i].with(given); err == nil {
				list = append(list, a)
			}
		}
	}
	return list
}

// Composition says in words which prefixes go with which base; those without any are left
// out.
func Composition() string {
	var list []string
	for _, b := range bases {
		if b.takes != "" {
			list = append(list, b.name+" ("+strings.Join(strings.Split(b.takes, ""), ", ")+")")
		}
	}
	return strings.Join(list, ", ")
}

// ParseAlgorithm returns the algorithm of a name, best for "". A name is one of a base, with
// the letters of its prefixes and a hyphen before it, in any order: g greedy, l legal
// children first or x refused children first, e early termination. The error says which
// prefix does not go with which base and why, or what there is.
func ParseAlgorithm(name string) (Algorithm, error) {
	if name == "" {
		name = "best"
	}
	for i := range bases {
		b := &bases[i]
		given, ok := strings.CutSuffix(name, b.name)
		given, hyphen := strings.CutSuffix(given, "-")
		if !ok || hyphen != (given != "") || strings.Trim(given, letters) != "" {
			continue
		}
		a, err := b.with(given)
		if err != nil {
			err = fmt.Errorf("algorithm %q: %w; what goes with each: %s", name, err, Composition())
		}
		return a, err
	}
	hint := nearest.Hint(name, names)
	if lower := strings.ToLower(name); lower != name {
		if _, err := ParseAlgorithm(lower); err == nil {
			hint = fmt.Sprintf(" (did you mean %q?)", lower)
		}
	}
	return Algorithm{}, fmt.Errorf("unknown algorithm %q%s: use one of %s; or other prefixes (g greedy, l legal or x refused children first, e early termination) with a hyphen before one that takes them: %s",
		name, hint, strings.Join(names, ", "), Composition())
}
