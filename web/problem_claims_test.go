package web

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// The claims that answers about problems make, each held against what brute force says.
// They return what is false, "" if nothing is.

// tryFacts is what is true of an attempt at a problem.
type tryFacts struct {
	side     chess.Color
	belief   []chess.Position // possible now
	turn     *bruteTurn       // nil once it is over
	mated    bool
	won      bool
	atStart  bool
	wrong    int // -1 if nothing was
	attempts int
	legal    []kriegspiel.Attempt
}

func (j *tryJSON) falseClaim(f *tryFacts) string {
	status := "open"
	if f.turn == nil {
		status = map[bool]string{true: "mated", false: "failed"}[f.mated]
	}
	var legal []string
	for _, a := range f.legal {
		legal = append(legal, a.String())
	}
	slices.Sort(legal)
	wrong := -1
	if j.Wrong != nil {
		wrong = *j.Wrong
	}
	switch {
	case j.Status != status:
		return fmt.Sprintf("status %s, want %s", j.Status, status)
	case j.Size != len(f.belief) || j.Size <= shownTries && !sameSet(j.Positions, f.belief):
		return fmt.Sprintf("%d positions %v, want %d %v", j.Size, j.Positions, len(f.belief), fens(f.belief, shownTries))
	case j.WonAtStart == nil || *j.WonAtStart != f.atStart:
		return fmt.Sprintf("a mate at the start: want %v", f.atStart)
	case j.Won == nil || *j.Won != f.won:
		return fmt.Sprintf("a mate is left: want %v", f.won)
	case wrong != f.wrong:
		return fmt.Sprintf("attempt %d is wrong, want %d", wrong, f.wrong)
	case status == "open" && strings.Join(slices.Sorted(slices.Values(j.Legal)), " ") != strings.Join(legal, " "):
		return fmt.Sprintf("attempts %v, want %v", j.Legal, legal)
	case strings.Contains(j.Text, "any more"):
		return "words about what was before: " + j.Text
	case strings.Contains(j.Text, "mate is still there") != (f.won && status == "open" && f.attempts > 0),
		strings.Contains(j.Text, "no guaranteed mate") != (!f.won && status == "open" && f.wrong < 0),
		strings.Contains(j.Text, "gave the certain mate away") != (f.wrong >= 0 && status == "open"),
		strings.Contains(j.Text, "solved") != (status == "mated"):
		return "words: " + j.Text
	}
	return j.falseMen(f)
}

// falseMen holds certain men and ghosts against the positions.
func (j *tryJSON) falseMen(f *tryFacts) string {
	board, err := chess.ParseMen(j.Certain)
	if err != nil {
		return err.Error()
	}
	for at := chess.A1; at < chess.NoSquare; at++ {
		seen := map[string]bool{}
		for i := range f.belief {
			color, kind := f.belief[i].At(at)
			letter := strings.TrimSpace(" pnbrqk"[kind : kind+1])
			if color == chess.White {
				letter = strings.ToUpper(letter)
			}
			seen[letter] = true
		}
		color, kind := board.At(at)
		_, ghost := j.Ghosts[at.String()]
		sure := len(seen) == 1 && !seen[""]
		if (kind != chess.NoKind) != sure || sure && !stands(&f.belief[0], at, color, kind) {
			return fmt.Sprintf("%s is certain to have %v: %s", at, seen, j.Certain)
		}
		if ghost == (len(seen) == 1) {
			return fmt.Sprintf("a ghost on %s: %v, where %v may be", at, ghost, seen)
		}
		for letter := range strings.SplitSeq(j.Ghosts[at.String()], "") {
			if !seen[letter] {
				return fmt.Sprintf("a ghost %q on %s, where %v may be", letter, at, seen)
			}
		}
	}
	return ""
}

