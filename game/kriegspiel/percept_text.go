package kriegspiel

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"blindsight/game/chess"
)

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
	case formDraw:
		words = append(words, "draw")
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
	h, err := r.ParseLast(text, mover)
	if err == nil && !r.saysAll(h) {
		return 0, fmt.Errorf("heard %q: %s says a word tries:… after every move that does not end the game", text, r.Name)
	}
	return h, err
}

// saysAll reports whether a percept says all that it must while the game goes on.
func (r *Rules) saysAll(h Percept) bool {
	return !h.Move() || h&formMask != 0 || r.Tries >= TriesUntold
}

// ParseLast is ParsePercept of a move that may have ended the game without a word about it,
// as the third repetition does: nothing need be said of pawn captures then.
func (r *Rules) ParseLast(text string, mover chess.Color) (Percept, error) {
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
	case "draw":
		return formDraw, nil
	case "tries":
		return r.parseTries(word, value, mover)
	}
	return 0, fmt.Errorf("unknown word %q: want silent, or words that begin with capture, promotion, check, checkmate, stalemate, draw, tries", word)
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
