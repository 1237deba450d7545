package endings

import (
	"math/rand/v2"
	"slices"

	"blindsight/game/chess"
)

// placements are the placements of a material, each once up to the symmetries of the board.
type placements struct {
	material *Material
	list     []Men
	index    []place // of all men, by their squares
}

// place is which placement men are, and the symmetry that takes them there.
type place struct {
	number int32 // -1 where men cannot stand together
	by     symmetry
}

// newPlacements lists the placements of a material: 518 of two men, 7,936 of KBBK, 15,722 of KRRK. It takes
// some ten milliseconds.
func newPlacements(m *Material) *placements {
	n := len(m.men) + 1
	ps := &placements{material: m, index: make([]place, 1<<(6*n))}
	for i := range ps.index {
		men := unpack(i, n)
		if !m.stands(men) {
			ps.index[i].number = -1
			continue
		}
		least, by := m.least(men)
		if k := pack(least); k == i {
			ps.index[i] = place{int32(len(ps.list)), 0}
			ps.list = append(ps.list, men)
		} else {
			ps.index[i] = place{ps.index[k].number, by} // k < i: it has its number
		}
	}
	return ps
}

// of returns which placement men are, and the symmetry that takes them there.
func (ps *placements) of(men Men) (int, symmetry) {
	p := ps.index[pack(men)]
	return int(p.number), p.by
}

// stabilizer returns the symmetries that leave a placement as it is, at least that which does nothing.
func (ps *placements) stabilizer(i int) []symmetry {
	var list []symmetry
	men := ps.list[i]
	for g := range symmetry(symmetries) {
		if slices.Equal(ps.material.image(men, g), men) {
			list = append(list, g)
		}
	}
	return list
}

// pack returns men as a number that orders them by their squares, the king first.
func pack(men Men) int {
	k := 0
	for _, s := range men {
		k = k<<6 | int(s)
	}
	return k
}

func unpack(k, n int) Men {
	men := make(Men, n)
	for i := n - 1; i >= 0; i-- {
		men[i] = chess.Square(k & 63)
		k >>= 6
	}
	return men
}

// stands reports whether men can stand so: on squares of their own, bishops on both colours.
func (m *Material) stands(men Men) bool {
	for i, s := range men {
		if slices.Contains(men[:i], s) {
			return false
		}
	}
	return m.allows(men[1:])
}

// least returns the first of all men that symmetries, and exchanging men of one kind, make of
// these, and the symmetry that does.
func (m *Material) least(men Men) (Men, symmetry) {
	best, by := m.image(men, 0), symmetry(0)
	for g := range symmetry(symmetries) {
		if t := m.image(men, g); pack(t) < pack(best) {
			best, by = t, g
		}
	}
	return best, by
}

// image returns where a symmetry takes men, those of one kind in the order of their squares.
func (m *Material) image(men Men, g symmetry) Men {
	t := make(Men, len(men))
	for i, s := range men {
		t[i] = g.square(s)
	}
	if len(t) == 3 && m.men[0] == m.men[1] && t[1] > t[2] {
		t[1], t[2] = t[2], t[1]
	}
	return t
}

// Random returns men anywhere, each placement with the same chance.
func (m *Material) Random(rng *rand.Rand) Men {
	for {
		men := make(Men, len(m.men)+1)
		for i := range men {
			men[i] = chess.Square(rng.IntN(64))
		}
		if m.stands(men) {
			return men
		}
	}
}
