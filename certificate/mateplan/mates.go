package mateplan

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Mates reports whether a plan mates from one true position, whatever the opponent does. A
// plan that was made for other positions may list what cannot be heard here; where it does
// not say what to do it does not mate. A plan that mates from each position of a problem is
// one for all of them: what it says depends only on what is heard. It plays by the rules
// alone, like [Check], but takes for granted that tries make sense, as those of a plan do that
// Check has accepted for other positions of the same own men.
func (p *Plan) Mates(from *chess.Position) bool {
	return p.Root.mates(p.Rules, from, p.Depth)
}

func (n *Node) mates(r *kriegspiel.Rules, from *chess.Position, depth int) bool {
	if n == nil || depth < 1 {
		return false
	}
	var to chess.Position
	heard, moved := r.Try(from, n.Try, &to)
	if !moved && n.Try != kriegspiel.Any {
		return n.Illegal.mates(r, from, depth)
	}
	for i := range n.Legal {
		b := &n.Legal[i]
		switch {
		case b.Heard != heard:
		case !moved:
			return b.Answer.mates(r, from, depth)
		case heard.Checkmate():
			return b.Mate
		default:
			return !heard.Over() && b.mates(r, &to, depth-2)
		}
	}
	return false
}

// mates reports whether what is said for each reply to a position mates.
func (b *Branch) mates(r *kriegspiel.Rules, from *chess.Position, depth int) bool {
	var to chess.Position
	return r.Replies(from, &to, func(heard kriegspiel.Percept) bool {
		if heard.Over() {
			return false
		}
		for i := range b.Replies {
			if b.Replies[i].Heard == heard {
				next := to
				return b.Replies[i].Node.mates(r, &next, depth)
			}
		}
		return false
	})
}
