package main

import (
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
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
	if f, ok := w.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
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
