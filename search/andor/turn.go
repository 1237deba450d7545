package andor

// maxAttempts is how many attempts a turn may have, the question included.
const maxAttempts = 512

// attemptSet is a set of attempts, by their number in the list of a turn.
type attemptSet [maxAttempts / 64]uint64

func (s *attemptSet) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s *attemptSet) add(i int)      { s[i>>6] |= 1 << (i & 63) }

// turn is what the side to move knows of its turn: what it can try, what was refused, and
// how it stands with the question. The nodes of one turn share the list.
type turn[A comparable] struct {
	list     []A        // what can be tried in this turn, the question last
	pays     attemptSet // those that pay, if there is a question
	tried    attemptSet // those that were refused
	question int        // its number, -1 if there is none
	asked    bool
	due      bool // the next attempt must pay
	only     int  // 1 + the number of the only attempt to look at, 0 for all
}

// newTurn returns a fresh turn of the side to move in s. The list is appended to buf.
func (g *rules[S, A, O]) newTurn(s *S, buf []A) turn[A] {
	n := len(buf)
	buf = g.game.Attempts(s, buf)
	t := turn[A]{question: -1}
	if g.asker != nil {
		for i, a := range buf[n:] {
			if g.asker.Pays(s, a) {
				t.pays.add(i)
			}
		}
		t.question = len(buf) - n
		buf = append(buf, g.asker.Question())
	}
	t.list = buf[n:]
	if len(t.list) > maxAttempts {
		panic("andor: a game has more than 512 attempts in one turn")
	}
	return t
}

// open reports whether attempt number i may be tried now.
func (t *turn[A]) open(i int) bool {
	switch {
	case t.tried.has(i), t.only != 0 && t.only != i+1:
		return false
	case i == t.question:
		return !t.asked && !t.due
	}
	return !t.due || t.pays.has(i)
}

// useless reports whether attempt number i, which moves in no state of a belief, changes
// nothing for it: it does if it pays what is due, and a question does if its answers
// differ. An attempt that was asked for alone is never useless.
func (t *turn[A]) useless(i int, answersDiffer bool) bool {
	switch {
	case t.only != 0:
		return false
	case i == t.question:
		return !answersDiffer
	}
	return !t.due
}

// rules is a game with its further abilities.
type rules[S comparable, A comparable, O Percept] struct {
	game     Game[S, A, O]
	asker    Asker[S, A, O] // nil if there is no question
	finisher Finisher[S, A] // nil if there is no shorter way
}

// after returns the turn after attempt number i has not moved and o was heard.
func (g *rules[S, A, O]) after(t *turn[A], i int, o O) turn[A] {
	next := *t
	next.only = 0
	if i == t.question {
		next.asked, next.due = true, g.asker.Obliges(o)
	} else {
		next.tried.add(i)
		next.due = false
	}
	return next
}

// greedy reports whether the greedy pruning is sound at attempt number i, answered by o
// without a move: a disproof of what is left then disproves the whole belief. By the
// paper's Theorem 2 it is, if nothing is lost by having tried i. With a question
// something may be: an attempt that pays, refused before the question is asked, cannot
// be the empty try that frees from an obligation; and an answer that obliges is a burden.
func (g *rules[S, A, O]) greedy(t *turn[A], i int, o O) bool {
	switch {
	case i == t.question:
		return !g.asker.Obliges(o)
	case t.question < 0 || t.asked:
		return true
	}
	return !t.pays.has(i)
}
