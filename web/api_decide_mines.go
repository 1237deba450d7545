package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"blindsight"
	"blindsight/catalog"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
	"blindsight/internal/randstream"
	"blindsight/player/sweepers"
)

// decideRequest asks any player of the catalogue what it opens, to watch it play.
type decideRequest struct {
	Position string  `json:"position"`
	Player   string  `json:"player"`
	Sims     int     `json:"sims"`
	Seconds  float64 `json:"seconds"`
	Seed     string  `json:"seed"`
}

// decisionJSON is what a player opens, with the cells that it chose from.
type decisionJSON struct {
	Player     string          `json:"player"`
	Action     [2]int          `json:"action"`
	Mine       float64         `json:"mine"`
	Safe       bool            `json:"safe"`
	Table      []candidateJSON `json:"table"`
	TableOf    string          `json:"table_of"`
	Text       string          `json:"text"`
	Placements string          `json:"placements"`
}

// candidateJSON is a cell that a player may open: Win is its exact chance to win, Value what
// the player's own search makes of that in so many simulations.
type candidateJSON struct {
	Row   int      `json:"row"`
	Col   int      `json:"col"`
	Mine  float64  `json:"mine"`
	Win   *float64 `json:"win,omitempty"`
	Value *float64 `json:"value,omitempty"`
	Sims  int      `json:"sims,omitempty"`
}

// worth returns what the table is sorted by.
func (c *candidateJSON) worth() float64 {
	switch {
	case c.Win != nil:
		return *c.Win
	case c.Value != nil:
		return *c.Value
	}
	return -c.Mine
}

const (
	decideSims       = 200 // for players that need a budget, where none is asked for
	decideCandidates = 12  // at most in a table
)

// What a table of candidates tells.
const (
	tableExact  = "exact chances to win"
	tableSearch = "what its own search makes of the chances to win"
	tableRisks  = "risks"
)

func (s *Service) postMinesDecide(r *call) (int, any, error) {
	var q decideRequest
	if err := readJSON(r, smallBody, &q); err != nil {
		return 0, nil, err
	}
	budget, err := q.budget()
	if err != nil {
		return 0, nil, err
	}
	seed, err := parseSeed(withDefault(q.Seed, "1"))
	if err != nil {
		return 0, nil, err
	}
	p, err := readPosition(q.Position)
	if err != nil {
		return 0, nil, err
	}
	if p.View.Left() == 0 {
		return 0, nil, refuse(statusUnprocessableEntity, "nothing is left to open: the game is won")
	}
	asked := q.Player
	if asked == "optimal" {
		asked += ",memory=64"
	}
	player, err := sweepers.Catalogue.New(asked, p.View.Game().WithObjective(minesweeper.Win))
	if err != nil {
		return 0, nil, bad(err)
	}
	ctx, cancel := context.WithTimeout(r.Context(), minesAdviceTime)
	defer cancel()
	var j *decisionJSON
	err = s.working(ctx, func(b *workbench) error {
		counter := &minecoach.Analyst{Nodes: countingNodes}
		a, err := counter.Analyse(ctx, p.View)
		if err != nil {
			return err
		}
		if q.Player == "optimal" && !minecoach.Affordable(p.View, a, minecoach.TriedPlacements) {
			return refuse(statusUnprocessableEntity, "optimal plays where at most %d layouts of the mines are left", minecoach.TriedPlacements)
		}
		// One seed, one decision: the numbers are the position's own.
		rng := randstream.New(seed, "mines decide "+q.Player+" "+positionKey(p.View))
		d, err := player.Choose(ctx, rng, p.View, budget)
		if err != nil {
			return err
		}
		j = decisionOf(p.View, a, q.Player, d)
		return ctx.Err()
	})
	if r.Context().Err() == nil && ctx.Err() != nil {
		return 0, nil, refuse(statusUnprocessableEntity, "there is no answer within %v: ask for fewer sims, or for seconds", minesAdviceTime)
	}
	if err != nil {
		return 0, nil, err
	}
	return statusOK, j, nil
}

