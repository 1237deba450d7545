package jsontree

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPlaces(t *testing.T) {
	n, err := Parse([]byte("{\"a\": 1,\n \"b\" : [true, null, \"é\", {\"c\": -2.5e3}]\n}\n"), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		node *Node
		want string
	}{
		{n, "x.json:1:1: here"},
		{n.Get("a"), "x.json:1:7: here"},
		{n.Members[1].Key, "x.json:2:2: here"},
		{n.Get("b"), "x.json:2:8: here"},
		{n.Get("b").Items[0], "x.json:2:9: here"},
		{n.Get("b").Items[1], "x.json:2:15: here"},
		{n.Get("b").Items[3], "x.json:2:26: here"},
		{n.Get("b").Items[3].Get("c"), "x.json:2:32: here"},
	} {
		if got := c.node.Errorf("here").Error(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x:1:1: the text is empty"},
		{" \n ", "x:1:1: the text is empty"},
		{"{", "x:1:2: the text ends too early"},
		{"[1,\n\"a", "x:2:3: the text ends too early"},
		{"{}{}", "x:1:3: something follows"},
		{"{\"a\":1,\n\"a\":2}", `x:2:1: the key "a" is there twice`},
		{"[1 2]", "x:1:4: this is not JSON"},
		{"[nul]", "x:1:2: this is not JSON"},
		{"\"a\xff\"", "x:1:3: this is not UTF-8"},
		{strings.Repeat("[", 100), "x:1:65: nested more than 64 deep"},
	} {
		_, err := Parse([]byte(c.text), "x")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// What the parser takes, encoding/json takes, and the other way round except for
// double keys, depth and text that is not UTF-8.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,true,null,"x\n"]}`, `[[]]`, `{`, `"\ud800"`, `1e999`, "[1,]", `{"a" 1}`, `{,}`, `[,1]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := Parse(data, "x")
		if err == nil && !json.Valid(data) {
			t.Errorf("%q: taken, but is not JSON", data)
		}
		if err != nil && json.Valid(data) && !strings.Contains(err.Error(), "twice") && !strings.Contains(err.Error(), "deep") && !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%q: refused: %v", data, err)
		}
	})
}
