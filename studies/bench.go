package studies

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/experiment/report"
	"blindsight/experiment/store"
)

// Bench is where a study is run: what it was asked for, and where its files go.
type Bench struct {
	Study   string
	Size    Size
	Seed    uint64
	Workers int
	Out     string // folder for the page, the figures and the record
	Command string // as the user wrote it, for the page
	Version string // of the program
	Machine store.Machine
	// Plan, unless nil, is played instead of the size's own; its seeds are used as they are.
	Plan *experiment.Plan
	// Progress, unless nil, is told how much of the present step is done.
	Progress func(what string, done, total int)

	begun time.Time
	loads []float64 // load of the machine when steps began and ended
}

// Run runs a study and writes its page, README.md, into the bench's folder. It returns
// the names of the files it wrote.
func (s *Study) Run(ctx context.Context, b *Bench) ([]string, error) {
	if err := os.MkdirAll(b.Out, 0o755); err != nil {
		return nil, err
	}
	b.Study, b.begun = s.Name, time.Now()
	b.noteLoad()
	p := &Page{bench: b}
	if err := s.run(ctx, b, p); err != nil {
		return nil, err
	}
	b.noteLoad()
	if err := p.write(s); err != nil {
		return nil, err
	}
	return p.files, nil
}

// ErrRecord is returned where the folder holds the games of another plan or program.
var ErrRecord = errors.New("the folder holds games of another run")

// Record is the games of a plan, summed up.
type Record struct {
	*report.Report
	Plan  *experiment.Plan
	Store *store.Store // open for reading until the study ends
}

// Play plays the games of the plan that the record in the folder does not hold yet, and
// sums them up. Close the record's store after use.
func (b *Bench) Play(ctx context.Context) (*Record, error) {
	plan := b.Plan
	if plan == nil {
		var err error
		if plan, err = Plan(b.Study, b.Size, b.Seed); err != nil {
			return nil, err
		}
	}
	path := filepath.Join(b.Out, b.Study+"-"+string(b.Size)+".record")
	s, err := store.Open(path, plan, b.Version, b.Machine)
	if errors.Is(err, store.ErrOther) {
		return nil, fmt.Errorf("%w: %s was begun by another version of the program, or with another plan or seed: remove it, or name another folder with --out", ErrRecord, path)
	}
	if err != nil {
		return nil, err
	}
	b.noteLoad()
	err = experiment.Run(ctx, plan, s, experiment.Options{
		Workers: b.Workers, Name: b.Machine.Host,
		Progress: func(done, total int) { b.progress("games", done, total) },
	})
	b.noteLoad()
	if closed := s.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	if s, err = store.OpenReader(path); err != nil {
		return nil, err
	}
	r, err := report.Make(s, report.Options{Alone: true})
	if err != nil {
		s.Close()
		return nil, err
	}
	return &Record{r, plan, s}, nil
}

// Cell returns the sum of the games of a player with a budget in a setting, nil if the
// plan has none.
func (r *Record) Cell(setting, player string, b experiment.Budget) *report.Cell {
	for i := range r.Cells {
		c := &r.Plan.Cells[i]
		if c.Setting.Name == setting && c.Player == player && c.Budget == b {
			return &r.Cells[i]
		}
	}
	return nil
}

// Do does n pieces of work, so many at the same time as the bench has workers, and
// returns their results in order. A piece must depend on its number alone.
func Do[R any](ctx context.Context, b *Bench, what string, n int, do func(ctx context.Context, i int) (R, error)) ([]R, error) {
	results := make([]R, n)
	var done atomic.Int64
	b.progress(what, 0, n)
	err := episode.Batch(ctx, n, b.Workers, func() func(context.Context, int) (R, error) {
		return func(ctx context.Context, i int) (R, error) {
			r, err := do(ctx, i)
			if err == nil {
				b.progress(what, int(done.Add(1)), n)
			}
			return r, err
		}
	}, func(i int, r R) { results[i] = r })
	if err != nil {
		return nil, err
	}
	return results, nil
}

func (b *Bench) progress(what string, done, total int) {
	if b.Progress != nil {
		b.Progress(what, done, total)
	}
}

// noteLoad remembers how busy the machine is, where the system says so.
func (b *Bench) noteLoad() {
	data, err := os.ReadFile("/proc/loadavg")
	var load float64
	if err != nil {
		return
	}
	if _, err := fmt.Sscan(string(data), &load); err == nil {
		b.loads = append(b.loads, load)
	}
}

// conditions says under which circumstances the numbers came about.
func (b *Bench) conditions() string {
	text := fmt.Sprintf("%d workers on %d cores (%s)", b.Workers, b.Machine.CPUs, runtime.GOOS+"/"+runtime.GOARCH)
	if len(b.loads) > 0 {
		low, high := b.loads[0], b.loads[0]
		for _, l := range b.loads {
			low, high = min(low, l), max(high, l)
		}
		text += fmt.Sprintf(", load of the machine %.1f to %.1f (what else it was doing included)", low, high)
	}
	return text
}
