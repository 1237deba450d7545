package endings

import (
	"fmt"
	"strings"

	"blindsight/game/chess"
	"blindsight/internal/nearest"
)

// Material is what the own side has beside its king: pieces, no pawns.
type Material struct {
	Name string
	men  []chess.Kind
	// captured is what is left when the king takes a man, nil if that is not enough to mate.
	captured *Material
	// oddColours says that two bishops stand on squares of both colours.
	oddColours bool
}

var (
	krk       = &Material{Name: "KRK", men: []chess.Kind{chess.Rook}}
	materials = []*Material{
		{Name: "KQK", men: []chess.Kind{chess.Queen}},
		krk,
		{Name: "KRRK", men: []chess.Kind{chess.Rook, chess.Rook}, captured: krk},
		{Name: "KBBK", men: []chess.Kind{chess.Bishop, chess.Bishop}, oddColours: true},
	}
)

// Materials returns what there are tables for, in a fixed order. They are shared and never
// change, so that pointers to them can be compared.
func Materials() []*Material { return append([]*Material(nil), materials...) }

// Names returns the names of the materials, in the order of [Materials].
func Names() []string {
	names := make([]string, len(materials))
	for i, m := range materials {
		names[i] = m.Name
	}
	return names
}

// ParseMaterial returns the material of a name, KQK.
func ParseMaterial(name string) (*Material, error) {
	for _, m := range materials {
		if strings.EqualFold(m.Name, name) {
			return m, nil
		}
	}
	return nil, fmt.Errorf("unknown ending %q%s: use one of %s", name, nearest.Hint(strings.ToUpper(name), Names()), strings.Join(Names(), ", "))
}

// String returns the name.
func (m *Material) String() string { return m.Name }

// Men is where the own men stand, the king first.
type Men []chess.Square

// MaterialOf returns the material of a side, and where its men stand; nil if there is no
// table for it. Nothing else of the position is looked at.
func MaterialOf(p *chess.Position, side chess.Color) (*Material, Men) {
	king := p.KingSquare(side)
	if king == chess.NoSquare {
		return nil, nil
	}
	for _, m := range materials {
		if men, ok := m.menOf(p, side); ok {
			return m, append(Men{king}, men...)
		}
	}
	return nil, nil
}

// menOf returns the squares of the men beside the king, if they are this material.
func (m *Material) menOf(p *chess.Position, side chess.Color) ([]chess.Square, bool) {
	var men []chess.Square
	left := p.Men(side) &^ p.Kinds(chess.King)
	for _, k := range m.men {
		of := left & p.Kinds(k)
		if of == 0 {
			return nil, false
		}
		men = append(men, of.First())
		left &^= of.First().Bitboard()
	}
	return men, left == 0 && m.allows(men)
}

// allows reports whether men beside the king may stand on these squares together.
func (m *Material) allows(men []chess.Square) bool {
	return !m.oddColours || (men[0].File()+men[0].Rank()+men[1].File()+men[1].Rank())%2 != 0
}

// Position returns the position in which men stand and the enemy king, none for NoSquare. The
// men are White's.
func (m *Material) Position(men Men, king chess.Square, side chess.Color) chess.Position {
	var p chess.Position
	p.Put(men[0], chess.White, chess.King)
	for i, s := range men[1:] {
		p.Put(s, chess.White, m.men[i])
	}
	if king < chess.NoSquare {
		p.Put(king, chess.Black, chess.King)
	}
	p.SetSide(side)
	return p
}

// Possible returns the squares on which the enemy king can stand when the own side is to
// move: he is not in check and next to no king.
func (m *Material) Possible(men Men) chess.Bitboard {
	own := m.Position(men, chess.NoSquare, chess.White)
	free := ^own.Occupied()
	for s := range free.All() {
		if own.Attackers(s, chess.White) != 0 {
			free &^= s.Bitboard()
		}
	}
	return free
}
