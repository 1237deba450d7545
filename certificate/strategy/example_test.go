package strategy_test

import (
	"context"
	"fmt"
	"strings"

	"blindsight/certificate/strategy"
	"blindsight/game/poker"
)

// A file that lists nothing plays all actions alike. In Kuhn's poker that can be exploited by 11/12 in all.
func ExampleCheck() {
	g, err := poker.New(poker.Rules{Kind: poker.Kuhn, Ranks: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	const file = `{"strategy":1,"game":"poker","settings":"rules=kuhn,ranks=3","made":"by nobody"}` + "\n"
	uniform, err := strategy.Read(strings.NewReader(file), "uniform")
	if err != nil {
		fmt.Println(err)
		return
	}
	words := strategy.Words[poker.Action, poker.Seen]{
		Action: poker.Action.String,
		Seen:   func(s poker.Seen) string { return fmt.Sprint(s) },
		Heard:  func(s poker.Seen) string { return fmt.Sprint(s) },
	}
	report, err := strategy.Check(context.Background(), g, g.NewView, words, uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("worth %.4f to the first side; exploitable by %.4f\n", report.Value, report.Gap())
	// Output:
	// worth 0.1250 to the first side; exploitable by 0.9167
}
