package gametest

import (
	"errors"
	"sync"
	"testing"

	"blindsight"
)

// ContestCase is a game of two sides of which searches for guaranteed wins, and estimators
// that enumerate, know less than its states: positions, P, without what was tried before.
// Case, Contest and Position must be set, and Case must be able to copy states.
type ContestCase[S any, V View[V, A, O], A, O, P comparable] struct {
	Case[S, V, A, O]
	Contest blindsight.Contest[P, A, O]
	// Position sets p to the position of a state.
	Position func(s *S, p *P)
	// InGame returns what is heard in the game of a move to a position, of which the contest
	// says heard: a game may be over, drawn, say, where its contest goes on. Without it both
	// say the same.
	InGame func(p *P, heard O, over bool) O
	// Trail returns what a side knows as a trail, made of its view alone. Without it
	// trails are not checked.
	Trail func(v V) blindsight.Trail[P]
}

// RunContest checks that contest and trail agree with the game, with a subtest for each.
// The game itself is for [Run] to check.
func RunContest[S any, V View[V, A, O], A, O, P comparable](t *testing.T, c ContestCase[S, V, A, O, P]) {
	t.Helper()
	runAll(t, newContestKit(c).checks())
}

// CheckContest checks as RunContest does and returns all that it found, or nil.
func CheckContest[S any, V View[V, A, O], A, O, P comparable](c ContestCase[S, V, A, O, P]) error {
	return checkAll(newContestKit(c).checks())
}

// contestKit is a contest beside the kit of its game.
type contestKit[S any, V View[V, A, O], A, O, P comparable] struct {
	*kit[S, V, A, O]
	c      ContestCase[S, V, A, O, P]
	hashes map[P]uint64
}

func newContestKit[S any, V View[V, A, O], A, O, P comparable](c ContestCase[S, V, A, O, P]) *contestKit[S, V, A, O, P] {
	if c.InGame == nil {
		c.InGame = func(_ *P, heard O, _ bool) O { return heard }
	}
	return &contestKit[S, V, A, O, P]{newKit(c.Case), c, make(map[P]uint64)}
}

func (k *contestKit[S, V, A, O, P]) checks() []check {
	list := []check{{"try", k.checkTry}, {"replies", k.checkReplies}, {"together", k.checkTogether}}
	if k.c.Trail != nil {
		list = append(list, check{"trail", k.checkTrail})
	}
	return list
}

// position returns the position of a state.
func (k *contestKit[S, V, A, O, P]) position(s *S) (p P) {
	k.c.Position(s, &p)
	return p
}

// errNoCopy is what is wrong with a contest whose states cannot be copied.
var errNoCopy = errors.New("states cannot be copied: set Copy, or give the game a method Copy(dst, src *S)")

// checkTogether: one contest serves several goroutines. Under the race detector this check
// finds more.
func (k *contestKit[S, V, A, O, P]) checkTogether() error {
	var errs [2]error
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			alone := newContestKit(k.c)
			alone.Plays = min(alone.Plays, 4)
			errs[i] = check{run: func() error { return errors.Join(alone.checkTry(), alone.checkReplies()) }}.protected()
		})
	}
	wg.Wait()
	return errors.Join(errs[:]...)
}

