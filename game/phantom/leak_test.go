package phantom_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/game/phantom"
)

// leaky is a game with a leak to one side.
type leaky struct {
	*phantom.Game
	leak string
	to   blindsight.Side
	last atomic.Uint64 // the true stones of the other side
}

func (g *leaky) Start(rng *rand.Rand, s *phantom.State) blindsight.Side {
	g.last.Store(0)
	return g.Game.Start(rng, s)
}

func (g *leaky) Step(rng *rand.Rand, s *phantom.State, c phantom.Cell) blindsight.Step[phantom.Answer] {
	side := s.Turn
	step := g.Game.Step(rng, s, c)
	g.last.Store(s.Stones[g.to.Other()])
	if side == g.to || step.Done() {
		return step
	}
	switch {
	case g.leak == "refusals are heard":
		step.Heard, step.Silent = step.Seen, false
	case g.leak == "a refusal is a pass":
		step.Silent = false
		step.Heard = phantom.Placed
	}
	return step
}

// leakyView is a view of such a game.
type leakyView struct {
	*phantom.View
	g *leaky
}

func (v *leakyView) Clone() *leakyView     { return &leakyView{v.View.Clone(), v.g} }
func (v *leakyView) CopyFrom(w *leakyView) { v.View.CopyFrom(w.View) }

func (v *leakyView) Key() blindsight.Key {
	k := v.View.Key()
	if v.g.leak == "the key knows stones" && v.Side() == v.g.to {
		k.Hi += v.g.last.Load()
	}
	return k
}

// Legal leaves out what would be refused, as a player likes it.
func (v *leakyView) Legal(buf []phantom.Cell) []phantom.Cell {
	all := v.View.Legal(buf)
	if v.g.leak != "only what is empty" || v.Side() != v.g.to {
		return all
	}
	kept := all[:len(buf)]
	for _, c := range all[len(buf):] {
		if v.g.last.Load()>>c&1 == 0 {
			kept = append(kept, c)
		}
	}
	return kept
}

// The kit finds what is leaked to either side: into what it hears, into what it may do, into
// how its views are told apart.
func TestLeaksAreFound(t *testing.T) {
	for _, c := range []struct{ settings, leak, says string }{ // %d is the side
		{"hex 3x3 classical", "", ""},
		{"hex 3x3 classical", "refusals are heard", "the view of side %d refuses what the rules let it hear"},
		{"tictactoe classical", "a refusal is a pass", "the view of side %d"},
		{"hex 3x3 abrupt", "refusals are heard", "the view of side %d refuses what the rules let it hear"},
		{"tictactoe abrupt", "the key knows stones", "in which side %d does, sees and hears the same, the view has key"},
		{"hex 3x3 abrupt", "only what is empty", "in which side %d does, sees and hears the same, the view has legal"},
		{"tictactoe classical", "the key knows stones", "in which side %d does, sees and hears the same, the view has key"},
	} {
		for side := range blindsight.Side(2) {
			g := &leaky{Game: parse(t, c.settings), leak: c.leak, to: side}
			found := fmt.Sprint(gametest.Check(gametest.Case[phantom.State, *leakyView, phantom.Cell, phantom.Answer]{
				Game: unwitnessed{g}, Sides: 2, Plays: 10, Copy: g.Copy,
				NewView: func(side blindsight.Side) *leakyView { return &leakyView{g.NewView(side), g} },
			}))
			says := strings.ReplaceAll(c.says, "%d", fmt.Sprint(int(side)))
			if c.leak == "" && found != "<nil>" || !strings.Contains(found, says) {
				t.Errorf("%s, %q to side %d: the kit says %q, want %q in it", c.settings, c.leak, side, found, says)
			}
		}
	}
}

// unwitnessed is a game without its other abilities.
type unwitnessed struct {
	blindsight.Game[phantom.State, phantom.Cell, phantom.Answer]
}
