package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight/internal/nearest"
)

// Tries says what the referee tells about legal pawn captures.
type Tries uint8

// What is told about pawn captures, before each turn but for the last two.
const (
	TriesCounted   Tries = iota + 1 // how many there are
	TriesYesNo                      // whether there is one
	TriesSquares                    // on which squares
	TriesUntold                     // nothing: just try
	TriesOnRequest                  // whether there is one, if the player asks "Any?": see AnswerBinds
)

// Rules is a rule set: what the referee answers and announces, and to whom. The sets
// are in [All]; they are shared and never change, so that pointers to them can be
// compared. All methods are safe for concurrent use.
type Rules struct {
	Name string
	Doc  string // one line

	// RefusalsHeard says that the opponent hears of a refused attempt too, though not which.
	RefusalsHeard bool
	// Nonsense says that attempts that are impossible on the own board, or repeated in
	// one turn, are answered by "nonsense", not by "illegal". So are pawn captures of which
	// it was announced, before the turn, that they are not legal.
	Nonsense bool
	// NonsenseHeard says that the opponent hears "nonsense" too.
	NonsenseHeard bool
	// KindTold says that of a captured man it is told whether it was a pawn or a piece.
	KindTold bool
	// PromotionTold says that promotions are announced.
	PromotionTold bool
	// Tries says what is told about pawn captures.
	Tries Tries
	// AnswerBinds says that after "Any?" and Yes only pawn captures are taken until one is legal, and
	// after No none is: others are nonsense. Where it does not bind, one pawn capture must be tried after Yes, legal or not.
	AnswerBinds bool
	// Draws says that games are drawn by the third repetition of a position and by 50
	// moves of each side without a capture or a pawn's move. Problems know neither.
	Draws bool
	// MinorEachDraws says that a game is drawn, for too little material, with one knight or
	// bishop on each side too: see [Rules.TooLittle].
	MinorEachDraws bool
}

// rules is the table of rule sets, a column of the published comparison each.
var rules = []*Rules{
	{
		Name: "berkeley", Doc: "refusals heard by both, captures by square, pawn captures untold",
		RefusalsHeard: true, Nonsense: true, Tries: TriesUntold, MinorEachDraws: true,
	},
	{
		Name: "wild16", Doc: "refusals heard by the mover only, pawn or piece told, pawn captures counted",
		KindTold: true, Tries: TriesCounted, Draws: true,
	},
	{
		Name: "cincinnati", Doc: "refusals heard by both, pawn or piece told, whether there is a pawn capture",
		RefusalsHeard: true, Nonsense: true, NonsenseHeard: true, KindTold: true, Tries: TriesYesNo, Draws: true,
	},
	{
		Name: "rand", Doc: "refusals heard by both, pawn or piece told, squares of pawn captures, promotions told",
		RefusalsHeard: true, Nonsense: true, NonsenseHeard: true, KindTold: true, PromotionTold: true, Tries: TriesSquares, Draws: true,
	},
	{
		Name: "english", Doc: "refusals heard by both, captures by square, pawn captures told to who asks \"Any?\"",
		RefusalsHeard: true, Nonsense: true, Tries: TriesOnRequest,
	},
	{
		Name: "berkeley-any", Doc: "as berkeley, but pawn captures told to who asks \"Any?\", and the answer binds him",
		RefusalsHeard: true, Nonsense: true, Tries: TriesOnRequest, AnswerBinds: true, MinorEachDraws: true,
	},
}

// All returns the rule sets, in a fixed order. The list is the caller's, the sets are not.
func All() []*Rules { return append([]*Rules(nil), rules...) }

// Names returns the names of the rule sets, in the order of [All].
func Names() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.Name
	}
	return names
}

// ParseRules returns the rule set of a name.
func ParseRules(name string) (*Rules, error) {
	for _, r := range rules {
		if r.Name == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("unknown rule set %q%s: use one of %s", name, nearest.Hint(name, Names()), strings.Join(Names(), ", "))
}

// MustRules returns the rule set of a name that is known to exist; it panics if not.
func MustRules(name string) *Rules {
	r, err := ParseRules(name)
	if err != nil {
		panic(err)
	}
	return r
}

// String returns the name.
func (r *Rules) String() string { return r.Name }
