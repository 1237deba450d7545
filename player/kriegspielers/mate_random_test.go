package kriegspielers

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
	"blindsight/search/andor/andortest"
)

// randomBelief returns up to size positions with the same few men of White, to move, and
// the king of Black near the edge with up to two men.
func randomBelief(rng *rand.Rand, size, white int) []chess.Position {
	for {
		var own chess.Position
		place := func(p *chess.Position, c chess.Color, k chess.Kind, from, to int) {
			for {
				s := chess.Square(from + rng.IntN(to-from))
				if _, kind := p.At(s); kind == chess.NoKind && (k != chess.Pawn || s.Rank() > 0 && s.Rank() < 7) {
					p.Put(s, c, k)
					return
				}
			}
		}
		place(&own, chess.White, chess.King, 32, 64)
		place(&own, chess.White, []chess.Kind{chess.Queen, chess.Rook}[rng.IntN(2)], 0, 64)
		kinds := []chess.Kind{chess.Queen, chess.Rook, chess.Pawn, chess.Bishop, chess.Knight, chess.Rook, chess.Pawn}
		for range white {
			place(&own, chess.White, kinds[rng.IntN(len(kinds))], 0, 64)
		}
		var belief []chess.Position
		for range 4 * size {
			p := own
			place(&p, chess.Black, chess.King, 56, 64)
			for range rng.IntN(3) {
				place(&p, chess.Black, []chess.Kind{chess.Pawn, chess.Pawn, chess.Knight, chess.Bishop, chess.Rook}[rng.IntN(5)], 0, 64)
			}
			if p.Check() == nil && p.HasMove() && !slices.Contains(belief, p) && len(belief) < size {
				belief = append(belief, p)
			}
		}
		if len(belief) > 0 {
			return belief
		}
	}
}

// randomMates returns a random belief in which each position is a mate on an open board
// within a depth, so that about half of them are guaranteed mates.
func randomMates(rng *rand.Rand, size, white, depth int) []chess.Position {
	for {
		var belief []chess.Position
		for _, p := range randomBelief(rng, 6*size, white) {
			if mate, _ := p.MateIn((depth + 1) / 2); mate && len(belief) < size {
				belief = append(belief, p)
			}
		}
		if len(belief) > 0 {
			return belief
		}
	}
}

var thorough = flag.Bool("thorough", false, "let TestMateNaive and TestMateRandom solve five and eight times as many problems")

// On 60 tiny problems every algorithm agrees with the naive solver, a sixth of them under
// each rule set; with -thorough on 300.
func TestMateNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	wins, n := 0, 60
	if *thorough {
		n = 300
	}
	for i := range n {
		depth, size, white := 1, 1+rng.IntN(4), 1+rng.IntN(3)
		if i/5%5 == 0 {
			depth, size, white = 3, 1+rng.IntN(2), 1
		}
		r := kriegspiel.All()[i%len(kriegspiel.All())]
		belief := randomBelief(rng, size, white)
		if i%3 > 0 {
			belief = randomMates(rng, size, white, depth)
		}
		won, err := andortest.Check(t.Context(), gameOf(r), belief, depth)
		if err != nil {
			t.Fatalf("problem %d under %s, depth %d, %v: %v", i, r, depth, belief, err)
		}
		if won {
			wins++
		}
	}
	if wins < n/5 || wins > n*4/5 {
		t.Errorf("%d of %d are won: the test says little", wins, n)
	}
}

// fewAttempts is Kriegspiel with a few attempts only, so that all strategies can be tried.
type fewAttempts struct {
	contest
	list []kriegspiel.Attempt
}

func (f *fewAttempts) Attempts(_ *chess.Position, buf []kriegspiel.Attempt) []kriegspiel.Attempt {
	return append(buf, f.list...)
}

// A mate is guaranteed iff it is against an opponent who sees the board (paper C, Theorem
// 1): strategies that are played out in single true positions win against one who does, and
// against one whose replies were fixed beforehand, where the search over beliefs says so.
// Attempts are a few of those by which the positions are won one by one, or together.
func TestMateOpponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	r := kriegspiel.All()[0]
	best := NewSolver(r, andor.Options{})
	wins, n := 0, 60
	for i := range n {
		belief := randomMates(rng, 1+rng.IntN(3), 1+rng.IntN(2), 3)
		few := &fewAttempts{contest: contest{r}}
		for k := range belief {
			plan, _ := best.Plan(t.Context(), belief[k:k+1], 3)
			few.add(plan)
		}
		plan, _ := best.Plan(t.Context(), belief, 3)
		few.add(plan)
		var game andor.Game[chess.Position, kriegspiel.Attempt, kriegspiel.Percept] = few
		s := andor.New(game, andor.Options{Algorithm: "gl-dbu"})
		won := s.Solve(t.Context(), belief, 3).Verdict == andor.Win
		seeing := andortest.Guaranteed(game, belief, 3, andortest.Seeing, 0)
		blind := andortest.Guaranteed(game, belief, 3, andortest.Blind, mostReplies)
		if seeing != won || blind != won {
			t.Errorf("problem %d, %v: the search says %v; against an opponent who sees %v, against a blind one %v", i, belief, won, seeing, blind)
		}
		if won {
			wins++
		}
	}
	if wins < n/5 || wins > n*4/5 {
		t.Errorf("%d of %d are won: the test says little", wins, n)
	}
}

