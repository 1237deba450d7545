//go:build !js

package randstream

import "crypto/sha256"

// sum256 is SHA-256.
func sum256(message []byte) [sha256.Size]byte { return sha256.Sum256(message) }
