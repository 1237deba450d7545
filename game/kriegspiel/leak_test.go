package kriegspiel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

// solo is Kriegspiel as one side plays it, against an opponent who tries at random.
type solo struct {
	rules *Rules
	side  chess.Color
	start chess.Position
}

// soloSeen is what a player hears of an attempt of his and, if it moved, of the
// opponent's turn after it.
type soloSeen struct {
	heard, reply, any Percept
	illegal           int
}

// soloView is a view that hears both turns at once.
type soloView struct{ *View }

func (s *solo) newView() *soloView {
	if s.start.Side() != s.side {
		panic("the player begins")
	}
	return &soloView{NewView(s.rules, s.side, &s.start)}
}

func (v *soloView) Clone() *soloView     { return &soloView{v.View.Clone()} }
func (v *soloView) CopyFrom(w *soloView) { v.View.CopyFrom(w.View) }

// Observe adds both or, on an error, neither.
func (v *soloView) Observe(a Attempt, o soloSeen) error {
	next := v.View.Clone()
	if err := next.Hear(a, o.heard); err != nil {
		return err
	}
	if o.heard.Move() {
		if err := next.hearTurn(&Turn{Hidden: true, Heard: o.reply, Illegal: o.illegal, Any: o.any}); err != nil {
			return err
		}
	}
	v.View.CopyFrom(next)
	return nil
}

func (s *solo) Start(_ *rand.Rand, g *Game) { *g = *NewGame(s.rules, &s.start, 10) }

func (s *solo) Step(rng *rand.Rand, g *Game, a Attempt) blindsight.Step[soloSeen] {
	h, err := g.Try(a)
	if err != nil || h == Nonsense {
		panic(fmt.Sprintf("%s: %q, %v", a, h, err))
	}
	seen := soloSeen{heard: h, illegal: -1}
	if h.Move() && g.Result() == Unfinished {
		var buf []Attempt
		for g.Side() != s.side && g.Result() == Unfinished {
			buf = g.View(g.Side()).Legal(buf[:0])
			if _, err := g.Try(buf[rng.IntN(len(buf))]); err != nil {
				panic(err)
			}
		}
		t := g.turns[len(g.turns)-1].hide(s.rules)
		seen.reply, seen.any, seen.illegal = t.Heard, t.Any, t.Illegal
	}
	return blindsight.Step[soloSeen]{Seen: seen, Done: g.Result() != Unfinished}
}

// copyGame makes two games equal.
func copyGame(dst, src *Game) {
	*dst = *src
	dst.views = [2]*View{src.views[0].Clone(), src.views[1].Clone()}
	dst.turns = append([]Turn(nil), src.turns...)
	dst.open = append([]Try(nil), src.open...)
	dst.seen = make(map[chess.Position]int)
	for p, n := range src.seen {
		dst.seen[p] = n
	}
}

// The conformance kit finds nothing: no leak of hidden men into what is legal, into
// keys or into what is printed of a view, for either side and every rule set.
func TestGametest(t *testing.T) {
	for _, rules := range All() {
		for _, fen := range []string{starts[0], "8/PPP1k3/8/8/8/8/3Kppp1/8 b - -"} {
			start := mustFEN(t, fen)
			s := &solo{rules, start.Side(), start}
			t.Run(fmt.Sprintf("%s/%s-%d", rules, s.side, start.Occupied().Count()), func(t *testing.T) {
				gametest.Run(t, gametest.Game[Game, *soloView, Attempt, soloSeen]{
					Problem:  s,
					NewView:  s.newView,
					Plays:    5,
					Copy:     copyGame,
					ShowView: func(v *soloView) string { return string(v.Record().AppendJSON(nil)) },
				})
			})
		}
	}
}

// everything prints all that a view can be asked.
func everything(v *View) string {
	own := v.Own()
	return fmt.Sprint(own.FEN(), v.ToMove(), v.Result(), v.Tries(), v.Asked(), v.Due(), v.IllegalHeard(), v.LastHeard(),
		v.Legal(nil), string(v.Record().AppendJSON(nil)), string(v.Record().AppendPGN(nil)))
}

// Two games that sound the same to a side give it byte-identical inputs, whatever the
// other side does: the opponent's turns are replaced by others that sound the same.
func TestEqualViews(t *testing.T) {
	replaced := 0
	for i, rules := range All() {
		for number := range uint64(20) {
			rng := randstream.New(1, "kriegspiel/equal", uint64(i), number)
			start := mustFEN(t, starts[number%2])
			side := chess.Color(rng.IntN(2))
			a, b := NewGame(rules, &start, 0), NewGame(rules, &start, 0)
			for turn := 0; turn < 60 && a.Result() == Unfinished; turn++ {
				if everything(a.View(side)) != everything(b.View(side)) {
					t.Fatalf("%s: views differ:\n%s\n%s", rules, everything(a.View(side)), everything(b.View(side)))
				}
				if a.Side() == side {
					legal := a.View(side).Legal(nil)
					try := legal[rng.IntN(len(legal))]
					ha, _ := a.Try(try)
					hb, _ := b.Rules().Try(&b.pos, try, new(chess.Position))
					if ha != hb {
						break // from here on the player can tell them apart
					}
					_, _ = b.Try(try)
					continue
				}
				legal := a.Position()
				moves := legal.Moves(nil)
				m := moves[rng.IntN(len(moves))]
				heard, _ := a.Try(Attempt(m))
				if heard.Over() || !soundAlike(b, heard, rng) {
					break
				}
				if a.Position() != b.Position() {
					replaced++
				}
			}
		}
	}
	if replaced < 200 {
		t.Errorf("only %d turns could be replaced by others", replaced)
	}
}

// soundAlike plays a random move that is heard as given, and reports whether there is one.
func soundAlike(g *Game, heard Percept, rng *rand.Rand) bool {
	p := g.Position()
	moves := p.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		var to chess.Position
		if h, _ := g.Rules().Try(&p, Attempt(moves[i]), &to); h == heard {
			_, err := g.Try(Attempt(moves[i]))
			return err == nil
		}
	}
	return false
}
