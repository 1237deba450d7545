package kriegspielers

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// published is a row of problemset/published.tsv.
type published struct {
	id    string
	pos   chess.Position
	first map[string][]string // by rule set; nil for none
}

func readPublished(t testing.TB) []published {
	t.Helper()
	f, err := os.Open("problemset/published.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []published
	in := bufio.NewScanner(f)
	var header []string
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		fields := strings.Split(in.Text(), "\t")
		if header == nil {
			header = fields
			continue
		}
		p, err := chess.ParseFEN(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		row := published{fields[0], p, map[string][]string{}}
		for i := 4; i < len(fields); i++ {
			row.first[header[i]] = nil
			if fields[i] != "none" {
				row.first[header[i]] = strings.Fields(fields[i])
			}
		}
		rows = append(rows, row)
	}
	if len(rows) != 18 { // the file's own number of problems
		t.Fatalf("%d published problems, want 18", len(rows))
	}
	return rows
}

// Every algorithm finds every winning first attempt of the published problems, under the
// three rule sets for which two other solvers have listed them.
func TestPublished(t *testing.T) {
	rows := readPublished(t)
	for _, name := range andor.Names() {
		t.Run(name, func(t *testing.T) {
			for _, rules := range []string{"berkeley", "wild16", "english"} {
				s := NewSolver(kriegspiel.MustRules(rules), andor.Options{Algorithm: name})
				for _, row := range rows {
					first, r := s.First(t.Context(), []chess.Position{row.pos}, 3, 0)
					want := row.first[rules]
					if (r.Verdict == andor.Win) != (want != nil) || r.Verdict == andor.Unknown {
						t.Errorf("%s under %s: %s, want first %v", row.id, rules, r.Verdict, want)
					}
					if got := uciSorted(first); !slices.Equal(got, want) {
						t.Errorf("%s under %s: first %v, want %v", row.id, rules, got, want)
					}
				}
			}
		})
	}
}

// uciSorted returns attempts in the order of the published file: UCI, the question last.
func uciSorted(list []kriegspiel.Attempt) []string {
	var texts []string
	asked := false
	for _, a := range list {
		if a == kriegspiel.Any {
			asked = true
		} else {
			texts = append(texts, a.String())
		}
	}
	slices.Sort(texts)
	if asked {
		texts = append(texts, "any?")
	}
	return texts
}
