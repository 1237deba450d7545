package uct

import (
	"math/rand/v2"
	"testing"

	"blindsight"
)

// keyed is a table together with what it numbers.
type keyed struct {
	table
	keys []blindsight.Key
}

func newKeyed() *keyed {
	k := new(keyed)
	k.hash = func(number int32) uint64 { return k.keys[number].Lo }
	return k
}

func (k *keyed) get(key blindsight.Key) int32 {
	for number := range k.like(key.Lo) {
		if k.keys[number] == key {
			return number
		}
	}
	return -1
}

func (k *keyed) add(key blindsight.Key) int32 {
	k.keys = append(k.keys, key)
	k.put(int32(len(k.keys) - 1))
	return int32(len(k.keys) - 1)
}

// The table does what a map does, through growth, clearing and giving back. Few
// different keys make many collisions: the low bits, by which the table looks, are among
// 16 values.
func TestTableIsAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, low := range []uint64{16, 1 << 40} {
		table := newKeyed()
		reference := make(map[blindsight.Key]int32)
		for step := range 20_000 {
			k := blindsight.Key{Hi: rng.Uint64N(200), Lo: rng.Uint64N(low) << 8}
			want, ok := reference[k]
			if !ok {
				want = -1
			}
			if got := table.get(k); got != want {
				t.Fatalf("step %d: get(%v) = %d, want %d", step, k, got, want)
			}
			if !ok {
				reference[k] = table.add(k)
			}
			if table.used != len(reference) {
				t.Fatalf("step %d: %d keys, want %d", step, table.used, len(reference))
			}
			switch rng.IntN(3000) {
			case 0:
				table.clear()
				clear(reference)
			case 1:
				table.release()
			}
		}
		for k, want := range reference {
			if got := table.get(k); got != want {
				t.Errorf("get(%v) = %d, want %d", k, got, want)
			}
		}
	}
}

func TestTableKeepsItsMemory(t *testing.T) {
	table := newKeyed()
	for i := range uint64(1000) {
		table.keys = append(table.keys, blindsight.Key{Hi: i, Lo: i * 0x9e3779b97f4a7c15})
	}
	fill := func() {
		table.clear()
		for i := range table.keys {
			table.put(int32(i))
		}
	}
	fill()
	if n := testing.AllocsPerRun(10, fill); n != 0 {
		t.Errorf("%v allocations when filled again", n)
	}
}

// What a table says it takes does not depend on what it held before, foretells what it
// takes next, and is what it has, with half as much again for the table it came from.
func TestTableFootprint(t *testing.T) {
	fresh, used := newKeyed(), newKeyed()
	for i := range uint64(5000) {
		used.add(blindsight.Key{Lo: i})
	}
	used.clear()
	for i := range uint64(3000) {
		_, more, _ := fresh.footprint(1)
		before, _, _ := fresh.footprint(0)
		if roomy := fresh.roomy(); roomy != (more == 0) || roomy != used.roomy() {
			t.Fatalf("%d numbers: roomy %v and %v, one number more takes %d bytes", i, roomy, used.roomy(), more)
		}
		fresh.add(blindsight.Key{Lo: i})
		used.add(blindsight.Key{Lo: i})
		held, _, kept := fresh.footprint(1)
		if held != before+more || kept != 0 || held < int64(4*len(fresh.slots)*3/2) {
			t.Fatalf("%d numbers: %d bytes, %d kept, %d slots; foretold were %d", i+1, held, kept, len(fresh.slots), before+more)
		}
		again, _, kept := used.footprint(1)
		if again != held || kept != int64(4*(len(used.slots)-len(fresh.slots))) {
			t.Fatalf("%d numbers: %d bytes where it held more before, %d kept", i+1, again, kept)
		}
	}
	used.release()
	if len(used.slots) != len(fresh.slots) {
		t.Errorf("%d slots after giving back, want %d", len(used.slots), len(fresh.slots))
	}
}
