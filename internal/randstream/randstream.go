// Package randstream derives independent random streams, by name, from one seed.
//
// A run of the program has one seed and many consumers of randomness: the game,
// the estimator, the search, each of many episodes. If they shared one generator,
// a consumer that draws once more would shift all the others, and results would
// depend on the order in which workers happen to finish. Here each consumer asks
// for a stream by its name and numbers instead:
//
//	rng := randstream.New(seed, "episode/game", uint64(episode))
//
// The stream depends on nothing but these arguments, so one seed gives one result
// whatever the number of workers, and a new consumer disturbs no old one.
//
// The streams serve simulation. They are not for secrets: PCG can be predicted
// from its output.
package randstream

import (
	"encoding/binary"
	"math/rand/v2"
)

// New returns the stream called name, with the given numbers, of a seed: a PCG
// generator that starts at the point given by [Seed].
//
// Equal arguments give equal streams on every machine and in every release.
// It costs one SHA-256 and allocates the generator, well under a microsecond.
// New may be called from several goroutines; the generator it returns, like any
// [rand.Rand], belongs to one.
func New(seed uint64, name string, numbers ...uint64) *rand.Rand {
	return rand.New(rand.NewPCG(Seed(seed, name, numbers...)))
}

// Seed returns the 128 bits that identify the stream called name, with the given
// numbers, of a seed, for generators other than the one [New] makes.
//
// They are the first 16 bytes, big-endian, of the SHA-256 of: seed, length of the
// name, name, count of the numbers, numbers; all integers as 8 bytes big-endian.
// With both lengths written down, different arguments are different messages:
// ("a", 1) is not ("a1"). It is safe for concurrent use and allocates only for
// long names.
func Seed(seed uint64, name string, numbers ...uint64) (hi, lo uint64) {
	message := make([]byte, 0, 128)
	message = binary.BigEndian.AppendUint64(message, seed)
	message = binary.BigEndian.AppendUint64(message, uint64(len(name)))
	message = append(message, name...)
	message = binary.BigEndian.AppendUint64(message, uint64(len(numbers)))
	for _, n := range numbers {
		message = binary.BigEndian.AppendUint64(message, n)
	}
	sum := sum256(message)
	return binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])
}
