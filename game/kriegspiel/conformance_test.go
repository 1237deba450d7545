package kriegspiel

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/gametest"
)

// kit makes a game ready for the conformance kit.
func kit(g *Game) gametest.Case[Referee, *View, Attempt, Percept] {
	return gametest.Case[Referee, *View, Attempt, Percept]{
		Game: g, NewView: g.NewView, Sides: 2, Name: g.rules.Name, Plays: 5,
		ShowView:  func(v *View) string { return string(v.Record().AppendJSON(nil)) },
		ShowState: func(s *Referee) string { return s.pos.FEN() },
	}
}

// The conformance kit finds nothing: no leak of hidden men into what is legal, into
// keys or into what is printed of a view, for either side and every rule set.
func TestGametest(t *testing.T) {
	for _, rules := range All() {
		for _, fen := range []string{starts[0], starts[3]} {
			start := mustFEN(t, fen)
			t.Run(fmt.Sprintf("%s/%d", rules, start.Occupied().Count()), func(t *testing.T) {
				gametest.Run(t, kit(NewGame(rules, &start, 10)))
			})
		}
	}
}

// contest makes a game ready for the checks of contest and trail.
func contest(g *Game) gametest.ContestCase[Referee, *View, Attempt, Percept, chess.Position] {
	return gametest.ContestCase[Referee, *View, Attempt, Percept, chess.Position]{
		Case: kit(g), Contest: g.rules,
		Position: func(s *Referee, p *chess.Position) { *p = s.pos },
		InGame:   inGame(g.rules),
		Trail: func(v *View) blindsight.Trail[chess.Position] {
			t, err := v.Record().Trail(v.Side())
			if err != nil {
				panic(err)
			}
			return t
		},
	}
}

// inGame says what is heard in a game, which may be drawn, where h is heard in a problem.
func inGame(r *Rules) func(p *chess.Position, h Percept, over bool) Percept {
	return func(p *chess.Position, h Percept, over bool) Percept {
		if h = r.Drawn(p, h); over && !h.Over() {
			return h & movedMask
		}
		return h
	}
}

// What searches and estimators ask of bare positions is what happens in games.
func TestContestOfGame(t *testing.T) {
	for _, rules := range All() {
		for i, fen := range starts[:4] {
			start := mustFEN(t, fen)
			t.Run(fmt.Sprintf("%s/%d", rules, i), func(t *testing.T) {
				gametest.RunContest(t, contest(NewGame(rules, &start, 10)))
			})
		}
	}
}

// leaky is the game with a leak to one side.
type leaky struct {
	*Game
	leak string
	to   chess.Color
	last atomic.Pointer[chess.Position] // the true position
}

func (g *leaky) Start(rng *rand.Rand, s *Referee) blindsight.Side {
	defer g.remember(s)
	return g.Game.Start(rng, s)
}

func (g *leaky) remember(s *Referee) {
	p := s.Position()
	g.last.Store(&p)
}

func (g *leaky) Step(rng *rand.Rand, s *Referee, a Attempt) blindsight.Step[Percept] {
	mover, before := s.Side(), s.Position()
	step := g.Game.Step(rng, s, a)
	g.remember(s)
	if mover == g.to {
		return step
	}
	switch {
	case g.leak == "what was refused is heard" && step.Silent:
		step.Silent, step.Heard = false, step.Seen
	case g.leak == "what moved is heard" && step.Heard.Move() && !step.Done() && before.KindAt(a.Move().From()) == chess.Knight:
		step.Heard |= promotionBit
	}
	return step
}

// leakyView is a view of such a game.
type leakyView struct {
	*View
	g *leaky
}

func (v *leakyView) Clone() *leakyView     { return &leakyView{v.View.Clone(), v.g} }
func (v *leakyView) CopyFrom(w *leakyView) { v.View.CopyFrom(w.View) }

func (v *leakyView) Key() blindsight.Key {
	k := v.View.Key()
	if v.g.leak == "the key knows the king" && v.Side() == v.g.to {
		k.Hi += uint64(v.g.last.Load().Pieces(v.Side().Other(), chess.King))
	}
	return k
}

// Legal leaves out what would be refused, as a player likes it.
func (v *leakyView) Legal(buf []Attempt) []Attempt {
	all := v.View.Legal(buf)
	if v.g.leak != "only what is legal" || v.Side() != v.g.to {
		return all
	}
	kept := all[:len(buf)]
	for _, a := range all[len(buf):] {
		if v.g.last.Load().Legal(a.Move()) {
			kept = append(kept, a)
		}
	}
	return kept
}

// The kit finds what is leaked to either side: into what it hears, into what it may do,
// into how its views are told apart.
func TestLeaksAreFound(t *testing.T) {
	for _, c := range []struct{ rules, leak, says string }{ // %d is the side
		{"wild16", "", ""},
		{"wild16", "what was refused is heard", "the view of side %d refuses what the rules let it hear, illegal of"},
		{"berkeley", "what moved is heard", "replies: "},
		{"wild16", "the key knows the king", "in which side %d does, sees and hears the same, the view has key"},
		{"berkeley", "only what is legal", "in which side %d does, sees and hears the same, the view has legal"},
	} {
		for side := range chess.Color(2) {
			start := chess.Start()
			g := &leaky{Game: NewGame(MustRules(c.rules), &start, 10), leak: c.leak, to: side}
			k := gametest.ContestCase[Referee, *leakyView, Attempt, Percept, chess.Position]{
				Case: gametest.Case[Referee, *leakyView, Attempt, Percept]{
					Game: g, Sides: 2, Plays: 5,
					NewView: func(side blindsight.Side) *leakyView { return &leakyView{g.NewView(side), g} },
				},
				Contest:  g.rules,
				Position: func(s *Referee, p *chess.Position) { *p = s.pos },
				InGame:   inGame(g.rules),
			}
			found := fmt.Sprint(gametest.Check(k.Case), gametest.CheckContest(k))
			says := strings.ReplaceAll(c.says, "%d", fmt.Sprint(int(side)))
			if c.leak == "" && found != "<nil> <nil>" || !strings.Contains(found, says) {
				t.Errorf("%s, %q to %s: the kit says %q, want %q in it", c.rules, c.leak, side, found, says)
			}
		}
	}
}
