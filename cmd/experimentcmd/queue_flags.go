package experimentcmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/queue"
	"blindsight/experiment/store"
)

// queueFlags say how to reach a queue, and whom a server lets in.
type queueFlags struct {
	connect          string
	token, tokenFile string
	nkey             string
	cert, key, ca    string
}

func (q *queueFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&q.token, "token", "", "what workers must know to join; others on this machine can see it, so better use")
	f.StringVar(&q.tokenFile, "token-file", "", "`FILE` with the token (or put it into "+console.TokenVariable+")")
	f.StringVar(&q.nkey, "nkey", "", "`FILE` with the key to show to the queue, see 'experiment key'")
	f.StringVar(&q.cert, "tls-cert", "", "`FILE` with the certificate to show (PEM)")
	f.StringVar(&q.key, "tls-key", "", "`FILE` with its key")
	f.StringVar(&q.ca, "tls-ca", "", "`FILE` with the certificate of the authority that the other side's is checked by")
}

// access returns how to connect.
func (q *queueFlags) access(cmd *cobra.Command, wait time.Duration) (queue.Access, error) {
	token, err := console.ReadToken(cmd, q.token, q.tokenFile)
	if err != nil {
		return queue.Access{}, err
	}
	tls, err := queue.ClientTLS(q.cert, q.key, q.ca)
	if err != nil {
		return queue.Access{}, err
	}
	return queue.Access{URL: q.connect, Token: token, NKey: q.nkey, TLS: tls, Timeout: wait}, nil
}

// exitKind makes a failure of what is not the user's mistake.
func exitKind(err error) error {
	for _, kind := range []error{store.ErrOther, store.ErrCorrupt, store.ErrPath, queue.ErrUsage, queue.ErrRefused} {
		if errors.Is(err, kind) {
			return err
		}
	}
	if err != nil {
		return console.Failed(err)
	}
	return nil
}
