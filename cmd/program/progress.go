package program

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows how far long work is: a bar on a terminal, nothing in a pipe.
type progress interface {
	step()   // one more is done
	finish() // no more will come
}

type quiet struct{}

func (quiet) step()   {}
func (quiet) finish() {}

type bar struct {
	container *mpb.Progress
	bar       *mpb.Bar
	last      time.Time
}

// newProgress returns a progress of so many steps on w.
func newProgress(w io.Writer, what string, total int) progress {
	if _, ok := terminalOf(w); !ok {
		return quiet{}
	}
	container := mpb.New(mpb.WithOutput(w), mpb.WithRefreshRate(150*time.Millisecond))
	b := container.AddBar(int64(total),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d of %d")),
		mpb.AppendDecorators(decor.Percentage(), decor.Name(", "), decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left")))
	return &bar{container: container, bar: b, last: time.Now()}
}

func (b *bar) step() { b.bar.Increment() }

func (b *bar) finish() {
	if !b.bar.Completed() {
		b.bar.Abort(true)
	}
	b.container.Wait()
}

// runProgress shows how far a run is that may have begun long ago: a bar with rate,
// time left and workers on a terminal, nothing in a pipe.
type runProgress struct {
	container *mpb.Progress // nil in a pipe
	bar       *mpb.Bar
	workers   func() string
	what      string // is counted

	mutex        sync.Mutex
	start        time.Time
	first, count int // games at the start and now
	total        int
}

func newRunProgress(w io.Writer, workers func() string) *runProgress {
	p := &runProgress{workers: workers, what: "games"}
	if _, ok := terminalOf(w); ok {
		p.container = mpb.New(mpb.WithOutput(w), mpb.WithRefreshRate(250*time.Millisecond))
	}
	return p
}

// set tells how many games are recorded of how many.
func (p *runProgress) set(done, total int) {
	if p.container == nil {
		return
	}
	p.mutex.Lock()
	begin := p.bar == nil
	if begin {
		p.start, p.first, p.total = time.Now(), done, total
	}
	p.count = done
	p.mutex.Unlock()
	if begin {
		p.bar = p.container.AddBar(int64(total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(p.what+" "), decor.CountersNoUnit("%d of %d")),
			mpb.AppendDecorators(decor.Percentage(), decor.Any(func(decor.Statistics) string { return p.pace() })))
	}
	p.bar.SetCurrent(int64(done))
}

// pace says rate, time left and workers.
func (p *runProgress) pace() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	seconds := time.Since(p.start).Seconds()
	played := p.count - p.first
	if played == 0 || seconds < 0.1 {
		return ", " + p.workers()
	}
	rate := float64(played) / seconds
	left := time.Duration(float64(p.total-p.count) / rate * float64(time.Second))
	return fmt.Sprintf(", %.3g/s, %s left, %s", rate, left.Round(time.Second), p.workers())
}

func (p *runProgress) finish() {
	if p.bar == nil {
		return
	}
	if !p.bar.Completed() {
		p.bar.Abort(true)
	}
	p.container.Wait()
}
