package gametest

import "cmp"

// alike says how two states of equal fingerprint, both in agreement with the view of the
// side to act, can be told apart by playing on. Where the states do not hold what the
// other side knows, this ends with the turn.
func (k *kit[S, V, A, O]) alike(p *play[S, V, A, O], a, b *S) error {
	const far = 50 // moves
	if k.Copy == nil {
		return nil
	}
	var x, y S
	k.Copy(&x, a)
	k.Copy(&y, b)
	turn := p.turn
	views := k.newViews()
	views[turn] = p.view.Clone()
	if k.witness != nil {
		k.witness.ViewOf(&x, turn.Other(), views[turn.Other()])
	}
	choice, one, two := stream("alike", p.number), stream("alike/world", p.number), stream("alike/world", p.number)
	for range far {
		legal := views[turn].Legal(nil)
		if len(legal) == 0 {
			return p.errorf("playing on, the play is not over, but no action is legal")
		}
		action := legal[choice.IntN(len(legal))]
		s, err := k.step(one, &x, action)
		t, err2 := k.step(two, &y, action)
		switch {
		case err != nil || err2 != nil:
			return p.errorf("the legal action %s %w", k.ShowAction(action), cmp.Or(err, err2))
		case s != t:
			return p.errorf("two states of equal fingerprint bring %+v and %+v when %s is played later", s, t, k.ShowAction(action))
		case s.Done() || s.Next != p.turn && k.witness == nil:
			return nil
		}
		for _, n := range k.news(turn, action, s) {
			if n.side != p.turn && k.witness == nil {
				continue
			}
			if err := k.tell(views[n.side], n.Event); err != nil {
				return p.errorf("the view refuses what the rules show, %s of %s: %w", k.ShowSeen(n.Seen), k.ShowAction(action), err)
			}
		}
		turn = s.Next
	}
	return nil
}
