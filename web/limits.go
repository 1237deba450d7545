package web

import (
	"context"
	"math"
	"strconv"
	"time"

	"blindsight"
	"blindsight/coach/minecoach"
)

// maxSeconds is the longest search that a request may ask for.
const maxSeconds = 60

// seconds returns the time that a request asks for, the usual one for 0.
func seconds(asked, usual float64) (time.Duration, error) {
	if asked == 0 {
		asked = usual
	}
	if !(asked >= 0.1 && asked <= maxSeconds) {
		return 0, refuse(statusBadRequest, "seconds %v: want 0.1 to %d", asked, maxSeconds)
	}
	return time.Duration(asked * float64(time.Second)), nil
}

// querySeconds is seconds for a query.
func querySeconds(r *call, usual float64) (time.Duration, error) {
	text := r.query.Get("seconds")
	if text == "" {
		return seconds(0, usual)
	}
	asked, err := strconv.ParseFloat(text, 64)
	if err != nil || asked == 0 || math.IsNaN(asked) {
		return 0, refuse(statusBadRequest, "seconds %q: want 0.1 to %d", text, maxSeconds)
	}
	return seconds(asked, usual)
}

// maxDecision is the longest time that a request may ask for one decision of a player, in seconds.
const maxDecision = 10

// effort returns what a decision may take: the time that the query asks for, else what is usual. With a time alone no two
// decisions need be the same, so games that are taken up again by deciding again have none.
func effort(r *call, usual blindsight.Budget) (blindsight.Budget, error) {
	if r.query.Get("seconds") == "" {
		return usual, nil
	}
	asked, err := querySeconds(r, maxDecision)
	if err == nil && asked > maxDecision*time.Second {
		err = refuse(statusBadRequest, "seconds %q: want 0.1 to %d", r.query.Get("seconds"), maxDecision)
	}
	return blindsight.Budget{Time: asked}, err
}

// queryNumber returns a whole number of a query, not negative.
func queryNumber(r *call, name string, usual, most int) (int, error) {
	text := r.query.Get(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, refuse(statusBadRequest, "%s %q: want a number from 0 to %d", name, text, most)
	}
	return n, nil
}

// counting calls f with an analyst that only counts, as soon as one is free.
func (s *Service) counting(ctx context.Context, f func(*minecoach.Analyst) error) error {
	select {
	case a := <-s.quick:
		defer func() { s.quick <- a }()
		return f(a)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// searching calls f with a workbench for long work, as soon as one is free. Told hears
// the place in the queue.
func (s *Service) searching(ctx context.Context, told func(int), f func(*workbench) error) error {
	return within(ctx, s.searches, told, f)
}

// working is searching for work that is mostly short, and does not wait for long searches.
func (s *Service) working(ctx context.Context, f func(*workbench) error) error {
	return within(ctx, s.shorts, nil, f)
}

func within(ctx context.Context, q *queue[*workbench], told func(int), f func(*workbench) error) error {
	b, err := q.acquire(ctx, told)
	if err != nil {
		return err
	}
	defer q.release(b)
	return f(b)
}
