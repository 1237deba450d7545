package chess

import (
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the initial position in FEN.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// FENError says what is wrong with a FEN, and in which of its fields.
type FENError struct {
	Field   string // "board", "side", "castling", "en passant", "halfmoves", "move number", or "" for the whole
	Problem string // and what to do about it
}

// Error returns "FEN, FIELD: PROBLEM".
func (e *FENError) Error() string {
	if e.Field == "" {
		return "FEN: " + e.Problem
	}
	return "FEN, " + e.Field + ": " + e.Problem
}

func fenErrorf(field, format string, args ...any) error {
	return &FENError{Field: field, Problem: fmt.Sprintf(format, args...)}
}

// ParseFEN reads a position in FEN, with or without the two counters at its end,
// which must be numbers but are otherwise left aside. The position must be one that
// [Position.Check] accepts. An en passant square must have the pawn that passed it;
// it is kept only if a capture is legal there. Errors are of type *FENError.
func ParseFEN(text string) (Position, error) {
	p, _, _, err := ParseFullFEN(text)
	return p, err
}

// ParseFullFEN reads a position in FEN with its counters: halfmoves since the last
// capture or pawn move, and the number of the move. Without counters they are 0 and
// 1. See [ParseFEN].
func ParseFullFEN(text string) (p Position, halfmoves, move int, err error) {
	fail := func(err error) (Position, int, int, error) { return Position{}, 0, 0, err }
	fields := strings.Fields(text)
	if len(fields) != 4 && len(fields) != 6 {
		return fail(fenErrorf("", "it has %d fields: want 4 (board, side, castling, en passant) or 6 (halfmoves and move number as well)", len(fields)))
	}
	if err := p.readBoard(fields[0]); err != nil {
		return fail(err)
	}
	switch fields[1] {
	case "w":
	case "b":
		p.SetSide(Black)
	default:
		return fail(fenErrorf("side", "%q: want w or b", fields[1]))
	}
	if err := p.Check(); err != nil {
		return fail(err)
	}
	if err := p.readCastling(fields[2]); err != nil {
		return fail(err)
	}
	if err := p.readEnPassant(fields[3]); err != nil {
		return fail(err)
	}
	halfmoves, move = 0, 1
	if len(fields) == 6 {
		if halfmoves, err = readCounter("halfmoves", fields[4]); err != nil {
			return fail(err)
		}
		if move, err = readCounter("move number", fields[5]); err != nil {
			return fail(err)
		}
	}
	return p, halfmoves, move, nil
}

// ParseMen reads the men of a FEN, its side to move and its castling rights, which need
// not make a position: a king may be missing, as it is where only the men of one side are
// known. Castling and en passant may be left out; en passant is left aside. Errors are of
// type *FENError.
func ParseMen(text string) (p Position, err error) {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 6 {
		return Position{}, fenErrorf("", "it has %d fields: want the board and the side to move, and perhaps castling", len(fields))
	}
	if err := p.readBoard(fields[0]); err != nil {
		return Position{}, err
	}
	switch fields[1] {
	case "w":
	case "b":
		p.SetSide(Black)
	default:
		return Position{}, fenErrorf("side", "%q: want w or b", fields[1])
	}
	if len(fields) > 2 {
		if err := p.readCastling(fields[2]); err != nil {
			return Position{}, err
		}
	}
	return p, nil
}

// readBoard reads the men.
func (p *Position) readBoard(field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fenErrorf("board", "it has %d ranks: want 8, from rank 8 to rank 1, separated by /", len(ranks))
	}
	for i, rank := range ranks {
		file := 0
		for _, letter := range rank {
			if letter >= '1' && letter <= '8' {
				file += int(letter - '0')
				continue
			}
			k := strings.IndexRune(kindLetters, letter|0x20)
			if k <= 0 || letter > 'z' {
				return fenErrorf("board", "%q on rank %d: want a man PNBRQK or pnbrqk, or a number 1 to 8 of empty squares", letter, 8-i)
			}
			color := White
			if letter >= 'a' {
				color = Black
			}
			if file < 8 {
				p.Put(SquareAt(file, 7-i), color, Kind(k))
			}
			file++
		}
		if file != 8 {
			return fenErrorf("board", "rank %d (%s) has %d squares: want 8", 8-i, rank, file)
		}
	}
	return nil
}

