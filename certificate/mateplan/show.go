package mateplan

import (
	"fmt"
	"io"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Show writes a plan as a person would: what to try, what to do if it is refused, and
// what to do after what is heard. With the own men of the problem moves are named by the
// man that makes them, Qg2; without (nil) by their squares, e2g2.
func Show(w io.Writer, p *Plan, own *chess.Position) error {
	s := shower{w: w}
	s.printf("%s (%s, depth %d)\n", p.ID, p.Rules, p.Depth)
	if own != nil {
		men := own.Only(own.Side())
		own = &men
	}
	s.node(p.Root, own, 1, "")
	return s.err
}

// shower writes, and keeps the first error.
type shower struct {
	w   io.Writer
	err error
}

func (s *shower) printf(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.w, format, args...)
	}
}

// node writes a node with a text before it on its line. While all that is legal is mate,
// what to do after a refusal follows on the same line.
func (s *shower) node(n *Node, own *chess.Position, indent int, before string) {
	margin := strings.Repeat("  ", indent)
	s.printf("%s%s", margin, before)
	for {
		verb := "try"
		if n.Try == kriegspiel.Any {
			verb = "ask"
		}
		s.printf("%s %s", verb, moveName(own, n.Try))
		if !onlyMates(n) {
			break
		}
		if len(n.Legal) > 0 {
			s.printf(": mate")
		}
		if n.Illegal == nil {
			s.printf("\n")
			return
		}
		s.printf("; if refused ")
		n = n.Illegal
	}
	s.printf("\n")
	for i := range n.Legal {
		b := &n.Legal[i]
		switch {
		case b.Mate:
			s.printf("%s  %s\n", margin, b.Heard)
		case b.Answer != nil:
			s.node(b.Answer, own, indent+1, "if "+b.Heard.String()+" ")
		default:
			s.printf("%s  if %s, then\n", margin, b.Heard)
			after := moved(own, n.Try)
			for j := range b.Replies {
				r := &b.Replies[j]
				s.node(r.Node, lose(after, r.Heard), indent+2, "after "+r.Heard.String()+" ")
			}
		}
	}
	if n.Illegal != nil {
		s.node(n.Illegal, own, indent+1, "if refused ")
	}
}

// onlyMates reports whether a node mates wherever its attempt is legal.
func onlyMates(n *Node) bool {
	for i := range n.Legal {
		if !n.Legal[i].Mate {
			return false
		}
	}
	return n.Try != kriegspiel.Any
}

// moveName returns the name of a move of the own men, its squares if they are not known.
func moveName(own *chess.Position, a kriegspiel.Attempt) string {
	if own == nil || a == kriegspiel.Any {
		return a.String()
	}
	m := a.Move()
	if own.KindAt(m.From()) == chess.Pawn && m.From().File() != m.To().File() {
		name := m.From().String()[:1] + "x" + m.To().String()
		if k := m.Promotion(); k != chess.NoKind {
			name += "=" + strings.ToUpper(string(k.Letter()))
		}
		return name
	}
	if !own.Legal(m) {
		return a.String()
	}
	return own.SAN(m)
}

// moved returns the own men after a move, with the own side to move again.
func moved(own *chess.Position, a kriegspiel.Attempt) *chess.Position {
	if own == nil {
		return nil
	}
	next := own.Make(a.Move())
	next.SetSide(own.Side())
	return &next
}

// lose returns the own men after the opponent's move, of which h was heard.
func lose(own *chess.Position, h kriegspiel.Percept) *chess.Position {
	if own == nil || h.Captured() == chess.NoSquare {
		return own
	}
	next := *own
	next.Put(h.Captured(), own.Side(), chess.NoKind)
	return &next
}
