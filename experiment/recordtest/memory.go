// Package recordtest has records in memory, for tests of what plays experiments: under the race
// detector the SQLite files of package store would have to be compiled anew, which takes longer
// than the tests themselves.
package recordtest

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"blindsight/experiment"
	"blindsight/experiment/summary"
)

// Memory is what a file is to package store: it outlives the records that are opened on it. The
// zero one is empty. It is safe for concurrent use.
type Memory struct {
	mutex   sync.Mutex
	run     string                               // the name stays when a run goes on
	games   map[string]map[int]experiment.Result // by the cell's text, since plans number cells as they like
	jobs    map[string][]experiment.Batch        // without results
	workers map[string]experiment.Machine
}

// Record is a [Memory] seen through a plan. It is safe for concurrent use.
type Record struct {
	memory *Memory
	info   experiment.Info
}

var _ experiment.Record = (*Record)(nil)

// Open returns the record of a plan, with what another one may have left.
func (m *Memory) Open(p *experiment.Plan, version string) *Record {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.games == nil {
		m.run = experiment.Fresh()
		m.games, m.jobs, m.workers = map[string]map[int]experiment.Result{}, map[string][]experiment.Batch{}, map[string]experiment.Machine{}
	}
	return &Record{m, experiment.Info{Run: m.run, Plan: p, Version: version, Created: time.Now()}}
}

// Info returns what the record says of itself.
func (r *Record) Info() experiment.Info { return r.info }

// Close does nothing.
func (r *Record) Close() error { return nil }

// AddWorker notes the machine of a worker that joined.
func (r *Record) AddWorker(name string, m experiment.Machine) error {
	r.memory.mutex.Lock()
	defer r.memory.mutex.Unlock()
	r.memory.workers[name] = m
	return nil
}

func (r *Record) name(cell int) string { return r.info.Plan.Cells[cell].String() }

// Done is part of [experiment.Record].
func (r *Record) Done(yield func(experiment.Job)) error {
	r.memory.mutex.Lock()
	defer r.memory.mutex.Unlock()
	for cell := range r.info.Plan.Cells {
		jobs := slices.Clone(r.memory.jobs[r.name(cell)])
		slices.SortFunc(jobs, func(a, b experiment.Batch) int {
			return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Games, b.Games))
		})
		for _, b := range jobs {
			yield(experiment.Job{Cell: cell, First: b.First, Games: b.Games})
		}
	}
	return nil
}

// Add is part of [experiment.Record].
func (r *Record) Add(batches []*experiment.Batch) (fresh int, err error) {
	r.memory.mutex.Lock()
	defer r.memory.mutex.Unlock()
	for _, b := range batches {
		name := r.name(b.Cell)
		games := r.memory.games[name]
		if games == nil {
			games = map[int]experiment.Result{}
			r.memory.games[name] = games
		}
		for _, result := range b.Results {
			if _, there := games[result.Game]; !there {
				games[result.Game] = result
				fresh++
			}
		}
		job := *b
		job.Results = nil
		r.memory.jobs[name] = append(r.memory.jobs[name], job)
	}
	return fresh, nil
}

// Games calls yield for all games of a cell that the plan asks for, in increasing order.
func (r *Record) Games(cell int, yield func(*experiment.Result)) error {
	r.memory.mutex.Lock()
	defer r.memory.mutex.Unlock()
	games := r.memory.games[r.name(cell)]
	for _, n := range slices.Sorted(maps.Keys(games)) {
		if n < r.info.Plan.Cells[cell].Games {
			result := games[n]
			yield(&result)
		}
	}
	return nil
}

// Tallies returns the sums over the games of each cell of the plan, as far as that asks for them.
func (r *Record) Tallies() ([]summary.Games, error) {
	tallies := make([]summary.Games, len(r.info.Plan.Cells))
	for cell := range tallies {
		t := &tallies[cell]
		if err := r.Games(cell, func(g *experiment.Result) {
			t.Brought.Add(g.Score)
			t.Moves += int64(g.Moves)
			t.Simulations += g.Simulations
			if g.Outcome == experiment.Won {
				t.Won++
			}
		}); err != nil {
			return nil, err
		}
		r.memory.mutex.Lock()
		for _, b := range r.memory.jobs[r.name(cell)] {
			t.CPU += b.CPU
		}
		r.memory.mutex.Unlock()
	}
	return tallies, nil
}
