package cfr

import "blindsight"

// told is all that a side can have been told, as a tree (a trie): each node is one thing more than
// its parent, the root nothing. Nodes are found by comparing events, never by a hash alone.
type told[A, O comparable] struct {
	parents []int32
	events  []blindsight.Event[A, O]
	sets    []int32 // number of the information set in which the side acts here, none before it did
	kids    map[kid[A, O]]int32
}

type kid[A, O comparable] struct {
	parent int32
	event  blindsight.Event[A, O]
}

// none is the number of nothing.
const none = -1

func newTold[A, O comparable]() told[A, O] {
	return told[A, O]{
		parents: []int32{none}, events: make([]blindsight.Event[A, O], 1), sets: []int32{none},
		kids: map[kid[A, O]]int32{},
	}
}

// add returns the node that is one event more than another.
func (t *told[A, O]) add(at int32, e blindsight.Event[A, O]) int32 {
	k := kid[A, O]{at, e}
	n, known := t.kids[k]
	if !known {
		n = int32(len(t.parents))
		t.parents, t.events, t.sets = append(t.parents, at), append(t.events, e), append(t.sets, none)
		t.kids[k] = n
	}
	return n
}

// past returns the events up to a node, oldest first, in buf.
func (t *told[A, O]) past(at int32, buf []blindsight.Event[A, O]) []blindsight.Event[A, O] {
	from := len(buf)
	for ; at > 0; at = t.parents[at] {
		buf = append(buf, t.events[at])
	}
	for i, j := from, len(buf)-1; i < j; i, j = i+1, j-1 {
		buf[i], buf[j] = buf[j], buf[i]
	}
	return buf
}
