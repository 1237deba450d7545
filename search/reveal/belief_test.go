package reveal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Focusing a belief leaves the live actions in their order, each counted from 0, and
// one of equal states; what it finds certain is.
func TestFocus(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var u focuser
	for range 3000 {
		b := randomBelief(rng, 3+rng.IntN(40), 1+rng.IntN(50), 1+rng.IntN(5))
		for j := range b.columns { // some dead, some certain, some shifted
			word, shift, kind := j/perWord, j%perWord*4, rng.IntN(6)
			for i := range b.states {
				r := &b.rows[i*b.width+word]
				x := *r >> shift & 15
				switch {
				case kind < 2 && x != loss:
					x = 3
				case kind == 2:
					x &= 3
				case kind == 3 && x != loss:
					x += 9
				}
				*r = *r&^(15<<shift) | x<<shift
			}
		}
		var live [][]uint8 // columns
		certain := -1
		for j := range b.columns {
			column := make([]uint8, b.states)
			kinds := make(map[uint8]bool)
			for i := range column {
				column[i] = b.at(i, j)
				kinds[column[i]] = true
			}
			losing := kinds[loss]
			delete(kinds, loss)
			if len(kinds) < 2 {
				continue
			}
			if !losing && certain < 0 {
				certain = len(live)
			}
			least := uint8(loss)
			for x := range kinds {
				least = min(least, x)
			}
			for i := range column {
				if column[i] != loss {
					column[i] -= least
				}
			}
			live = append(live, column)
		}
		var rows []string
		for i := range b.states {
			row := ""
			for _, column := range live {
				row += fmt.Sprint(column[i], " ")
			}
			if !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
		u.focus(b)
		if len(live) == 0 {
			if b.value != 1 {
				t.Fatalf("value %d without live action", b.value)
			}
			continue
		}
		var got []string
		for i := range b.states {
			row := ""
			for j := range b.columns {
				row += fmt.Sprint(b.at(i, j), " ")
			}
			got = append(got, row)
		}
		if b.columns != len(live) || b.certain != certain || !slices.Equal(got, rows) {
			t.Fatalf("%d live, certain %d, rows %q; want %d, %d, %q", b.columns, b.certain, got, len(live), certain, rows)
		}
	}
}

func TestTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	var m [64]uint64
	for i := range m {
		m[i] = rng.Uint64()
	}
	turned := m
	transpose(&turned)
	for i := range 64 {
		for j := range 64 {
			if m[i]>>j&1 != turned[j]>>i&1 {
				t.Fatalf("bit %d of row %d is not bit %d of row %d", j, i, i, j)
			}
		}
	}
}
