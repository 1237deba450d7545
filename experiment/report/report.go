// Package report sums up the record of an experiment, finished or not: rates with
// intervals, means, and the comparison of players that met the same boards; as tables, as
// text for programs, and as figures.
package report

import (
	"slices"

	"blindsight/experiment"
	"blindsight/experiment/store"
	"blindsight/experiment/summary"
	"blindsight/internal/interval"
)

// Report is what a record holds. Keys of its JSON that begin with "seconds" or "cpu"
// depend on the machine; everything else depends on the games alone.
type Report struct {
	Plan     string `json:"plan"`
	Game     string `json:"game"`
	Version  string `json:"version"`
	Finished bool   `json:"finished"`
	Games    int    `json:"games"`
	Planned  int    `json:"planned"`
	Cells    []Cell `json:"cells"`
	Pairs    []Pair `json:"pairs"`
	// Comparisons is how many of the pairs have games: for so many p-values are corrected.
	Comparisons int `json:"comparisons"`
	// Where two sides play there are meetings and cross tables instead of cells and pairs.
	Meetings []Meeting `json:"meetings,omitempty"`
	Crosses  []Cross   `json:"crosses,omitempty"`
	// Where one side plays alone and no game is won or lost, there are returns and their
	// differences instead.
	Returns     []Return     `json:"returns,omitempty"`
	Differences []Difference `json:"differences,omitempty"`
	// Forfeits are games that ended for a reason that is not of the rules.
	Forfeits []Forfeits `json:"forfeits,omitempty"`
}

// Cell is the sum of the games of a cell.
type Cell struct {
	Cell    int    `json:"cell"`
	Setting string `json:"setting"`
	Player  string `json:"player"`
	Budget  string `json:"budget"`
	Seed    uint64 `json:"seed"`
	Games   int    `json:"games"`
	Planned int    `json:"planned"`
	Wins    int    `json:"wins"`
	Draws   int    `json:"draws"`
	summary.Rate
	summary.Scored
	summary.Cost
	Health summary.Health `json:"health"`
}

// Pair compares two cells on the boards that both have played, by McNemar's test and a paired
// interval: A minus B.
type Pair struct {
	Setting string `json:"setting"`
	Seed    uint64 `json:"seed"`
	A       string `json:"a"`
	B       string `json:"b"`
	CellA   int    `json:"cell_a"`
	CellB   int    `json:"cell_b"`
	summary.Paired
	PHolm     float64    `json:"p_holm"` // P, corrected for all comparisons of the report
	Score     float64    `json:"score_difference"`
	ScoreCI95 [2]float64 `json:"score_difference_ci95"`
}

// Options says what a report holds.
type Options struct {
	// Baseline, unless empty, compares every player with this one only.
	Baseline string
	// Anchor, unless empty, is the player whose rating in cross tables is 0.
	Anchor string
	// Alone leaves the comparisons away: [Compare] makes single ones.
	Alone bool
}

// Make sums a record up. It reads every cell once, and again for each comparison.
func Make(s *store.Store, o Options) (*Report, error) {
	info := s.Info()
	r := &Report{
		Plan: info.Plan.Name, Game: info.Plan.Game, Version: info.Version, Planned: info.Plan.Games(),
		Cells: []Cell{}, Pairs: []Pair{},
	}
	tallies, err := s.Tallies()
	if err != nil {
		return nil, err
	}
	for i := range info.Plan.Cells {
		t := &tallies[i]
		r.Games += t.Played()
		switch {
		case info.Plan.Paired():
			m, err := s.Meeting(i)
			if err != nil {
				return nil, err
			}
			counted, games, err := s.Measures(i)
			if err != nil {
				return nil, err
			}
			met := meet(info.Plan, i, t, m)
			met.count(counted, games)
			r.Meetings = append(r.Meetings, met)
		case info.Plan.Alone():
			r.Returns = append(r.Returns, sumReturns(info.Plan, i, t))
		default:
			r.Cells = append(r.Cells, sum(&info.Plan.Cells[i], t))
		}
		if err := r.readForfeits(s, i); err != nil {
			return nil, err
		}
	}
	r.Finished = r.Games == r.Planned
	r.cross(o.Anchor)
	if o.Alone || info.Plan.Paired() {
		return r, nil
	}
	for _, p := range pairs(info.Plan.Cells, o) {
		t, err := s.Pair(p.a.Index, p.b.Index)
		if err != nil {
			return nil, err
		}
		if info.Plan.Alone() {
			r.Differences = append(r.Differences, difference(info.Plan, p, t))
		} else {
			r.Pairs = append(r.Pairs, compare(p, t))
		}
	}
	r.correct()
	return r, nil
}

