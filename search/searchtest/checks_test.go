package searchtest

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight"
)

type decision = blindsight.Decision[Action]

// A chooser is a planner's Choose.
type chooser func(ctx context.Context, rng *rand.Rand, v *View, b blindsight.Budget) (decision, error)

func (f chooser) Choose(ctx context.Context, rng *rand.Rand, v *View, b blindsight.Budget) (decision, error) {
	return f(ctx, rng, v, b)
}

// exact chooses by going through all that can happen.
func exact(p *Problem) blindsight.Planner[*View, Action] {
	return byValues(func(v *View) []float64 {
		weights, _ := p.belief(v, nil, nil)
		total := 0.0
		for _, w := range weights {
			total += w
		}
		values := solve(p, v, weights)
		for i := range values {
			values[i] /= total
		}
		return values
	})
}

// byValues chooses the action of greatest value, of those of the legal ones, and pretends
// to have simulated each equally often.
func byValues(valuesOf func(v *View) []float64) blindsight.Planner[*View, Action] {
	return chooser(func(_ context.Context, _ *rand.Rand, v *View, b blindsight.Budget) (decision, error) {
		values := valuesOf(v)
		var d decision
		for i, a := range v.Legal(nil) {
			d.Actions = append(d.Actions, blindsight.ActionStat[Action]{Action: a, Mean: values[i], Bound: values[i], Value: values[i]})
		}
		slices.SortStableFunc(d.Actions, func(x, y blindsight.ActionStat[Action]) int { return cmp.Compare(y.Value, x.Value) })
		d.Simulations = min(b.Simulations, 1<<20)
		for i := range d.Simulations {
			d.Actions[i%len(d.Actions)].Simulations++
		}
		d.Action, d.Value, d.Measure = d.Actions[0].Action, d.Actions[0].Value, blindsight.ExactReturn
		return d, nil
	})
}

func TestExactPlannerPasses(t *testing.T) {
	Run(t, exact, Options{AllSimulations: true, Values: true})
}

// after returns a factory of exact planners whose decisions are tampered with.
func after(tamper func(d *decision, v *View, b blindsight.Budget)) Factory {
	return func(p *Problem) blindsight.Planner[*View, Action] {
		inner := exact(p)
		return chooser(func(ctx context.Context, rng *rand.Rand, v *View, b blindsight.Budget) (decision, error) {
			d, err := inner.Choose(ctx, rng, v, b)
			tamper(&d, v, b)
			return d, err
		})
	}
}

// instead returns a factory of exact planners that do something first and, where it
// gives an error, nothing else.
func instead(first func(ctx context.Context, rng *rand.Rand, b blindsight.Budget) error) Factory {
	return func(p *Problem) blindsight.Planner[*View, Action] {
		inner := exact(p)
		return chooser(func(ctx context.Context, rng *rand.Rand, v *View, b blindsight.Budget) (decision, error) {
			if err := first(ctx, rng, b); err != nil {
				return decision{}, err
			}
			return inner.Choose(ctx, rng, v, b)
		})
	}
}

// Each broken planner fails the check that is there for it, for the right reason.
func TestBrokenPlannersFail(t *testing.T) {
	const long = 30 * time.Millisecond
	broken := []struct {
		name, check, says string
		factory           Factory
	}{
		{"illegal action", "legal", "99 is not legal", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Action = 99 })},
		{"legal only at first", "legal", "0 is not legal", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Action = 0 })},
		{"changes the view", "legal", "view was changed", after(func(d *decision, v *View, _ blindsight.Budget) { _ = v.Did(d.Action, Left) })},
		{"value NaN", "legal", "NaN", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Value = math.NaN() })},
		{"worst action", "optimal", "chose action", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Action = d.Actions[len(d.Actions)-1].Action })},
		{"value of its own", "optimal", "not called a return", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Measure = blindsight.OwnMeasure })},
		{"measure of its own", "legal", "measure 9", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Measure = 9 })},
		{"wrong value", "optimal", "valued action", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Value -= 0.05 })},
		{"too many simulations", "simulations", "asked for 1 simulations, made 2", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Simulations++ })},
		{"too few simulations", "simulations", "made only 0", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Simulations-- })},
		{"too many beside time", "simulations", "made 11", after(func(d *decision, _ *View, b blindsight.Budget) {
			if b.Time > 0 {
				d.Simulations++
			}
		})},
		{"late", "time", "beyond its time", instead(func(_ context.Context, _ *rand.Rand, b blindsight.Budget) error {
			time.Sleep(b.Time + long)
			return nil
		})},
		{"deaf", "cancel", "after the context had ended", instead(func(ctx context.Context, _ *rand.Rand, _ blindsight.Budget) error {
			<-ctx.Done()
			time.Sleep(long)
			return nil
		})},
		{"gives up", "cancel", "return the decision so far", instead(func(ctx context.Context, _ *rand.Rand, _ blindsight.Budget) error { return ctx.Err() })},
		{"own randomness", "seed", "two planners", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Value += rand.Float64() })},
		{"learns from the past", "seed", "when asked again", func(p *Problem) blindsight.Planner[*View, Action] {
			inner, told := exact(p), 0.0
			return chooser(func(ctx context.Context, rng *rand.Rand, v *View, b blindsight.Budget) (decision, error) {
				d, err := inner.Choose(ctx, rng, v, b)
				d.Value += told
				told++
				return d, err
			})
		}},
		{"wrong sum", "table", "rests on 1 simulations, but 2", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Actions[0].Simulations++ })},
		{"negative", "table", "has -1 simulations", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Actions[1].Simulations = -1 })},
		{"not sorted", "table", "more simulations than the one before", after(func(d *decision, _ *View, _ blindsight.Budget) {
			d.Actions[0].Simulations--
			d.Actions[1].Simulations++
		})},
		{"not the first", "table", "is not the first", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Action = d.Actions[1].Action })},
		{"listed twice", "table", "is twice", after(func(d *decision, _ *View, _ blindsight.Budget) {
			d.Actions = append(d.Actions, blindsight.ActionStat[Action]{Action: d.Action})
		})},
		{"illegal in the table", "table", "99, which is not legal", after(func(d *decision, _ *View, _ blindsight.Budget) {
			d.Actions = append(d.Actions, blindsight.ActionStat[Action]{Action: 99})
		})},
		{"NaN in the table", "table", "has a NaN", after(func(d *decision, _ *View, _ blindsight.Budget) { d.Actions[1].Bound = math.NaN() })},
		{"wants a budget", "zero", "unexpected error", instead(func(_ context.Context, _ *rand.Rand, b blindsight.Budget) error {
			if b == (blindsight.Budget{}) {
				return blindsight.ErrExhausted
			}
			return nil
		})},
		{"thinks without a budget", "zero", "cheapest answer", instead(func(_ context.Context, _ *rand.Rand, _ blindsight.Budget) error {
			time.Sleep(long)
			return nil
		})},
	}
	options := Options{AllSimulations: true, Values: true, Patience: 1, Margin: long / 3}
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			i := slices.IndexFunc(checks, func(c check) bool { return c.name == b.check })
			if i < 0 {
				t.Fatalf("there is no check %q", b.check)
			}
			if err := checks[i].run(Treasure().trial(b.factory), options); err == nil || !strings.Contains(err.Error(), b.says) {
				t.Errorf("check %q says: %v\nwant %q in it", b.check, err, b.says)
			}
		})
	}
}
