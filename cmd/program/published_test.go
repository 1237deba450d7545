package program

import (
	"bytes"
	"testing"

	"blindsight/game/kriegspiel"
	"blindsight/internal/golden"
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
	golden.Check(t, name, want.String())
}
