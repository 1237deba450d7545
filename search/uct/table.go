package uct

import "blindsight"

// table maps keys to nodes by open addressing. It is cleared in time proportional
// to what is in it and keeps its memory, as one decision follows another.
type table struct {
	slots []slot
	used  int
}

type slot struct {
	key  blindsight.Key
	node int32 // 1 + the node; 0 is empty
}

func (t *table) clear() {
	clear(t.slots)
	t.used = 0
}

// get returns the node of a key, or -1.
func (t *table) get(k blindsight.Key) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.Lo & mask; ; i = (i + 1) & mask {
		switch s := &t.slots[i]; {
		case s.node == 0:
			return -1
		case s.key == k:
			return s.node - 1
		}
	}
}

// put adds a key that is not there yet.
func (t *table) put(k blindsight.Key, node int32) {
	if 2*(t.used+1) > len(t.slots) {
		old := t.slots
		t.slots = make([]slot, max(64, 2*len(old)))
		for _, s := range old {
			if s.node != 0 {
				t.insert(s)
			}
		}
	}
	t.insert(slot{k, node + 1})
	t.used++
}

func (t *table) insert(s slot) {
	mask := uint64(len(t.slots) - 1)
	i := s.key.Lo & mask
	for t.slots[i].node != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}
