package pointbased

import (
	"context"
	"errors"
	"math"
	"time"

	"blindsight"
)

// Limits say when a search is over. The zero value has none but the context.
type Limits struct {
	Gap    float64       // the bounds are no further apart
	Trials int           // so many walks were made, in all
	Time   time.Duration // so much time has passed since New was called
	Memory int64         // so many bytes are in use; 0 is DefaultMemory
}

// DefaultMemory is how much memory beliefs and vectors take at most if nothing else is said: 2 GiB. What is
// counted is what the search keeps: with the tables and what is to be collected as garbage the process may need twice as much.
const DefaultMemory = 2 << 30

// Why a search has stopped, besides the error of its context.
var (
	ErrTime   = errors.New("the time is over")
	ErrMemory = errors.New("the memory is used up")
	ErrTrials = errors.New("all trials are done")
)

// Bounds are how far a search is.
type Bounds struct {
	Lower, Upper float64 // of the best return from the start belief
	Trials       int     // walks made
	Nodes        int     // beliefs expanded
	Alphas       int     // vectors of the lower bound
	Made         int     // vectors made
	Memory       int64   // bytes
}

// Gap returns how far the bounds are apart.
func (b Bounds) Gap() float64 { return b.Upper - b.Lower }

// Solver is SARSOP on one problem. Its bounds hold at every moment and come closer with every trial. It
// is deterministic: so many trials give the same bounds and the same policy always. It belongs to one goroutine.
type Solver struct {
	tables *blindsight.Tables
	rooms  []*room
	blind  [][]float64 // by action and state
	root   *node

	known   map[uint64][]*node
	guesses guesses
	made    int32 // vectors
	now     int64 // counts what changes the bounds of rooms
	round   int64 // counts refreshes
	trials  int
	nodes   int
	alphas  int // vectors that are not pruned
	memory  int64
	tiny    float64 // what is no change of a value
	began   time.Time

	floats arena[float64]
	ints   arena[int32]

	// Room for what is at hand.
	scratch, ends, p []float64
	at               []int32
	path             []*node
}

// New prepares a search: it finds rooms and first bounds. That takes time in proportion to the entries of
// the tables, some hundred times over. When half of limit is over, unless it is 0, or ctx ends, it makes
// do with wider bounds.
func New(ctx context.Context, t *blindsight.Tables, limit time.Duration) (*Solver, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	s := &Solver{tables: t, known: map[uint64][]*node{}, now: 1, began: time.Now()}
	if limit > 0 {
		ctx = clocked{ctx, s.began.Add(limit / 2)}
	}
	bottom, top := returns(t)
	s.tiny = 1e-13 * max(math.Abs(bottom), math.Abs(top))
	s.blind = Blind(ctx, t, Settled)
	informed := FastInformed(ctx, t, Settled)
	sets, left := findRooms(t)
	s.rooms = compile(t, sets, left)
	most := 0
	for i, r := range s.rooms {
		s.furnish(int32(i), r, informed)
		most = max(most, len(r.states))
		for _, st := range r.stages {
			most = max(most, st.ends)
		}
	}
	s.scratch, s.ends = make([]float64, most), make([]float64, most)
	s.guesses.init(s, informed)
	var start belief
	for i, state := range s.rooms[0].states {
		if p := t.Start[state]; p > 0 {
			start.at, start.p = append(start.at, int32(i)), append(start.p, p)
		}
	}
	s.root = s.intern(0, start)
	return s, nil
}

// furnish gives a room its first bounds: above the fast informed bound, below a vector for each action that is done
// for ever.
func (s *Solver) furnish(number int32, r *room, informed [][]float64) {
	n := len(r.states)
	r.places = make([]int32, n)
	r.saw.corners = make([]float64, n)
	for i := range n {
		r.places[i] = int32(i)
		r.saw.corners[i] = math.Inf(-1)
	}
	r.saw.sift, r.prune = 64, 32
	best := math.Inf(-1)
	for a := range s.tables.Actions {
		above, below := s.floats.take(n), s.floats.take(n)
		sum := 0.0
		for i, state := range r.states {
			above[i], below[i] = informed[a][state], s.blind[a][state]
			r.saw.corners[i] = max(r.saw.corners[i], above[i])
			sum += below[i]
		}
		r.informed = append(r.informed, above)
		v := &vector{number: s.made, room: number, action: int32(a), values: below, born: s.now}
		s.made++
		s.alphas++
		r.vectors = append(r.vectors, v)
		if sum > best {
			best, r.blind = sum, v
		}
		s.memory += int64(16*n) + 96
	}
}

// Bounds returns how far the search is.
func (s *Solver) Bounds() Bounds {
	return Bounds{
		Lower: s.root.lower, Upper: max(s.root.upper, s.root.lower), Trials: s.trials,
		Nodes: s.nodes, Alphas: s.alphas, Made: int(s.made), Memory: s.memory,
	}
}

// Run makes trials until the bounds are within Limits.Gap of one another, when it returns nil, or until
// another limit is reached or ctx ends, when it returns which. What was found is kept, and Run can be called
// again. Each, unless nil, is called with the bounds after every trial.
func (s *Solver) Run(ctx context.Context, l Limits, each func(Bounds)) error {
	w := watch{ctx: ctx, limits: l, memory: &s.memory}
	if l.Memory <= 0 {
		w.limits.Memory = DefaultMemory
	}
	if l.Time > 0 {
		w.end = s.began.Add(l.Time)
	}
	for {
		if s.root.upper-s.root.lower <= l.Gap {
			return nil
		}
		if l.Trials > 0 && s.trials >= l.Trials {
			return ErrTrials
		}
		if err := w.over(); err != nil {
			return err
		}
		s.trial(&w)
		s.trials++
		if each != nil {
			each(s.Bounds())
		}
	}
}

// clocked is a context that ends at an hour, by looking at the clock.
type clocked struct {
	context.Context
	end time.Time
}

// Err tells whether the hour has come.
func (c clocked) Err() error {
	if !time.Now().Before(c.end) {
		return ErrTime
	}
	return c.Context.Err()
}

// watch looks after limits. Time is compared with the clock, between two beliefs.
type watch struct {
	ctx    context.Context
	limits Limits
	end    time.Time // zero if there is none
	memory *int64
}

// over tells why the search is to end, nil if it is not.
func (w *watch) over() error {
	switch {
	case w.ctx.Err() != nil:
		return w.ctx.Err()
	case !w.end.IsZero() && !time.Now().Before(w.end):
		return ErrTime
	case *w.memory > w.limits.Memory:
		return ErrMemory
	}
	return nil
}
