package counting

import (
	"slices"
)

// restBox is the box of the unknowns that no sum touches.
const restBox = int32(0)

// system is a system of sums taken apart: settled unknowns, boxes, components.
// Sums, boxes and components are numbered in an order that depends only on the
// order in which the sums, and the cells in each, were given: a component that is
// the same in the next view is then the same number for number.
type system struct {
	value []int8 // of each unknown, -1 where it is not settled
	ones  int    // settled at 1
	live  int    // not settled

	need  []int32 // ones that a sum still needs from its cells that are not settled
	free  []int32 // how many these are
	first []int32 // of each unknown: its last mention in a sum, -1 if there is none
	links []link  // mentions of unknowns in sums

	open     []int32 // the sums that have cells left
	sumStart []int32 // the cells left of open sum i are sumCells[sumStart[i]:sumStart[i+1]]
	sumCells []int32

	box      []int32 // of each unknown; -1 where it is settled
	boxStart []int32 // the cells of box b are boxCells[boxStart[b]:boxStart[b+1]]
	boxCells []int32

	spans   []span
	members []int32 // the boxes of all components
	keys    []int32 // the contents of all components

	queue      []int32 // scratch
	queued     []bool
	class      []int32
	child      []int32
	stamp      []int32
	boxOfClass []int32
	localBox   []int32
	localSum   []int32
	openOf     []int32
	stampBox   []int32
	place      []int32
}

// link is a mention of an unknown in a sum, and the mention before it.
type link struct{ sum, before int32 }

// span is a component's share of members and keys.
type span struct {
	box, boxes, key, keys int32
	cells                 int
}

// reduce reads the sums and settles what single sums settle, again and again. It
// returns false where a sum cannot be met.
func (y *system) reduce(s *Sums) bool {
	n := s.Unknowns
	y.ones, y.live = 0, n
	y.value = resize(y.value, n)
	for i := range y.value {
		y.value[i] = -1
	}
	y.first = resize(y.first, n)
	for i := range y.first {
		y.first[i] = -1
	}
	y.need, y.free = resize(y.need, len(s.Sums)), resize(y.free, len(s.Sums))
	y.queue, y.queued = y.queue[:0], zeroed(y.queued, len(s.Sums))
	links, first := y.links[:0], y.first
	for i := range s.Sums {
		sum := &s.Sums[i]
		start := int32(len(links))
		for _, c := range sum.Cells {
			before := first[c]
			if before >= start {
				continue // named twice
			}
			first[c] = int32(len(links))
			links = append(links, link{sum: int32(i), before: before})
		}
		free := int32(len(links)) - start
		if sum.Value < 0 || sum.Value > int(free) {
			return false
		}
		y.need[i], y.free[i] = int32(sum.Value), free
		y.enqueue(int32(i))
	}
	y.links = links
	for at := 0; at < len(y.queue); at++ {
		i := y.queue[at]
		y.queued[i] = false
		if y.need[i] < 0 || y.need[i] > y.free[i] {
			return false
		}
		if y.free[i] > 0 {
			y.settle(i, s.Sums[i].Cells)
		}
	}
	y.sumStart, y.sumCells, y.open = append(y.sumStart[:0], 0), y.sumCells[:0], y.open[:0]
	for i, free := range y.free {
		if free == 0 {
			continue
		}
		y.open = append(y.open, int32(i))
		start := len(y.sumCells)
		for _, c := range s.Sums[i].Cells {
			if y.value[c] < 0 {
				y.sumCells = append(y.sumCells, c)
			}
		}
		if len(y.sumCells)-start > int(free) {
			y.sumCells = y.sumCells[:start+unique(y.sumCells[start:])]
		}
		y.sumStart = append(y.sumStart, int32(len(y.sumCells)))
	}
	return true
}

// enqueue notes that a sum may settle its cells, or may no longer be met.
func (y *system) enqueue(i int32) {
	if !y.queued[i] && (y.need[i] <= 0 || y.need[i] >= y.free[i]) {
		y.queued[i] = true
		y.queue = append(y.queue, i)
	}
}

// settle gives the cells of a sum their value where there is one choice only.
func (y *system) settle(i int32, cells []int32) {
	v := int8(0)
	if y.need[i] != 0 {
		v = 1
	}
	for _, c := range cells {
		if y.value[c] >= 0 {
			continue
		}
		y.value[c] = v
		y.ones += int(v)
		y.live--
		for at := y.first[c]; at >= 0; {
			l := y.links[at]
			y.free[l.sum]--
			y.need[l.sum] -= int32(v)
			y.enqueue(l.sum)
			at = l.before
		}
	}
}

// unique moves the different ones of a few numbers to the front, keeping their
// order, and returns how many they are.
func unique(cells []int32) int {
	n := 0
	for _, c := range cells {
		if !slices.Contains(cells[:n], c) {
			cells[n] = c
			n++
		}
	}
	return n
}

