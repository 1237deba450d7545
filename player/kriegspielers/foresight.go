package kriegspielers

import (
	"context"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
)

// ForesightOptions are the settings of the player that [NewForesight] returns. The parts can be left away, to
// measure what each is worth.
type ForesightOptions struct {
	BelieverOptions
	Chain bool // refusals are planned for, several deep
	Weigh bool // positions count by how plausible they are
	Ahead bool // the best tries are looked at two own moves deep
	Rates bool // what hangs is taken as often as in games, not as was once thought
	// Answers says that what hangs is taken as the model of the opponent takes it, instead of at rates.
	Answers bool
	// Wary is the share that an opponent who sees the board has in what his answer costs, beside the one who is blind: with 1, Rates and Answers do not count.
	Wary float64
	// Again is what a move costs, in pawns, for each time that the own men stood as they do after it since the last capture or own pawn's move, while ahead; the third time,
	// where that may be a draw, costs twenty times as much more.
	Again float64
	// Pace is how much of the budget is used: 2 stands for twice of it, 0 for all. It is for measuring what time is worth.
	Pace float64
	// Weights are what positions are valued by; nil means those in use, [InUse].
	Weights *Evaluation
}

// DefaultForesight are the settings of the catalogue.
var DefaultForesight = ForesightOptions{
	BelieverOptions: BelieverOptions{Tracker: TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true, Styles: true}, Mate: 200, Depth: 7, Bit: 0.06, Endings: true},
	Chain:           true, Weigh: true, Rates: true, Answers: true, Wary: 1, Again: 0.05,
}

// NewForesight returns the strongest player. It keeps its belief as [NewBeliever] does and plays guaranteed mates. Otherwise
//
//  1. it draws positions of its belief, the plausible ones more often (see plausible);
//  2. it values each attempt in each of them, by the answer of an opponent who is blind (see judge) and, in the share Wary, of one who sees the board (see sighted);
//  3. it plans its turn: what is tried next if this is refused, some refusals deep (see chain);
//  4. with Ahead, the best attempts are looked at further: the opponent, who is blind, answers as fits what he knows (see replies), and what is heard of it
//     tells the positions apart; in each set of those that sound alike one next attempt is chosen (see ahead);
//  5. among nearly equal ones it chooses at random; while it is ahead, going where its men stood before costs something (see formations).
//
// A simulation of its budget is one attempt valued in one position. Without a budget it makes 20,000. It panics if the options do not pass their Check.
func NewForesight(o ForesightOptions) Player {
	must(o.Check())
	f := &foresight{believer: newBeliever(o.BelieverOptions, NewTracker(o.Tracker)), options: o}
	f.outlook.judge.by = usedScale
	if o.Weights != nil {
		f.outlook.judge.by = newScale(*o.Weights)
	}
	f.outlook.judge.wary = o.Wary
	if o.Rates {
		f.outlook.judge.rates = &fitted
	}
	if o.Answers && o.Wary < 1 { // who sees the board needs no model
		f.outlook.judge.answers = &answers{}
	}
	return f
}

type foresight struct {
	*believer
	options ForesightOptions
	outlook outlook
}

var _ Follower = (*foresight)(nil)

// Begin says that a game begins, or is taken up, with a view.
func (f *foresight) Begin(v *kriegspiel.View) {
	f.believer.Begin(v)
	f.outlook.turns = -1
}

// near is how many pawns less an attempt may be worth that is chosen all the same.
const near = 0.02

// paced returns a budget so many times as large as the option says, and a context that does not end with the one before it: who gave the budget
// has limited the processor time of the decision to it. What he limited on top of that is lost.
func (f *foresight) paced(ctx context.Context, b blindsight.Budget) (context.Context, blindsight.Budget, func()) {
	p := f.options.Pace
	if p == 0 || p == 1 {
		return ctx, b, func() {}
	}
	if b.Simulations > 0 {
		b.Simulations = max(1, int(p*float64(b.Simulations))) // 0 would be no limit
	}
	b.Time = time.Duration(p * float64(b.Time))
	b.CPU = time.Duration(p * float64(b.CPU))
	if b.CPU == 0 {
		return ctx, b, func() {}
	}
	ctx, stop := cputime.Limit(cputime.Whole(ctx), b.CPU)
	return ctx, b, stop
}

func (f *foresight) Choose(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, budget blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	if budget == (blindsight.Budget{}) {
		budget.Simulations = freeSimulations
	}
	ctx, budget, stop := f.paced(ctx, budget)
	defer stop()
	spend := newSpending(ctx, budget, len(v.Tries()) > 0)
	f.tracker.(*Tracker).hasten(spend.sample(f.options.Tracker.Sample), spend.before(beliefShare))
	d, settled, err := f.ready(ctx, spend.until(mateEnd), rng, v, budget)
	if settled || err != nil {
		return d, err
	}
	health := d.Health
	o := &f.outlook
	o.expect(f.tracker.(*Tracker).styles(), f.tracker.Guessed())
	o.begin(v, f.buf, f.tracker.States(), f.tracker.(*Tracker).Odds(), f.options.Weigh, rng)
	share := allRows
	if f.options.Ahead {
		share = rowShare
	}
	if o.fill(v, spend, share) == 0 {
		return f.without(ctx, rng, v, budget, health)
	}
	d = o.decide(v, f.options, spend, rng)
	handed(&health, len(o.rows))
	d.Health = health
	return d, nil
}
