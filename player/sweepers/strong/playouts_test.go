package strong

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// The player of playouts guesses what is first in the list of the other.
func TestSafestCell(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	p := New(Default())
	compared := 0
	for game := range uint64(20) {
		fitGame(t, g, p, rand.New(rand.NewPCG(game, 9)), func(*minesweeper.View) {
			compared++
			if got, want := p.position.safest().unknown, guessing(p).list[0].unknown; got != want {
				t.Errorf("game %d: unknown %d, want %d", game, got, want)
			}
		})
	}
	if compared < 50 {
		t.Errorf("only %d guesses were compared", compared)
	}
}

// Where the exact search takes over right after the guess, the mean of the playouts is the
// exact value of the guess.
func TestPlayoutsAreTrue(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 4, Width: 5, Mines: 5, Objective: minesweeper.Win, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for game := range uint64(40) {
		o := Default()
		o.Exact = 0
		p := New(o)
		s, position := guessing(p), &p.position
		s.playouts.roller = &roller{newList(o, deduced{}, &exact{solver: newSolver(), within: 1_000_000}, safest{})}
		rng := rand.New(rand.NewPCG(game, 1))
		var state minesweeper.State
		g.Deal(3100, game, &state)
		v := g.NewView()
		step := g.Step(rng, &state, 0)
		if err := v.Did(0, step.Seen); err != nil {
			t.Fatal(err)
		}
		if step.Seen == 0 {
			continue // it goes on by itself
		}
		if _, err := p.Choose(context.Background(), rng, v, blindsight.Budget{}); err != nil {
			t.Fatal(err)
		}
		if len(s.list) < 2 || position.Counter.Size() > 20_000 {
			continue
		}
		a, err := position.table(optimum.MaxTable)
		if err != nil {
			t.Fatal(err)
		}
		values := reveal.New(reveal.Options{Memory: 64 << 20, Workers: 1}).Actions(context.Background(), a)
		for _, c := range s.list[:2] {
			s.playouts.begin(position, s.list)
			guess := &arm{candidate: c, cell: position.cell(c.unknown)}
			const n = 3000
			sum, squares := 0.0, 0.0
			for range n {
				position.Draw(rng, &s.playouts.state)
				x := s.playouts.play(context.Background(), rng, position, guess)
				sum += x
				squares += x * x
			}
			mean := sum / n
			bound := 4.5*math.Sqrt(max(squares/n-mean*mean, 0)/n) + 1e-9
			for i, cell := range position.cells {
				if want := float64(values[i].Lower) / float64(a.States); cell == guess.cell && math.Abs(mean-want) > bound {
					t.Errorf("game %d, cell %d: playouts %.4f ± %.4f, exactly %.4f", game, cell, mean, bound, want)
				}
			}
			compared++
		}
		if compared >= 12 {
			break
		}
	}
	if compared < 6 {
		t.Errorf("only %d guesses compared", compared)
	}
}

// What a player decides with playouts does not depend on the games it played before.
func TestPlayoutsForgetOtherGames(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 16, Mines: 48, First: minesweeper.Gnomine, Objective: minesweeper.Win, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	guesses := 0
	moves := func(p *Player, game uint64) (cells []minesweeper.Cell) {
		var s minesweeper.State
		g.Deal(3200, game, &s)
		rng := rand.New(rand.NewPCG(game, 2))
		v := g.NewView()
		for v.Left() > 0 {
			d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{Simulations: 100})
			if err != nil {
				t.Fatal(err)
			}
			if d.Value < 1 {
				guesses++
			}
			cells = append(cells, d.Action)
			step := g.Step(rng, &s, d.Action)
			if step.Seen == minesweeper.Mine {
				break
			}
			if err := v.Did(d.Action, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
		return cells
	}
	old := New(Default())
	for game := range uint64(20) {
		if a, b := moves(old, game), moves(New(Default()), game); !slices.Equal(a, b) {
			t.Errorf("game %d: %v, a new player %v", game, a, b)
		}
	}
	if guesses < 10 {
		t.Errorf("only %d guesses", guesses)
	}
}
