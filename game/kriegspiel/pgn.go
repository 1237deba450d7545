package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight/game/chess"
)

// AppendPGN appends the record in Kriegspiel PGN, with an empty line at its end, and
// returns the buffer. Each move is followed by a comment, what was heard and the
// refused tries in UCI: {check:long : f3e5, d1h5}; "Any?" is among these with its
// answer, as any?=yes. In a filtered record the moves of the opponent are ?? and the
// refused tries, where they are heard, a number: {capture:e4 : 2}. A turn under way is
// a comment that begins with three points, without a move.
//
// The own moves of a filtered record are written as the board of the own men would have
// them: which other men could move to the same square depends on hidden men.
func (r *Record) AppendPGN(buf []byte) []byte {
	tag := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value)
		buf = fmt.Appendf(buf, "[%s \"%s\"]\n", name, value)
	}
	known := func(name, value string) {
		if value != "" {
			tag(name, value)
		}
	}
	tag("Event", r.ID)
	known("Date", r.About.Date)
	known("White", r.About.White)
	known("Black", r.About.Black)
	tag("Variant", "Kriegspiel")
	tag("Rules", r.Rules.Name)
	tag("Filtered", r.Scope.String())
	tag("Result", r.Result.Score())
	switch {
	case r.About.Termination != "":
		tag("Termination", r.About.Termination)
	case r.Result != Unfinished:
		tag("Termination", r.Result.String())
	}
	if r.Start != chess.Start() || r.Clock > 0 {
		tag("SetUp", "1")
		tag("FEN", r.Start.FullFEN(r.Clock, 1))
	}
	p := newReplayer(&Record{Rules: r.Rules, Scope: r.Scope, Start: r.Start}, r.Result)
	first := int(r.Start.Side()) // plies before the first turn
	for i := range r.Turns {
		switch ply := i + first; {
		case ply&1 == 0:
			buf = fmt.Appendf(buf, "\n%d. ", 1+ply/2)
		case i == 0:
			buf = fmt.Appendf(buf, "\n%d... ", 1+ply/2)
		default:
			buf = append(buf, ' ')
		}
		var err error
		if buf, err = r.Turns[i].appendPGN(buf, p); err != nil {
			panic(fmt.Sprintf("a record that cannot have happened, turn %d: %v", i, err))
		}
	}
	return append(append(append(buf, '\n'), r.Result.Score()...), "\n\n"...)
}

func (t *Turn) appendPGN(buf []byte, p *replayer) ([]byte, error) {
	if t.Hidden {
		buf = fmt.Appendf(buf, "?? {%s", t.Heard)
		separator := " : "
		if t.Illegal >= 0 {
			buf = fmt.Appendf(buf, "%s%d", separator, t.Illegal)
			separator = ", "
		}
		if t.Any != Silent {
			buf = fmt.Appendf(buf, "%sany?=%s", separator, t.Any)
		}
		return append(buf, '}'), p.hear(t)
	}
	refused, last := t.Tries, "..."
	var move Try
	if t.Done() {
		refused, move = t.Tries[:len(t.Tries)-1], t.Tries[len(t.Tries)-1]
		buf = append(buf, p.san(move)...)
		buf = append(buf, ' ')
		last = move.Heard.String()
	}
	buf = fmt.Appendf(buf, "{%s", last)
	separator := " : "
	for _, try := range refused {
		buf = fmt.Appendf(buf, "%s%s", separator, try.Attempt)
		if try.Attempt == Any {
			buf = fmt.Appendf(buf, "=%s", try.Heard)
		}
		separator = ", "
	}
	for _, try := range t.Tries {
		if err := p.try(try.Attempt, try.Heard, true); err != nil {
			return buf, err
		}
	}
	return append(buf, '}'), nil
}

// san returns a move in SAN, by the board that the record may know.
func (p *replayer) san(t Try) string {
	if p.view == nil {
		return p.game.pos.SAN(t.Attempt.Move())
	}
	return t.SAN(&p.view.own)
}

// SAN returns a move that was made in SAN as its player would write it: by the board of
// his own men before it, and by what he heard. Which other men could move to the same
// square depends on hidden men, so that other notations of the move are possible.
func (t Try) SAN(own *chess.Position) string {
	m := t.Attempt.Move()
	text := own.SAN(m)
	if t.Heard.Captured() == m.To() && own.KindAt(m.From()) != chess.Pawn {
		text = text[:len(text)-2] + "x" + text[len(text)-2:]
	}
	switch {
	case t.Heard.Checkmate():
		text += "#"
	case t.Heard.Check() != 0:
		text += "+"
	}
	return text
}

// parseMove reads a move in SAN or UCI, by the board that the record may know. It need
// not be possible.
func (p *replayer) parseMove(text string) (Attempt, error) {
	if p.view != nil {
		return p.view.Parse(text)
	}
	if a, err := ParseAttempt(strings.TrimRight(text, "+#!")); err == nil {
		return a, nil
	}
	m, err := p.game.pos.ParseSAN(text)
	return Attempt(m), err
}

// Parse reads an attempt as the player would write it: in UCI notation, "any?", or in
// standard notation by his own men alone, as in Nf3, exd5 or O-O. In UCI, as a pawn capture and as castling it need not make
// sense, which [View.Sense] tells.
func (v *View) Parse(text string) (Attempt, error) {
	a, err := ParseAttempt(strings.TrimRight(text, "+#!"))
	if err == nil {
		return a, nil
	}
	const files, ranks = "abcdefgh", "12345678"
	if len(text) > 3 && strings.Contains(files, text[:1]) && strings.Contains(ranks, text[1:2]) && strings.Contains(files, text[2:3]) {
		_, err = chess.ParseUCI(text) // it was to be one
		return 0, err
	}
	if m, ok := parsePawnCapture(v.side, text); ok {
		return Attempt(m), nil
	}
	if m, ok := parseCastling(v.side, text); ok {
		return Attempt(m), nil
	}
	m, err := v.own.ParseSAN(text)
	return Attempt(m), err
}

// parseCastling reads castling, "O-O" or "O-O-O", with letters or zeros, without a look at a board.
func parseCastling(side chess.Color, text string) (chess.Move, bool) {
	rank := [2]int{0, 7}[side&1]
	king := chess.SquareAt(4, rank)
	switch strings.ReplaceAll(strings.TrimRight(text, "+#!?"), "0", "O") {
	case "O-O":
		return chess.NewMove(king, chess.SquareAt(6, rank), chess.NoKind), true
	case "O-O-O":
		return chess.NewMove(king, chess.SquareAt(2, rank), chess.NoKind), true
	}
	return 0, false
}

// parsePawnCapture reads a pawn's capture in SAN without a look at a board: "exd5",
// "exd8=Q+".
func parsePawnCapture(side chess.Color, text string) (chess.Move, bool) {
	bare := strings.TrimRight(text, "+#!?")
	promotion := chess.NoKind
	if n := len(bare); n > 2 {
		if k := strings.IndexByte("NBRQ", bare[n-1]); k >= 0 {
			promotion = chess.Knight + chess.Kind(k)
			bare = strings.TrimSuffix(bare[:n-1], "=")
		}
	}
	if len(bare) != 4 || bare[0] < 'a' || bare[0] > 'h' || bare[1] != 'x' {
		return 0, false
	}
	to, err := chess.ParseSquare(bare[2:])
	back := [2]int{-1, 1}[side&1]
	if err != nil || to.Rank()+back < 0 || to.Rank()+back > 7 {
		return 0, false
	}
	return chess.NewMove(chess.SquareAt(int(bare[0]-'a'), to.Rank()+back), to, promotion), true
}
