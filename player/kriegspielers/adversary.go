package kriegspielers

import (
	"context"
	"errors"
	"slices"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/pace"
	"blindsight/search/andor"
)

// Adversary is a referee for problems: he keeps all positions that are possible, and
// answers as if the least favourable one were true. An answer after which there is no
// guaranteed mate any more goes before one after which there is; then the one goes first
// that leaves the longest way, then the one that leaves most positions. The same attempts
// get the same answers, unless a limit of the solver is hit. It is for one goroutine.
type Adversary struct {
	View   *kriegspiel.View // what the player knows by what he heard
	Belief []chess.Position // what is possible now
	Depth  int              // moves of both sides that are left
	Status AdversaryStatus
	// Failed is a position in which the last attempt has failed, after it.
	Failed *chess.Position

	rules  *kriegspiel.Rules
	solver *Solver
}

// AdversaryStatus is how the player stands.
type AdversaryStatus uint8

// The player has moves left, has mated in every position, or cannot mate any more
// because the moves are used up or the game has ended otherwise.
const (
	TryOpen AdversaryStatus = iota
	TryMated
	TryFailed
)

// String returns "open", "mated" or "failed".
func (s AdversaryStatus) String() string { return [...]string{"open", "mated", "failed"}[s] }

// NewAdversary returns a referee for a problem that was checked. The solver must be of
// its rule set; limits of the solver hold for each belief that it is asked about.
func NewAdversary(p *kriegspiel.Problem, s *Solver) *Adversary {
	return &Adversary{
		View:   kriegspiel.NewView(p.Rules, p.Side, &p.Belief[0]),
		Belief: p.Belief, Depth: p.Depth, rules: p.Rules, solver: s,
	}
}

// outcome is what may come of an attempt: what is heard, and what is possible then.
type outcome struct {
	heard   kriegspiel.Percept
	reply   kriegspiel.Percept // Silent too where there is none
	replied bool
	states  []chess.Position
	mated   bool // the game is over, and won
	failed  bool // the moves are used up, or the game is over and not won

	verdict andor.Verdict
	least   int // depth of the mate
}

// AdversaryAnswer is what the referee says to an attempt.
type AdversaryAnswer struct {
	Heard   kriegspiel.Percept
	Replied bool // the opponent has moved
	Reply   kriegspiel.Percept
	// Won is whether a guaranteed mate is left after it, as [Adversary.Won] would say.
	Won andor.Verdict
}

var errNotOpen = errors.New("the problem is over")

// Try answers an attempt. One that makes no sense to the player is answered by Nonsense
// and has no effect. The error is that of the context, or says that the problem is over.
func (d *Adversary) Try(ctx context.Context, a kriegspiel.Attempt) (AdversaryAnswer, error) {
	if d.Status != TryOpen {
		return AdversaryAnswer{}, errNotOpen
	}
	if d.View.Sense(a) != nil {
		return AdversaryAnswer{Heard: kriegspiel.Nonsense, Won: d.Won(ctx)}, pace.Err(ctx)
	}
	list := d.outcomes(a)
	worst, err := d.worst(ctx, list, a)
	if err != nil {
		return AdversaryAnswer{}, err
	}
	if err := d.View.Did(a, worst.heard); err != nil {
		return AdversaryAnswer{}, err
	}
	answer := AdversaryAnswer{Heard: worst.heard, Won: worst.verdict}
	switch {
	case worst.mated:
		d.Status = TryMated
	case worst.failed:
		d.Status, d.Failed = TryFailed, &worst.states[0]
	}
	if worst.replied {
		if err := d.View.Heard(worst.reply); err != nil {
			return AdversaryAnswer{}, err
		}
		answer.Reply, answer.Replied = worst.reply, true
	}
	if worst.heard.Move() {
		d.Depth = max(d.Depth-2, 0)
	}
	d.Belief = worst.states
	return answer, nil
}

