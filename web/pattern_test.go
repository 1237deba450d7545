package web

import "testing"

// A pattern keeps what its FEN says of castling and en passant.
func TestPatternKeepsCastlingAndEnPassant(t *testing.T) {
	c := newClient(t, Config{})
	var belief struct {
		Belief []string
		Size   int
	}
	c.post("/api/kriegspiel/belief", patternRequest{Own: "4k3/8/8/3pP3/8/8/8/4K2R w K d6", Men: []patternMan{{"n-", []string{"a8"}}}}, &belief)
	want := []string{"n3k3/8/8/3pP3/8/8/8/4K2R w K d6", "4k3/8/8/3pP3/8/8/8/4K2R w K d6"}
	if len(belief.Belief) != 2 || belief.Belief[0] != want[0] || belief.Belief[1] != want[1] {
		t.Errorf("%q, want %q", belief.Belief, want)
	}
	if status, _ := c.ask("POST", "/api/kriegspiel/belief", patternRequest{Own: "4k3/8/8/8/8/8/4K2R w K -"}); status != 400 {
		t.Errorf("seven ranks: %d", status)
	}
}

// Of a list of positions equal ones are one, as they are for the search.
func TestListedPositionsAreCounted(t *testing.T) {
	c := newClient(t, Config{})
	const one, other = "5k2/8/8/8/8/8/8/RR2K3 w - -", "6k1/8/8/8/8/8/8/RR2K3 w - -"
	var belief struct {
		Belief []string
		Size   int
	}
	c.post("/api/kriegspiel/belief", map[string]any{"belief": []string{one, other, one}}, &belief)
	if belief.Size != 2 || len(belief.Belief) != 2 {
		t.Errorf("%+v", belief)
	}
}
