package studies

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"blindsight/experiment/report"
)

// The files of the study of strength, and the page for readers with its table.
const (
	strengthFolder = "studies/mines-strength/results"
	resultsPage    = "docs/results.md"
)

// StrengthResults makes the page of the study mines-strength and the table in docs/results.md from the numbers in the repository at
// root: those in results/strength.json, and the games in record. It returns what the files should be, by their names in the repository, and
// writes none.
func StrengthResults(root string) (map[string][]byte, error) {
	var s strength
	var c conditions
	for _, part := range []struct {
		name string
		to   any
	}{{"strength.json", &s}, {"run.json", &c}} {
		path := filepath.Join(root, strengthFolder, part.name)
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, part.to); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	files, err := strengthFiles(root, &s, &c)
	if err != nil {
		return nil, err
	}
	duels, err := recordDuels()
	if err != nil {
		return nil, err
	}
	page, err := os.ReadFile(filepath.Join(root, resultsPage))
	if err != nil {
		return nil, err
	}
	const begin, end = "<!-- strength:begin -->\n", "<!-- strength:end -->\n"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return nil, fmt.Errorf("%s has no %q and %q", resultsPage, begin, end)
	}
	files[resultsPage] = []byte(before + begin + "\n" + strengthSummary(&s, duels, &c) + "\n" + end + after)
	return files, nil
}

// strengthFiles makes the page and the figures of the study.
func strengthFiles(root string, s *strength, c *conditions) (map[string][]byte, error) {
	study, err := Find(c.Study)
	if err != nil {
		return nil, err
	}
	out, err := os.MkdirTemp("", "strength")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(out)
	run, err := os.ReadFile(filepath.Join(root, strengthFolder, "run.json"))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(out, "run.json"), run, 0o644); err != nil {
		return nil, err
	}
	p := &Page{bench: &Bench{Study: c.Study, Size: c.Size, Seed: c.Seed, Out: out}}
	if err := strengthPage(p, s); err != nil {
		return nil, err
	}
	if err := p.write(study); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, name := range p.files {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return nil, err
		}
		files[strengthFolder+"/"+name] = data
	}
	return files, nil
}

// strengthSummary is the table in docs/results.md: the published records
// beside the strong player, without a budget and with its largest, and the comparison
// with the record holder.
func strengthSummary(s *strength, duels []recordDuel, c *conditions) string {
	var t strings.Builder
	rows := [][]string{{"board", "record", "`csp-corner`", "`strong` at once", "`strong`, most simulations"}}
	for i := range s.Settings {
		setting := &s.Settings[i]
		r, ok := strengthRecords[setting.Setting]
		if !ok {
			continue
		}
		known := percent2(r.rate)
		if r.name == "optimum" {
			known += " (" + r.title() + ")"
		}
		row := []string{setting.Setting, known, "", "", ""}
		for j := range setting.Rows {
			q := &setting.Rows[j]
			text := fmt.Sprintf("%s, %s", rate2(q), milliseconds(q.CPU))
			switch {
			case q.Player == "csp-corner":
				row[2] = text
			case q.Player == strengthPlayer && q.Budget == noBudget:
				row[3] = text
			case q.Player == strengthPlayer: // rows are in the order of the budgets
				row[4] = fmt.Sprintf("%s, %s", text, q.Budget)
			}
		}
		rows = append(rows, row)
	}
	t.WriteString(report.Markdown(rows, []bool{false, true, true, true, true}))
	fmt.Fprintf(&t, "\nWon (95%% interval) and processor time a game; `%s`, version `%s`.\n", c.Command, c.Version)
	if len(duels) > 0 {
		t.WriteString("\nBoard by board against the record holder, 40,000 games of seed 1 on 16x30/99 (McNemar):\n\n")
		rows = [][]string{{"rule", "player", "won", "record holder", "difference in points", "CPU a game"}}
		for _, d := range duels {
			rows = append(rows, []string{
				d.ours.Head.Rule, d.name(), fmt.Sprint(d.ours.Wins()), fmt.Sprint(d.holder.Wins()), d.difference(),
				fmt.Sprintf("%s against %s", milliseconds(d.ours.Head.CPU), milliseconds(d.holder.Head.CPU)),
			})
		}
		t.WriteString(report.Markdown(rows, []bool{false, false, true, true, true, true}))
	}
	return t.String()
}