// divide finds the boxes and the components.
func (y *system) divide() {
	y.refine()
	boxes := len(y.boxStart) - 1
	y.localBox = resize(y.localBox, boxes)
	y.stampBox = resize(y.stampBox, boxes)
	for i := range y.localBox {
		y.localBox[i], y.stampBox[i] = -1, -1
	}
	y.openOf = resize(y.openOf, len(y.need))
	for i, s := range y.open {
		y.openOf[s] = int32(i)
	}
	y.localSum = resize(y.localSum, len(y.open))
	for i := range y.localSum {
		y.localSum[i] = -1
	}
	y.spans, y.members, y.keys = y.spans[:0], y.members[:0], y.keys[:0]
	for i := range y.open {
		if y.localSum[i] < 0 {
			y.explore(int32(i))
		}
	}
}

// refine makes boxes by splitting classes of unknowns, sum by sum.
func (y *system) refine() {
	n := len(y.value)
	y.class = zeroed(y.class, n)
	y.child, y.stamp = append(y.child[:0], 0), append(y.stamp[:0], -1)
	for i := range y.open {
		for _, c := range y.sumCells[y.sumStart[i]:y.sumStart[i+1]] {
			k := y.class[c]
			if y.stamp[k] != int32(i) {
				y.stamp[k] = int32(i)
				y.child[k] = int32(len(y.child))
				y.child, y.stamp = append(y.child, 0), append(y.stamp, -1)
			}
			y.class[c] = y.child[k]
		}
	}
	// Number the classes that are left in the order in which the sums meet them.
	y.boxOfClass = resize(y.boxOfClass, len(y.child))
	for k := range y.boxOfClass {
		y.boxOfClass[k] = -1
	}
	y.boxOfClass[0] = restBox
	boxes := int32(1)
	for _, c := range y.sumCells {
		if k := y.class[c]; y.boxOfClass[k] < 0 {
			y.boxOfClass[k] = boxes
			boxes++
		}
	}
	y.box = resize(y.box, n)
	y.boxStart = zeroed(y.boxStart, int(boxes)+1)
	rest := int32(0) // counted apart: most unknowns are there, one after the other
	for c, k := range y.class {
		switch b := y.boxOfClass[k]; {
		case y.value[c] >= 0:
			y.box[c] = -1
		case b == restBox:
			y.box[c] = restBox
			rest++
		default:
			y.box[c] = b
			y.boxStart[b+1]++
		}
	}
	y.boxStart[restBox+1] = rest
	for b := range boxes {
		y.boxStart[b+1] += y.boxStart[b]
	}
	y.boxCells = resize(y.boxCells, y.live)
	y.place = append(y.place[:0], y.boxStart...)
	rest = 0
	for c, b := range y.box {
		if b > restBox {
			y.boxCells[y.place[b]] = int32(c)
			y.place[b]++
		} else if b == restBox {
			y.boxCells[rest] = int32(c)
			rest++
		}
	}
}

// explore writes down the component of a sum: for each of its sums, breadth first,
// the value, the number of boxes and the boxes; then -1; then the size of each box.
func (y *system) explore(first int32) {
	p := span{box: int32(len(y.members)), key: int32(len(y.keys))}
	y.queue = append(y.queue[:0], first)
	y.localSum[first] = 0
	for at := 0; at < len(y.queue); at++ {
		i := y.queue[at]
		y.keys = append(y.keys, y.need[y.open[i]], 0)
		count := len(y.keys) - 1
		for _, c := range y.sumCells[y.sumStart[i]:y.sumStart[i+1]] {
			b := y.box[c]
			if y.stampBox[b] == i {
				continue
			}
			y.stampBox[b] = i
			if y.localBox[b] < 0 {
				y.localBox[b] = p.boxes
				p.boxes++
				y.members = append(y.members, b)
				for l := y.first[c]; l >= 0; l = y.links[l].before {
					if t := y.openOf[y.links[l].sum]; y.localSum[t] < 0 {
						y.localSum[t] = int32(len(y.queue))
						y.queue = append(y.queue, t)
					}
				}
			}
			y.keys = append(y.keys, y.localBox[b])
			y.keys[count]++
		}
	}
	y.keys = append(y.keys, -1)
	for _, b := range y.members[p.box:] {
		size := y.boxStart[b+1] - y.boxStart[b]
		y.keys = append(y.keys, size)
		p.cells += int(size)
	}
	p.keys = int32(len(y.keys)) - p.key
	y.spans = append(y.spans, p)
}

// keyOf returns the content of component i.
func (y *system) keyOf(i int) []int32 {
	p := &y.spans[i]
	return y.keys[p.key : p.key+p.keys]
}

// cellsOf returns the unknowns of a box.
func (y *system) cellsOf(b int32) []int32 { return y.boxCells[y.boxStart[b]:y.boxStart[b+1]] }

// rest returns how many unknowns no sum touches.
func (y *system) rest() int { return int(y.boxStart[1]) }
