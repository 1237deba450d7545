// Package minesexchange is the text in which games of Minesweeper are exchanged with other
// programs: which games of a series were won, so that two players can be compared on the same
// boards, whoever played them and with whatever program. It is an export of results and an
// import of those of others; what is played to be kept is kept in a record, see package store.
//
// A file is text: lines of 0 and 1, one character a game, 1 being a win, after a head
// that says what was played, each line of it "# key: value":
//
//	# board: 16x30/99
//	# rule: windows
//	# seed: 1
//	# player: strong
//	# games: 40000
//	# won: 16397
//	0110100...
//
// The head may be missing, in part or altogether. The lines 'game won score moves' that
// 'mines play --per-game' writes are read as well.
package minesexchange

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"blindsight/internal/interval"
)

// Series is games numbered from 0, and which of them were won.
type Series struct {
	Head Head
	Won  []bool
}

// Head says what was played; a field is empty where that is not known.
type Head struct {
	// Board, Rule, Neighbours and Seed name the boards, First a cell that was opened
	// first in all games.
	Board, Rule, Neighbours, Seed, First string
	Player, Budget                       string
	// CPU is the processor time of a game in milliseconds, 0 if it is not known.
	CPU     float64
	Version string // of the program
	Command string // that wrote the file
}

// fields lists the texts of a head by their keys, in the order in which they are written.
func (h *Head) fields() []field {
	return []field{
		{"board", &h.Board},
		{"rule", &h.Rule},
		{"neighbours", &h.Neighbours},
		{"seed", &h.Seed},
		{"first", &h.First},
		{"player", &h.Player},
		{"budget", &h.Budget},
		{"version", &h.Version},
		{"command", &h.Command},
	}
}

type field struct {
	key  string
	text *string
}

// The keys of a head that are numbers.
const (
	gamesKey = "games"
	wonKey   = "won"
	cpuKey   = "cpu ms a game"
)

func keys() string {
	var list []string
	for _, f := range new(Head).fields() {
		list = append(list, f.key)
	}
	return strings.Join(append(list, gamesKey, wonKey, cpuKey), ", ")
}

// Wins returns how many games were won.
func (s *Series) Wins() int {
	wins := 0
	for _, w := range s.Won {
		if w {
			wins++
		}
	}
	return wins
}

// width is the number of games in a line of a file.
const width = 100

// Write writes the series as [Read] reads it. Texts of the head must be of one line.
func (s *Series) Write(w io.Writer) error {
	var b bytes.Buffer
	for _, f := range s.Head.fields() {
		if *f.text != "" {
			fmt.Fprintf(&b, "# %s: %s\n", f.key, *f.text)
		}
	}
	if s.Head.CPU > 0 {
		fmt.Fprintf(&b, "# %s: %s\n", cpuKey, strconv.FormatFloat(s.Head.CPU, 'g', 4, 64))
	}
	fmt.Fprintf(&b, "# %s: %d\n# %s: %d\n", gamesKey, len(s.Won), wonKey, s.Wins())
	for line := range slices.Chunk(s.Won, width) {
		for _, won := range line {
			if won {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// SameBoards tells what is wrong with comparing two series game by game, as far as
// their heads say: their boards differ.
func SameBoards(a, b *Head) error {
	for i, f := range a.fields()[:4] { // those that name the boards
		if x, y := *f.text, *b.fields()[i].text; x != "" && y != "" && x != y {
			return fmt.Errorf("they are not of the same boards: the %s is %s in the one, %s in the other", f.key, x, y)
		}
	}
	return nil
}

// Compare counts the games that both won, only one, or neither. The series must have
// equally many games on the same boards, see [SameBoards]; it panics if their numbers
// differ.
func Compare(a, b []bool) interval.Paired {
	if len(a) != len(b) {
		panic(fmt.Sprintf("minesexchange: %d games against %d", len(a), len(b)))
	}
	var p interval.Paired
	for i := range a {
		p.Add(a[i], b[i])
	}
	return p
}
