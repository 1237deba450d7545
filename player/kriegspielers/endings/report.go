package endings

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// Report is how far a table goes.
type Report struct {
	Ending     string      `json:"ending"`
	Complete   bool        `json:"complete"`
	Exact      bool        `json:"exact"`
	Moves      int         `json:"moves"` // up to which it was worked out
	Placements int         `json:"placements"`
	Sets       int         `json:"sets"`
	Safe       int         `json:"safe"`
	Won        int         `json:"won"`
	Greatest   int         `json:"greatest"`
	Longest    string      `json:"longest,omitempty"`
	Known      int         `json:"known"`         // the most moves from one square of the king
	KnownWon   int         `json:"known_won"`     // placements with one square, won
	KnownAll   int         `json:"known_squares"` // of all
	ByMoves    map[int]int `json:"won_by_moves"`
}

// NewReport says how far a table goes. It takes as long as [Table.Summary].
func NewReport(t *Table) *Report {
	sum := t.Summary()
	r := &Report{
		Ending: t.Material().Name, Complete: t.Complete(), Exact: t.Exact(), Moves: t.Levels(), Placements: t.Placements(), Sets: t.Sets(),
		Safe: sum.Safe, Won: sum.Won, Greatest: sum.Moves, ByMoves: sum.Counts,
		Known: sum.Known, KnownWon: sum.Squares, KnownAll: sum.All,
	}
	if sum.Longest != nil {
		r.Longest = t.Material().Format(sum.Longest)
	}
	return r
}

// Write says it for people.
func (r *Report) Write(out io.Writer) error {
	state := "complete: what it does not hold is not won for certain"
	switch {
	case !r.Exact:
		state = "distilled: the moves it answers are enough, not always the least"
	case !r.Complete:
		state = fmt.Sprintf("exact up to %d moves, not complete", r.Moves)
	}
	if _, err := fmt.Fprintf(out, "%s: %s\n%d placements up to symmetry, %d sets of squares, the longest won in %d moves\n", r.Ending, state, r.Placements, r.Sets, r.Moves); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "the king is known to be on one square: %d of %d are won, in %d moves at most\n", r.KnownWon, r.KnownAll, r.Known); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "the king may be anywhere: %d placements with a safe first move, %d won", r.Safe, r.Won); err != nil || r.Won == 0 {
		_, err = fmt.Fprintln(out)
		return err
	}
	if _, err := fmt.Fprintf(out, ", in %d moves at most (%s)\nmoves placements\n", r.Greatest, r.Longest); err != nil {
		return err
	}
	for _, n := range slices.Sorted(maps.Keys(r.ByMoves)) {
		if _, err := fmt.Fprintf(out, "%5d %10d\n", n, r.ByMoves[n]); err != nil {
			return err
		}
	}
	return nil
}
