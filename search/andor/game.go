package andor

import "blindsight"

// Percept is a kind of number that says what is heard.
type Percept interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int
}

// Game is what the searches ask of a game: a contest, and who wins it. States of one
// belief have the same side to move, and the same attempts. No method may allocate.
type Game[S comparable, A comparable, O Percept] interface {
	blindsight.Contest[S, A, O]
	// Attempts appends what the side to move may try, by what it knows: the same list
	// in all states of a belief, at most 512, the question of an Asker not among them.
	Attempts(s *S, buf []A) []A
	// Ended reports whether the move after which o is heard has ended the game, and
	// whether the side that made it has won.
	Ended(o O) (over, won bool)
	// Hash returns 64 bits that are equal for equal states.
	Hash(s *S) uint64
}

// Asker is a game with a question that can be asked once in a turn, at any point of it.
// It does not move: Try answers it for the true state. An answer may oblige: then the
// next attempt must be one that pays, tried before or not legal though it may be (but
// not one refused in this turn); if that is refused, nothing more is due. The answer
// that does not oblige must mean that no attempt that pays is legal.
type Asker[S comparable, A comparable, O Percept] interface {
	// Question returns the attempt that is the question.
	Question() A
	// Obliges reports whether an answer obliges.
	Obliges(answer O) bool
	// Pays reports whether an attempt does what an answer obliges to, as far as the side
	// to move in s knows.
	Pays(s *S, a A) bool
}

// Finisher is a game that knows a shorter way to see wins than to try and to hear.
type Finisher[S comparable, A comparable] interface {
	// Finish reports what Try would: whether an attempt moves in s, and whether it wins.
	Finish(s *S, a A) (moved, won bool)
	// CanFinish reports whether the side to move wins the open game within depth 1 or 3,
	// and how many states it looked at for that.
	CanFinish(s *S, depth int) (won bool, states int)
}

// Verdict is what a search has found.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // a limit was hit, or the context ended
	None                   // there is no guaranteed win within the depth
	Win                    // there is one
)

// String returns "unknown", "none" or "win".
func (v Verdict) String() string { return [...]string{"unknown", "none", "win"}[v%3] }

// Stats counts the work of a search.
type Stats struct {
	Nodes  int64 // belief nodes searched, OR and EXPAND
	States int64 // physical states constructed, by attempts and by replies
	Bytes  int64 // most memory held by states, nodes and tables at one time
}

// Result is the answer to a problem.
type Result struct {
	Verdict Verdict
	Depth   int   // least depth at which a win was proved, 0 if not known to be least
	Err     error // why the verdict is Unknown
	Stats
}
