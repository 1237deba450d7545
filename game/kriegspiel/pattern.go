package kriegspiel

import (
	"errors"
	"fmt"
	"strings"

	"blindsight/game/chess"
)

// Pattern is a belief written short: a board, and men of which it is not known where they
// stand, or which they are.
type Pattern struct {
	Belief  []chess.Position // each once
	Dropped int              // placements left out: two men on one square, or an illegal position
	Why     error            // what is wrong with the first of these, nil if there are none
}

// MaxPlacements is how many placements a pattern may have.
const MaxPlacements = 100_000

// placement is a man on a square; "-" is no man.
type placement struct {
	man    byte
	square chess.Square
}

// ParsePattern reads a pattern: a FEN without the men that are not known, and for each of
// these a text KINDS@SQUARES. KINDS are letters of FEN separated by |, among which - stands
// for no man; SQUARES are squares separated by commas, a1-h2 for all squares of that
// rectangle:
//
//	k@a8,b8,c8      the black king on one of three squares
//	q|r|-@d5        a queen, a rook or nothing on d5
//	n@f6-g7         a knight on f6, g6, f7 or g7
//
// Several of them are combined in all ways. The men of the side to move are known to it,
// and must stand on the board. Errors name the man and the column.
func ParsePattern(fen string, men []string) (*Pattern, error) {
	board, rest, err := patternBoard(fen)
	if err != nil {
		return nil, err
	}
	choices := make([][]placement, len(men))
	total := 1
	for i, text := range men {
		if choices[i], err = parseMan(text, rest); err != nil {
			return nil, fmt.Errorf("man %d, %q, %w", i+1, text, err)
		}
		if total *= len(choices[i]); total > MaxPlacements {
			return nil, fmt.Errorf("man %d, %q: the men can be placed in %d ways so far: want at most %d, so give fewer squares or kinds", i+1, text, total, MaxPlacements)
		}
	}
	p := &Pattern{}
	seen := make(map[chess.Position]struct{})
	for n := range total {
		pos, err := place(board, rest, choices, n)
		if err != nil {
			if p.Dropped++; p.Why == nil {
				p.Why = err
			}
			continue
		}
		if _, twice := seen[pos]; !twice {
			seen[pos] = struct{}{}
			p.Belief = append(p.Belief, pos)
		}
	}
	if len(p.Belief) == 0 {
		return nil, fmt.Errorf("no way to place the men is a legal position: %w", p.Why)
	}
	return p, nil
}

// patternBoard returns the board of a FEN, a letter or a dot for each square, and the
// fields after it.
func patternBoard(fen string) (board [64]byte, rest string, err error) {
	field, rest, _ := strings.Cut(strings.TrimSpace(fen), " ")
	ranks := strings.Split(field, "/")
	bad := len(ranks) != 8
	for i := 0; i < len(ranks) && !bad; i++ {
		var squares []byte
		for _, letter := range []byte(ranks[i]) {
			if letter >= '1' && letter <= '8' {
				squares = append(squares, "........"[:letter-'0']...)
			} else {
				squares = append(squares, letter)
			}
		}
		bad = len(squares) != 8
		copy(board[8*(7-i):], squares)
	}
	if !bad {
		return board, rest, nil
	}
	if _, err = chess.ParseFEN(fen); err == nil { // it knows better what is wrong
		err = errors.New("the board is not one of a FEN")
	}
	return board, rest, err
}

// parseMan reads KINDS@SQUARES.
func parseMan(text, rest string) ([]placement, error) {
	fail := func(at int, format string, args ...any) ([]placement, error) {
		return nil, fmt.Errorf("column %d: %w", at+1, fmt.Errorf(format, args...))
	}
	kinds, squares, ok := strings.Cut(text, "@")
	if !ok {
		return fail(len(text), "want KINDS@SQUARES, as in k@a8,b8 or q|r|-@d5")
	}
	own := "PNBRQK"
	if strings.HasPrefix(strings.TrimSpace(rest), "b") {
		own = "pnbrqk"
	}
	var men []byte
	at := 0
	for _, kind := range strings.Split(kinds, "|") {
		switch {
		case len(kind) != 1 || !strings.Contains("PNBRQKpnbrqk-", kind):
			return fail(at, "%q is no man: want one of PNBRQK or pnbrqk, or - for none", kind)
		case strings.Contains(own, kind):
			return fail(at, "%q is a man of the side to move, which knows its own men: put it on the board", kind)
		}
		men = append(men, kind[0])
		at += len(kind) + 1
	}
	var list []placement
	at = len(kinds) + 1
	for _, part := range strings.Split(squares, ",") {
		first, last, area := strings.Cut(part, "-")
		a, err := chess.ParseSquare(first)
		if err != nil {
			return fail(at, "%w", err)
		}
		b := a
		if area {
			if b, err = chess.ParseSquare(last); err != nil {
				return fail(at+len(first)+1, "%w", err)
			}
		}
		for rank := min(a.Rank(), b.Rank()); rank <= max(a.Rank(), b.Rank()); rank++ {
			for file := min(a.File(), b.File()); file <= max(a.File(), b.File()); file++ {
				for _, man := range men {
					list = append(list, placement{man, chess.SquareAt(file, rank)})
				}
			}
		}
		at += len(part) + 1
	}
	return list, nil
}

// place returns the position of one way to place the men, by its number.
func place(board [64]byte, rest string, choices [][]placement, n int) (chess.Position, error) {
	for _, list := range choices {
		c := list[n%len(list)]
		n /= len(list)
		if c.man == '-' {
			continue
		}
		if board[c.square] != '.' {
			return chess.Position{}, fmt.Errorf("%c on %s: %c stands there", c.man, c.square, board[c.square])
		}
		board[c.square] = c.man
	}
	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if letter := board[8*rank+file]; letter == '.' {
				fen.WriteByte('1')
			} else {
				fen.WriteByte(letter)
			}
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	return chess.ParseFEN(fen.String() + " " + rest)
}