// checkTry: an attempt brings the same in the position as in the game. What does not move
// leaves the position as it is, in both, and the same side acts.
func (k *contestKit[S, V, A, O, P]) checkTry() error {
	if k.Copy == nil {
		return errNoCopy
	}
	var s S
	for number := range uint64(k.Plays) {
		rng := stream("contest", number)
		p := k.play(number)
		for p.choose() {
			for _, a := range some(p.legal, manyActions) {
				k.Copy(&s, &p.state)
				step, err := k.step(rng, &s, a)
				if err != nil {
					return p.errorf("the legal action %s %w", k.ShowAction(a), err)
				}
				if err := k.tryAs(p, a, step, k.position(&s)); err != nil {
					return err
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// tryAs holds Try against what a step brought and the position after it.
func (k *contestKit[S, V, A, O, P]) tryAs(p *play[S, V, A, O], a A, step blindsight.Step[O], after P) error {
	var untouched P
	from, to := k.position(&p.state), untouched
	before := from
	heard, moved := k.c.Contest.Try(&from, a, &to)
	if moved {
		heard = k.c.InGame(&to, heard, step.Done())
	}
	name := k.ShowAction(a)
	switch {
	case from != before:
		return p.errorf("Try of %s changes the position it starts from", name)
	case heard != step.Seen:
		return p.errorf("Try of %s answers %s, but in the game the answer is %s", name, k.ShowSeen(heard), k.ShowSeen(step.Seen))
	case moved && to != after:
		return p.errorf("Try of %s leads to the position %v, but in the game to %v", name, to, after)
	case !moved && to != untouched:
		return p.errorf("Try of %s does not move, but writes a position", name)
	case !moved && after != before:
		return p.errorf("by Try %s does not move, but in the game it changes the position %v to %v", name, before, after)
	case !moved && step.Next != p.turn:
		return p.errorf("by Try %s does not move, but in the game side %d is next after side %d", name, step.Next, p.turn)
	}
	return nil
}

// reply is a position with what the other side heard of the move that led there.
type reply[O, P comparable] struct {
	after P
	heard O
}

// replies returns what Replies visits, and an error if it cannot be stopped.
func (k *contestKit[S, V, A, O, P]) replies(p *play[S, V, A, O], from P) (map[reply[O, P]]bool, error) {
	all := make(map[reply[O, P]]bool)
	before := from
	var to P
	calls := 0
	ended := k.c.Contest.Replies(&from, &to, func(heard O) bool {
		calls++
		all[reply[O, P]{to, heard}] = true
		return true
	})
	if from != before {
		return nil, p.errorf("Replies changes the position it starts from")
	}
	if !ended {
		return nil, p.errorf("Replies returns false, though it was not stopped")
	}
	stopped := 0
	if calls > 0 && (k.c.Contest.Replies(&from, &to, func(O) bool { stopped++; return false }) || stopped != 1) {
		return nil, p.errorf("Replies goes on after it was told to stop: %d calls", stopped)
	}
	return all, nil
}

// ended is a reply as it is heard in the game, which is over then or goes on.
type ended[O, P comparable] struct {
	reply[O, P]
	over bool
}

// inGame returns what is visited by what is heard of it in the game.
func (k *contestKit[S, V, A, O, P]) inGame(visited map[reply[O, P]]bool) map[ended[O, P]]reply[O, P] {
	told := make(map[ended[O, P]]reply[O, P], 2*len(visited))
	for r := range visited {
		for _, over := range []bool{false, true} {
			told[ended[O, P]{reply[O, P]{r.after, k.c.InGame(&r.after, r.heard, over)}, over}] = r
		}
	}
	return told
}

// checkReplies: Replies visits exactly what the legal moves of the side to act lead to, with
// what the other side hears of each. Within a turn, rules may leave a side less than that.
func (k *contestKit[S, V, A, O, P]) checkReplies() error {
	if k.Copy == nil {
		return errNoCopy
	}
	var s S
	for number := range uint64(k.Plays) {
		rng := stream("replies", number)
		p := k.play(number)
		for p.choose() {
			from := k.position(&p.state)
			visited, err := k.replies(p, from)
			if err != nil {
				return err
			}
			told := k.inGame(visited)
			missed := len(visited)
			found := make(map[reply[O, P]]bool)
			for _, a := range p.legal {
				var to P
				if _, moved := k.c.Contest.Try(&from, a, &to); !moved {
					continue
				}
				k.Copy(&s, &p.state)
				step, err := k.step(rng, &s, a)
				if err != nil {
					return p.errorf("the legal action %s %w", k.ShowAction(a), err)
				}
				r, ok := told[ended[O, P]{reply[O, P]{k.position(&s), step.Heard}, step.Done()}]
				if !ok {
					return p.errorf("Replies does not visit what %s leads to, with %s heard of it", k.ShowAction(a), k.ShowSeen(step.Heard))
				}
				if !found[r] {
					found[r] = true
					missed--
				}
			}
			begins := len(p.moves) == 0 || p.moves[len(p.moves)-1].side != p.turn
			if begins && missed > 0 {
				return p.errorf("Replies visits %d positions, but the legal moves lead to %d of them only", len(visited), len(found))
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}
