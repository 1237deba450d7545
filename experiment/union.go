package experiment

import (
	"fmt"
	"slices"
	"strings"
)

// key is what makes a cell the one it is: all but its number of games and its place.
func (c *Cell) key() Cell {
	k := *c
	k.Index, k.Games = 0, 0
	return k
}

// Places returns where the cells of another plan are in this one: the index for each, -1
// for a cell that is not there.
func (p *Plan) Places(q *Plan) []int {
	at := make(map[Cell]int, len(p.Cells))
	for i := range p.Cells {
		at[p.Cells[i].key()] = i
	}
	places := make([]int, len(q.Cells))
	for i := range q.Cells {
		places[i] = -1
		if n, ok := at[q.Cells[i].key()]; ok {
			places[i] = n
		}
	}
	return places
}

// Union returns what two plans ask for together: the cells of p, which keep their places,
// then those that only q has; a cell of both has the greater number of games. The name is
// that of p. If q asks for nothing that p does not, it returns p itself.
//
// It returns an error, which says what to do, where q is no extension of p: of another game,
// or with other seeds on a setting of p, whose boards could not be compared with those that
// are there.
func (p *Plan) Union(q *Plan) (*Plan, error) {
	if p.Game != q.Game {
		return nil, fmt.Errorf("it holds games of %s, the plan asks for %s", p.Game, q.Game)
	}
	if err := p.sharesSeeds(q); err != nil {
		return nil, err
	}
	cells := slices.Clone(p.Cells)
	changed := false
	for i, place := range p.Places(q) {
		if place >= 0 && q.Cells[i].Games > cells[place].Games {
			cells[place].Games, changed = q.Cells[i].Games, true
		}
	}
	u := &Plan{Name: p.Name, Game: p.Game}
	first := 0
	for i := range p.Groups {
		size := p.Groups[i].size()
		u.Groups = append(u.Groups, p.Groups[i].with(cells[first:first+size])...)
		first += size
	}
	places := p.Places(q)
	first = 0
	for i := range q.Groups {
		var fresh []Cell
		size := q.Groups[i].size()
		for k := first; k < first+size; k++ {
			if places[k] < 0 {
				fresh = append(fresh, q.Cells[k])
				changed = true
			}
		}
		u.Groups = append(u.Groups, groups(fresh)...)
		first += size
	}
	if !changed {
		return p, nil
	}
	for i := range u.Groups {
		for c := range u.Groups[i].cells() {
			c.Index = len(u.Cells)
			u.Cells = append(u.Cells, c)
		}
	}
	if len(u.Cells) > MaxCells {
		return nil, fmt.Errorf("with the plan it would hold %d cells, more than %d", len(u.Cells), MaxCells)
	}
	return u, nil
}

// sharesSeeds returns an error if the plans have a setting in common, but on it no seed.
func (p *Plan) sharesSeeds(q *Plan) error {
	for _, setting := range q.settings() {
		ours, theirs := p.seeds(setting), q.seeds(setting)
		if len(ours) > 0 && !slices.ContainsFunc(ours, func(s uint64) bool { return slices.Contains(theirs, s) }) {
			return fmt.Errorf("it holds %s with %s, the plan asks for %s: boards of other seeds cannot be compared with those that are there; write %[2]s into the plan",
				setting.Name, seedNames(ours), seedNames(theirs))
		}
	}
	return nil
}

func seedNames(seeds []uint64) string {
	text := strings.Trim(fmt.Sprint(seeds), "[]")
	if len(seeds) == 1 {
		return "seed " + text
	}
	return "the seeds " + strings.ReplaceAll(text, " ", ", ")
}

// settings lists the settings of a plan, each once.
func (p *Plan) settings() []Setting {
	var list []Setting
	seen := make(map[Setting]bool)
	for i := range p.Groups {
		for _, s := range p.Groups[i].Settings {
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// seeds lists the seeds with which a setting is played, each once.
func (p *Plan) seeds(s Setting) []uint64 {
	var list []uint64
	for i := range p.Groups {
		if g := &p.Groups[i]; slices.Contains(g.Settings, s) && !slices.Contains(list, g.Seed) {
			list = append(list, g.Seed)
		}
	}
	return list
}

// with returns groups that expand to the cells of this one, of which some may have more games.
func (g *Group) with(cells []Cell) []Group {
	other := func(c Cell) bool { return c.Games != cells[0].Games }
	if g.Mutual && !slices.ContainsFunc(cells, other) {
		grown := *g
		grown.Games = cells[0].Games
		return []Group{grown}
	}
	return groups(cells)
}

// size returns how many cells a group has.
func (g *Group) size() int { return len(g.Settings) * len(g.meetings()) * len(g.Budgets) }

// groups returns groups that expand to the given cells, in their order, which must be that of
// one group from which some were left out: one group if they are all combinations of
// something, otherwise one for each setting and player, or two players who meet.
func groups(cells []Cell) []Group {
	if len(cells) == 0 {
		return nil
	}
	g := Group{Games: cells[0].Games, Seed: cells[0].Seed}
	for i := range cells {
		g.Settings = appendOnce(g.Settings, cells[i].Setting)
		g.Players = appendOnce(g.Players, cells[i].Player)
		if cells[i].Opponent != "" {
			g.Opponents = appendOnce(g.Opponents, cells[i].Opponent)
		}
		g.Budgets = appendOnce(g.Budgets, cells[i].Budget)
	}
	if g.size() == len(cells) {
		next := 0
		for c := range g.cells() {
			if c.Games != cells[next].Games || c.key() != cells[next].key() {
				break
			}
			next++
		}
		if next == len(cells) {
			return []Group{g}
		}
	}
	var parts []Group
	for first := 0; first < len(cells); {
		c := &cells[first]
		part := Group{Settings: []Setting{c.Setting}, Players: []string{c.Player}, Games: c.Games, Seed: c.Seed}
		if c.Opponent != "" {
			part.Opponents = []string{c.Opponent}
		}
		for ; first < len(cells); first++ {
			if d := &cells[first]; d.Setting != c.Setting || d.Player != c.Player || d.Opponent != c.Opponent || d.Games != c.Games {
				break
			}
			part.Budgets = append(part.Budgets, cells[first].Budget)
		}
		parts = append(parts, part)
	}
	return parts
}

func appendOnce[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
