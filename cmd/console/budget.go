package console

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
)

// defaultTime is the budget of a decision unless another is asked for.
const defaultTime = 100 * time.Millisecond

// AddBudget adds --time and --sims, of which one may be given.
func AddBudget(cmd *cobra.Command, b *blindsight.Budget) {
	f := cmd.Flags()
	f.DurationVar(&b.Time, "time", defaultTime, "wall time for each decision")
	f.IntVar(&b.Simulations, "sims", 0, "simulations for each decision, instead of --time")
}

// AddCPU adds the flag for processor time, to commands whose players decide in plays and nowhere else.
func AddCPU(cmd *cobra.Command, b *blindsight.Budget) {
	cmd.Flags().DurationVar(&b.CPU, "cpu", 0, "processor time of the deciding thread for each decision, instead of --time (Linux; elsewhere wall time)")
}

// CheckBudget completes what the flags of addBudget and addCPU left open.
func CheckBudget(cmd *cobra.Command, b *blindsight.Budget) error {
	for _, pair := range [][2]string{{"time", "sims"}, {"time", "cpu"}, {"sims", "cpu"}} {
		if err := Exclusive(cmd, pair[0], pair[1]); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed("cpu") {
		b.Time = 0
		if b.CPU <= 0 {
			return fmt.Errorf("--cpu %s: must be positive", b.CPU)
		}
		return nil
	}
	switch {
	case b.Time <= 0:
		return fmt.Errorf("--time %s: must be positive", b.Time)
	case cmd.Flags().Changed("sims") && b.Simulations <= 0:
		return fmt.Errorf("--sims %d: must be positive", b.Simulations)
	case b.Simulations > 0:
		b.Time = 0
	}
	return nil
}

// Exclusive tells that two flags were both given which exclude each other.
func Exclusive(cmd *cobra.Command, one, other string) error {
	if cmd.Flags().Changed(one) && cmd.Flags().Changed(other) {
		return fmt.Errorf("--%s and --%s exclude each other: leave one away", one, other)
	}
	return nil
}

// Limited returns a context that ends after a time; 0 is never.
func Limited(ctx context.Context, time time.Duration) (context.Context, context.CancelFunc) {
	if time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time)
}