// add adds attempts of a plan, if there is one, while there are few.
func (f *fewAttempts) add(p *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]) {
	if p == nil {
		return
	}
	if len(f.list) < 5 && !slices.Contains(f.list, p.Attempt) {
		f.list = append(f.list, p.Attempt)
	}
	for _, next := range p.Stay {
		f.add(next.Plan)
	}
	for _, m := range p.Moved {
		for _, next := range m.Replies {
			f.add(next.Plan)
		}
	}
}

// mostReplies is more than the replies that the few men of a random belief have.
const mostReplies = 40

// On 240 random small problems, a fifth of them under each rule set, all algorithms agree
// as far as they finish, which they nearly always do; with -thorough on 2,000.
func TestMateRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	n := 240
	if *thorough {
		n = 2000
	}
	verdicts := map[andor.Verdict]int{}
	unfinished := map[string]int{}
	solvers := map[string][]*Solver{}
	for _, r := range kriegspiel.All() {
		for _, name := range andor.Names() {
			s := NewSolver(r, andor.Options{Algorithm: name, States: 5_000})
			solvers[r.Name] = append(solvers[r.Name], s)
		}
	}
	for i := range n {
		r := kriegspiel.All()[i%len(kriegspiel.All())]
		depth := []int{1, 3, 1, 3, 1, 3, 1, 3, 1, 5}[i/5%10]
		size, white := 1+rng.IntN(10/depth), rng.IntN(4-depth/2)
		belief := randomBelief(rng, size, white)
		if i%3 > 0 {
			belief = randomMates(rng, size, white, depth)
		}
		var want andor.Verdict
		var by string
		for k, s := range solvers[r.Name] {
			name := andor.Names()[k]
			got := s.Solve(t.Context(), belief, depth).Verdict
			switch {
			case got == andor.Unknown:
				unfinished[name]++
			case want == andor.Unknown:
				want, by = got, name
			case got != want:
				t.Fatalf("problem %d under %s, depth %d: %s says %s, %s says %s: %v", i, r, depth, by, want, name, got, belief)
			}
		}
		verdicts[want]++
	}
	all := 0
	for name, k := range unfinished {
		all += k
		if k > n/4 || k > n/10 && (name == "best" || strings.HasSuffix(name, "ipns") || strings.HasSuffix(name, "dbu")) {
			t.Errorf("%s does not finish %d of %d problems", name, k, n)
		}
	}
	t.Logf("%v; not finished: %v", verdicts, unfinished)
	if verdicts[andor.Win] < n/4 || verdicts[andor.None] < n/4 || verdicts[andor.Unknown] > n/50 || all > n*len(andor.Names())/8 {
		t.Errorf("%v, %d searches not finished: the test says little", verdicts, all)
	}
}

// A mate under berkeley is one under every other rule set: they all tell more. Every plan
// passes the checker.
func TestMateRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	wins := 0
	for i := range 150 {
		belief := randomMates(rng, 1+rng.IntN(5), 1+rng.IntN(2), 3)
		won := map[string]bool{}
		for _, r := range kriegspiel.All() {
			s := NewSolver(r, andor.Options{})
			verdict := s.Solve(t.Context(), belief, 3).Verdict
			problem := &kriegspiel.Problem{ID: "random", Rules: r, Depth: 3, Belief: belief}
			plan, _ := MatePlan(t.Context(), s, problem)
			if (plan != nil) != (verdict == andor.Win) {
				t.Fatalf("problem %d under %s: %s, but a plan is %v", i, r, verdict, plan)
			}
			if plan != nil {
				won[r.Name] = true
				if err := mateplan.Check(problem, plan); err != nil {
					t.Errorf("problem %d under %s: %v", i, r, err)
				}
			}
		}
		switch {
		case won["berkeley"] && len(won) < 5:
			t.Errorf("problem %d is won under berkeley, but only under %v: %v", i, won, belief)
		case won["berkeley"]:
			wins++
		}
	}
	if wins < 50 || wins > 140 {
		t.Errorf("%d mates of 150: the test says little", wins)
	}
}

// At depth 5, where best asks the open game too, it agrees with DBU and with itself
// without that, under every rule set, and its plans hold.
func TestMateDeeper(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	wins, decided := 0, 0
	for i := range 16 {
		belief := randomBelief(rng, 1+rng.IntN(6), 1+rng.IntN(2))
		for _, r := range kriegspiel.All() {
			p := &kriegspiel.Problem{ID: "random", Rules: r, Depth: 5, Belief: belief}
			var want andor.Verdict
			for _, o := range []andor.Options{{}, {Best: andor.Parts{NoOpen: true}}, {Algorithm: "gl-dbu"}} {
				o.States = 100_000
				s := NewSolver(r, o)
				switch got := s.Solve(t.Context(), belief, 5).Verdict; {
				case got == andor.Unknown:
				case want == andor.Unknown:
					want = got
					decided++
				case got != want:
					t.Fatalf("problem %d under %s: %+v says %s, others %s: %v", i, r, o, got, want, belief)
				}
				if plan, _ := MatePlan(t.Context(), s, p); plan != nil {
					wins++
					if err := mateplan.Check(p, plan); err != nil {
						t.Errorf("problem %d under %s: %v", i, r, err)
					}
				}
			}
		}
	}
	if wins < 10 || decided < 40 {
		t.Errorf("%d plans and %d of 80 problems decided: the test says little", wins, decided)
	}
}
