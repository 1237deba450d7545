package episode_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"blindsight/episode"
)

func TestBatchHandsOutResultsInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 100} {
		var got []int
		worker := func() func(context.Context, int) (int, error) {
			return func(_ context.Context, game int) (int, error) {
				time.Sleep(time.Duration(game*7%5) * 100 * time.Microsecond) // late games may be done first
				return game * game, nil
			}
		}
		err := episode.Batch(context.Background(), 50, workers, worker, func(game, r int) {
			if r != game*game {
				t.Errorf("game %d has result %d", game, r)
			}
			got = append(got, game)
		})
		if err != nil || len(got) != 50 || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, order %v", workers, err, got)
		}
	}
	if err := episode.Batch(context.Background(), 0, 3, func() func(context.Context, int) (int, error) { panic("no game, no worker") }, nil); err != nil {
		t.Error(err)
	}
}

func TestBatchKeepsWhatWasFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var got []int
	worker := func() func(context.Context, int) (int, error) {
		return func(ctx context.Context, game int) (int, error) {
			switch {
			case game == 3: // under way when the context ends
				<-ctx.Done()
				return 0, ctx.Err()
			case game == 9:
				cancel()
			}
			return game, nil
		}
	}
	err := episode.Batch(ctx, 1000, 2, worker, func(game, _ int) { got = append(got, game) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if want := []int{0, 1, 2, 4, 5, 6, 7, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("handed out %v, want %v", got, want)
	}
}

func TestBatchEndsAtTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	var played atomic.Int64
	worker := func() func(context.Context, int) (int, error) {
		return func(_ context.Context, game int) (int, error) {
			played.Add(1)
			if game == 5 {
				return 0, broken
			}
			return 0, nil
		}
	}
	err := episode.Batch(context.Background(), 1_000_000, 2, worker, func(int, int) {})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if n := played.Load(); n > 900_000 {
		t.Errorf("%d games played after the error", n)
	}
}
