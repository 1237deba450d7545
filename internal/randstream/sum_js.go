package randstream

import "blindsight/internal/puresha"

// sum256 is SHA-256, without what the standard library's brings along.
func sum256(message []byte) [32]byte { return puresha.Sum256(message) }
