package studies

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// bssuctPiece is a walk: of a player with a seed, or for the optimum if it is "".
type bssuctPiece struct {
	at     int // of the board
	player string
	sims   int
	seed   uint64
}

// bssuctMeasure walks and plays.
func bssuctMeasure(ctx context.Context, b *Bench, boards []bssuctBoard) ([]*bssuctResult, error) {
	var results []*bssuctResult
	var pieces []bssuctPiece
	for i := range boards {
		r := &bssuctResult{bssuctBoard: &boards[i], players: make(map[string]valued), optimum: valued{failed: true}}
		results = append(results, r)
		for _, name := range r.walked {
			for _, n := range r.simulations(b.Size, name) {
				for k := range r.walks(b.Size, name, n) {
					pieces = append(pieces, bssuctPiece{i, name, n, b.Seed + uint64(k)})
				}
			}
		}
		solved := len(r.walked) > 1
		switch {
		case r.bssuctBoard.optimum != "" && (b.Size != Full || !solved):
			x, _ := new(big.Rat).SetString(r.bssuctBoard.optimum)
			r.optimum = exactly(x)
		case solved:
			pieces = append(pieces, bssuctPiece{at: i, seed: b.Seed})
		}
	}
	slices.Reverse(pieces) // the longest first, so that the workers finish together
	name := func(i int) string {
		return fmt.Sprintf("%s/%d", walkName(boards[pieces[i].at].board, pieces[i].player, pieces[i].sims), pieces[i].seed)
	}
	values, err := Do(ctx, b, "walks", len(pieces), name, func(ctx context.Context, i int) (*big.Rat, error) {
		return worth(ctx, boards[pieces[i].at].board, pieces[i].player, pieces[i].sims, pieces[i].seed)
	})
	if err != nil {
		return nil, err
	}
	alike := make(map[bssuctPiece][]*big.Rat) // but for the seed
	for i, x := range values {
		p := pieces[i]
		p.seed = b.Seed
		alike[p] = append(alike[p], x)
	}
	for p, list := range alike {
		v := byWalks(list)
		if searches(p.player) {
			v.sims = p.sims
		} else {
			v.walks = 0 // it decides without chance
		}
		results[p.at].learn(p.player, v)
	}
	if err := bssuctPlay(ctx, b, results); err != nil {
		return nil, err
	}
	for _, r := range results {
		r.bound()
		slices.SortFunc(r.curve, func(a, b valued) int { return a.sims - b.sims })
		for _, name := range everyPlayer {
			if _, ok := r.players[name]; !ok {
				r.players[name] = valued{failed: true}
			}
		}
	}
	return results, nil
}

// bound ends the intervals of walks where nobody can be better, and gives one to walks that agree.
func (r *bssuctResult) bound() {
	most := 1.0
	if !r.optimum.failed {
		most = r.optimum.value
	}
	for name, v := range r.players {
		v.bound(most)
		r.players[name] = v
	}
	for i := range r.curve {
		r.curve[i].bound(most)
	}
}

// bound ends the interval of walks at the best that is possible. Walks that agree hide others: with k of them
// another walk differs, except with a chance of 5%, with a chance of at most q, 1 - q being the k-th root of 5%, and wins between
// nothing and the best possible. Where most of them agree the interval is no narrower than that, since Student's is not made for what is nearly
// always the same.
func (v *valued) bound(most float64) {
	if v.walks == 0 {
		return
	}
	if v.lumpy {
		q := 1 - math.Pow(0.05, 1/float64(v.walks))
		v.ci = [2]float64{min(v.ci[0], v.value*(1-q)), max(v.ci[1], v.value+q*(most-v.value))}
		v.width = max(v.width, v.ci[1]-v.ci[0])
	}
	v.ci[1] = min(v.ci[1], max(most, v.ci[0]))
}

// simulations returns with how many simulations a player is walked.
func (r *bssuctBoard) simulations(size Size, player string) []int {
	switch player {
	case literal:
		return pick(size, r.curve[0], r.curve[1], r.curve[2])
	case "bssuct":
		return []int{pick(size, r.sims[0], r.sims[1], r.sims[2])}
	case "bssuct-exact":
		return []int{pick(size, r.exactSims[0], r.exactSims[1], r.exactSims[2])}
	}
	return []int{1}
}

// bssuctPlay plays the games of the plan, where walks would take too long.
func bssuctPlay(ctx context.Context, b *Bench, results []*bssuctResult) error {
	games, err := b.Play(ctx)
	if err != nil {
		return err
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
	return nil
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

// walks returns with how many seeds a player is walked, fewer where each takes long.
func (r *bssuctBoard) walks(size Size, player string, sims int) int {
	curve := r.simulations(size, player)
	switch {
	case !searches(player):
		return 1
	case size == Quick:
		return 3
	case player == literal && sims == curve[len(curve)-1]:
		return r.seeds
	case player == literal:
		return max(10, r.seeds)
	case sims <= 1000, size == Full && sims <= 10_000:
		return 10
	}
	return 7
}

// byWalks is a win rate by walks of different seeds, see bound for those that do not differ. No play comes to a position twice, so that the mean over all seeds is what the player wins that
// draws its decisions anew in every game.
func byWalks(list []*big.Rat) valued {
	var v interval.Values
	often := map[string]int{}
	most := 0
	for _, x := range list {
		value, _ := x.Float64()
		v.Add(value)
		often[x.String()]++
		most = max(most, often[x.String()])
	}
	if most == len(list) {
		same := exactly(list[0])
		same.walks, same.lumpy = len(list), true
		return same
	}
	mean, lo, hi := v.Student95()
	return valued{value: mean, ci: [2]float64{max(lo, 0), min(hi, 1)}, width: hi - lo, walks: len(list), lumpy: 2*most > len(list)}
}

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
