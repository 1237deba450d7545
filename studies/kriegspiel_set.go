package studies

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"blindsight/experiment/matebase"
	"blindsight/internal/cputime"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

//go:embed kriegspiel-problems/problems.jsonl.gz
var problemFile []byte

// problemSet returns the data set of the Kriegspiel studies. It is read once.
var problemSet = sync.OnceValues(func() ([]*matebase.Instance, error) {
	var set []*matebase.Instance
	err := matebase.Read(bytes.NewReader(problemFile), "problems.jsonl.gz", func(i *matebase.Instance) error {
		set = append(set, i)
		return nil
	})
	return set, err
})

// problemClass is a depth and an answer.
type problemClass struct {
	depth  int
	answer matebase.Answer
}

func (c problemClass) String() string {
	name := map[matebase.Answer]string{matebase.Mate: "mates", matebase.None: "near misses", matebase.Unknown: "undecided"}
	return fmt.Sprintf("%d plies, %s", c.depth, name[c.answer])
}

// problemClasses are those that algorithms are compared on.
var problemClasses = []problemClass{{3, matebase.Mate}, {3, matebase.None}, {5, matebase.Mate}, {5, matebase.None}}

// authorsProblems is how many mates, and as many near misses, the authors of paper C
// published at each of 3, 5 and 7 plies. It is from their files: the numbers of the paper itself
// are lost in our copy.
const authorsProblems = 500

// authorsSize says how many problems were taken, beside the authors.
func authorsSize(classes []*solverClass) string {
	var parts []string
	for k, c := range classes {
		n := len(c.problems)
		text := fmt.Sprintf("%d of %s", n, c)
		if k == 0 && !slices.ContainsFunc(classes, func(c *solverClass) bool { return len(c.problems) != n }) {
			text, classes = fmt.Sprintf("%d of each class", n), nil
		}
		if n < authorsProblems {
			text += fmt.Sprintf(" (1/%.3g of theirs)", authorsProblems/float64(max(1, n)))
		}
		parts = append(parts, text)
		if classes == nil {
			break
		}
	}
	return "The authors published 500 mates and 500 near misses at each of 3, 5 and 7 plies, with repeats (so their files; the numbers in\n" +
		"our copy of the paper are lost). Here there are " + strings.Join(parts, ", ") + "."
}

// of returns the instances of a class.
func (c problemClass) of(set []*matebase.Instance) []*matebase.Instance {
	var list []*matebase.Instance
	for _, i := range set {
		if i.Depth == c.depth && i.Answer == c.answer {
			list = append(list, i)
		}
	}
	return list
}

// difficultyLimit is how many positions gl-dbu constructs at most to tell how difficult a
// problem is.
const difficultyLimit = 300_000

// poolSize is from how many instances of a class, the first of the file, some are drawn.
const poolSize = 150

// problemCount is how many problems of a class a study takes, poolEach out of how many for each, if that is not 0, instead
// of poolSize in all.
type (
	problemCount int
	poolEach     int
)

// evenly returns n instances of a class, evenly drawn over difficulty: the positions that
// gl-dbu constructs, beyond its limit the size of the belief.
func (c problemClass) evenly(ctx context.Context, b *Bench, n int) ([]*matebase.Instance, error) {
	set, err := problemSet()
	if err != nil {
		return nil, err
	}
	list := c.of(set)
	pool := max(poolSize, n)
	if each := amount[poolEach](b, 0, 0, 0); each > 0 {
		pool = int(each) * n
	}
	list = list[:min(len(list), pool)]
	name := func(i int) string { return "difficulty/" + list[i].ID }
	work, err := Do(ctx, b, "difficulties", len(list), name, func(ctx context.Context, i int) (int64, error) {
		r, err := solve(ctx, list[i], andor.Options{Algorithm: "gl-dbu", States: difficultyLimit}, list[i].Depth)
		return r.States, err
	})
	if err != nil {
		return nil, err
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(work[i], work[j]), cmp.Compare(len(list[i].Belief), len(list[j].Belief)))
	})
	n = min(n, len(list))
	drawn := make([]*matebase.Instance, n)
	for i := range drawn {
		drawn[i] = list[order[(2*i+1)*len(list)/(2*n)]]
	}
	return drawn, nil
}

// solve decides an instance at a depth by a solver of its own.
func solve(ctx context.Context, i *matebase.Instance, o andor.Options, depth int) (andor.Result, error) {
	s := players.NewSolver(i.Rules, o)
	r := s.Solve(ctx, i.Belief, depth)
	return r, ctx.Err()
}

// trial is a problem given to an algorithm.
type trial struct {
	name    string // of the algorithm or variant
	options andor.Options
	limit   float64 // seconds of processor time
}

// piece names what a trial does with an instance at a depth, for the record.
func (t *trial) piece(i *matebase.Instance, depth int) string {
	return fmt.Sprintf("%s/%d/%s/%g", i.ID, depth, t.name, t.limit)
}

// measured is what came of it. Cost is in seconds of processor time, or in positions
// constructed, see positionsASecond; where the verdict is Unknown it is a lower bound.
type measured struct {
	Verdict andor.Verdict
	Cost    float64
	Stats   andor.Stats
}

// studyMemory is what one search may hold.
const studyMemory = 1 << 30

// positionsASecond is how many positions constructed stand for a second, where costs are counted in these: they are the
// same on every machine. 0 means that costs are processor time.
type positionsASecond int64

// positions returns how many stand for a second.
func (b *Bench) positions() positionsASecond { return amount[positionsASecond](b, 0, 0, 0) }

// repeatBelow is the time below which a measurement is made five times, and the least
// counts: page faults and other tenants of the machine only ever add.
const repeatBelow = 0.05

// measure has a trial decide something, on a thread of its own. Do is given a context that
// ends when the processor time is used up, and a solver.
func measure(ctx context.Context, b *Bench, i *matebase.Instance, t trial, do func(context.Context, *players.Solver) andor.Result) (measured, error) {
	o := t.options
	o.Memory = studyMemory
	counted := b.positions()
	if counted > 0 {
		o.States = int64(t.limit * float64(counted))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var best measured
	for try := range 5 {
		s := players.NewSolver(i.Rules, o)
		limited := ctx
		begin := cputime.Thread()
		if counted == 0 {
			limited = &processorLimit{ctx, begin + t.limit}
		}
		r := do(limited, s)
		m := measured{r.Verdict, cputime.Thread() - begin, r.Stats}
		if err := ctx.Err(); err != nil {
			return m, err
		}
		if counted > 0 {
			m.Cost = float64(r.States)
		}
		if try == 0 || m.Cost < best.Cost {
			best = m
		}
		if counted > 0 || best.Cost > repeatBelow {
			break
		}
	}
	return best, nil
}

// processorLimit is a context that ends when its thread has used some processor time. A
// search on that thread asks it every thousand positions or so.
type processorLimit struct {
	context.Context
	end float64
}

var errProcessorTime = errors.New("the processor time is used up")

// Err returns why the search must stop, nil if it need not.
func (p *processorLimit) Err() error {
	if err := p.Context.Err(); err != nil {
		return err
	}
	if cputime.Thread() > p.end {
		return errProcessorTime
	}
	return nil
}

// contradiction returns an error if a verdict is not the instance's answer.
func contradiction(i *matebase.Instance, name string, v andor.Verdict) error {
	if v == andor.Win && i.Answer == matebase.None || v == andor.None && i.Answer == matebase.Mate {
		return fmt.Errorf("%s finds %s for problem %s, which is %s", name, v, i.ID, i.Answer)
	}
	return nil
}
