package mateplan_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"blindsight"
	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// problems returns the published problems under all rule sets.
func problems(t testing.TB) []*kriegspiel.Problem {
	t.Helper()
	text, err := os.ReadFile("../../player/kriegspielers/problemset/published.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list []*kriegspiel.Problem
	for _, line := range strings.Split(string(text), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) < 7 || fields[0] == "id" {
			continue
		}
		pos, err := chess.ParseFEN(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range kriegspiel.All() {
			list = append(list, &kriegspiel.Problem{ID: fields[0], Rules: r, Depth: 3, Belief: []chess.Position{pos}})
		}
	}
	return list
}

// plans returns the problems that are won, with their plans.
func plans(t testing.TB) (won []*kriegspiel.Problem, list []*mateplan.Plan) {
	t.Helper()
	for _, p := range problems(t) {
		s := players.NewSolver(p.Rules, andor.Options{})
		plan, r := players.MatePlan(t.Context(), s, p)
		if r.Verdict == andor.Unknown {
			t.Fatal(r.Err)
		}
		if plan != nil {
			won, list = append(won, p), append(list, plan)
		}
	}
	return won, list
}

// What is written passes the checker, and is read back equal.
func TestPlans(t *testing.T) {
	won, list := plans(t)
	if len(won) < 70 {
		t.Errorf("%d plans, want most of 90 problems", len(won))
	}
	for i, plan := range list {
		if err := mateplan.Check(won[i], plan); err != nil {
			t.Errorf("%s under %s: %v", plan.ID, plan.Rules, err)
		}
		text := write(t, plan)
		var again *mateplan.Plan
		if err := mateplan.Read(strings.NewReader(text), "plans", func(p *mateplan.Plan) error { again = p; return nil }); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := write(t, again); got != text {
			t.Errorf("read back as\n%swritten as\n%s", got, text)
		}
		if err := mateplan.Check(won[i], again); err != nil {
			t.Errorf("%s under %s, read back: %v", plan.ID, plan.Rules, err)
		}
	}
}

func write(t testing.TB, p *mateplan.Plan) string {
	t.Helper()
	var buf bytes.Buffer
	if err := mateplan.Write(&buf, p); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// A plan with one move, percept or branch altered is rejected, unless playing it out in
// every position, reply by reply, shows that it still mates and lists what can be heard.
func TestMutations(t *testing.T) {
	won, list := plans(t)
	rng := rand.New(rand.NewPCG(1, 1))
	rejected, valid, lost := 0, 0, 0
	for n := 0; n < 1000; n++ {
		k := rng.IntN(len(list))
		plan := read(t, write(t, list[k]))
		what := mutate(rng, plan, won[k])
		if what == "" {
			n--
			continue
		}
		err := mateplan.Check(won[k], plan)
		fine := playsOut(won[k], plan)
		mates := true
		for i := range won[k].Belief {
			mates = mates && plan.Mates(&won[k].Belief[i])
		}
		if !mates {
			lost++
		}
		switch {
		case err == nil && !mates:
			t.Errorf("%s under %s does not mate in every position, but is accepted after: %s", plan.ID, plan.Rules, what)
		case err == nil && !fine:
			t.Errorf("%s under %s is accepted after: %s\n%s", plan.ID, plan.Rules, what, write(t, plan))
		case err != nil && fine:
			t.Errorf("%s under %s is valid after: %s, but: %v", plan.ID, plan.Rules, what, err)
		case err == nil:
			valid++
		default:
			rejected++
		}
	}
	t.Logf("%d of 1000 mutations rejected, %d still valid", rejected, valid)
	if lost < 400 {
		t.Errorf("only in %d of 1000 cases a position is not mated", lost)
	}
	if rejected < 800 {
		t.Errorf("only %d of 1000 mutations make a plan invalid", rejected)
	}
}

func read(t testing.TB, text string) *mateplan.Plan {
	t.Helper()
	var plan *mateplan.Plan
	if err := mateplan.Read(strings.NewReader(text), "plan", func(p *mateplan.Plan) error { plan = p; return nil }); err != nil {
		t.Fatal(err)
	}
	return plan
}

// mutate changes one thing in a plan and says what, "" if there was nothing to change.
func mutate(rng *rand.Rand, plan *mateplan.Plan, p *kriegspiel.Problem) string {
	var nodes []*mateplan.Node
	collect(plan.Root, &nodes)
	n := nodes[rng.IntN(len(nodes))]
	percepts := []kriegspiel.Percept{kriegspiel.Silent, kriegspiel.Yes, kriegspiel.No}
	for _, node := range nodes {
		for _, b := range node.Legal {
			percepts = append(percepts, b.Heard)
			for _, r := range b.Replies {
				percepts = append(percepts, r.Heard)
			}
		}
	}
	switch rng.IntN(8) {
	case 0:
		own := p.Belief[0]
		moves := kriegspiel.Attempts(&own, nil)
		old := n.Try
		n.Try = moves[rng.IntN(len(moves))]
		return different("another move", n.Try == old)
	case 1:
		old := n.Try
		n.Try = nodes[rng.IntN(len(nodes))].Try
		return different("a move of another node", n.Try == old)
	case 2:
		if n.Illegal != nil {
			n.Illegal = nil
			return "no plan where it is refused"
		}
		n.Illegal = clone(nodes[rng.IntN(len(nodes))])
		return "a plan where it is never refused"
	case 3:
		if len(n.Legal) > 0 {
			k := rng.IntN(len(n.Legal))
			n.Legal = append(n.Legal[:k:k], n.Legal[k+1:]...)
			return "a branch is left out"
		}
	case 4:
		if len(n.Legal) > 0 {
			b := &n.Legal[rng.IntN(len(n.Legal))]
			old := b.Heard
			b.Heard = percepts[rng.IntN(len(percepts))]
			return different("another percept", b.Heard == old)
		}
	case 5:
		if len(n.Legal) > 0 {
			b := &n.Legal[rng.IntN(len(n.Legal))]
			if k := len(b.Replies); k > 0 {
				r := &b.Replies[rng.IntN(k)]
				old := r.Heard
				r.Heard = percepts[rng.IntN(len(percepts))]
				return different("another percept of a reply", r.Heard == old)
			}
		}
	case 6:
		if len(n.Legal) > 0 {
			b := &n.Legal[rng.IntN(len(n.Legal))]
			if k := len(b.Replies); k > 0 {
				i := rng.IntN(k)
				b.Replies = append(b.Replies[:i:i], b.Replies[i+1:]...)
				return "a reply is left out"
			}
			b.Mate = !b.Mate
			return "mate is said or not"
		}
	default:
		if plan.Depth > 1 {
			plan.Depth -= 2
			return "a smaller depth"
		}
	}
	return ""
}

// clone returns a copy of a node with all below it.
func clone(n *mateplan.Node) *mateplan.Node {
	if n == nil {
		return nil
	}
	c := &mateplan.Node{Try: n.Try, Illegal: clone(n.Illegal)}
	for _, b := range n.Legal {
		d := mateplan.Branch{Heard: b.Heard, Mate: b.Mate, Answer: clone(b.Answer)}
		for _, r := range b.Replies {
			d.Replies = append(d.Replies, mateplan.Reply{Heard: r.Heard, Node: clone(r.Node)})
		}
		c.Legal = append(c.Legal, d)
	}
	return c
}

func different(what string, same bool) string {
	if same {
		return ""
	}
	return what
}

func collect(n *mateplan.Node, list *[]*mateplan.Node) {
	if n == nil {
		return
	}
	*list = append(*list, n)
	collect(n.Illegal, list)
	for _, b := range n.Legal {
		collect(b.Answer, list)
		for _, r := range b.Replies {
			collect(r.Node, list)
		}
	}
}

// playsOut plays a plan in each position on its own, against every reply, and looks that
// everything in it was reached: another way to the checker's answer.
func playsOut(p *kriegspiel.Problem, plan *mateplan.Plan) bool {
	if plan.Depth < 1 || plan.Depth > p.Depth {
		return false
	}
	o := playOut{rules: p.Rules, seen: map[any]bool{}}
	for i := range p.Belief {
		if !o.node(plan.Root, &p.Belief[i], plan.Depth, nil, "") {
			return false
		}
	}
	var nodes []*mateplan.Node
	collect(plan.Root, &nodes)
	for _, n := range nodes {
		if !o.seen[n] {
			return false
		}
		for i := range n.Legal {
			if !o.seen[&n.Legal[i]] {
				return false
			}
		}
	}
	return true
}

// playOut remembers what was reached.
type playOut struct {
	rules *kriegspiel.Rules
	seen  map[any]bool
}

// node plays a node; told is what was said of pawn captures before the turn, "" if nothing was.
func (o *playOut) node(n *mateplan.Node, s *chess.Position, depth int, tried []kriegspiel.Attempt, told string) bool {
	if n == nil || depth < 1 {
		return false
	}
	o.seen[n] = true
	asked, due := false, false
	for i, a := range tried {
		if a == n.Try {
			return false
		}
		if a == kriegspiel.Any {
			asked = true
			due = (i == len(tried)-1 || o.rules.AnswerBinds) && o.rules.Any(s) == kriegspiel.Yes
		}
	}
	own := s.Only(s.Side())
	m := n.Try.Move()
	capture := own.KindAt(m.From()) == chess.Pawn && m.From().File() != m.To().File()
	known := false
	for _, a := range kriegspiel.Attempts(s, nil) {
		known = known || a == n.Try
	}
	barred := asked && o.rules.AnswerBinds && o.rules.Any(s) == kriegspiel.No
	if capture && (barred || told == "no" || o.rules.Name == "rand" && told != "" && !strings.Contains(told, m.To().String())) {
		return false // nonsense
	}
	question := n.Try == kriegspiel.Any
	if question && (asked || o.rules.Tries != kriegspiel.TriesOnRequest || n.Illegal != nil) || !question && (!known || due && !capture) {
		return false
	}
	var to chess.Position
	h, moved := o.rules.Try(s, n.Try, &to)
	after := append(append([]kriegspiel.Attempt(nil), tried...), n.Try)
	if !moved && !question {
		return o.node(n.Illegal, s, depth, after, told)
	}
	for i := range n.Legal {
		b := &n.Legal[i]
		if b.Heard != h {
			continue
		}
		o.seen[b] = true
		if question {
			return b.Answer != nil && !b.Mate && o.node(b.Answer, s, depth, after, told)
		}
		if b.Answer != nil || b.Mate != h.Checkmate() || b.Mate && len(b.Replies) > 0 {
			return false
		}
		return b.Mate || !h.Over() && depth > 2 && o.replies(b, &to, depth)
	}
	return false
}

func (o *playOut) replies(b *mateplan.Branch, s *chess.Position, depth int) bool {
	var to chess.Position
	return o.rules.Replies(s, &to, func(h kriegspiel.Percept) bool {
		for i := range b.Replies {
			if b.Replies[i].Heard == h && !h.Over() {
				next := to
				_, told, _ := strings.Cut(h.String(), "tries:")
				return o.node(b.Replies[i].Node, &next, depth-2, nil, told)
			}
		}
		return false
	})
}

// Plans for other problems, and nonsense, are refused with a reason.
func TestCheckErrors(t *testing.T) {
	won, list := plans(t)
	other := *list[0]
	other.Rules = kriegspiel.MustRules("rand")
	if err := mateplan.Check(won[0], &other); err == nil || !strings.Contains(err.Error(), "rand") {
		t.Errorf("a plan for other rules: %v", err)
	}
	for _, text := range []string{
		"[]", `{"id":"1"}`, `{"id":"1","rules":"berkeley","depth":3,"plan":null}`, `{"rules":"chess"}`,
		`{"id":"1","rules":"berkeley","depth":0,"plan":{}}`, `{"id":"1","rules":"berkeley","depth":3,"plan":{"try":"e2e4"}}`,
		`{"id":"1","rules":"berkeley","depth":3,"plan":{"try":"e2e4","illegal":null,"legal":{"loud":"mate"}}}`,
		`{"id":"1","rules":"berkeley","depth":3,"plan":{"try":"e2e4","illegal":null,"legal":{"silent":"win"}}}`,
		`{"id":"1","rules":"berkeley","depth":3,"plan":{"try":"e2e4","illegal":null`,
	} {
		err := mateplan.Read(strings.NewReader(text), "plans", func(*mateplan.Plan) error { return nil })
		var where *kriegspiel.ReadError
		if !errors.As(err, &where) || where.Line != 1 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// No text makes the reader panic, and what it reads is written and read back equal.
func FuzzReadPlans(f *testing.F) {
	_, list := plans(f)
	for i := 0; i < len(list); i += 7 {
		f.Add(write(f, list[i]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		_ = mateplan.Read(strings.NewReader(text), "plans", func(p *mateplan.Plan) error {
			once := write(t, p)
			if twice := write(t, read(t, once)); once != twice {
				t.Errorf("%q, then %q", once, twice)
			}
			return nil
		})
	})
}

// A check that may look at few positions only gives up, and says so; it never says that
// a good plan is wrong.
func TestCheckWithin(t *testing.T) {
	won, list := plans(t)
	for i, p := range won {
		if err := mateplan.CheckWithin(t.Context(), p, list[i], 1); !errors.Is(err, blindsight.ErrTooMany) {
			t.Errorf("%s: within one position: %v", p.ID, err)
		}
		if err := mateplan.CheckWithin(t.Context(), p, list[i], 1_000_000); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
}
