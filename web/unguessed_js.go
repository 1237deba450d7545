package web

import "syscall/js"

// unguessed fills a list with bytes that nobody can guess: the browser's, since crypto/rand would bring a cipher and its
// self-tests along, for whoever opens the page to load.
func unguessed(b []byte) {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.Global().Get("crypto").Call("getRandomValues", array)
	js.CopyBytesToGo(b, array)
}
