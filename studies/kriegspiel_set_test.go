package studies

import (
	"context"
	"flag"
	"maps"
	"os"
	"slices"
	"testing"

	"blindsight/belief/enumerate"
	"blindsight/experiment/matebase"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// wantedInstances is what the data set must hold at least.
var wantedInstances = map[problemClass]int{
	{3, matebase.Mate}: 500, {3, matebase.None}: 500, {5, matebase.Mate}: 500, {5, matebase.None}: 500, {7, matebase.Mate}: 500, {7, matebase.None}: 500,
}

func readSet(t *testing.T) []*matebase.Instance {
	t.Helper()
	set, err := problemSet()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The data set is as large as it should be, over all sizes of beliefs; every plan is
// right, mates are of the depth of their class, and no belief is there twice at a depth.
func TestProblemSet(t *testing.T) {
	set := readSet(t)
	type place struct {
		key   matebase.Key
		depth int
	}
	seen := map[place]string{}
	for _, i := range set {
		if err := i.Check(); err != nil {
			t.Errorf("%s: %v", i.ID, err)
		}
		if i.Answer == matebase.Mate && i.Least != i.Depth {
			t.Errorf("%s: a mate of depth %d at %d", i.ID, i.Least, i.Depth)
		}
		at := place{matebase.KeyOf(&i.Problem), i.Depth}
		if other, twice := seen[at]; twice {
			t.Errorf("%s is %s again", i.ID, other)
		}
		seen[at] = i.ID
	}
	for c, wanted := range wantedInstances {
		list := c.of(set)
		if len(list) < wanted {
			t.Errorf("%s: %d, want %d", c, len(list), wanted)
		}
		sizes := make([]int, len(matebase.Sizes))
		for _, i := range list {
			sizes[matebase.SizeClass(len(i.Belief))]++
		}
		if small := sizes[0] + sizes[1]; 2*small > len(list) || slices.Max(sizes) == len(list) {
			t.Errorf("%s: beliefs by size %v: too many small ones", c, sizes)
		}
	}
}

var thorough = flag.Bool("thorough", false, "let TestProblemSetAnswers look at every problem, with a higher limit")

// The belief is what follows from the history, and all algorithms that come to a verdict
// within a limit give the stored answer: of a sample, or of all problems with -thorough.
func TestProblemSetAnswers(t *testing.T) {
	set := readSet(t)
	decided := map[string]int{}
	step, limit, looked := 97, int64(20_000), 0
	if *thorough {
		step, limit = 1, 100_000
	}
	for n := 0; n < len(set); n += step {
		looked++
		i := set[n]
		e, err := players.NewEstimate(context.Background(), i.History, i.Side, enumerate.Options{Workers: 1})
		if err != nil {
			t.Fatalf("%s: %v", i.ID, err)
		}
		inBelief := map[chess.Position]bool{}
		for _, p := range i.Belief {
			inBelief[p] = true
		}
		for p := range e.Belief.All() {
			if !inBelief[*p] {
				t.Errorf("%s: the history allows %s, the belief does not have it", i.ID, p.FEN())
			}
		}
		if e.Size != len(i.Belief) {
			t.Errorf("%s: the history leaves %d positions, the belief has %d", i.ID, e.Size, len(i.Belief))
		}
		for _, name := range andor.Names() {
			r, err := solve(context.Background(), i, andor.Options{Algorithm: name, States: limit}, i.Depth)
			if err != nil {
				t.Fatal(err)
			}
			if err := contradiction(i, name, r.Verdict); err != nil {
				t.Error(err)
			}
			if r.Verdict != andor.Unknown {
				decided[name]++
			}
		}
	}
	for _, name := range andor.Names() {
		if decided[name] == 0 {
			t.Errorf("%s decided nothing of the sample", name)
		}
		t.Logf("%s decided %d of %d", name, decided[name], looked)
	}
}

// The mates that the page offers are problems under their rules, and the first move that
// is given away is a try.
func TestCollectedMates(t *testing.T) {
	list, err := CollectedMates.Problems()
	if err != nil || len(list) < 700 {
		t.Fatalf("%d mates, %v", len(list), err)
	}
	for i := range list {
		p := list[i].Under(list[i].Answers[0].Rules)
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		a, err := kriegspiel.ParseAttempt(list[i].Answers[0].First[0])
		if err != nil || !slices.Contains(kriegspiel.Attempts(&p.Belief[0], nil), a) {
			t.Errorf("%s: %s: %v", p.ID, list[i].Answers[0].First[0], err)
		}
	}
}

// The problems kept to measure mates further away can be read, and their plans are right.
func TestFurtherAway(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth int
		want  map[matebase.Answer]int
	}{
		{"seven-plies", 7, map[matebase.Answer]int{matebase.None: 50, matebase.Unknown: 47}},
		{"nine-plies", 9, map[matebase.Answer]int{matebase.Mate: 50}},
	} {
		file, err := os.Open("kriegspiel-problems/" + c.name + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		count := map[matebase.Answer]int{}
		err = matebase.Read(file, c.name, func(i *matebase.Instance) error {
			count[i.Answer]++
			if i.Depth != c.depth {
				t.Errorf("%s: depth %d", i.ID, i.Depth)
			}
			return i.Check()
		})
		file.Close()
		if err != nil || !maps.Equal(count, c.want) {
			t.Errorf("%s: read %v (%v), want %v", c.name, count, err, c.want)
		}
	}
}
