package registry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"blindsight"
	"blindsight/catalog"
)

// eachPreset calls f with every setting that people are offered on a board.
func eachPreset(t *testing.T, f func(t *testing.T, g *catalog.Game, s *catalog.Setting)) {
	t.Helper()
	for _, g := range Games() {
		if g.Shown == nil {
			continue
		}
		for _, p := range g.Shown.Presets {
			t.Run(g.Name+"/"+p.Name, func(t *testing.T) {
				s, err := g.Open(p.Settings)
				if err == nil {
					err = s.Fits()
				}
				if err != nil {
					t.Fatal(err)
				}
				f(t, g, s)
			})
		}
	}
}

// What players do in a match can be done at a sitting, action by action, with the same answers, and
// the same gains at the end.
func TestSittingIsTheGameOfAMatch(t *testing.T) {
	eachPreset(t, func(t *testing.T, g *catalog.Game, s *catalog.Setting) {
		players := slices.Repeat([]string{"random"}, len(g.Sides))
		m, err := s.Seat(players...)
		if err != nil {
			t.Fatal(err)
		}
		for n := range uint64(20) {
			sitting, err := s.Sit(7, n)
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Play(context.Background(), catalog.Play{Seed: 7, Number: n, Budgets: []blindsight.Budget{{}}, Each: func(step *catalog.Step) {
				if sitting.Turn() != step.Side {
					t.Fatalf("side %d acts, not %d", step.Side, sitting.Turn())
				}
				if err := sitting.Do(step.Action); err != nil {
					t.Fatal(err)
				}
				told := sitting.Told(step.Side)
				if last := told[len(told)-1]; last != (catalog.Told{Own: true, Action: step.Action, Cell: last.Cell, Text: step.Seen}) || last.Cell < 0 {
					t.Fatalf("%+v was told, not %q", last, step.Seen)
				}
				if len(g.Sides) > 1 && step.Heard != "" {
					other := sitting.Told(1 - step.Side)
					if last := other[len(other)-1]; last != (catalog.Told{Cell: -1, Text: step.Heard}) {
						t.Fatalf("%+v was heard, not %q", last, step.Heard)
					}
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			if sitting.Turn() != catalog.Over || sitting.Do("0,0") == nil {
				t.Fatal("the game is not over")
			}
			for side := range g.Sides {
				if gained, words := sitting.Gained(side); gained != r.Gained[side] || words == "" {
					t.Errorf("side %d gained %v (%s), not %v", side, gained, words, r.Gained[side])
				}
			}
		}
	})
}

// Boards are whole, actions lie on cells that are not known, refusals change nothing, and a belief is one.
func TestBoardsOfASitting(t *testing.T) {
	eachPreset(t, func(t *testing.T, g *catalog.Game, s *catalog.Setting) {
		rng := rand.New(rand.NewPCG(1, 2))
		for n := range uint64(2) {
			sitting, err := s.Sit(3, n)
			if err != nil {
				t.Fatal(err)
			}
			for steps := 0; sitting.Turn() != catalog.Over; steps++ {
				side := sitting.Turn()
				b := sitting.Board(side)
				checkBoard(t, b)
				legal := sitting.Legal()
				for _, a := range legal {
					if b.Cells[a.Cell].Tone != catalog.Unknown {
						t.Fatalf("%s is legal on %+v", a.Text, b.Cells[a.Cell])
					}
				}
				if err := sitting.Do("somewhere"); err == nil || !reflect.DeepEqual(sitting.Board(side), b) {
					t.Fatalf("an action that is none: %v", err)
				}
				if steps%9 == 2 {
					checkBelief(t, sitting, side, b)
				}
				if err := sitting.Do(legal[rng.IntN(len(legal))].Text); err != nil {
					t.Fatal(err)
				}
			}
			checkBoard(t, sitting.Truth())
			for side := range g.Sides {
				checkBoard(t, sitting.Board(side))
				known := sitting.Board(side)
				for i, cell := range sitting.Truth().Cells {
					if k := known.Cells[i].Tone; (k == catalog.Side0 || k == catalog.Side1 || k == catalog.Found) && cell.Tone != k {
						t.Errorf("cell %d is known as %s, and is %s", i, k, cell.Tone)
					}
				}
			}
		}
	})
}

func checkBoard(t *testing.T, b catalog.Board) {
	t.Helper()
	if b.Rows < 1 || len(b.Cells) != b.Rows*b.Cols || b.Facts == nil || b.Shape == "" {
		t.Fatalf("no board: %+v", b)
	}
	for i, c := range b.Cells {
		if c.Tone == "" || c.Says == "" {
			t.Fatalf("cell %d says nothing: %+v", i, c)
		}
	}
}

func checkBelief(t *testing.T, s *catalog.Sitting, side int, b catalog.Board) {
	t.Helper()
	belief, err := s.Belief(context.Background(), side, rand.New(rand.NewPCG(5, 5)))
	if err != nil {
		t.Fatal(err)
	}
	if len(belief.Chances) != len(b.Cells) || belief.Of == "" || belief.Assumes == "" || belief.States < 1 {
		t.Fatalf("no belief: %+v", belief)
	}
	truth := s.Truth()
	for i, x := range belief.Chances {
		if !(x >= 0 && x <= 1) {
			t.Fatalf("cell %d has chance %v", i, x)
		}
		there := truth.Cells[i].Tone != catalog.Empty && truth.Cells[i].Tone != catalog.Tone(fmt.Sprint("side", side))
		if belief.Kind == catalog.ExactBelief && b.Cells[i].Tone == catalog.Unknown && (there && x == 0 || !there && x == 1) {
			t.Errorf("cell %d is %+v, which had chance %v", i, truth.Cells[i], x)
		}
	}
}

// Each level plays a game to its end, decides the same when it is asked again, and compares what is legal.
func TestLevelsPlay(t *testing.T) {
	eachPreset(t, func(t *testing.T, g *catalog.Game, s *catalog.Setting) {
		for _, level := range g.Shown.Levels {
			sitting, err := s.Sit(1, 0)
			if err != nil {
				t.Fatal(err)
			}
			budget := blindsight.Budget{Simulations: min(level.Simulations, 50)}
			for n := uint64(0); sitting.Turn() != catalog.Over; n++ {
				c, err := sitting.Ask(context.Background(), level.Player, budget, rand.New(rand.NewPCG(9, n)))
				if err != nil {
					t.Fatal(err)
				}
				if n%5 == 1 {
					again, err := sitting.Ask(context.Background(), level.Player, budget, rand.New(rand.NewPCG(9, n)))
					if err != nil || again.Action != c.Action {
						t.Fatalf("%s: %s, and asked again %+v %v", level.Name, c.Action, again, err)
					}
				}
				for _, x := range c.Compared {
					if !slices.Contains(sitting.Legal(), x.Action) {
						t.Fatalf("%s compares %+v", level.Name, x)
					}
				}
				if err := sitting.Do(c.Action); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// A game without a board has no sitting.
func TestNoBoard(t *testing.T) {
	g, err := Find("tiger")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Open("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sit(1, 0); err == nil || g.Shown != nil || s.Fits() != nil {
		t.Errorf("%v", err)
	}
}
