package strong

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
)

var (
	gainGames = flag.Int("gain", 0, "TestGain: games by which it measures what a budget is worth (1,000 take some minutes)")
	gainBoard = flag.String("gain-board", "16x30/99", "TestGain: board, of more than 36 cells")
	gainRule  = flag.String("gain-rule", "windows", "TestGain: rule of the first cell")
	gainSims  = flag.Int("gain-sims", 1000, "TestGain: simulations a move; 0 means none, to try other weights")
	gainWith  = flag.String("gain-weights", "", "TestGain: weights of the new player that differ, as in Safe=0.9,More=0")
)

// gain measures how much more one player wins than another on average: what the first does
// otherwise than the second, in games of the first, is played out by the second. By the
// lemma of performance differences the sum of these advantages, each weighted by the chance to get
// there, is the difference of the two win rates. All games and playouts survive every guess
// and count by their chances, so that a thousand games tell differences of 0.1 points.
//
// It is for players that do not search small boards: a guess must come with its chance to survive. Where the old one
// plays the exact optimum, the new one must too.
type gain struct {
	g      *minesweeper.Game
	new    *Player
	old    *roller
	budget blindsight.Budget // of the new player; the old has none
	each   int               // playouts of each difference
	play   *playouts         // by the old player
	game   *playouts         // of the new player
}

func newGain(g *minesweeper.Game, a, b Options, budget blindsight.Budget, each int) *gain {
	return &gain{
		g: g, new: New(a), old: newWhole(b), budget: budget, each: each,
		play: &playouts{roller: newWhole(b)}, game: &playouts{},
	}
}

// stages are shares of unknown cells up to which gains are told apart; the first is for where
// the new player plays the exact optimum and the old one does not.
var stages = [...]float64{0, 0.25, 0.5, 0.8, 0.95, 1}

// run returns the gain in one game, by stage, and how many guesses the new player made.
func (m *gain) run(t *testing.T, rng *rand.Rand) (gained [len(stages)]float64, guesses [len(stages)]int) {
	t.Helper()
	ctx := context.Background()
	o := m.game
	o.view = m.g.NewView()
	v := o.view
	m.g.Start(rng, &o.state)
	m.new.position.Forget()
	weight := 1.0
	for v.Left() > 0 {
		c := m.new.decide(ctx, rng, v, m.budget)
		if c.err != nil {
			t.Fatal(c.err)
		}
		if v.Started() && (c.exact() || c.safe < 1) {
			stage := 0
			for share := float64(m.new.position.unknown()) / float64(m.g.Cells()); !c.exact() && share > stages[stage]; {
				stage++
			}
			guesses[stage]++
			gained[stage] += weight * m.advantage(t, rng, v, c)
			weight *= c.safe
		}
		if c.exact() {
			break
		}
		for v.Started() && o.state.Mine(c.Action) {
			m.new.position.draw(rng, &o.state)
		}
		o.open(rng, v, c.Action)
	}
	return gained, guesses
}

// advantage returns how much better a decision is than the old player's, if it plays
// on after either.
func (m *gain) advantage(t *testing.T, rng *rand.Rand, v *minesweeper.View, c choice) float64 {
	t.Helper()
	m.old.position.Forget()
	old := m.old.decide(context.Background(), rng, v, blindsight.Budget{})
	if old.err != nil {
		t.Fatal(old.err)
	}
	if old.exact() && !c.exact() {
		t.Fatal("the old player is exact where the new one is not")
	}
	if old.exact() || !c.exact() && old.Action == c.Action {
		return 0
	}
	m.play.view, m.play.known = m.g.NewView(), make(map[blindsight.Key]step)
	arms := []arm{{candidate: candidate{safe: old.safe}, cell: old.Action}, {candidate: candidate{safe: c.safe}, cell: c.Action}}
	if c.exact() {
		arms = arms[:1] // what the new one wins is known
	}
	var stream rand.PCG
	sums := [2]float64{}
	for range m.each {
		m.old.position.draw(rng, &m.play.board)
		seed := rng.Uint64()
		for i := range arms {
			stream.Seed(seed, 1)
			m.g.Copy(&m.play.state, &m.play.board)
			sums[i] += m.play.play(context.Background(), rand.New(&stream), &m.old.position, &arms[i])
		}
	}
	if c.exact() {
		return c.Value - sums[0]/float64(m.each)
	}
	return (sums[1] - sums[0]) / float64(m.each)
}

