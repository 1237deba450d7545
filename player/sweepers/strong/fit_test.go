package strong

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
)

var (
	fitGames = flag.Int("fit", 0, "TestFitWeights: games whose guesses the weights are fitted to (5,000 take an hour)")
	fitBoard = flag.String("fit-board", "16x30/99", "TestFitWeights: board")
	fitRule  = flag.String("fit-rule", "windows", "TestFitWeights: rule of the first cell")
)

// unitWeights returns weights of which one is 1 and the others are 0.
func unitWeights(i int) *weights {
	var w weights
	reflect.ValueOf(&w).Elem().Field(i).SetFloat(1)
	return &w
}

// features returns what each weight of a guess is multiplied by.
func (w *weighed) features(p *position, c *candidate) []float64 {
	x := make([]float64, reflect.TypeFor[weights]().NumField())
	for i := range x {
		x[i] = w.score(p, c, unitWeights(i), math.Inf(-1))
	}
	return x
}

// guessing returns the stage that guesses, the last one.
func guessing(p *Player) *compared { return p.stages[len(p.stages)-1].(*compared) }

// fitGame plays a game that survives every guess and calls each at those where the
// weights decide.
func fitGame(t *testing.T, g *minesweeper.Game, p *Player, rng *rand.Rand, each func(v *minesweeper.View)) {
	t.Helper()
	s := guessing(p)
	o := &s.playouts
	o.view = g.NewView()
	v := o.view
	g.Start(rng, &o.state)
	for v.Left() > 0 {
		s.list = s.list[:0]
		c := p.decide(context.Background(), rng, v, blindsight.Budget{})
		if c.err != nil {
			t.Fatal(c.err)
		}
		if c.exact() {
			return
		}
		if len(s.list) > 1 && c.safe < 1 {
			each(v)
		}
		for v.Started() && o.state.Mine(c.Action) {
			p.position.draw(rng, &o.state)
		}
		o.open(rng, v, c.Action)
	}
}

// The score of a guess is the sum of its features by their weights, with the bound that ends
// it early out of the way.
func TestScoreIsLinear(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	p := New(Default())
	s := guessing(p)
	compared := 0
	for game := range uint64(3) {
		fitGame(t, g, p, rand.New(rand.NewPCG(game, 3)), func(*minesweeper.View) {
			for i := range s.list {
				x := s.features(&p.position, &s.list[i])
				for depth := 2; depth < len(weightsAhead); depth++ {
					w := reflect.ValueOf(weightsAhead[depth])
					want := 0.0
					for k, f := range x {
						want += f * w.Field(k).Float()
					}
					if got := s.score(&p.position, &s.list[i], &weightsAhead[depth], math.Inf(-1)); math.Abs(got-want) > 1e-9 {
						t.Errorf("game %d, depth %d: %v, want %v", game, depth, got, want)
					}
					compared++
				}
			}
		})
	}
	if compared < 50 {
		t.Errorf("only %d scores compared", compared)
	}
}

// Leaving off where a guess cannot be the best changes nothing.
func TestScoreMayBeCut(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	p := New(Default())
	s := guessing(p)
	cut := 0
	for game := range uint64(3) {
		fitGame(t, g, p, rand.New(rand.NewPCG(game, 4)), func(*minesweeper.View) {
			for depth := 2; depth < len(weightsAhead); depth++ {
				top := math.Inf(-1)
				for i := range s.list {
					c := &s.list[i]
					whole := s.score(&p.position, c, &weightsAhead[depth], math.Inf(-1))
					short := s.score(&p.position, c, &weightsAhead[depth], top)
					if short != whole {
						cut++
						if whole > top || short > top {
							t.Errorf("game %d, depth %d: %v was cut to %v above %v", game, depth, whole, short, top)
						}
					}
					top = max(top, whole)
				}
			}
		})
	}
	if cut < 50 {
		t.Errorf("only %d scores were cut", cut)
	}
}

// TestFitWeights fits the weights anew: the candidates of up to three guesses of each game
// are played out eight times each, on common boards, and the weights are the least squares
// of the differences, within a position, of their means, as a share of the position's. The errors
// are those of positions drawn independently.
func TestFitWeights(t *testing.T) {
	if *fitGames == 0 {
		t.Skip("-fit says for how many games")
	}
	g := flaggedGame(t, *fitBoard, *fitRule)
	o := Default()
	o.Candidates, o.Loose, o.Window = 8, 6, 0.87
	p, q := New(o), New(o)
	guessing(q).playouts.roller = newWhole(o) // what the weights shall foretell: not how the quick one goes on
	skip := map[int]map[int]bool{2: {}, 3: {}}
	if f, ok := reflect.TypeFor[weights]().FieldByName("Reply"); ok {
		skip[2][f.Index[0]] = true
	}
	sets := fitSets(t, g, p, q)
	for depth := 2; depth < len(weightsAhead); depth++ {
		beta, errs := leastSquares(sets, skip[depth])
		for k := range beta {
			if !skip[depth][k] {
				t.Logf("ahead %d  %-8s %8.4f ± %.4f", depth, reflect.TypeFor[weights]().Field(k).Name, beta[k], 1.96*errs[k])
			}
		}
	}
}

