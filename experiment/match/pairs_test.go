package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/internal/elo"
)

// spied is a game of two sides that notes every play: the rules draw a deal, each side draws
// a card, and who has the higher one gains the difference.
type spied struct {
	mutex sync.Mutex
	plays []spiedPlay
	each  func(plays int) // is called after every play, unless nil
}

// spiedPlay is a play: what the rules drew, and what was done on each side.
type spiedPlay struct {
	deal uint64
	done [2]spiedCard
}

// spiedCard is an action that tells who did it.
type spiedCard struct {
	player string
	draw   uint64
}

func (*spied) Start(rng *rand.Rand, p *spiedPlay) blindsight.Side {
	*p = spiedPlay{deal: rng.Uint64()}
	return 0
}

func (g *spied) Step(_ *rand.Rand, p *spiedPlay, a spiedCard) blindsight.Step[uint64] {
	if p.done[0] == (spiedCard{}) {
		p.done[0] = a
		return blindsight.Step[uint64]{Next: 1}
	}
	p.done[1] = a
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.plays = append(g.plays, *p)
	if g.each != nil {
		g.each(len(g.plays))
	}
	gain := p.gain()
	return blindsight.Step[uint64]{Next: blindsight.Over, Reward: -gain, Other: gain}
}

// gain returns what the first side gains: cards are 0 to 6.
func (p *spiedPlay) gain() float64 { return float64(p.done[0].draw%7) - float64(p.done[1].draw%7) }

type spiedView struct{}

func (*spiedView) Legal(buf []spiedCard) []spiedCard { return append(buf, spiedCard{}) }
func (*spiedView) Did(spiedCard, uint64) error       { return nil }
func (*spiedView) Heard(uint64) error                { return nil }
func (*spiedView) Key() blindsight.Key               { return blindsight.Key{} }

// spy draws a card.
type spy struct {
	name string
	skip int // random numbers that it throws away
}

func (s *spy) Choose(_ context.Context, rng *rand.Rand, _ *spiedView, _ blindsight.Budget) (d blindsight.Decision[spiedCard], _ error) {
	for range s.skip {
		rng.Uint64()
	}
	d.Action = spiedCard{s.name, rng.Uint64()}
	return d, nil
}

