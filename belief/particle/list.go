package particle

import (
	"math"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/purefloat"
)

// A lister walks over the successors of particles. Its visitors are made once: a function made
// for each call would be garbage.
type lister[S any] struct {
	to      S
	log     float64 // of the weight of the particle under work
	weight  float64 // the same, not its logarithm
	turn    blindsight.Side
	limit   int
	total   float64
	sums    []float64 // of the weights of what follows, up to each particle
	combing bool
	count   int // of the comb's teeth that were used
	teeth   int
	spacing float64 // of its parts, and its next tooth
	tooth   float64
	rng     *rand.Rand
	chosen  S

	all, sum, comb, one func(weight float64) bool
}

// listing returns the filter's lister.
func (f *Filter[S, V, A, O]) listing() *lister[S] {
	if f.walk != nil {
		return f.walk
	}
	l := &lister[S]{}
	l.all = func(w float64) bool {
		f.health.Draws++
		return !(w > 0) || f.merge(&l.to, l.log+purefloat.Log(w), l.limit)
	}
	l.sum = func(w float64) bool {
		l.total += l.weight * w
		l.sums[len(l.sums)-1] = l.total
		return true
	}
	l.comb = func(w float64) bool {
		f.health.Draws++
		for l.total += l.weight * w; l.tooth < l.total && l.count < l.teeth; {
			f.merge(&l.to, 0, math.MaxInt)
			l.count++
			l.tooth = (float64(l.count) + l.rng.Float64()) * l.spacing
		}
		return true
	}
	l.one = func(w float64) bool {
		f.health.Draws++
		if l.total += w; w > 0 && l.rng.Float64()*l.total < w {
			f.copy(&l.chosen, &l.to)
		}
		return true
	}
	f.walk = l
	return l
}

// list leads the particles on by an event, or, for the event -1, lists the start of the play:
// to all that can follow if they are few enough, else to as many as there are to be particles,
// picked by a comb over the weights of all that can follow: stratified resampling, one tooth at
// random in each of as many equal parts (Kitagawa 1996). Teeth at even distances would be in step
// with the order in which a game lists. For that they are listed twice, so as not to be held.
func (f *Filter[S, V, A, O]) list(rng *rand.Rand, event int) {
	l := f.listing()
	l.turn = f.turnAfter(event + 1)
	if f.exact {
		if f.listAll(event, f.options.Exact) {
			return
		}
		f.exact = false
		f.base.taken = event
		if event >= 0 {
			f.base.copyFrom(f.copy, f.now)
			f.remember(rng, event)
		}
	}
	if f.listAll(event, f.options.Particles) { // else it ends soon
		return
	}
	f.begin()
	total := f.sum(event)
	l.combing, l.teeth = true, f.options.Particles
	l.spacing = total / float64(l.teeth)
	l.rng, l.tooth = rng, rng.Float64()*l.spacing
	l.count, l.total = 0, 0
	f.each(event, l.comb)
	l.combing = false
}

// sum returns the weight of all that can follow from all particles, and notes the sums up to
// each of them.
func (f *Filter[S, V, A, O]) sum(event int) float64 {
	l := f.listing()
	l.total = 0
	f.each(event, l.sum)
	return l.total
}

// begin empties next and its index.
func (f *Filter[S, V, A, O]) begin() {
	f.next.n = 0
	f.index.reset()
}

// listAll leads the particles on to all that can follow, and reports whether these are within
// a limit.
func (f *Filter[S, V, A, O]) listAll(event, limit int) bool {
	f.begin()
	f.listing().limit = limit
	return f.each(event, f.listing().all)
}

// each visits all that can follow from all particles.
func (f *Filter[S, V, A, O]) each(event int, visit func(float64) bool) bool {
	l := f.listing()
	if !l.combing {
		l.sums = l.sums[:0]
	}
	if event < 0 {
		l.log, l.weight = 0, 1
		if !l.combing {
			l.sums = append(l.sums, 0)
		}
		return f.branching.Starts(f.side, f.askedAfter(0), &l.to, visit)
	}
	for i := range f.now.n {
		l.log = f.now.logs[i]
		l.weight = purefloat.Exp(l.log)
		switch {
		case !l.combing:
			l.sums = append(l.sums, l.total)
		case l.sums[i] <= l.tooth:
			l.total = l.sums[i] // no tooth falls on what follows from it
			continue
		}
		f.budget--
		if !f.branching.Successors(f.side, f.told[:event+1], f.askedAfter(event+1), &f.now.states[i], &l.to, visit) {
			return false
		}
	}
	return true
}

// merge adds a state to next, or its weight to that of an equal one there. It reports whether
// there are no more than so many.
func (f *Filter[S, V, A, O]) merge(s *S, log float64, limit int) bool {
	if f.same != nil {
		i := f.index.find(f.hash(s), func(i int) bool { return f.same(&f.next.states[i], s) })
		if i >= 0 {
			f.next.raise(i, log)
			return true
		}
	}
	if f.next.n == limit {
		return false
	}
	f.next.put(f.copy, s, f.listing().turn, log)
	return true
}

// logSum returns the logarithm of the sum of two weights, given by theirs.
func logSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + purefloat.Log1p(purefloat.Exp(b-a))
}

// follow leads one state on by an event, to one of all that can follow, by its weight. It
// returns the logarithm of the weight of them all, and whether there is any.
func (f *Filter[S, V, A, O]) follow(rng *rand.Rand, s *S, turn *blindsight.Side, event int) (log float64, ok bool) {
	if f.branching == nil {
		if event < 0 {
			f.health.Draws++
			f.budget--
			*turn = f.game.Start(rng, s)
			return 0, f.wait(rng, s, turn, f.askedAfter(0))
		}
		return f.lead(rng, s, turn, event)
	}
	l := f.listing()
	l.rng, l.total = rng, 0
	f.budget--
	if event < 0 {
		f.branching.Starts(f.side, f.askedAfter(0), &l.to, l.one)
	} else {
		f.branching.Successors(f.side, f.told[:event+1], f.askedAfter(event+1), s, &l.to, l.one)
	}
	if l.total == 0 {
		return 0, false
	}
	f.copy(s, &l.chosen)
	*turn = f.turnAfter(event + 1)
	return purefloat.Log(l.total), true
}
