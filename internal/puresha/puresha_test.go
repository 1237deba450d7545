package puresha

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"
)

// It agrees with the standard library on messages of every length around the blocks.
func TestSum256(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	message := make([]byte, 1000)
	for n := range message {
		for i := range message {
			message[i] = byte(rng.Uint32())
		}
		if got, want := Sum256(message[:n]), sha256.Sum256(message[:n]); got != want {
			t.Fatalf("%d bytes: %x, want %x", n, got, want)
		}
	}
}
