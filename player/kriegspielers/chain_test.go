package kriegspielers

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// naive returns the worth of rows by the definition: the best attempt first, then, where it is refused, the best of
// those that are left, and so on, with no limit.
func naive(o *outlook, rows []int, tried map[int]bool, cost float64) float64 {
	best := math.Inf(-1)
	for _, i := range o.live {
		if tried[i] {
			continue
		}
		sum, left, legal := 0.0, []int(nil), false
		weight := 0.0
		for _, k := range rows {
			if x := o.rows[k].values[i]; x == x {
				sum += o.rows[k].weight * x
				legal = true
			} else {
				left = append(left, k)
				weight += o.rows[k].weight
			}
		}
		if !legal {
			continue
		}
		if len(left) > 0 {
			tried[i] = true
			sum += naive(o, left, tried, cost) - cost*weight
			delete(tried, i)
		}
		best = max(best, sum)
	}
	if math.IsInf(best, -1) {
		best = 0
		for _, k := range rows {
			best += o.rows[k].weight * o.rows[k].mean
		}
	}
	return best
}

// A turn is planned as the definition says, where few enough attempts are there for all to be looked at.
func TestChainIsExpectimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	start := chess.Start()
	for round := range 300 {
		rules := kriegspiel.MustRules([]string{"berkeley", "wild16"}[round%2])
		v := kriegspiel.NewView(rules, chess.White, &start)
		o := &outlook{}
		n := 2 + rng.IntN(chainDepth-1) // so that no chain is longer than it looks
		for i := range n {
			o.tries = append(o.tries, kriegspiel.Attempt(chess.NewMove(chess.Square(i), chess.Square(i+20), chess.NoKind)))
			o.live, o.pawn = append(o.live, i), append(o.pawn, false)
		}
		for range 1 + rng.IntN(70) {
			r := prospect{weight: 1 + float64(rng.IntN(3)), values: make([]float64, n), heard: make([]kriegspiel.Percept, n)}
			legal := 0.0
			for i := range r.values {
				if r.values[i] = 4*rng.Float64() - 2; rng.IntN(2) == 0 && i > 0 { // the first is always legal
					r.values[i] = math.NaN()
					continue
				}
				r.mean += r.values[i]
				legal++
			}
			r.mean /= legal
			o.rows = append(o.rows, r)
		}
		options := DefaultForesight
		options.Bit = 0
		plans := o.chain.plan(o, v, options)
		rows, total := []int(nil), 0.0
		for k := range o.rows {
			rows = append(rows, k)
			total += o.rows[k].weight
		}
		best := math.Inf(-1)
		for _, p := range plans {
			best = max(best, p.value)
		}
		want := naive(o, rows, map[int]bool{}, o.chain.cost) / total
		if math.Abs(best-want) > 1e-9 {
			t.Fatalf("round %d: %d tries, %d rows: worth %v, by the definition %v", round, n, len(o.rows), best, want)
		}
	}
}

// Where asking splits the belief into what pawns can take and what they cannot, asking is planned for: the pawn's capture is
// worth much where it is legal, and trying it where it is not costs more than a question.
func TestChainAsks(t *testing.T) {
	start := chess.Start()
	rules := kriegspiel.MustRules("berkeley-any")
	v := kriegspiel.NewView(rules, chess.White, &start)
	capture := kriegspiel.Attempt(chess.NewMove(chess.Square(28), chess.Square(35), chess.NoKind))
	quiet := kriegspiel.Attempt(chess.NewMove(chess.Square(1), chess.Square(18), chess.NoKind))
	o := &outlook{tries: []kriegspiel.Attempt{capture, quiet, kriegspiel.Any}, live: []int{0, 1, 2}, pawn: []bool{true, false, false}}
	nan := math.NaN()
	for k := range 10 {
		r := prospect{weight: 1, values: []float64{nan, 0, nan}, heard: make([]kriegspiel.Percept, 3), mean: 0}
		if k < 5 {
			r.values[0], r.any, r.mean = 1, true, 0.5
		}
		o.rows = append(o.rows, r)
	}
	options := DefaultForesight
	options.Bit = 0
	value := make(map[kriegspiel.Attempt]float64)
	for _, p := range o.chain.plan(o, v, options) {
		value[o.tries[p.try]] = p.value
	}
	// Asking: 5 captures worth 1, 5 quiet moves worth 0, less what asking costs. Trying first: the same, less refusals in half of them.
	if want := 0.5 - askCost; math.Abs(value[kriegspiel.Any]-want) > 1e-9 {
		t.Errorf("asking is worth %v, want %v", value[kriegspiel.Any], want)
	}
	if want := 0.5 - refusalCost/2; math.Abs(value[capture]-want) > 1e-9 {
		t.Errorf("the capture is worth %v, want %v", value[capture], want)
	}
	if value[quiet] != 0 {
		t.Errorf("the quiet move is worth %v", value[quiet])
	}
}

// BenchmarkChain plans a turn with as many rows as there may be and forty attempts, of which a third is refused in each.
func BenchmarkChain(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	start := chess.Start()
	v := kriegspiel.NewView(kriegspiel.MustRules("berkeley"), chess.White, &start)
	o := &outlook{}
	for i := range 40 {
		o.tries = append(o.tries, kriegspiel.Attempt(chess.NewMove(chess.Square(i), chess.Square(i+20), chess.NoKind)))
		o.pawn, o.live = append(o.pawn, false), append(o.live, i)
	}
	for range mostRows {
		r := prospect{weight: 1, heard: make([]kriegspiel.Percept, len(o.tries))}
		for range o.tries {
			x := rng.NormFloat64()
			if rng.IntN(3) == 0 {
				x = math.NaN()
			}
			r.values = append(r.values, x)
		}
		o.rows = append(o.rows, r)
	}
	for b.Loop() {
		o.chain.plan(o, v, DefaultForesight)
	}
}
