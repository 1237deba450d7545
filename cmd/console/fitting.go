package console

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/internal/atomicfile"
)

// Fitting is work whose result is source of the program: numbers that many games have
// told, in files whose heads say how they were made.
type Fitting struct {
	Files  []string // the files to be written, or none
	Games  int      // to be played
	Result string   // what there is none of before they are: "weight"

	// Play plays the games and finds the numbers. It calls step after each game.
	Play func(ctx context.Context, step func()) error

	// Source returns the text of each of Files, made by a version of the program.
	Source func(version string) [][]byte
}

// Run does the work. That the files can be written is known before the first game; none
// takes its place before all are whole; work that is interrupted changes nothing.
func (f *Fitting) Run(cmd *cobra.Command) error {
	version, err := ProgramVersion()
	if err != nil {
		return Failed(err)
	}
	files := make([]*atomicfile.File, len(f.Files))
	for i, name := range f.Files {
		if files[i], err = atomicfile.Create(name); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		defer files[i].Discard()
	}
	bar := NewProgress(cmd.ErrOrStderr(), "games", f.Games)
	err = f.Play(cmd.Context(), bar.Step)
	bar.Finish()
	if cmd.Context().Err() != nil {
		return Failed(errors.New("interrupted: there is no " + f.Result + " before all games are played, and nothing was written"))
	}
	if err != nil {
		return Failed(err)
	}
	if len(files) == 0 {
		return nil
	}
	for i, text := range f.Source(version) {
		_, err := files[i].Write(text)
		if err := errors.Join(err, files[i].Flush()); err != nil {
			return Failed(err)
		}
	}
	for _, file := range files {
		if err := file.Commit(); err != nil {
			return Failed(err)
		}
	}
	return nil
}

// FileOrNone returns the list of a file whose flag may not be given.
func FileOrNone(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}
