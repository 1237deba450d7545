package searchtest

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
)

// weighted is a state with the chance of it.
type weighted struct {
	state  DuelState
	chance float64
}

// respond returns the best return after each legal action in a view, by going through all
// that can happen: the chances of the states of the view are multiplied in. A side that
// counts tells views apart by all plies, those it does not hear of included.
func respond(d *Duel, v *View, states []weighted, counts bool) []float64 {
	var values []float64
	for _, a := range v.Legal(nil) {
		sum := 0.0
		var views []*View
		var going [][]weighted // by view
		var advance func(s DuelState, told *View, chance float64, a Action)
		advance = func(s DuelState, told *View, chance float64, a Action) {
			p := Ply{s.turn, a}
			step := d.Step(nil, &s, a)
			if p.Side == d.Side {
				sum += chance * step.Reward
			} else {
				sum += chance * step.Other
			}
			if step.Done() {
				return
			}
			told = told.Clone()
			if err := tell(told, d.Side, p, step); err != nil {
				panic(err)
			}
			if s.turn == d.Side {
				i := 0
				for i < len(views) && !(slices.Equal(views[i].Past(), told.Past()) && (!counts || going[i][0].state.count == s.count)) {
					i++
				}
				if i == len(views) {
					views, going = append(views, told), append(going, nil)
				}
				going[i] = append(going[i], weighted{s, chance})
				return
			}
			his := d.EmptyView(s.turn)
			d.ViewOf(&s, s.turn, his)
			for b, c := range d.policy(his.Past()) {
				if c > 0 {
					advance(s, told, chance*c, Action(b))
				}
			}
		}
		for _, w := range states {
			advance(w.state, v, w.chance, a)
		}
		for i, w := range views {
			sum += slices.Max(respond(d, w, going[i], counts))
		}
		values = append(values, sum)
	}
	return values
}

// exactSides plays the best response, and pretends to have simulated as exact does.
func exactSides(d *Duel) blindsight.Planner[*View, Action] { return bestResponse(d, false) }

func bestResponse(d *Duel, counts bool) blindsight.Planner[*View, Action] {
	return byValues(func(v *View) []float64 {
		states, weights := d.belief(v)
		var all []weighted
		total := 0.0
		for i, w := range weights {
			all = append(all, weighted{states[i], w})
			total += w
		}
		values := respond(d, v, all, counts)
		for i := range values {
			values[i] /= total
		}
		return values
	})
}

// determinized does what perfect-information Monte Carlo does: it finds the best response in
// each state as if that were known, and takes the mean.
func determinized(d *Duel) blindsight.Planner[*View, Action] {
	return byValues(func(v *View) []float64 {
		states, weights := d.belief(v)
		values := make([]float64, len(v.Legal(nil)))
		total := 0.0
		for i, w := range weights {
			total += w
			for a, value := range respond(d, v, []weighted{{states[i], w}}, false) {
				values[a] += value
			}
		}
		for i := range values {
			values[i] /= total
		}
		return values
	})
}

func TestExactSidesPass(t *testing.T) {
	RunSides(t, exactSides, Options{AllSimulations: true, Values: true})
}

// The values that the comments derive are those of going through everything, and every
// play to the first decision leads to one view.
func TestDuelValues(t *testing.T) {
	for _, d := range Duels() {
		v := d.NewView()
		var all []weighted
		total := 0.0
		d.walk(func(s *DuelState, weight float64) bool {
			if s.turn != d.Side {
				return true
			}
			w := d.EmptyView(d.Side)
			d.ViewOf(s, d.Side, w)
			if !slices.Equal(w.Past(), v.Past()) {
				t.Errorf("%s: the first decision is in view %v or in %v", d.Name, v.Past(), w.Past())
			}
			all = append(all, weighted{*s, weight})
			total += weight
			return false
		})
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("%s: the chances of the states add up to %v", d.Name, total)
		}
		got := respond(d, v, all, false)
		for i, a := range v.Legal(nil) {
			if math.Abs(got[i]-d.Values[a]) > 1e-12 {
				t.Errorf("%s: action %d is worth %v, the duel says %v", d.Name, a, got[i], d.Values[a])
			}
		}
	}
}

// In random plays views that are told step by step are those that the state makes, the
// policy does what is legal, and returns stay within the stated range. The share of
// states after the same view is the sampler's belief.
func TestDuelPlays(t *testing.T) {
	for _, d := range Duels() {
		rng := rand.New(rand.NewPCG(1, 1))
		policy := d.Policy()
		for range 2000 {
			views := [2]*View{d.EmptyView(0), d.EmptyView(1)}
			made := d.EmptyView(d.Side) // of either side, one after the other
			var s DuelState
			total := 0.0
			for turn := d.Start(rng, &s); turn != blindsight.Over; {
				legal := views[turn].Legal(nil)
				a := legal[rng.IntN(len(legal))]
				if turn != d.Side {
					if a = policy(rng, views[turn]); !slices.Contains(legal, a) {
						t.Fatalf("%s: the policy does %d after %v", d.Name, a, views[turn].Past())
					}
				}
				step := d.Step(rng, &s, a)
				if turn == d.Side {
					total += step.Reward
				} else {
					total += step.Other
				}
				for side, v := range views {
					if step.Done() {
						break
					}
					if err := tell(v, blindsight.Side(side), Ply{turn, a}, step); err != nil {
						t.Fatal(err)
					}
					d.ViewOf(&s, blindsight.Side(side), made)
					if made.Key() != v.Key() || !slices.Equal(made.Past(), v.Past()) || !slices.Equal(made.Legal(nil), v.Legal(nil)) {
						t.Fatalf("%s: side %d was told %v, its state says %v", d.Name, side, v.Past(), made.Past())
					}
				}
				turn = step.Next
			}
			if total < d.Low-1e-12 || total > d.High+1e-12 {
				t.Fatalf("%s: a play returned %v, not between %v and %v", d.Name, total, d.Low, d.High)
			}
		}
	}
}

