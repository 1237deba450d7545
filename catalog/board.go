package catalog

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
)

// Face is what a description says of a game so that people can play it on a board.
type Face[G, S, V, A any] struct {
	Presets []Preset // what people are offered, at least one
	Levels  []Level  // who plays for people, the weakest first; at least one
	// Fits says what is wrong with settings for a server that is open to strangers: a board
	// too large to be drawn or to be thought about. Nil allows all.
	Fits func(g G) error
	// Board draws what a side knows, and nothing else.
	Board func(g G, v V) Board
	// Truth draws a complete state.
	Truth func(g G, s *S) Board
	// Cell returns the cell of the board that an action is done on.
	Cell func(g G, a A) int
	// Belief tells what a side that reasons well believes of each cell, nil if nobody can. It is given
	// what the side knows and nothing else.
	Belief func(ctx context.Context, g G, v V, rng *rand.Rand) (*CellBelief, error)
	// Result says in words what a side has reached when the play is over.
	Result func(g G, side blindsight.Side, gained float64) string
}

// Preset is a setting that people are offered under a title.
type Preset struct {
	Name     string // short, for addresses
	Title    string
	Doc      string // one line
	Settings string // as [Game.Open] reads them
}

// Level is a player with an effort that people can play against or watch. The effort is a number
// of simulations, so that its decisions can be made again.
type Level struct {
	Name        string
	Doc         string // one line
	Player      string // as it is written in the table of players
	Simulations int
}

// Shown is what people are told of a game that has a board.
type Shown struct {
	Presets []Preset
	Levels  []Level
	Belief  bool // there is one to be drawn over the board
}

// Shape is how the cells of a board lie.
type Shape string

// The shapes.
const (
	Squares  Shape = "squares"
	Hexagons Shape = "hexagons" // each row half a cell further to the right than the one above
)

// Tone is what a cell is drawn as.
type Tone string

// The tones. Stones of the sides have theirs, whoever looks.
const (
	Unknown Tone = "unknown"
	Empty   Tone = "empty" // known to be
	Side0   Tone = "side0" // held by the first side
	Side1   Tone = "side1"
	Found   Tone = "found"  // something hidden was found
	Closed  Tone = "closed" // was found, and nothing more of it is to be found
	Missed  Tone = "missed" // was never found, which only the truth shows
)

// Board is a board for people to look at, as one side knows it or as it is.
type Board struct {
	Shape Shape    `json:"shape"`
	Rows  int      `json:"rows"`
	Cols  int      `json:"cols"`
	Cells []Cell   `json:"cells"` // row by row
	Edges *Edges   `json:"edges,omitempty"`
	Facts []string `json:"facts"` // what else is known, a sentence each
}

// Cell is a cell of a board.
type Cell struct {
	Text string `json:"text"` // a letter or two, "" for none
	Tone Tone   `json:"tone"`
	Says string `json:"says"` // the same in words, for who does not see it
}

// Edges are the tones of the edges of a board, where sides own them.
type Edges struct {
	Rows Tone `json:"rows"` // above the first row and below the last one
	Cols Tone `json:"cols"` // left of the first column and right of the last one
}

// The kinds of a belief.
const (
	ExactBelief   = "exact"   // counted
	SampledBelief = "sampled" // shares among states drawn
	GuessedBelief = "guessed" // the same, of states some of which agree with what was seen last alone
)

// CellBelief is what a side believes of the cells.
type CellBelief struct {
	Of      string    `json:"of"`      // what the chances are of, as in "a ship is here"
	Assumes string    `json:"assumes"` // what they rest on, a sentence
	Kind    string    `json:"kind"`
	States  float64   `json:"states"` // how many were counted or drawn
	Chances []float64 `json:"chances"`
}

// Shares returns the belief that states were drawn for: of each state f adds 1 to the cells where it holds.
func Shares[S any](states []S, cells int, f func(s *S, add func(cell int))) []float64 {
	chances := make([]float64, cells)
	for i := range states {
		f(&states[i], func(cell int) { chances[cell]++ })
	}
	for i := range chances {
		chances[i] /= float64(len(states))
	}
	return chances
}

// check panics where something that must be said is not.
func (f *Face[G, S, V, A]) check(game string) {
	if len(f.Presets) == 0 || len(f.Levels) == 0 || f.Board == nil || f.Truth == nil || f.Cell == nil || f.Result == nil {
		panic(fmt.Sprintf("catalog: game %s: a face needs Presets, Levels, Board, Truth, Cell and Result", game))
	}
}

func (f *Face[G, S, V, A]) shown() *Shown {
	return &Shown{Presets: f.Presets, Levels: f.Levels, Belief: f.Belief != nil}
}
