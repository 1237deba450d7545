package kriegspielers

import (
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// event is what a filter is told of a turn: the move of the own side and its answer, or what was
// heard of the opponent's. Attempts that were refused before it are part of the turn, and are
// taken in with it: the belief is that at the beginning of a turn (see [Agrees]).
type event = blindsight.Event[kriegspiel.Attempt, kriegspiel.Percept]

// positionGame is Kriegspiel as a belief sees it: chess positions, and which can follow from which. An
// event is a turn (see event), so a past of n events is of the first n turns. It is for one goroutine.
type positionGame struct {
	record *kriegspiel.Record // of what the side knows
	trail  *kriegspiel.Trail
	model  replies
	now    present
	// change puts one man of a side elsewhere, for a guess.
	change func(p *chess.Position, c chess.Color, rng *rand.Rand)
}

var _ particle.Listing[chess.Position, kriegspiel.Attempt, kriegspiel.Percept] = (*positionGame)(nil)

func newPositionGame(v *kriegspiel.View) *positionGame {
	g := &positionGame{change: displace}
	g.learn(v)
	return g
}

// learn takes in what a view knows.
func (g *positionGame) learn(v *kriegspiel.View) {
	g.record = v.Record()
	trail, err := g.record.Trail(v.Side())
	if err != nil {
		panic(err) // the record of a view is filtered for its side
	}
	g.trail = trail
}

// tell tells a filter of a turn.
func (g *positionGame) tell(f *filter, turn int) {
	e := &g.record.Turns[turn]
	if e.Hidden {
		f.Heard(e.LastHeard())
		return
	}
	last := &e.Tries[len(e.Tries)-1]
	f.Did(last.Attempt, last.Heard)
}

// Fingerprint returns the hash of a position.
func (*positionGame) Fingerprint(p *chess.Position) uint64 { return p.Hash() }

// Trail returns which positions follow from which in the turns of a past, but for the first ones.
func (g *positionGame) Trail(_ blindsight.Side, past []event, _ bool, first int, starts []chess.Position) blindsight.Trail[chess.Position] {
	part := g.trail.Part(first, len(past))
	if starts != nil {
		part = part.From(starts)
	}
	return part
}

// hooks are what chess knows of its beliefs.
func (g *positionGame) hooks() particle.Hooks[chess.Position, kriegspiel.Attempt, kriegspiel.Percept] {
	return particle.Hooks[chess.Position, kriegspiel.Attempt, kriegspiel.Percept]{
		Telling: g.telling, Surround: g.surround, Disturb: g.disturb,
	}
}

// telling reports whether more than silence was heard in the last turn of a past.
func (g *positionGame) telling(past []event) bool {
	e := &g.record.Turns[len(past)-1]
	h := e.LastHeard()
	return e.Illegal > 0 || len(e.Tries) > 1 || h.Captured() != chess.NoSquare || h.Check() != 0
}

// fewEnemies is how many men the opponent has, his king included, when all positions of
// theirs are listed.
const fewEnemies = 2

// surround lists all positions with the men that the opponent has left, if they are few.
func (g *positionGame) surround(past []event, asked bool, visit func(*chess.Position)) bool {
	known := *g.record
	known.Turns, known.Result = known.Turns[:len(past)], kriegspiel.Unfinished
	men := g.enemies(known.Turns)
	if men > fewEnemies || len(past) == 0 || !asked {
		return false
	}
	v := replayed(&known)
	last := known.Turns[len(past)-1].LastHeard()
	all := placements(v.Own(), v.Side(), men)
	for i := range all {
		if all[i].CheckDirections() == last.Check() && v.Rules().TooLittle(&all[i]) == last.Draw() {
			visit(&all[i])
		}
	}
	return true
}

// replayed returns the view of a record that a view has taken in.
func replayed(known *kriegspiel.Record) *kriegspiel.View {
	v, _, err := kriegspiel.Replay(known)
	if err != nil {
		panic(err)
	}
	return v
}

// enemies returns how many men the opponent has after turns.
func (g *positionGame) enemies(turns []kriegspiel.Turn) int {
	n := g.record.Start.Men(g.side().Other()).Count()
	for i := range turns {
		if e := &turns[i]; !e.Hidden && e.LastHeard().Captured() != chess.NoSquare {
			n--
		}
	}
	return n
}

func (g *positionGame) side() chess.Color {
	side, _ := g.record.Scope.Side()
	return side
}

// disturb changes men of the opponent: one, and up to four where it is bold.
func (g *positionGame) disturb(rng *rand.Rand, p *chess.Position, boldness float64) bool {
	for range 1 + int(4*boldness) {
		g.change(p, g.side().Other(), rng)
	}
	return p.Check() == nil
}

// likely returns how likely the opponent is to have gone from a position by the last turn of a past, by style.
func (g *positionGame) likely(past []event, s *chess.Position) func(to *chess.Position, chances []float64) {
	n := len(past) - 1
	k := knowledge{heard: kriegspiel.Silent, took: chess.NoSquare}
	if n > 0 {
		k.heard = past[n-1].Seen
		k.lost = lostBefore(n-1, func(i int) (bool, chess.Square) { return past[i].Heard, past[i].Seen.Captured() })
	}
	if n > 1 {
		k.took = past[n-2].Seen.Captured()
	}
	g.model.list(s, k)
	return g.model.chances
}
