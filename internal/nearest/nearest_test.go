package nearest

import "testing"

func TestName(t *testing.T) {
	players := []string{"random", "sps", "csp", "csp-pgms", "bsr-uct", "bsr-uct-csp", "bssuct", "strong"}
	for _, c := range []struct {
		written, want string
		names         []string
	}{
		{"strng", "strong", players},    // a letter is missing
		{"stronng", "strong", players},  // one too many
		{"strogn", "strong", players},   // two neighbours swapped
		{"STRONG", "strong", players},   // another case
		{"scp", "csp", players},         // swapped; sps would need two changes
		{"bsruct", "bsr-uct", players},  // of two at the distance of one, the first
		{"rand", "random", players},     // its beginning
		{"randomly", "random", players}, // more than it
		{"deep-blue", "", players},      // nothing like it
		{"", "", players},               // nothing at all
		{"x", "", []string{"a", "b"}},   // one letter of one is all of it
		{"6", "", []string{"8", "4"}},   // so is one digit
		{"s", "", []string{"sps"}},      // too little to guess from
		{"player", "player", []string{"player", "play"}},
	} {
		if got := Name(c.written, c.names); got != c.want {
			t.Errorf("%q: %q, want %q", c.written, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	if got := Hint("widnows", []string{"windows", "gnomine"}); got != ` (did you mean "windows"?)` {
		t.Error(got)
	}
	if got := Hint("vista", []string{"windows", "gnomine"}); got != "" {
		t.Error(got)
	}
}

// The distance is the same on both ways, and that of the definition by recursion.
func TestDistance(t *testing.T) {
	words := []string{"", "a", "b", "ab", "ba", "abc", "acb", "bca", "abca", "caab"}
	for _, a := range words {
		for _, b := range words {
			if got, want := distance(a, b), naive(a, b); got != want || got != distance(b, a) {
				t.Errorf("%q to %q: %d, want %d, and back %d", a, b, got, want, distance(b, a))
			}
		}
	}
}

func naive(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	change := naive(a[:i], b[:j])
	if a[i] != b[j] {
		change++
	}
	d := min(change, naive(a[:i], b)+1, naive(a, b[:j])+1)
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		d = min(d, naive(a[:i-1], b[:j-1])+1)
	}
	return d
}
