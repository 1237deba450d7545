package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/studies"
)

// reproduceOptions are what 'reproduce' was asked for.
type reproduceOptions struct {
	quick, full bool
	out         string
	seed        uint64
	workers     int
	asJSON      bool
}

func newReproduce() *cobra.Command {
	var o reproduceOptions
	cmd := &cobra.Command{
		Use:   "reproduce [NAME]",
		Short: "Run a study that sets our results beside a paper's, or list the studies",
		Long: `Run a study: it measures what a table or a figure of a paper shows, and writes a page
(README.md) with tables and figures (PNG and SVG) that set our result beside the paper's
number and say what agrees and what does not. Without NAME the studies are listed.

--quick takes about a minute on two cores, the default some minutes, --full does what the
paper did, as far as each page states. Games are kept in the folder as they are played:
Ctrl-C stops, and the same command goes on. Budgets in simulations give the same numbers
for the same seed; budgets in time depend on the machine and on what else it does.`,
		Example: `  blindsight reproduce
  blindsight reproduce mines-table-1 --quick
  blindsight reproduce mines-bssuct --out results --seed 2`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := exclusive(cmd, "quick", "full"); err != nil {
				return err
			}
			if len(args) == 0 {
				return o.list(cmd)
			}
			s, err := studies.Find(args[0])
			if err != nil {
				return usageError{err}
			}
			if o.workers < 1 {
				return fmt.Errorf("--workers %d: must be at least 1", o.workers)
			}
			if !cmd.Flags().Changed("seed") {
				o.seed = s.Seed
			}
			return o.run(cmd, s)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.quick, "quick", false, "a small size, about a minute on two cores")
	f.BoolVar(&o.full, "full", false, "the paper's size, up to hours")
	f.StringVar(&o.out, "out", "", "`FOLDER` for the page, its figures and the games (default studies-out/NAME)")
	f.Uint64Var(&o.seed, "seed", 0, "seed of boards and players (default that of the study, mostly 1)")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object, or one a study")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, s := range studies.All {
			names = append(names, s.Name+"\t"+s.Doc)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func (o *reproduceOptions) list(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	for _, s := range studies.All {
		var err error
		if o.asJSON {
			err = writeJSON(out, struct {
				Study string `json:"study"`
				Doc   string `json:"doc"`
			}{s.Name, s.Doc})
		} else {
			_, err = fmt.Fprintf(out, "%-18s %s\n", s.Name, s.Doc)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reproduced is what 'reproduce --json' prints.
type reproduced struct {
	Study   string   `json:"study"`
	Size    string   `json:"size"`
	Seed    uint64   `json:"seed"`
	Version string   `json:"version"`
	Folder  string   `json:"folder"`
	Files   []string `json:"files"`
	Seconds float64  `json:"seconds"`
}

func (o *reproduceOptions) run(cmd *cobra.Command, s *studies.Study) error {
	version, err := programVersion()
	if err != nil {
		return failure{err}
	}
	size, flag := studies.Middle, ""
	switch {
	case o.quick:
		size, flag = studies.Quick, " --quick"
	case o.full:
		size, flag = studies.Full, " --full"
	}
	if o.out == "" {
		o.out = filepath.Join("studies-out", s.Name)
	}
	command := fmt.Sprintf("blindsight reproduce %s%s --seed %d --workers %d", s.Name, flag, o.seed, o.workers)
	step, show := "", (*runProgress)(nil)
	b := &studies.Bench{
		Size: size, Seed: o.seed, Workers: o.workers, Out: o.out, Command: command, Version: version, Machine: thisMachine(),
		Progress: func(what string, done, total int) {
			if what != step {
				if show != nil {
					show.finish()
				}
				step, show = what, newRunProgress(cmd.ErrOrStderr(), func() string { return fmt.Sprintf("%s, workers: %d", s.Name, o.workers) })
				show.what = what
			}
			show.set(done, total)
		},
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	start := time.Now()
	files, err := s.Run(cmd.Context(), b)
	if show != nil {
		show.finish()
	}
	switch {
	case err != nil && cmd.Context().Err() != nil:
		return failure{fmt.Errorf("interrupted: games that were finished are kept in %s; the same command goes on", o.out)}
	case errors.Is(err, studies.ErrRecord):
		return err
	case err != nil:
		return failure{err}
	}
	if o.asJSON {
		return writeJSON(cmd.OutOrStdout(), reproduced{s.Name, string(size), o.seed, version, o.out, files, time.Since(start).Seconds()})
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: see %s (and %s in that folder)\n", s.Name, filepath.Join(o.out, files[0]), strings.Join(files[1:], ", "))
	return err
}
