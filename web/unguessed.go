//go:build !js

package web

import "crypto/rand"

// unguessed fills a list with bytes that nobody can guess.
func unguessed(b []byte) { _, _ = rand.Read(b) } // it never fails
