package problemset

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// What is written is read back equal.
func TestWrittenIsRead(t *testing.T) {
	list, err := Published.Problems()
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Write(&file, list); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(list) {
		t.Fatalf("%d problems of %d are read", len(got), len(list))
	}
	for i := range list {
		want := map[string][]string{}
		for _, a := range list[i].Answers {
			want[a.Rules.Name] = a.First
		}
		have := map[string][]string{}
		for _, a := range got[i].Answers {
			have[a.Rules.Name] = a.First
		}
		if got[i].ID != list[i].ID || got[i].Moves != list[i].Moves || got[i].Key != list[i].Key || !reflect.DeepEqual(got[i].Belief, list[i].Belief) || !reflect.DeepEqual(have, want) {
			t.Errorf("problem %d is read as %+v, was %+v", i+1, got[i], list[i])
		}
	}
}

func TestBadFiles(t *testing.T) {
	const good = `{"id":"a","moves":1,"belief":["k7/8/1K6/8/8/8/8/7R w - -"],"answers":{"english":["h1h8"]}}`
	for text, want := range map[string]string{
		good + "\n{":                            "problem 2",
		`{"id":"a","moves":0}`:                  "problem 1: 0 moves",
		strings.Replace(good, "k7", "k9", 1):    "problem 1",
		strings.Replace(good, "engl", "frz", 1): "problem 1",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// No file makes the reader panic, and what it reads it writes, and reads again.
func FuzzRead(f *testing.F) {
	f.Add(`{"id":"a","moves":1,"belief":["k7/8/1K6/8/8/8/8/7R w - -"],"answers":{"english":["h1h8"],"berkeley":[]}}`)
	f.Add("{}\n{}")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var file bytes.Buffer
		if err := Write(&file, list); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&file)
		if err != nil || len(again) != len(list) {
			t.Fatalf("%d problems are written, %d read: %v", len(list), len(again), err)
		}
	})
}
