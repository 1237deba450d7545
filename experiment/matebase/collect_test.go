package matebase

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// small are options for tests: simple players, few games.
func small() Options {
	o := Defaults(kriegspiel.MustRules("berkeley"))
	o.White, o.Black, o.Drop, o.Games, o.Seed = "greedy", "greedy", 500, 100, 3
	o.Levels = []Level{{3, 2, 2, 50_000}, {5, 1, 1, 200_000}}
	return o
}

// collect returns what is collected, as text.
func collect(t *testing.T, o Options, before []*Instance) (string, *Tally) {
	t.Helper()
	var out []byte
	tally, err := Collect(context.Background(), o, before, func(_ int, found []*Instance) error {
		for _, i := range found {
			out = i.AppendJSON(out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(out), tally
}

func instances(t *testing.T, text string) []*Instance {
	t.Helper()
	var list []*Instance
	err := Read(bytes.NewReader([]byte(text)), "test", func(i *Instance) error {
		list = append(list, i)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What is collected is the same for any number of workers, and where it is resumed; it is
// read back as it was written; plans are right, beliefs are those of the histories,
// answers those of another algorithm, and nothing is there twice.
func TestCollect(t *testing.T) {
	o := small()
	text, tally := collect(t, o, nil)
	for _, k := range []kind{{3, Mate}, {3, None}, {5, Mate}, {5, None}} {
		if c := tally.Count(k.depth, k.answer); c.Kept == 0 || c.Kept > c.Wanted {
			t.Errorf("%v: %d instances of %d", k, c.Kept, c.Wanted)
		}
	}
	o.Workers = 3
	if other, _ := collect(t, o, nil); other != text {
		t.Errorf("1 worker:\n%s3 workers:\n%s", text, other)
	}
	list := instances(t, text)
	half := len(list) / 2
	for half > 0 && list[half-1].Game == list[half].Game {
		half--
	}
	o.Begin = list[half].Game
	rest, resumed := collect(t, o, list[:half])
	var again []byte
	for _, i := range list[:half] {
		again = i.AppendJSON(again)
	}
	if string(again)+rest != text || resumed.Kept() != tally.Kept() {
		t.Errorf("at once:\n%sresumed:\n%s%s", text, again, rest)
	}
	type id struct {
		key   Key
		depth int
	}
	seen := map[id]bool{}
	for _, i := range list {
		if err := i.Check(); err != nil {
			t.Errorf("%s: %v", i.ID, err)
		}
		if key := (id{KeyOf(&i.Problem), i.Depth}); seen[key] {
			t.Errorf("%s is there twice", i.ID)
		} else {
			seen[key] = true
		}
		checkAnswer(t, i)
		checkBelief(t, i)
	}
}

// A collection that extends another counts what is there, finds none of it again, and gives
// its instances names of their own.
func TestCollectExtends(t *testing.T) {
	o := small()
	o.Levels = o.Levels[:1]
	text, _ := collect(t, o, nil)
	known := instances(t, text)
	o.Known, o.Seed, o.Games = known, 4, 1000
	o.Levels = []Level{{3, 4, 3, 50_000}}
	more, tally := collect(t, o, nil)
	found := instances(t, more)
	if len(known) != 4 || len(found) != 3 || !tally.Full() || tally.Kept() != 7 {
		t.Fatalf("%d instances, extended by %d to %d, want 4 and 3", len(known), len(found), tally.Kept())
	}
	keys, names := map[Key]bool{}, map[string]bool{}
	for _, i := range append(known, found...) {
		key := KeyOf(&i.Problem)
		if keys[key] || names[i.ID] {
			t.Errorf("%s is there twice", i.ID)
		}
		keys[key], names[i.ID] = true, true
	}
	o.Known = append(known, found...)
	if again, _ := collect(t, o, nil); again != "" {
		t.Errorf("nothing is wanted any more, and this is found: %s", again)
	}
}

// Without an opening all games begin in the initial position.
func TestNoOpening(t *testing.T) {
	if p := opening(rand.New(rand.NewPCG(1, 2)), 0); p != chess.Start() {
		t.Errorf("a game begins in %s", p.FEN())
	}
}

// checkAnswer decides an instance by another algorithm.
func checkAnswer(t *testing.T, i *Instance) {
	t.Helper()
	s := players.NewSolver(i.Rules, andor.Options{Algorithm: "gl-dbu"})
	want := map[Answer]andor.Verdict{Mate: andor.Win, None: andor.None}[i.Answer]
	if got := s.Solve(context.Background(), i.Belief, i.Depth).Verdict; want != andor.Unknown && got != want {
		t.Errorf("%s: %s, gl-dbu finds %s", i.ID, i.Answer, got)
	}
	if i.Least > 1 && s.Solve(context.Background(), i.Belief, i.Least-2).Verdict != andor.None {
		t.Errorf("%s: gl-dbu finds a mate sooner than at depth %d", i.ID, i.Least)
	}
}

// checkBelief compares the belief with the estimate of the history.
func checkBelief(t *testing.T, i *Instance) {
	t.Helper()
	e, err := players.NewEstimate(context.Background(), i.History, i.Side, enumerate.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%s: %v", i.ID, err)
	}
	var belief []chess.Position
	for p := range e.Belief.All() {
		belief = append(belief, *p)
	}
	sortBelief(belief)
	if !slices.Equal(belief, i.Belief) {
		t.Errorf("%s: %d positions, the history has %d", i.ID, len(i.Belief), len(belief))
	}
}

// A collection that is stopped has handed out the beginning of what it would have been.
func TestCollectStops(t *testing.T) {
	o := small()
	o.Levels = o.Levels[:1]
	whole, _ := collect(t, o, nil)
	enough := errors.New("enough")
	var out []byte
	n := 0
	_, err := Collect(context.Background(), o, nil, func(game int, found []*Instance) error {
		for _, i := range found {
			out = i.AppendJSON(out)
			n++
			if i.Game != game {
				t.Errorf("%s is of game %d, not %d", i.ID, i.Game, game)
			}
		}
		if n >= 3 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n < 3 || !bytes.HasPrefix([]byte(whole), out) {
		t.Errorf("%d instances, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	_, err = Collect(ctx, o, nil, func(int, []*Instance) error { n++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || n == 0 {
		t.Errorf("cancelled: %d instances, %v", n, err)
	}
}

func TestOptionsCheck(t *testing.T) {
	for name, spoil := range map[string]func(*Options){
		"unknown player":       func(o *Options) { o.White = "nobody" },
		"depths: 4: want odd":  func(o *Options) { o.Levels[0].Depth = 4 },
		"depths: 3: want odd":  func(o *Options) { o.Levels[1].Depth = 3 },
		"no depth":             func(o *Options) { o.Levels = nil },
		"numbers of instances": func(o *Options) { o.Levels[0].Mates = -1 },
		"drop 50: want":        func(o *Options) { o.Drop = 50 },
		"workers 0: want":      func(o *Options) { o.Workers = 0 },
		"opening -2: want 0":   func(o *Options) { o.Opening = -2 },
	} {
		o := small()
		o.Levels = slices.Clone(o.Levels)
		spoil(&o)
		if err := o.Check(); err == nil || !bytes.Contains([]byte(err.Error()), []byte(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
