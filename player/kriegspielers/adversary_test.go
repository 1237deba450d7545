package kriegspielers_test

import (
	"context"
	"testing"

	"blindsight/certificate/mateplan"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/problemset"
	"blindsight/search/andor"
)

// published calls do for each published problem under each rule set with an answer.
func published(t *testing.T, do func(p *kriegspiel.Problem, first []string)) {
	t.Helper()
	list, err := problemset.Published.Problems()
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		for _, a := range list[i].Answers {
			do(list[i].Under(a.Rules), a.First)
		}
	}
}

func newSolver(t *testing.T, r *kriegspiel.Rules) *players.Solver {
	t.Helper()
	s := players.NewSolver(r, andor.Options{})
	return s
}

// Who follows a proved plan mates, whatever this referee says.
func TestAdversaryYieldsToThePlan(t *testing.T) {
	ctx := context.Background()
	plans := 0
	published(t, func(p *kriegspiel.Problem, first []string) {
		if len(first) == 0 {
			return
		}
		solver := newSolver(t, p.Rules)
		plan, _ := players.MatePlan(ctx, solver, p)
		if plan == nil {
			t.Fatalf("%s, %s: no plan", p.ID, p.Rules)
		}
		plans++
		d := players.NewAdversary(p, solver)
		for node := plan.Root; d.Status == players.TryOpen; {
			answer, err := d.Try(ctx, node.Try)
			if err != nil {
				t.Fatal(err)
			}
			if d.Won(ctx) != andor.Win {
				t.Fatalf("%s, %s: after %s the mate is gone", p.ID, p.Rules, node.Try)
			}
			if node = follow(node, answer); node == nil && d.Status == players.TryOpen {
				t.Fatalf("%s, %s: the plan has nothing for %+v", p.ID, p.Rules, answer)
			}
		}
		if d.Status != players.TryMated {
			t.Errorf("%s, %s: the plan ends %s", p.ID, p.Rules, d.Status)
		}
	})
	if plans < 20 {
		t.Errorf("only %d plans", plans)
	}
}

// follow returns what a plan says after an answer, nil at its end.
func follow(n *mateplan.Node, a players.AdversaryAnswer) *mateplan.Node {
	if a.Heard == kriegspiel.Illegal {
		return n.Illegal
	}
	for _, b := range n.Legal {
		if b.Heard != a.Heard {
			continue
		}
		if b.Answer != nil {
			return b.Answer
		}
		for _, r := range b.Replies {
			if a.Replied && r.Heard == a.Reply {
				return r.Node
			}
		}
	}
	return nil
}

// After an attempt that the table of published problems does not list, the referee's
// answer takes the mate away; after one that it lists, the mate stays.
func TestAdversaryRefutes(t *testing.T) {
	ctx := context.Background()
	refuted, kept := 0, 0
	published(t, func(p *kriegspiel.Problem, first []string) {
		solver := newSolver(t, p.Rules)
		wins := map[string]bool{}
		for _, a := range first {
			wins[a] = true
		}
		attempts := players.NewAdversary(p, solver).View.Legal(nil)
		for i, a := range attempts {
			if i%7 != 0 && !wins[a.String()] {
				continue // some are enough
			}
			d := players.NewAdversary(p, solver)
			if _, err := d.Try(ctx, a); err != nil {
				t.Fatal(err)
			}
			legal := false
			for j := range p.Belief {
				legal = legal || p.Belief[j].Legal(a.Move())
			}
			won := d.Won(ctx) == andor.Win
			switch {
			case wins[a.String()] && !won:
				t.Errorf("%s, %s: %s keeps the mate, but not by this referee", p.ID, p.Rules, a)
			case !wins[a.String()] && legal && won:
				t.Errorf("%s, %s: %s gives the mate away, but not by this referee", p.ID, p.Rules, a)
			case won:
				kept++
			default:
				refuted++
			}
		}
	})
	if refuted < 100 || kept < 20 {
		t.Errorf("%d attempts were refuted and %d kept the mate: too few to tell anything", refuted, kept)
	}
}

func TestAdversaryAnswersNonsense(t *testing.T) {
	list, err := problemset.Published.Problems()
	if err != nil {
		t.Fatal(err)
	}
	p := list[0].Under(kriegspiel.MustRules("english"))
	d := players.NewAdversary(p, newSolver(t, p.Rules))
	a, err := kriegspiel.ParseAttempt("a1a2")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := d.Try(context.Background(), a)
	if err != nil || answer.Heard != kriegspiel.Nonsense || d.Depth != p.Depth {
		t.Errorf("%+v, %v", answer, err)
	}
}

// A metered solver finds what others find, and its meter has counted.
func TestMeteredSolver(t *testing.T) {
	published(t, func(p *kriegspiel.Problem, first []string) {
		var m players.Meter
		s := players.NewMeteredSolver(p.Rules, andor.Options{}, &m)
		want := newSolver(t, p.Rules).Solve(context.Background(), p.Belief, p.Depth)
		got := s.Solve(context.Background(), p.Belief, p.Depth)
		if got.Verdict != want.Verdict || got.States != want.States || m.Steps() == 0 {
			t.Errorf("%s, %s: %v after %d states, want %v after %d; the meter says %d", p.ID, p.Rules, got.Verdict, got.States, want.Verdict, want.States, m.Steps())
		}
	})
}
