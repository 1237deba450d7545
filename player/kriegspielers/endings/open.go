package endings

import (
	"context"
	"slices"

	"blindsight/game/chess"
)

// Open holds the least number of moves to mate on the open board, where the own side sees the
// enemy king, for every placement and square: the usual table of an ending. It never changes and is safe for concurrent use.
type Open struct {
	places *placements
	moves  [][64]uint8 // by placement, 0 where there is no mate
}

// NewOpen works the open board out, backwards: a fraction of a second for two men, some ten seconds for three.
func NewOpen(ctx context.Context, m *Material, workers int) (*Open, error) {
	var left sub
	if m.captured != nil {
		below, err := NewOpen(ctx, m.captured, workers)
		if err != nil {
			return nil, err
		}
		left = func(men Men, king chess.Square) (int, bool) {
			n := below.Moves(men, king)
			return n, n > 0
		}
	}
	o := &Open{places: newPlacements(m)}
	o.moves = make([][64]uint8, len(o.places.list))
	b := &builder{Table: &Table{}, options: Options{Workers: workers}, all: make([][]try, len(o.moves)), now: make([][]chess.Bitboard, len(o.moves))}
	if err := b.each(ctx, func(i int) error { b.all[i] = o.places.tries(o.places.list[i], left); return nil }); err != nil {
		return nil, err
	}
	for n := 1; n < never; n++ {
		next := slices.Clone(o.moves)
		err := b.each(ctx, func(i int) error { o.level(&next[i], b.all[i], i, n); return nil })
		if err != nil {
			return nil, err
		}
		if slices.Equal(next, o.moves) && n > 40 { // a man lost may delay a mate by no more than the 16 moves of KRK
			break
		}
		o.moves = next
	}
	return o, nil
}

// level notes the squares of the king on which a try of a placement mates in n.
func (o *Open) level(to *[64]uint8, tries []try, i, n int) {
	for s := range o.places.material.Possible(o.places.list[i]).All() {
		if to[s] == 0 && slices.ContainsFunc(tries, func(y try) bool { return o.mates(&y, s, n) }) {
			to[s] = uint8(n)
		}
	}
}

// mates reports whether a try mates in n.
func (o *Open) mates(y *try, s chess.Square, n int) bool {
	if y.mates.Has(s) {
		return true
	}
	for k := range y.classes {
		c := &y.classes[k]
		if !c.squares.Has(s) {
			continue
		}
		to, since := c.repliesTo(s.Bitboard())
		for r := range to.All() {
			if o.moves[y.next][r] == 0 {
				return false
			}
		}
		return since <= n
	}
	return false
}

// Moves returns within how many moves the own side, to move, mates; 0 if it does not.
func (o *Open) Moves(men Men, king chess.Square) int {
	i, by := o.places.of(men)
	return int(o.moves[i][by.square(king)])
}

// Greatest returns the most moves that a mate takes, from any placement and square.
func (o *Open) Greatest() int {
	most := uint8(0)
	for i := range o.moves {
		most = max(most, slices.Max(o.moves[i][:]))
	}
	return int(most)
}

// Material returns what it is the open board of.
func (o *Open) Material() *Material { return o.places.material }