// setWeights changes weights of a player, for any number of guesses ahead, as a list says.
func setWeights(p *weighed, list string) error {
	for f := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(f, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Errorf("weight %q: want NAME=NUMBER", f)
		}
		for i := range p.weights {
			w := reflect.ValueOf(&p.weights[i]).Elem().FieldByName(name)
			if !w.IsValid() {
				return fmt.Errorf("weight %q: there is none of that name", f)
			}
			w.SetFloat(x)
		}
	}
	return nil
}

func TestSetWeights(t *testing.T) {
	p := newWeighed(Default())
	if err := setWeights(p, "Safe=0.5,More=-1"); err != nil {
		t.Fatal(err)
	}
	want := weightsAhead[2]
	want.Safe, want.More = 0.5, -1
	if p.weights[2] != want || weightsAhead[2].Safe == 0.5 {
		t.Errorf("got %+v", p.weights[2])
	}
	for _, bad := range []string{"Safe", "Safe=x", "Safer=1"} {
		if setWeights(p, bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestGain says what a budget, or other weights, are worth, in points, by how many cells are unknown.
func TestGain(t *testing.T) {
	if *gainGames == 0 {
		t.Skip("-gain says for how many games")
	}
	g := flaggedGame(t, *gainBoard, *gainRule)
	m := newGain(g, Default(), Default(), blindsight.Budget{Simulations: *gainSims}, 20)
	if err := setWeights(guessing(m.new).weighed, *gainWith); err != nil {
		t.Fatal(err)
	}
	var total series
	var parts [len(stages)]series
	var guesses [len(stages)]int
	for game := range *gainGames {
		gained, n := m.run(t, rand.New(rand.NewPCG(7100, uint64(game))))
		sum := 0.0
		for i, x := range gained {
			parts[i].add(100 * x)
			guesses[i] += n[i]
			sum += x
		}
		total.add(100 * sum)
	}
	t.Logf("%d games on %s %s, %d simulations %s: gain %+.3f ± %.3f points", *gainGames, *gainBoard, *gainRule, *gainSims, *gainWith, total.mean(), 1.96*total.err())
	for i, share := range stages {
		where := fmt.Sprintf("up to %3.0f%% unknown", 100*share)
		if i == 0 {
			where = "exact end"
		}
		t.Logf("  %-19s %.2f guesses a game, gain %+.3f ± %.3f", where, float64(guesses[i])/total.n, parts[i].mean(), 1.96*parts[i].err())
	}
}

// What gain measures is the difference of the exact win rates, found by walking through all
// that the players can come to see.
func TestGainIsTrue(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 4, Mines: 4, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	weak := Default()
	weak.Exact, weak.Candidates, weak.Window = 0, 1, 1
	better := Default()
	better.Exact = 12
	rate := func(o Options) float64 {
		e, err := optimum.Evaluate(context.Background(), g, New(o), blindsight.Budget{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := e.Value.Float64()
		return x
	}
	want := rate(better) - rate(weak)
	m := newGain(g, better, weak, blindsight.Budget{}, 4)
	var total series
	for game := range uint64(2000) {
		gained, _ := m.run(t, rand.New(rand.NewPCG(game, 8)))
		sum := 0.0
		for _, x := range gained {
			sum += x
		}
		total.add(sum)
	}
	if want < 0.01 {
		t.Fatalf("the better player wins only %.4f more: this tests nothing", want)
	}
	if math.Abs(total.mean()-want) > 4.5*total.err() || total.err() > want/5 {
		t.Errorf("gain %.4f ± %.4f, exactly %.4f", total.mean(), total.err(), want)
	}
}

// series is numbers, for their mean and its standard error.
type series struct{ n, sum, squares float64 }

func (s *series) add(x float64) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

func (s *series) mean() float64 { return s.sum / s.n }

func (s *series) err() float64 {
	return math.Sqrt(max(s.squares/s.n-s.mean()*s.mean(), 0) / s.n)
}
