package kriegspielcmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment"
	"blindsight/experiment/matebase"
	"blindsight/experiment/store"
	"blindsight/internal/atomicfile"
)

// collectOutput is where problems go. Into a file they go at the end, all of them, and until then
// into a record beside it, game by game. Into a pipe or a device they go as they are found.
type collectOutput struct {
	name   string
	direct io.Writer   // the pipe or device, nil for a file
	ends   []io.Closer // of it
	record *store.Work
	found  []*matebase.Instance
}

// open opens the output, and reads what an interrupted run has kept.
func (c *collectFlags) open(cmd *cobra.Command) (*collectOutput, error) {
	out := &collectOutput{name: c.out}
	if c.out == "-" {
		out.direct = cmd.OutOrStdout()
	} else if info, err := os.Stat(c.out); err == nil && !info.Mode().IsRegular() {
		device, err := os.OpenFile(c.out, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
		out.direct, out.ends = device, []io.Closer{device}
		if strings.HasSuffix(c.out, ".gz") {
			packed := gzip.NewWriter(device)
			out.direct, out.ends = packed, []io.Closer{packed, device}
		}
	}
	if out.direct != nil {
		if c.resume {
			return nil, errors.Join(errors.New("--resume: name the file with --out"), out.close())
		}
		return out, nil
	}
	name := c.out + ".record"
	_, err := os.Stat(name)
	kept := err == nil
	switch {
	case kept && !c.resume:
		return nil, fmt.Errorf("--out: %s holds what a run has found that is not finished: --resume goes on with it; remove it to begin anew", name)
	case !kept && !c.resume && there(c.out):
		return nil, fmt.Errorf("--out: %s is there already: name another file, remove it, or go on with it by --resume", c.out)
	case !kept && c.resume:
		if err := c.readBefore(); err != nil {
			return nil, fmt.Errorf("--resume: %w", err)
		}
	}
	version, err := console.ProgramVersion()
	if err != nil {
		return nil, console.Failed(err)
	}
	if out.record, err = store.OpenWork(name, c.about(), version, experiment.ThisMachine(console.HostName())); err != nil {
		if errors.Is(err, store.ErrLocked) {
			return nil, console.Failed(err)
		}
		return nil, fmt.Errorf("--out: %w", err)
	}
	if kept {
		err = c.readRecord(out.record)
	} else {
		err = out.begin(c.options.Begin, c.before)
	}
	out.found = c.before
	if err != nil {
		return nil, errors.Join(err, out.close())
	}
	return out, nil
}

// there reports whether a file has something in it.
func there(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() > 0
}

// about says what a collection depends on. The most games to play are not among it: a run that wants more
// goes on.
func (c *collectFlags) about() string {
	o := c.options
	return fmt.Sprintf("problems under %s from games of seed %d: white %s, black %s, %d simulations, opening %d, belief %d, drop %d, %d a game, depths, mates, near misses and positions %v, extending %q",
		o.Rules, o.Seed, o.White, o.Black, o.Simulations, o.Opening, o.Belief, o.Drop, o.PerGame, o.Levels, c.extend)
}

// readBefore reads a file that holds less than is wanted now. Its last game is played again.
func (c *collectFlags) readBefore() error {
	in, err := os.Open(c.out)
	if err != nil {
		return err
	}
	defer in.Close()
	err = matebase.Read(in, c.out, func(i *matebase.Instance) error {
		if i.Seed != c.options.Seed || i.Rules != c.options.Rules {
			return fmt.Errorf("%s was made with the seed %d and the rules %s", c.out, i.Seed, i.Rules)
		}
		c.before = append(c.before, i)
		return nil
	})
	if err != nil {
		return err
	}
	if n := len(c.before); n > 0 {
		c.options.Begin = c.before[n-1].Game
		for n > 0 && c.before[n-1].Game == c.options.Begin {
			n--
		}
		c.before = c.before[:n]
	}
	return nil
}

// gameName names the piece that is kept of a game: the lines of its problems.
func gameName(game int) string { return fmt.Sprintf("game %d", game) }

// readRecord reads the games that a record holds, of which none is missing before the last.
func (c *collectFlags) readRecord(w *store.Work) error {
	for game := range w.Len() {
		var lines []json.RawMessage
		if found, err := w.Find(gameName(game), &lines); err != nil || !found {
			return errors.Join(err, fmt.Errorf("%s: %s is missing: remove it to begin anew", w.Path(), gameName(game)))
		}
		for _, line := range lines {
			err := matebase.Read(bytes.NewReader(line), w.Path(), func(i *matebase.Instance) error {
				c.before = append(c.before, i)
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	c.options.Begin = w.Len()
	return nil
}

// begin keeps what a file holds of so many games in a record that is new.
func (out *collectOutput) begin(games int, before []*matebase.Instance) error {
	for game := range games {
		n := 0
		for n < len(before) && before[n].Game == game {
			n++
		}
		if err := out.record.Keep(gameName(game), linesOf(before[:n])); err != nil {
			return err
		}
		before = before[n:]
	}
	return nil
}

func linesOf(found []*matebase.Instance) []json.RawMessage {
	lines := []json.RawMessage{}
	for _, i := range found {
		lines = append(lines, bytes.TrimSpace(i.AppendJSON(nil)))
	}
	return lines
}

// keep takes what was found in a game.
func (out *collectOutput) keep(game int, found []*matebase.Instance) error {
	if out.direct != nil {
		return writeInstances(out.direct, found)
	}
	out.found = append(out.found, found...)
	return out.record.Keep(gameName(game), linesOf(found))
}

// finish writes the file, and removes the record if there is all that was wanted.
func (out *collectOutput) finish(full bool) error {
	if out.direct != nil {
		return out.close()
	}
	err := atomicfile.Write(out.name, func(w io.Writer) error {
		if !strings.HasSuffix(out.name, ".gz") {
			return writeInstances(w, out.found)
		}
		packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		return errors.Join(writeInstances(packed, out.found), packed.Close())
	})
	if err != nil || !full {
		return err
	}
	path := out.record.Path()
	if err := out.close(); err != nil {
		return err
	}
	return os.Remove(path)
}

// close closes what is open still.
func (out *collectOutput) close() error {
	var errs []error
	for _, end := range out.ends {
		errs = append(errs, end.Close())
	}
	out.ends = nil
	if out.record != nil {
		errs = append(errs, out.record.Close())
		out.record = nil
	}
	return errors.Join(errs...)
}

func writeInstances(w io.Writer, list []*matebase.Instance) error {
	var line []byte
	for _, i := range list {
		line = i.AppendJSON(line[:0])
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
