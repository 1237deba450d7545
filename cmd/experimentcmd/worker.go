package experimentcmd

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/experiment/queue"
)

// NewWorker returns the command worker.
func NewWorker() *cobra.Command {
	var q queueFlags
	var workers int
	var wait time.Duration
	var asJSON, allowExec bool
	cmd := &cobra.Command{
		Use:   "worker --connect URL",
		Short: "Play games for a run on another machine",
		Long: `Play games for a run on another machine ('experiment run' or 'reproduce' with --listen
or --connect) until it has finished. Workers may come and go: what one leaves is played
by others. The program must be the same as that of the run.

A plan may name programs as players (exec:COMMAND, docs/engine.md). Whoever runs it would
decide what is started on this machine, with your rights, so such plans are refused
unless you say --allow-exec.

If there is no run, or it goes away, the worker waits for it for --wait. Ctrl-C hands
in what was finished.`,
		Example: `  blindsight worker --connect nats://127.0.0.1:4222
  blindsight worker --connect tls://host:4222 --tls-ca ca.pem --token-file token --workers 8`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case q.connect == "":
				return errors.New("--connect is missing: say where the queue is, as in --connect nats://127.0.0.1:4222")
			case workers < 1:
				return fmt.Errorf("--workers %d: must be at least 1", workers)
			case wait < 0:
				return fmt.Errorf("--wait %s: must not be negative", wait)
			}
			version, err := console.ProgramVersion()
			if err != nil {
				return console.Failed(err)
			}
			access, err := q.access(cmd, wait)
			if err != nil {
				return err
			}
			machine := thisMachine()
			name := processName(machine)
			nc, err := queue.Connect(cmd.Context(), access, "blindsight worker "+name)
			if err != nil {
				return exitKind(err)
			}
			defer nc.Close()
			host := engine.NewHost(cmd.ErrOrStderr())
			defer host.Close()
			var door catalog.Door
			if allowExec {
				door = host.Door
			}
			games, err := queue.Work(cmd.Context(), nc, queue.WorkerOptions{
				Name: name, Version: version, Machine: machine, Slots: workers, Wait: wait, Door: door,
				Say: func(line string) { fmt.Fprintf(cmd.ErrOrStderr(), "blindsight: %s\n", line) },
			})
			if err == nil || cmd.Context().Err() != nil {
				if asJSON {
					if err := console.WriteJSON(cmd.OutOrStdout(), map[string]any{"games": games}); err != nil {
						return err
					}
				} else {
					fmt.Fprintf(cmd.OutOrStdout(), "played %d games\n", games)
				}
			}
			if cmd.Context().Err() != nil {
				return console.Failed(errors.New("interrupted: what was finished is handed in, other workers play the rest"))
			}
			return exitKind(err)
		},
	}
	f := cmd.Flags()
	f.StringVar(&q.connect, "connect", "", "`URL` of the queue (several of a cluster: commas)")
	f.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.DurationVar(&wait, "wait", time.Minute, "how long to wait for a run, at first or when it goes away")
	f.BoolVar(&allowExec, "allow-exec", false, "start programs that a plan names as players: only where you trust whoever runs it")
	q.add(cmd)
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
