package experimentcmd

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/queue"
	"blindsight/experiment/store"
)

// runQueue is how workers on other machines join a run: the flags, and what they say.
type runQueue struct {
	listen string
	nkeys  string
	queueFlags

	server *queue.ServerOptions // with --listen
	access *queue.Access        // with --connect
}

// add adds the flags.
func (q *runQueue) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&q.listen, "listen", "", "let workers join at this `HOST:PORT` (port 0: any)")
	f.StringVar(&q.connect, "connect", "", "let workers join through the NATS server at this `URL` (several: commas)")
	f.StringVar(&q.nkeys, "nkeys", "", "with --listen: `FILE` with the public keys of workers that may join")
	q.queueFlags.add(cmd)
}

// asked tells whether others may join.
func (q *runQueue) asked() bool { return q.listen != "" || q.connect != "" }

// check tells what is wrong with the flags, before anything is begun.
func (q *runQueue) check(cmd *cobra.Command, workers int) error {
	if err := errors.Join(console.Exclusive(cmd, "listen", "connect"), console.Exclusive(cmd, "nkeys", "connect"), console.Exclusive(cmd, "nkey", "listen")); err != nil {
		return err
	}
	switch {
	case workers < 0 || workers == 0 && !q.asked():
		return fmt.Errorf("--workers %d: must be at least 1, or 0 with --listen or --connect", workers)
	case q.asked():
		return nil
	}
	for _, name := range []string{"token", "token-file", "nkey", "nkeys", "tls-cert", "tls-key", "tls-ca"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for --listen or --connect: give one of them", name)
		}
	}
	return nil
}

// read reads the files that the flags name, before anything is begun.
func (q *runQueue) read(cmd *cobra.Command) error {
	if q.connect != "" {
		a, err := q.queueFlags.access(cmd, 5*time.Second)
		q.access = &a
		return err
	}
	if q.listen == "" {
		return nil
	}
	s := &queue.ServerOptions{Listen: q.listen}
	var err error
	if s.Token, err = console.ReadToken(cmd, q.token, q.tokenFile); err != nil {
		return fmt.Errorf("%w", &queue.Error{Kind: queue.ErrUsage, Text: err.Error()})
	}
	if s.TLS, err = queue.ServerTLS(q.cert, q.key, q.ca); err != nil {
		return err
	}
	if q.nkeys != "" {
		if s.NKeys, err = queue.ReadNKeys(q.nkeys); err != nil {
			return err
		}
	}
	if queue.Exposed(q.listen) && s.Token == "" && s.NKeys == nil {
		s.Token = rand.Text()
		q.token = s.Token // so that the invitation repeats it
	}
	if err := s.Check(); err != nil {
		return err
	}
	if s.TLS == nil && queue.Exposed(q.listen) {
		fmt.Fprintf(cmd.ErrOrStderr(), "blindsight: warning: --listen %s without TLS: whoever can read the network can read the games, and the token\n", q.listen)
	}
	q.server = s
	return nil
}

// open starts the server, or connects to one that is there, for the games of a record. End
// tells the workers how the run ended, and closes everything.
func (q *runQueue) open(cmd *cobra.Command, s *store.Store) (pool *queue.Pool, end func(finished bool), err error) {
	nc, leave, err := q.join(cmd)
	if err != nil {
		return nil, nil, err
	}
	if pool, err = queue.NewPool(nc, s.Info(), q.server != nil, s.AddWorker); err != nil {
		leave()
		return nil, nil, err
	}
	return pool, func(finished bool) { pool.Close(finished); leave() }, nil
}

func (q *runQueue) join(cmd *cobra.Command) (nc *nats.Conn, leave func(), err error) {
	if q.access != nil {
		nc, err := queue.Connect(cmd.Context(), *q.access, "blindsight run")
		if err != nil {
			return nil, nil, err
		}
		return nc, nc.Close, nil
	}
	server, err := queue.StartServer(*q.server)
	if err != nil {
		return nil, nil, err
	}
	if nc, err = server.Connect(); err != nil {
		server.Close()
		return nil, nil, err
	}
	for _, line := range q.invitation(server.URL()) {
		fmt.Fprintf(cmd.ErrOrStderr(), "blindsight: %s\n", line)
	}
	return nc, func() { nc.Close(); server.Close() }, nil
}

// workersText says who plays, for the progress bar; a pool may be nil.
func workersText(here int, pool *queue.Pool) string {
	if pool == nil {
		return fmt.Sprintf("workers: %d", here)
	}
	processes, slots := pool.Alive()
	return fmt.Sprintf("workers: %d here, %d in %d processes elsewhere", here, slots, processes)
}
