// Package queue brings workers on other machines into a run, by NATS.
//
// The run publishes jobs to a JetStream work queue, a few ahead of the workers. A
// worker takes one job at a time, tells the queue that it is still at it, and hands
// the games in by a request that the run answers when they are in the record; only
// then does it acknowledge the job. So a job whose worker dies is delivered again, one
// that is played twice counts once, and the record is the only truth: a job of which
// nothing is heard for a while, as when the queue itself has lost it, is given out
// anew.
//
//	blindsight.hello         a worker asks to join: version, machine; answered with the plan or a refusal
//	blindsight.RUN.jobs      the work queue (stream blindsight-RUN)
//	blindsight.RUN.results   games handed in; answered when they are recorded
//	blindsight.RUN.alive     once a second from each worker, with the jobs in hand
//	blindsight.RUN.control   from the run to all: finished, or stopped
package queue

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"blindsight/experiment"
)

const (
	helloSubject = "blindsight.hello"
	consumerName = "workers"
)

func streamName(run string) string     { return "blindsight-" + run }
func jobsSubject(run string) string    { return "blindsight." + run + ".jobs" }
func resultsSubject(run string) string { return "blindsight." + run + ".results" }
func aliveSubject(run string) string   { return "blindsight." + run + ".alive" }
func controlSubject(run string) string { return "blindsight." + run + ".control" }

// Times of the protocol.
const (
	jobTime    = 300 * time.Millisecond // of a job, if its games are not longer
	ackWait    = 4 * time.Second        // a job whose worker is silent for so long goes to another
	beat       = time.Second            // between signs of life
	silence    = 8 * time.Second        // a job of which nothing is heard for so long is given out anew
	deadAfter  = 3 * time.Second        // a worker that is silent for so long does not count as alive
	retryPause = 250 * time.Millisecond // between attempts
	forming    = 4 * time.Second        // a cluster that has fewer than three servers for so long has no more
)

// hello is what a worker says when it wants to join.
type hello struct {
	Worker  string             `json:"worker"`
	Version string             `json:"version"`
	Machine experiment.Machine `json:"machine"`
}

// welcome is the answer.
type welcome struct {
	Run     string `json:"run"`
	Plan    string `json:"plan"`
	Refused string `json:"refused,omitempty"`
}

// order is a job in the queue. A run may go on with another plan, in which its cells have
// other numbers: plan says by which one this job is to be read.
type order struct {
	experiment.Job
	Plan string `json:"plan"`
}

// planMark is a short name of what a plan means.
func planMark(p *experiment.Plan) string {
	sum := sha256.Sum256(p.JSON())
	return hex.EncodeToString(sum[:8])
}

// handed is a part of a job, or all of it.
type handed struct {
	Worker  string              `json:"worker"`
	Version string              `json:"version"`
	Plan    string              `json:"plan"`
	Job     experiment.Job      `json:"job"`   // as it was given out
	First   int                 `json:"first"` // of the games below
	Results []experiment.Result `json:"results"`
	Seconds float64             `json:"seconds"`
	CPU     float64             `json:"cpu"`
	Last    bool                `json:"last"` // nothing of the job follows
	Error   string              `json:"error,omitempty"`
}

// receipt answers handed.
type receipt struct {
	Error string `json:"error,omitempty"`
	Moved bool   `json:"moved,omitempty"` // the run goes by another plan now: join again
}

// alive is a sign of life.
type alive struct {
	Worker string           `json:"worker"`
	Slots  int              `json:"slots"` // games at the same time; 0 says goodbye
	Jobs   []experiment.Job `json:"jobs,omitempty"`
}

// control is what a run tells its workers.
type control struct {
	Finished bool `json:"finished"` // otherwise it has stopped, and may go on later
}

func jobID(j experiment.Job) string { return fmt.Sprintf("%d-%d-%d", j.Cell, j.First, j.Games) }
