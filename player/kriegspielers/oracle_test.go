package kriegspielers

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	oracle "github.com/corentings/chess/v2"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// The second road to a belief: another library's moves, percepts put together from the
// words of the rules, states as text in a map.

// parse reads a position with the other library.
func parse(t *testing.T, fen string) *oracle.Position {
	t.Helper()
	p := new(oracle.Position)
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		t.Fatal(err)
	}
	return p
}

// spoken returns what the referee says of a legal move, and the position after it.
func spoken(t *testing.T, r *kriegspiel.Rules, p *oracle.Position, m oracle.Move) (string, string) {
	t.Helper()
	var words []string
	board := p.Board()
	square, captured := m.S2(), board.Piece(m.S2())
	if captured == oracle.NoPiece && board.Piece(m.S1()).Type() == oracle.Pawn && m.S1().File() != m.S2().File() {
		square = oracle.NewSquare(m.S2().File(), m.S1().Rank())
		captured = board.Piece(square)
	}
	if captured != oracle.NoPiece {
		word := "capture:" + square.String()
		if r.KindTold && captured.Type() == oracle.Pawn {
			word += ":pawn"
		} else if r.KindTold {
			word += ":piece"
		}
		words = append(words, word)
	}
	if r.PromotionTold && m.Promo() != oracle.NoPieceType {
		words = append(words, "promotion")
	}
	after := p.Update(&m).String()
	q := parse(t, after)
	checks := directions(q)
	if checks != "" {
		words = append(words, "check:"+checks)
	}
	moves := q.ValidMoves()
	switch {
	case len(moves) == 0 && checks != "":
		words = append(words, "checkmate")
	case len(moves) == 0:
		words = append(words, "stalemate")
	case tooLittle(r, q):
		words = append(words, "draw")
	default:
		if word := pawnTries(r, q, moves); word != "" {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		words = []string{"silent"}
	}
	return strings.Join(words, " "), after
}

// tooLittle reports whether too little material is left to mate with.
func tooLittle(r *kriegspiel.Rules, q *oracle.Position) bool {
	minor, knights, shades := map[oracle.Color]int{}, 0, map[int]bool{}
	for s, piece := range q.Board().SquareMap() {
		switch piece.Type() {
		case oracle.Pawn, oracle.Rook, oracle.Queen:
			return false
		case oracle.Knight:
			minor[piece.Color()]++
			knights++
		case oracle.Bishop:
			minor[piece.Color()]++
			shades[(int(s.File())+int(s.Rank()))%2] = true
		}
	}
	white, black := minor[oracle.White], minor[oracle.Black]
	return white+black <= 1 || knights == 0 && len(shades) == 1 || strings.HasPrefix(r.Name, "berkeley") && white == 1 && black == 1
}

// pawnTries returns the word about pawn captures.
func pawnTries(r *kriegspiel.Rules, q *oracle.Position, moves []oracle.Move) string {
	pairs, squares := map[string]bool{}, map[oracle.Square]bool{}
	for _, m := range moves {
		if q.Board().Piece(m.S1()).Type() == oracle.Pawn && m.S1().File() != m.S2().File() {
			pairs[m.S1().String()+m.S2().String()] = true
			squares[m.S2()] = true
		}
	}
	switch r.Tries {
	case kriegspiel.TriesCounted:
		return fmt.Sprintf("tries:%d", len(pairs))
	case kriegspiel.TriesYesNo:
		return map[bool]string{true: "tries:yes", false: "tries:no"}[len(pairs) > 0]
	case kriegspiel.TriesSquares:
		if len(squares) == 0 {
			return "tries:none"
		}
		var names []string
		for _, s := range slices.Sorted(maps.Keys(squares)) {
			names = append(names, s.String())
		}
		return "tries:" + strings.Join(names, ",")
	}
	return ""
}

// directions returns from where the side to move is in check, by walking from its king.
func directions(q *oracle.Position) string {
	at := func(file, rank int) oracle.Piece {
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return oracle.NoPiece
		}
		return q.Board().Piece(oracle.NewSquare(oracle.File(file), oracle.Rank(rank)))
	}
	var file, rank int
	for s, piece := range q.Board().SquareMap() {
		if piece.Type() == oracle.King && piece.Color() == q.Turn() {
			file, rank = int(s.File()), int(s.Rank())
		}
	}
	enemy := func(p oracle.Piece, types ...oracle.PieceType) bool {
		return p != oracle.NoPiece && p.Color() != q.Turn() && slices.Contains(types, p.Type())
	}
	found := map[string]bool{}
	for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
		if enemy(at(file+d[0], rank+d[1]), oracle.Knight) {
			found["knight"] = true
		}
	}
	forward := 1
	if q.Turn() == oracle.Black {
		forward = -1
	}
	// Squares on the diagonals that rise and fall, the king's own included.
	rising, falling := 8-max(file-rank, rank-file), 8-max(file+rank-7, 7-file-rank)
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		name, slider := "rank", oracle.Rook
		switch {
		case d[0] == 0:
			name = "file"
		case d[1] != 0:
			slider = oracle.Bishop
			name = "short"
			if (d[0] == d[1]) == (rising > falling) {
				name = "long"
			}
			if d[1] == forward && enemy(at(file+d[0], rank+d[1]), oracle.Pawn) {
				found[name] = true
			}
		}
		f, r := file+d[0], rank+d[1]
		for f >= 0 && f < 8 && r >= 0 && r < 8 && at(f, r) == oracle.NoPiece {
			f, r = f+d[0], r+d[1]
		}
		if enemy(at(f, r), slider, oracle.Queen) {
			found[name] = true
		}
	}
	var names []string
	for _, name := range []string{"knight", "rank", "file", "long", "short"} {
		if found[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// naiveStep returns the states that follow in one turn of a filtered record.
func naiveStep(t *testing.T, r *kriegspiel.Rules, told string, turn *kriegspiel.Turn, states map[string]string) map[string]string {
	t.Helper()
	next := map[string]string{} // by canonical FEN, the other library's
	for ours, fen := range states {
		p := parse(t, fen)
		moves := p.ValidMoves()
		legal := map[string]oracle.Move{}
		captures := false
		for _, m := range moves {
			legal[oracle.UCINotation{}.Encode(p, &m)] = m
			captures = captures || p.Board().Piece(m.S1()).Type() == oracle.Pawn && m.S1().File() != m.S2().File()
		}
		answer := map[bool]string{true: "yes", false: "no"}[captures]
		add := func(m oracle.Move, heard kriegspiel.Percept) {
			said, after := spoken(t, r, p, m)
			if now, _, _ := strings.Cut(said, " tries:"); heard.String() == now || heard == kriegspiel.Silent && strings.HasPrefix(said, "tries:") {
				said = heard.String() // nothing is said of pawn captures where the last move ended the game
			}
			if said == heard.String() {
				q, err := chess.ParseFEN(after)
				if err != nil {
					t.Fatal(err)
				}
				next[q.FEN()] = after
			}
		}
		if !turn.Hidden {
			agrees := true
			for _, try := range turn.Tries {
				m, isLegal := legal[try.Attempt.String()]
				switch {
				case try.Attempt == kriegspiel.Any:
					agrees = agrees && try.Heard.String() == answer
				case try.Heard == kriegspiel.Illegal:
					agrees = agrees && !isLegal
				case agrees && isLegal:
					add(m, try.Heard)
				}
			}
			if agrees && !turn.Done() {
				next[ours] = fen
			}
			continue
		}
		q, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		illegal, illegalCaptures := 0, 0
		for _, a := range kriegspiel.Attempts(&q, nil) {
			if _, ok := legal[a.String()]; ok {
				continue
			}
			if q.KindAt(a.Move().From()) == chess.Pawn && a.Move().From().File() != a.Move().To().File() {
				if told == "no" || r.Name == "rand" && told != "" && !strings.Contains(told, a.Move().To().String()) {
					continue // it would be nonsense
				}
				illegalCaptures++
			}
			illegal++
		}
		if illegal < turn.Illegal || turn.Any != kriegspiel.Silent && turn.Any.String() != answer {
			continue
		}
		for _, m := range moves {
			isCapture := p.Board().Piece(m.S1()).Type() == oracle.Pawn && m.S1().File() != m.S2().File()
			if turn.Any == kriegspiel.Yes && !isCapture && (turn.Illegal == 0 || illegalCaptures == 0 || r.Name == "berkeley-any") {
				continue // after Yes a pawn capture was tried
			}
			add(m, turn.Heard)
		}
	}
	return next
}

// Beliefs agree with those found on the other road, turn by turn.
func TestBeliefsAgreeWithAnotherLibrary(t *testing.T) {
	const most = 60 // states, while the other road is walked
	compared := 0
	for i, rules := range kriegspiel.All() {
		for number := range uint64(4) {
			rng := randstream.New(1, "player/kriegspielers/oracle", uint64(i), number)
			start := chess.Start()
			if number%2 == 1 { // few men, promotions soon, en passant on the way
				var err error
				if start, err = chess.ParseFEN("4k3/1P1p4/8/2P5/5p2/8/4P1p1/4K3 w - -"); err != nil {
					t.Fatal(err)
				}
			}
			g := kriegspiel.NewReferee(rules, &start, 12)
			for g.Result() == kriegspiel.Unfinished {
				legal := g.View(g.Side()).Legal(nil)
				if _, err := g.Try(legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
			for side := chess.White; side <= chess.Black; side++ {
				rec, err := g.Record().Filter(side)
				if err != nil {
					t.Fatal(err)
				}
				states := map[string]string{start.FEN(): start.FullFEN(0, 1)}
				for n := range rec.Turns {
					told := ""
					if n > 0 {
						_, told, _ = strings.Cut(rec.Turns[n-1].LastHeard().String(), "tries:")
					}
					if states = naiveStep(t, rules, told, &rec.Turns[n], states); len(states) > most {
						break
					}
					part := *rec
					part.Turns = rec.Turns[:n+1]
					e, err := NewEstimate(context.Background(), &part, side, enumerate.Options{})
					if err != nil {
						t.Fatalf("%s: %v\n%s", rules, err, rec.AppendJSON(nil))
					}
					var got []string
					for p := range e.Belief.All() {
						got = append(got, p.FEN())
					}
					slices.Sort(got)
					if want := slices.Sorted(maps.Keys(states)); !slices.Equal(got, want) {
						t.Fatalf("%s, %s after turn %d: %d positions, want %d\n%s\ngot  %v\nwant %v", rules, side, n, len(got), len(want), part.AppendJSON(nil), got, want)
					}
					compared++
				}
			}
		}
	}
	t.Logf("%d beliefs", compared)
	if compared < 200 {
		t.Errorf("only %d beliefs were compared", compared)
	}
}

// The known sizes of silent play, by the other library.
func TestSilentSizesByAnotherLibrary(t *testing.T) {
	start := chess.Start()
	states := map[string]string{start.FEN(): start.FullFEN(0, 1)}
	rules := kriegspiel.MustRules("berkeley")
	for i, text := range []string{"e2e4", "d2d4", "g1f3"} {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		states = naiveStep(t, rules, "", &kriegspiel.Turn{Tries: []kriegspiel.Try{{Attempt: a}}}, states)
		states = naiveStep(t, rules, "", &kriegspiel.Turn{Hidden: true, Illegal: -1}, states)
		if want := []int{20, 260, 2741}[i]; len(states) != want {
			t.Errorf("%d positions after %s, want %d", len(states), text, want)
		}
	}
}
