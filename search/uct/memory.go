package uct

import "reflect"

// growing is how much memory an array takes that grows, its copies and what the
// garbage collector has not yet freed of them included, for each byte that it holds.
const growing = 2.5

// used returns the bytes of the tree, those of growing included.
func (t *tree[S, V, A, O]) used() int64 {
	held := len(t.nodes)*nodeSize + len(t.kids)*kidSize + len(t.edges)*t.edgeSize +
		(len(t.shared.slots)+len(t.links.slots))*slotSize
	return int64(growing * float64(held))
}

// The sizes of what a tree is made of, in bytes. That of an edge depends on its action.
var (
	nodeSize = size[node]()
	kidSize  = size[kid]()
	slotSize = size[slot]()
)

func size[T any]() int { return int(reflect.TypeFor[T]().Size()) }
