package strategy

import (
	"context"
	"fmt"
	"slices"

	"blindsight"
	"blindsight/internal/pace"
)

// Game is what the checker asks of a game: its rules, and all that chance can bring.
type Game[S any, A, O comparable] interface {
	blindsight.Game[S, A, O]
	blindsight.Outcomes[S, A, O]
}

// View is what the checker asks of views.
type View[A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Hearing[O]
}

// Report is what a strategy is worth.
type Report struct {
	// Value is what side 0 gains where both sides keep to the strategy.
	Value float64
	// Lo is what side 0 gains at least by it, whatever side 1 does, and Hi what it can gain at most
	// against it: the value of the game is between them.
	Lo, Hi float64
	// Unlisted counts the information sets that the strategy can come to and does not list.
	Unlisted int
}

// Gap returns how much the strategy can be exploited by both sides together.
func (r Report) Gap() float64 { return r.Hi - r.Lo }

// Check computes what a strategy is worth, by walking the game as the rules play it: its value over
// all plays, and best responses by going through the information sets of the one who responds, each with
// all histories that lead to it. It follows the definitions, and takes time and memory in proportion to
// the plays. An error tells what in the strategy is not of the game.
func Check[S any, V View[A, O], A, O comparable](
	ctx context.Context, g Game[S, A, O], newView func(blindsight.Side) V, w Words[A, O], s *Strategy,
) (r Report, err error) {
	c := &checker[S, V, A, O]{ctx: ctx, game: g, newView: newView, words: w, strategy: s, unlisted: map[string]bool{}}
	if terms := blindsight.TermsOf(g); terms != (blindsight.Terms{}) {
		return r, fmt.Errorf("the game has a discount or a horizon: best responses are not computed")
	}
	for _, h := range c.starts() {
		value, err := c.value(h)
		if err != nil {
			return r, err
		}
		r.Value += value
	}
	r.Unlisted = len(c.unlisted)
	if r.Hi, err = c.respond(0, c.starts(), nil); err != nil {
		return r, err
	}
	lo, err := c.respond(1, c.starts(), nil)
	r.Lo = 0 - lo
	return r, err
}

type checker[S any, V View[A, O], A, O comparable] struct {
	ctx      context.Context
	game     Game[S, A, O]
	newView  func(blindsight.Side) V
	words    Words[A, O]
	strategy *Strategy
	unlisted map[string]bool
}

// history is where a play has come to, and how likely it is: by chance, and by the choices of who
// does not respond.
type history[S any, A, O comparable] struct {
	state  S
	turn   blindsight.Side
	weight float64
	gained [2]float64
	past   [2][]blindsight.Event[A, O]
}

func (c *checker[S, V, A, O]) starts() (list []history[S, A, O]) {
	var s S
	c.game.AllStarts(&s, func(p float64, turn blindsight.Side) bool {
		list = append(list, history[S, A, O]{turn: turn, weight: p})
		c.copy(&list[len(list)-1], &s)
		return true
	})
	return list
}

// copy gives a history a state that was written for it. States that are not plain data are written
// anew for each visit by games that list outcomes.
func (c *checker[S, V, A, O]) copy(h *history[S, A, O], s *S) {
	if g, ok := any(c.game).(interface{ Copy(dst, src *S) }); ok {
		g.Copy(&h.state, s)
		return
	}
	h.state = *s
}

// after returns all that an action of the side to act can lead to.
func (c *checker[S, V, A, O]) after(h *history[S, A, O], a A, chance float64) (list []history[S, A, O], steps []blindsight.Step[O]) {
	var to S
	c.game.AllSteps(&h.state, a, &to, func(p float64, step blindsight.Step[O]) bool {
		own, other := h.turn, h.turn.Other()
		next := history[S, A, O]{turn: step.Next, weight: h.weight * chance * p, gained: h.gained, past: h.past}
		next.gained[own] += step.Reward
		next.gained[other] += step.Other
		if !step.Done() {
			next.past[own] = append(slices.Clip(h.past[own]), blindsight.Event[A, O]{Action: a, Seen: step.Seen})
			if !step.Silent {
				next.past[other] = append(slices.Clip(h.past[other]), blindsight.Event[A, O]{Seen: step.Heard, Heard: true})
			}
		}
		c.copy(&next, &to)
		list, steps = append(list, next), append(steps, step)
		return true
	})
	return list, steps
}

// legal returns what a side may do that has such a past.
func (c *checker[S, V, A, O]) legal(side blindsight.Side, past []blindsight.Event[A, O]) (actions []A, forced bool, err error) {
	if err := pace.Err(c.ctx); err != nil {
		return nil, false, err
	}
	v := c.newView(side)
	for _, e := range past {
		if e.Heard {
			err = v.Heard(e.Seen)
		} else {
			err = v.Did(e.Action, e.Seen)
		}
		if err != nil {
			return nil, false, err
		}
	}
	if f, ok := any(v).(blindsight.Forcing[A]); ok {
		if a, ok := f.Forced(); ok {
			return []A{a}, true, nil
		}
	}
	return v.Legal(nil), false, nil
}