// outcomes lists all that may come of an attempt, in the order in which the positions
// give them. Positions are there once.
func (d *Adversary) outcomes(a kriegspiel.Attempt) []*outcome {
	type key struct {
		heard, reply    kriegspiel.Percept
		replied, failed bool
	}
	var list []*outcome
	found := map[key]*outcome{}
	seen := map[key]map[chess.Position]bool{}
	add := func(k key, mated bool, p *chess.Position) {
		o := found[k]
		if o == nil {
			o = &outcome{heard: k.heard, reply: k.reply, replied: k.replied, failed: k.failed, mated: mated}
			found[k], seen[k] = o, map[chess.Position]bool{}
			list = append(list, o)
		}
		if !seen[k][*p] {
			seen[k][*p] = true
			o.states = append(o.states, *p)
		}
	}
	for i := range d.Belief {
		var to, after chess.Position
		h, moved := d.rules.Try(&d.Belief[i], a, &to)
		switch {
		case !moved:
			add(key{heard: h}, false, &d.Belief[i])
		case h.Over():
			add(key{heard: h, failed: !h.Checkmate()}, h.Checkmate(), &to)
		case d.Depth < 3:
			add(key{heard: h, failed: true}, false, &to)
		default:
			d.rules.Replies(&to, &after, func(o kriegspiel.Percept) bool {
				add(key{h, o, true, o.Over()}, false, &after)
				return true
			})
		}
	}
	return list
}

// worst returns the least favourable outcome for the player.
func (d *Adversary) worst(ctx context.Context, list []*outcome, a kriegspiel.Attempt) (*outcome, error) {
	var worst *outcome
	for _, o := range list {
		if err := d.judge(ctx, o, a); err != nil {
			return nil, err
		}
		if worst == nil || o.worse(worst) {
			worst = o
		}
	}
	return worst, nil
}

// judge finds out whether a guaranteed mate is left after an outcome.
func (d *Adversary) judge(ctx context.Context, o *outcome, a kriegspiel.Attempt) error {
	depth := d.Depth
	if o.replied {
		depth -= 2
	}
	switch {
	case o.mated:
		o.verdict, o.least = andor.Win, 0
	case o.failed:
		o.verdict = andor.None
	case a == kriegspiel.Any && o.heard == kriegspiel.Yes, d.rules.AnswerBinds && d.View.Due() && o.heard == kriegspiel.Illegal:
		o.verdict, o.least = d.burdened(ctx, o.states, depth)
	default:
		// In a turn under way what was refused is illegal in all positions that are
		// left: that it must not be tried again changes nothing.
		r := d.solver.Solve(ctx, o.states, depth)
		o.verdict, o.least = r.Verdict, r.Depth
	}
	return pace.Err(ctx)
}

// burdened decides a belief in which a pawn capture must be tried next.
func (d *Adversary) burdened(ctx context.Context, belief []chess.Position, depth int) (andor.Verdict, int) {
	return obliged(ctx, d.solver, d.rules, belief, depth, d.tried)
}

func (d *Adversary) tried(a kriegspiel.Attempt) bool {
	return slices.ContainsFunc(d.View.Tries(), func(t kriegspiel.Try) bool { return t.Attempt == a })
}

// worse tells whether an outcome is less favourable to the player than another.
func (o *outcome) worse(than *outcome) bool {
	rank := func(o *outcome) int {
		switch {
		case o.failed:
			return 3
		case o.verdict == andor.None:
			return 2
		case o.verdict == andor.Unknown:
			return 1
		}
		return 0
	}
	if a, b := rank(o), rank(than); a != b {
		return a > b
	}
	if o.least != than.least {
		return o.least > than.least
	}
	return len(o.states) > len(than.states)
}

// Won returns whether a guaranteed mate is left as things stand.
func (d *Adversary) Won(ctx context.Context) andor.Verdict {
	switch {
	case d.Status == TryMated:
		return andor.Win
	case d.Status == TryFailed:
		return andor.None
	case d.View.Due():
		verdict, _ := d.burdened(ctx, d.Belief, d.Depth)
		return verdict
	}
	return d.solver.Solve(ctx, d.Belief, d.Depth).Verdict
}
