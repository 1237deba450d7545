package web

import (
	commandline "flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

var kriegspielSteps = commandline.Int("kriegspiel-steps", 5_000, "how many steps TestWhatIsShownOfProblemsIsTrue takes")

// What is shown of problems is true: through random problems, tries, questions why,
// searches, edits and changes of the rules, every claim of every answer is held against
// brute force. Mates have at most 3 plies. A step is a question to the server.
func TestWhatIsShownOfProblemsIsTrue(t *testing.T) {
	c := newClient(t, Config{})
	c.unchecked = true
	w := &truthWalk{client: c, rng: rand.New(rand.NewPCG(18, 1)), seen: map[string]int{}}
	for w.begin(); w.steps < *kriegspielSteps; {
		switch n := w.rng.IntN(20); {
		case w.turn == nil && n < 12:
			w.takeBack()
		case w.turn == nil || n == 0:
			w.begin()
		case n < 10:
			w.attempt()
		case n < 16:
			w.why()
		case n < 18:
			w.search()
		default:
			w.edit()
		}
	}
	t.Logf("%d steps: %v", w.steps, w.seen)
	for _, what := range []string{
		"mate", "none", "mated", "failed", "wrong", "wins", "idle", "no-mate", "refused", "replies", "obliged", "accepted", "not accepted", "any?",
	} {
		if w.seen[what] < *kriegspielSteps/5000 {
			t.Errorf("%q was seen %d times: the test says little", what, w.seen[what])
		}
	}
}

// truthWalk goes at random through what can be asked about problems.
type truthWalk struct {
	*client
	rng     *rand.Rand
	steps   int
	seen    map[string]int // how often which claim was made
	problem *kriegspiel.Problem
	brute   *brute
	plan    *mateResultJSON // of a problem that may have been edited since

	attempts []string
	past     []*bruteTurn
	turn     *bruteTurn // nil once it is over
	facts    tryFacts
}

func (w *truthWalk) request() problemRequest {
	return problemRequest{Rules: w.problem.Rules.Name, Moves: (w.problem.Depth + 1) / 2, Belief: fens(w.problem.Belief, len(w.problem.Belief))}
}

// hold fails where a claim is false.
func (w *truthWalk) hold(what, falsehood string) {
	w.t.Helper()
	if falsehood != "" {
		w.t.Fatalf("step %d, %s: %s\nproblem %+v\nattempts %v", w.steps, what, falsehood, w.request(), w.attempts)
	}
}

// begin takes a new problem.
func (w *truthWalk) begin() {
	w.set(&kriegspiel.Problem{
		ID: "problem", Rules: w.rules(), Depth: 3 - 2*(w.rng.IntN(4)/3), Belief: w.belief(),
	})
	w.plan = nil
}

// rules returns a rule set, often one with questions, which can go wrong in most ways.
func (w *truthWalk) rules() *kriegspiel.Rules {
	switch w.rng.IntN(6) {
	case 0, 1:
		return kriegspiel.MustRules("english")
	case 2:
		return kriegspiel.MustRules("berkeley-any")
	}
	return kriegspiel.All()[w.rng.IntN(len(kriegspiel.All()))]
}

// set makes a problem the one that is asked about.
func (w *truthWalk) set(p *kriegspiel.Problem) {
	p.Side = p.Belief[0].Side()
	w.problem, w.brute = p, newBrute(p.Rules)
	w.attempts, w.past = nil, nil
	w.turn = &bruteTurn{belief: p.Belief, depth: p.Depth}
	won := w.brute.wins(w.turn)
	w.facts = tryFacts{side: p.Side, belief: p.Belief, won: won, atStart: won, wrong: -1}
	w.holdTry()
}

// holdTry asks how things stand, and holds that against the facts.
func (w *truthWalk) holdTry() {
	w.t.Helper()
	w.facts.turn, w.facts.attempts, w.facts.legal = w.turn, len(w.attempts), nil
	if w.turn != nil {
		w.facts.legal = w.brute.attempts(w.turn)
	}
	w.steps++
	w.hold("try", w.try(w.request(), w.attempts...).falseClaim(&w.facts))
}

// attempt tries something, often what keeps the mate.
func (w *truthWalk) attempt() {
	list := w.brute.attempts(w.turn)
	a := list[w.rng.IntN(len(list))]
	switch last := list[len(list)-1]; {
	case last == kriegspiel.Any && w.rng.IntN(4) == 0:
		a = last
	case w.rng.IntN(2) == 0:
		for _, i := range w.rng.Perm(len(list)) {
			if w.brute.keeps(w.turn, list[i]) {
				a = list[i]
				break
			}
		}
	}
	if a == kriegspiel.Any {
		w.seen["any?"]++
	}
	s := w.try(w.request(), append(slices.Clone(w.attempts), a.String())...)
	w.steps++
	keeps := w.brute.keeps(w.turn, a) || w.facts.won && (!w.turn.due || w.brute.binds()) && a != kriegspiel.Any && !w.legalSomewhere(a)
	w.past = append(w.past, w.turn)
	w.attempts = append(w.attempts, a.String())
	var heard bruteAfter
	found := false
	w.brute.each(w.past[len(w.past)-1], a, func(k bruteAfter, belief []chess.Position, next *bruteTurn) bool {
		if k.heard.String() != s.Answer.Heard || k.replied && s.Transcript[len(s.Transcript)-1].Move.Heard != k.reply.String() {
			return true
		}
		found, heard, w.turn, w.facts.belief = true, k, next, belief
		return false
	})
	if !found {
		w.hold("try", fmt.Sprintf("%+v cannot be heard", s.Answer))
	}
	before := w.facts.won
	w.facts.mated = w.turn == nil && heard.heard.Checkmate()
	w.facts.won = w.facts.mated || w.turn != nil && w.brute.wins(w.turn)
	if !keeps && w.facts.won {
		w.hold("try", fmt.Sprintf("%s gives the mate away, and the referee lets it pass: %+v", a, s.Answer))
	}
	if before && !w.facts.won && w.facts.wrong < 0 {
		w.facts.wrong = len(w.attempts) - 1
		w.seen["wrong"]++
	}
	w.facts.turn, w.facts.attempts, w.facts.legal = w.turn, len(w.attempts), nil
	if w.turn != nil {
		w.facts.legal = w.brute.attempts(w.turn)
	}
	w.seen[s.Status]++
	w.hold("try", s.falseClaim(&w.facts))
}

func (w *truthWalk) legalSomewhere(a kriegspiel.Attempt) bool {
	return slices.ContainsFunc(w.turn.belief, func(p chess.Position) bool { return p.Legal(a.Move()) })
}

// takeBack takes the last attempt back.
func (w *truthWalk) takeBack() {
	n := len(w.past) - 1
	w.turn, w.past, w.attempts = w.past[n], w.past[:n], w.attempts[:n]
	w.facts.belief, w.facts.mated, w.facts.won = w.turn.belief, false, w.brute.wins(w.turn)
	if w.facts.wrong >= n {
		w.facts.wrong = -1
	}
	w.holdTry()
}

// why asks why an attempt does not win.
func (w *truthWalk) why() {
	list := w.brute.attempts(w.turn)
	a := list[w.rng.IntN(len(list))]
	if last := list[len(list)-1]; last == kriegspiel.Any && w.rng.IntN(3) == 0 {
		a = last
	}
	reason := w.client.why(w.request(), append(slices.Clone(w.attempts), a.String())...)
	w.steps++
	w.seen[reason.Result]++
	w.seen[reason.Reason]++
	w.hold("why "+a.String(), reason.falseClaim(w.brute, w.turn, a))
}

// search looks for a mate, and has the plan checked.
func (w *truthWalk) search() {
	var m mateResultJSON
	events := w.stream("POST", "/api/kriegspiel/mate", map[string]any{"problem": w.request()})
	events[len(events)-1].read(w.t, &m)
	w.steps++
	w.seen[m.Result]++
	w.hold("mate", m.falseClaim(w.brute, w.problem))
	if m.Result == "mate" {
		w.plan = &m
		if !w.checked() {
			w.hold("check", "the checker refuses the plan of this very problem")
		}
	}
}

// checked asks the checker about the last plan and the problem as it is now.
func (w *truthWalk) checked() bool {
	var verdict struct {
		OK     bool
		Reason string
	}
	w.post("/api/kriegspiel/check", map[string]any{"problem": w.request(), "plan": w.plan.Plan}, &verdict)
	w.steps++
	if verdict.OK && !w.brute.follows(&bruteTurn{belief: w.problem.Belief, depth: w.problem.Depth}, w.plan.Tree) {
		w.hold("check", "the checker accepts a plan that does not mate here")
	}
	w.seen[map[bool]string{true: "accepted", false: "not accepted"}[verdict.OK]]++
	return verdict.OK
}

// edit changes the rules, the number of moves or the board, and asks the checker about the
// plan of what was there before.
func (w *truthWalk) edit() {
	p := *w.problem
	p.Belief = slices.Clone(p.Belief)
	switch w.rng.IntN(4) {
	case 0:
		p.Rules = w.rules()
	case 1:
		p.Depth = 4 - p.Depth
	case 2: // a position less, or a man of the opponent elsewhere in it
		if i := w.rng.IntN(len(p.Belief)); len(p.Belief) > 1 {
			p.Belief = slices.Delete(p.Belief, i, i+1)
		}
	default: // an own man goes, in all positions
		own := p.Belief[0].Men(p.Side) &^ p.Belief[0].KingSquare(p.Side).Bitboard()
		if own == 0 {
			return
		}
		at := own.First()
		for skip := w.rng.IntN(own.Count()); skip > 0; skip-- {
			own &= own - 1
			at = own.First()
		}
		p.Belief = nil
		for _, q := range w.problem.Belief {
			q.Put(at, p.Side, chess.NoKind)
			if q.Check() == nil && q.HasMove() {
				p.Belief = append(p.Belief, q)
			}
		}
		if len(p.Belief) == 0 {
			return
		}
	}
	w.set(&p)
	if w.plan != nil {
		w.checked()
	}
}

// belief returns up to four positions with the same few men of a side, to move, and the
// opponent's king near the edge; mostly each is a mate on an open board, so that about half
// of them are mates together.
func (w *truthWalk) belief() []chess.Position {
	side := chess.Color(w.rng.IntN(4) / 3)
	size, strict := 1+w.rng.IntN(4), w.rng.IntN(4) > 0
	for {
		own := w.men(side)
		var belief []chess.Position
		for range 5 * size {
			p := own
			w.place(&p, side.Other(), chess.King, edge)
			for range w.rng.IntN(3) {
				where := ^chess.Bitboard(0)
				if w.rng.IntN(2) == 0 { // where a pawn can take it, if there is one
					where = pawnAttacks(&own, side)
				}
				w.place(&p, side.Other(), []chess.Kind{chess.Pawn, chess.Pawn, chess.Knight, chess.Bishop, chess.Rook}[w.rng.IntN(5)], where)
			}
			if p.Check() != nil || !p.HasMove() || slices.Contains(belief, p) || len(belief) == size {
				continue
			}
			if mate, _ := p.MateIn(2); mate || !strict {
				belief = append(belief, p)
			}
		}
		if len(belief) > 0 {
			return belief
		}
	}
}

// pawnAttacks returns the empty squares that pawns attack, all where there are none.
func pawnAttacks(p *chess.Position, side chess.Color) (squares chess.Bitboard) {
	for s := range (p.Men(side) & p.Kinds(chess.Pawn)).All() {
		squares |= chess.Attacks(side, chess.Pawn, s, 0)
	}
	if squares &^= p.Occupied() | 0xff000000000000ff; squares == 0 {
		return ^chess.Bitboard(0)
	}
	return squares
}

// edge is where a king is easily mated.
const edge = chess.Bitboard(0xff818181818181ff)

// men returns a king, a queen or a rook, and up to two more men of a side.
func (w *truthWalk) men(side chess.Color) (p chess.Position) {
	p.SetSide(side)
	w.place(&p, side, chess.King, ^edge)
	w.place(&p, side, []chess.Kind{chess.Queen, chess.Rook}[w.rng.IntN(2)], ^chess.Bitboard(0))
	kinds := []chess.Kind{chess.Rook, chess.Pawn, chess.Pawn, chess.Pawn, chess.Bishop, chess.Knight}
	for range 1 + w.rng.IntN(2) {
		w.place(&p, side, kinds[w.rng.IntN(len(kinds))], ^chess.Bitboard(0))
	}
	return p
}

// place puts a man on an empty square of a set.
func (w *truthWalk) place(p *chess.Position, c chess.Color, k chess.Kind, where chess.Bitboard) {
	for range 1000 { // there may be no such square left
		s := chess.Square(w.rng.IntN(64))
		if where.Has(s) && p.KindAt(s) == chess.NoKind && (k != chess.Pawn || s.Rank() > 0 && s.Rank() < 7) {
			p.Put(s, c, k)
			return
		}
	}
}
