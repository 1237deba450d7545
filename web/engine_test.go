package web

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"blindsight/player/kriegspielers"
	"blindsight/player/sweepers"
)

// engineAsk is a request to the engine, as testdata/engine.mjs takes it.
type engineAsk struct {
	Method string `json:"method"`
	Target string `json:"target"`
	Type   string `json:"type"`
	Body   string `json:"body"`
}

// engineAnswer is its answer.
type engineAnswer struct {
	Status  int     `json:"status"`
	Body    string  `json:"body"`
	Seconds float64 `json:"seconds"`
}

// decisions are requests of every kind that decides, repeatable by seed and simulations.
func decisions() (list []engineAsk) {
	post := func(target string, body any) {
		text, err := json.Marshal(body)
		if err != nil {
			panic(err)
		}
		list = append(list, engineAsk{"POST", target, "application/json", string(text)})
	}
	type object = map[string]any
	const middle = "9x9/12 windows\n.........\n.........\n...222...\n122101221\n000000000\n000111011\n0012.101.\n111.21011\n....10000\n"
	for _, e := range sweepers.Catalogue {
		post("/api/mines/decide", object{"position": middle, "player": e.Name, "sims": 60, "seed": "7"})
		if e.Name != "optimal" { // which has no time for large boards
			post("/api/mines/decide", object{"position": "6x6/9 windows\n......\n.1....\n......\n...2..\n......\n......\n", "player": e.Name, "sims": 40, "seed": "8"})
		}
	}
	post("/api/mines/analyze", object{"position": middle})
	post("/api/mines/analyze", object{"position": "5x5/8 windows\n.2...\n..12.\n.21..\n.....\n.....\n"})
	post("/api/mines/analyze/stream", object{"position": middle, "simulations": 20})
	post("/api/mines/advise", object{"position": middle, "player": "strong", "sims": 20})
	const record = "[Variant \"Kriegspiel\"]\n[Rules \"berkeley\"]\n\n1. e4 d5 2. Nf3 Nc6 *"
	for _, e := range kriegspielers.Catalogue {
		post("/api/kriegspiel/advise", object{"record": record, "side": "white", "player": e.Name, "simulations": 300, "seed": "3"})
	}
	post("/api/kriegspiel/mate", object{"problem": object{"set": "published", "number": 1, "rules": "english"}, "seconds": 30})
	post("/api/kriegspiel/first", object{"problem": object{"set": "published", "number": 2, "rules": "english"}, "part": 1, "parts": 2})
	post("/api/kriegspiel/why", object{"problem": object{"set": "published", "number": 1, "rules": "english"}, "attempts": []string{"c5c4"}})
	post("/api/kriegspiel/replay", object{"text": record, "side": "black"})
	return list
}

// engineOnce builds the engine and returns how it is run in Node, "" with the reason where it cannot be.
var engineOnce = sync.OnceValues(func() (args []string, reason string) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, "the engine needs node in PATH here"
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err.Error()
	}
	return []string{node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")}, ""
})

// runEngine builds the engine, as the site has it, and asks it in Node.
func runEngine(t testing.TB, list []engineAsk) []engineAnswer {
	t.Helper()
	args, reason := engineOnce()
	if args == nil {
		t.Skip("NOT RUN: " + reason)
	}
	engine := filepath.Join(t.TempDir(), "engine.wasm")
	if said, err := exec.Command("go", "run", "blindsight/cmd/site", "-engine", engine).CombinedOutput(); err != nil {
		t.Fatalf("building the engine: %v\n%s", err, said)
	}
	var in, out, said bytes.Buffer
	for _, q := range list {
		if err := json.NewEncoder(&in).Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(args[0], "testdata/engine.mjs", args[1], engine)
	run.Stdin, run.Stdout, run.Stderr = &in, &out, &said
	if err := run.Run(); err != nil {
		t.Fatalf("the engine: %v\n%s", err, said.String())
	}
	var answers []engineAnswer
	for d := json.NewDecoder(&out); d.More(); {
		var a engineAnswer
		if err := d.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(list) {
		t.Fatalf("%d answers to %d requests\n%s", len(answers), len(list), said.String())
	}
	return answers
}

// The engine of the page decides as the program does, byte for byte: what decides depends on
// no processor. Only times differ, and how often progress was told.
func TestEngineDecidesAsTheProgram(t *testing.T) {
	times := regexp.MustCompile(`"seconds":[-+.e0-9]+`)
	progress := regexp.MustCompile(`(?s)event: (progress|estimates)\n.*?\n\n`)
	list := decisions()
	desk := newDeskClient(newServer(Config{Searches: 1}))
	for i, a := range runEngine(t, list) {
		q, ok := requestOf(context.Background(), list[i].Method, list[i].Target, list[i].Body)
		if !ok {
			t.Fatalf("%v is no request", list[i])
		}
		r, err := desk.Transport.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		_, _ = want.ReadFrom(r.Body)
		r.Body.Close()
		clean := func(text string) string { return times.ReplaceAllString(progress.ReplaceAllString(text, ""), "") }
		if a.Status != r.StatusCode || clean(a.Body) != clean(want.String()) {
			t.Errorf("%s %s\nthe engine: %d %.700s\nthe program: %d %.700s", list[i].Target, list[i].Body, a.Status, a.Body, r.StatusCode, want.String())
		}
		if r.StatusCode != 200 {
			t.Errorf("%s %s: %d %s", list[i].Target, list[i].Body, r.StatusCode, want.String())
		}
	}
}
