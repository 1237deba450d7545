package counting

import "slices"

// store keeps counted components. They are found by their whole content; the hash
// only says where to look.
type store struct {
	buckets [512]*component
	now     uint64 // number of the Count under way: what it uses is not thrown away
	kept    int
	numbers int // float64s in all kept components
	built   int // components counted, kept or not
	spare   []*component
}

// Beyond this many components, or numbers in them (256 MB), those not used for the
// longest time are thrown away.
const (
	maxKept    = 256
	maxNumbers = 32 << 20
	maxSpare   = 1 << 16 // numbers in a component whose memory is used again
)

// begin starts a Count.
func (s *store) begin() { s.now++ }

// component returns the component with this content, counting it where it is not
// known; nil where that is beyond the builder's limit.
func (s *store) component(w *builder, key []int32, tilt int) *component {
	h := uint64(tilt)
	for _, x := range key {
		h = (h ^ uint64(uint32(x))) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	bucket := &s.buckets[h%uint64(len(s.buckets))]
	for k := *bucket; k != nil; k = k.chain {
		if k.hash == h && k.tilt == tilt && slices.Equal(k.key, key) {
			k.used = s.now
			return k
		}
	}
	if s.kept >= maxKept || s.numbers > maxNumbers {
		s.sweep()
	}
	k := s.fresh()
	k.key = append(k.key[:0], key...)
	k.hash, k.tilt, k.used = h, tilt, s.now
	if !w.build(k) {
		return nil // not worth keeping
	}
	k.chain, *bucket = *bucket, k
	s.built++
	s.kept++
	s.numbers += k.numbers()
	return k
}

func (k *component) numbers() int { return cap(k.forth) + cap(k.back) + cap(k.share) }

func (s *store) fresh() *component {
	if n := len(s.spare); n > 0 {
		k := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return k
	}
	return &component{}
}

// sweep throws away the components that the last Counts did not use, so many Counts
// back that half of the room is free.
func (s *store) sweep() {
	for age := uint64(64); ; age /= 4 {
		for i := range s.buckets {
			for p := &s.buckets[i]; *p != nil; {
				k := *p
				if s.now-k.used <= age {
					p = &k.chain
					continue
				}
				*p = k.chain
				s.discard(k)
			}
		}
		if s.kept < maxKept/2 && s.numbers < maxNumbers/2 || age == 0 {
			return
		}
	}
}

// forget throws away all components.
func (s *store) forget() {
	s.now++
	for i := range s.buckets {
		for k := s.buckets[i]; k != nil; {
			next := k.chain
			s.discard(k)
			k = next
		}
		s.buckets[i] = nil
	}
}

// discard takes a component that has left its bucket.
func (s *store) discard(k *component) {
	s.kept--
	s.numbers -= k.numbers()
	if k.numbers() <= maxSpare {
		s.spare = append(s.spare, k)
	}
}