// describe returns the game with two players of equal strength that use their random numbers in
// the same way, and one that does not.
func (g *spied) describe(t *testing.T) *catalog.Setting {
	t.Helper()
	player := func(name string, skip int) catalog.Entry[*spied, blindsight.Planner[*spiedView, spiedCard]] {
		return catalog.Entry[*spied, blindsight.Planner[*spiedView, spiedCard]]{
			Name:  name,
			Build: func(*spied, *catalog.Values) blindsight.Planner[*spiedView, spiedCard] { return &spy{name, skip} },
		}
	}
	s, err := catalog.Describe(catalog.Description[*spied, spiedPlay, *spiedView, spiedCard, uint64]{
		Name: "spied", Sides: []string{"first", "second"},
		New:     func(*catalog.Values) *spied { return g },
		NewView: func(*spied, blindsight.Side) *spiedView { return &spiedView{} },
		Players: catalog.Table[*spied, blindsight.Planner[*spiedView, spiedCard]]{player("a", 0), player("b", 0), player("c", 1)},
		View:    func(*spied, *spiedView) string { return "" },
		Action:  func(_ *spied, c spiedCard) string { return fmt.Sprint(c) },
		Seen:    func(*spied, uint64) string { return "" },
		Heard:   func(*spied, uint64) string { return "" },
	}).Open("")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Both games of a pair have the same deal and the same random stream on each side, the sides
// are swapped, and no two pairs have anything in common; the same for any number of workers.
func TestMatchPairs(t *testing.T) {
	const pairs = 40
	var first []spiedPlay
	for _, workers := range []int{1, 3} {
		g := &spied{}
		s := g.describe(t)
		o := Pairs{Players: [2]string{"a", "b"}, Games: 2 * pairs, Workers: workers, Seed: 5, Budget: blindsight.Budget{Simulations: 1}}
		sum := NewPairSum(s, nil)
		if err := o.Play(t.Context(), s, sum, nil); err != nil {
			t.Fatal(err)
		}
		if len(g.plays) != 2*pairs || sum.Count() != pairs {
			t.Fatalf("%d games, %d pairs", len(g.plays), sum.Count())
		}
		byDeal, draws := map[uint64][]spiedPlay{}, map[uint64]bool{}
		for _, p := range g.plays {
			byDeal[p.deal] = append(byDeal[p.deal], p)
			draws[p.done[0].draw], draws[p.done[1].draw] = true, true
		}
		if len(byDeal) != pairs || len(draws) != 2*pairs {
			t.Errorf("%d deals and %d draws, want %d and %d", len(byDeal), len(draws), pairs, 2*pairs)
		}
		for deal, both := range byDeal {
			if len(both) != 2 {
				t.Fatalf("deal %d: %d games", deal, len(both))
			}
			slices.SortFunc(both, func(x, y spiedPlay) int { return strings.Compare(x.done[0].player, y.done[0].player) })
			x, y := both[0].done, both[1].done
			if x[0].player != "a" || x[1].player != "b" || y[0].player != "b" || y[1].player != "a" {
				t.Errorf("deal %d: %v and %v: the sides are not swapped", deal, x, y)
			}
			if x[0].draw != y[0].draw || x[1].draw != y[1].draw {
				t.Errorf("deal %d: %v and %v: a side has another stream", deal, x, y)
			}
		}
		slices.SortFunc(g.plays, func(x, y spiedPlay) int {
			return strings.Compare(fmt.Sprint(x), fmt.Sprint(y))
		})
		if first == nil {
			first = g.plays
		} else if !slices.Equal(first, g.plays) {
			t.Errorf("%d workers play other games", workers)
		}
		// The same cards twice with the sides swapped: every pair is split.
		if want := (elo.Pairs{0, 0, pairs, 0, 0}); sum.points != want {
			t.Errorf("pairs %v, want %v", sum.points, want)
		}
	}
}

// Wins, points and gains are those of the games, and players of equal strength who do not use
// the same random numbers are not told apart.
func TestMatchSums(t *testing.T) {
	const pairs = 200
	g := &spied{}
	s := g.describe(t)
	o := Pairs{Players: [2]string{"a", "c"}, Games: 2 * pairs, Workers: 1, Seed: 5, Budget: blindsight.Budget{Simulations: 1}}
	sum := NewPairSum(s, nil)
	if err := o.Play(t.Context(), s, sum, nil); err != nil {
		t.Fatal(err)
	}
	r := o.Report(s, sum, 0)
	var points elo.Pairs
	var wins, draws int
	gains := make([]float64, pairs) // of a, the mean of both games
	for pair := range pairs {
		halves := 0
		for game, p := range g.plays[2*pair : 2*pair+2] {
			gain := p.gain()
			if game == 1 {
				gain = -gain
			}
			gains[pair] += gain / 2
			switch {
			case gain > 0:
				wins++
				halves += 2
			case gain == 0:
				draws++
				halves++
			}
		}
		points[halves]++
	}
	if r.Wins != wins || r.Draws != draws || r.Losses != 2*pairs-wins-draws || r.Pairs != points || r.Games != 2*pairs {
		t.Errorf("%+v, want %d won, %d drawn, pairs %v", r, wins, draws, points)
	}
	if r.Sides[0].Wins+r.Sides[1].Wins != wins || points[1]+points[3] == 0 {
		t.Errorf("sides %+v, pairs %v", r.Sides, points)
	}
	mean, squares := 0.0, 0.0
	for _, x := range gains {
		mean += x / pairs
	}
	for _, x := range gains {
		squares += (x - mean) * (x - mean)
	}
	radius := 2 * math.Sqrt(squares/(pairs-1)/pairs)
	if math.Abs(r.Gain-mean) > 1e-9 || math.Abs(r.GainCI95[0]-(mean-radius)) > 1e-9 || math.Abs(r.GainCI95[1]-(mean+radius)) > 1e-9 {
		t.Errorf("gain %v, %v, want %v ± %v", r.Gain, r.GainCI95, mean, radius)
	}
	if *r.EloCI95[0] > 0 || *r.EloCI95[1] < 0 || *r.EloCI95[1] > 60 {
		t.Errorf("Elo %v to %v", *r.EloCI95[0], *r.EloCI95[1])
	}
}

// Who interrupts a match keeps the pairs that were finished, in their order.
func TestPairsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := &spied{each: func(plays int) {
		if plays == 21 {
			cancel()
		}
	}}
	s := g.describe(t)
	m := Pairs{Players: [2]string{"a", "c"}, Games: 1_000_000, Workers: 1}
	sum, next := NewPairSum(s, nil), 0
	err := m.Play(ctx, s, sum, func(n int, _ *Pair) {
		if n != next {
			t.Errorf("pair %d after %d", n, next-1)
		}
		next++
	})
	if !errors.Is(err, context.Canceled) || sum.Count() != 10 || next != 10 || m.Report(s, sum, 0).Games != 20 {
		t.Errorf("%v, %d pairs counted, %d told", err, sum.Count(), next)
	}
}
