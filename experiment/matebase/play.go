package matebase

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	"blindsight/player/kriegspielers"
)

// position is a position of a game that became an instance at one depth or more.
type position struct {
	key       Key
	instances []*Instance // the shallowest first
}

// apart is how many own turns lie between two positions of a game that are looked at
// after one was found: neighbours are much alike.
const apart = 2

// errDrop ends a game whose belief has grown too large.
var errDrop = errors.New("the belief has grown too large")

// play plays a game and returns what was found in it. What was found before the belief
// grew too large is kept: its own history never did.
func play(ctx context.Context, o *Options, a *analyst, number int) ([]position, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	start := chess.Start()
	if number%2 == 1 {
		start = opening(randstream.New(o.Seed, "collect/opening", uint64(number)), o.Opening)
	}
	game := kriegspiel.NewReferee(o.Rules, &start, 0)
	w := &watcher{options: o, analyst: a, game: game, number: number, belief: enumerate.New[chess.Position](enumerate.Options{States: o.Drop, Workers: 1})}
	var players [2]episode.KriegspielPlayer
	for side, name := range []string{o.White, o.Black} {
		p, err := kriegspielers.Catalogue.New(name, o.Rules)
		if err != nil {
			return nil, err
		}
		players[side] = episode.KriegspielPlayer{
			Planner: p, RNG: randstream.New(o.Seed, "collect/"+chess.Color(side).String(), uint64(number)), Budget: blindsight.Budget{Simulations: o.Simulations},
		}
	}
	err := episode.Kriegspiel(ctx, game, players, func(kriegspiel.Attempt, kriegspiel.Percept) {
		if game.Side() == chess.White && len(game.View(chess.White).Tries()) == 0 {
			if err := w.look(ctx); err != nil {
				cancel(err)
			}
		}
	})
	if cause := context.Cause(ctx); cause != nil && err != nil {
		err = cause
	}
	var limit *enumerate.LimitError
	if errors.Is(err, errDrop) || errors.As(err, &limit) {
		err = nil
	}
	return w.found, err
}

// opening returns the position after an even number of moves, up to some number, that are
// made at random and seen by both sides.
func opening(rng *rand.Rand, most int) chess.Position {
	for {
		p := chess.Start()
		var buf [256]chess.Move
		for range 2 * rng.IntN(most/2+1) {
			moves := p.Moves(buf[:0])
			if len(moves) == 0 {
				break
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
		if p.Side() == chess.White && p.HasMove() {
			return p
		}
	}
}

// watcher looks at the beliefs of White as a game goes on.
type watcher struct {
	options *Options
	analyst *analyst
	game    *kriegspiel.Referee
	number  int
	belief  *enumerate.Belief[chess.Position]
	found   []position
	near    int // of found, those that are near misses at the least depth
	wait    int // own turns until the next look
}

// look looks at the belief at the beginning of a turn of White.
func (w *watcher) look(ctx context.Context) error {
	record := w.game.View(chess.White).Record()
	if w.game.Result() != kriegspiel.Unfinished {
		return nil
	}
	trail, err := record.Trail(chess.White)
	if err != nil {
		return err
	}
	if err := w.belief.Advance(ctx, trail, nil); err != nil {
		var limit *enumerate.LimitError
		if errors.As(err, &limit) {
			err = errDrop
		}
		return err
	}
	if w.wait--; w.wait > 0 || w.belief.Len() > w.options.Belief {
		return nil
	}
	from := &Instance{
		Problem: kriegspiel.Problem{Rules: w.options.Rules, Side: chess.White},
		History: record, Seed: w.options.Seed, Game: w.number, Ply: len(record.Turns),
	}
	for p := range w.belief.All() {
		from.Belief = append(from.Belief, *p)
	}
	sortBelief(from.Belief)
	list, err := w.analyst.analyse(ctx, from, w.near < w.options.PerGame)
	if err != nil || len(list) == 0 {
		return err
	}
	if list[0].Answer != Mate {
		w.near++
	}
	w.found = append(w.found, position{KeyOf(&from.Problem), list})
	w.wait = apart
	return nil
}
