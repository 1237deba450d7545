package matebase

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"blindsight/episode"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
)

// Options say what to collect, and how.
type Options struct {
	Rules   *kriegspiel.Rules
	Seed    uint64
	Games   int // most games to play
	Workers int
	// White is the player whose beliefs are looked at, Black the one who is to be mated:
	// names of the catalogue, with so many simulations a decision.
	White, Black string
	Simulations  int
	// Opening is how many moves of both sides, at most, are made at random before every
	// other game begins, and seen by both: from the initial position on, many beliefs grow
	// too large within a few moves. With 0 all games begin in the initial position, as those
	// of the paper.
	Opening int
	// Belief is the size up to which a belief is looked at; a game in which a belief
	// grows above Drop ends there.
	Belief, Drop int
	// Levels are the depths, the shallowest first. What is a near miss at one is looked
	// at again at the next.
	Levels []Level
	// PerGame is how many instances of one kind a game may give.
	PerGame int
	// Known are instances of another collection that is to be extended: they count towards
	// what is wanted, and none is found again. What is found then has the seed in its ID.
	Known []*Instance
	// Begin is the game to begin with: those before are in what was kept.
	Begin int
	// Progress, unless nil, is told after each game how many instances there are, and how
	// many are wanted.
	Progress func(kept, wanted, games int)
}

// Level is a depth with what is wanted of it.
type Level struct {
	Depth       int
	Mates, Near int   // instances wanted; as many undecided ones as near misses are kept
	States      int64 // positions that a search may construct
}

// Defaults returns options for a rule set: what the data set of the studies was first made
// with. Depths and limits are ours: the paper's numbers are lost in our copy, and that its
// databases are of 3 and 5 plies is an inference from the files that its authors published.
func Defaults(r *kriegspiel.Rules) Options {
	return Options{
		Rules: r, Seed: 1, Games: 50_000, Workers: 1, White: "belief,mate=0", Black: "hunter", Simulations: 2000, Opening: 80, Belief: 100, Drop: 10_000, PerGame: 2,
		Levels: []Level{{3, 500, 500, 1_000_000}, {5, 300, 300, 3_000_000}, {7, 50, 50, 5_000_000}},
	}
}

// Check returns what is wrong with the options.
func (o *Options) Check() error {
	for _, name := range []string{o.White, o.Black} {
		if _, err := kriegspielers.Catalogue.New(name, o.Rules); err != nil {
			return err
		}
	}
	depth := 1
	for _, l := range o.Levels {
		if l.Depth <= depth || l.Depth%2 == 0 || l.Depth > kriegspiel.MaxDepth {
			return fmt.Errorf("depths: %d: want odd ones from 3 on, each greater than the one before", l.Depth)
		}
		depth = l.Depth
		if l.Mates < 0 || l.Near < 0 || l.States < 1 {
			return fmt.Errorf("depth %d: want numbers of instances from 0 and of positions from 1", l.Depth)
		}
	}
	switch {
	case len(o.Levels) == 0:
		return errors.New("no depth is asked for")
	case o.Belief < 1:
		return fmt.Errorf("belief %d: want at least 1", o.Belief)
	case o.Drop < o.Belief:
		return fmt.Errorf("drop %d: want at least as many positions as the belief of a problem may have, %d", o.Drop, o.Belief)
	case o.Opening < 0 || o.Opening > 1000:
		return fmt.Errorf("opening %d: want 0 to 1000", o.Opening)
	case o.PerGame < 1:
		return fmt.Errorf("per-game %d: want at least 1", o.PerGame)
	case o.Games < 1:
		return fmt.Errorf("games %d: want at least 1", o.Games)
	case o.Workers < 1:
		return fmt.Errorf("workers %d: want at least 1", o.Workers)
	case o.Simulations < 1:
		return fmt.Errorf("sims %d: want at least 1", o.Simulations)
	}
	return nil
}

// Collect plays games until there are as many instances as wanted, and hands what is kept of
// each game, which may be nothing, to keep: in the order of the games, without a gap, and of
// one position the shallowest first.
// Instances that were kept before, in the same order, count as if they were found now.
// What is kept depends on the options alone, not on the number of workers. It ends with
// the last game, with the context's error, or with that of keep.
func Collect(ctx context.Context, o Options, before []*Instance, keep func(game int, found []*Instance) error) (*Tally, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	t := newTally(&o)
	for _, i := range o.Known {
		t.know(i)
	}
	for _, i := range before {
		t.take(KeyOf(&i.Problem), i)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var full [16]atomic.Bool // by level: neither it nor a deeper one wants more
	for level := range o.Levels {
		full[level].Store(t.fullFrom(level))
	}
	a := &analyst{levels: o.Levels, wanted: func(level int) bool { return !full[level].Load() }}
	if o.Known != nil {
		a.prefix = fmt.Sprintf("s%d-", o.Seed)
	}
	emit := func(game int, found []position) {
		if t.Full() || game != t.Games || context.Cause(ctx) != nil && !errors.Is(context.Cause(ctx), ctx.Err()) {
			return // games beyond the last one that counts, or beyond one that was not finished
		}
		t.Games++
		var kept []*Instance
		for _, p := range found {
			kept = append(kept, t.choose(p)...)
		}
		if err := keep(o.Begin+game, kept); err != nil {
			cancel(err)
			return
		}
		for level := range o.Levels {
			full[level].Store(t.fullFrom(level))
		}
		if o.Progress != nil {
			o.Progress(t.Kept(), t.wanted(), t.Games)
		}
		if t.Full() {
			cancel(errFull)
		}
	}
	if t.Full() {
		return t, nil
	}
	err := episode.Batch(ctx, max(0, o.Games-o.Begin), o.Workers, func() func(context.Context, int) ([]position, error) {
		return func(ctx context.Context, game int) ([]position, error) { return play(ctx, &o, a, o.Begin+game) }
	}, emit)
	if errors.Is(err, errFull) {
		err = nil
	}
	return t, err
}

// errFull ends a collection that has all it wants.
var errFull = errors.New("there are as many instances as wanted")
