package report

import (
	"fmt"
	"strings"

	"blindsight/experiment/store"
)

// Forfeits is how many games of a cell ended for a reason that is not of the rules: a program
// that was late, dead, or did what is not legal.
type Forfeits struct {
	Cell     int    `json:"cell"`
	Setting  string `json:"setting"`
	Player   string `json:"player"`
	Opponent string `json:"opponent,omitempty"`
	Reason   string `json:"reason"` // as in "forfeit: …", "forfeit of the opponent: …"
	Games    int    `json:"games"`
}

// mostReasons is how many reasons of a cell are told one by one.
const mostReasons = 3

// readForfeits adds the forfeits of a cell, the most frequent reasons first.
func (r *Report) readForfeits(s *store.Store, cell int) error {
	notes, err := s.Notes(cell)
	c := &s.Info().Plan.Cells[cell]
	rest := 0
	for i, n := range notes {
		if i >= mostReasons {
			rest += n.Games
			continue
		}
		r.Forfeits = append(r.Forfeits, Forfeits{cell, c.Setting.Name, c.Player, c.Opponent, n.Text, n.Games})
	}
	if rest > 0 {
		r.Forfeits = append(r.Forfeits, Forfeits{cell, c.Setting.Name, c.Player, c.Opponent, "other reasons", rest})
	}
	return err
}

// writeForfeits says who lost games by other than the rules, if anybody did.
func (r *Report) writeForfeits(b *strings.Builder) {
	for i := range r.Forfeits {
		f := &r.Forfeits[i]
		who := f.Player
		if f.Opponent != "" {
			who += " against " + f.Opponent
		}
		games := fmt.Sprintf("%d games", f.Games)
		if f.Games == 1 {
			games = "1 game"
		}
		fmt.Fprintf(b, "\n%s, %s: %s ended by %s\n", f.Setting, who, games, f.Reason)
	}
}
