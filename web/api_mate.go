package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"blindsight"
	"blindsight/certificate/mateplan"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// The limits of a search for a mate.
const (
	mateMemory   = 512 << 20
	progressTime = 250 * time.Millisecond
)

// The limits of the check of a plan.
const (
	checkTime      = 20 * time.Second
	checkPositions = 300_000
)

type mateProgressJSON struct {
	Depth   int     `json:"depth"`
	States  int64   `json:"states"`
	Nodes   int64   `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

type mateResultJSON struct {
	Result  string        `json:"result"`
	Depth   int           `json:"depth"`
	Plies   int           `json:"plies,omitempty"`
	First   []string      `json:"first"`
	Nodes   int64         `json:"nodes"`
	States  int64         `json:"states"`
	Seconds float64       `json:"seconds"`
	Text    string        `json:"text"`
	Size    int           `json:"size,omitempty"`
	Problem string        `json:"problem_file"`
	Plan    string        `json:"plan_file,omitempty"`
	Tree    *planNodeJSON `json:"tree,omitempty"`
}

func (s *Service) postMate(r *call) (int, any, error) {
	var q struct {
		Problem problemRequest `json:"problem"`
		Seconds float64        `json:"seconds"`
	}
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	limit, err := seconds(q.Seconds, 10)
	if err != nil {
		return 0, nil, err
	}
	p, err := q.Problem.parse(s.problems)
	if err != nil {
		return 0, nil, err
	}
	out, ctx := openStream(r)
	defer out.close()
	var result *mateResultJSON
	err = s.searching(ctx, out.queued, func(*workbench) (err error) {
		result, err = mate(ctx, p, limit, func(m *mateProgressJSON) { out.event("progress", m) })
		return err
	})
	if err != nil {
		out.fail(err)
		return 0, nil, nil
	}
	out.event("done", result)
	return 0, nil, nil
}

// mate searches for a guaranteed mate, with growing depth, and tells its progress.
func mate(ctx context.Context, p *kriegspiel.Problem, limit time.Duration, told func(*mateProgressJSON)) (*mateResultJSON, error) {
	start := time.Now()
	var meter players.Meter
	var mu sync.Mutex // guards progress
	progress := mateProgressJSON{Depth: 1}
	tell := func() {
		mu.Lock()
		now := progress
		mu.Unlock()
		now.States, now.Seconds = max(meter.Steps(), now.States), time.Since(start).Seconds()
		told(&now)
	}
	stop := every(progressTime, tell)
	defer stop()

	result := &mateResultJSON{Result: "none", Depth: p.Depth, First: []string{}}
	line, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	result.Problem = string(line) + "\n"
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	solver := players.NewMeteredSolver(p.Rules, andor.Options{Memory: mateMemory}, &meter)
	for depth := 1; depth <= p.Depth; depth += 2 {
		shallow := *p
		shallow.Depth = depth
		plan, r := players.MatePlan(limited, solver, &shallow)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		mu.Lock()
		progress.Depth, progress.Nodes, progress.States = min(depth+2, p.Depth), progress.Nodes+r.Nodes, progress.States+r.States
		result.Nodes, result.States = progress.Nodes, progress.States
		mu.Unlock()
		if r.Verdict == andor.Unknown {
			result.Result = "unknown"
			break
		}
		if plan != nil {
			if err := result.prove(ctx, p, plan); err != nil {
				return nil, err
			}
			break
		}
	}
	stop()
	tell()
	result.Seconds = time.Since(start).Seconds()
	result.Text = mateWords(p, result)
	return result, nil
}

// prove puts a plan into the result, after the checker, which shares no code with the
// search, has accepted it.
func (m *mateResultJSON) prove(ctx context.Context, p *kriegspiel.Problem, plan *mateplan.Plan) error {
	if err := mateplan.CheckWithin(ctx, p, plan, 0); ctx.Err() != nil {
		return ctx.Err()
	} else if err != nil {
		return fmt.Errorf("the plan does not pass its check, which must not happen: %w", err)
	}
	var file strings.Builder
	if err := mateplan.Write(&file, plan); err != nil {
		return err
	}
	m.Result, m.Plies, m.Size, m.Plan = "mate", plan.Depth, plan.Root.Size(), file.String()
	m.First = append(m.First, plan.Root.Try.String())
	m.Tree = planTree(p, plan)
	return nil
}

func mateWords(p *kriegspiel.Problem, m *mateResultJSON) string {
	switch m.Result {
	case "mate":
		return fmt.Sprintf("A guaranteed mate in %s, proved: begin with %s.", count((m.Plies+1)/2, "move"), m.firstName())
	case "none":
		return fmt.Sprintf("There is no guaranteed mate within %s.", count((p.Depth+1)/2, "move"))
	}
	return "The time was over before it was decided."
}

// firstName returns the first attempt as its player would write it.
func (m *mateResultJSON) firstName() string {
	if m.First[0] == kriegspiel.Any.String() {
		return "the question “Any?”"
	}
	return m.Tree.SAN
}

// every calls f again and again until the function it returns is called, which waits
// for the last call to end. It may be called twice.
func every(t time.Duration, f func()) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(t)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				f()
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(end)
		<-ended
	})
}

func (s *Service) postCheck(r *call) (int, any, error) {
	var q struct {
		Problem problemRequest `json:"problem"`
		Plan    string         `json:"plan"`
	}
	if err := readJSON(r, largeBody, &q); err != nil {
		return 0, nil, err
	}
	p, err := q.Problem.parse(s.problems)
	if err != nil {
		return 0, nil, err
	}
	var plan *mateplan.Plan
	err = mateplan.Read(strings.NewReader(q.Plan), "plan", func(read *mateplan.Plan) error {
		if plan != nil {
			return refuse(statusBadRequest, "there is more than one plan")
		}
		plan = read
		return nil
	})
	if err != nil {
		return 0, nil, bad(err)
	}
	if plan == nil {
		return 0, nil, refuse(statusBadRequest, "there is no plan")
	}
	verdict := struct {
		OK     bool   `json:"ok"`
		Reason string `json:"reason,omitempty"`
	}{OK: true}
	ctx, cancel := context.WithTimeout(r.Context(), checkTime)
	defer cancel()
	err = s.working(ctx, func(*workbench) error { return mateplan.CheckWithin(ctx, p, plan, checkPositions) })
	if errors.Is(err, blindsight.ErrTooMany) || errors.Is(err, errBusy) || ctx.Err() != nil {
		return 0, nil, err
	}
	if err != nil {
		verdict.OK, verdict.Reason = false, err.Error()
	}
	return statusOK, verdict, nil
}
