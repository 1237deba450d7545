package console

import "sync/atomic"

// Ordered runs jobs on several workers and takes their results in the order in which the
// jobs were given, each as soon as those before it are done.
type Ordered[R any] struct {
	slots  chan struct{}
	queue  chan chan R
	failed atomic.Pointer[error]
	done   chan struct{}
}

// NewOrdered returns workers whose results go to take, one at a time. After an error of
// take the results of jobs that are under way are dropped.
func NewOrdered[R any](workers int, take func(R) error) *Ordered[R] {
	o := &Ordered[R]{slots: make(chan struct{}, workers), queue: make(chan chan R, workers), done: make(chan struct{})}
	go func() {
		defer close(o.done)
		for result := range o.queue {
			r := <-result
			if o.failed.Load() == nil {
				if err := take(r); err != nil {
					o.failed.Store(&err)
				}
			}
			<-o.slots
		}
	}()
	return o
}

// Add gives a job to the next worker that is free. It returns the error of take, if there
// was one: then the job is not done.
func (o *Ordered[R]) Add(job func() R) error {
	o.slots <- struct{}{}
	if err := o.failed.Load(); err != nil {
		<-o.slots
		return *err
	}
	result := make(chan R, 1)
	o.queue <- result
	go func() { result <- job() }()
	return nil
}

// Wait returns the error of take, when all results have been taken. No job may be added
// after it.
func (o *Ordered[R]) Wait() error {
	close(o.queue)
	<-o.done
	if err := o.failed.Load(); err != nil {
		return *err
	}
	return nil
}
