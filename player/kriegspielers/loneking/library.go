package loneking

import (
	"bytes"
	"embed"
	"sync"

	"blindsight/game/chess"
	"blindsight/player/kriegspielers/endings"
)

// Library is the tables that a planner asks, by material. It never changes and is safe for concurrent use.
type Library struct {
	tables map[*endings.Material]func() *endings.Table
}

// NewLibrary returns a library of tables, the last of a material if there are several. That of what is left when a man
// is lost comes with the table that needs it.
func NewLibrary(tables ...*endings.Table) *Library {
	l := &Library{tables: map[*endings.Material]func() *endings.Table{}}
	for _, t := range tables {
		l.tables[t.Material()] = func() *endings.Table { return t }
	}
	return l
}

// book holds distilled tables; its SOURCE says which commands made them.
//
//go:embed book/*.end
var book embed.FS

// Default returns the library of the tables in the program. Each is read when it is first needed, in some ten to
// two hundred milliseconds.
var Default = sync.OnceValue(func() *Library {
	l := NewLibrary()
	for _, m := range endings.Materials() {
		if in, err := book.ReadFile("book/" + m.Name + ".end"); err == nil {
			l.tables[m] = sync.OnceValue(func() *endings.Table {
				t, err := endings.Read(bytes.NewReader(in), m.Name)
				if err != nil {
					panic(err) // the program is broken; a test reads them all
				}
				return t
			})
		}
	}
	return l
})

// of returns the table of a material, nil if there is none.
func (l *Library) of(m *endings.Material) *endings.Table {
	if l == nil || l.tables[m] == nil {
		return nil
	}
	return l.tables[m]()
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
