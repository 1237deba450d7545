package studies

import "fmt"

// What the player is to reach on 16x30/99 windows without a budget (minesolve, looking two
// guesses ahead: 40.27%), over how many games, and what a game may cost in milliseconds of
// CPU without and with a budget.
const (
	aimRate     = 0.403
	aimGames    = 20000
	aimInstant  = 5
	aimSearched = 100
	aimShare    = 0.99 // of the exact optimum, on dense boards
)

// verdict is whether an aim is met.
type verdict string

const (
	met         verdict = "met"
	missed      verdict = "not met"
	tooFew      verdict = "too few games"
	notMeasured verdict = "not measured"
)

// judge returns whether an aim that was measured is met.
func judge(ok bool) verdict {
	if ok {
		return met
	}
	return missed
}

// strengthAims sets what was measured beside what the player is to reach.
func strengthAims(p *Page, s *strength, duels []recordDuel) {
	p.Head("The aims")
	rows := [][]string{{"aim", "measured", ""}}
	add := func(aim, measured string, v verdict) { rows = append(rows, []string{aim, measured, string(v)}) }
	for i := range s.Settings {
		setting := &s.Settings[i]
		if setting.Setting == "16x30/99 windows" {
			aim := fmt.Sprintf("%s, no budget: at least %s of %d games, at most %d ms", setting.Setting, percent(aimRate), aimGames, aimInstant)
			measured, v := setting.instantAim()
			add(aim, measured, v)
		}
	}
	for _, rule := range []string{"windows", "gnomine"} {
		measured, v := duelAim(duels, rule)
		add(fmt.Sprintf("16x30/99 %s: ahead of the record holder on the same boards, at most %d ms", rule, aimSearched), measured, v)
	}
	for i := range s.Settings {
		setting := &s.Settings[i]
		r, ok := strengthRecords[setting.Setting]
		if !ok || r.cpu == 0 || setting.Setting[:5] == "16x30" {
			continue
		}
		measured, v := setting.recordAim(r)
		add(fmt.Sprintf("%s: the interval of %d games reaches %s, below %s", setting.Setting, aimGames, percent(r.rate), milliseconds(r.cpu)), measured, v)
	}
	for _, board := range []string{"3x7/10", "5x5/15", "5x5/10"} {
		r := strengthRecords[board+" windows"]
		aim := fmt.Sprintf("%s windows, exactly: above %s", board, percent(r.rate))
		least := r.rate
		if r.name == "optimum" {
			aim, least = fmt.Sprintf("%s windows, exactly: within 1%% of the optimum, %s", board, percent2(r.rate)), aimShare*r.rate
		}
		measured, v := walkAim(s.Walks, board, least)
		add(aim, measured, v)
	}
	p.Table(len(rows[0]), rows...)
}

// instantAim judges the player without a budget.
func (s *strengthSetting) instantAim() (string, verdict) {
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Player == strengthPlayer && r.Budget == noBudget {
			if r.Games < aimGames {
				return r.said(), tooFew
			}
			return r.said(), judge(r.rate().WinRate >= aimRate && r.CPU <= aimInstant)
		}
	}
	return "", notMeasured
}

// recordAim judges the cheapest budget whose interval reaches the record, or the largest.
func (s *strengthSetting) recordAim(record strengthRecord) (string, verdict) {
	said, v := "", notMeasured
	for i := range s.Rows {
		r := &s.Rows[i]
		switch {
		case r.Player != strengthPlayer || v == met:
		case r.Games >= aimGames:
			said, v = r.said(), judge(r.rate().CI95[1] >= record.rate && r.CPU < record.cpu)
		case v != missed:
			said, v = r.said(), tooFew
		}
	}
	return said, v
}

// duelAim judges the best of our series against the record holder's under a rule.
func duelAim(duels []recordDuel, rule string) (string, verdict) {
	said, v, most := "", notMeasured, 0.0
	for i := range duels {
		d := &duels[i]
		x, lo, _ := d.paired.Difference95()
		if d.ours.Head.Rule != rule || d.ours.Head.CPU > aimSearched || v != notMeasured && x <= most {
			continue
		}
		most = x
		said, v = fmt.Sprintf("%s: %s points, %s", d.name(), d.difference(), milliseconds(d.ours.Head.CPU)), judge(lo > 0)
		if x > 0 && lo <= 0 {
			v = "ahead, but the interval holds 0"
		}
	}
	return said, v
}

// walkAim judges the best exact win rate on a board.
func walkAim(walks []strengthWalk, board string, least float64) (string, verdict) {
	said, v, most := "", notMeasured, 0.0
	for i := range walks {
		w := &walks[i]
		if x := exact(w.Value); w.Board == board && x > most {
			most = x
			said, v = fmt.Sprintf("%.3f%% with %s", 100*x, w.budget()), judge(x >= least)
		}
	}
	return said, v
}

// said writes a row for people.
func (r *strengthRow) said() string {
	return fmt.Sprintf("%s of %d games, %s: %s", rate2(r), r.Games, r.Budget, milliseconds(r.CPU))
}

// budget writes the budget of a walk for people.
func (w *strengthWalk) budget() string {
	if w.Sims == 0 {
		return noBudget
	}
	return fmt.Sprintf("%d sims", w.Sims)
}
