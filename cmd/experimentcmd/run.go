package experimentcmd

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/experiment"
	"blindsight/experiment/queue"
	"blindsight/experiment/store"
	"blindsight/internal/plural"
)

// runOptions are what 'experiment run' was asked for.
type runOptions struct {
	record  string
	workers int
	queue   runQueue
	asJSON  bool
}

func newExperimentRun() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run PLAN",
		Short: "Play the games of a plan that its record does not hold yet",
		Long: `Play the games of a plan (a JSON file, - is standard input) that its record does
not hold yet. The record is one SQLite file; unless --record names it, it is the
plan's name with .record, in this folder. Whatever stops the run, the same command
goes on where the record ends. Games are those of 'mines play' for the same seed (1, if
the plan names none), so all players of a setting meet the same boards.

Every game that 'blindsight games' lists can be planned; docs/games.md says how a plan is
written. Where two sides play, players meet in pairs of games with the sides swapped, those
of 'match' for the same seed.

A record can be extended: change the plan (more games, another player, setting or
budget) and run it with the same record. Games that are there are kept and not played
again, also those that the plan does not ask for any more. Another seed, or another
version of the program, needs another record.

A player can be a program, exec:COMMAND (docs/engine.md), which this command starts;
workers elsewhere start it only if they were told to (--allow-exec). Why a game was
forfeited stands in its note.

By default the games are played in this process. With --listen, workers on other
machines join through a queue server inside this process; with --connect, through
a NATS server or cluster with JetStream that is there already. Jobs of workers that
die go to others. --workers 0 leaves all games to them. The server listens on this
machine only if told so (127.0.0.1); if others can reach it, workers must show a
credential: a token, which is made up unless you give one, or a key (--nkeys). What to
type on the other machines is printed. Use TLS where the network is not trusted.`,
		Example: `  blindsight experiment run studies/example/plan.json
  blindsight experiment run examples/dark-hex.json
  blindsight experiment run plan.json --record results.record --workers 4
  blindsight experiment run plan.json --listen 0.0.0.0:4222
  blindsight experiment run plan.json --listen 0.0.0.0:4222 --token-file token --tls-cert cert.pem --tls-key key.pem
  blindsight experiment run plan.json --connect nats://a:4222,nats://b:4222,nats://c:4222 --workers 0`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.queue.check(cmd, o.workers); err != nil {
				return err
			}
			in, name, err := console.OpenInput(cmd, args)
			if err != nil {
				return err
			}
			defer in.Close()
			plan, err := experiment.Read(in, name)
			if err != nil {
				return err
			}
			return o.run(cmd, plan)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.record, "record", "", "`FILE` that keeps the games (default NAME.record)")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time in this process")
	o.queue.add(cmd)
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// recordName is the file for a plan's games.
func (o *runOptions) recordName(p *experiment.Plan) string {
	if o.record != "" {
		return o.record
	}
	name := strings.Trim(regexp.MustCompile(`[^\pL\pN._-]+`).ReplaceAllString(p.Name, "-"), ".-")
	if name == "" {
		name = "experiment"
	}
	return name + ".record"
}

func (o *runOptions) run(cmd *cobra.Command, plan *experiment.Plan) error {
	version, err := console.ProgramVersion()
	if err != nil {
		return console.Failed(err)
	}
	if err := o.queue.read(cmd); err != nil {
		return exitKind(err)
	}
	for _, player := range plan.Players() {
		if err := engine.Find(player); err != nil && o.workers > 0 {
			return err // before there is a record
		}
	}
	machine := thisMachine()
	s, err := store.Open(o.recordName(plan), plan, version, machine)
	if err != nil {
		return exitKind(err)
	}
	closed := false
	defer func() {
		if !closed {
			s.Close()
		}
	}()
	result := runSummary{Plan: plan.Name, Record: s.Path(), Version: version}
	if e := s.Extended(); e != (store.Extension{}) {
		fmt.Fprintf(cmd.ErrOrStderr(), console.Called()+": %s is extended by %s and %s\n", s.Path(), plural.Count(e.Cells, "cell"), plural.Count(e.Games, "game"))
	}
	if result.Beyond, err = s.Beyond(); err != nil {
		return exitKind(err)
	}
	host := engine.NewHost(cmd.ErrOrStderr())
	defer host.Close()
	run := experiment.Options{Workers: o.workers, Name: processName(machine), Door: host.Door}
	var pool *queue.Pool
	end := func(bool) {}
	if o.queue.asked() {
		if pool, end, err = o.queue.open(cmd, s); err != nil {
			return exitKind(err)
		}
		run.Pool = pool
	}
	show := console.NewRunProgress(cmd.ErrOrStderr(), func() string { return workersText(o.workers, pool) })
	start := time.Now()
	run.Progress = func(done, total int) {
		result.Games, result.Planned = done, total
		show.Set(done, total)
	}
	err = experiment.Run(cmd.Context(), plan, s, run)
	show.Finish()
	end(err == nil)
	closed = true
	if e := s.Close(); err == nil && e != nil {
		err = e
	}
	result.Finished, result.Seconds = err == nil, time.Since(start).Seconds()
	switch {
	case err != nil && cmd.Context().Err() != nil && errors.Is(err, cmd.Context().Err()):
		err = console.Failed(fmt.Errorf("interrupted: %d of %d games are in %s; the same command goes on", result.Games, result.Planned, result.Record))
	case err != nil:
		err = exitKind(fmt.Errorf("%w; %d of %d games are in %s", err, result.Games, result.Planned, result.Record))
	}
	if o.asJSON {
		return errors.Join(err, console.WriteJSON(cmd.OutOrStdout(), result))
	}
	if err != nil {
		return err
	}
	beyond := ""
	if result.Beyond > 0 {
		beyond = fmt.Sprintf(", with %s that this plan does not ask for", plural.Count(result.Beyond, "game"))
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: all %d games are in %s%s; see them with 'blindsight experiment report %[3]s'\n", plan.Name, result.Games, result.Record, beyond)
	return err
}

// runSummary is what 'experiment run --json' prints.
type runSummary struct {
	Plan     string  `json:"plan"`
	Record   string  `json:"record"`
	Version  string  `json:"version"`
	Finished bool    `json:"finished"`
	Games    int     `json:"games"`
	Planned  int     `json:"planned"`
	Beyond   int     `json:"beyond,omitempty"` // games in the record that the plan does not ask for
	Seconds  float64 `json:"seconds"`
}
