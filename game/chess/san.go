package chess

import (
	"fmt"
	"strings"
)

// SAN returns a legal move in standard algebraic notation, "Nbd7", "exd8=Q+", "O-O#",
// with as little of the start square as tells it from other legal moves. For a move
// that is not legal the text is without meaning.
func (p *Position) SAN(m Move) string {
	text := p.sanMove(m)
	if q := p.Make(m); q.InCheck() {
		if q.HasMove() {
			return text + "+"
		}
		return text + "#"
	}
	return text
}

// sanMove returns a move in SAN, without a sign of check.
func (p *Position) sanMove(m Move) string {
	from, to := m.From(), m.To()
	kind := p.KindAt(from)
	if kind == King && kingMoves[from]&(1<<to) == 0 {
		if to > from {
			return "O-O"
		}
		return "O-O-O"
	}
	var text strings.Builder
	capture := p.Occupied().Has(to)
	if kind == Pawn {
		if from.File() != to.File() {
			capture = true
			text.WriteByte(from.String()[0])
		}
	} else {
		text.WriteByte(kind.Letter() - 'a' + 'A')
		text.WriteString(p.sanStart(m, kind))
	}
	if capture {
		text.WriteByte('x')
	}
	text.WriteString(to.String())
	if promotion := m.Promotion(); promotion != NoKind {
		text.WriteByte('=')
		text.WriteByte(promotion.Letter() - 'a' + 'A')
	}
	return text.String()
}

// sanStart returns the part of the start square that tells a piece's move from those
// of its like to the same square: nothing, the file, the rank, or both.
func (p *Position) sanStart(m Move, kind Kind) string {
	from, to := m.From(), m.To()
	others, sameFile, sameRank := false, false, false
	for s := range (p.Pieces(p.Side(), kind) &^ (1 << from)).All() {
		if p.Legal(NewMove(s, to, NoKind)) {
			others = true
			sameFile = sameFile || s.File() == from.File()
			sameRank = sameRank || s.Rank() == from.Rank()
		}
	}
	switch name := from.String(); {
	case !others:
		return ""
	case !sameFile:
		return name[:1]
	case !sameRank:
		return name[1:]
	default:
		return name
	}
}

// ParseSAN reads a legal move in standard algebraic notation, or in UCI notation.
// Signs of check and comment (+ # ! ?) are left aside; more of the start square than
// needed, a missing x or =, and castling with zeros are accepted.
func (p *Position) ParseSAN(text string) (Move, error) {
	if m, err := ParseUCI(text); err == nil {
		if !p.Legal(m) {
			return 0, fmt.Errorf("move %q is not legal in %s", text, p)
		}
		return m, nil
	}
	bare := strings.TrimRight(text, "+#!?")
	switch bare {
	case "O-O", "0-0":
		return p.parseCastling(text, 0)
	case "O-O-O", "0-0-0":
		return p.parseCastling(text, 1)
	}
	w, ok := parseWish(bare)
	if !ok {
		return 0, fmt.Errorf("move %q: want standard notation as in e4, Nbd7, exd8=Q, O-O, or two squares as in e2e4", text)
	}
	var found []Move
	for s := range p.Pieces(p.Side(), w.kind).All() {
		if w.file >= 0 && s.File() != w.file || w.rank >= 0 && s.Rank() != w.rank {
			continue
		}
		if w.kind == King && kingMoves[s]&(1<<w.to) == 0 {
			continue // castling is not written like that
		}
		if m := NewMove(s, w.to, w.promotion); p.Legal(m) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		if w.kind == Pawn && w.promotion == NoKind && backRanks.Has(w.to) {
			return 0, fmt.Errorf("move %q: a pawn on the last rank promotes: say to what, as in %s=Q", text, bare)
		}
		return 0, fmt.Errorf("move %q is not legal in %s", text, p)
	case 1:
		return found[0], nil
	}
	var names []string
	for _, m := range found {
		names = append(names, p.sanMove(m))
	}
	return 0, fmt.Errorf("move %q can be each of %s in %s: say which", text, strings.Join(names, ", "), p)
}

// parseCastling returns castling towards the king's (0) or the queen's side (1).
func (p *Position) parseCastling(text string, side Color) (Move, error) {
	c := &castling[2*p.Side()+side]
	m := NewMove(c.king, c.kingTo, NoKind)
	if p.KindAt(c.king) != King || !p.Legal(m) {
		return 0, fmt.Errorf("move %q is not legal in %s", text, p)
	}
	return m, nil
}

// A wish is what a move in SAN says of itself.
type wish struct {
	kind       Kind
	file, rank int // of the start, -1 if not said
	to         Square
	promotion  Kind
}

// parseWish takes a move in SAN apart, castling aside.
func parseWish(text string) (w wish, ok bool) {
	w = wish{kind: Pawn, file: -1, rank: -1}
	if text == "" {
		return w, false
	}
	if k := strings.IndexByte("NBRQK", text[0]); k >= 0 {
		w.kind = Knight + Kind(k)
		text = text[1:]
	} else if n := len(text); n > 2 {
		if k := strings.IndexByte("NBRQ", text[n-1]); k >= 0 {
			w.promotion = Knight + Kind(k)
			text = strings.TrimSuffix(text[:n-1], "=")
		}
	}
	if len(text) < 2 {
		return w, false
	}
	to, err := ParseSquare(text[len(text)-2:])
	if err != nil {
		return w, false
	}
	w.to = to
	start, capture := strings.CutSuffix(text[:len(text)-2], "x")
	if start != "" && start[0] >= 'a' && start[0] <= 'h' {
		w.file = int(start[0] - 'a')
		start = start[1:]
	}
	if start != "" && start[0] >= '1' && start[0] <= '8' {
		w.rank = int(start[0] - '1')
		start = start[1:]
	}
	if w.kind == Pawn && w.file < 0 {
		if capture || w.rank >= 0 {
			return w, false
		}
		w.file = to.File()
	}
	return w, start == ""
}
