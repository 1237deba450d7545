package uct

import (
	"math/rand/v2"
	"testing"

	"blindsight"
)

// The table does what a map does, through growth and clearing. Few different keys
// make many collisions: the low bits, by which the table looks, are among 16 values.
func TestTableIsAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, low := range []uint64{16, 1 << 40} {
		var table table
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
				node := int32(rng.IntN(1000))
				table.put(k, node)
				reference[k] = node
			}
			if table.used != len(reference) {
				t.Fatalf("step %d: %d keys, want %d", step, table.used, len(reference))
			}
			if rng.IntN(3000) == 0 {
				table.clear()
				clear(reference)
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
	var table table
	fill := func() {
		table.clear()
		for i := range uint64(1000) {
			table.put(blindsight.Key{Hi: i, Lo: i * 0x9e3779b97f4a7c15}, int32(i))
		}
	}
	fill()
	if n := testing.AllocsPerRun(10, fill); n != 0 {
		t.Errorf("%v allocations when filled again", n)
	}
}
