package loneking

import (
	"blindsight/game/chess"
	"blindsight/player/kriegspielers/endings"
)

// Library is the tables that a planner asks, by material. It never changes and is safe for concurrent use.
type Library struct {
	tables []*endings.Table
}

// NewLibrary returns a library of tables, of which the first of a material counts. That of what is left when a man is lost comes with
// the table that needs it.
func NewLibrary(tables ...*endings.Table) *Library { return &Library{tables: tables} }

// of returns the table of a material, nil if there is none.
func (l *Library) of(m *endings.Material) *endings.Table {
	if l == nil {
		return nil
	}
	for _, t := range l.tables {
		if t.Material() == m {
			return t
		}
	}
	return nil
}

// moves returns within how many moves mate is certain, 0 if that is not known.
func (l *Library) moves(own *chess.Position, side chess.Color, kings chess.Bitboard) int {
	m, men := endings.MaterialOf(own, side)
	if t := l.of(m); m != nil && t != nil {
		return t.Moves(men, kings)
	}
	return 0
}

// ask returns what the table of the own men knows.
func (l *Library) ask(own *chess.Position, side chess.Color, kings chess.Bitboard) endings.Answer {
	m, men := endings.MaterialOf(own, side)
	if t := l.of(m); m != nil && t != nil {
		return t.Ask(men, kings)
	}
	return endings.Answer{}
}

// cover returns the greatest share of the squares from which, together, mate is certain.
func (l *Library) cover(own *chess.Position, side chess.Color, kings chess.Bitboard) float64 {
	m, men := endings.MaterialOf(own, side)
	if t := l.of(m); m != nil && t != nil && kings != 0 {
		return float64(t.Cover(men, kings)) / float64(kings.Count())
	}
	return 0
}
