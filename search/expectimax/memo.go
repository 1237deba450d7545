package expectimax

import (
	"sync"

	"blindsight"
)

// memo is the table of beliefs whose value, or an upper bound of it, is known. It
// is shared by all workers, grows up to a limit, and from then on forgets small
// beliefs in favour of large ones.
type memo struct {
	shards [64]memoShard
	limit  int // buckets a shard may have
}

type memoShard struct {
	mutex   sync.Mutex
	buckets []memoBucket
	used    int
}

// memoBucket holds entries that compete for their place when memory runs out.
type memoBucket [4]memoEntry

type memoEntry struct {
	key    blindsight.Key
	value  int32
	states uint32 // 2*states, plus 1 where the value is exact; 0 is empty
}

const bucketBytes = 4 * 24

func newMemo(bytes int64) *memo {
	t := &memo{limit: 16}
	for int64(2*t.limit)*bucketBytes*int64(len(t.shards)) <= bytes {
		t.limit *= 2
	}
	return t
}

// get returns what is known of a belief: its value, or an upper bound of it.
func (t *memo) get(k blindsight.Key) (value int32, exact, ok bool) {
	s := &t.shards[k.Hi%uint64(len(t.shards))]
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.buckets == nil {
		return 0, false, false
	}
	for i := range s.buckets[k.Lo&uint64(len(s.buckets)-1)] {
		if e := &s.buckets[k.Lo&uint64(len(s.buckets)-1)][i]; e.key == k && e.states != 0 {
			return e.value, e.states&1 != 0, true
		}
	}
	return 0, false, false
}

// put notes what is known of a belief.
func (t *memo) put(k blindsight.Key, states int, value int32, exact bool) {
	s := &t.shards[k.Hi%uint64(len(t.shards))]
	e := memoEntry{key: k, value: value, states: uint32(2 * states)}
	if exact {
		e.states++
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.buckets == nil {
		s.buckets = make([]memoBucket, 16)
	}
	if s.used > 3*len(s.buckets) && len(s.buckets) < t.limit {
		s.grow()
	}
	if s.insert(e) {
		s.used++
	}
}

// insert puts an entry into its bucket: in place of what was known of the same
// belief, into an empty slot, or in place of the smallest belief. It tells whether
// a slot more is used.
func (s *memoShard) insert(e memoEntry) bool {
	b := &s.buckets[e.key.Lo&uint64(len(s.buckets)-1)]
	least := 0
	for i := range b {
		if b[i].key == e.key && b[i].states != 0 {
			if b[i].states&1 == 0 { // an exact value stays
				b[i] = e
			}
			return false
		}
		if b[i].states < b[least].states {
			least = i
		}
	}
	fresh := b[least].states == 0
	b[least] = e
	return fresh
}

func (s *memoShard) grow() {
	old := s.buckets
	s.buckets = make([]memoBucket, 2*len(old))
	s.used = 0
	for i := range old {
		for _, e := range old[i] {
			if e.states != 0 && s.insert(e) {
				s.used++
			}
		}
	}
}