// budget checks what a request asks for, and completes it.
func (q *decideRequest) budget() (b blindsight.Budget, err error) {
	q.Player = withDefault(q.Player, "strong")
	name, _, parameters := strings.Cut(q.Player, ",")
	at := slices.IndexFunc(sweepers.Catalogue, func(e catalog.Entry[*minesweeper.Game, sweepers.Player]) bool { return e.Name == name })
	switch {
	case at < 0 || parameters:
		return b, refuse(statusBadRequest, "player %q: want one of %s", q.Player, strings.Join(sweepers.Catalogue.Names(), ", "))
	case q.Sims < 0 || q.Sims > maxMinesSims:
		return b, refuse(statusBadRequest, "sims %d: want 0 to %d", q.Sims, maxMinesSims)
	case !(q.Seconds == 0 || q.Seconds >= 0.1 && q.Seconds <= maxDecision):
		return b, refuse(statusBadRequest, "seconds %v: want 0.1 to %d", q.Seconds, maxDecision)
	}
	b = blindsight.Budget{Simulations: q.Sims, Time: time.Duration(q.Seconds * float64(time.Second))}
	if b == (blindsight.Budget{}) && !sweepers.Catalogue[at].Instant {
		b.Simulations = decideSims
	}
	return b, nil
}

// decisionOf returns a decision with its table: what the player's search knows, else the cells
// of least risk. The one that is opened comes first.
func decisionOf(v *minesweeper.View, a *minecoach.Analysis, player string, d blindsight.Decision[minesweeper.Cell]) *decisionJSON {
	g := v.Game()
	risk := make(map[minesweeper.Cell]float64, len(a.Cells))
	for i := range a.Cells {
		risk[a.Cells[i].Cell] = a.Cells[i].Mine
	}
	j := &decisionJSON{Player: player, Action: cellsJSON(g, []minesweeper.Cell{d.Action})[0], Mine: risk[d.Action], Placements: a.Placements.String()}
	j.Safe = v.Started() && j.Mine == 0
	j.TableOf = tableRisks
	for i := range d.Actions {
		stat := &d.Actions[i]
		row, col := g.RowCol(stat.Action)
		c := candidateJSON{Row: row, Col: col, Mine: risk[stat.Action], Sims: stat.Simulations}
		switch {
		case stat.Simulations > 0:
			j.TableOf, c.Value = tableSearch, &stat.Value
		case stat.Bound > stat.Value:
			continue // not searched to the end, since another is better
		default:
			j.TableOf, c.Win = tableExact, &stat.Value
		}
		j.Table = append(j.Table, c)
	}
	for i := range a.Cells {
		if cell := &a.Cells[i]; len(d.Actions) == 0 {
			row, col := g.RowCol(cell.Cell)
			j.Table = append(j.Table, candidateJSON{Row: row, Col: col, Mine: cell.Mine})
		}
	}
	slices.SortStableFunc(j.Table, func(x, y candidateJSON) int {
		first := func(c *candidateJSON) bool { return [2]int{c.Row, c.Col} == j.Action }
		switch {
		case first(&x):
			return -1
		case first(&y):
			return 1
		}
		return cmp.Or(cmp.Compare(y.worth(), x.worth()), cmp.Compare(x.Mine, y.Mine))
	})
	j.Table = j.Table[:min(len(j.Table), decideCandidates)]
	j.Text = j.words(v)
	return j
}

// words says what is opened, in a sentence.
func (j *decisionJSON) words(v *minesweeper.View) string {
	what := fmt.Sprintf("%s opens %d,%d", j.Player, j.Action[0], j.Action[1])
	switch {
	case !v.Started() && j.Mine == 0:
		return what + " first, which the rules protect."
	case !v.Started():
		return fmt.Sprintf("%s first, at a risk of %s: nothing protects it.", what, percent.Of(j.Mine))
	case j.Safe:
		return what + ", which is certainly safe."
	}
	return fmt.Sprintf("%s, a guess at a risk of %s.", what, percent.Of(j.Mine))
}
