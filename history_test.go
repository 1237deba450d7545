package blindsight_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
)

type events = []blindsight.Event[string, int]

// historyOf returns the history of some events.
func historyOf(past ...blindsight.Event[string, int]) *blindsight.History[string, int] {
	h := blindsight.NewHistory[string, int]("a", "b")
	for _, e := range past {
		var err error
		if e.Heard {
			err = h.Heard(e.Seen)
		} else {
			err = h.Did(e.Action, e.Seen)
		}
		if err != nil {
			panic(err)
		}
	}
	return h
}

func TestHistoryRemembersInOrder(t *testing.T) {
	past := events{{"a", 1, false}, {"b", 2, false}, {"", 2, true}, {"a", 1, false}}
	h := historyOf(past...)
	if got := h.Past(); !slices.Equal(got, past) {
		t.Errorf("past %v, want %v", got, past)
	}
	if got := h.Legal([]string{"before"}); !slices.Equal(got, []string{"before", "a", "b"}) {
		t.Errorf("legal actions %v, want all, appended", got)
	}
}

// Equal histories have equal keys; a history that differs in an action, in what was
// seen, in order or in length has another.
func TestHistoryKeys(t *testing.T) {
	histories := []events{
		nil,
		{{"a", 1, false}},
		{{"a", 2, false}},
		{{"b", 1, false}},
		{{"a", 1, false}, {"b", 1, false}},
		{{"b", 1, false}, {"a", 1, false}},
		{{"a", 1, false}, {"a", 1, false}},
		{{"a", 1, false}, {"a", 1, false}, {"a", 1, false}},
		{{"", 1, true}},
		{{"", 1, false}},
		{{"a", 1, false}, {"", 1, true}},
		{{"", 1, true}, {"a", 1, false}},
	}
	for i, x := range histories {
		for j, y := range histories {
			if same := historyOf(x...).Key() == historyOf(y...).Key(); same != (i == j) {
				t.Errorf("%v and %v: same key %v", x, y, same)
			}
		}
	}
}

// Among the 2^15-1 histories of up to 14 events of two kinds no key comes twice.
// Chance would do that in one of 2^99 runs.
func TestHistoryKeysAreDistinct(t *testing.T) {
	seen := make(map[blindsight.Key]events)
	var walk func(h *blindsight.History[string, int], depth int)
	walk = func(h *blindsight.History[string, int], depth int) {
		if other, ok := seen[h.Key()]; ok {
			t.Fatalf("%v and %v have the same key", other, h.Past())
		}
		seen[h.Key()] = h.Past()
		if depth == 0 {
			return
		}
		for _, a := range h.Legal(nil) {
			next := h.Clone()
			if err := next.Did(a, depth%2); err != nil {
				t.Fatal(err)
			}
			walk(next, depth-1)
		}
	}
	walk(historyOf(), 14)
	if len(seen) != 1<<15-1 {
		t.Errorf("%d histories, want 1 + 2 + 4 + ... + 2^14", len(seen))
	}
}

// A copy goes its own way, and so does the original: even where both go on from the
// same memory.
func TestHistoryCopiesAreIndependent(t *testing.T) {
	original := historyOf(events{{"a", 1, false}, {"b", 2, false}}...)
	clone := original.Clone()
	copied := historyOf(events{{"b", 9, false}, {"b", 9, false}, {"b", 9, false}}...)
	copied.CopyFrom(original)
	for i, h := range []*blindsight.History[string, int]{original, clone, copied} {
		if h.Key() != historyOf(events{{"a", 1, false}, {"b", 2, false}}...).Key() {
			t.Errorf("history %d has another key", i)
		}
	}
	for i, h := range []*blindsight.History[string, int]{original, clone, copied} {
		if err := h.Did("a", i); err != nil {
			t.Fatal(err)
		}
	}
	for i, h := range []*blindsight.History[string, int]{original, clone, copied} {
		want := events{{"a", 1, false}, {"b", 2, false}, {"a", i, false}}
		if !slices.Equal(h.Past(), want) || h.Key() != historyOf(want...).Key() {
			t.Errorf("history %d is %v, want %v", i, h.Past(), want)
		}
	}
}

// A search copies the same view again and again: into memory that has grown, for
// nothing.
func TestHistoryCopyDoesNotAllocate(t *testing.T) {
	long, short := historyOf(), historyOf(events{{"a", 1, false}}...)
	for i := range 100 {
		if err := long.Did("b", i); err != nil {
			t.Fatal(err)
		}
	}
	h := long.Clone()
	if n := testing.AllocsPerRun(100, func() {
		h.CopyFrom(short)
		h.CopyFrom(long)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The actions given are copied: what the caller does with his slice changes nothing.
func TestHistoryKeepsItsActions(t *testing.T) {
	actions := []int{1, 2, 3}
	h := blindsight.NewHistory[int, int](actions...)
	actions[0] = 99
	legal := h.Legal(nil)
	legal[1] = 99
	if got := h.Legal(nil); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("legal actions %v", got)
	}
}

// Keys are ordered by Less as by a pair of numbers.
func TestKeyLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var keys []blindsight.Key
	for range 100 {
		keys = append(keys, blindsight.Key{Hi: rng.Uint64N(3), Lo: rng.Uint64N(3)})
	}
	for _, k := range keys {
		for _, l := range keys {
			if want := 3*k.Hi+k.Lo < 3*l.Hi+l.Lo; k.Less(l) != want {
				t.Errorf("%v < %v: %v, want %v", k, l, !want, want)
			}
		}
	}
}
