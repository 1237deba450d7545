// Package studies reproduces the tables and figures of the papers, and sets our result
// beside the paper's number.
//
// A study is an entry of [All] and a folder of its own name. [Study.Run] measures, in a
// [Bench] that knows the size, the seed and the workers, and writes a page: tables,
// figures, and in words what agrees and what does not. The folder holds the plans of the
// games, one for each size, and under results what one run gave.
//
// ADD AN EXPERIMENT:
//
//  1. make a folder studies/NAME; if games are played, put quick.json, default.json and
//     full.json in it (see experiment.Read; the first seed in them is that of the study);
//  2. write a file NAME.go here with a function like tableOne: it calls [Bench.Play] for
//     the games of the plan or [Do] for other work, and writes to the [Page];
//  3. add a line to All, which names other work;
//  4. run it: blindsight reproduce NAME --out studies/NAME/results.
package studies

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"blindsight/experiment"
	"blindsight/internal/nearest"
)

// Study is one experiment.
type Study struct {
	Name string
	Doc  string // one line: what it reproduces
	// Seed is the default seed.
	Seed uint64
	// Pieces is what it does besides games, which workers elsewhere cannot do; "" for games
	// alone.
	Pieces string
	// run measures and writes the page. When the context ends it returns the context's
	// error; games and other pieces that were finished are kept.
	run func(ctx context.Context, b *Bench, p *Page) error
}

// All lists the studies. It is a plain table, see ADD AN EXPERIMENT above.
var All = []Study{
	{"mines-table-1", "paper A, Table I: score against thinking time on 4x4/6 gnomine", 1, "", tableOne},
	{"mines-table-2", "paper A, Table II and Fig. 3: rejection against the fast version on 7x7/11 gnomine", 1, "", tableTwo},
	{"mines-fig-2", "paper A, Fig. 2: three positions with their exact values, and how often players open a best cell", 1, "decisions", figTwo},
	{"mines-bssuct", "paper B, Table 2: win rates of BSSUCT and CSP-PGMS, the paper's and ours, beside the exact optimum", 1, "walks", bssuct},
	{"mines-first-move", "paper B, 5.1 and 4.2: the best first cell on 5x5/15 gnomine and 3x3/7 windows", 1, "decisions and walks", firstMove},
	{"mines-convergence", "ours: win rate against thinking time, all players on three boards", 1, "", convergence},
	{"mines-strength", "ours: win rate and processor time of the players on the usual boards, beside the published records", 2000, "walks", mineStrength},
	{"mines-parts", "ours: what each part of strong is worth, what simulations add, and how far it is from the optimum", 1, "games", mineParts},
	{"kriegspiel-solvers", "paper C, the figure: fraction of mate problems solved against time, for every algorithm", 1, "searches", solvers},
	{"kriegspiel-interleave", "paper C, section 7: estimation and search interleaved, against one after the other", 1, "searches", interleave},
	{"kriegspiel-sampled", "paper C, future work: search on a sample of the belief, and how many of the mates it finds are false", 1, "samples", sampled},
	{"kriegspiel-ablation", "ours: what each part of the algorithm best is worth", 1, "searches", ablation},
	{"kriegspiel-strength", "ours: the Kriegspiel player foresight against a ladder of frozen players, what time and each of its parts is worth", 9100, "", kriegspielStrength},
	{"equilibria", "ours: exploitability, exactly, of cfr and of uct, beside uniform play's, in small pokers and dark hex", 1, "walks", equilibria},
	{"pomdp-values", "ours: the best return of POMDPs from both sides, beside the reference solver's bounds, and online search beside published means", 1, "searches", pomdpValues},
}

// Find returns a study by name, or an error that lists the names.
func Find(name string) (*Study, error) {
	i := slices.IndexFunc(All, func(s Study) bool { return s.Name == name })
	if i < 0 {
		var names []string
		for _, s := range All {
			names = append(names, s.Name)
		}
		return nil, fmt.Errorf("unknown study %q%s: use one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
	}
	return &All[i], nil
}

// Size is how much a study does.
type Size string

// The sizes: about a minute, some minutes, and what the paper did, on two cores.
const (
	Quick  Size = "quick"
	Middle Size = "default"
	Full   Size = "full"
)

// amount returns how much of something a study does: what the bench was given for it, by its type, else what its size says.
func amount[T any](b *Bench, quick, middle, full T) T {
	for _, x := range b.given {
		if given, ok := x.(T); ok {
			return given
		}
	}
	return pick(b.Size, quick, middle, full)
}

// pick returns the value for a size.
func pick[T any](s Size, quick, middle, full T) T {
	switch s {
	case Quick:
		return quick
	case Full:
		return full
	case Middle:
		return middle
	}
	panic("studies: unknown size " + string(s))
}

//go:embed */*.json
var plans embed.FS

// Plays tells whether games of a plan are part of the study: these can be played on other
// machines.
func (s *Study) Plays() bool {
	_, err := plans.Open(s.Name + "/" + string(Quick) + ".json")
	return err == nil
}

// Plan returns the plan of a study for a size and a seed. The file names the study's own
// seed, so that 'experiment run' with the file plays the games of the study; where a plan
// has several seeds, all move by as much as the one given differs from the study's own.
func (s *Study) Plan(size Size, seed uint64) (*experiment.Plan, error) {
	name := s.Name + "/" + string(size) + ".json"
	f, err := plans.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := experiment.Read(f, name)
	if err != nil {
		return nil, err
	}
	for i := range p.Groups {
		p.Groups[i].Seed += seed - s.Seed // modulo 2^64
	}
	for i := range p.Cells {
		p.Cells[i].Seed += seed - s.Seed
	}
	return p, nil
}
