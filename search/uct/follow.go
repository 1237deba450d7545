package uct

import "blindsight"

// What a planner keeps of decisions before (Config.Keep) needs no telling, but its estimators may: a particle filter is
// told each step. So the planner is a [blindsight.Follower] for them, and passes on what it
// is told to every one that is a Follower too. Where none is, being told changes nothing.

// Begin says that a play begins, or is taken up, with this view.
func (p *Planner[S, V, A, O]) Begin(v V) {
	p.raise(v)
	p.followers(func(f blindsight.Follower[V, A, O]) { f.Begin(v) })
}

// Did says that the own side did a and saw o.
func (p *Planner[S, V, A, O]) Did(a A, o O) {
	p.followers(func(f blindsight.Follower[V, A, O]) { f.Did(a, o) })
}

// Heard says that the other side acted, and that o was observed of it.
func (p *Planner[S, V, A, O]) Heard(o O) {
	p.followers(func(f blindsight.Follower[V, A, O]) { f.Heard(o) })
}

// followers tells all estimators that follow the play.
func (p *Planner[S, V, A, O]) followers(tell func(blindsight.Follower[V, A, O])) {
	for _, t := range p.trees {
		if f, ok := t.sampler.(blindsight.Follower[V, A, O]); ok {
			tell(f)
		}
	}
}
