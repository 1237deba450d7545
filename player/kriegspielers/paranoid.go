package kriegspielers

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/pace"
)

// NewParanoid returns a player of a style, for measuring others by: it takes positions of its belief for open
// chess, in which the opponent sees all and answers best, and chooses by the mean. So it never leaves a man where it could be taken,
// and fears what nobody sees. It looks two plies ahead, then at captures. It is frozen.
//
// A simulation is one attempt looked at in one position. Without a budget it makes 2,000.
func NewParanoid(o TrackerOptions) Player { return &paranoid{tracker: NewTracker(o)} }

type paranoid struct {
	tracker belief
	buf     []kriegspiel.Attempt
	order   []chess.Position
	blind   greedy
}

// Begin says that a game begins, or is taken up, with a view.
func (p *paranoid) Begin(v *kriegspiel.View)                       { p.tracker.Begin(v) }
func (p *paranoid) Did(a kriegspiel.Attempt, h kriegspiel.Percept) { p.tracker.Did(a, h) }
func (p *paranoid) Heard(h kriegspiel.Percept)                     { p.tracker.Heard(h) }

func (p *paranoid) Choose(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, b blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	none := blindsight.Decision[kriegspiel.Attempt]{}
	start := time.Now()
	if p.buf = v.Legal(p.buf[:0]); len(p.buf) == 0 {
		return none, blindsight.ErrNotAsked
	}
	if p.tracker.told() == nil {
		p.Begin(v)
	}
	if b == (blindsight.Budget{}) {
		b.Simulations = 2_000
	}
	health, err := upTo(ctx, rng, p.tracker, v)
	if err != nil {
		return none, err
	}
	p.order = p.order[:0]
	states := p.tracker.States()
	for i := range states {
		if Agrees(v, &states[i]) {
			p.order = append(p.order, states[i])
		}
	}
	if len(p.order) == 0 {
		health.Fallbacks = 1
		d, err := p.blind.Choose(ctx, rng, v, b)
		d.Health = health
		return d, err
	}
	sums, legal := make([]float64, len(p.buf)), make([]int, len(p.buf))
	work, rows := 0, 0
	for rows < len(p.order) {
		if rows >= 4 && (b.Simulations > 0 && work >= b.Simulations || b.Time > 0 && time.Since(start) > b.Time*9/10 || pace.Err(ctx) != nil) {
			break
		}
		i := rows + rng.IntN(len(p.order)-rows)
		p.order[rows], p.order[i] = p.order[i], p.order[rows]
		p.look(&p.order[rows], sums, legal)
		work += len(p.buf)
		rows++
	}
	d := p.best(rng, sums, legal, rows)
	d.Simulations = work
	handed(&health, rows)
	d.Health = health
	return d, nil
}

// best returns the attempt with the best mean where it is legal. One that is legal nowhere is never worth trying, but for
// the question, which costs nothing.
func (p *paranoid) best(rng *rand.Rand, sums []float64, legal []int, rows int) blindsight.Decision[kriegspiel.Attempt] {
	d := blindsight.Decision[kriegspiel.Attempt]{Action: p.buf[rng.IntN(len(p.buf))], Value: math.Inf(-1)}
	for i, a := range p.buf {
		switch {
		case a == kriegspiel.Any:
			d.Action, d.Value = a, 0
			return d
		case legal[i] == 0:
			continue
		}
		x := sums[i] / float64(legal[i])
		d.Actions = append(d.Actions, valued(a, x))
		if x += noise * rng.Float64(); x > d.Value {
			d.Action, d.Value = a, x
		}
	}
	if math.IsInf(d.Value, -1) {
		d.Value = 0
	}
	return d
}

// look adds what attempts are worth in a position against an opponent who sees it.
func (p *paranoid) look(s *chess.Position, sums []float64, legal []int) {
	for i, a := range p.buf {
		if a != kriegspiel.Any && s.Legal(a.Move()) {
			legal[i]++
			sums[i] += worst(s, a.Move())
		}
	}
}

// worst returns what a legal move is worth to the side that makes it after the worst answer of an opponent who sees the board. A stalemate is worth nothing.
func worst(p *chess.Position, m chess.Move) float64 {
	var to, reply chess.Position
	var moves [256]chess.Move
	p.MakeInto(m, &to)
	list := to.Moves(moves[:0])
	if len(list) == 0 {
		if to.InCheck() {
			return 50
		}
		return 0
	}
	x := math.Inf(1)
	for _, answer := range list {
		to.MakeInto(answer, &reply)
		x = min(x, quiet(&reply, p.Side()))
	}
	return x
}

// quiet returns the worth of an open position for the side to move, which may make its best capture.
func quiet(p *chess.Position, side chess.Color) float64 {
	still := frozenScale.strength(p, side) - frozenScale.strength(p, side.Other()) +
		0.02*float64(attacked(p, side, p.Occupied()).Count()-attacked(p, side.Other(), p.Occupied()).Count())
	if !p.HasMove() {
		if p.InCheck() {
			return -50
		}
		return 0
	}
	best := 0.0
	theirs := attacked(p, side.Other(), p.Occupied())
	for men := p.Men(side.Other()) &^ p.Pieces(side.Other(), chess.King); men != 0; men &= men - 1 {
		if s := men.First(); p.Attackers(s, side) != 0 {
			best = max(best, frozenScale.exchange(p, s, cheapest(p, p.Attackers(s, side)), theirs.Has(s)))
		}
	}
	return still + best
}
