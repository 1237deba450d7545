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

// ParseMen reads where the own men stand, "Kb4 Bb3 Bc3", in any order, with blanks or commas between.
func ParseMen(text string) (*Material, Men, error) {
	var p chess.Position
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		k := chess.Kind(0)
		if len(word) == 3 {
			k = chess.Kind(max(0, strings.IndexByte("..NBRQK", word[0])))
		}
		if k < chess.Knight {
			return nil, nil, fmt.Errorf("men %q: %q is no man: want a letter and a square, as in Kb4 Bb3 Bc3", text, word)
		}
		s, err := chess.ParseSquare(word[1:])
		if err != nil {
			return nil, nil, fmt.Errorf("men %q: %w", text, err)
		}
		if p.KindAt(s) != chess.NoKind || k == chess.King && p.KingSquare(chess.White) != chess.NoSquare {
			return nil, nil, fmt.Errorf("men %q: %s stands where another man does, or is a second king", text, word)
		}
		p.Put(s, chess.White, k)
	}
	m, men := MaterialOf(&p, chess.White)
	if m == nil {
		return nil, nil, fmt.Errorf("men %q: these are none of %s, bishops on both colours", text, strings.Join(Names(), ", "))
	}
	return m, men, nil
}

// Format returns men as text, "Kb4 Bb3 Bc3".
func (m *Material) Format(men Men) string {
	words := []string{"K" + men[0].String()}
	for i, s := range men[1:] {
		words = append(words, strings.ToUpper(string(rune(m.men[i].Letter())))+s.String())
	}
	return strings.Join(words, " ")
}

// Captured returns what is left when the king takes a man and can still be mated, nil if there is nothing.
func (m *Material) Captured() *Material { return m.captured }
