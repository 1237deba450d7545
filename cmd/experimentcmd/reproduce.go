package experimentcmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment"
	"blindsight/experiment/queue"
	"blindsight/experiment/store"
	"blindsight/studies"
)

// reproduceOptions are what 'reproduce' was asked for.
type reproduceOptions struct {
	quick, full bool
	out         string
	seed        uint64
	workers     int
	queue       runQueue
	asJSON      bool
}

// NewReproduce returns the command reproduce.
func NewReproduce() *cobra.Command {
	var o reproduceOptions
	cmd := &cobra.Command{
		Use:   "reproduce [NAME]",
		Short: "Run a study that sets our results beside a paper's, or list the studies",
		Long: `Run a study: it measures what a table or a figure of a paper shows, and writes a page
(README.md) with tables and figures (PNG and SVG) that set our result beside the paper's
number and say what agrees and what does not. Without NAME the studies are listed.

--quick takes about a minute on two cores, the default some minutes, --full does what the
paper did, as far as each page states. Games, and decisions, walks and searches where a
study consists of these, are kept in the folder as they are finished: Ctrl-C stops, and the
same command goes on. Budgets in simulations give the same numbers
for the same seed; budgets in time depend on the machine and on what else it does.

With --listen or --connect, workers on other machines play games for the study, as for
'experiment run': they begin when the games do, and what to type there is printed. What a
study does besides games (decisions, walks, searches) is done in this process; one without
games refuses these flags.`,
		Example: `  blindsight reproduce
  blindsight reproduce mines-table-1 --quick
  blindsight reproduce mines-bssuct --out results --seed 2
  blindsight reproduce mines-convergence --full --listen 0.0.0.0:4222 --token-file token`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.Exclusive(cmd, "quick", "full"); err != nil {
				return err
			}
			if len(args) == 0 {
				return o.list(cmd)
			}
			s, err := studies.Find(args[0])
			if err != nil {
				return console.BadUsage(err)
			}
			if err := o.checkWorkers(cmd, s); err != nil {
				return err
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
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time in this process")
	o.queue.add(cmd)
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

// checkWorkers tells what is wrong with who is to do the work.
func (o *reproduceOptions) checkWorkers(cmd *cobra.Command, s *studies.Study) error {
	if err := o.queue.check(cmd, o.workers); err != nil {
		return err
	}
	flag := "--listen"
	if o.queue.connect != "" {
		flag = "--connect"
	}
	switch {
	case o.queue.asked() && !s.Plays():
		return fmt.Errorf("%s: %s plays no games: its %s are done in this process, and cannot go to other machines: leave the flag away", flag, s.Name, s.Pieces)
	case o.workers < 1 && s.Pieces != "":
		return fmt.Errorf("--workers %d: the %s of %s are done in this process: give at least 1", o.workers, s.Pieces, s.Name)
	}
	return nil
}

func (o *reproduceOptions) list(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	for _, s := range studies.All {
		var err error
		if o.asJSON {
			err = console.WriteJSON(out, struct {
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
	version, err := console.ProgramVersion()
	if err != nil {
		return console.Failed(err)
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
	if err := o.queue.read(cmd); err != nil {
		return exitKind(err)
	}
	var pool atomic.Pointer[queue.Pool] // the bar asks for it while games are played
	step, show := "", (*console.RunProgress)(nil)
	var most, of int // of the step
	b := &studies.Bench{
		Size: size, Seed: o.seed, Workers: o.workers, Out: o.out, Command: command, Version: version, Machine: thisMachine(),
		Progress: func(what string, done, total int) {
			if what != step || done == 0 { // several steps may have one name
				most = 0
			}
			if what != step {
				if show != nil {
					show.Finish()
				}
				step, show = what, console.NewRunProgress(cmd.ErrOrStderr(), func() string { return s.Name + ", " + workersText(o.workers, pool.Load()) })
				show.What = what
			}
			most, of = max(most, done), total
			show.Set(done, total)
		},
	}
	if o.queue.asked() {
		b.Elsewhere = func(s *store.Store) (experiment.Pool, func(bool), error) {
			p, end, err := o.queue.open(cmd, s)
			if err != nil {
				return nil, nil, err
			}
			pool.Store(p)
			return p, end, nil
		}
		if s.Pieces != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "blindsight: the %s of %s are done in this process; workers elsewhere can join when its games begin\n", s.Pieces, s.Name)
		}
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	start := time.Now()
	files, err := s.Run(cmd.Context(), b)
	if show != nil {
		show.Finish()
	}
	switch {
	case err != nil && cmd.Context().Err() != nil && step == "":
		return console.Failed(errors.New("interrupted before anything was finished"))
	case err != nil && cmd.Context().Err() != nil:
		return console.Failed(fmt.Errorf("interrupted at %d of %d %s: what was finished is kept in %s; the same command goes on", most, of, step, o.out))
	case errors.Is(err, studies.ErrRecord):
		return err
	case err != nil:
		return exitKind(err)
	}
	if o.asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), reproduced{s.Name, string(size), o.seed, version, o.out, files, time.Since(start).Seconds()})
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: see %s (and %s in that folder)\n", s.Name, filepath.Join(o.out, files[0]), strings.Join(files[1:], ", "))
	return err
}
