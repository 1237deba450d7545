package studies

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"blindsight"
	"blindsight/experiment"
	"blindsight/experiment/report"
	"blindsight/experiment/summary"
	"blindsight/internal/interval"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
)

// strength is what the study measured: results/strength.json. The page, its figures and
// the table in docs/results.md are made from it.
type strength struct {
	Settings []strengthSetting `json:"settings"`
	Walks    []strengthWalk    `json:"walks"`
}

// strengthSetting is a board under a rule, with a row for each player and budget.
type strengthSetting struct {
	Setting string        `json:"setting"`
	Rows    []strengthRow `json:"rows"`
}

// strengthRow is the games of a player with a budget.
type strengthRow struct {
	Player string  `json:"player"`
	Budget string  `json:"budget"`
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	CPU    float64 `json:"cpu_ms_per_game"`
	// Paired is the games that this player (First), the strong player without a budget
	// (Second), both or neither won, of those that both played; nil for that player itself.
	Paired *interval.Paired `json:"paired,omitempty"`
}

// strengthWalk is the exact win rate of a player on a small board.
type strengthWalk struct {
	Board     string `json:"board"`
	Player    string `json:"player"`
	Sims      int    `json:"sims"` // 0 is no budget
	Value     string `json:"value"`
	Positions int    `json:"positions"`
}

func (r *strengthRow) rate() summary.Rate { return summary.RateOf(r.Wins, r.Games) }

// strengthPlayer is whom the study is about.
const strengthPlayer = "strong"

// noBudget is the budget of a row without one.
var noBudget = experiment.Budget{}.String()

// strengthRecord is what is published of a board under a rule.
type strengthRecord struct {
	rate float64
	name string
	cpu  float64 // milliseconds a game, 0 where it is not known
}

// strengthRecords are the best that is published, of players and for the dense boards
// of paper B the exact optimum where it is known ('mines solve').
var strengthRecords = map[string]strengthRecord{
	"8x8/10 windows":   {0.818, "record", 2.7},
	"8x8/10 gnomine":   {0.903, "record", 2.7},
	"9x9/10 windows":   {0.917, "record", 2.7},
	"9x9/10 gnomine":   {0.972, "record", 2.7},
	"16x16/40 windows": {0.791, "record", 6.4},
	"16x16/40 gnomine": {0.896, "record", 6.4},
	"16x30/99 windows": {0.4113, "record", 18},
	"16x30/99 gnomine": {0.543, "record", 20},
	"3x7/10 windows":   {3524.0 / 46189, "optimum", 0},
	"5x5/15 windows":   {20039.0 / 1307504, "optimum", 0},
	"5x5/10 windows":   {0.119, "record", 0},
}

// walkedBoard is a board, and for each size with how many simulations the player is asked on it.
type walkedBoard struct {
	board               string
	quick, middle, full []int
}

// strengthWalks are the boards on which the win rate of the player is found exactly, and
// with how many simulations a decision, by size; 0 is no budget.
var strengthWalks = []walkedBoard{
	{"3x7/10", []int{0}, []int{0, 20000}, []int{0, 1000, 10000, 50000}},
	{"5x5/15", []int{0}, []int{0, 20000}, []int{0, 1000, 10000, 50000}},
	{"5x5/10", nil, []int{0, 20000}, []int{0, 1000, 10000, 50000}},
}

// mineStrength measures players on the usual boards, paired.
func mineStrength(ctx context.Context, b *Bench, p *Page) error {
	walks, err := strengthMeasureWalks(ctx, b)
	if err != nil {
		return err
	}
	r, err := b.Play(ctx)
	if err != nil {
		return err
	}
	defer r.Store.Close()
	s, err := strengthSum(r)
	if err != nil {
		return err
	}
	s.Walks = walks
	if count := amount[rowTimes](b, nil, nil, nil); count != nil {
		count(s)
	}
	if err := p.Data("strength.json", s); err != nil {
		return err
	}
	return strengthPage(p, s)
}

// rowTimes counts what rows take in another unit than processor time, which is not the same from run to run; nil leaves
// them as measured.
type rowTimes func(s *strength)

// strengthMeasureWalks finds the exact win rates; those that are kept in the folder are
// not found again.
func strengthMeasureWalks(ctx context.Context, b *Bench) ([]strengthWalk, error) {
	var todo []strengthWalk
	for _, w := range amount(b, strengthWalks, strengthWalks, strengthWalks) {
		for _, sims := range pick(b.Size, w.quick, w.middle, w.full) {
			todo = append(todo, strengthWalk{Board: w.board, Player: strengthPlayer, Sims: sims})
		}
	}
	name := func(i int) string { return fmt.Sprintf("%s %s %d", todo[i].Player, todo[i].Board, todo[i].Sims) }
	return Do(ctx, b, "walks", len(todo), name, func(ctx context.Context, i int) (strengthWalk, error) {
		w := todo[i]
		g, err := windowsGame(w.Board)
		if err != nil {
			return w, err
		}
		player, err := sweepers.Catalogue.New(w.Player, g)
		if err != nil {
			return w, err
		}
		e, err := optimum.Evaluate(ctx, g, player, blindsight.Budget{Simulations: w.Sims}, b.Seed, optimum.EvaluateOptions{})
		if err != nil {
			return w, err
		}
		w.Value, w.Positions = e.Value.String(), e.Decisions
		return w, nil
	})
}

// strengthSum sums the games up, settings and rows in the order of the plan, a player's
// rows together, without a budget first.
func strengthSum(r *Record) (*strength, error) {
	s := &strength{}
	at := make(map[string]int)
	cells := make([][]int, 0)
	for i, c := range r.Cells {
		n, ok := at[c.Setting]
		if !ok {
			n = len(s.Settings)
			at[c.Setting] = n
			s.Settings = append(s.Settings, strengthSetting{Setting: c.Setting})
			cells = append(cells, nil)
		}
		cells[n] = append(cells[n], i)
	}
	order := r.Players()
	for n := range s.Settings {
		slices.SortStableFunc(cells[n], func(i, j int) int {
			x, y := &r.Plan.Cells[i], &r.Plan.Cells[j]
			return cmp.Or(cmp.Compare(slices.Index(order, x.Player), slices.Index(order, y.Player)),
				cmp.Compare(x.Budget.Simulations, y.Budget.Simulations), cmp.Compare(x.Budget.Time, y.Budget.Time))
		})
		base := slices.IndexFunc(cells[n], func(i int) bool {
			return r.Plan.Cells[i].Player == strengthPlayer && r.Plan.Cells[i].Budget.None()
		})
		for _, i := range cells[n] {
			c := &r.Cells[i]
			row := strengthRow{Player: c.Player, Budget: c.Budget, Games: c.Games, Wins: c.Wins, CPU: fourDigits(1000 * c.CPU)}
			if base >= 0 && cells[n][base] != i {
				pair, err := report.Compare(r.Store, i, cells[n][base])
				if err != nil {
					return nil, err
				}
				wins := pair.Wins()
				row.Paired = &wins
			}
			s.Settings[n].Rows = append(s.Settings[n].Rows, row)
		}
	}
	return s, nil
}

// fourDigits rounds: more digits of a time would be noise.
func fourDigits(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	if err != nil {
		panic(err) // it was a number before
	}
	return y
}

// exact returns a fraction as a number.
func exact(fraction string) float64 {
	x, ok := new(big.Rat).SetString(fraction)
	if !ok {
		return math.NaN()
	}
	value, _ := x.Float64()
	return value
}
