package kriegspiel

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

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

// Over reports whether the percept ends the game: checkmate or stalemate.
func (h Percept) Over() bool {
	form := h & formMask
	return form == formMate || form == formStalemate
}

// Checkmate reports whether checkmate is announced.
func (h Percept) Checkmate() bool { return h&formMask == formMate }

// Stalemate reports whether stalemate is announced.
func (h Percept) Stalemate() bool { return h&formMask == formStalemate }

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

// after returns the part of a move's percept that depends on the position after it.
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

// String returns the percept as text, "capture:e4:pawn check:rank tries:2"; "silent" if
// there is nothing to say.
func (h Percept) String() string {
	switch h & captureMask {
	case Nonsense:
		return "nonsense"
	case Illegal:
		return "illegal"
	case No:
		return "no"
	case Yes:
		return "yes"
	}
	var words []string
	if s := h.Captured(); s != chess.NoSquare {
		word := "capture:" + s.String()
		switch h.CapturedKind() {
		case chess.Pawn:
			word += ":pawn"
		case chess.Queen:
			word += ":piece"
		}
		words = append(words, word)
	}
	if h.Promotion() {
		words = append(words, "promotion")
	}
	if d := h.Check(); d != 0 {
		words = append(words, "check:"+d.String())
	}
	switch h & formMask {
	case formMate:
		words = append(words, "checkmate")
	case formStalemate:
		words = append(words, "stalemate")
	default:
		if word := h.triesWord(); word != "" {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return "silent"
	}
	return strings.Join(words, " ")
}

// triesWord returns the word about pawn captures, "" if nothing is said.
func (h Percept) triesWord() string {
	told, n, squares := h.Tries()
	switch form := h & formMask; {
	case !told:
		return ""
	case form == formCount:
		return "tries:" + strconv.Itoa(n)
	case form == formYesNo && n > 0:
		return "tries:yes"
	case form == formYesNo:
		return "tries:no"
	case squares == 0:
		return "tries:none"
	}
	return "tries:" + strings.ReplaceAll(squares.String(), " ", ",")
}

// ParsePercept reads what was heard after a move of a side, or an answer to its attempt,
// as [Percept.String] writes it. Only what the rule set can say is accepted, in the one
// order of words: read and written again a text is the same. The error names the word.
func (r *Rules) ParsePercept(text string, mover chess.Color) (Percept, error) {
	switch text {
	case "nonsense":
		if r.Nonsense {
			return Nonsense, nil
		}
		return 0, fmt.Errorf("heard %q: %s says \"illegal\" instead", text, r.Name)
	case "illegal":
		return Illegal, nil
	case "yes", "no":
		if r.Tries != TriesOnRequest {
			return 0, fmt.Errorf("heard %q: %s knows no question", text, r.Name)
		}
		if text == "yes" {
			return Yes, nil
		}
		return No, nil
	}
	var h Percept
	if text != "silent" {
		for _, word := range strings.Split(text, " ") {
			part, err := r.parseWord(word, mover)
			if err != nil {
				return 0, fmt.Errorf("heard %q: %w", text, err)
			}
			h |= part
		}
	}
	if told, _, _ := h.Tries(); !told && !h.Over() && r.Tries < TriesUntold {
		return 0, fmt.Errorf("heard %q: %s says a word tries:… after every move that does not end the game", text, r.Name)
	}
	if h.Checkmate() && h.Check() == 0 {
		return 0, fmt.Errorf("heard %q: checkmate comes with its check, as in check:file checkmate", text)
	}
	if h.Stalemate() && h.Check() != 0 {
		return 0, fmt.Errorf("heard %q: there is no check in stalemate", text)
	}
	if again := h.String(); again != text {
		return 0, fmt.Errorf("heard %q: want each word once and in order, as in %q", text, again)
	}
	return h, nil
}

// parseWord reads one word of a percept.
func (r *Rules) parseWord(word string, mover chess.Color) (Percept, error) {
	name, value, _ := strings.Cut(word, ":")
	switch name {
	case "capture":
		return r.parseCapture(word, value)
	case "promotion":
		if !r.PromotionTold {
			return 0, fmt.Errorf("%q: %s does not announce promotions", word, r.Name)
		}
		return promotionBit, nil
	case "check":
		var d chess.Directions
		for _, name := range strings.Split(value, ",") {
			i := bits.TrailingZeros(uint(directionsByName[name]))
			if i > 4 || d>>i != 0 || bits.OnesCount8(uint8(d)) == 2 {
				return 0, fmt.Errorf("%q: want one or two of knight, rank, file, long, short, in this order", word)
			}
			d |= 1 << i
		}
		return checkCodes[d], nil
	case "checkmate":
		return formMate, nil
	case "stalemate":
		return formStalemate, nil
	case "tries":
		return r.parseTries(word, value, mover)
	}
	return 0, fmt.Errorf("unknown word %q: want silent, or words that begin with capture, promotion, check, checkmate, stalemate, tries", word)
}

// directionsByName holds the names of directions.
var directionsByName = func() map[string]chess.Directions {
	m := make(map[string]chess.Directions)
	for d := chess.FromKnight; d <= chess.FromShortDiagonal; d <<= 1 {
		m[d.String()] = d
	}
	return m
}()

func (r *Rules) parseCapture(word, value string) (Percept, error) {
	square, kind, told := strings.Cut(value, ":")
	s, err := chess.ParseSquare(square)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", word, err)
	}
	switch {
	case told != r.KindTold && told:
		return 0, fmt.Errorf("%q: %s does not tell what was captured: want capture:%s", word, r.Name, s)
	case told != r.KindTold:
		return 0, fmt.Errorf("%q: %s tells what was captured: want capture:%s:pawn or capture:%s:piece", word, r.Name, s, s)
	case kind == "pawn":
		return r.capture(s, chess.Pawn), nil
	case kind == "piece" || !told:
		return r.capture(s, chess.Queen), nil
	}
	return 0, fmt.Errorf("%q: want pawn or piece after the square", word)
}

func (r *Rules) parseTries(word, value string, mover chess.Color) (Percept, error) {
	switch r.Tries {
	case TriesCounted:
		n, err := strconv.ParseUint(value, 10, 8)
		if err != nil || n > 16 {
			return 0, fmt.Errorf("%q: want the number of legal pawn captures, 0 to 16", word)
		}
		return formCount | Percept(n)<<triesShift, nil
	case TriesYesNo:
		switch value {
		case "yes":
			return formYesNo | 1<<triesShift, nil
		case "no":
			return formYesNo, nil
		}
		return 0, fmt.Errorf("%q: want tries:yes or tries:no", word)
	case TriesSquares:
		return parseSquares(word, value, mover)
	}
	return 0, fmt.Errorf("%q: %s tells nothing of pawn captures unasked", word, r.Name)
}

// parseSquares reads the squares on which the opponent of the mover can capture.
func parseSquares(word, value string, mover chess.Color) (Percept, error) {
	low := [2]int{0, 2}[mover&1] // of six ranks
	var squares chess.Bitboard
	if value != "none" {
		for _, name := range strings.Split(value, ",") {
			s, err := chess.ParseSquare(name)
			if err != nil {
				return 0, fmt.Errorf("%q: %w, or tries:none", word, err)
			}
			if s.Rank() < low || s.Rank() > low+5 {
				return 0, fmt.Errorf("%q: no pawn of %s captures on %s", word, mover.Other(), s)
			}
			squares |= s.Bitboard()
		}
	}
	return squaresTold(squares), nil
}
