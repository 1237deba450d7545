package kriegspiel

import (
	"math/bits"

	"blindsight/game/chess"
)

// Percept is what the referee says about one attempt. It is a number that holds all
// of it: percepts are equal exactly when their texts are. The zero Percept is Silent.
//
// From the lowest bit on: what was captured and where (8 bits), promotion (1), the
// directions of check (4), how the game ended or in which form pawn captures are told
// (3), and these captures: their number, whether there are any, or their squares (48).
type Percept uint64

// Answers to attempts that are no moves. Silent is what is heard of a move about
// which there is nothing to say.
const (
	Silent   Percept = 0
	Nonsense Percept = 252 // impossible on the own board, or repeated: no effect
	Illegal  Percept = 253 // refused
	No       Percept = 254 // to "Any?"
	Yes      Percept = 255
)

// The fields. Captures are coded as 1 + 64*(untold 0, pawn 1, piece 2) + square.
const (
	captureMask   Percept = 255
	capturePawn           = 1
	capturePiece          = 2
	promotionBit  Percept = 1 << 8
	beforeMask            = captureMask | promotionBit // what is known before the move is made
	checkShift            = 9
	checkMask     Percept = 15 << checkShift
	formShift             = 13
	formMask      Percept = 7 << formShift
	triesShift            = 16
	formMate      Percept = 1 << formShift
	formStalemate Percept = 2 << formShift
	formCount     Percept = 3 << formShift
	formYesNo     Percept = 4 << formShift
	formHigh      Percept = 5 << formShift // squares, all on ranks 3 to 8, bits as in a Bitboard
	formLow       Percept = 6 << formShift // squares on ranks 1 to 6, some on 1 or 2, 16 bits higher
	formDraw      Percept = 7 << formShift
	movedMask             = beforeMask | checkMask // what is said of a move whether the game goes on or not
)

// checkCodes numbers the sets of at most two directions; checkSets is its inverse.
// No legal move gives check from three directions; of such a set two would be told.
var checkCodes, checkSets = func() (codes [32]Percept, sets [16]chess.Directions) {
	n := Percept(0)
	for d := range codes {
		if bits.OnesCount(uint(d)) <= 2 {
			codes[d], sets[n] = n<<checkShift, chess.Directions(d)
			n++
		}
	}
	for d := range codes {
		if rest := d & (d - 1); rest&(rest-1) != 0 {
			least := rest & (rest - 1)
			codes[d] = codes[d&^least]
		}
	}
	return codes, sets
}()

// Move reports whether the percept is that of a legal move, not an answer.
func (h Percept) Move() bool { return h&captureMask < Nonsense }

// Over reports whether the percept ends the game: checkmate, stalemate or a draw.
func (h Percept) Over() bool { return 1<<(h&formMask>>formShift)&overForms != 0 }

// overForms are the forms that end the game, a bit each.
const overForms = 1<<(formMate>>formShift) | 1<<(formStalemate>>formShift) | 1<<(formDraw>>formShift)

// Checkmate reports whether checkmate is announced.
func (h Percept) Checkmate() bool { return h&formMask == formMate }

// Stalemate reports whether stalemate is announced.
func (h Percept) Stalemate() bool { return h&formMask == formStalemate }

// Draw reports whether a draw is announced, for too little material to mate.
func (h Percept) Draw() bool { return h&formMask == formDraw }

// Check returns the directions of the check that is announced, none if there is none.
func (h Percept) Check() chess.Directions { return checkSets[h&checkMask>>checkShift] }

// Captured returns the square on which a man was captured, NoSquare if none was.
func (h Percept) Captured() chess.Square {
	if c := h & captureMask; c > 0 && c < Nonsense {
		return chess.Square((c - 1) & 63)
	}
	return chess.NoSquare
}

// CapturedKind returns Pawn if a captured man is said to be a pawn, Queen (for any
// piece) if it is said to be a piece, NoKind if nothing is said.
func (h Percept) CapturedKind() chess.Kind {
	c := h & captureMask
	if c == 0 || c >= Nonsense {
		return chess.NoKind
	}
	return [4]chess.Kind{chess.NoKind, chess.Pawn, chess.Queen}[(c-1)>>6]
}

// Promotion reports whether a promotion is announced.
func (h Percept) Promotion() bool { return h&promotionBit != 0 && h.Move() }

// Tries returns what is said about the pawn captures of the side now to move: whether
// anything is said, how many there are (1 stands for some where only yes is said), and
// the squares where these are told. Several captures on one square count once there.
func (h Percept) Tries() (told bool, count int, squares chess.Bitboard) {
	n := uint64(h >> triesShift)
	switch h & formMask {
	case formCount, formYesNo:
		return true, int(n), 0
	case formHigh:
		squares = chess.Bitboard(n << triesShift)
	case formLow:
		squares = chess.Bitboard(n)
	default:
		return false, 0, 0
	}
	return true, squares.Count(), squares
}

// capture returns the code of a capture.
func (r *Rules) capture(s chess.Square, k chess.Kind) Percept {
	if k == chess.NoKind {
		return 0
	}
	code := 1 + Percept(s)
	if r.KindTold {
		if k == chess.Pawn {
			return code + 64*capturePawn
		}
		return code + 64*capturePiece
	}
	return code
}

// before returns the part of a move's percept that is known before it is made.
func (r *Rules) before(p *chess.Position, m chess.Move) Percept {
	h := r.capture(p.Captured(m))
	if r.PromotionTold && m.Promotion() != chess.NoKind {
		h |= promotionBit
	}
	return h
}

// after returns the part of a move's percept that depends on the position after it, where
// nobody asks whether the material suffices.
func (r *Rules) after(q *chess.Position) Percept {
	check, canMove := q.Standing()
	h := checkCodes[check&31]
	if !canMove {
		if check != 0 {
			return h | formMate
		}
		return h | formStalemate
	}
	if r.Tries >= TriesUntold {
		return h
	}
	west, east := q.PawnTries()
	switch r.Tries {
	case TriesCounted:
		return h | formCount | Percept(west.Count()+east.Count())<<triesShift
	case TriesYesNo:
		if west|east != 0 {
			h |= 1 << triesShift
		}
		return h | formYesNo
	}
	return h | squaresTold(west|east)
}

// squaresTold returns the code of squares on which pawns can capture: White's are on
// ranks 3 to 8, Black's on 1 to 6.
func squaresTold(squares chess.Bitboard) Percept {
	if squares&(1<<triesShift-1) == 0 {
		return formHigh | Percept(squares)
	}
	return formLow | Percept(squares)<<triesShift
}
