package uct

// table finds numbers by hashes, by open addressing. It takes 4 bytes for a slot and
// holds no keys: these stand with what is numbered, and who looks compares them there.
type table struct {
	hash  func(number int32) uint64
	slots []int32 // numbers plus 1, or 0
	used  int
	least int // slots that so many numbers need; there may be more from before
}

// fewestSlots are those of a table that holds little.
const fewestSlots = 64

// footprint counts the tables that this one grew out of as well: they may wait for the
// collector.
func (t *table) footprint(n int) (held, more, kept int64) {
	const slotSize = 4
	then := max(t.least, fewestSlots)
	for 2*(t.used+n) > then {
		then *= 2
	}
	return 2 * slotSize * int64(t.least), 2 * slotSize * int64(then-t.least), slotSize * int64(max(len(t.slots)-t.least, 0))
}

// roomy tells whether there is memory for one number more, that of before not counted.
func (t *table) roomy() bool { return 2*(t.used+1) <= t.least }

// clear takes all numbers away and keeps the memory, if the next ones may be about as
// many.
func (t *table) clear() {
	if len(t.slots) > 8*t.least {
		t.slots = nil
	}
	clear(t.slots)
	t.used, t.least = 0, 0
}

// release gives the memory back that is there from before.
func (t *table) release() {
	if len(t.slots) > t.least {
		t.resize()
	}
}

// like returns the numbers of a hash, and perhaps others.
func (t *table) like(hash uint64) func(yield func(number int32) bool) {
	return func(yield func(int32) bool) {
		if t.used == 0 {
			return
		}
		mask := uint64(len(t.slots) - 1)
		for i := hash & mask; t.slots[i] != 0 && yield(t.slots[i]-1); i = (i + 1) & mask {
		}
	}
}

// put adds a number that is not there yet.
func (t *table) put(number int32) {
	if !t.roomy() {
		t.least = max(2*t.least, fewestSlots)
		if len(t.slots) < t.least {
			t.resize()
		}
	}
	t.insert(number)
	t.used++
}

func (t *table) resize() {
	old := t.slots
	t.slots = make([]int32, t.least)
	for _, s := range old {
		if s != 0 {
			t.insert(s - 1)
		}
	}
}

func (t *table) insert(number int32) {
	mask := uint64(len(t.slots) - 1)
	i := t.hash(number) & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = number + 1
}
