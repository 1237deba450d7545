package web

import (
	"slices"
	"strconv"

	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/problemset"
)

type problemSetJSON struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Source string   `json:"source"`
	Count  int      `json:"count"`
	Rules  []string `json:"rules"`
}

// listedProblemJSON is a problem of a set.
type listedProblemJSON struct {
	Set     string              `json:"set"`
	Number  int                 `json:"number"`
	ID      string              `json:"id"`
	Side    string              `json:"side"`
	Moves   int                 `json:"moves"`
	Rules   []string            `json:"rules"`
	NoMate  []string            `json:"no_mate"`
	Size    int                 `json:"size"`
	FEN     string              `json:"fen"`
	Known   bool                `json:"known"`
	Before  int                 `json:"before,omitempty"`
	Next    int                 `json:"next,omitempty"`
	Belief  []string            `json:"belief,omitempty"`
	Key     string              `json:"key,omitempty"`
	Answers map[string][]string `json:"answers"`
}

func (s *Service) getProblemSets(*call) (int, any, error) {
	sets := []problemSetJSON{}
	for _, set := range s.problems {
		list, err := set.Problems()
		if err != nil {
			return 0, nil, err
		}
		j := problemSetJSON{set.Name, set.Title, set.Source, len(list), []string{}}
		for _, name := range kriegspiel.Names() {
			if slices.ContainsFunc(list, func(p problemset.Problem) bool { return slices.Contains(mateRules(&p), name) }) {
				j.Rules = append(j.Rules, name)
			}
		}
		sets = append(sets, j)
	}
	return statusOK, struct {
		Sets []problemSetJSON `json:"sets"`
	}{sets}, nil
}

// mateRules returns the names of the rule sets under which a problem is a mate. The first
// is the one to open it with: english, for which such problems are composed, where it is one.
func mateRules(p *problemset.Problem) []string {
	names := []string{}
	for _, a := range p.Answers {
		switch {
		case len(a.First) == 0:
		case a.Rules.Name == "english":
			names = slices.Insert(names, 0, a.Rules.Name)
		default:
			names = append(names, a.Rules.Name)
		}
	}
	return names
}

// noMateRules returns the names of the rule sets under which it is known to be no mate.
func noMateRules(p *problemset.Problem) []string {
	names := []string{}
	for _, a := range p.Answers {
		if len(a.First) == 0 {
			names = append(names, a.Rules.Name)
		}
	}
	return names
}

// problemFilter says which problems of a set are meant: all, unless a number of moves or a
// rule set under which they are mates is given.
type problemFilter struct {
	moves int
	rules string
}

func readFilter(r *call) (f problemFilter, err error) {
	if f.moves, err = queryNumber(r, "moves", 0, kriegspiel.MaxDepth); err != nil {
		return f, err
	}
	if f.rules = r.query.Get("rules"); f.rules != "" {
		_, err = kriegspiel.ParseRules(f.rules)
	}
	return f, bad(err)
}

func (f problemFilter) has(p *problemset.Problem) bool {
	return (f.moves == 0 || p.Moves == f.moves) && (f.rules == "" || slices.Contains(mateRules(p), f.rules))
}

func (s *Service) getProblems(r *call) (int, any, error) {
	set, err := problemset.Find(s.problems, r.PathValue("set"))
	if err != nil {
		return 0, nil, &wrong{statusNotFound, err}
	}
	list, err := set.Problems()
	if err != nil {
		return 0, nil, err
	}
	offset, err := queryNumber(r, "offset", 0, 1<<30)
	if err != nil {
		return 0, nil, err
	}
	limit, err := queryNumber(r, "limit", 50, 200)
	if err != nil {
		return 0, nil, err
	}
	filter, err := readFilter(r)
	if err != nil {
		return 0, nil, err
	}
	total, found := 0, []*listedProblemJSON{}
	for i := range list {
		if !filter.has(&list[i]) {
			continue
		}
		if total >= offset && len(found) < limit {
			found = append(found, listed(set, &list[i], i+1))
		}
		total++
	}
	return statusOK, struct {
		Total    int                  `json:"total"`
		Problems []*listedProblemJSON `json:"problems"`
	}{total, found}, nil
}

func listed(set *problemset.Set, p *problemset.Problem, number int) *listedProblemJSON {
	own := p.Belief[0].Only(p.Belief[0].Side())
	written := func(text string) string { // as people write it
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			return text
		}
		return attemptName(a, &own)
	}
	j := &listedProblemJSON{
		Set: set.Name, Number: number, ID: p.ID, Side: p.Belief[0].Side().String(), Moves: p.Moves, Rules: mateRules(p), NoMate: noMateRules(p),
		Size: len(p.Belief), FEN: certainMen(p.Belief, p.Belief[0].Side()).FEN(), Known: len(p.Belief) == 1, Answers: map[string][]string{},
	}
	if p.Key != "" {
		j.Key = written(p.Key)
	}
	for _, a := range p.Answers {
		list := []string{}
		for _, first := range a.First {
			list = append(list, written(first))
		}
		j.Answers[a.Rules.Name] = list
	}
	return j
}

func (s *Service) getProblem(r *call) (int, any, error) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil {
		return 0, nil, refuse(statusNotFound, "problem %q: want a number from 1", r.PathValue("number"))
	}
	set, p, err := s.problems.problem(r.PathValue("set"), number)
	if err != nil {
		return 0, nil, err
	}
	filter, err := readFilter(r)
	if err != nil {
		return 0, nil, err
	}
	j := listed(set, p, number)
	j.Belief = fens(p.Belief, len(p.Belief))
	list, err := set.Problems()
	if err != nil {
		return 0, nil, err
	}
	for n := number - 1; n >= 1 && j.Before == 0; n-- {
		if filter.has(&list[n-1]) {
			j.Before = n
		}
	}
	for n := number + 1; n <= len(list) && j.Next == 0; n++ {
		if filter.has(&list[n-1]) {
			j.Next = n
		}
	}
	return statusOK, j, nil
}
