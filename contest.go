package blindsight

// Contest is a game of two sides who do not see each other's men: an attempt may be
// refused, a move is hidden from the opponent, and what both hear of it is a percept.
// S is a complete state, the side to move included, A an attempt and O a percept, a
// small integer as a rule. It is what a search for guaranteed wins asks. No method may
// allocate; all must be safe for concurrent use on different states.
type Contest[S any, A, O comparable] interface {
	// Try plays an attempt of the side to move in s: it writes the state after it to to,
	// which is not s, and returns what is heard. Where the attempt is refused, or does not
	// move at all, it returns the answer and false, and leaves to as it was.
	Try(s *S, a A, to *S) (heard O, moved bool)
	// Replies writes the state after each legal move of the side to move to to, which is
	// not s, and calls visit with what is heard. It stops and returns false as soon as
	// visit does. Several moves may lead to one state.
	Replies(s, to *S, visit func(heard O) bool) bool
}

// Trail is what one side of a contest knows of a play, turn by turn: its own attempts
// with the answers to them, and what it heard of the opponent. It is what an estimator
// that enumerates states asks. All methods must be safe for concurrent use; none but
// Starts may allocate.
type Trail[S comparable] interface {
	// Starts calls visit with each state in which the play may have begun, until visit
	// returns false.
	Starts(visit func(s *S) bool)
	// Turns returns the number of turns.
	Turns() int
	// Successors writes each state to which turn number t, from 0, can have led from s to
	// to, which is not s, and calls visit. It stops and returns false as soon as visit
	// does. The same state may be visited more than once; no other order than a fixed one
	// is promised.
	Successors(t int, s, to *S, visit func() bool) bool
	// Hash returns 64 bits that are equal for equal states, the same in every run.
	Hash(s *S) uint64
}