// play returns what the strategy does, and with what probabilities.
func (c *checker[S, V, A, O]) play(side blindsight.Side, past []blindsight.Event[A, O]) ([]A, []float64, error) {
	actions, forced, err := c.legal(side, past)
	if err != nil {
		return nil, nil, err
	}
	told := c.words.Told(past)
	play := c.strategy.Find(side, told)
	chances := make([]float64, len(actions))
	if play == nil || forced {
		if !forced {
			c.unlisted[fmt.Sprint(side, key(told))] = true
		}
		for i := range chances {
			chances[i] = 1 / float64(len(actions))
		}
		return actions, chances, nil
	}
	found := 0
	for i, a := range actions {
		p, named := play[c.words.Action(a)]
		chances[i] = p
		if named {
			found++
		}
	}
	if found < len(play) {
		return nil, nil, fmt.Errorf("side %d, told %s: it does something that is not legal there", side, key(told))
	}
	return actions, chances, nil
}

// value returns what side 0 gains from a history on where both keep to the strategy, times the
// chance of it.
func (c *checker[S, V, A, O]) value(h history[S, A, O]) (sum float64, err error) {
	if h.turn == blindsight.Over {
		return h.weight * h.gained[0], nil
	}
	actions, chances, err := c.play(h.turn, h.past[h.turn])
	if err != nil {
		return 0, err
	}
	for i, a := range actions {
		if chances[i] == 0 {
			continue
		}
		next, _ := c.after(&h, a, chances[i])
		for _, n := range next {
			x, err := c.value(n)
			if err != nil {
				return 0, err
			}
			sum += x
		}
	}
	return sum, nil
}

// groups are histories by what the one who responds has just observed, in the order of the first.
type groups[S any, A, O comparable] struct {
	seen  []O
	lists [][]history[S, A, O]
}

func (g *groups[S, A, O]) add(o O, h history[S, A, O]) {
	i := slices.Index(g.seen, o)
	if i < 0 {
		i = len(g.seen)
		g.seen, g.lists = append(g.seen, o), append(g.lists, nil)
	}
	g.lists[i] = append(g.lists[i], h)
}

// respond returns what a side gains by the best response, from one point of its own past on: list are
// all histories with that past. The other side keeps to the strategy.
func (c *checker[S, V, A, O]) respond(side blindsight.Side, list []history[S, A, O], past []blindsight.Event[A, O]) (sum float64, err error) {
	var heard groups[S, A, O]
	var asked []history[S, A, O]
	for i := 0; i < len(list); i++ { // grows by what is silent
		h := list[i]
		switch h.turn {
		case blindsight.Over:
			sum += h.weight * h.gained[side]
			continue
		case side:
			asked = append(asked, h)
			continue
		}
		actions, chances, err := c.play(h.turn, h.past[h.turn])
		if err != nil {
			return 0, err
		}
		for j, a := range actions {
			if chances[j] == 0 {
				continue
			}
			next, steps := c.after(&h, a, chances[j])
			for k := range next {
				if steps[k].Silent || steps[k].Done() {
					list = append(list, next[k])
				} else {
					heard.add(steps[k].Heard, next[k])
				}
			}
		}
	}
	for i, o := range heard.seen {
		x, err := c.respond(side, heard.lists[i], append(slices.Clip(past), blindsight.Event[A, O]{Seen: o, Heard: true}))
		if err != nil {
			return 0, err
		}
		sum += x
	}
	if len(asked) == 0 {
		return sum, nil
	}
	x, err := c.best(side, asked, past)
	return sum + x, err
}

// best returns what the best action gains where a side is asked, in one of these histories.
func (c *checker[S, V, A, O]) best(side blindsight.Side, asked []history[S, A, O], past []blindsight.Event[A, O]) (float64, error) {
	actions, _, err := c.legal(side, past)
	if err != nil {
		return 0, err
	}
	var best float64
	for i, a := range actions {
		var seen groups[S, A, O]
		sum := 0.0
		for j := range asked {
			next, steps := c.after(&asked[j], a, 1)
			for k := range next {
				if steps[k].Done() {
					sum += next[k].weight * next[k].gained[side]
				} else {
					seen.add(steps[k].Seen, next[k])
				}
			}
		}
		for k, o := range seen.seen {
			x, err := c.respond(side, seen.lists[k], append(slices.Clip(past), blindsight.Event[A, O]{Action: a, Seen: o}))
			if err != nil {
				return 0, err
			}
			sum += x
		}
		if i == 0 || sum > best {
			best = sum
		}
	}
	return best, nil
}
