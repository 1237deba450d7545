//go:build js

package main

import (
	"bytes"
	"errors"
	"syscall/js"

	"blindsight/player/kriegspielers/problemset"
)

// collected are the problems of a file of the site, loaded when somebody asks for them. The worker's scope has a function
// `load`, which returns a promise of the bytes of a file.
var collected = problemset.New("collected", "Mates from games", "games between programs of this house, studies/kriegspiel-problems",
	func() ([]problemset.Problem, error) {
		data, err := load("collected")
		if err != nil {
			return nil, err
		}
		return problemset.Read(bytes.NewReader(data))
	})

// load waits for a file of the site.
func load(name string) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(data, args[0])
		done <- result{data: data}
		return nil
	})
	defer then.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- result{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer failed.Release()
	js.Global().Call("load", name).Call("then", then, failed)
	r := <-done
	return r.data, r.err
}
