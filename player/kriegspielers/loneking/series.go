package loneking

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"blindsight/game/kriegspiel"
)

// Series sums up games of an ending.
type Series struct {
	Ending     string  `json:"ending"`
	Rules      string  `json:"rules"`
	King       string  `json:"king"`
	Seed       uint64  `json:"seed"`
	Games      int     `json:"games"`
	Mates      int     `json:"mates"`
	Stalemates int     `json:"stalemates"`
	Lost       int     `json:"men_lost"`
	Drawn      int     `json:"draws_declared"` // by repetition, fifty moves
	Limit      int     `json:"limit_reached"`
	Certain    int     `json:"certain"` // mate was promised at the start
	Fifty      int     `json:"mates_within_50"`
	Mean       float64 `json:"mean_moves"`
	Most       int     `json:"most_moves"`
	CPU        float64 `json:"cpu_seconds"`
}

// Add counts a game.
func (s *Series) Add(o *Outcome) {
	s.Games++
	if o.Sure > 0 {
		s.Certain++
	}
	switch o.Result {
	case kriegspiel.WhiteMates:
		s.Mates++
		if o.Moves <= 50 {
			s.Fifty++
		}
		s.Mean += (float64(o.Moves) - s.Mean) / float64(s.Mates)
		s.Most = max(s.Most, o.Moves)
	case kriegspiel.DrawStalemate:
		s.Stalemates++
	case kriegspiel.DrawMaterial:
		s.Lost++
	case kriegspiel.DrawLimit:
		s.Limit++
	default:
		s.Drawn++
	}
}

// Write says it for people.
func (s *Series) Write(out io.Writer) error {
	_, err := fmt.Fprintf(out, `%s against the %s king, %s, seed %d: %d mates in %d games
  %d stalemates, %d with too little left, %d drawn by repetition or fifty moves, %d at the limit
  mate was certain from the start in %d games; %d mates within fifty moves
  moves to mate: %.1f on the mean, %d at most
`, s.Ending, s.King, s.Rules, s.Seed, s.Mates, s.Games, s.Stalemates, s.Lost, s.Drawn, s.Limit, s.Certain, s.Fifty, s.Mean, s.Most)
	return err
}

// PlayAll plays games on so many workers, and returns how they went in their order. Each is called after each game,
// from any worker.
func PlayAll(ctx context.Context, g *Game, games, workers int, each func()) ([]Outcome, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	outcomes := make([]Outcome, games)
	var next atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= games {
					return
				}
				var err error
				if outcomes[n], err = g.Play(ctx, n); err != nil {
					stop(err)
				}
				each()
			}
		})
	}
	group.Wait()
	return outcomes, context.Cause(ctx)
}
