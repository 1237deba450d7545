package queue

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// What a plan from elsewhere would have a worker read or start is refused; the rest of the same
// plan is not.
func TestPlansOfStrangers(t *testing.T) {
	file := filepath.ToSlash(filepath.Join(t.TempDir(), "strategy"))
	for _, c := range []struct{ player, want string }{
		{"cfr", ""},
		{"cfr,file=" + file, "only for who sits at the machine"},
		{"exec:true", "this worker starts none for others"},
	} {
		w := &worker{}
		_, err := w.accept(fmt.Sprintf(`{"name": "x", "game": "poker", "seed": 1, "games": 2, "groups": [
			{"settings": [""], "players": [%q, "random"], "budgets": [{"sims": 1}]}]}`, c.player))
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.player, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", c.player, err, c.want)
		}
	}
}

// Nor does a worker open a file that a setting names, whatever is in it.
func TestSettingsOfStrangers(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"", ""},
		{"file=,problem=tag", ""},
		{"file=/etc/hostname", "names a file, and files are read only for who sits at the machine"},
		{"file=/no/such/file", "names a file, and files are read only for who sits at the machine"},
	} {
		w := &worker{}
		_, err := w.accept(fmt.Sprintf(`{"name": "x", "game": "pomdp", "seed": 1, "games": 2, "groups": [
			{"settings": [%q], "players": ["random"], "budgets": [{"sims": 1}]}]}`, c.settings))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q in it", c.settings, err, c.want)
		}
	}
}