// readCastling reads the castling rights, in any order.
func (p *Position) readCastling(field string) error {
	var rights Castling
	if field != "-" {
		for _, letter := range field {
			i := strings.IndexRune("KQkq", letter)
			if i < 0 {
				return fenErrorf("castling", "%q: want letters of KQkq, or - for none", field)
			}
			if rights>>i&1 != 0 {
				return fenErrorf("castling", "%q: %c is there twice", field, letter)
			}
			rights |= 1 << i
		}
	}
	p.SetCastling(rights)
	if lost := rights &^ p.Castling(); lost != 0 {
		i := Bitboard(lost).First() // one is enough to name
		return fenErrorf("castling", "%q: %c needs the %s king on %s and a rook of his on %s: take the letter away",
			field, "KQkq"[i], Color(i>>1), castling[i].king, castling[i].rook)
	}
	return nil
}

// readEnPassant reads the en passant square.
func (p *Position) readEnPassant(field string) error {
	if field == "-" {
		return nil
	}
	s, err := ParseSquare(field)
	if err != nil {
		return fenErrorf("en passant", "%s, or - for none", err)
	}
	if !p.epPassed(s) {
		them := p.Side().Other()
		return fenErrorf("en passant", "no %s pawn can just have passed %s: it would stand in front of it, with the two squares behind it empty, on rank %d; use - for none",
			them, s, 4+int(them))
	}
	p.SetEnPassant(s)
	return nil
}

// readCounter reads a number of moves.
func readCounter(field, text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fenErrorf(field, "%q: want a whole number, 0 or more", text)
	}
	return int(n), nil
}

// Check reports what no game of chess could show: a side without exactly one king, or
// with more than 16 men or 8 pawns, pawns on the first or last rank, the side that has
// moved in check, more than two men giving check. Castling rights and the en passant
// square of a Position are always in order. It returns nil if all is well, else a *FENError.
func (p *Position) Check() error {
	for c := White; c <= Black; c++ {
		switch n := p.Pieces(c, King).Count(); {
		case n == 0:
			return fenErrorf("board", "%s has no king", c)
		case n > 1:
			return fenErrorf("board", "%s has %d kings (%s): leave one", c, n, p.Pieces(c, King))
		}
		if n := p.Men(c).Count(); n > 16 {
			return fenErrorf("board", "%s has %d men: 16 at most", c, n)
		}
		if n := p.Pieces(c, Pawn).Count(); n > 8 {
			return fenErrorf("board", "%s has %d pawns: 8 at most", c, n)
		}
	}
	if pawns := p.pawns() & backRanks; pawns != 0 {
		return fenErrorf("board", "a pawn on %s: pawns never stand on the first or the last rank", pawns.First())
	}
	us := p.Side()
	if checkers := p.checkersOf(us.Other()); checkers != 0 {
		return fenErrorf("side", "%s is to move, but the %s king on %s could be taken from %s: give the move to the other side, or take the check away",
			us, us.Other(), p.KingSquare(us.Other()), checkers.First())
	}
	if checkers := p.Checkers(); checkers.Count() > 2 {
		return fenErrorf("board", "%d men give check to the %s king (%s): two at most can", checkers.Count(), us, checkers)
	}
	return nil
}

// String returns the position as [Position.FEN] does.
func (p *Position) String() string { return p.FEN() }

// FEN returns the position in the first four fields of FEN, which say all that is in
// it: board, side, castling, en passant.
func (p *Position) FEN() string {
	text := make([]byte, 0, 80)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			c, k := p.At(SquareAt(file, rank))
			if k == NoKind {
				empty++
				continue
			}
			if empty > 0 {
				text = append(text, '0'+empty)
				empty = 0
			}
			letter := k.Letter()
			if c == White {
				letter -= 'a' - 'A'
			}
			text = append(text, letter)
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', "wb"[p.Side()], ' ')
	text = append(text, p.Castling().String()...)
	text = append(text, ' ')
	text = append(text, p.EnPassant().String()...)
	return string(text)
}

// FullFEN returns the position in all six fields of FEN, with counters given by the
// caller: halfmoves since the last capture or pawn move, and the number of the move.
func (p *Position) FullFEN(halfmoves, move int) string {
	return fmt.Sprintf("%s %d %d", p.FEN(), halfmoves, move)
}
