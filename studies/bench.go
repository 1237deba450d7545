package studies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"blindsight/experiment"
	"blindsight/experiment/report"
	"blindsight/experiment/store"
	"blindsight/internal/atomicfile"
	"blindsight/internal/plural"
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
	// Plan, unless nil, is played instead of the size's own; its seeds are used as they are, whatever Seed is.
	Plan *experiment.Plan
	// Progress, unless nil, is told how much of the present step is done. It is called
	// by one goroutine at a time; numbers may come out of order.
	Progress func(what string, done, total int)
	// Elsewhere, unless nil, brings workers on other machines in for the games of a record;
	// end tells them whether all were played.
	Elsewhere func(s *store.Store) (pool experiment.Pool, end func(finished bool), err error)

	// given is amounts, each of a type of its own, that are taken instead of those of the size, see amount: a study does
	// less with them, and nothing else.
	given  []any
	study  *Study
	mutex  sync.Mutex // held while Progress is told
	begun  time.Time
	loads  []float64     // load of the machine when steps began and ended
	kept   *kept         // pieces of work that are not games; nil before the first
	joined int           // workers elsewhere that played for the record
	fresh  int           // games and other pieces that this run did, rather than finding them in the folder
	found  int           // those that were in the folder when it began
	elder  *store.Origin // of a finished record by another version of the program; nil if there is none
}

// Run runs a study and writes its page, README.md, into the bench's folder. It returns
// the names of the files it wrote.
func (s *Study) Run(ctx context.Context, b *Bench) ([]string, error) {
	if err := os.MkdirAll(b.Out, 0o755); err != nil {
		return nil, err
	}
	b.study, b.Study, b.begun = s, s.Name, time.Now()
	b.noteLoad()
	p := &Page{bench: b}
	err := s.run(ctx, b, p)
	if b.kept != nil {
		if closed := b.kept.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
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
		if plan, err = b.study.Plan(b.Size, b.Seed); err != nil {
			return nil, err
		}
	}
	path := filepath.Join(b.Out, b.Study+"-"+string(b.Size)+".record")
	s, err := store.Open(path, plan, b.Version, b.Machine)
	if errors.Is(err, store.ErrOther) {
		if r, err := b.read(path, plan); err == nil {
			return r, nil
		}
		return nil, foreignRecord(path)
	}
	if err != nil {
		return nil, err
	}
	found := -1
	o := experiment.Options{
		Workers: b.Workers, Name: b.Machine.Host,
		Progress: func(done, total int) {
			if found >= 0 {
				b.did(done - found)
			} else {
				b.found += done
			}
			found = done
			b.progress("games", done, total)
		},
	}
	end := func(bool) {}
	if b.Elsewhere != nil {
		if o.Pool, end, err = b.Elsewhere(s); err != nil {
			s.Close()
			return nil, err
		}
	}
	b.noteLoad()
	err = experiment.Run(ctx, plan, s, o)
	end(err == nil)
	b.noteLoad()
	if closed := s.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	return b.read(path, plan)
}

// read returns a record that is finished, whichever version of the program played it.
func (b *Bench) read(path string, plan *experiment.Plan) (*Record, error) {
	s, err := store.OpenReader(path)
	if err != nil {
		return nil, err
	}
	var r *report.Report
	if err = s.Select(plan); err == nil {
		r, err = report.Make(s, report.Options{Alone: true})
	}
	if err == nil && !r.Finished {
		err = ErrRecord
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	if b.joined, err = s.Workers(); err != nil {
		s.Close()
		return nil, err
	}
	if err := b.noteOrigin(s); err != nil {
		s.Close()
		return nil, err
	}
	return &Record{r, plan, s}, nil
}

// noteOrigin remembers which other version of the program did what a record holds.
func (b *Bench) noteOrigin(record interface{ Origin() (store.Origin, error) }) error {
	o, err := record.Origin()
	if err == nil && o.Version != b.Version {
		b.elder = &o
	}
	return err
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

func (b *Bench) progress(what string, done, total int) {
	if b.Progress != nil {
		b.mutex.Lock()
		defer b.mutex.Unlock()
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

// conditions is under which circumstances the numbers of a page came about: run.json.
type conditions struct {
	Study   string  `json:"study"`
	Size    Size    `json:"size"`
	Seed    uint64  `json:"seed"`
	Command string  `json:"command"`
	Version string  `json:"version"`
	Workers int     `json:"workers"`
	CPUs    int     `json:"cpus"`
	System  string  `json:"system"`
	Started string  `json:"started"`
	Seconds float64 `json:"seconds"`
	Low     float64 `json:"load_low"`
	High    float64 `json:"load_high"`
	Joined  int     `json:"joined,omitempty"` // workers on other machines, or other processes
	// Earlier is how many games and other pieces of work were there when the run began that
	// finished it, so that its time and load are those of the last part; Later is how many it did.
	Earlier int `json:"earlier,omitempty"`
	Later   int `json:"later,omitempty"`
	// Page is the version of the program that wrote the page, where that is not the one that played: then the time,
	// the workers and the load are not known.
	Page string `json:"page,omitempty"`
}

// keepConditions writes run.json, or reads it where the games were played before and
// only the page is new.
func (b *Bench) keepConditions() (*conditions, error) {
	path := filepath.Join(b.Out, "run.json")
	if b.fresh == 0 {
		var c conditions
		data, err := os.ReadFile(path)
		if err == nil && json.Unmarshal(data, &c) == nil && c.Study == b.Study && c.Size == b.Size && c.Seed == b.Seed {
			return &c, nil
		}
	}
	c := &conditions{
		b.Study, b.Size, b.Seed, b.Command, b.Version, b.Workers, b.Machine.CPUs, b.Machine.System,
		b.begun.UTC().Format(time.RFC3339), math.Round(time.Since(b.begun).Seconds()), 0, 0, b.joined, b.found, 0, "",
	}
	if b.found > 0 {
		c.Later = b.fresh
	}
	if e := b.elder; e != nil && b.fresh == 0 {
		*c = conditions{Study: b.Study, Size: b.Size, Seed: b.Seed, Command: b.Command, Version: e.Version, Started: e.Created, Page: b.Version}
		b.loads = nil
	}
	if len(b.loads) > 0 {
		c.Low, c.High = slices.Min(b.loads), slices.Max(b.loads)
	}
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return nil, err
	}
	return c, atomicfile.WriteBytes(path, append(data, '\n'))
}

// String says it for people.
func (c *conditions) String() string {
	if c.Page != "" {
		return fmt.Sprintf("size %s, seed %d, done by version `%s`, begun %s; the page is of version `%s`", c.Size, c.Seed, c.Version, c.Started, c.Page)
	}
	text := fmt.Sprintf("size %s, seed %d, version `%s`, begun %s, %s; %s on %s (%s)",
		c.Size, c.Seed, c.Version, c.Started, time.Duration(c.Seconds)*time.Second, plural.Count(c.Workers, "worker"), plural.Count(c.CPUs, "core"), c.System)
	if c.Joined > 0 {
		text += fmt.Sprintf(", games also by %s that joined from elsewhere", plural.Form(c.Joined, "1 worker process", "%d worker processes"))
	}
	if c.Earlier > 0 {
		text += fmt.Sprintf("; the last part of it, %d of %d games or other pieces of work: the others were done before", c.Later, c.Earlier+c.Later)
	}
	if c.High > 0 {
		text += fmt.Sprintf(", load of the machine %.1f to %.1f (whatever else it was doing included)", c.Low, c.High)
	}
	return text
}