// flaggedGame returns the game of a board and a rule given by flags.
func flaggedGame(t *testing.T, board, first string) *minesweeper.Game {
	t.Helper()
	rules := minesweeper.Rules{AutoOpen: true, Objective: minesweeper.Win}
	var err error
	if rules.Height, rules.Width, rules.Mines, err = minesweeper.ParseBoard(board); err != nil {
		t.Fatal(err)
	}
	if rules.First, err = minesweeper.ParseFirst(first); err != nil {
		t.Fatal(err)
	}
	g, err := minesweeper.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Least squares find the coefficients of made-up candidates, and the errors their noise.
func TestLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	want := []float64{0.8, -0.05, 0.3}
	var sets []fitSet
	for range 2000 {
		s := fitSet{}
		for range 5 {
			x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			y := 10 + 0.1*rng.NormFloat64()
			for k := range x {
				y += 10 * want[k] * x[k] * 0.1
			}
			s.x, s.y = append(s.x, x), append(s.y, y)
		}
		if s.center() {
			sets = append(sets, s)
		}
	}
	beta, errs := leastSquares(sets, nil)
	for k := range want {
		// The shares are of the position's mean, which varies by a few percent.
		if w := want[k] * 0.1; math.Abs(beta[k]-w) > 5*errs[k]+0.02*math.Abs(w) || errs[k] > 0.001 || errs[k] == 0 {
			t.Errorf("coefficient %d: %.5f ± %.5f, want %.5f", k, beta[k], errs[k], w)
		}
	}
}

// fitSet is the candidates of a position: features and mean values, less their means.
type fitSet struct {
	x [][]float64
	y []float64
}

func fitSets(t *testing.T, g *minesweeper.Game, p, q *Player) (sets []fitSet) {
	t.Helper()
	const playoutsEach = 8
	guess := guessing(q)
	o := &guess.playouts
	for game := range *fitGames {
		rng := rand.New(rand.NewPCG(5000, uint64(game)))
		var views []*minesweeper.View
		fitGame(t, g, p, rng, func(v *minesweeper.View) { views = append(views, v.Clone()) })
		rng.Shuffle(len(views), func(i, j int) { views[i], views[j] = views[j], views[i] })
		for _, v := range views[:min(3, len(views))] {
			q.position.Forget()
			if _, err := q.Choose(context.Background(), rng, v, blindsight.Budget{}); err != nil {
				t.Fatal(err)
			}
			o.begin(&q.position, guess.list)
			s := fitSet{y: make([]float64, len(guess.list))}
			for i := range guess.list {
				s.x = append(s.x, guess.features(&q.position, &guess.list[i]))
			}
			var stream rand.PCG
			for range playoutsEach {
				q.position.draw(rng, &o.board)
				seed := rng.Uint64()
				for i, c := range guess.list {
					stream.Seed(seed, 1)
					g.Copy(&o.state, &o.board)
					a := arm{candidate: c, cell: q.position.cell(c.unknown)}
					s.y[i] += o.play(context.Background(), rand.New(&stream), &q.position, &a)
				}
			}
			if s.center() {
				sets = append(sets, s)
			}
		}
	}
	return sets
}

// center takes the means off, and makes values shares of theirs. It returns false where
// hardly anything is won.
func (s *fitSet) center() bool {
	level, n := 0.0, float64(len(s.y))
	for _, y := range s.y {
		level += y / n
	}
	if level < 0.1 {
		return false
	}
	for i := range s.y {
		s.y[i] = s.y[i]/level - 1
	}
	for k := range s.x[0] {
		mean := 0.0
		for _, x := range s.x {
			mean += x[k] / n
		}
		for _, x := range s.x {
			x[k] -= mean
		}
	}
	return true
}

// leastSquares returns the coefficients and their standard errors, positions being
// independent and the candidates of one not.
func leastSquares(sets []fitSet, skip map[int]bool) (beta, errs []float64) {
	k := len(sets[0].x[0])
	square := func() [][]float64 {
		m := make([][]float64, k)
		for i := range m {
			m[i] = make([]float64, k)
		}
		return m
	}
	xx, xy := square(), make([]float64, k)
	for i := range xx {
		if xx[i][i] = 1e-9; skip[i] {
			xx[i][i] = 1e12
		}
	}
	for _, s := range sets {
		for r, x := range s.x {
			for i := range x {
				xy[i] += x[i] * s.y[r]
				for j := range x {
					xx[i][j] += x[i] * x[j]
				}
			}
		}
	}
	inverse := invert(xx)
	beta = make([]float64, k)
	for i := range beta {
		for j := range xy {
			beta[i] += inverse[i][j] * xy[j]
		}
	}
	errs = make([]float64, k)
	for _, s := range sets {
		u := make([]float64, k)
		for r, x := range s.x {
			e := s.y[r]
			for i := range x {
				e -= beta[i] * x[i]
			}
			for i := range x {
				u[i] += x[i] * e
			}
		}
		for i := range errs {
			d := 0.0
			for j := range u {
				d += inverse[i][j] * u[j]
			}
			errs[i] += d * d
		}
	}
	for i := range errs {
		errs[i] = math.Sqrt(errs[i])
	}
	return beta, errs
}

// invert returns the inverse of a matrix, by elimination.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	inverse := make([][]float64, n)
	for i := range m {
		inverse[i] = make([]float64, n)
		inverse[i][i] = 1
	}
	for i := range n {
		pivot := i
		for j := i + 1; j < n; j++ {
			if math.Abs(m[j][i]) > math.Abs(m[pivot][i]) {
				pivot = j
			}
		}
		m[i], m[pivot] = m[pivot], m[i]
		inverse[i], inverse[pivot] = inverse[pivot], inverse[i]
		d := m[i][i]
		for k := range n {
			m[i][k] /= d
			inverse[i][k] /= d
		}
		for j := range n {
			if f := m[j][i]; j != i && f != 0 {
				for k := range n {
					m[j][k] -= f * m[i][k]
					inverse[j][k] -= f * inverse[i][k]
				}
			}
		}
	}
	return inverse
}
