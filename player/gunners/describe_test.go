package gunners

import (
	"context"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
)

// Every player plays a game of the described kind, by name, and the return is minus its shots
// and the bonus.
func TestDescription(t *testing.T) {
	for _, c := range []struct {
		settings, written string
		bonus             float64
		players           []string
	}{
		{
			"rows=3,cols=4,fleet=3-2",
			"rules=usual,rows=3,cols=4,fleet=3-2,touch=true,announce=true,bonus=0,deal=uniform", 0,
			Catalogue.Names(),
		},
		{
			"rules=silver-veness,rows=4,cols=4,fleet=2-2",
			"rules=silver-veness,rows=4,cols=4,fleet=2-2,touch=false,announce=false,bonus=100,deal=uniform", 100,
			[]string{"ahead", "uct,explore=0.3"},
		},
		{
			"rows=3,cols=3,fleet=2-1,deal=ship-by-ship",
			"rules=usual,rows=3,cols=3,fleet=2-1,touch=true,announce=true,bonus=0,deal=ship-by-ship", 0,
			[]string{"random", "bsr-uct"},
		},
	} {
		s, err := Game.Open(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if s.Text != c.written {
			t.Errorf("%s is written %s, want %s", c.settings, s.Text, c.written)
		}
		for _, player := range c.players {
			m, err := s.Seat(player)
			if err != nil {
				t.Fatal(err)
			}
			last := ""
			r, err := m.Play(context.Background(), catalog.Play{
				Seed: 1, Budgets: []blindsight.Budget{{Simulations: 50}},
				Each: func(step *catalog.Step) { last = step.Seen },
			})
			if err != nil || !r.Over || r.Gained[0] != c.bonus-float64(r.Steps) || last == "miss" {
				t.Errorf("%s, %s: %+v, %v, the last shot shows %q", c.settings, player, r, err, last)
			}
		}
	}
}

// Settings and players that cannot be are refused with the reason.
func TestBadDescriptions(t *testing.T) {
	for _, c := range []struct{ settings, player, problem string }{
		{"fleet=5+4", "", "want lengths"},
		{"fleet=11", "", "a ship of length 11"},
		{"rules=unusual", "", "use one of usual"},
		{"rows=17", "", "must be 1 to 16"},
		{"rows=2,cols=2,fleet=2-2-2", "", "does not fit"},
		{"bonus=much", "", "want a number"},
		{"deal=ship-by-ship", "density", "equally likely"},
		{"", "uct,explore=-1", "must be finite and not negative"},
		{"", "bsr-uct,explore=-1", "must be finite and not negative"},
	} {
		s, err := Game.Open(c.settings)
		if err == nil && c.player != "" {
			err = s.Check(c.player, 0)
		}
		if err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s, %s: the error is %v, want one that says %q", c.settings, c.player, err, c.problem)
		}
	}
}
