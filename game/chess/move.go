package chess

import "fmt"

// Move is a start square, a target square and the kind a pawn promotes to. Castling
// is the king's step of two squares. The zero Move, a1 to a1, is never legal.
type Move uint16

// NewMove returns a move. Promotion is NoKind unless a pawn reaches the last rank.
func NewMove(from, to Square, promotion Kind) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(promotion&7)<<12
}

// From returns the square on which the move starts.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square on which the move ends.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the kind that a pawn becomes, NoKind where there is no promotion.
func (m Move) Promotion() Kind { return Kind(m >> 12 & 7) }

// String returns the move in UCI notation: "e2e4", "e1g1", "e7e8q".
func (m Move) String() string {
	text := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		text += string(rune(k.Letter()))
	}
	return text
}

// ParseUCI reads a move in UCI notation, "e2e4" or "e7e8q". It knows no position:
// ask [Position.Legal] whether the move is one.
func ParseUCI(text string) (Move, error) {
	bad := func(problem string) (Move, error) {
		return 0, fmt.Errorf("move %q: %s", text, problem)
	}
	if len(text) != 4 && len(text) != 5 {
		return bad("want two squares, as in e2e4, and a letter for a promotion, as in e7e8q")
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return bad(err.Error())
	}
	to, err := ParseSquare(text[2:4])
	if err != nil {
		return bad(err.Error())
	}
	if from == to {
		return bad("start and target are the same square")
	}
	promotion := NoKind
	if len(text) == 5 {
		switch text[4] {
		case 'n':
			promotion = Knight
		case 'b':
			promotion = Bishop
		case 'r':
			promotion = Rook
		case 'q':
			promotion = Queen
		default:
			return bad(fmt.Sprintf("a pawn does not promote to %q: use q, r, b or n", text[4]))
		}
	}
	return NewMove(from, to, promotion), nil
}
