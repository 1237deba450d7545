package kriegspiel

import (
	"bufio"
	_ "embed" // for the list of set-ups
	"errors"
	"fmt"
	"io"
	"strings"

	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// Lines are lists of first moves for each side, from the initial position. Players who meet
// again and again would repeat themselves from one position; a position known to both is no Kriegspiel.
// So each side is given a line in secret: it must make these moves, as far as they are legal, and the
// opponent is not told. Lines never change and are safe for concurrent use.
type Lines struct{ sides [2][]Line }

// Line is the first own moves of a side.
type Line []Attempt

// Limits of a file of lines.
const (
	maxLineMoves = 20
	maxLines     = 10_000
)

//go:embed setups.txt
var setups string

// Setups returns the list of sound set-ups that comes with the program, of four moves each.
func Setups() *Lines {
	l, err := ReadLines(strings.NewReader(setups), "setups")
	if err != nil {
		panic(err)
	}
	return l
}

// ReadLines reads lines, one in a row: the side and its moves in UCI notation, as in
//
//	white e2e4 d2d3 g1f3
//	black g8f6 g7g6 f8g7 e8g8
//
// Empty rows, and what follows a #, are left aside. Each side needs a line. Moves must be possible
// for the own men alone, and no pawn may capture. Errors name the row, after name, and what to do.
func ReadLines(r io.Reader, name string) (*Lines, error) {
	var l Lines
	in := bufio.NewScanner(r)
	for row := 1; in.Scan(); row++ {
		text, _, _ := strings.Cut(strings.TrimPrefix(in.Text(), "\ufeff"), "#") // a byte order mark
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		side, line, err := parseLine(words)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row, err)
		}
		if l.sides[side] = append(l.sides[side], line); len(l.sides[side]) > maxLines {
			return nil, fmt.Errorf("%s:%d: more than %d lines of %s: leave some away", name, row, maxLines, side)
		}
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s: a row of more than 64 KiB: want a side and its moves, as in \"white e2e4 g1f3\"", name)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for side := chess.White; side <= chess.Black; side++ {
		if len(l.sides[side]) == 0 {
			return nil, fmt.Errorf("%s: there is no line of %s: add one, as in %q", name, side, [2]string{"white e2e4 g1f3", "black e7e5 g8f6"}[side])
		}
	}
	return &l, nil
}

// parseLine reads one line and plays it over on a board with the own men alone.
func parseLine(words []string) (chess.Color, Line, error) {
	side := chess.White
	switch words[0] {
	case "white":
	case "black":
		side = chess.Black
	default:
		return 0, nil, fmt.Errorf("%.20q: a line begins with white or black", words[0])
	}
	if n := len(words) - 1; n < 1 || n > maxLineMoves {
		return 0, nil, fmt.Errorf("%d moves: want 1 to %d, as in \"white e2e4 g1f3\"", n, maxLineMoves)
	}
	start := chess.Start()
	own := start.Only(side)
	var line Line
	for _, word := range words[1:] {
		m, err := chess.ParseUCI(word)
		if err != nil {
			return 0, nil, err
		}
		if own.SetSide(side); !own.Legal(m) {
			return 0, nil, fmt.Errorf("%s: no such move is possible for the men of %s alone, after the moves before it", word, side)
		}
		own.MakeInto(m, &own)
		line = append(line, Attempt(m))
	}
	return side, line, nil
}

// Draw returns the line of a side in game number n of a seed. Games with the same number have the same
// lines, whoever plays.
func (l *Lines) Draw(seed, n uint64, side chess.Color) Line {
	list := l.sides[side]
	return list[randstream.New(seed, "kriegspiel/lines", n, uint64(side)).IntN(len(list))]
}

// Next returns the move of the line that is due, if there is one: the side is to move, the line goes so far, nothing
// was tried in this turn, and the own men can make the move.
func (l Line) Next(v *View) (Attempt, bool) {
	n := v.Turns() / 2 // own turns that are over: White begins
	if !v.ToMove() || n >= len(l) || len(v.Tries()) > 0 || v.Sense(l[n]) != nil {
		return 0, false
	}
	return l[n], true
}
