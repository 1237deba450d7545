package pomdp

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// No file makes the reader panic, strictly it reads nothing that it does not read leniently, and what is written is read
// back equal.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"tiger.pomdp", "grid.pomdp", "mdp.pomdp"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20 {
		f.Add(anyFile(rng).text.String())
	}
	f.Add("discount : 1.0 values: rewards states: 1 actions: a T: * : * reset R: a : * : * -.5e0")
	limits := Limits{States: 50, Actions: 20, Observations: 20, Rows: 200, Entries: 2000}
	f.Fuzz(func(t *testing.T, text string) {
		m, said, err := Read(strings.NewReader(text), Options{Limits: limits})
		strictly, warnings, strictErr := Read(strings.NewReader(text), Options{Limits: limits, Strict: true})
		if strictErr == nil && (err != nil || !reflect.DeepEqual(warnings, said) || !reflect.DeepEqual(m, strictly)) {
			t.Errorf("strictly it is read, with the warnings %v, and leniently %v", warnings, err)
		}
		var syntax *SyntaxError
		if err != nil {
			if lines := strings.Count(text, "\n") + 1; errors.As(err, &syntax) && (syntax.Line < 1 || syntax.Line > lines) {
				t.Errorf("%v: there are %d lines", err, lines)
			}
			return
		}
		again, _, err := Read(strings.NewReader(written(t, m)), Options{Strict: m.Discount < 1})
		if err != nil {
			t.Fatalf("%v in what was written:\n%s", err, written(t, m))
		}
		if !reflect.DeepEqual(again, m) {
			t.Errorf("written as\n%sit is read as %+v, want %+v", written(t, m), again, m)
		}
	})
}
