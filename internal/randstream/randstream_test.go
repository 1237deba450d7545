package randstream_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/internal/randstream"
)

// Do NOT change the golden values below: published results and saved runs of users
// depend on them. A change here is a change of every result.

// The values were computed apart from this package, by Python's hashlib and struct
// modules following the encoding in the comment of Seed.
func TestSeedGolden(t *testing.T) {
	for _, c := range []struct {
		seed    uint64
		name    string
		numbers []uint64
		hi, lo  uint64
	}{
		{0, "", nil, 0x9d908ecfb6b256de, 0xf8b49a7c504e6c88},
		{1, "game", nil, 0x2966e8f5f8e14258, 0xf7587fb566797e28},
		{1, "game", []uint64{0}, 0x2731d499de1bfc21, 0x30c47d1befe48954},
		{1, "game", []uint64{0, 7}, 0xef98bb79f00dc008, 0x641af2911e9f0c8f},
		{2, "game", []uint64{0, 7}, 0x316f6af265f51fa7, 0x02a91a7fa56d1fe5},
		{1, "estimator", []uint64{0, 7}, 0x8f5f2c1f23336397, 0x417be600093fb462},
		{1<<64 - 1, "épisode/search", []uint64{1<<64 - 1}, 0xf9267ec90f098eef, 0x14ae19a9abd5985c},
	} {
		hi, lo := randstream.Seed(c.seed, c.name, c.numbers...)
		if hi != c.hi || lo != c.lo {
			t.Errorf("Seed(%d, %q, %d) = %#016x, %#016x, want %#016x, %#016x",
				c.seed, c.name, c.numbers, hi, lo, c.hi, c.lo)
		}
	}
}

// The first three values come from a PCG-DXSM written in Python from its definition;
// the small integers were drawn by Go 1.26 and guard the way from bits to integers.
func TestNewGolden(t *testing.T) {
	rng := randstream.New(1, "game", 0)
	for i, want := range []uint64{0x57b84e112bcee5d0, 0x95600a96755ced92, 0xd5c689777059a7f9} {
		if got := rng.Uint64(); got != want {
			t.Errorf("draw %d = %#016x, want %#016x", i, got, want)
		}
	}
	rng = randstream.New(1, "game", 0)
	var got []int
	for range 12 {
		got = append(got, rng.IntN(100))
	}
	if want := []int{34, 58, 83, 92, 28, 45, 65, 59, 88, 48, 19, 49}; !slices.Equal(got, want) {
		t.Errorf("small integers = %d, want %d", got, want)
	}
}

// Arguments that a careless encoding would confuse, and ordinary neighbours.
func TestStreamsDiffer(t *testing.T) {
	type arguments struct {
		seed    uint64
		name    string
		numbers []uint64
	}
	all := []arguments{
		{0, "", nil},
		{0, "", []uint64{0}},
		{0, "", []uint64{0, 0}},
		{0, "\x00", nil},
		{0, "\x00\x00\x00\x00\x00\x00\x00\x00", nil},
		{1, "", nil},
		{1, "a", nil},
		{1, "a", []uint64{0}},
		{1, "a", []uint64{1}},
		{1, "a", []uint64{1, 2}},
		{1, "a", []uint64{2, 1}},
		{1, "a", []uint64{12}},
		{1, "a1", nil},
		{1, "a1", []uint64{2}},
		{1, "a12", nil},
		{1, "a\x00\x00\x00\x00\x00\x00\x00\x01", nil},
		{2, "a", []uint64{1}},
		{1, "b", []uint64{1}},
		{1, "A", []uint64{1}},
		{1 << 63, "a", nil},
		{1<<64 - 1, "a", nil},
	}
	type state struct{ hi, lo uint64 }
	seen := map[state]arguments{}
	first := map[uint64]arguments{}
	for _, a := range all {
		hi, lo := randstream.Seed(a.seed, a.name, a.numbers...)
		if b, ok := seen[state{hi, lo}]; ok {
			t.Errorf("%v and %v have the same seed", a, b)
		}
		seen[state{hi, lo}] = a
		draw := randstream.New(a.seed, a.name, a.numbers...).Uint64()
		if b, ok := first[draw]; ok {
			t.Errorf("%v and %v begin with the same draw", a, b)
		}
		first[draw] = a
	}
}

// One consumer's draws do not move another's.
func TestStreamsAreIndependent(t *testing.T) {
	alone := randstream.New(5, "search").Uint64()
	for range 100 {
		randstream.New(5, "game").Uint64()
	}
	if got := randstream.New(5, "search").Uint64(); got != alone {
		t.Errorf("the stream moved from %#x to %#x", alone, got)
	}
}

// The first draws of streams with neighbouring numbers, or seeds, must look like
// draws of one good generator: each bit is set in about half of 10,000 streams. The
// bound is 5 standard deviations, 5·sqrt(10000)/2 = 250; the seeds being fixed, the
// test cannot fail now and then.
func TestNeighboursAreUnbiased(t *testing.T) {
	const streams = 10_000
	for name, stream := range map[string]func(i uint64) *rand.Rand{
		"numbers": func(i uint64) *rand.Rand { return randstream.New(1, "episode", i) },
		"seeds":   func(i uint64) *rand.Rand { return randstream.New(i, "episode") },
	} {
		var ones [64]int
		for i := range uint64(streams) {
			draw := stream(i).Uint64()
			for bit := range ones {
				ones[bit] += int(draw >> bit & 1)
			}
		}
		for bit, n := range ones {
			if n < streams/2-250 || n > streams/2+250 {
				t.Errorf("%s: bit %d is set in %d of %d first draws", name, bit, n, streams)
			}
		}
	}
}

func TestSeedDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { randstream.Seed(1, "episode/search", 3, 4) }); n != 0 {
		t.Errorf("Seed allocates %v times", n)
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		randstream.New(1, "episode", uint64(i))
	}
}

func ExampleNew() {
	// Two consumers of one run, each with a stream of its own.
	for _, name := range []string{"game", "search"} {
		fmt.Println(name, randstream.New(2026, name, 0).IntN(1000))
	}
	// Output:
	// game 141
	// search 763
}
