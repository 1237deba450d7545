package web

import (
	"fmt"
	"math/bits"
	"strings"
)

// reckoning knows a small board by brute force, and shares no code with the program: it
// lists all placements of the mines, and tries all ways to play. A set of cells is a mask.
type reckoning struct {
	height, width, mines int
	rule, shape          string
	near                 []uint32
	known                map[string]int // placements won by the best play, by what is seen
}

func newReckoning(height, width, mines int, rule, shape string) *reckoning {
	k := &reckoning{height: height, width: width, mines: mines, rule: rule, shape: shape, known: map[string]int{}}
	for row := range height {
		for col := range width {
			k.near = append(k.near, k.around(row, col))
		}
	}
	return k
}

// around returns the neighbours of a cell, as doc.go of the game tells them.
func (k *reckoning) around(row, col int) (near uint32) {
	for r := range k.height {
		for c := range k.width {
			down, right := r-row, c-col
			if k.shape == "torus" {
				down, right = around(down, k.height), around(right, k.width)
			}
			beside := false
			switch far := max(down, -down, right, -right); k.shape {
			case "8", "torus":
				beside = far <= 1
			case "4":
				beside = down*down+right*right == 1
			case "knight":
				beside = down*down+right*right == 5
			case "hex": // odd rows lie half a cell to the right
				shift := 2*right + (r & 1) - (row & 1)
				beside = down == 0 && (right == 1 || right == -1) || (down == 1 || down == -1) && (shift == 1 || shift == -1)
			}
			if beside && (r != row || c != col) {
				near |= 1 << (r*k.width + c)
			}
		}
	}
	return near
}

// around takes a distance on a circle.
func around(distance, size int) int {
	distance = (distance%size + size) % size
	return min(distance, size-distance)
}

func (k *reckoning) cells() int    { return k.height * k.width }
func (k *reckoning) board() string { return fmt.Sprintf("%dx%d/%d", k.height, k.width, k.mines) }
func (k *reckoning) all() uint32   { return 1<<k.cells() - 1 }

// header returns the first line of a position.
func (k *reckoning) header() string {
	if k.shape == "8" {
		return k.board() + " " + k.rule
	}
	return k.board() + " " + k.rule + " " + k.shape
}

// seen is what a position shows: open cells with their numbers.
type seen struct {
	open    uint32
	numbers [32]int
}

// read reads the rows of a position.
func (k *reckoning) read(rows []string) (s seen) {
	for i, char := range strings.Join(rows, "") {
		if char >= '0' && char <= '8' {
			s.open |= 1 << i
			s.numbers[i] = int(char - '0')
		}
	}
	return s
}

// placements lists the placements that agree with what is seen.
func (k *reckoning) placements(s *seen) (list []uint32) {
	for mines := uint32(1)<<k.mines - 1; mines <= k.all(); mines = nextMask(mines) {
		if k.agrees(s, mines) {
			list = append(list, mines)
		}
		if mines == 0 {
			break
		}
	}
	return list
}

// nextMask returns the next greater mask with as many cells.
func nextMask(m uint32) uint32 {
	if m == 0 {
		return 1
	}
	low := m & -m
	ripple := m + low
	return ripple | (m^ripple)/low>>2
}

func (k *reckoning) agrees(s *seen, mines uint32) bool {
	if mines&s.open != 0 {
		return false
	}
	for left := s.open; left != 0; left &= left - 1 {
		if c := bits.TrailingZeros32(left); bits.OnesCount32(mines&k.near[c]) != s.numbers[c] {
			return false
		}
	}
	return true
}

// zone returns what a rule keeps free of mines around a first cell.
func (k *reckoning) zone(first int) uint32 {
	switch k.rule {
	case "windows":
		return 1 << first
	case "gnomine":
		return 1<<first | k.near[first]
	}
	return 0
}

// servable tells whether a cell can be the first.
func (k *reckoning) servable(first int) bool {
	return k.cells()-bits.OnesCount32(k.zone(first)) >= k.mines
}

// opened returns of how many placements a cell wins, and of how many it is that, where the
// best play follows: open is what is open in all of them.
func (k *reckoning) opened(cell int, open uint32, list []uint32) (won int) {
	var groups [9][]uint32
	for _, mines := range list {
		if mines>>cell&1 == 0 {
			n := bits.OnesCount32(mines & k.near[cell])
			groups[n] = append(groups[n], mines)
		}
	}
	for _, group := range groups {
		won += k.wins(open|1<<cell, group)
	}
	return won
}

// wins returns of how many placements the best play wins.
func (k *reckoning) wins(open uint32, list []uint32) int {
	switch {
	case len(list) <= 1:
		return len(list)
	case bits.OnesCount32(open) == k.cells()-k.mines:
		return len(list)
	}
	key := k.key(open, list[0])
	if won, ok := k.known[key]; ok {
		return won
	}
	any := uint32(0)
	var mined [32]int
	for _, mines := range list {
		any |= mines
		for left := mines; left != 0; left &= left - 1 {
			mined[bits.TrailingZeros32(left)]++
		}
	}
	best := 0
	if safe := k.all() &^ open &^ any; safe != 0 {
		best = k.opened(bits.TrailingZeros32(safe), open, list) // it costs nothing
	} else {
		for tried := open; tried != k.all(); {
			least := -1
			for c := range k.cells() {
				if tried>>c&1 == 0 && (least < 0 || mined[c] < mined[least]) {
					least = c
				}
			}
			if len(list)-mined[least] <= best {
				break // it cannot win more than it survives
			}
			tried |= 1 << least
			best = max(best, k.opened(least, open, list))
		}
	}
	k.known[key] = best
	return best
}

// key names what is seen.
func (k *reckoning) key(open, mines uint32) string {
	var b [32]byte
	for c := range k.cells() {
		b[c] = '.'
		if open>>c&1 != 0 {
			b[c] = '0' + byte(bits.OnesCount32(mines&k.near[c]))
		}
	}
	return string(b[:k.cells()])
}

// certain returns the closed cells that are safe, and mined, in all placements.
func (k *reckoning) certain(s *seen, list []uint32) (safe, mined uint32) {
	some, every := uint32(0), k.all()
	for _, mines := range list {
		some |= mines
		every &= mines
	}
	return k.all() &^ s.open &^ some, every
}

// deduced opens what is certain on a board, again and again, and tells whether that wins.
func (k *reckoning) deduced(s seen, board uint32) bool {
	list := k.placements(&s)
	for bits.OnesCount32(s.open) < k.cells()-k.mines {
		safe, _ := k.certain(&s, list)
		if safe == 0 {
			return false
		}
		for ; safe != 0; safe &= safe - 1 {
			c := bits.TrailingZeros32(safe)
			s.open |= 1 << c
			s.numbers[c] = bits.OnesCount32(board & k.near[c])
		}
		kept := list[:0]
		for _, mines := range list {
			if k.agrees(&s, mines) {
				kept = append(kept, mines)
			}
		}
		list = kept
	}
	return true
}
