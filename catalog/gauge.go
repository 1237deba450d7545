package catalog

import (
	"blindsight"
	"blindsight/episode"
)

// Measure is a number that is counted of each side of a game: why it went as it did, where gains tell
// only how.
type Measure struct {
	Name string // one word, as it heads a column
	Doc  string // one line
}

// Gauge counts the measures of one game. It sees the hidden state, and nobody who plays sees it.
type Gauge[S any, A, O comparable] interface {
	// After is called after each step with the state that it led to.
	After(m *episode.Move[A, O], s *S)
	// Counted returns what was counted of a side, in the order of its measures.
	Counted(side blindsight.Side) []float64
}
