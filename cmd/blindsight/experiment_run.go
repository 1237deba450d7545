package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"blindsight/experiment"
	"blindsight/experiment/queue"
	"blindsight/experiment/store"
)

// runOptions are what 'experiment run' was asked for.
type runOptions struct {
	record  string
	workers int
	listen  string
	nkeys   string
	queue   queueFlags
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
goes on where the record ends. Games are those of 'mines play' for the same seed, so
all players of a setting meet the same boards.

By default the games are played in this process. With --listen, workers on other
machines join through a queue server inside this process; with --connect, through
a NATS server or cluster with JetStream that is there already. Jobs of workers that
die go to others. --workers 0 leaves all games to them. The server listens on this
machine only if told so (127.0.0.1); if others can reach it, workers must show a
credential: a token, which is made up unless you give one, or a key (--nkeys). What to
type on the other machines is printed. Use TLS where the network is not trusted.`,
		Example: `  blindsight experiment run studies/example/plan.json
  blindsight experiment run plan.json --record results.record --workers 4
  blindsight experiment run plan.json --listen 0.0.0.0:4222
  blindsight experiment run plan.json --listen 0.0.0.0:4222 --token-file token --tls-cert cert.pem --tls-key key.pem
  blindsight experiment run plan.json --connect nats://a:4222,nats://b:4222,nats://c:4222 --workers 0`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			in, name, err := openInput(cmd, args)
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
	f.StringVar(&o.listen, "listen", "", "let workers join at this `HOST:PORT` (port 0: any)")
	f.StringVar(&o.queue.connect, "connect", "", "let workers join through the NATS server at this `URL` (several: commas)")
	f.StringVar(&o.nkeys, "nkeys", "", "with --listen: `FILE` with the public keys of workers that may join")
	o.queue.add(cmd)
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

func (o *runOptions) check(cmd *cobra.Command) error {
	if err := errors.Join(exclusive(cmd, "listen", "connect"), exclusive(cmd, "nkeys", "connect"), exclusive(cmd, "nkey", "listen")); err != nil {
		return err
	}
	remote := o.listen != "" || o.queue.connect != ""
	switch {
	case o.workers < 0 || o.workers == 0 && !remote:
		return fmt.Errorf("--workers %d: must be at least 1, or 0 with --listen or --connect", o.workers)
	case remote:
		return nil
	}
	for _, name := range []string{"token", "token-file", "nkey", "nkeys", "tls-cert", "tls-key", "tls-ca"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for --listen or --connect: give one of them", name)
		}
	}
	return nil
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
	version, err := programVersion()
	if err != nil {
		return failure{err}
	}
	server, access, err := o.remote(cmd)
	if err != nil {
		return exitKind(err)
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
	run := experiment.Options{Workers: o.workers, Name: processName(machine)}
	var pool *queue.Pool
	if server != nil || access != nil {
		nc, end, err := o.join(cmd, server, access)
		if err != nil {
			return exitKind(err)
		}
		defer end()
		if pool, err = queue.NewPool(nc, s.Info(), server != nil, s.AddWorker); err != nil {
			return failure{err}
		}
		run.Pool = pool
	}
	show := newRunProgress(cmd.ErrOrStderr(), func() string {
		if pool == nil {
			return fmt.Sprintf("workers: %d", o.workers)
		}
		processes, slots := pool.Alive()
		return fmt.Sprintf("workers: %d here, %d in %d processes elsewhere", o.workers, slots, processes)
	})
	start := time.Now()
	result := runSummary{Plan: plan.Name, Record: s.Path(), Version: version}
	run.Progress = func(done, total int) {
		result.Games, result.Planned = done, total
		show.set(done, total)
	}
	err = experiment.Run(cmd.Context(), plan, s, run)
	show.finish()
	if pool != nil {
		pool.Close(err == nil)
	}
	closed = true
	if e := s.Close(); err == nil && e != nil {
		err = e
	}
	result.Finished, result.Seconds = err == nil, time.Since(start).Seconds()
	switch {
	case err != nil && cmd.Context().Err() != nil && errors.Is(err, cmd.Context().Err()):
		err = failure{fmt.Errorf("interrupted: %d of %d games are in %s; the same command goes on", result.Games, result.Planned, result.Record)}
	case err != nil:
		err = exitKind(fmt.Errorf("%w; %d of %d games are in %s", err, result.Games, result.Planned, result.Record))
	}
	if o.asJSON {
		return errors.Join(err, writeJSON(cmd.OutOrStdout(), result))
	}
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: all %d games are in %s; see them with 'blindsight experiment report %[3]s'\n", plan.Name, result.Games, result.Record)
	}
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
	Seconds  float64 `json:"seconds"`
}

// remote reads what the flags say of a queue, before anything is begun.
func (o *runOptions) remote(cmd *cobra.Command) (*queue.ServerOptions, *queue.Access, error) {
	if o.queue.connect != "" {
		a, err := o.queue.access(cmd, 5*time.Second)
		return nil, &a, err
	}
	if o.listen == "" {
		return nil, nil, nil
	}
	s := &queue.ServerOptions{Listen: o.listen}
	var err error
	if s.Token, err = o.queue.readToken(cmd); err != nil {
		return nil, nil, fmt.Errorf("%w", &queue.Error{Kind: queue.ErrUsage, Text: err.Error()})
	}
	if s.TLS, err = queue.ServerTLS(o.queue.cert, o.queue.key, o.queue.ca); err != nil {
		return nil, nil, err
	}
	if o.nkeys != "" {
		if s.NKeys, err = queue.ReadNKeys(o.nkeys); err != nil {
			return nil, nil, err
		}
	}
	if queue.Exposed(o.listen) && s.Token == "" && s.NKeys == nil {
		s.Token = rand.Text()
		o.queue.token = s.Token
	}
	if err := s.Check(); err != nil {
		return nil, nil, err
	}
	if s.TLS == nil && queue.Exposed(o.listen) {
		fmt.Fprintf(cmd.ErrOrStderr(), "blindsight: warning: --listen %s without TLS: whoever can read the network can read the games, and the token\n", o.listen)
	}
	return s, nil, nil
}

// join starts the server, or connects to one that is there.
func (o *runOptions) join(cmd *cobra.Command, s *queue.ServerOptions, a *queue.Access) (nc *nats.Conn, end func(), err error) {
	if a != nil {
		nc, err := queue.Connect(cmd.Context(), *a, "blindsight run")
		if err != nil {
			return nil, nil, err
		}
		return nc, nc.Close, nil
	}
	server, err := queue.StartServer(*s)
	if err != nil {
		return nil, nil, err
	}
	if nc, err = server.Connect(); err != nil {
		server.Close()
		return nil, nil, err
	}
	for _, line := range o.invitation(server.URL()) {
		fmt.Fprintf(cmd.ErrOrStderr(), "blindsight: %s\n", line)
	}
	return nc, func() { nc.Close(); server.Close() }, nil
}
