package uct

import (
	"runtime"

	"blindsight"
)

// table maps keys to numbers by open addressing. It keeps its memory, as one
// decision follows another, and is cleared at once: entries of another age do not
// count.
type table struct {
	slots []slot
	used  int
	age   uint32
}

type slot struct {
	key    blindsight.Key
	number int32
	age    uint32
}

func (t *table) clear() {
	t.used = 0
	if t.age++; t.age == 0 { // entries of four thousand million decisions ago are still there
		clear(t.slots)
		t.age = 1
	}
}

// get returns the number of a key, or -1.
func (t *table) get(k blindsight.Key) int32 {
	if t.used == 0 {
		return -1
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.Lo & mask; ; i = (i + 1) & mask {
		switch s := &t.slots[i]; {
		case s.age != t.age:
			return -1
		case s.key == k:
			return s.number
		}
	}
}

// put adds a key that is not there yet.
func (t *table) put(k blindsight.Key, number int32) {
	if t.age == 0 {
		t.age = 1
	}
	if 2*(t.used+1) > len(t.slots) {
		old := t.slots
		if len(old)*slotSize >= large {
			runtime.GC()
		}
		t.slots = make([]slot, max(64, 2*len(old)))
		for _, s := range old {
			if s.age == t.age {
				t.insert(s)
			}
		}
	}
	t.insert(slot{k, number, t.age})
	t.used++
}

func (t *table) insert(s slot) {
	mask := uint64(len(t.slots) - 1)
	i := s.key.Lo & mask
	for t.slots[i].age == t.age {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}