// falseClaim holds a reason against all that may come of the attempt.
func (w *whyTryJSON) falseClaim(b *brute, t *bruteTurn, a kriegspiel.Attempt) string {
	legal := a == kriegspiel.Any || slices.ContainsFunc(t.belief, func(p chess.Position) bool { return p.Legal(a.Move()) })
	want := map[bool]string{true: "wins", false: "refuted"}[b.keeps(t, a)]
	if !legal {
		want = "idle"
	}
	if w.Result != want || (w.Reason == "never-legal") != !legal || (w.Reason == "") != (want == "wins") {
		return fmt.Sprintf("%s by %q, want %s", w.Result, w.Reason, want)
	}
	var after []chess.Position
	for _, l := range w.Lines {
		from, err := chess.ParseFEN(l.From)
		if err != nil || !slices.Contains(t.belief, from) {
			return fmt.Sprintf("%s is not possible: %v", l.From, err)
		}
		to := from
		h, moved := b.rules.Try(&from, a, &to)
		if !moved {
			to = from
		}
		if h.String() != w.Heard {
			return fmt.Sprintf("%s is heard in %s, not %s", h, l.From, w.Heard)
		}
		if l.Reply != "" {
			reply, err := kriegspiel.ParseAttempt(l.Reply)
			if err != nil || !to.Legal(reply.Move()) {
				return fmt.Sprintf("the reply %s: %v", l.Reply, err)
			}
			before := to
			if o, _ := b.rules.Try(&before, reply, &to); o.String() != w.Reply {
				return fmt.Sprintf("%s is heard of %s, not %s", o, l.Reply, w.Reply)
			}
		}
		if to.FEN() != l.To {
			return fmt.Sprintf("%s leads to %s, not to %s", l.From, to.FEN(), l.To)
		}
		after = append(after, to)
	}
	if want != "refuted" {
		return ""
	}
	if len(after) == 0 || w.Size < len(after) {
		return "no position shows it"
	}
	if w.Size > len(after) {
		return "" // not all are shown
	}
	return w.falseReason(b, t, a, after)
}

// falseReason holds the kind of a reason against the positions that it leads to.
func (w *whyTryJSON) falseReason(b *brute, t *bruteTurn, a kriegspiel.Attempt, after []chess.Position) string {
	refused := &bruteTurn{belief: after, depth: t.depth, tried: t.tried, asked: t.asked || a == kriegspiel.Any}
	if a != kriegspiel.Any {
		refused.tried = append(slices.Clone(t.tried), a)
	}
	obliged := *refused
	obliged.due = true
	lost := false
	switch w.Reason {
	case "no-mate":
		lost = t.depth < 3 && after[0].HasMove() || !after[0].HasMove() && !strings.Contains(w.Heard, "checkmate")
	case "refused":
		lost = !b.wins(refused) && w.Moves == (t.depth+1)/2
	case "obliged":
		lost = w.Heard == "yes" && !b.wins(&obliged) && w.Moves == (t.depth+1)/2
	case "replies":
		lost = !b.wins(&bruteTurn{belief: after, depth: t.depth - 2}) && w.Moves == (t.depth-1)/2
	case "opponent-ends":
		lost = !after[0].HasMove()
	}
	if !lost {
		return fmt.Sprintf("%s with %d moves left is no reason: %v", w.Reason, w.Moves, fens(after, shownLines))
	}
	return ""
}

// falseClaim holds a result of the search against brute force.
func (m *mateResultJSON) falseClaim(b *brute, p *kriegspiel.Problem) string {
	least := 0
	for depth := 1; depth <= p.Depth && least == 0; depth += 2 {
		if b.wins(&bruteTurn{belief: p.Belief, depth: depth}) {
			least = depth
		}
	}
	if least == 0 {
		if m.Result != "none" || !strings.Contains(m.Text, "no guaranteed mate") || m.Tree != nil || m.Plan != "" {
			return fmt.Sprintf("%s: %s, but there is no mate", m.Result, m.Text)
		}
		return ""
	}
	start := &bruteTurn{belief: p.Belief, depth: least}
	if m.Result != "mate" || m.Plies != least || !strings.Contains(m.Text, "mate in "+count((least+1)/2, "move")) {
		return fmt.Sprintf("%s in %d plies: %s, but there is a mate in %d", m.Result, m.Plies, m.Text, least)
	}
	first, err := kriegspiel.ParseAttempt(m.First[0])
	if err != nil || !b.keeps(start, first) || m.Tree.Try != m.First[0] {
		return fmt.Sprintf("%s does not begin a mate: %v", m.First, err)
	}
	if !b.follows(start, m.Tree) {
		return "the plan that is shown does not mate"
	}
	return ""
}