// The sampler's belief is the share of plays that went the same way: who was refused in
// the middle knows where the stone is; who was not, and hears of another stone, has
// two cells to doubt.
func TestDuelSampler(t *testing.T) {
	d := Pennies()
	v := d.NewView()
	for _, e := range []Event{{Action: 0, Seen: 2}, {Heard: true, Seen: 2}} {
		var err error
		if e.Heard {
			err = v.Heard(e.Seen)
		} else {
			err = v.Did(e.Action, e.Seen)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const draws = 100_000
	sampler, rng, heads := d.NewSampler(), rand.New(rand.NewPCG(1, 2)), 0
	var s DuelState
	for range draws {
		if err := sampler.Sample(context.Background(), rng, v, 1, &s); err != nil {
			t.Fatal(err)
		}
		heads += 1 - int(s.plies[1].Action)
	}
	// The standard error is sqrt(0.6*0.4/100000) = 0.0015.
	if got := float64(heads) / draws; math.Abs(got-0.6) > 0.007 {
		t.Errorf("heads in %.4f of the states, want 0.6", got)
	}
	if err := v.Heard(2); err != nil { // the other side does not act twice
		t.Fatal(err)
	}
	if err := sampler.Sample(context.Background(), rng, v, 1, &s); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("error %v, want ErrInconsistent", err)
	}
}

// Planners that go wrong with two sides fail the check that is there for it.
func TestBrokenSidesFail(t *testing.T) {
	tampered := func(tamper func(d *decision)) SidesFactory {
		return func(d *Duel) blindsight.Planner[*View, Action] {
			inner := exactSides(d)
			return chooser(func(ctx context.Context, rng *rand.Rand, v *View, b blindsight.Budget) (decision, error) {
				c, err := inner.Choose(ctx, rng, v, b)
				tamper(&c)
				return c, err
			})
		}
	}
	uniformRival := func(d *Duel) blindsight.Planner[*View, Action] {
		naive := *d
		naive.policy = func([]Event) []float64 { return []float64{0.5, 0.5, 0} }
		return exactSides(&naive)
	}
	for _, b := range []struct {
		name, check, says string
		duel              *Duel
		factory           SidesFactory
	}{
		{"knows what is hidden", "optimal", "chose action 1, worth 0.5", Cup(), determinized},
		{"counts silent steps", "optimal", "chose action 1, worth 0.5", Cup(), func(d *Duel) blindsight.Planner[*View, Action] { return bestResponse(d, true) }},
		{"takes the other side for another", "optimal", "chose action", Pennies(), uniformRival},
		{"tries again what was refused", "legal", "1 is not legal", Row(1), tampered(func(d *decision) { d.Action = 1 })},
		{"worst action", "optimal", "chose action", Row(0), tampered(func(d *decision) { d.Action = d.Actions[len(d.Actions)-1].Action })},
		{"other side's value", "optimal", "valued action", Row(0), tampered(func(d *decision) { d.Value = -d.Value })},
		{"too many simulations", "simulations", "asked for 1 simulations, made 2", Row(0), tampered(func(d *decision) { d.Simulations++ })},
		{"own randomness", "seed", "two planners", Row(0), tampered(func(d *decision) { d.Value += rand.Float64() })},
	} {
		t.Run(b.name, func(t *testing.T) {
			i := slices.IndexFunc(checks, func(c check) bool { return c.name == b.check })
			err := checks[i].run(b.duel.trial(b.factory), Options{AllSimulations: true, Values: true, Patience: 1})
			if err == nil || !strings.Contains(err.Error(), b.says) {
				t.Errorf("check %q says: %v\nwant %q in it", b.check, err, b.says)
			}
		})
	}
}

// Whoever takes what is hidden for fixed fails the problems in which it is not.
func TestStaticBeliefFails(t *testing.T) {
	static := func(p *Problem) *Problem {
		q := *p
		q.outcomes = nil
		for _, actions := range p.outcomes {
			var fixed [][]outcome
			for _, outcomes := range actions {
				outcomes = slices.Clone(outcomes)
				for i := range outcomes {
					outcomes[i].shift = 0
				}
				fixed = append(fixed, outcomes)
			}
			q.outcomes = append(q.outcomes, fixed)
		}
		return &q
	}
	for _, p := range []*Problem{Hare(), Machine()} {
		err := checkOptimal(p.trial(func(p *Problem) blindsight.Planner[*View, Action] { return exact(static(p)) }), Options{Patience: 1, Values: true})
		if err == nil {
			t.Errorf("%s: a planner for which nothing changes passes", p.Name)
		}
	}
}
