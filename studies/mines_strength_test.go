package studies

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"blindsight/experiment/minesexchange"
	"blindsight/internal/interval"
)

// The committed page and the table in docs/results.md are made from the
// committed numbers, those in results/strength.json and the games in record: whatever is
// claimed there was measured.
func TestStrengthResults(t *testing.T) {
	files, err := StrengthResults("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		// Other processors round the coordinates of figures in other ways.
		if runtime.GOARCH != "amd64" && filepath.Ext(name) != ".md" {
			continue
		}
		if got, err := os.ReadFile(filepath.Join("..", name)); err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the results say: rewrite it with 'go run ./cmd/results'", name)
		}
	}
	if len(files) < 3 {
		t.Errorf("only %d files are made", len(files))
	}
}

// What cannot be made of a folder is said with its name.
func TestStrengthResultsOfAnotherFolder(t *testing.T) {
	if _, err := StrengthResults(t.TempDir()); err == nil || !strings.Contains(err.Error(), "strength.json") {
		t.Errorf("%v, want the file that is missing", err)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The games of the record holder are those that are published: 16,397 and 21,789 of
// 40,000 won.
func TestRecordHolder(t *testing.T) {
	for rule, wins := range map[string]int{"windows": 16397, "gnomine": 21789} {
		name := recordFolder + "/" + holderPrefix + rule + ".txt"
		s, err := minesexchange.Read(bytes.NewReader(readFile(t, name)), name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Head.Rule != rule || s.Head.Board != "16x30/99" || s.Head.Seed != "1" || len(s.Won) != 40000 || s.Wins() != wins {
			t.Errorf("%s: %d of %d won, %+v", name, s.Wins(), len(s.Won), s.Head)
		}
	}
}

// A series of ours finds the record holder's on the same boards, and what is missing for
// that is named.
func TestRecordDuel(t *testing.T) {
	holder := &minesexchange.Series{Head: minesexchange.Head{Board: "4x4/4", Rule: "windows", Neighbours: "8", Seed: "1", CPU: 18}, Won: []bool{true, false, true}}
	head := minesexchange.Head{
		Board: "4x4/4", Rule: "windows", Neighbours: "8", Seed: "1", Player: "strong", Budget: "no budget", CPU: 2, Version: "v1", Command: "play",
	}
	d := recordDuel{file: "x", ours: &minesexchange.Series{Head: head, Won: []bool{true, true, true}}}
	if err := d.find([]*minesexchange.Series{holder}); err != nil || d.paired.First != 1 || d.paired.Both != 2 {
		t.Errorf("%+v, %v", d.paired, err)
	}
	bench := &Bench{Out: t.TempDir()}
	p := &Page{bench: bench}
	recordTable(p, []recordDuel{d})
	if want := "| 4x4/4 windows | `strong`, no budget | 3 | 3 = 100.00% | 2 ms | 2 = 66.67% | 18 ms | 1 | 0 | +33.33 (-29.05 to +79.23) | 1 |"; !strings.Contains(p.text.String(), want) {
		t.Errorf("the page lacks\n%s\n%s", want, p.text.String())
	}
	text := strengthSummary(&strength{}, []recordDuel{d}, &conditions{})
	if want := "| windows | `strong`, no budget | 3 | 2 | +33.33 (-29.05 to +79.23) | 2 ms against 18 ms |"; !strings.Contains(text, want) {
		t.Errorf("the README lacks\n%s\n%s", want, text)
	}
	for _, c := range []struct {
		change func(*recordDuel)
		want   string
	}{
		{func(d *recordDuel) { d.ours.Head.Seed = "2" }, "no games of the record holder on 4x4/4 windows, seed 2"},
		{func(d *recordDuel) { d.ours.Head.Version = "" }, "the head must say board"},
		{func(d *recordDuel) { d.ours.Won = d.ours.Won[:2] }, "2 games, the record holder has 3: play as many"},
	} {
		x := recordDuel{file: "x", ours: &minesexchange.Series{Head: head, Won: []bool{true, true, true}}}
		c.change(&x)
		if err := x.find([]*minesexchange.Series{holder}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// An aim is met, not met or not measured as the numbers say.
func TestStrengthAims(t *testing.T) {
	row := func(budget string, games, wins int, cpu float64) strengthRow {
		return strengthRow{Player: strengthPlayer, Budget: budget, Games: games, Wins: wins, CPU: cpu}
	}
	for _, c := range []struct {
		rows            []strengthRow
		instant, record verdict
	}{
		{nil, notMeasured, notMeasured},
		{[]strengthRow{row(noBudget, 19999, 10000, 1)}, tooFew, tooFew},
		{[]strengthRow{row(noBudget, 20000, 8060, 5), row("1000 sims", 100, 99, 6)}, met, missed},
		{[]strengthRow{row(noBudget, 20000, 8060, 5)}, met, missed},
		{[]strengthRow{row(noBudget, 20000, 8059, 5)}, missed, missed},
		{[]strengthRow{row(noBudget, 20000, 8060, 5.1)}, missed, missed},
		{[]strengthRow{row(noBudget, 20000, 8500, 5), row("1000 sims", 20000, 9900, 6)}, met, met},
		{[]strengthRow{row(noBudget, 20000, 8500, 5), row("1000 sims", 20000, 9900, 7)}, met, missed},
		{[]strengthRow{{Player: "csp", Budget: noBudget, Games: 20000, Wins: 20000}}, notMeasured, notMeasured},
	} {
		s := &strengthSetting{Rows: c.rows}
		if _, v := s.instantAim(); v != c.instant {
			t.Errorf("%+v without a budget: %s, want %s", c.rows, v, c.instant)
		}
		// 9,900 of 20,000 is 49.5%, at most 50.2% by its interval.
		if _, v := s.recordAim(strengthRecord{rate: 0.5, cpu: 6.4}); v != c.record {
			t.Errorf("%+v against a record: %s, want %s", c.rows, v, c.record)
		}
	}
	walks := []strengthWalk{{Board: "3x7/10", Value: "1/20"}, {Board: "3x7/10", Sims: 1000, Value: "1/10"}, {Board: "5x5/15", Value: "1/2"}}
	for least, want := range map[float64]verdict{0.1: met, 0.11: missed} {
		if said, v := walkAim(walks, "3x7/10", least); v != want || said != "10.000% with 1000 sims" {
			t.Errorf("walks, at least %v: %q, %s", least, said, v)
		}
	}
	duel := func(first, second int, cpu float64) recordDuel {
		return recordDuel{
			ours:   &minesexchange.Series{Head: minesexchange.Head{Rule: "windows", CPU: cpu}},
			paired: interval.Paired{Both: 1000, First: first, Second: second, Neither: 1000},
		}
	}
	for _, c := range []struct {
		duels []recordDuel
		want  verdict
	}{
		{nil, notMeasured},
		{[]recordDuel{duel(200, 100, 101)}, notMeasured},
		{[]recordDuel{duel(100, 200, 2), duel(200, 100, 50)}, met},
		{[]recordDuel{duel(110, 100, 2)}, "ahead, but the interval holds 0"},
		{[]recordDuel{duel(100, 110, 2), duel(100, 200, 2)}, missed},
	} {
		if said, v := duelAim(c.duels, "windows"); v != c.want {
			t.Errorf("%q: %s, want %s", said, v, c.want)
		}
		if _, v := duelAim(c.duels, "gnomine"); v != notMeasured {
			t.Errorf("gnomine: %s", v)
		}
	}
}
