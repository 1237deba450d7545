package catalog

import (
	"context"
	"errors"
	"fmt"
	"io"

	"blindsight"
	"blindsight/certificate/strategy"
	"blindsight/internal/pace"
	"blindsight/internal/randstream"
	"blindsight/search/cfr"
)

// Solving says how an equilibrium is looked for.
type Solving struct {
	// Iterations is how many there are at most, of CFR+ or, where plays are sampled, of two plays each.
	Iterations int
	// Gap stops as soon as the exploitability is no more than it; 0 is never.
	Gap float64
	// Sampled says that plays are sampled (MCCFR) even where they could be listed.
	Sampled bool
	Seed    uint64 // of sampled plays
	Memory  int64  // in bytes, 0 for cfr.DefaultMemory
	Workers int
	// Each is told on the way, unless nil: after 1, 2, 5, 10 … iterations, and ever more seldom between.
	Each func(Bounds)
}

// Bounds are how far a solution is.
type Bounds struct {
	Iterations int
	Sets       [2]int // information sets of each side that are known
	// Known says that Lo and Hi are: where plays are sampled they are not.
	Known bool
	// Lo and Hi are between what the value of the game is to the first side.
	Lo, Hi float64
}

// Gap returns the exploitability, NashConv.
func (b Bounds) Gap() float64 { return b.Hi - b.Lo }

// Solution is what was found.
type Solution struct {
	Bounds
	Made  string // how, in words
	Ends  int    // of plays, where they were listed
	Value float64
	// Stopped says why it was stopped before its time, nil if it was not.
	Stopped error

	write func(io.Writer) error
	made  func() (*strategy.Strategy, error)
}

// Write writes the strategy file of the solution, of the information sets that it can come to.
func (s *Solution) Write(w io.Writer) error { return s.write(w) }

// Strategy returns the same as it would be read.
func (s *Solution) Strategy() (*strategy.Strategy, error) { return s.made() }

// Solve looks for an equilibrium of a game of two sides. When the context ends, or the memory of sampled
// plays is used up, it returns what it has.
func (s *Setting) Solve(ctx context.Context, o Solving) (*Solution, error) {
	solution, err := s.solve(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", s.Game.Name, err)
	}
	return solution, nil
}

// CheckStrategy computes what a strategy of the setting is worth, on the checker's own road: see
// [strategy.Check].
func (s *Setting) CheckStrategy(ctx context.Context, f *strategy.Strategy) (strategy.Report, error) {
	if err := isOf(f, s.Game.Name, s.Text); err != nil {
		return strategy.Report{}, err
	}
	return s.checkStrategy(ctx, f)
}

// isOf tells what is wrong with a strategy that is not of this game.
func isOf(f *strategy.Strategy, game, settings string) error {
	if f.Game != game || f.Settings != settings {
		return fmt.Errorf("the strategy is of %s (%s), and the game is %s (%s)", f.Game, f.Settings, game, settings)
	}
	return nil
}

// ErrUnsolvable is returned for a game of one side, and for one whose plays cannot be walked.
var ErrUnsolvable = errors.New("there is no equilibrium to find")

var (
	errAlone  = fmt.Errorf("%w: it is played by one side, and two are needed", ErrUnsolvable)
	errUnread = fmt.Errorf("%w: it does not list what chance can bring (blindsight.Outcomes), so that its plays cannot be walked", ErrUnsolvable)
)

// twoSided is a view as a game of two sides has it.
type twoSided[A, O comparable] = cfr.View[A, O]

// view returns what a side knows before the first step.
func (s *typedSetting[G, S, V, A, O]) view(side blindsight.Side) twoSided[A, O] {
	return any(s.NewView(s.game, side)).(twoSided[A, O])
}

// sides tells whether there are two.
func (s *typedSetting[G, S, V, A, O]) sides() error {
	if _, ok := any(s.NewView(s.game, 0)).(twoSided[A, O]); !ok || len(s.Sides) < 2 {
		return errAlone
	}
	return nil
}

// listed returns the game as one whose plays can be walked.
func (s *typedSetting[G, S, V, A, O]) listed() (cfr.Game[S, A, O], error) {
	if err := s.sides(); err != nil {
		return nil, err
	}
	g, ok := any(s.game).(cfr.Game[S, A, O])
	if !ok {
		return nil, errUnread
	}
	return g, nil
}

