package studies

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"blindsight/experiment/minesexchange"
	"blindsight/internal/interval"
)

// recordGames are the per-game results of the record holder, and ours on the same boards.
//
//go:embed mines-strength/record/*.txt
var recordGames embed.FS

// recordFolder is where they are, and holderPrefix what the names of the record
// holder's begin with.
const (
	recordFolder = "mines-strength/record"
	holderPrefix = "hill-"
)

// recordDuel is one of our series beside that of the record holder.
type recordDuel struct {
	file         string
	ours, holder *minesexchange.Series
	paired       interval.Paired
}

// recordDuels compares every series of ours with the record holder's on the same boards,
// in the order of the files' names.
func recordDuels() ([]recordDuel, error) {
	entries, err := recordGames.ReadDir(recordFolder)
	if err != nil {
		return nil, err
	}
	var holders []*minesexchange.Series
	var duels []recordDuel
	for _, e := range entries {
		f, err := recordGames.Open(path.Join(recordFolder, e.Name()))
		if err != nil {
			return nil, err
		}
		s, err := minesexchange.Read(f, e.Name())
		f.Close()
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(e.Name(), holderPrefix) {
			holders = append(holders, s)
		} else {
			duels = append(duels, recordDuel{file: e.Name(), ours: s})
		}
	}
	for i := range duels {
		if err := duels[i].find(holders); err != nil {
			return nil, fmt.Errorf("%s: %w", duels[i].file, err)
		}
	}
	return duels, nil
}

// find sets the series of the record holder on the same boards.
func (d *recordDuel) find(holders []*minesexchange.Series) error {
	h := &d.ours.Head
	if h.Board == "" || h.Rule == "" || h.Seed == "" || h.Version == "" || h.Command == "" || h.CPU == 0 {
		return fmt.Errorf("the head must say board, rule, seed, version, command and CPU: write the file by 'mines play --outcomes'")
	}
	for _, s := range holders {
		if minesexchange.SameBoards(h, &s.Head) != nil {
			continue
		}
		if len(s.Won) != len(d.ours.Won) {
			return fmt.Errorf("%d games, the record holder has %d: play as many", len(d.ours.Won), len(s.Won))
		}
		d.holder, d.paired = s, minesexchange.Compare(d.ours.Won, s.Won)
		return nil
	}
	return fmt.Errorf("no games of the record holder on %s %s, seed %s", h.Board, h.Rule, h.Seed)
}

// name is the player with its budget.
func (d *recordDuel) name() string { return "`" + d.ours.Head.Player + "`, " + d.ours.Head.Budget }

// difference writes the difference of the win rates in points with its interval.
func (d *recordDuel) difference() string { return pointsOf(d.paired.Difference95()) }

// pointsOf writes a difference of rates and its interval in points.
func pointsOf(x, lo, hi float64) string {
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", 100*x, 100*lo, 100*hi)
}

// recordTable says how ours fare against the record holder.
func recordTable(p *Page, duels []recordDuel) {
	p.Head("Against the record holder, board by board")
	p.Say("D. Hill's Java solver on the first 40,000 boards of seed 1 of 16x30/99 (first cell 0,0 under windows, 3,3 under gnomine), and\n" +
		"ours on the same ones, game by game ([record](../record/README.md)); `mines compare` gives the same numbers. Seed 1 is kept for\n" +
		"this measurement, once per version. The difference is ours minus theirs, in points, with its 95%% interval; p is McNemar's.")
	if len(duels) == 0 {
		p.Say("Not measured yet.")
		return
	}
	rows := [][]string{{"board", "player", "games", "won", "CPU a game", "record holder", "its CPU", "only ours", "only theirs", "difference", "p"}}
	var commands []string
	for _, d := range duels {
		h := &d.ours.Head
		games := len(d.ours.Won)
		rate := func(s *minesexchange.Series) string {
			return fmt.Sprintf("%d = %s", s.Wins(), percent2(float64(s.Wins())/float64(games)))
		}
		rows = append(rows, []string{
			h.Board + " " + h.Rule, d.name(), fmt.Sprint(games), rate(d.ours), milliseconds(h.CPU), rate(d.holder), milliseconds(d.holder.Head.CPU),
			fmt.Sprint(d.paired.First), fmt.Sprint(d.paired.Second), d.difference(), fmt.Sprintf("%.2g", d.paired.McNemar()),
		})
		commands = append(commands, fmt.Sprintf("`%s` (version `%s`, [%s](../record/%s))", h.Command, h.Version, d.file, d.file))
	}
	p.Table(2, rows...)
	p.List(commands...)
}

// milliseconds writes a time in three digits.
func milliseconds(ms float64) string {
	if ms == 0 {
		return ""
	}
	if ms >= 1000 {
		return fmt.Sprintf("%.3g s", ms/1000)
	}
	return fmt.Sprintf("%.3g ms", ms)
}
