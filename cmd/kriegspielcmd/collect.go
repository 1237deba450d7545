package kriegspielcmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/matebase"
	"blindsight/game/kriegspiel"
)

// collectFlags are the flags of 'kriegspiel collect'.
type collectFlags struct {
	options     matebase.Options
	rules       string
	depths      []int
	mates, near []int
	states      []int64
	out         string
	resume      bool
	extend      string
	asJSON      bool
	before      []*matebase.Instance
	seconds     float64
}

func newKriegspielCollect() *cobra.Command {
	c := collectFlags{options: matebase.Defaults(kriegspiel.All()[0])}
	cmd := &cobra.Command{
		Use:   "collect",
		Short: "Collect problems from games that programs play",
		Long: `Play games and collect problems: mates, positions in which White has a guaranteed mate
within a depth and not sooner, and near misses, in which he has none but at least half of
his belief has. Near misses of one depth are looked at again at the next. No problem is
there twice, nor mirrored, and those of one kind are of many sizes.

Each line of the file is a problem that 'kriegspiel mate' reads, with its answer, least
depth, plan, and the history that 'kriegspiel estimate' reads; of a near miss, and where
the answer is unknown, "part" lists the positions (from 0) that the plan mates. Plans are
checked before they are written. Limits are numbers of positions, so that the file is the
same for the same seed and flags, whatever the number of workers.

Ctrl-C keeps what was found; --resume with the same flags goes on. While it runs, what was
found is in FILE.record, which --resume reads if the program was killed; FILE is written at
the end, and the record removed when nothing is missing. A file that ends in .gz is compressed.

--extend counts the problems of another file towards what is wanted, whatever their seed,
and finds none of them again: the two files, one after the other, are the larger set. Take
another seed for it.

With --opening 0 all games begin in the initial position, as those of Russell and Wolfe
(2005); an aggressive White (belief,mate=0,bit=0.5) then keeps his belief small enough for
some problems.`,
		Example: `  blindsight kriegspiel collect --depths 3 --mates 20 --near 20 --out problems.jsonl
  blindsight kriegspiel collect --mates 500,300,50 --near 500,300,50 --out problems.jsonl.gz
  blindsight kriegspiel collect --opening 0 --white belief,mate=0,bit=0.5 --mates 500,500,500 --near 500,500,500 --out problems.jsonl
  blindsight kriegspiel collect --extend problems.jsonl.gz --seed 2 --mates 600,400,100 --near 600,400,100 --out more.jsonl
  blindsight kriegspiel mate problems.jsonl --algorithm gl-dbu`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	o := &c.options
	for _, l := range o.Levels {
		c.depths, c.mates, c.near, c.states = append(c.depths, l.Depth), append(c.mates, l.Mates), append(c.near, l.Near), append(c.states, l.States)
	}
	f := cmd.Flags()
	f.StringVar(&c.rules, "rules", o.Rules.Name, "rule set, see 'kriegspiel rules'")
	f.IntSliceVar(&c.depths, "depths", c.depths, "depths in moves of both sides, odd, the shallowest first")
	f.IntSliceVar(&c.mates, "mates", c.mates, "mates wanted, for each depth")
	f.IntSliceVar(&c.near, "near", c.near, "near misses wanted, for each depth; at most as many that are not decided are kept")
	f.Int64SliceVar(&c.states, "max-states", c.states, "most positions that a search may construct, for each depth")
	f.StringVar(&o.White, "white", o.White, "player of White, see 'kriegspiel players'")
	f.StringVar(&o.Black, "black", o.Black, "player of Black")
	f.IntVar(&o.Simulations, "sims", o.Simulations, "simulations for a decision, where a player simulates")
	f.IntVar(&o.Opening, "opening", o.Opening, "most moves of both sides that are made at random, and seen by both, before every other game; 0 for none")
	f.IntVar(&o.Belief, "belief", o.Belief, "most positions of a problem")
	f.IntVar(&o.Drop, "drop", o.Drop, "a game ends when White's belief has more positions than this")
	f.IntVar(&o.PerGame, "per-game", o.PerGame, "most problems of one kind from one game")
	f.IntVar(&o.Games, "games", o.Games, "most games to play")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "seed of the games")
	f.IntVar(&o.Workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time; the output does not depend on it")
	f.StringVar(&c.out, "out", "-", "`FILE` to write to, - for the standard output")
	f.BoolVar(&c.resume, "resume", false, "go on with a file that was interrupted")
	f.StringVar(&c.extend, "extend", "", "`FILE` of problems that count towards what is wanted, and are not found again")
	f.BoolVar(&c.asJSON, "json", false, "sum up in one JSON object; problems are JSON in any case")
	console.Complete(cmd, "rules", kriegspiel.Names()...)
	return cmd
}

// levels puts the flags for each depth together.
func (c *collectFlags) levels(cmd *cobra.Command) error {
	n := len(c.depths)
	at := func(name string, length int) error {
		switch {
		case length == n, !cmd.Flags().Changed(name) && length > n:
			return nil
		}
		return fmt.Errorf("--%s: %d numbers for %d depths: want one for each", name, length, n)
	}
	if err := errors.Join(at("mates", len(c.mates)), at("near", len(c.near)), at("max-states", len(c.states))); err != nil {
		return err
	}
	c.options.Levels = nil
	for i, d := range c.depths {
		c.options.Levels = append(c.options.Levels, matebase.Level{Depth: d, Mates: c.mates[i], Near: c.near[i], States: c.states[i]})
	}
	return nil
}

func (c *collectFlags) run(cmd *cobra.Command) (err error) {
	if c.options.Rules, err = rulesFlag(c.rules); err != nil {
		return err
	}
	if err := c.levels(cmd); err != nil {
		return err
	}
	if err := c.options.Check(); err != nil {
		return err
	}
	if c.extend != "" {
		if err := c.readKnown(); err != nil {
			return err
		}
	}
	out, err := c.open(cmd)
	if err != nil {
		return err
	}
	defer out.close()
	show := console.NewRunProgress(cmd.ErrOrStderr(), func() string { return fmt.Sprintf("workers: %d", c.options.Workers) })
	show.What = "problems"
	c.options.Progress = func(kept, wanted, _ int) { show.Set(kept, wanted) }
	begin := time.Now()
	tally, err := matebase.Collect(cmd.Context(), c.options, c.before, out.keep)
	show.Finish()
	c.seconds = time.Since(begin).Seconds()
	interrupted := err != nil && cmd.Context().Err() != nil
	if err == nil || interrupted {
		if wrong := out.finish(err == nil && tally.Full()); wrong != nil {
			return console.Failed(wrong)
		}
	}
	switch {
	case interrupted:
		return console.Failed(errors.New("interrupted: what was found is kept; the same command with --resume goes on"))
	case err != nil:
		return console.Failed(err)
	}
	if c.out != "-" {
		if err := c.sumUp(cmd.OutOrStdout(), tally); err != nil {
			return err
		}
	}
	if !tally.Full() {
		return console.Failed(fmt.Errorf("%d games did not give as many problems as wanted: play more (--games)", c.options.Games))
	}
	return nil
}

// readKnown reads the problems that are to be extended.
func (c *collectFlags) readKnown() error {
	in, err := os.Open(c.extend)
	if err != nil {
		return fmt.Errorf("--extend: %w", err)
	}
	defer in.Close()
	c.options.Known = []*matebase.Instance{}
	err = matebase.Read(in, c.extend, func(i *matebase.Instance) error {
		switch {
		case i.Rules != c.options.Rules:
			return fmt.Errorf("%s has problems under the rules %s, these are for %s", c.extend, i.Rules, c.options.Rules)
		case i.Seed == c.options.Seed:
			return fmt.Errorf("%s has problems of the seed %d: take another with --seed", c.extend, i.Seed)
		}
		c.options.Known = append(c.options.Known, i)
		return nil
	})
	if err != nil {
		return fmt.Errorf("--extend: %w", err)
	}
	return nil
}

// collected is what 'kriegspiel collect --json' prints.
type collected struct {
	File    string          `json:"file"`
	Seed    uint64          `json:"seed"`
	Games   int             `json:"games"`
	Kinds   []collectedKind `json:"kinds"`
	Seconds float64         `json:"seconds"`
}

type collectedKind struct {
	Depth  int             `json:"depth"`
	Answer matebase.Answer `json:"answer"`
	Kept   int             `json:"kept"`
	Wanted int             `json:"wanted"`
	Sizes  []int           `json:"sizes"`
	Repeat int             `json:"repeats"`
}

func (c *collectFlags) sumUp(out io.Writer, t *matebase.Tally) error {
	sum := collected{File: c.out, Seed: c.options.Seed, Games: c.options.Begin + t.Games, Seconds: c.seconds}
	for _, l := range c.options.Levels {
		for _, a := range []matebase.Answer{matebase.Mate, matebase.None, matebase.Unknown} {
			n := t.Count(l.Depth, a)
			sum.Kinds = append(sum.Kinds, collectedKind{l.Depth, a, n.Kept, n.Wanted, n.Sizes, n.Repeat})
		}
	}
	if c.asJSON {
		return console.WriteJSON(out, sum)
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: seed %d, %d games\ndepth answer  problems of size", sum.File, sum.Seed, sum.Games)
	for _, s := range matebase.Sizes {
		fmt.Fprintf(w, "%5d+", s)
	}
	for _, k := range sum.Kinds {
		fmt.Fprintf(w, "\n%5d %-7s %8d        ", k.Depth, k.Answer, k.Kept)
		for _, n := range k.Sizes {
			fmt.Fprintf(w, "%6d", n)
		}
	}
	fmt.Fprintln(w)
	return w.Flush()
}
