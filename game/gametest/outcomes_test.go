package gametest_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
)

// coin is a game of one side: guess a coin that falls on heads with a chance of 3/4.
type coin struct{ wrong string }

func (coin) Start(_ *rand.Rand, s *int) blindsight.Side {
	*s = 0
	return 0
}

func (coin) Step(rng *rand.Rand, s *int, guess int) blindsight.Step[int] {
	return fall(s, guess, min(1, rng.IntN(4)))
}

func fall(s *int, guess, coin int) blindsight.Step[int] {
	*s = 1 + coin
	step := blindsight.Step[int]{Seen: coin, Next: blindsight.Over}
	if guess == coin {
		step.Reward = 1
	}
	return step
}

func (coin) Fingerprint(s *int) uint64 { return uint64(*s) }
func (coin) Copy(dst, src *int)        { *dst = *src }

func (g coin) AllStarts(s *int, visit func(float64, blindsight.Side) bool) bool {
	if g.wrong == "no start" {
		return true
	}
	return visit(1, g.Start(nil, s))
}

func (g coin) AllSteps(s *int, guess int, to *int, visit func(float64, blindsight.Step[int]) bool) bool {
	heads := 0.75
	switch g.wrong {
	case "fair":
		heads = 0.5
	case "one side":
		return visit(1, fall(to, guess, 1))
	case "more than all":
		return visit(0.75, fall(to, guess, 1)) && visit(0.5, fall(to, guess, 0))
	case "never":
		return visit(1, fall(to, guess, 1)) && visit(0, fall(to, guess, 0))
	case "in place":
		fall(s, guess, 1)
	}
	return visit(heads, fall(to, guess, 1)) && visit(1-heads, fall(to, guess, 0))
}

// The check of what a game lists finds what it is there to find.
func TestOutcomesAreChecked(t *testing.T) {
	for wrong, says := range map[string]string{
		"":              "",
		"no start":      "AllStarts: the probabilities add up to 0",
		"fair":          "do not have the right shares",
		"one side":      "is drawn, and not listed",
		"more than all": "the probabilities add up to 1.25",
		"never":         "an outcome has probability 0",
		"in place":      "AllSteps of 0 changes the state",
	} {
		err := gametest.Check(gametest.Case[int, *blindsight.History[int, int], int, int]{
			Game:    coin{wrong},
			NewView: gametest.Alone(func() *blindsight.History[int, int] { return blindsight.NewHistory[int, int](0, 1) }),
		})
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q: the kit says %v, want %q", wrong, err, says)
		}
	}
}
