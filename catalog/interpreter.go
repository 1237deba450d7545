package catalog

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/episode"
	"blindsight/internal/randstream"
)

// interpreter seats a guest: it says in words what its side is told, and finds the action
// that it answers with.
type interpreter[G blindsight.Game[S, A, O], S any, V blindsight.View[A, O], A, O comparable] struct {
	*typedSetting[G, S, V, A, O]
	guest Guest
	side  blindsight.Side
	asked bool  // and has not acted since
	err   error // of what it was told last
	legal []A
}

// begin says that a game begins.
func (i *interpreter[G, S, V, A, O]) begin(ctx context.Context, p Play) error {
	i.asked, i.err = false, nil
	seed, _ := randstream.Seed(p.Seed, "play "+i.Name+" guest", p.Number, uint64(i.side))
	return i.blame(i.guest.Begin(ctx, Opening{Seed: seed}))
}

// blame says of a forfeit whose it is.
func (i *interpreter[G, S, V, A, O]) blame(err error) error {
	if f, ok := errors.AsType[*Forfeit](err); ok {
		return &Forfeit{Side: int(i.side), Reason: f.Reason}
	}
	return err
}

// Choose asks the guest.
func (i *interpreter[G, S, V, A, O]) Choose(ctx context.Context, _ *rand.Rand, v V, b blindsight.Budget) (d blindsight.Decision[A], err error) {
	if i.err != nil {
		return d, i.blame(i.err)
	}
	i.asked = true
	i.legal = v.Legal(i.legal[:0])
	texts, err := i.texts(i.legal)
	if err != nil {
		return d, err
	}
	if b.CPU > 0 { // which nobody measures in another process
		b.Time, b.CPU = b.CPU, 0
	}
	answer, err := i.guest.Choose(ctx, Question{Budget: b, Legal: texts, View: i.View(i.game, v)})
	if err != nil {
		return d, i.blame(err)
	}
	at := slices.Index(texts, answer.Action)
	if at < 0 {
		return d, &Forfeit{Side: int(i.side), Reason: fmt.Sprintf("the action %.40q is not one of the %d legal ones", answer.Action, len(texts))}
	}
	d = blindsight.Decision[A]{Action: i.legal[at], Value: answer.Value, Measure: answer.Measure, Simulations: answer.Simulations, Health: answer.Health}
	for _, row := range answer.Table {
		if at := slices.Index(texts, row.Action); at >= 0 {
			d.Actions = append(d.Actions, blindsight.ActionStat[A]{
				Action: i.legal[at], Simulations: row.Simulations, Mean: row.Value, Bound: row.Value, Value: row.Value,
			})
		}
	}
	return d, nil
}

// Begin, Did and Heard tell the guest what its side may know, but for the step that ends
// the game.
func (i *interpreter[G, S, V, A, O]) Begin(V) {}

// Did tells of a step of its side.
func (i *interpreter[G, S, V, A, O]) Did(a A, o O) { i.did(a, o, false) }

func (i *interpreter[G, S, V, A, O]) did(a A, o O, over bool) {
	i.tell(Event{Action: i.Action(i.game, a), Told: i.Seen(i.game, o), Forced: !i.asked, Over: over})
	i.asked = false
}

// Heard tells of a step of the other side.
func (i *interpreter[G, S, V, A, O]) Heard(o O) { i.heard(o, false) }

func (i *interpreter[G, S, V, A, O]) heard(o O, over bool) {
	i.tell(Event{Heard: true, Told: i.Description.Heard(i.game, o), Over: over})
}

func (i *interpreter[G, S, V, A, O]) tell(e Event) {
	if err := i.guest.Tell(e); i.err == nil {
		i.err = err
	}
}

// last tells of the step that ended the game.
func (i *interpreter[G, S, V, A, O]) last(m *episode.Move[A, O]) {
	switch {
	case m.Side == i.side:
		i.did(m.Decision.Action, m.Step.Seen, true)
	case !m.Silent:
		i.heard(m.Step.Heard, true)
	}
}

// texts writes legal actions, of which no two may look the same.
func (s *typedSetting[G, S, V, A, O]) texts(legal []A) ([]string, error) {
	texts := make([]string, len(legal))
	seen := make(map[string]bool, len(legal))
	for i, a := range legal {
		texts[i] = s.Action(s.game, a)
		if seen[texts[i]] {
			return nil, fmt.Errorf("game %s: two legal actions are both written %q", s.Name, texts[i])
		}
		seen[texts[i]] = true
	}
	return texts, nil
}

// forfeit settles a game that a side has lost without playing on. It is the worst that can
// happen to it: what the bounds of the game say, -1 where two sides play for what is not
// bounded. Who plays alone without bounds keeps what was gained.
func (s *typedSetting[G, S, V, A, O]) forfeit(f *Forfeit, r *Result) {
	r.Forfeit, r.Over = f, true
	for i := range r.Gained {
		lo, hi, known := s.boundsOf(blindsight.Side(i))
		switch {
		case !known && len(r.Gained) == 1:
			continue
		case !known:
			lo, hi = -1, 1
		}
		if r.Gained[i] = hi; i == f.Side {
			r.Gained[i] = lo
		}
	}
}

// Among returns a reader of observations of which there are few, by how they are written.
func Among[G, V any, O comparable](text func(G, O) string, list ...O) func(G, V, string) (O, error) {
	return func(g G, _ V, word string) (O, error) {
		var known []string
		for _, o := range list {
			if text(g, o) == word {
				return o, nil
			}
			if name := strconv.Quote(text(g, o)); !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
		var none O
		return none, fmt.Errorf("%.60q: want one of %s", word, strings.Join(known, ", "))
	}
}
