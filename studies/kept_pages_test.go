package studies

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/experiment/store"
)

// The committed pages are what the committed games say: they are all of the full plans.
func TestPagesOfKeptGames(t *testing.T) {
	for _, command := range []string{
		"blindsight reproduce kriegspiel-strength --full --seed 9100 --workers 2",
		"blindsight reproduce mines-table-1 --full --seed 1 --workers 2",
	} {
		folder := strings.Fields(command)[2]
		t.Run(folder, func(t *testing.T) {
			file, err := os.Open(folder + "/games.jsonl.gz")
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			text, err := gzip.NewReader(file)
			if err != nil {
				t.Fatal(err)
			}
			out := t.TempDir()
			if err := store.Import(t.Context(), text, file.Name(), filepath.Join(out, folder+"-full.record")); err != nil {
				t.Fatal(err)
			}
			study, err := Find(folder)
			if err != nil {
				t.Fatal(err)
			}
			b := &Bench{Size: Full, Seed: study.Seed, Workers: 1, Out: out, Command: command, Version: "test"}
			files, err := study.Run(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			made, kept := pageOf(t, out, files), pageOf(t, folder+"/results", files)
			if made != kept {
				t.Errorf("results/README.md is not what games.jsonl.gz says, by the commands of README.md:\n%s", made)
			}
		})
	}
}
