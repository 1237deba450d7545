package registry_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/registry"
)

// settingsOf are those that games are tried with beside their defaults.
var settingsOf = map[string][]string{
	"minesweeper": {"board=4x5/4,rule=gnomine,neighbours=hex,auto-open=false", "board=3x3/2,objective=score"},
	"kriegspiel":  {"rules=english,limit=20", "rules=cincinnati,limit=20", "rules=wild16,limit=20", "rules=rand,limit=20"},
	"phantom":     {"board=hex,rows=3,cols=4,refusal=abrupt"},
	"pomdp":       {"problem=rocksample,horizon=20", "problem=tag,horizon=20", "problem=grid,horizon=20,restart=false,see=0.9"},
	"battleship":  {"rules=silver-veness", "rows=5,cols=5,fleet=3-2,deal=ship-by-ship,announce=false"},
}

// eachSetting calls f with every listed game in several settings.
func eachSetting(t *testing.T, f func(t *testing.T, s *catalog.Setting)) {
	for _, g := range registry.Games() {
		for _, text := range append([]string{""}, settingsOf[g.Name]...) {
			s, err := g.Open(text)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(strings.TrimSuffix(g.Name+" "+text, " "), func(t *testing.T) { f(t, s) })
		}
	}
}

// listener is a guest that decides at random, and holds what an adviser made of the words that
// it was told against what the side knows.
type listener struct {
	catalog.Adviser
	t       *testing.T
	rng     *rand.Rand
	told    []catalog.Event
	asked   int
	endings []catalog.Ending
	fail    func(asked int) error // nil if it always answers
}

func (l *listener) Begin(ctx context.Context, o catalog.Opening) error {
	l.told, l.asked = nil, 0
	l.rng = rand.New(rand.NewPCG(o.Seed, 1))
	return l.Adviser.Begin(ctx, o)
}

func (l *listener) Tell(e catalog.Event) error {
	l.told = append(l.told, e)
	return l.Adviser.Tell(e)
}

func (l *listener) Choose(_ context.Context, q catalog.Question) (catalog.Reply, error) {
	l.asked++
	if l.fail != nil {
		if err := l.fail(l.asked); err != nil {
			return catalog.Reply{}, err
		}
	}
	if got := l.View(); got != q.View {
		l.t.Errorf("after %d events the words make\n%s, the view is\n%s", len(l.told), got, q.View)
	}
	if got := l.Legal(); !slices.Equal(got, q.Legal) || len(got) == 0 {
		l.t.Errorf("legal by the words %q, in truth %q", got, q.Legal)
	}
	return catalog.Reply{Action: q.Legal[l.rng.IntN(len(q.Legal))]}, nil
}

func (l *listener) End(e catalog.Ending) error {
	l.endings = append(l.endings, e)
	return l.Adviser.End(e)
}

// newListener returns a guest for a side.
func newListener(t *testing.T, s *catalog.Setting, side int) *listener {
	t.Helper()
	a, err := s.Adviser(s.Game.Players[0].Name, side)
	if err != nil {
		t.Fatal(err)
	}
	return &listener{Adviser: a, t: t}
}

// seatGuests seats a listener on every side.
func seatGuests(t *testing.T, s *catalog.Setting) (*catalog.Match, []*listener) {
	t.Helper()
	var guests []*listener
	var names []string
	for side := range s.Game.Sides {
		guests = append(guests, newListener(t, s, side))
		names = append(names, "guest")
	}
	match, err := s.Admit(func(_ *catalog.Setting, side int, player string) (catalog.Guest, error) {
		if player != "guest" {
			return nil, nil
		}
		return guests[side], nil
	}).Seat(names...)
	if err != nil {
		t.Fatal(err)
	}
	return match, guests
}

