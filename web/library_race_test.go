//go:build race

package web

import (
	"bytes"
	"io/fs"
	"os"

	"blindsight/experiment/matebase"
	"blindsight/player/kriegspielers/problemset"
)

// library has the pages and problems of package studies, read from their folder: the package itself brings SQLite and
// all that draws figures, which would have to be compiled anew for the race detector.
var library = folderLibrary{os.DirFS("../studies")}

type folderLibrary struct{ fs.FS }

func (l folderLibrary) Names() []string { return []string{"mines-table-1", "kriegspiel-solvers"} }

func (l folderLibrary) Doc(name string) string { return "the study " + name }

func (l folderLibrary) Pages() fs.FS { return l.FS }

func (l folderLibrary) Problems() []*problemset.Set { return []*problemset.Set{collected} }

var collected = problemset.New("collected", "Mates from games", "studies/kriegspiel-problems", func() (list []problemset.Problem, err error) {
	const name = "kriegspiel-problems/problems.jsonl.gz"
	data, err := fs.ReadFile(library, name)
	if err != nil {
		return nil, err
	}
	err = matebase.Read(bytes.NewReader(data), name, func(i *matebase.Instance) error {
		if i.Answer == matebase.Mate && len(i.Belief) > 1 {
			list = append(list, problemset.Problem{
				ID: i.ID, Moves: (i.Depth + 1) / 2, Belief: i.Belief,
				Answers: []problemset.Answer{{Rules: i.Rules, First: []string{i.Plan.Root.Try.String()}}},
			})
		}
		return nil
	})
	return list, err
})
