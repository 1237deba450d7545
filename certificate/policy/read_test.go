package policy_test

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"blindsight/certificate/policy"
)

var two = policy.Size{States: 2, Actions: 3, Observations: 2}

// What is written is read back to the last bit, in both formats.
func TestWriteAndRead(t *testing.T) {
	p := &policy.Policy{Vectors: []policy.Vector{
		{Action: 2, Values: []float64{1. / 3, -1e-300}, Next: []int{1, 0}},
		{Action: 0, Values: []float64{math.MaxFloat64, math.Copysign(0, -1)}, Next: []int{0, 0}},
	}}
	var file bytes.Buffer
	if err := p.WriteXML(&file, `a "b" <c> & d`); err != nil {
		t.Fatal(err)
	}
	got, err := policy.Read(&file, "file", two)
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("XML: %+v, %v", got, err)
	}
	file.Reset()
	if err := p.WriteAlpha(&file); err != nil {
		t.Fatal(err)
	}
	got, err = policy.Read(&file, "file", two)
	if err != nil || !reflect.DeepEqual(got, unnamed(p)) {
		t.Errorf("alpha: %+v, %v", got, err)
	}
}

// Files as other programs write them.
func TestFilesOfOthers(t *testing.T) {
	for what, text := range map[string]string{
		"pomdp-solve": "0\n-81.5972000000000 28.4028 \n\n1\n3.01 24.6956882\n\n\n2\n\n1e1 -2\n",
		"SARSOP": `<?xml version="1.0" encoding="ISO-8859-1"?>
<Policy version="0.1" type="value" model="tiger.pomdp" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="policyx.xsd">
<!-- two -- vectors > -->
<AlphaVector vectorLength="2" numObsValue="1" numVectors="3">
<Vector action="0" obsValue="0">-81.5972 28.4028 </Vector>
<Vector action='1' obsValue = "0" >
3.01 24.6956882</Vector><Vector action="2" obsValue="0">10 -2</Vector>
</AlphaVector> </Policy>
`,
	} {
		p, err := policy.Read(strings.NewReader(text), "file", two)
		if err != nil || len(p.Vectors) != 3 || p.Vectors[1].Values[1] != 24.6956882 || p.Vectors[2].Action != 2 || p.Vectors[0].Values[0] != -81.5972 {
			t.Errorf("%s: %+v, %v", what, p, err)
		}
	}
}

// Bad files are refused, with the place and what to mend.
func TestBadFiles(t *testing.T) {
	head := `<Policy version="0.1" type="value">` + "\n" + `<AlphaVector vectorLength="2" numObsValue="1" numVectors="1">` + "\n"
	for text, says := range map[string]string{
		"":                                  "file: it has no vectors",
		" \n\n":                             "file: it has no vectors",
		"hello\n":                           `file:1:1: "hello" is not the number of an action`,
		"0 1 2\n":                           "file:1:3: the values of a vector begin in the line after its action",
		"\n0\n 1 x\n":                       `file:3:4: "x" is no number`,
		"0\n1\n":                            "file:3:1: 1 values end here: the problem has 2 states",
		"0\n1 2 3\n":                        "file:2:5: more values than the problem has states: 2",
		"0\n1 2\n3\n1 2\n":                  "file:3:1: action 3: the problem has 3",
		"-1\n1 2\n":                         "file:1:1: action -1",
		"0\n1 inf\n":                        `"inf" is no number`,
		"0\n1 2\n1":                         "file:3:2: 0 values end here",
		"0\n1 " + strings.Repeat("1", 5000): "file:2:3: more than 4096 characters",
		"<Policy":                           "file:1:1: <Policy> has no end",
		"<Policy>":                          "file:1:9: the file ends before its last tag",
		"<!-- no end":                       `file:1:1: it has no end "-->"`,
		"<Plan></Plan>":                     "file:1:1: <Plan> where <Policy> is to stand",
		"<Policy a='1' a='2'>":              "file:1:15: <Policy>: a stands in it twice",
		"<Policy a=1>":                      `want attributes as name="value"`,
		"<Policy a=\"1>":                    "a value that has no end",
		"<Policy><AlphaVector>":             "file:1:9: <AlphaVector> needs vectorLength",
		"<Policy><AlphaVector vectorLength=\"3\">":                                     `vectorLength="3": the problem has 2 states`,
		"<Policy><AlphaVector vectorLength=\"2\" numObsValue=\"4\">":                   "a policy of a factored problem",
		head + "<Vector obsValue=\"0\">1 2</Vector>":                                   "file:3:1: <Vector> needs action",
		head + "<Vector action=\"0\">1</Vector>":                                       "file:3:21: 1 values: the problem has 2 states",
		head + "<Vector action=\"0\">1 2 3</Vector>":                                   "file:3:24: more values",
		head + "<Vector action=\"x\">1 2</Vector>":                                     `action="x": want a whole number`,
		head + "<Vector action=\"0\" next=\"0\">1 2</Vector></AlphaVector></Policy>":   "vector 0: 1 vectors to go on with: the problem has 2 observations",
		head + "<Vector action=\"0\" next=\"0 1\">1 2</Vector></AlphaVector></Policy>": "after observation 1 it goes on with vector 1: there are 1",
		head + "<Vector action=\"0\" obsValue=\"1\">1 2</Vector>":                      "a vector for a part of the state",
		head + "<Line action=\"0\">":                                                   "<Line> where <Vector> or </AlphaVector> is to stand",
		head + "</AlphaVector></Policy>":                                               `numVectors="1": there are 0`,
		head + "<Vector action=\"0\">1 2</Vector></AlphaVector>":                       "the file ends before its last tag",
		head + "<Vector action=\"0\">1 2</Vector></AlphaVector></Policy> x":            `'x' after the end`,
	} {
		if _, err := policy.Read(strings.NewReader(text), "file", two); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.80q: %v, want %q", text, err, says)
		}
	}
}

// A file of more values than are allowed is refused before they are read.
func TestTooManyValues(t *testing.T) {
	_, err := policy.Read(strings.NewReader("0\n1 2\n"), "file", policy.Size{States: policy.MostValues + 1, Actions: 1, Observations: 1})
	if err == nil || !strings.Contains(err.Error(), "a file may hold") {
		t.Error(err)
	}
}

// No file makes the reader panic, and what is read is written and read back equal.
func FuzzRead(f *testing.F) {
	f.Add("0\n1 2\n\n2\n-1e-3 .5\n")
	f.Add(`<?xml version="1.0"?><Policy><!-- --><AlphaVector vectorLength="2"><Vector action="1" next="0 0">1 2</Vector></AlphaVector></Policy>`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := policy.Read(strings.NewReader(text), "file", two)
		if err != nil {
			return
		}
		if err := p.Check(two); err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := p.WriteXML(&file, "model"); err != nil {
			t.Fatal(err)
		}
		if again, err := policy.Read(&file, "file", two); err != nil || !reflect.DeepEqual(p, again) {
			t.Fatalf("%+v is read back as %+v, %v", p, again, err)
		}
	})
}