// From the words that a guest is told the game's own reader makes the view that the side has,
// in every listed game: nothing is lost in them, and no two legal actions look the same.
func TestWordsTellAll(t *testing.T) {
	eachSetting(t, func(t *testing.T, s *catalog.Setting) {
		match, guests := seatGuests(t, s)
		for number := range uint64(4) {
			r, err := match.Play(t.Context(), catalog.Play{Seed: 3, Number: number, Budgets: []blindsight.Budget{{Simulations: 1}}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Forfeit != nil || r.Steps == 0 {
				t.Errorf("%d steps, %v", r.Steps, r.Forfeit)
			}
			steps := 0
			for side, g := range guests {
				steps += len(g.told)
				if e := g.endings[number]; e.Gained != r.Gained[side] || e.Forfeit != nil {
					t.Errorf("side %d is told that it gained %v, it is %v", side, e.Gained, r.Gained[side])
				}
				for i, e := range g.told {
					if e.Told == "" || !e.Heard && e.Action == "" || e.Over != (r.Over && i == len(g.told)-1) {
						t.Errorf("side %d was told %+v, number %d of %d", side, e, i, len(g.told))
					}
				}
			}
			if steps < r.Steps {
				t.Errorf("%d steps, %d were told", r.Steps, steps)
			}
		}
	})
}

// A guest whose seed could be that of the deal would know the board: seeds told differ from
// those of the play, and from side to side and game to game.
func TestSeedOfTheDealIsNotTold(t *testing.T) {
	s := open(t, "phantom", "")
	seeds := make(map[uint64]bool)
	match, err := s.Admit(func(_ *catalog.Setting, side int, _ string) (catalog.Guest, error) {
		return seedNoter{newListener(t, s, side), seeds}, nil
	}).Seat("a", "b")
	if err != nil {
		t.Fatal(err)
	}
	for number := range uint64(3) {
		if _, err := match.Play(t.Context(), catalog.Play{Seed: 7, Number: number, Budgets: []blindsight.Budget{{}}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(seeds) != 6 || seeds[7] || seeds[0] {
		t.Errorf("seeds %v", seeds)
	}
}

type seedNoter struct {
	*listener
	seeds map[uint64]bool
}

func (n seedNoter) Begin(ctx context.Context, o catalog.Opening) error {
	n.seeds[o.Seed] = true
	return n.listener.Begin(ctx, o)
}

func open(t *testing.T, game, settings string) *catalog.Setting {
	t.Helper()
	g, err := registry.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A forfeit is the worst for who forfeits and the best for the other, by the bounds of the
// game; who plays alone for what is not bounded keeps what was gained.
func TestForfeitsAreLost(t *testing.T) {
	for _, c := range []struct {
		game, settings string
		side           int
		want           []float64 // by the rules of the games; nil: what was gained before
	}{
		{"phantom", "", 0, []float64{-1, 1}},
		{"phantom", "", 1, []float64{1, -1}},
		{"kriegspiel", "limit=20", 1, []float64{1, -1}},
		{"minesweeper", "", 0, []float64{0}},
		{"battleship", "rows=5,cols=5,fleet=3-2", 0, []float64{-25}},
		{"tiger", "", 0, nil},
	} {
		s := open(t, c.game, c.settings)
		match, guests := seatGuests(t, s)
		guests[c.side].fail = func(asked int) error {
			if asked < 3 {
				return nil
			}
			return &catalog.Forfeit{Reason: "tired"}
		}
		gained := 0.0
		p := catalog.Play{Seed: 2, Budgets: []blindsight.Budget{{}}}
		discount := 1.0
		p.Each = func(step *catalog.Step) {
			gained += discount * step.Gained[0]
			discount *= 0.95 // that of the Tiger, who is the only one for whom this is looked at
		}
		r, err := match.Play(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want := c.want
		if want == nil {
			want = []float64{gained}
		}
		if r.Forfeit == nil || *r.Forfeit != (catalog.Forfeit{Side: c.side, Reason: "tired"}) || !slices.Equal(r.Gained, want) || !r.Over {
			t.Errorf("%s: %+v, forfeit %+v, want %v", c.game, r, r.Forfeit, want)
		}
		if e := guests[c.side].endings; len(e) != 1 || e[0].Gained != want[c.side] || e[0].Forfeit == nil {
			t.Errorf("%s: told %+v", c.game, e)
		}
		// The next game is played as if nothing had been.
		guests[c.side].fail = nil
		if r, err = match.Play(t.Context(), p); err != nil || r.Forfeit != nil {
			t.Errorf("%s: %v, %v", c.game, r.Forfeit, err)
		}
	}
}

// An illegal action is a forfeit; an error that is none ends the game without a result.
func TestGuestsThatFail(t *testing.T) {
	s := open(t, "phantom", "")
	match, guests := seatGuests(t, s)
	play := catalog.Play{Budgets: []blindsight.Budget{{}}}
	broken := errors.New("broken")
	guests[0].fail = func(int) error { return broken }
	if _, err := match.Play(t.Context(), play); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	illegal, err := s.Admit(func(_ *catalog.Setting, side int, player string) (catalog.Guest, error) {
		if player != "liar" {
			return nil, nil
		}
		return liar{newListener(t, s, side)}, nil
	}).Seat("random", "liar")
	if err != nil {
		t.Fatal(err)
	}
	r, err := illegal.Play(t.Context(), play)
	if err != nil || r.Forfeit == nil || r.Forfeit.Side != 1 || !strings.Contains(r.Forfeit.Reason, `the action "9,9" is not one of the 9 legal ones`) {
		t.Errorf("%+v, %v", r.Forfeit, err)
	}
}

type liar struct{ *listener }

func (liar) Choose(context.Context, catalog.Question) (catalog.Reply, error) {
	return catalog.Reply{Action: "9,9"}, nil
}

// No setting starts a program by itself.
func TestNoProgramWithoutADoor(t *testing.T) {
	for _, g := range registry.Games() {
		s, err := g.Open("")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"exec:true", "exec,grace=1s:true"} {
			if err := s.Check(name, 0); !errors.Is(err, catalog.ErrNoPrograms) {
				t.Errorf("%s: Check of %s: %v", g.Name, name, err)
			}
			players := []string{name, g.Players[0].Name}[:len(g.Sides)]
			if _, err := s.Seat(players...); !errors.Is(err, catalog.ErrNoPrograms) {
				t.Errorf("%s: Seat of %s: %v", g.Name, name, err)
			}
			if _, err := s.Adviser(name, 0); !errors.Is(err, catalog.ErrNoPrograms) {
				t.Errorf("%s: Adviser of %s: %v", g.Name, name, err)
			}
		}
	}
}
