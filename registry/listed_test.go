package registry

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// In a browser exactly those games are listed that have a board, in the same order.
func TestBrowsersListGamesWithABoard(t *testing.T) {
	lines := func(file string) (names []string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\t(\w+\.\w+),$`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
		return names
	}
	all := lines("listed.go")
	if len(all) != len(games) {
		t.Fatalf("listed.go has %d lines of games, and lists %d", len(all), len(games))
	}
	var want []string
	for i, g := range games {
		if g.Shown != nil {
			want = append(want, all[i])
		}
	}
	if got := lines("listed_js.go"); !slices.Equal(got, want) {
		t.Errorf("listed_js.go lists %v, games with a board are %v", got, want)
	}
}
