package uct

import (
	"reflect"
	"runtime"
	"slices"
)

// growing is how much memory an array takes that grows, its copy and the room behind it
// included, for each byte that it holds.
const growing = 2.5

// large is from how many bytes on an array is worth a collection of garbage before it
// grows: without one, its copies of before would still be there.
const large = 32 << 20

// room returns a slice with room for more.
func room[T any](s []T, more int) []T {
	if len(s)+more <= cap(s) {
		return s
	}
	if cap(s)*size[T]() >= large {
		runtime.GC()
	}
	return slices.Grow(s, more)
}

// fits tells whether there is memory for so many edges more, and for a node with what
// belongs to it. Where there is not, the tree is full from then on.
func (t *tree[S, V, A, O]) fits(edges int) bool {
	held := (len(t.nodes)+1)*nodeSize + (len(t.kids)+1)*kidSize + (len(t.edges)+edges)*t.edgeSize +
		(len(t.shared.slots)+len(t.links.slots))*slotSize
	t.full = t.full || growing*float64(held) > float64(t.limit)
	return !t.full
}

// release gives the arrays back. A tree that was full of one thing, edges say, may want
// to be full of another the next time, and not of both.
func (t *tree[S, V, A, O]) release() {
	t.nodes, t.edges, t.kids, t.worth = nil, nil, nil, nil
	t.shared, t.links = table{}, table{}
}

// The sizes of what a tree is made of, in bytes. That of an edge depends on its action.
var (
	nodeSize = size[node]()
	kidSize  = size[kid]()
	slotSize = size[slot]()
)

func size[T any]() int { return int(reflect.TypeFor[T]().Size()) }
