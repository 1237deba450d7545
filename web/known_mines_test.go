package web

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// Flags that are said to be mines change the risks, and only then; flags that cannot all be
// mines are named.
func TestFlagsAsKnownMines(t *testing.T) {
	c := newClient(t, Config{})
	// Either of the two closed cells holds the one mine.
	ask := func(position string, known bool) (a analysisJSON) {
		c.post("/api/mines/analyze", analyzeRequest{Position: position, KnownMines: known}, &a)
		events := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: position, KnownMines: known, Seconds: 0.1})
		var streamed analysisJSON
		events[0].read(t, &streamed)
		if known && !reflect.DeepEqual(a, streamed) {
			t.Errorf("asked once %+v, as a stream %+v", a, streamed)
		}
		return a
	}
	const even = "2x3/1 windows\n01.\n01F\n"
	if a := ask(even, false); a.Placements != "2" || len(a.Certain.Safe) != 0 || a.RiskOf != "" {
		t.Errorf("flags as notes: %+v", a)
	}
	a := ask(even, true)
	if a.Placements != "1" || !reflect.DeepEqual(a.Certain.Safe, [][2]int{{0, 2}}) || a.Win != "" || a.RiskOf == "" || !strings.Contains(a.Why.Text, "0,2 is certainly safe") {
		t.Errorf("flags as mines: %+v", a)
	}
	status, body := c.ask("POST", "/api/mines/analyze", analyzeRequest{Position: "2x3/1 windows\n01F\n01F\n", KnownMines: true})
	if status != http.StatusUnprocessableEntity || !strings.Contains(string(body), `"cells":[[0,2],[1,2]]`) {
		t.Errorf("two flags for one mine: %d %s", status, body)
	}
}
