package kriegspielers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/catalog"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// drawer draws positions of a tracker's belief, all equally likely, as FEN.
type drawer struct {
	*Tracker
	fits   []chess.Position // those that agree with the tries of the turn under way
	health blindsight.Health
}

// newDrawer returns the drawer of a side, with the belief of the player belief.
func newDrawer(*kriegspiel.Game, blindsight.Side) catalog.Drawer[*kriegspiel.View] {
	d := &drawer{Tracker: NewTracker(TrackerOptions{Exact: 20_000, Sample: 6000})}
	return catalog.Drawer[*kriegspiel.View]{Estimator: d.Tracker, Draw: d.draw, Health: func() blindsight.Health { return d.health }}
}

func (d *drawer) draw(ctx context.Context, rng *rand.Rand, v *kriegspiel.View) (string, error) {
	if err := d.Update(ctx, rng); err != nil {
		d.health.Failures++
		return "", err
	}
	d.health.Asymptotic = !d.Exact()
	d.fits = d.fits[:0]
	for _, p := range d.States() {
		if Agrees(v, &p) {
			d.fits = append(d.fits, p)
		}
	}
	if len(d.fits) == 0 {
		d.health.Failures++
		return "", blindsight.ErrExhausted
	}
	d.health.Samples++
	d.health.Draws++
	d.health.Accepted++
	if d.Guessed() {
		d.health.Guessed++
	}
	p := &d.fits[rng.IntN(len(d.fits))]
	return p.FEN(), nil
}
