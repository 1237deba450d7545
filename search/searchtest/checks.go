package searchtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"blindsight"
	"blindsight/internal/randstream"
)

// A check looks at one promise on one problem. It returns an error, instead of
// failing a test, so that the kit itself can be tested on planners that break it.
type check struct {
	name string
	run  func(p *trial, o Options) error
}

// trial is a problem, of one side or two, with planners for it.
type trial struct {
	name        string
	values      []float64 // as Problem has them
	simulations int
	tolerance   float64
	newView     func() *View // that of the first decision
	newPlanner  func() blindsight.Planner[*View, Action]
	// play plays once, asking for each decision of the planner's side, until that or the view
	// gives an error.
	play func(rng *rand.Rand, ask func(v *View) (Action, error)) error
}

// value is the optimal return.
func (p *trial) value() float64 { return slices.Max(p.values) }

var checks = []check{
	{"legal", checkLegal},
	{"optimal", checkOptimal},
	{"simulations", checkSimulations},
	{"time", checkTime},
	{"cancel", checkCancel},
	{"seed", checkSeed},
	{"table", checkTable},
	{"zero", checkZero},
}

// seeds is how many seeds a check tries.
const seeds = 5

// stream returns the random numbers of one seed of a check.
func stream(p *trial, what string, seed int) *rand.Rand {
	return randstream.New(uint64(seed), "searchtest/"+p.name+"/"+what)
}

// choose asks for a decision and checks what holds for every one: no error, a legal
// action, the view as it was.
func choose(ctx context.Context, planner blindsight.Planner[*View, Action], rng *rand.Rand, v *View, b blindsight.Budget) (blindsight.Decision[Action], error) {
	before := v.Clone()
	d, err := planner.Choose(ctx, rng, v, b)
	if err != nil {
		return d, fmt.Errorf("after %v, budget %+v: unexpected error: %w", before.Past(), b, err)
	}
	if v.Key() != before.Key() || !slices.Equal(v.Past(), before.Past()) {
		return d, fmt.Errorf("the view was changed: it was %v and is now %v: search on a clone", before.Past(), v.Past())
	}
	if legal := v.Legal(nil); !slices.Contains(legal, d.Action) {
		return d, fmt.Errorf("after %v, budget %+v: action %d is not legal; legal are %v", v.Past(), b, d.Action, legal)
	}
	if math.IsNaN(d.Value) {
		return d, fmt.Errorf("after %v, budget %+v: the value is NaN", v.Past(), b)
	}
	if d.Measure > blindsight.ExactReturn {
		return d, fmt.Errorf("after %v, budget %+v: measure %d: must be one of those of package blindsight", v.Past(), b, d.Measure)
	}
	return d, nil
}

