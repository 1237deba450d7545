package particle

import (
	"context"
	"errors"
	"math/rand/v2"
	"sort"

	"blindsight"
	"blindsight/internal/pace"
)

// Begin says that a play begins, or is taken up, with this view. One that keeps its past
// brings what has happened; any other is taken for that of the start of a play.
func (f *Filter[S, V, A, O]) Begin(v V) {
	f.told = f.told[:0]
	if r, ok := any(v).(blindsight.Recalling[A, O]); ok {
		f.told = append(f.told, r.Past()...)
	}
	f.begun, f.asked, f.failed = true, false, nil
	f.taken, f.started, f.exact, f.guessed = 0, false, false, false
	f.now.n, f.tried, f.base.taken = 0, 0, -1
	f.free, f.past = append(f.free, f.past...), f.past[:0]
	if f.set != nil {
		f.set.begin()
	}
	f.look(v)
}

// look keeps a view of its own of the kind of v, as scratch for those of the other side.
func (f *Filter[S, V, A, O]) look(v V) {
	if f.hasView || f.witness == nil {
		return
	}
	if c, ok := any(v).(blindsight.Copier[V]); ok {
		f.view, f.hasView = c.Clone(), true
	}
}

// Did says that the own side did a and saw o.
func (f *Filter[S, V, A, O]) Did(a A, o O) { f.hear(blindsight.Event[A, O]{Action: a, Seen: o}) }

// Heard says that the other side acted, and that o was observed of it.
func (f *Filter[S, V, A, O]) Heard(o O) { f.hear(blindsight.Event[A, O]{Seen: o, Heard: true}) }

func (f *Filter[S, V, A, O]) hear(e blindsight.Event[A, O]) {
	f.told = append(f.told, e)
	f.begun, f.asked = true, false
	if errors.Is(f.failed, ErrDeprived) {
		f.failed = nil // it may be found again
	}
}

// Update takes in what was told, with randomness from rng. It is for a decision of the own
// side: of the particles those are kept in which that acts next. Nothing is to be done, and
// nothing drawn from rng, if nothing was told since the last call.
//
// On an error there is no belief: the context's, after which another call goes on where this
// one ended; [ErrDeprived]; or [blindsight.ErrInconsistent] if an exact belief shows that no
// state agrees. It costs about one step of the game a particle for each event.
func (f *Filter[S, V, A, O]) Update(ctx context.Context, rng *rand.Rand) error {
	if f.failed != nil {
		return f.failed
	}
	var err error
	if f.set != nil {
		err = f.set.takeIn(ctx, rng)
	} else {
		err = f.takeIn(ctx, rng)
	}
	if err != nil && pace.Err(ctx) == nil {
		f.failed = err
	}
	return err
}

// askedAfter reports whether the own side acts next after so many events.
func (f *Filter[S, V, A, O]) askedAfter(events int) bool {
	return events == len(f.told) || !f.told[events].Heard
}

// turnAfter returns who acts after so many events.
func (f *Filter[S, V, A, O]) turnAfter(events int) blindsight.Side {
	if f.askedAfter(events) {
		return f.side
	}
	return f.side.Other()
}

// takeIn brings the particles up to date.
func (f *Filter[S, V, A, O]) takeIn(ctx context.Context, rng *rand.Rand) error {
	if !f.started {
		if err := f.start(ctx, rng); err != nil {
			return err
		}
		f.started = true
		f.settle(ctx, rng, 0)
	}
	for f.taken < len(f.told) {
		if err := f.step(ctx, rng, f.taken); err != nil {
			return err
		}
		f.taken++
		f.settle(ctx, rng, f.taken)
	}
	return nil
}

// start draws the particles with which a play begins.
func (f *Filter[S, V, A, O]) start(ctx context.Context, rng *rand.Rand) error {
	f.next.n = 0
	f.exact = f.branching != nil && f.options.Exact > 0
	f.budget = f.options.Effort
	f.begins(ctx, rng)
	return f.found(ctx)
}

// begins draws particles at the start of a play into next.
func (f *Filter[S, V, A, O]) begins(ctx context.Context, rng *rand.Rand) {
	if f.branching != nil {
		f.list(rng, -1)
		return
	}
	f.begin()
	f.accepted = 0
	for draws := 0; f.accepted < f.options.Particles && draws < f.options.Draws*f.options.Particles; draws++ {
		if draws%patience == patience-1 && pace.Err(ctx) != nil {
			return
		}
		s := f.next.slot()
		turn := f.game.Start(rng, s)
		f.health.Draws++
		if f.wait(rng, s, &turn, f.askedAfter(0)) {
			f.accepted++
			f.join(turn, 0)
		}
	}
}

// patience is how many particles are led on between two looks at the context.
const patience = 256

// found makes next the particles, or returns why there are none.
func (f *Filter[S, V, A, O]) found(ctx context.Context) error {
	if err := pace.Err(ctx); err != nil {
		return err
	}
	if f.next.n == 0 {
		if f.exact {
			return blindsight.ErrInconsistent
		}
		return ErrDeprived
	}
	f.swap()
	f.health.Accepted += int64(f.now.n)
	return nil
}

func (f *Filter[S, V, A, O]) swap() {
	f.now, f.next = f.next, f.now
	f.chance = f.now.cumulate(f.chance)
}

// step leads the particles on by one event.
func (f *Filter[S, V, A, O]) step(ctx context.Context, rng *rand.Rand, event int) error {
	f.budget = f.options.Effort
	f.propagate(ctx, rng, event)
	few := f.accepted < f.options.Particles/poor+1
	if f.branching != nil {
		few = f.next.n == 0 // else these are all that follow
	}
	if few && !f.exact && pace.Err(ctx) == nil {
		spared := f.revive(ctx, rng, event)
		err := f.found(ctx)
		switch {
		case err == nil:
			f.revived++
		case spared: // for the next attempt
			f.now, f.spare = f.spare, f.now
			f.chance = f.now.cumulate(f.chance)
		}
		return err
	}
	return f.found(ctx)
}

// propagate leads the particles on by one event into next, in the way that the game allows.
func (f *Filter[S, V, A, O]) propagate(ctx context.Context, rng *rand.Rand, event int) {
	f.next.n = 0
	if f.branching != nil {
		f.list(rng, event)
		f.accepted = f.next.n
	} else {
		f.spread(ctx, rng, event)
	}
}

// settle does what is due after so many events were taken in.
func (f *Filter[S, V, A, O]) settle(ctx context.Context, rng *rand.Rand, events int) {
	if f.exact || f.regain(ctx, events) {
		return
	}
	f.remember(rng, events)
}

// pick returns the number of a particle for a number below 1, by weight.
func (f *Filter[S, V, A, O]) pick(u float64) int {
	if f.set != nil {
		n := len(f.set.states())
		return min(int(u*float64(n)), n-1)
	}
	return min(sort.SearchFloat64s(f.chance, u), f.now.n-1)
}
