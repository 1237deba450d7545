package kriegspielcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"blindsight/coach/kriegcoach"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// eachRecord reads the records of --history, and hands them to visit.
func (m *mater) eachRecord(cmd *cobra.Command, args []string, visit func(*kriegspiel.Record, chess.Color, int) error) error {
	if len(args) > 0 || m.source.fen != "" || len(m.source.men) > 0 {
		return errors.New("--history with a file of problems, --fen or --man: choose one")
	}
	depth, given, err := m.source.depthGiven(cmd)
	if err != nil {
		return err
	}
	if !given {
		return errors.New("--history: say how soon it must be mate, --moves N or --depth N")
	}
	if err := kriegspiel.CheckDepth(depth); err != nil {
		return fmt.Errorf("--depth: %w", err)
	}
	if m.source.rules != "" {
		return errors.New("--rules with --history: a record says under which rules it was played")
	}
	file, err := os.Open(m.history)
	if err != nil {
		return fmt.Errorf("--history: %w", err)
	}
	defer file.Close()
	in := kriegspiel.NewReader(file, m.history)
	for n := 0; ; n++ {
		rec, err := in.Next()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				return fmt.Errorf("%s: no history", m.history)
			}
			return nil
		}
		if err != nil {
			return err
		}
		side, err := (&estimator{side: m.side}).sideOf(rec)
		if err != nil {
			return fmt.Errorf("%s: record %s: %w", m.history, rec.ID, err)
		}
		if err := visit(rec, side, depth); err != nil {
			return err
		}
	}
}

// decideRecord decides whether a side has a guaranteed mate by what it knows from a record.
func (m *mater) decideRecord(ctx context.Context, rec *kriegspiel.Record, side chess.Color, depth int) *kriegcoach.Answer {
	a := m.decider.Record(ctx, rec, side, depth, m.sequential)
	if a.Report == nil && a.Err != nil {
		if u := (kriegcoach.Undecided{}); !errors.As(a.Err, &u) {
			a.Err = fmt.Errorf("%s: %w", m.history, a.Err)
		}
	}
	return a
}