// checkLegal plays whole plays with one planner.
func checkLegal(p *trial, _ Options) error {
	planner := p.newPlanner()
	for play := range 4 * seeds {
		rng := stream(p, "legal", play)
		err := p.play(rng, func(v *View) (Action, error) {
			d, err := choose(context.Background(), planner, rng, v, blindsight.Budget{Simulations: 50})
			return d.Action, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOptimal looks for an optimal first action and, if that is promised, for its value.
func checkOptimal(p *trial, o Options) error {
	budget := blindsight.Budget{Simulations: int(float64(p.simulations) * o.Patience)}
	for seed := range seeds {
		d, err := choose(context.Background(), p.newPlanner(), stream(p, "optimal", seed), p.newView(), budget)
		if err != nil {
			return err
		}
		if p.values[d.Action] < p.value() {
			return fmt.Errorf("%d simulations, seed %d: chose action %d, worth %.4g; the best is worth %.4g",
				budget.Simulations, seed, d.Action, p.values[d.Action], p.value())
		}
		if o.Values && !d.Measure.Known() {
			return fmt.Errorf("%d simulations, seed %d: the value of action %d is not called a return: set Measure", budget.Simulations, seed, d.Action)
		}
		if o.Values && math.Abs(d.Value-p.value()) > p.tolerance {
			return fmt.Errorf("%d simulations, seed %d: valued action %d at %.4g; it is worth %.4g, and %.2g more or less is allowed",
				budget.Simulations, seed, d.Action, d.Value, p.value(), p.tolerance)
		}
	}
	return nil
}

// checkSimulations asks for few simulations, alone and with more time than they take.
func checkSimulations(p *trial, o Options) error {
	planner := p.newPlanner()
	for i, n := range []int{1, 2, 3, 10, 100, 1000} {
		d, err := choose(context.Background(), planner, stream(p, "simulations", i), p.newView(), blindsight.Budget{Simulations: n})
		switch {
		case err != nil:
			return err
		case d.Simulations > n:
			return fmt.Errorf("asked for %d simulations, made %d", n, d.Simulations)
		case o.AllSimulations && d.Simulations != n:
			return fmt.Errorf("asked for %d simulations, made only %d: Options.AllSimulations promises all", n, d.Simulations)
		}
	}
	const n, much = 10, time.Minute
	start := time.Now()
	d, err := choose(context.Background(), planner, stream(p, "simulations", -1), p.newView(), blindsight.Budget{Simulations: n, Time: much})
	switch took := time.Since(start); {
	case err != nil:
		return err
	case d.Simulations > n:
		return fmt.Errorf("asked for %d simulations in %v, made %d: the limit that is reached first counts", n, much, d.Simulations)
	case took > much/2:
		return fmt.Errorf("asked for %d simulations, went on for %v: the limit that is reached first counts", n, took)
	}
	return nil
}

// checkTime gives time, and a number of simulations that would take for ever.
func checkTime(p *trial, o Options) error {
	planner := p.newPlanner()
	const limit = 20 * time.Millisecond
	for i, b := range []blindsight.Budget{{Time: limit}, {Time: limit, Simulations: math.MaxInt32}} {
		start := time.Now()
		_, err := choose(context.Background(), planner, stream(p, "time", i), p.newView(), b)
		if err != nil {
			return err
		}
		if took := time.Since(start); took > limit+o.Margin {
			return fmt.Errorf("budget %+v: took %v, more than the margin of %v beyond its time", b, took, o.Margin)
		}
	}
	return nil
}

// checkCancel ends the context before the search and during it.
func checkCancel(p *trial, o Options) error {
	planner := p.newPlanner()
	for i, after := range []time.Duration{0, 10 * time.Millisecond} {
		for _, b := range []blindsight.Budget{{Time: time.Hour}, {Simulations: math.MaxInt32}} {
			ctx, cancel := context.WithCancel(context.Background())
			var start time.Time
			if after == 0 {
				cancel()
				start = time.Now()
			} else {
				start = time.Now().Add(after)
				time.AfterFunc(after, cancel)
			}
			_, err := choose(ctx, planner, stream(p, "cancel", i), p.newView(), b)
			took := time.Since(start)
			cancel()
			if errors.Is(err, context.Canceled) {
				return fmt.Errorf("budget %+v, context ended after %v: %w: return the decision so far, or any legal action", b, after, err)
			}
			if err != nil {
				return err
			}
			if took > o.Margin {
				return fmt.Errorf("budget %+v: went on for %v after the context had ended", b, took)
			}
		}
	}
	return nil
}

// checkSeed asks the same of a new planner, of another, and of the first again after
// it has decided something else.
func checkSeed(p *trial, _ Options) error {
	budget := blindsight.Budget{Simulations: 500}
	for seed := range seeds {
		first, second := p.newPlanner(), p.newPlanner()
		ask := func(planner blindsight.Planner[*View, Action], seed int) (blindsight.Decision[Action], error) {
			return choose(context.Background(), planner, stream(p, "seed", seed), p.newView(), budget)
		}
		d1, err1 := ask(first, seed)
		d2, err2 := ask(second, seed)
		_, err3 := ask(first, seed+seeds)
		d4, err4 := ask(first, seed)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			return err
		}
		if !reflect.DeepEqual(d1, d2) {
			return fmt.Errorf("two planners decided differently for seed %d:\n%+v\n%+v", seed, d1, d2)
		}
		if !reflect.DeepEqual(d1, d4) {
			return fmt.Errorf("a planner decided differently for seed %d when asked again:\n%+v\n%+v", seed, d1, d4)
		}
	}
	return nil
}

// checkTable looks at the table of alternatives, which may be empty.
func checkTable(p *trial, _ Options) error {
	planner := p.newPlanner()
	for i, n := range []int{1, 7, 100, 2000} {
		v := p.newView()
		d, err := choose(context.Background(), planner, stream(p, "table", i), v, blindsight.Budget{Simulations: n})
		if err != nil {
			return err
		}
		if len(d.Actions) == 0 {
			continue
		}
		if err := tableError(d, v.Legal(nil)); err != nil {
			return fmt.Errorf("%d simulations: %w in the table %+v", n, err, d.Actions)
		}
	}
	return nil
}

// tableError tells what is wrong with the table of a decision.
func tableError(d blindsight.Decision[Action], legal []Action) error {
	sum := 0
	listed := make(map[Action]bool)
	for i, s := range d.Actions {
		switch {
		case !slices.Contains(legal, s.Action):
			return fmt.Errorf("action %d, which is not legal, is", s.Action)
		case listed[s.Action]:
			return fmt.Errorf("action %d is twice", s.Action)
		case s.Simulations < 0:
			return fmt.Errorf("action %d has %d simulations", s.Action, s.Simulations)
		case i > 0 && s.Simulations > d.Actions[i-1].Simulations:
			return fmt.Errorf("action %d has more simulations than the one before it", s.Action)
		case math.IsNaN(s.Mean) || math.IsNaN(s.Value) || math.IsNaN(s.Bound):
			return fmt.Errorf("action %d has a NaN", s.Action)
		}
		listed[s.Action] = true
		sum += s.Simulations
	}
	if sum != d.Simulations {
		return fmt.Errorf("the decision rests on %d simulations, but %d are", d.Simulations, sum)
	}
	chosen := slices.IndexFunc(d.Actions, func(s blindsight.ActionStat[Action]) bool { return s.Action == d.Action })
	if chosen < 0 || chosen > 0 && d.Actions[chosen].Value <= d.Actions[0].Value { // by a greater value a search may know better
		return fmt.Errorf("action %d was chosen, but is not the first", d.Action)
	}
	return nil
}

// checkZero gives no budget at all.
func checkZero(p *trial, o Options) error {
	planner := p.newPlanner()
	start := time.Now()
	for seed := range seeds {
		d, err := choose(context.Background(), planner, stream(p, "zero", seed), p.newView(), blindsight.Budget{})
		if err != nil {
			return err
		}
		if len(d.Actions) > 0 {
			if err := tableError(d, p.newView().Legal(nil)); err != nil {
				return fmt.Errorf("without a budget: %w in the table %+v", err, d.Actions)
			}
		}
	}
	if took := time.Since(start); took > seeds*o.Margin {
		return fmt.Errorf("%d decisions without a budget took %v: give the cheapest answer", seeds, took)
	}
	return nil
}
