package problemset

import (
	"strings"
	"testing"
)

func TestProblemSets(t *testing.T) {
	for _, s := range []*Set{Published} {
		list, err := s.Problems()
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			t.Errorf("%s: no problems", s.Name)
		}
		for i := range list {
			for _, a := range list[i].Answers {
				if err := list[i].Under(a.Rules).Check(); err != nil {
					t.Errorf("%s: %s: %v", s.Name, list[i].ID, err)
				}
			}
		}
		if found, err := Find([]*Set{Published}, s.Name); found != s || err != nil {
			t.Errorf("%s is not found: %v", s.Name, err)
		}
	}
	if _, err := Find([]*Set{Published}, "none"); err == nil || !strings.Contains(err.Error(), "published") {
		t.Errorf("error %v", err)
	}
}

func TestReadTableRefuses(t *testing.T) {
	const head = "id\tfen\tmoves\tpublished_key\tberkeley\n"
	for text, want := range map[string]string{
		"id\tfen\n":            "x:1: want the columns",
		head + "a\tb\n":        "x:2: 2 fields: want 5",
		head + "a\tb\t2\t\t\n": "x:2: FEN",
		head + "a\t8/8/8/8/8/8/8/K1k5 w - - 0 1\tno\t\t\n":                              "x:2: moves",
		"id\tfen\tmoves\tpublished_key\tnone\na\t8/8/8/8/8/8/8/K1k5 w - - 0 1\t2\t\t\n": "unknown rule set",
	} {
		if _, err := readTable(text, "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
