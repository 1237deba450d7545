// Results rewrites what the repository claims of the player strong from the numbers in it: the page of the study mines-strength, and
// the table in docs/results.md.
//
//	go run ./cmd/results
//
// It is run in the folder of the repository, after a new run of the study was put there. A test holds the files against what it would write.
package main

import (
	"fmt"
	"os"

	"blindsight/internal/atomicfile"
	"blindsight/studies"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintf(os.Stderr, "results: unexpected argument %q: it takes none\n", os.Args[1])
		os.Exit(2)
	}
	if err := rewrite(); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

// rewrite writes all files, each whole or not at all.
func rewrite() error {
	files, err := studies.StrengthResults(".")
	if err != nil {
		return fmt.Errorf("%w: run it in the folder of the repository", err)
	}
	for name, data := range files {
		if err := atomicfile.WriteBytes(name, data); err != nil {
			return err
		}
	}
	return nil
}
