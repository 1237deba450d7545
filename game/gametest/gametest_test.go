package gametest_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/golden"
)

func TestCups(t *testing.T) { gametest.Run(t, cupsWith("")) }

// The kit must catch every fault, by the check that is there to catch it.
func TestFaultsAreCaught(t *testing.T) {
	for _, c := range []struct {
		fault fault
		check string // the check that must find it
		says  string // part of what it must say
	}{
		{"start keeps what was", "replay", "in a state and a view used before"},
		{"random of its own", "replay", "played again with the same seed and actions, differs at move"},
		{"cannot be played", "rules", "cannot be played: panic in Step: no cup 3 today"},
		{"refuses", "rules", "the view refuses what the rules show, false/2 after"},
		{"never over", "rules", "the play is not over, but no action is legal"},
		{"goes on for ever", "rules", "has not ended after 50 moves"},
		{"legal twice", "rules", "0 is listed twice among the legal actions"},
		{"legal leaks", "leak", "from another start, with the same actions and the same seen, the view has legal"},
		{"key leaks", "leak", "from another start, with the same actions and the same seen, the view has key"},
		{"cannot be played", "leak", "cannot be played"},
		{"clone is the same", "concurrent", "Clone returns the view itself"},
		{"clone is the same", "copies", "Clone and CopyFrom are not independent"},
		{"copy forgets", "copies", "CopyFrom, in a view used before, is not equal: key"},
		{"legal in changing order", "copies", "Legal, asked twice, says"},
		{"legal overwrites", "copies", "Legal does not append"},
		{"one key for all", "keys", "the key is that of play 0, move 0, but the view is not: legal"},
		{"key of what is lifted only", "keys", "but the view is not: "},
		{"changes when it refuses", "refusals", "the view is changed: key"},
		{"forgets when it refuses", "refusals", "the view is changed: key"},
		{"picks anything", "pick", "which is not legal"},
		{"picks with a bias", "pick", "Pick does not pick all legal actions"},
		{"forces a choice", "forced", "is forced, but legal are"},
		{"range too narrow", "range", "was gained from here on, outside the range"},
		{"range upside down", "range", "range [-1.5, -6]"},
		{"canonical is not", "symmetry", "has no equivalent in CanonicalLegal"},
		{"folds too much", "symmetry", "has no equivalent in CanonicalLegal"},
		{"translates nothing", "symmetry", "two views of the same canonical key have the canonical actions"},
		{"likelihood of 2", "prior", "likelihood 2: must be from 0 to 1"},
		{"likelihood off by one", "prior", "the true state has likelihood 0"},
		{"proposes what was", "prior", "Propose depends on what the state was used for before"},
		{"mutates its origin", "mutate", "Mutate changes the state it starts from"},
		{"mutates anywhere", "mutate", "Mutate leads from a state that Propose can draw to one that it cannot"},
		{"mutates to the left", "mutate", "Mutate is not symmetric"},
		{"one state only", "mutate", "Mutate says that there is one state only, but Propose draws"},
		{"moves on the spot", "mutate", "there is one state only, but Mutate does not say so"},
		{"never comes home", "mutate", "do not lead to one that Propose can draw"},
		{"copies badly", "mutate", "Copy has another fingerprint"},
		{"mutates half", "mutate", "a proposed state and a mutated one"},
		{"proposes the lifted", "states", "a listed state and a proposed one"},
		{"assigns half", "constraints", "the true state and one made by Assign"},
		{"nothing to solve", "constraints", "there is nothing to solve, but a proposed state has likelihood 0"},
		{"sums pile up", "constraints", "Constraints depends on the memory it is given"},
		{"a sum is missing", "constraints", "solves all sums, but has likelihood 0"},
		{"sum too high", "constraints", "unknowns cannot be 1"},
		{"assigns nothing", "constraints", "has likelihood 0"},
		{"a state is missing", "states", "listed"},
		{"a state is missing", "constraints", "states are listed, but the sums have"},
		{"lists twice", "states", "listed state 1 is the same as 0"},
		{"lists the impossible", "states", "has likelihood"},
		{"does not stop", "states", "States goes on after it was told to stop"},
		{"proposes with a bias", "states", "the listed states are not equally likely among those proposed"},
		{"likelihoods differ", "states", "all must be equally likely"},
	} {
		err := gametest.Check(cupsWith(c.fault))
		if err == nil {
			t.Errorf("%s: not caught", c.fault)
			continue
		}
		said := ""
		for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
			if strings.HasPrefix(e.Error(), c.check+": ") {
				said = e.Error()
			}
		}
		if !strings.Contains(said, c.says) {
			t.Errorf("%s: check %q says %q, want %q in it; all: %v", c.fault, c.check, said, c.says, err)
		}
	}
}

// listening is a problem that has nothing but its rules: Tiger with one door to
// open and a history as view.
type listening struct{}

func (listening) Start(rng *rand.Rand, s *bool) blindsight.Side {
	*s = rng.IntN(2) == 0
	return 0
}

func (listening) Step(rng *rand.Rand, s *bool, open bool) blindsight.Step[bool] {
	if open {
		return blindsight.Step[bool]{Reward: 1, Next: blindsight.Over}
	}
	heard := *s
	if rng.IntN(20) < 3 {
		heard = !heard
	}
	return blindsight.Step[bool]{Seen: heard, Reward: -0.1}
}

// A problem without any ability, and states that cannot be copied, passes as well.
func TestPlainProblem(t *testing.T) {
	gametest.Run(t, gametest.Case[bool, *blindsight.History[bool, bool], bool, bool]{
		Game: listening{},
		NewView: func(blindsight.Side) *blindsight.History[bool, bool] {
			return blindsight.NewHistory[bool, bool](true, false)
		},
	})
}

func TestPlaythrough(t *testing.T) {
	for name, seed := range map[string]uint64{"cups-careful": 1, "cups-random": 8} {
		got := gametest.Playthrough(cupsWith(""), seed)
		if again := gametest.Playthrough(cupsWith(""), seed); again != got {
			t.Errorf("%s: two playthroughs with one seed differ", name)
		}
		golden.Check(t, "testdata/"+name+".txt", got)
	}
}

func TestPlaythroughOfBrokenGame(t *testing.T) {
	text := gametest.Playthrough(cupsWith("never over"), 1)
	if want := "but no action is legal"; !strings.Contains(text, "error: ") || !strings.Contains(text, want) {
		t.Errorf("the playthrough does not say %q:\n%s", want, text)
	}
}
