package phantom_test

import (
	"math/bits"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
)

// oracle solves classical dark hex for side 0 by the definition.
type oracle struct {
	rows, cols int
	memo       map[string]bool
}

// wins reports whether side 0, to move with these stones, wins in all of a belief.
func (o *oracle) wins(own uint, belief map[uint]bool) bool {
	if len(belief) == 0 {
		return true
	}
	key := []byte{byte(own), byte(own >> 8)}
	for his := range uint(1) << (o.rows * o.cols) {
		if belief[his] {
			key = append(key, byte(his), byte(his>>8))
		}
	}
	if won, known := o.memo[string(key)]; known {
		return won
	}
	won := false
	for c := range o.rows * o.cols {
		bit := uint(1) << c
		refused, placed := map[uint]bool{}, map[uint]bool{}
		for his := range belief {
			if his&bit != 0 {
				refused[his] = true
			} else {
				placed[his] = true
			}
		}
		if own&bit != 0 || len(placed) == 0 || !o.wins(own, refused) {
			continue
		}
		if o.joined(own|bit, 0) {
			won = true
			break
		}
		if after := o.replies(placed, own|bit); after != nil && o.wins(own|bit, after) {
			won = true
			break
		}
	}
	o.memo[string(key)] = won
	return won
}

// replies returns all that the opponent may have after his next stone, nil if it may win.
func (o *oracle) replies(belief map[uint]bool, own uint) map[uint]bool {
	after := map[uint]bool{}
	for his := range belief {
		for c := range o.rows * o.cols {
			if (own|his)>>c&1 != 0 {
				continue
			}
			if o.joined(his|1<<c, 1) {
				return nil
			}
			after[his|1<<c] = true
		}
	}
	return after
}

// joined reports whether stones join the edges of a side, by a walk from cell to cell.
func (o *oracle) joined(stones uint, side int) bool {
	seen := map[[2]int]bool{}
	var walk func(r, c int) bool
	walk = func(r, c int) bool {
		if r < 0 || c < 0 || r >= o.rows || c >= o.cols || stones>>(r*o.cols+c)&1 == 0 || seen[[2]int{r, c}] {
			return false
		}
		seen[[2]int{r, c}] = true
		if side == 0 && r == o.rows-1 || side == 1 && c == o.cols-1 {
			return true
		}
		return walk(r, c-1) || walk(r, c+1) || walk(r-1, c) || walk(r+1, c) || walk(r-1, c+1) || walk(r+1, c-1)
	}
	for k := range max(o.rows, o.cols) {
		if side == 0 && walk(0, k) || side == 1 && walk(k, 0) {
			return true
		}
	}
	return false
}

// The bit sets of the package agree with that walk on every set of stones, and its lines
// of three with a count along each direction.
func TestWins(t *testing.T) {
	for _, settings := range []string{"hex 3x3", "hex 2x5", "hex 5x2", "hex 4x3", "hex 2x4", "hex 4x2", "tictactoe 3x3", "tictactoe 3x4", "tictactoe 1x6"} {
		g := parse(t, settings)
		r := g.Rules()
		o := &oracle{rows: r.Rows, cols: r.Cols}
		for side := range blindsight.Side(2) {
			for stones := range uint(1) << g.Cells() {
				want := o.joined(stones, int(side))
				if r.Kind == phantom.TicTacToe {
					want = o.threeInLine(stones)
				}
				if got := g.HasWon(side, uint64(stones)); got != want {
					t.Fatalf("%s, side %d, stones %b: %v", settings, side, stones, got)
				}
			}
		}
	}
}

func (o *oracle) threeInLine(stones uint) bool {
	has := func(r, c int) bool {
		return r >= 0 && c >= 0 && r < o.rows && c < o.cols && stones>>(r*o.cols+c)&1 != 0
	}
	for s := stones; s != 0; s &= s - 1 {
		k := bits.TrailingZeros(s)
		r, c := k/o.cols, k%o.cols
		for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
			if has(r+d[0], c+d[1]) && has(r+2*d[0], c+2*d[1]) {
				return true
			}
		}
	}
	return false
}
