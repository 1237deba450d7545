package policy_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"blindsight/certificate/policy"
)

// A drawing is XML whatever the names are, has every node with its action, and turns costs around.
func TestWriteSVG(t *testing.T) {
	g := &policy.Graph{Nodes: []policy.GraphNode{
		{Vector: 0, Action: 0, Worth: -2.5, Edges: []policy.GraphEdge{{Observation: 0, To: 0, Chance: 0.5}, {Observation: 1, To: 1, Chance: 0.5}}},
		{Vector: 7, Action: 1, Worth: 1, Depth: 1, Ends: 1},
	}}
	var b strings.Builder
	g.WriteSVG(&b, &policy.Labels{Actions: []string{"listen<&>", "open"}, Observations: []string{"\"left\"", "right"}, Costs: true})
	decoder := xml.NewDecoder(strings.NewReader(b.String()))
	nodes := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		if text, ok := token.(xml.CharData); ok && strings.HasPrefix(string(text), "vector ") {
			nodes++
		}
	}
	if nodes != 2 || !strings.Contains(b.String(), "listen&lt;&amp;&gt;, cost 2.5") || !strings.Contains(b.String(), "ends the play with chance 1") {
		t.Errorf("%d nodes in %s", nodes, b.String())
	}
}
