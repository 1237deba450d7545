package gametest_test

import (
	"fmt"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/golden"
)

func TestDuel(t *testing.T) {
	gametest.Run(t, duelWith("").Case)
	gametest.RunContest(t, duelWith(""))
}

// The kit must catch every fault of a game for two, by the check that is there to catch it.
func TestFaultsOfTwoSides(t *testing.T) {
	for _, c := range []struct {
		fault fault
		check string // the check that must find it
		says  string // part of what it must say
	}{
		{"leaks to side 0", "leak", "in another play, in which side 0 does, sees and hears the same, the view has key"},
		{"leaks to side 0", "rules", "and the view of side 0 changes before it is told"},
		{"leaks to side 1", "leak", "in another play, in which side 1 does, sees and hears the same, the view has legal"},
		{"cannot be played", "leak", "in which side 1 does, sees and hears the same, the legal action 3 cannot be played: panic in Step: no cell 3 today"},
		{"silent steps are told", "witness", "is not the view that was told what the side did, saw and heard"},
		{"ViewOf forgets", "witness", "is not the view that was told what the side did, saw and heard"},
		{"a refusal moves", "try", "does not move, but in the game it changes the position"},
		{"a refusal passes", "rules", "the play is not over, but no action is legal"},
		{"hears otherwise", "replies", "with ended heard of it"},
		{"side 2 is next", "rules", "says that side 2 is next: there are sides 0 and 1, and Over, -1"},
		{"side 2 begins", "rules", "by Start side 2 is to act"},
		{"reward is no number", "rules", "brings the reward NaN: must be a number"},
		{"other reward is no number", "rules", "brings the other side the reward -Inf: must be a number"},
		{"does not hear", "rules", "the view of side 0 refuses what the rules let it hear, placed of"},
		{"changes when it refuses to hear", "refusals", "the view of side 1 is changed"},
		{"copies forget what was heard", "copies", "is not equal: key"},
		{"copied states share", "copied states", "changes a copy of it"},
		{"keys forget what was refused", "keys", "the view of side 1 is not: legal"},
		{"side 1 cannot lose", "range", "outside the range [0, 1] of side 1"},
		{"Past forgets", "past", "Past of side 1 is []"},
		{"discount of 2", "terms", "discount 2: must be between 0 and 1"},
		{"the mirror is deaf", "symmetry", "canonical"},
		{"a state is missing", "states", "listed"},
		{"Try writes what is refused", "try", "does not move, but writes a position"},
		{"Try moves what it is given", "try", "changes the position it starts from"},
		{"Try answers otherwise", "try", "answers ended, but in the game the answer is placed"},
		{"Try leads elsewhere", "try", "but in the game to"},
		{"Replies miss one", "replies", "Replies does not visit what 4 leads to"},
		{"Replies invent one", "replies", "but the legal moves lead to"},
		{"Replies sound otherwise", "replies", "Replies does not visit what 4 leads to"},
		{"Replies do not stop", "replies", "Replies goes on after it was told to stop"},
		{"Starts are elsewhere", "trail", "the play did not begin in one of the 1 positions of Starts"},
		{"Starts do not stop", "trail", "Starts goes on after it was told to stop: 2 calls"},
		{"Hash of the moment", "trail", "Hash of equal positions is not the same"},
		{"Successors are deaf", "trail", "in which the side would have seen or heard something else"},
		{"Successors do not mind refusals", "trail", "in which the side would have seen or heard something else"},
		{"Successors miss some", "trail", "positions only"},
		{"Successors do not stop", "trail", "Successors goes on after it was told to stop"},
	} {
		g := duelWith(c.fault)
		said := ""
		for _, err := range []error{gametest.Check(g.Case), gametest.CheckContest(g)} {
			if err == nil {
				continue
			}
			for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
				if strings.HasPrefix(e.Error(), c.check+": ") {
					said = e.Error()
				}
			}
		}
		if !strings.Contains(said, c.says) {
			t.Errorf("%s: check %q says %q, want %q in it", c.fault, c.check, said, c.says)
		}
	}
}

// A proposed state must be one in which the side that asks has the view that it has.
func TestPriorOfTwoSides(t *testing.T) {
	for fault, says := range map[fault]string{
		"":                      "<nil>",
		"proposes another view": "holds another view of that side",
	} {
		g := duelWith(fault).Case
		g.Game, g.Exhaustive = duelPrior{g.Game.(*duel)}, false
		if err := fmt.Sprint(gametest.Check(g)); !strings.Contains(err, says) {
			t.Errorf("%q: the kit says %s, want %q", fault, err, says)
		}
	}
}

// bare is a game without any ability.
type bare struct {
	blindsight.Game[duelState, int, duelSaid]
}

// A game whose states hold no views passes as well, copied or not: the kit then keeps
// both views itself, and finds leaks all the same.
func TestBareGameOfTwoSides(t *testing.T) {
	for _, copies := range []bool{false, true} {
		for fault, says := range map[fault]string{
			"":                "<nil>",
			"leaks to side 0": "in which side 0 does, sees and hears the same, the view has key",
			"leaks to side 1": "in which side 1 does, sees and hears the same, the view has legal",
			"does not hear":   "the view of side 0 refuses what the rules let it hear",
		} {
			g := duelWith(fault).Case
			if copies {
				g.Copy = g.Game.(*duel).Copy
			}
			g.Game = bare{g.Game}
			if err := fmt.Sprint(gametest.Check(g)); !strings.Contains(err, says) {
				t.Errorf("%q, copies %t: the kit says %s, want %q", fault, copies, err, says)
			}
		}
	}
}

// Who forgets to say something is told so.
func TestCasesThatSayTooLittle(t *testing.T) {
	g := duelWith("")
	g.Sides = 0
	says := func(err error, want string) {
		t.Helper()
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("the kit says %v, want %q", err, want)
		}
	}
	says(gametest.Check(g.Case), "says that side 1 is next: there is side 0 alone; if there are two, set Sides")
	g = duelWith("")
	g.Game = bare{g.Game}
	says(gametest.CheckContest(g), "states cannot be copied: set Copy")
	deaf := cupsWith("")
	deaf.Sides = 2
	says(gametest.Check(deaf), "it hears nothing of the other side: it has no method Heard(gametest_test.cupsSeen) error")
	rich := cupsWith("pays another side")
	says(gametest.Check(rich), "brings another side 1: there is side 0 alone")
}

func TestPlaythroughOfTwoSides(t *testing.T) {
	for name, seed := range map[string]uint64{"duel-careful": 1, "duel-random": 8} {
		golden.Check(t, "testdata/"+name+".txt", gametest.Playthrough(duelWith("").Case, seed))
	}
}
