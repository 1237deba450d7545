package web

import (
	"net/http"
	"slices"
	"strconv"

	"blindsight/catalog"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/studies"
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
	Size    int                 `json:"size"`
	FEN     string              `json:"fen"`
	Known   bool                `json:"known"`
	Belief  []string            `json:"belief,omitempty"`
	Key     string              `json:"key,omitempty"`
	Answers map[string][]string `json:"answers"`
}

// problemSets are the sets that the page offers.
var problemSets = []*catalog.ProblemSet{catalog.Published, studies.CollectedMates}

func (s *Server) getProblemSets(http.ResponseWriter, *http.Request) (int, any, error) {
	sets := []problemSetJSON{}
	for _, set := range problemSets {
		list, err := set.Problems()
		if err != nil {
			return 0, nil, err
		}
		j := problemSetJSON{set.Name, set.Title, set.Source, len(list), []string{}}
		for _, name := range kriegspiel.Names() {
			if slices.ContainsFunc(list, func(p catalog.Problem) bool { return slices.Contains(rulesOf(&p), name) }) {
				j.Rules = append(j.Rules, name)
			}
		}
		sets = append(sets, j)
	}
	return http.StatusOK, struct {
		Sets []problemSetJSON `json:"sets"`
	}{sets}, nil
}

// rulesOf returns the names of the rule sets for which a problem has an answer.
func rulesOf(p *catalog.Problem) []string {
	names := []string{}
	for _, a := range p.Answers {
		names = append(names, a.Rules.Name)
	}
	return names
}

func (s *Server) getProblems(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	set, err := catalog.FindProblems(problemSets, r.PathValue("set"))
	if err != nil {
		return 0, nil, &wrong{http.StatusNotFound, err}
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
	moves, err := queryNumber(r, "moves", 0, kriegspiel.MaxDepth)
	if err != nil {
		return 0, nil, err
	}
	rules := r.URL.Query().Get("rules")
	if rules != "" {
		if _, err := kriegspiel.ParseRules(rules); err != nil {
			return 0, nil, bad(err)
		}
	}
	total, found := 0, []*listedProblemJSON{}
	for i := range list {
		if moves > 0 && list[i].Moves != moves || rules != "" && !slices.Contains(rulesOf(&list[i]), rules) {
			continue
		}
		if total >= offset && len(found) < limit {
			found = append(found, listed(set, &list[i], i+1))
		}
		total++
	}
	return http.StatusOK, struct {
		Total    int                  `json:"total"`
		Problems []*listedProblemJSON `json:"problems"`
	}{total, found}, nil
}

func listed(set *catalog.ProblemSet, p *catalog.Problem, number int) *listedProblemJSON {
	j := &listedProblemJSON{
		Set: set.Name, Number: number, ID: p.ID, Side: p.Belief[0].Side().String(), Moves: p.Moves, Rules: rulesOf(p),
		Size: len(p.Belief), FEN: shared(p.Belief).FEN(), Known: len(p.Belief) == 1, Key: p.Key, Answers: map[string][]string{},
	}
	for _, a := range p.Answers {
		j.Answers[a.Rules.Name] = a.First
	}
	return j
}

// shared returns the men that are the same in all positions of a belief: the own ones, and
// what is known of the others.
func shared(belief []chess.Position) *chess.Position {
	board := belief[0].Only(belief[0].Side())
	for s := chess.A1; s < chess.NoSquare; s++ {
		color, kind := belief[0].At(s)
		same := func(p chess.Position) bool {
			c, k := p.At(s)
			return c == color && k == kind
		}
		if color != belief[0].Side() && kind != chess.NoKind && !slices.ContainsFunc(belief, func(p chess.Position) bool { return !same(p) }) {
			board.Put(s, color, kind)
		}
	}
	return &board
}

func (s *Server) getProblem(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil {
		return 0, nil, refuse(http.StatusNotFound, "problem %q: want a number from 1", r.PathValue("number"))
	}
	set, p, err := findProblem(r.PathValue("set"), number)
	if err != nil {
		return 0, nil, err
	}
	j := listed(set, p, number)
	j.Belief = fens(p.Belief, len(p.Belief))
	return http.StatusOK, j, nil
}
