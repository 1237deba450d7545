package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/cmd/console"
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
		o := pairOptions{players: [2]string{"a", "b"}, games: 2 * pairs, workers: workers, seed: 5, budget: blindsight.Budget{Simulations: 1}}
		sum := newPairSum(s, nil)
		if err := o.play(t.Context(), s, sum, nil); err != nil {
			t.Fatal(err)
		}
		if len(g.plays) != 2*pairs || sum.pairs() != pairs {
			t.Fatalf("%d games, %d pairs", len(g.plays), sum.pairs())
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
	o := pairOptions{players: [2]string{"a", "c"}, games: 2 * pairs, workers: 1, seed: 5, budget: blindsight.Budget{Simulations: 1}}
	sum := newPairSum(s, nil)
	if err := o.play(t.Context(), s, sum, nil); err != nil {
		t.Fatal(err)
	}
	r := o.report(s, sum, 0)
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

// Ctrl-C keeps the pairs that were finished, and says so.
func TestPairsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := &spied{each: func(plays int) {
		if plays == 21 {
			cancel()
		}
	}}
	s := g.describe(t)
	cmd := newMatch()
	cmd.SetContext(ctx)
	var out bytes.Buffer
	cmd.SetOut(&out)
	perGame := filepath.Join(t.TempDir(), "games")
	o := pairOptions{players: [2]string{"a", "c"}, games: 1_000_000, workers: 1, asJSON: true, perGame: perGame}
	err := o.run(cmd, s)
	var r struct{ Games int }
	if !errors.Is(err, console.ErrPartial) || json.Unmarshal(out.Bytes(), &r) != nil || r.Games != 20 {
		t.Errorf("%v: %s", err, out.String())
	}
	lines, err := os.ReadFile(perGame)
	if n := bytes.Count(lines, []byte("\n")); err != nil || n != 20 {
		t.Errorf("%v, %d lines", err, n)
	}
}

// A test stops at the same pair for any number of workers: the first at which the ratio of the
// pairs so far, of a match without a test, passes a bound.
func TestMatchStops(t *testing.T) {
	match := func(flags ...string) (report, lines string) {
		t.Helper()
		perGame := filepath.Join(t.TempDir(), "games")
		args := append(strings.Fields("match phantom random uct,opponent=uniform --set board=hex,rows=2,cols=3 --sims 20 --seed 3 --json --per-game"), perGame)
		out, stderr, code := runCommand(t, "", append(args, flags...)...)
		if code != exitFine {
			t.Fatalf("%v: exit %d: %s", flags, code, stderr)
		}
		games, err := os.ReadFile(perGame)
		if err != nil {
			t.Fatal(err)
		}
		return mask(out), string(games)
	}
	one, lines := match("--sprt", "-150,0", "--workers", "1")
	if other, more := match("--sprt", "-150,0", "--workers", "4"); other != one || more != lines {
		t.Errorf("4 workers:\n%s%s1 worker:\n%s%s", other, more, one, lines)
	}
	var r struct {
		Games int
		Pairs elo.Pairs
		SPRT  sprtReport
	}
	if err := json.Unmarshal([]byte(one), &r); err != nil {
		t.Fatal(err)
	}
	_, all := match("--games", "200")
	test := elo.SPRT{Lo: -150, Hi: 0}
	var points elo.Pairs
	halves, decided := 0, 0
	for i, line := range strings.Split(strings.TrimSpace(all), "\n") {
		var pair, steps int
		var side string
		var score, gain float64
		if _, err := fmt.Sscan(line, &pair, &side, &score, &gain, &steps); err != nil || pair != i/2 || side != []string{"first", "second"}[i%2] || gain != 2*score-1 {
			t.Fatalf("line %d: %q: %v", i, line, err)
		}
		if halves += int(2 * score); i%2 == 0 {
			continue
		}
		points.Add(halves)
		halves = 0
		if test.Judge(points) != elo.Undecided {
			decided = i + 1
			break
		}
	}
	if !strings.HasPrefix(all, lines) || r.Games != decided || decided < 10 || r.Pairs != points || r.SPRT.Verdict != "lo" || r.SPRT.LLR > r.SPRT.Bounds[0] {
		t.Errorf("stopped after %d games, want %d: %s", r.Games, decided, one)
	}
}