// correct corrects the p-values for their number, by Holm's method. Comparisons without a
// game are no tests.
func (r *Report) correct() {
	var tests []int
	var p []float64
	for i := range r.Pairs {
		if r.Pairs[i].Games > 0 {
			tests, p = append(tests, i), append(p, r.Pairs[i].P)
		}
	}
	for k, corrected := range interval.Holm(p) {
		r.Pairs[tests[k]].PHolm = corrected
	}
	r.Comparisons = len(tests)
}

// Compare compares two cells of a record on the boards that both have played. They must
// be of the same setting and seed, or it compares different boards.
func Compare(s *store.Store, a, b int) (Pair, error) {
	t, err := s.Pair(a, b)
	cells := s.Info().Plan.Cells
	return compare(named(&cells[a], &cells[b]), t), err
}

func sum(c *experiment.Cell, t *summary.Games) Cell {
	return Cell{
		Cell: c.Index, Setting: c.Setting.Name, Player: c.Player, Budget: c.Budget.String(), Seed: c.Seed,
		Games: t.Played(), Planned: c.Games, Wins: t.Won, Draws: t.Drawn,
		Rate: t.Rate(), Scored: t.Score(), Cost: t.Cost(), Health: summary.HealthOf(t.Health),
	}
}

// pair is two cells that play the same boards.
type pair struct {
	a, b *experiment.Cell
	// nameA and nameB are the players, with their budgets where these are not the same.
	nameA, nameB string
}

// pairs lists the cells that can be compared: of the same setting and seed.
func pairs(cells []experiment.Cell, o Options) []pair {
	type boards struct {
		setting experiment.Setting
		seed    uint64
	}
	groups := make(map[boards][]*experiment.Cell)
	var order []boards
	for i := range cells {
		k := boards{cells[i].Setting, cells[i].Seed}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], &cells[i])
	}
	var all []pair
	for _, k := range order {
		group := groups[k]
		for i, a := range group {
			for _, b := range group[i+1:] {
				if o.Baseline != "" {
					if (a.Player == o.Baseline) == (b.Player == o.Baseline) {
						continue
					}
					if a.Player == o.Baseline {
						all = append(all, named(b, a))
						continue
					}
				}
				all = append(all, named(a, b))
			}
		}
	}
	return all
}

func named(a, b *experiment.Cell) pair {
	p := pair{a, b, a.Player, b.Player}
	if a.Budget != b.Budget {
		p.nameA += " (" + a.Budget.String() + ")"
		p.nameB += " (" + b.Budget.String() + ")"
	}
	return p
}

func compare(p pair, t store.PairTally) Pair {
	r := Pair{
		Setting: p.a.Setting.Name, Seed: p.a.Seed, A: p.nameA, B: p.nameB, CellA: p.a.Index, CellB: p.b.Index,
		Paired: summary.PairedOf(t.Wins),
	}
	r.PHolm = r.P // of one test alone
	r.Score, r.ScoreCI95[0], r.ScoreCI95[1] = t.Score.Difference95(1)
	return r
}

// Players lists the players of a report, each once, in order.
func (r *Report) Players() []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, c := range r.Cells {
		add(c.Player)
	}
	for _, c := range r.Returns {
		add(c.Player)
	}
	for i := range r.Meetings {
		add(r.Meetings[i].Player)
		add(r.Meetings[i].Opponent)
	}
	return names
}
