package loneking

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	"blindsight/player/kriegspielers/endings"
)

// Runner is a lone king that moves: he is told the position, which he sees whole.
type Runner interface {
	// Run returns one of the king's legal moves.
	Run(p *chess.Position, moves []chess.Move, rng *rand.Rand) chess.Move
}

// Uniform is a king that makes any of his moves with the same chance.
type Uniform struct{}

// Run returns any of the moves.
func (Uniform) Run(_ *chess.Position, moves []chess.Move, rng *rand.Rand) chess.Move {
	return moves[rng.IntN(len(moves))]
}

// Evader is a king that takes what he can, and else goes where the mate on the open board is
// furthest; between equals he draws.
type Evader struct{ Open []*endings.Open }

// Run returns the move that keeps him alive longest on the open board.
func (e Evader) Run(p *chess.Position, moves []chess.Move, rng *rand.Rand) chess.Move {
	const takes = 1000 // further than any mate
	best, most, equals := chess.Move(0), -1, 0
	side := p.Side().Other()
	for _, m := range moves {
		far := takes
		if !p.Men(side).Has(m.To()) {
			far = e.distance(p, side, m.To())
		}
		switch {
		case far > most:
			best, most, equals = m, far, 1
		case far == most:
			if equals++; rng.IntN(equals) == 0 {
				best = m
			}
		}
	}
	return best
}

// distance returns how far the mate is with the king on a square, further than any where there is none.
func (e Evader) distance(p *chess.Position, side chess.Color, king chess.Square) int {
	const none = 999
	m, men := endings.MaterialOf(p, side)
	for _, o := range e.Open {
		if m != nil && o.Material() == m {
			if n := o.Moves(men, king); n > 0 {
				return n
			}
		}
	}
	return none
}

// Game says what games [Game.Play] plays: White hunts, and begins.
type Game struct {
	Rules   *kriegspiel.Rules
	Ending  *endings.Material
	Library *Library // of the planner
	King    Runner
	Limit   int // moves of each side
	Seed    uint64
}

// Outcome is how a game ended.
type Outcome struct {
	Result kriegspiel.Result
	Moves  int         // of White
	Men    endings.Men // where White's men stood
	King   chess.Square
	Sure   int // moves within which mate was certain at the start, 0 if it was not known to be
}

// Draw returns the placement of a game, White to move: men anywhere in which some move leaves no man that any possible king
// could take next, and a king anywhere that is possible.
func (g *Game) Draw(rng *rand.Rand) (endings.Men, chess.Square) {
	for {
		men := g.Ending.Random(rng)
		kings := g.Ending.Possible(men)
		if kings == 0 || !g.Ending.Safe(men) {
			continue
		}
		k := rng.IntN(kings.Count())
		for s := range kings.All() {
			if k == 0 {
				return men, s
			}
			k--
		}
	}
}

// Play plays game number n. It depends on the seed and the number alone.
func (g *Game) Play(ctx context.Context, n int) (Outcome, error) {
	men, king := g.Draw(randstream.New(g.Seed, "endings/placement", uint64(n)))
	start := g.Ending.Position(men, king, chess.White)
	referee := kriegspiel.NewReferee(g.Rules, &start, g.Limit)
	hunt := NewHunt(g.Rules, &start, chess.White, g.Ending.Possible(men))
	planner := NewPlanner(g.Library)
	hunting, running := randstream.New(g.Seed, "endings/hunter", uint64(n)), randstream.New(g.Seed, "endings/king", uint64(n))
	out := Outcome{Men: men, King: king, Sure: g.Library.moves(&hunt.Own, chess.White, hunt.Kings)}
	for referee.Result() == kriegspiel.Unfinished {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if referee.Side() == chess.Black {
			p := referee.Position()
			m := g.King.Run(&p, p.Moves(nil), running)
			heard, err := referee.Try(kriegspiel.Attempt(m))
			if err != nil {
				return out, err
			}
			hunt.Heard(heard)
			continue
		}
		choice, ok := planner.Choose(hunt, hunting)
		if !ok {
			return out, fmt.Errorf("game %d: nothing to try with %v and the king on %s", n, men, hunt.Kings)
		}
		heard, err := referee.Try(choice.Attempt)
		if err != nil {
			return out, err
		}
		hunt.Did(choice.Attempt, heard)
		if heard.Move() {
			out.Moves++
		}
		if p := referee.Position(); referee.Result() == kriegspiel.Unfinished && !hunt.Kings.Has(p.KingSquare(chess.Black)) {
			return out, fmt.Errorf("game %d: the belief %s has lost the king on %s", n, hunt.Kings, p.KingSquare(chess.Black))
		}
	}
	out.Result = referee.Result()
	return out, nil
}
