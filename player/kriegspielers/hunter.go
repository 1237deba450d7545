package kriegspielers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// HunterOptions are the settings of the player that [NewHunter] returns.
type HunterOptions struct {
	Tracker TrackerOptions
}

// DefaultHunter are the settings of the catalogue.
var DefaultHunter = HunterOptions{TrackerOptions{Exact: 100, Sample: 100}}

// NewHunter returns the weaker opponent of paper C's database: over a limited belief it
// tries likely captures first, the most likely worth first, then likely checks, and else
// moves at random. It does not look at what it may lose. It has no use for a budget.
// It panics if the options do not pass their Check.
func NewHunter(o HunterOptions) Player {
	must(o.Check())
	return &hunter{tracker: NewTracker(o.Tracker)}
}

type hunter struct {
	tracker belief
	buf     []kriegspiel.Attempt
	best    []kriegspiel.Attempt
	blind   greedy // decides where there is no belief
}

// checkWorth is what a check is worth to a hunter, in pawns.
const checkWorth = 0.5

// Begin says that a game begins, or is taken up, with a view.
func (p *hunter) Begin(v *kriegspiel.View)                       { p.tracker.Begin(v) }
func (p *hunter) Did(a kriegspiel.Attempt, h kriegspiel.Percept) { p.tracker.Did(a, h) }
func (p *hunter) Heard(h kriegspiel.Percept)                     { p.tracker.Heard(h) }

func (p *hunter) Choose(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, b blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	none := blindsight.Decision[kriegspiel.Attempt]{}
	p.buf = v.Legal(p.buf[:0])
	if len(p.buf) == 0 {
		return none, blindsight.ErrNotAsked
	}
	if p.tracker.told() == nil {
		p.Begin(v)
	}
	health, err := upTo(ctx, rng, p.tracker, v)
	if err != nil {
		return none, err
	}
	var states []*chess.Position
	all := p.tracker.States()
	for i := range all {
		if Agrees(v, &all[i]) {
			states = append(states, &all[i])
		}
	}
	if len(states) == 0 {
		health.Fallbacks = 1
		d, err := p.blind.Choose(ctx, rng, v, b)
		d.Health = health
		return d, err
	}
	handed(&health, len(states))
	p.best = p.best[:0]
	top := 0.0
	var compared []blindsight.ActionStat[kriegspiel.Attempt]
	for _, a := range p.buf {
		if a == kriegspiel.Any {
			continue
		}
		hope, legal := hopes(v.Rules(), states, a)
		if legal {
			compared = append(compared, valued(a, hope))
		}
		switch {
		case !legal && !v.Due():
		case len(p.best) == 0 || hope > top:
			top, p.best = hope, append(p.best[:0], a)
		case hope == top:
			p.best = append(p.best, a)
		}
	}
	if len(p.best) == 0 { // in none of these positions anything is legal that was not tried
		p.best = append(p.best, p.buf...)
	}
	return blindsight.Decision[kriegspiel.Attempt]{Action: p.best[rng.IntN(len(p.best))], Value: top, Actions: compared, Health: health}, nil
}

// hopes returns what an attempt captures and whether it gives check, on the mean of
// positions, and whether it is legal in any of them.
func hopes(r *kriegspiel.Rules, states []*chess.Position, a kriegspiel.Attempt) (hope float64, legal bool) {
	sum := 0.0
	var to chess.Position
	for _, p := range states {
		h, moved := r.Try(p, a, &to)
		if !moved {
			continue
		}
		legal = true
		_, kind := p.Captured(a.Move())
		sum += frozenScale.worth[kind]
		if h.Check() != 0 {
			sum += checkWorth
		}
		if h.Checkmate() {
			sum += valueMate
		}
	}
	return sum / float64(len(states)), legal
}

// since returns the health of a tracker since it was as before, for one decision. One on
// guessed positions counts as made without a belief.
func since(t belief, before blindsight.Health) blindsight.Health {
	h := t.Health()
	d := blindsight.Health{
		Asymptotic: !t.Exact(),
		Draws:      h.Draws - before.Draws, Accepted: h.Accepted - before.Accepted, Failures: h.Failures - before.Failures,
	}
	if t.Guessed() {
		d.Fallbacks = 1
	}
	if !t.Exact() {
		d.Effective = float64(len(t.States()))
	}
	return d
}

// handed counts the positions of a belief that a decision looked at.
func handed(h *blindsight.Health, positions int) {
	h.Samples, h.Distinct = int64(positions), int64(positions)
	if h.Fallbacks > 0 {
		h.Guessed = h.Samples
	}
}
