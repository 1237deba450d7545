package console

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Progress shows how far long work is: a bar on a terminal, nothing in a pipe.
type Progress interface {
	Step()   // one more is done
	Finish() // no more will come
}

// Quiet is a progress that shows nothing.
type Quiet struct{}

// Step does nothing.
func (Quiet) Step() {}

// Finish does nothing.
func (Quiet) Finish() {}

type bar struct {
	container *mpb.Progress
	bar       *mpb.Bar
}

// NewProgress returns a progress of so many steps on w.
func NewProgress(w io.Writer, what string, total int) Progress {
	if _, ok := TerminalOf(w); !ok {
		return Quiet{}
	}
	container := mpb.New(mpb.WithOutput(w), mpb.WithRefreshRate(150*time.Millisecond))
	b := container.AddBar(int64(total),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d of %d")),
		mpb.AppendDecorators(decor.Percentage(), decor.Name(", "), decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left")))
	return &bar{container: container, bar: b}
}

func (b *bar) Step() { b.bar.Increment() }

func (b *bar) Finish() {
	if !b.bar.Completed() {
		b.bar.Abort(true)
	}
	b.container.Wait()
}

// RunProgress shows how far a run is that may have begun long ago: a bar with rate,
// time left and workers on a terminal, nothing in a pipe.
type RunProgress struct {
	container *mpb.Progress // nil in a pipe
	bar       *mpb.Bar
	workers   func() string
	What      string // is counted

	mutex        sync.Mutex
	start        time.Time
	first, count int // games at the start and now
	total        int
}

// NewRunProgress returns a progress on w that says who works, by asking workers whenever it is drawn.
func NewRunProgress(w io.Writer, workers func() string) *RunProgress {
	p := &RunProgress{workers: workers, What: "games"}
	if _, ok := TerminalOf(w); ok {
		p.container = mpb.New(mpb.WithOutput(w), mpb.WithRefreshRate(250*time.Millisecond))
	}
	return p
}

// Set tells how many games are recorded of how many.
func (p *RunProgress) Set(done, total int) {
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
			mpb.PrependDecorators(decor.Name(p.What+" "), decor.CountersNoUnit("%d of %d")),
			mpb.AppendDecorators(decor.Percentage(), decor.Any(func(decor.Statistics) string { return p.pace() })))
	}
	p.bar.SetCurrent(int64(done))
}

// pace says rate, time left and workers.
func (p *RunProgress) pace() string {
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

// Finish takes the bar away: no more will come.
func (p *RunProgress) Finish() {
	if p.bar == nil {
		return
	}
	if !p.bar.Completed() {
		p.bar.Abort(true)
	}
	p.container.Wait()
}
