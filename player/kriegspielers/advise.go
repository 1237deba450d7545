package kriegspielers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// Question is what a player is asked about a record.
type Question struct {
	Side   chess.Color
	Budget blindsight.Budget
	Rand   *rand.Rand
}

// Advice is what a player would try for one side, and what can be known of the other.
// All shares are of the positions of the belief, 0 to 1.
type Advice struct {
	ID     string
	Side   chess.Color
	View   *kriegspiel.View // what the side knows
	Try    kriegspiel.Attempt
	Belief AdviceBelief
	King   [64]float64 // by square: the share of positions in which the enemy king stands there
	Men    [64]float64 // likewise for any man of the enemy, his king included
	Mate   int         // plies within which mate is guaranteed, beginning with Try; 0 if that is not known
	// Candidates are what the player compared, the best first; none for a player that
	// does not value attempts.
	Candidates []Candidate
	Reasons    []string // in words
}

// AdviceBelief is the belief behind an advice, the attempts of the turn under way taken
// in. Guessed positions agree with the last turns only.
type AdviceBelief struct {
	Size           int
	Exact, Guessed bool
	Used           bool // by the player: some decide without a belief
}

// Kind says what the belief is: exact, sampled or guessed.
func (b AdviceBelief) Kind() string {
	switch {
	case b.Exact:
		return "exact"
	case b.Guessed:
		return "guessed"
	}
	return "sampled"
}

// Candidate is an attempt that a player considered.
type Candidate struct {
	Try   kriegspiel.Attempt
	Value float64 // to the player; to the one of [NewBeliever] in pawns
	Legal float64 // share of positions in which it is legal
}

// ErrNoTurn is the error of a question about a side that has nothing to try: the game is
// over, or it is the opponent's turn. The error says which.
var ErrNoTurn = errors.New("there is nothing to try")

// believing is a player that keeps a belief.
type believing interface {
	Follower
	keeps() belief
}

// planning is a player that searches for guaranteed mates.
type planning interface {
	// matePlan returns the plan that mates in all positions of its belief and begins with
	// this attempt now, nil if there is none.
	matePlan(a kriegspiel.Attempt) *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]
}

func (b *believer) keeps() belief { return b.tracker }
func (p *hunter) keeps() belief   { return p.tracker }
func (p *paranoid) keeps() belief { return p.tracker }

func (b *believer) matePlan(a kriegspiel.Attempt) *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept] {
	plan := b.mates.walker.Plan()
	if plan == nil || plan.Attempt != a {
		return nil
	}
	return plan
}

// Advise asks a player what a side should try next by a record. A record of both sides is
// filtered first, so that the player and the belief get what the side knows and
// nothing else: records that differ in the rest give the same advice. The player must be new.
// It follows the game turn by turn, as if it had played it; a player without a belief is
// given one beside it, for the maps.
//
// With a budget of simulations the advice depends on record, player, budget and random
// numbers alone. It costs a decision, and what [Tracker.Update] costs for every own turn.
// Errors are [ErrNoTurn], [blindsight.ErrInconsistent] where no position agrees with the
// record, and that of the context.
func Advise(ctx context.Context, p Player, rec *kriegspiel.Record, q Question) (*Advice, error) {
	known, err := rec.Filter(q.Side)
	if err != nil {
		return nil, err
	}
	v, turn, err := kriegspiel.Replay(known)
	if err != nil {
		return nil, fmt.Errorf("ply %d: %w", turn+1, err)
	}
	a, err := NewAdviser(p, true, func(int, int) *rand.Rand { return q.Rand }).Advise(ctx, v, q.Budget)
	if err != nil {
		return nil, err
	}
	a.ID = rec.ID
	return a, nil
}

// agreeing returns the positions of the belief that agree with the tries of this turn as well.
func agreeing(v *kriegspiel.View, t belief) (list []chess.Position) {
	for _, p := range t.States() {
		if Agrees(v, &p) {
			list = append(list, p)
		}
	}
	return list
}

// prove takes in a plan that mates in all positions of the belief. Where these are all
// there are the mate is guaranteed, and said to be once the checker, which shares no code
// with the search, has played the plan out.
func (a *Advice) prove(ctx context.Context, belief []chess.Position, plan *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]) error {
	plies := pliesOf(plan)
	if a.Belief.Exact {
		problem := &kriegspiel.Problem{ID: a.ID, Rules: a.View.Rules(), Side: a.Side, Depth: plies, Belief: belief}
		proof := &mateplan.Plan{ID: a.ID, Rules: a.View.Rules(), Depth: plies, Root: nodeOf(plan)}
		if err := mateplan.CheckWithin(ctx, problem, proof, 0); err != nil {
			return fmt.Errorf("the plan does not pass its check, which must not happen: %w", err)
		}
		a.Mate = plies
	}
	a.explainMate(plies)
	return nil
}

// survey maps where the men of the enemy stand.
func (a *Advice) survey(belief []chess.Position) {
	them := a.Side.Other()
	var king, men [64]int
	for i := range belief {
		king[belief[i].KingSquare(them)]++
		for set := belief[i].Men(them); set != 0; set &= set - 1 {
			men[set.First()]++
		}
	}
	for s := range king {
		a.King[s], a.Men[s] = share(king[s], len(belief)), share(men[s], len(belief))
	}
}

// compare lists what the player compared. In how many positions each try is legal is counted by listing their moves, which takes a
// third of the time of asking for each.
func (a *Advice) compare(belief []chess.Position, stats []blindsight.ActionStat[kriegspiel.Attempt]) {
	var buf [256]chess.Move
	times := make([]int32, 1<<15) // that a move is legal
	for i := 0; i < len(belief) && len(stats) > 0; i++ {
		for _, m := range belief[i].Moves(buf[:0]) {
			times[m]++
		}
	}
	for _, s := range stats {
		legal := len(belief)
		if s.Action != kriegspiel.Any {
			legal = int(times[s.Action.Move()])
		}
		a.Candidates = append(a.Candidates, Candidate{Try: s.Action, Value: s.Value, Legal: share(legal, len(belief))})
	}
	slices.SortStableFunc(a.Candidates, func(x, y Candidate) int { return cmp.Compare(y.Value, x.Value) })
}

// share returns a part of a whole that may be nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
