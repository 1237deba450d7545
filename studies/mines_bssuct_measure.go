package studies

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// bssuctMeasure walks and plays.
func bssuctMeasure(ctx context.Context, b *Bench, boards []bssuctBoard) ([]*bssuctResult, error) {
	var results []*bssuctResult
	type piece struct {
		at     int
		player string // "" is the optimum
		sims   int
	}
	var pieces []piece
	for i := range boards {
		r := &bssuctResult{bssuctBoard: &boards[i], players: make(map[string]valued), optimum: valued{failed: true}}
		results = append(results, r)
		for _, name := range r.walked {
			sims := []int{1}
			switch name {
			case literal:
				sims = pick(b.Size, r.bssuctBoard.curve[0], r.bssuctBoard.curve[1], r.bssuctBoard.curve[2])
			case "bssuct":
				sims[0] = pick(b.Size, r.sims[0], r.sims[1], r.sims[2])
			case "bssuct-exact":
				sims[0] = pick(b.Size, r.exactSims[0], r.exactSims[1], r.exactSims[2])
			}
			for _, n := range sims {
				pieces = append(pieces, piece{i, name, n})
			}
		}
		solved := len(r.walked) > 1
		switch {
		case r.bssuctBoard.optimum != "" && (b.Size != Full || !solved):
			x, _ := new(big.Rat).SetString(r.bssuctBoard.optimum)
			r.optimum = exactly(x)
		case solved:
			pieces = append(pieces, piece{at: i})
		}
	}
	// The longest first, so that the workers finish together.
	for i, j := 0, len(pieces)-1; i < j; i, j = i+1, j-1 {
		pieces[i], pieces[j] = pieces[j], pieces[i]
	}
	name := func(i int) string { return walkName(boards[pieces[i].at].board, pieces[i].player, pieces[i].sims) }
	values, err := Do(ctx, b, "walks", len(pieces), name, func(ctx context.Context, i int) (*big.Rat, error) {
		return worth(ctx, boards[pieces[i].at].board, pieces[i].player, pieces[i].sims, b.Seed)
	})
	if err != nil {
		return nil, err
	}
	for i, x := range values {
		v := exactly(x)
		if searches(pieces[i].player) {
			v.sims = pieces[i].sims
		}
		results[pieces[i].at].learn(pieces[i].player, v)
	}
	games, err := b.Play(ctx)
	if err != nil {
		return nil, err
	}
	defer games.Store.Close()
	for i := range games.Cells {
		c, plan := &games.Cells[i], &games.Plan.Cells[i]
		for _, r := range results {
			if strings.HasPrefix(c.Setting, r.board+" ") {
				v := valued{value: c.WinRate, ci: c.CI95, games: c.Games, wins: c.Wins}
				if searches(c.Player) {
					v.sims = plan.Budget.Simulations
				}
				r.learn(strings.TrimSuffix(c.Player, atOnce), v)
			}
		}
	}
	for _, r := range results {
		slices.SortFunc(r.curve, func(a, b valued) int { return a.sims - b.sims })
		for _, name := range everyPlayer {
			if _, ok := r.players[name]; !ok {
				r.players[name] = valued{failed: true}
			}
		}
	}
	return results, nil
}

// learn notes what a player is worth, or the best possible if it is "".
func (r *bssuctResult) learn(player string, v valued) {
	if player == "" {
		r.optimum = v
		return
	}
	if player == literal {
		r.curve = append(r.curve, v)
	}
	if old, ok := r.players[player]; !ok || v.sims > old.sims {
		r.players[player] = v
	}
}

// searches tells whether a player of the study does.
func searches(player string) bool { return strings.HasPrefix(player, "bssuct") }

// exactly is a win rate that is known.
func exactly(x *big.Rat) valued {
	value, _ := x.Float64()
	return valued{value: value, ci: [2]float64{value, value}, exact: x}
}

// walkName names the walk of a player, or of the best play if it is "", for the record.
func walkName(board, player string, sims int) string {
	if player == "" {
		return "optimum/" + board
	}
	return fmt.Sprintf("walk/%s/%s/%d", board, player, sims)
}

// worth returns the exact win rate of a player, or of the best play if it is "".
func worth(ctx context.Context, board, player string, sims int, seed uint64) (*big.Rat, error) {
	g, err := windowsGame(board)
	if err != nil {
		return nil, err
	}
	if player != "" {
		if searches(player) {
			player += atOnce
		}
		p, err := sweepers.Catalogue.New(player, g)
		if err != nil {
			return nil, err
		}
		e, err := optimum.Evaluate(ctx, g, p, blindsight.Budget{Simulations: sims}, seed, optimum.EvaluateOptions{})
		if err != nil {
			return nil, err
		}
		return e.Value, nil
	}
	cells, err := optimum.Solve(ctx, g, reveal.New(reveal.Options{Workers: 1}), nil)
	if err != nil {
		return nil, err
	}
	best := new(big.Rat)
	for _, c := range cells {
		if !c.Exact() {
			return nil, ctx.Err()
		}
		if c.Lower.Cmp(best) > 0 {
			best = c.Lower
		}
	}
	return best, nil
}

// windowsGame makes a game of the windows rule, where a first cell is opened and so are
// the neighbours of a 0.
func windowsGame(board string) (*minesweeper.Game, error) {
	r := minesweeper.Rules{AutoOpen: true, Objective: minesweeper.Win}
	if err := r.Parse(board, minesweeper.Windows.String(), minesweeper.Eight.String()); err != nil {
		return nil, err
	}
	return minesweeper.New(r)
}
