package queue

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// What can be wrong with a connection; see [Error].
var (
	ErrUsage       = errors.New("bad usage")       // flags or files that make no sense
	ErrRefused     = errors.New("refused")         // a wrong credential, certificate or version
	ErrUnreachable = errors.New("not reachable")   // nobody answers
	ErrWorker      = errors.New("a worker failed") // a player's or a game's error elsewhere
)

// Error is what went wrong, and what to do.
type Error struct {
	Kind error // one of the errors above
	Text string
}

// Error returns the message.
func (e *Error) Error() string { return e.Text }

// Unwrap returns the kind, for [errors.Is].
func (e *Error) Unwrap() error { return e.Kind }

// Access is how to reach a queue and what to show there.
type Access struct {
	URL     string // one address, or several of a cluster separated by commas
	Token   string
	NKey    string      // a file with the seed of a key
	TLS     *tls.Config // nil to use TLS only where the server wants it
	Timeout time.Duration
}

// Connect connects to a server with JetStream, which keeps the queue. While nobody listens at the address it tries again for the
// timeout; a refusal is final. Later losses of the connection are mended by themselves.
func Connect(ctx context.Context, a Access, name string) (*nats.Conn, error) {
	for _, part := range strings.Split(a.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return nil, &Error{ErrUsage, fmt.Sprintf("--connect %q: want nats://HOST:PORT or tls://HOST:PORT", redact(part))}
		}
	}
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(300 * time.Millisecond),
		nats.ReconnectJitter(50*time.Millisecond, 100*time.Millisecond), nats.Timeout(5 * time.Second),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(3),
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.NKey != "" {
		o, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, &Error{ErrUsage, fmt.Sprintf("--nkey %s: %v: want a file with the seed of a key, as 'experiment key' writes it", a.NKey, err)}
		}
		options = append(options, o)
	}
	if a.TLS != nil {
		options = append(options, nats.Secure(a.TLS))
	}
	give := time.Now().Add(a.Timeout)
	for {
		nc, err := nats.Connect(a.URL, options...)
		if err == nil {
			if err := requireJetStream(ctx, nc); err != nil {
				nc.Close()
				return nil, err
			}
			return nc, nil
		}
		err = explain(a.URL, err)
		if !errors.Is(err, ErrUnreachable) || time.Now().After(give) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// requireJetStream tells of a server that cannot keep a queue. Where the server itself
// has no JetStream, another one of its cluster may.
func requireJetStream(ctx context.Context, nc *nats.Conn) error {
	if own, _ := nc.ConnectedServerJetStream(); own {
		return nil
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if _, err = js.AccountInfo(ctx); withoutJetStream(err) {
		return errNoJetStream
	}
	return nil // whatever else is wrong shows when the queue is made
}

func withoutJetStream(err error) bool {
	return errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
}

var errNoJetStream = &Error{ErrUsage, "the queue server runs without JetStream: start it with JetStream, as in 'nats-server -js'"}

// explain turns a failure to connect into an error that says what to do.
func explain(address string, err error) error {
	at := "the queue at " + redact(address)
	said := fmt.Sprintf(" (%v)", err)
	var unknown x509.UnknownAuthorityError
	var wrongHost x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var network net.Error
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrNkeysNotSupported):
		return &Error{ErrRefused, at + " refuses the credential: give the right --token-file (or BLINDSIGHT_TOKEN) or --nkey" + said}
	case errors.As(err, &unknown):
		return &Error{ErrRefused, at + " speaks TLS, with a certificate of an authority that is not known here: give its certificate with --tls-ca" + said}
	case errors.As(err, &wrongHost), errors.As(err, &invalid):
		return &Error{ErrRefused, at + " shows a certificate that does not fit: use the name that it is made out to, or another certificate" + said}
	case errors.Is(err, nats.ErrSecureConnWanted), errors.As(err, &record):
		return &Error{ErrRefused, at + " does not speak TLS: leave the --tls flags away and use nats://, or start it with TLS" + said}
	case errors.Is(err, nats.ErrSecureConnRequired), strings.Contains(err.Error(), "tls: "), strings.Contains(err.Error(), "x509: "):
		return &Error{ErrRefused, at + ": no TLS connection comes about: check --tls-ca, --tls-cert and --tls-key" + said}
	case errors.As(err, &network), errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
		return &Error{ErrUnreachable, at + " does not answer: is it running, and is the address right?" + said}
	}
	return &Error{ErrUnreachable, at + said}
}

// redact hides credentials in addresses.
func redact(address string) string {
	parts := strings.Split(address, ",")
	for i, p := range parts {
		if u, err := url.Parse(strings.TrimSpace(p)); err == nil && u.User != nil {
			u.User = nil
			parts[i] = u.String()
		}
	}
	return strings.Join(parts, ",")
}

// ServerTLS reads the certificate and key of a server; with an authority, clients
// must show a certificate of it. It returns nil if no file is given.
func ServerTLS(cert, key, ca string) (*tls.Config, error) {
	c, err := readTLS(cert, key)
	if err != nil {
		return nil, err
	}
	switch {
	case c == nil && ca != "":
		return nil, &Error{ErrUsage, "--tls-ca without --tls-cert and --tls-key: a server that speaks TLS needs a certificate of its own"}
	case ca != "":
		if c.ClientCAs, err = readAuthority(ca); err != nil {
			return nil, err
		}
		c.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return c, nil
}

// ClientTLS reads the authority by which a server is known, and the client's own
// certificate if it has one. It returns nil if no file is given.
func ClientTLS(cert, key, ca string) (*tls.Config, error) {
	c, err := readTLS(cert, key)
	if err != nil || ca == "" {
		return c, err
	}
	if c == nil {
		c = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	c.RootCAs, err = readAuthority(ca)
	return c, err
}

func readTLS(cert, key string) (*tls.Config, error) {
	if cert == "" && key == "" {
		return nil, nil
	}
	if cert == "" || key == "" {
		return nil, &Error{ErrUsage, "--tls-cert and --tls-key belong together: give both"}
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, &Error{ErrUsage, fmt.Sprintf("--tls-cert %s, --tls-key %s: %v", cert, key, err)}
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}, nil
}

func readAuthority(name string) (*x509.CertPool, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, &Error{ErrUsage, fmt.Sprintf("--tls-ca: %v", err)}
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(data) {
		return nil, &Error{ErrUsage, fmt.Sprintf("--tls-ca %s: no certificate in it: want a PEM file", name)}
	}
	return pool, nil
}

// ReadNKeys reads public keys of users, one a line; empty lines and those that begin
// with # do not count.
func ReadNKeys(name string) ([]string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, &Error{ErrUsage, fmt.Sprintf("--nkeys: %v", err)}
	}
	var keys []string
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if !nkeys.IsValidPublicUserKey(text) {
			return nil, &Error{ErrUsage, fmt.Sprintf("%s:%d:1: this is not the public key of a user: want one that begins with U, as 'experiment key' prints it", name, line)}
		}
		keys = append(keys, text)
	}
	if len(keys) == 0 {
		return nil, &Error{ErrUsage, fmt.Sprintf("--nkeys %s: no key in it: nobody could join", name)}
	}
	return keys, nil
}

// NewNKey returns a new key: the seed, which its owner keeps, and the public part.
func NewNKey() (seed []byte, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, "", err
	}
	if public, err = pair.PublicKey(); err != nil {
		return nil, "", err
	}
	seed, err = pair.Seed()
	return seed, public, err
}
