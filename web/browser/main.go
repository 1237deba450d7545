//go:build js

// Browser is the engine of the page without a server: the API in a Web Worker. It is built
// for js/wasm by `make site`; web/ui/src/lib/worker.ts starts it.
//
// The worker's scope has a function `post`, which takes messages, and gets a function
// `receive` from here; both are of the form of web.Message, with names in lower case. It calls `ready` when it can
// be asked.
package main

import (
	"runtime/debug"
	"syscall/js"

	"blindsight/player/kriegspielers/problemset"
	"blindsight/web"
)

// version is told to the page. `make site` sets it.
var version = "devel"

// While garbage is collected nobody is answered, since there is one thread (see rest). Five megabytes live, so there is room to collect seldom; beyond
// the limit, which only searches for mates come near, it is collected as often as it takes.
const (
	gcPercent   = 400
	memoryLimit = 1 << 30
)

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	scope := js.Global()
	post := scope.Get("post")
	service := web.NewService(web.Scope{Version: version, Problems: []*problemset.Set{collected}})
	rest := newRest()
	desk := web.NewDesk(service, func(m web.Message) {
		post.Invoke(toJS(m))
		rest.heard(m.Kind)
	})
	scope.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := fromJS(args[0])
		rest.heard(m.Kind)
		desk.Receive(m)
		return nil
	}))
	scope.Call("ready")
	select {} // the worker ends it
}

// fromJS reads a message of the page.
func fromJS(v js.Value) web.Message {
	m := web.Message{ID: v.Get("id").Int(), Kind: web.MessageKind(v.Get("kind").String())}
	if m.Kind == web.Ask {
		m.Method, m.Target, m.Type = v.Get("method").String(), v.Get("target").String(), v.Get("type").String()
		m.Body = []byte(v.Get("body").String())
	}
	return m
}

// toJS writes a message for the page.
func toJS(m web.Message) js.Value {
	header := js.Global().Get("Object").New()
	for name, value := range m.Header {
		header.Set(name, value)
	}
	v := js.Global().Get("Object").New()
	v.Set("id", m.ID)
	v.Set("kind", string(m.Kind))
	v.Set("status", m.Status)
	v.Set("header", header)
	if m.Body != nil {
		body := js.Global().Get("Uint8Array").New(len(m.Body))
		js.CopyBytesToJS(body, m.Body)
		v.Set("body", body)
	}
	return v
}
