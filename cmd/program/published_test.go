package program

import (
	"bytes"
	"os"
	"testing"

	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/problemset"
)

// The published problems stand in one table (problemset/published.tsv, with its SOURCE); the file that commands
// are tried on is made from it.
func TestPublishedProblems(t *testing.T) {
	const name = "testdata/mate/published.jsonl"
	rules, err := kriegspiel.ParseRules("berkeley")
	if err != nil {
		t.Fatal(err)
	}
	list, err := problemset.Published.Problems()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	for i := range list {
		line, err := list[i].Under(rules).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		want.Write(append(line, '\n'))
	}
	if *update {
		if err := os.WriteFile(name, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the table of published problems says; run it with -update", name)
	}
}
