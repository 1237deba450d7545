package reveal

import "blindsight"

// memo is the transposition table of the search: beliefs whose value, or an upper bound of it, is known. It
// grows up to a limit, and from then on forgets small beliefs in favour of large
// ones. It may be read by several goroutines while none writes.
type memo struct {
	buckets []memoBucket
	used    int
	limit   int // buckets
}

// memoBucket holds entries that compete for their place when memory runs out.
type memoBucket [4]memoEntry

type memoEntry struct {
	key    blindsight.Key
	value  int32
	states uint32 // 4 times the states, plus the flags; 0 is empty
}

const (
	exactFlag   = 1  // the value is exact, not a bound
	passingFlag = 2  // the key means something in one table of answers only
	leastMemo   = 16 // buckets
	bucketBytes = 4 * 24
)

func newMemo(bytes int64) *memo {
	t := &memo{limit: leastMemo}
	for int64(2*t.limit)*bucketBytes <= bytes {
		t.limit *= 2
	}
	return t
}

// get returns what is known of a belief: its value, or an upper bound of it.
func (t *memo) get(k blindsight.Key) (value int32, exact, ok bool) {
	if len(t.buckets) == 0 {
		return 0, false, false
	}
	b := &t.buckets[k.Lo&uint64(len(t.buckets)-1)]
	for i := range b {
		if e := &b[i]; e.key == k && e.states != 0 {
			return e.value, e.states&exactFlag != 0, true
		}
	}
	return 0, false, false
}

// put notes an entry: in place of what was known of the same belief, in an empty
// slot, or in place of the smallest belief.
func (t *memo) put(e memoEntry, w *watch) {
	if len(t.buckets) == 0 {
		t.buckets = make([]memoBucket, leastMemo)
	}
	if t.used > 3*len(t.buckets) && len(t.buckets) < t.limit {
		t.grow(w)
	}
	t.insert(e)
}

func (t *memo) insert(e memoEntry) {
	b := &t.buckets[e.key.Lo&uint64(len(t.buckets)-1)]
	least := 0
	for i := range b {
		if b[i].key == e.key && b[i].states != 0 {
			if b[i].states&exactFlag == 0 { // an exact value stays
				b[i] = e
			}
			return
		}
		if b[i].states < b[least].states {
			least = i
		}
	}
	if b[least].states == 0 {
		t.used++
	}
	b[least] = e
}

// grow doubles the table. Where the context ends meanwhile, the rest is forgotten.
func (t *memo) grow(w *watch) {
	old := t.buckets
	t.buckets = make([]memoBucket, 2*len(old))
	t.used = 0
	for i := range old {
		for _, e := range old[i] {
			if e.states != 0 {
				t.insert(e)
			}
		}
		if w.did(64) { // a place in memory that is not near is as dear as many that are
			return
		}
	}
}

// merge takes over what another table knows beyond one table of answers, or a part
// of it where the context ended.
func (t *memo) merge(o *memo, w *watch) {
	for i := range o.buckets {
		for _, e := range o.buckets[i] {
			if e.states != 0 && e.states&passingFlag == 0 {
				t.put(e, w)
			}
		}
		if w.did(64) {
			return
		}
	}
}