// words are how the game is written in strategies.
func (s *typedSetting[G, S, V, A, O]) words() strategy.Words[A, O] {
	return strategy.Words[A, O]{
		Action: func(a A) string { return s.Action(s.game, a) },
		Seen:   func(o O) string { return s.Seen(s.game, o) },
		Heard:  func(o O) string { return s.Heard(s.game, o) },
	}
}

func (s *typedSetting[G, S, V, A, O]) solve(ctx context.Context, o Solving) (*Solution, error) {
	if o.Sampled {
		return s.sample(ctx, o)
	}
	g, err := s.listed()
	if err != nil {
		return nil, err
	}
	form, err := cfr.List(ctx, g, s.view, o.Memory)
	if err != nil {
		return nil, err
	}
	solver := cfr.NewSolver(form, o.Workers)
	r := &Solution{Ends: form.Ends()}
	r.Sets = [2]int{form.Sets(0), form.Sets(1)}
	look := func() {
		r.Iterations, r.Known = solver.Iterations(), true
		r.Lo, r.Hi = form.Bounds(solver.Average())
		if o.Each != nil {
			o.Each(r.Bounds)
		}
	}
	for next := 1; solver.Iterations() < o.Iterations && r.Stopped == nil; {
		solver.Iterate()
		if r.Stopped = pace.Err(ctx); solver.Iterations() == next || round(solver.Iterations()) {
			look()
			if solver.Iterations() == next {
				next += max(1, next/10)
			}
			if r.Gap() <= o.Gap {
				break
			}
		}
	}
	if r.Iterations != solver.Iterations() || r.Iterations == 0 {
		look()
	}
	plans := solver.Average()
	r.Value = form.Value(plans)
	r.Made = fmt.Sprintf("cfr+, %d iterations", r.Iterations)
	s.keep(r, &form.Sides, plans)
	return r, nil
}

// round tells whether a number is 1, 2 or 5 times a power of ten.
func round(n int) bool {
	for n%10 == 0 && n > 0 {
		n /= 10
	}
	return n == 1 || n == 2 || n == 5
}

// sample looks for an equilibrium by single plays.
func (s *typedSetting[G, S, V, A, O]) sample(ctx context.Context, o Solving) (*Solution, error) {
	if err := s.sides(); err != nil {
		return nil, err
	}
	sampler, err := cfr.NewSampler[S](s.game, s.view, randstream.New(o.Seed, "mccfr "+s.Name), o.Memory)
	if err != nil {
		return nil, err
	}
	r := &Solution{}
	for next := 1; r.Iterations < o.Iterations && r.Stopped == nil; {
		if err := sampler.Iterate(); errors.Is(err, blindsight.ErrTooMany) {
			r.Stopped = err
			break
		} else if err != nil {
			return nil, err
		}
		if r.Iterations++; r.Iterations%1024 == 0 {
			r.Stopped = pace.Err(ctx)
		}
		if r.Iterations == next && o.Each != nil {
			r.Sets = [2]int{sampler.Sets(0), sampler.Sets(1)}
			o.Each(r.Bounds)
			next += max(1, next/10)
		}
	}
	r.Sets = [2]int{sampler.Sets(0), sampler.Sets(1)}
	r.Made = fmt.Sprintf("outcome-sampling mccfr, %d plays, seed %d", sampler.Plays(), o.Seed)
	s.keep(r, &sampler.Sides, sampler.Average())
	return r, nil
}

// keep gives a solution its strategy.
func (s *typedSetting[G, S, V, A, O]) keep(r *Solution, sides *cfr.Sides[A, O], plans [2]cfr.Plan) {
	head := strategy.Head{Game: s.Name, Settings: s.text, Made: r.Made}
	words := s.words()
	each := func(add func(strategy.Set) error) error {
		for side := range blindsight.Side(2) {
			_, _, err := sides.Ask(side, func(set int, play []float64) error {
				copy(play, sides.Play(side, plans[side], set))
				e := strategy.Set{Side: side, Told: words.Told(sides.Past(side, set, nil)), Play: map[string]float64{}}
				for i, a := range sides.Actions(side, set) {
					if play[i] > 0 {
						e.Play[words.Action(a)] = play[i]
					}
				}
				return add(e)
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
	r.made = func() (*strategy.Strategy, error) {
		f := strategy.New(head)
		return f, each(f.Add)
	}
	r.write = func(w io.Writer) error {
		to, err := strategy.NewWriter(w, head)
		if err != nil {
			return err
		}
		return each(to.Write)
	}
}
