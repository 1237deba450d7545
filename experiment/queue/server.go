package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ServerOptions says how the embedded queue server listens and whom it lets in.
type ServerOptions struct {
	Listen string      // HOST:PORT; port 0 picks a free one
	Token  string      // what workers must know; or
	NKeys  []string    // the public keys of which workers must have one
	TLS    *tls.Config // nil for plain connections
}

// Server is a queue server inside this process. It keeps jobs in memory only: the
// record knows what is left to do. Its methods are safe for concurrent use.
type Server struct {
	inner  *server.Server
	folder string
	tls    bool
	own    []nats.Option // how this process itself gets in
}

// Check tells what is wrong with the options: an address that makes no sense, or that
// other machines can reach without a credential.
func (o *ServerOptions) Check() error {
	host, _, err := splitListen(o.Listen)
	switch {
	case err != nil:
		return err
	case !loopback(host) && o.Token == "" && len(o.NKeys) == 0:
		return &Error{ErrUsage, fmt.Sprintf("--listen %s: other machines could reach it, and anybody could hand in games: "+
			"give a credential (--token-file or --nkeys), or listen on 127.0.0.1", o.Listen)}
	case o.Token != "" && len(o.NKeys) > 0:
		return &Error{ErrUsage, "a token and --nkeys exclude each other: leave one away"}
	}
	return nil
}

// StartServer starts a server and returns when it listens. It refuses to listen
// beyond this machine without a token or keys.
func StartServer(o ServerOptions) (*Server, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	host, port, err := splitListen(o.Listen)
	if err != nil {
		return nil, err
	}
	// The server itself does not say why it could not listen.
	probe, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(port, 0))))
	if err != nil {
		return nil, &Error{ErrUnreachable, fmt.Sprintf("--listen %s: %v", o.Listen, err)}
	}
	probe.Close()
	s := &Server{tls: o.TLS != nil}
	if s.folder, err = os.MkdirTemp("", "blindsight-queue-"); err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: "blindsight", Host: host, Port: port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: s.folder, JetStreamMaxMemory: 256 << 20, JetStreamMaxStore: 64 << 20,
		Authorization: o.Token, TLSConfig: o.TLS, TLS: o.TLS != nil, TLSTimeout: 5, AuthTimeout: 5,
	}
	if o.Token != "" {
		s.own = append(s.own, nats.Token(o.Token))
	}
	if len(o.NKeys) > 0 {
		own, err := nkeys.CreateUser()
		if err != nil {
			return nil, err
		}
		public, err := own.PublicKey()
		if err != nil {
			return nil, err
		}
		s.own = append(s.own, nats.Nkey(public, own.Sign))
		for _, key := range append([]string{public}, o.NKeys...) {
			options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: key})
		}
	}
	if s.inner, err = server.NewServer(options); err == nil {
		s.inner.Start()
		if !s.inner.ReadyForConnections(10 * time.Second) {
			err = errors.New("it did not begin to listen within 10 s")
		}
	}
	if err != nil {
		s.Close()
		return nil, &Error{ErrUnreachable, fmt.Sprintf("the queue server on %s: %v", o.Listen, err)}
	}
	return s, nil
}

// URL returns the address for workers.
func (s *Server) URL() string {
	scheme := "nats://"
	if s.tls {
		scheme = "tls://"
	}
	return scheme + s.inner.Addr().String()
}

// Connect returns a connection inside this process.
func (s *Server) Connect() (*nats.Conn, error) {
	return nats.Connect("", append(s.own, nats.InProcessServer(s.inner), nats.Name("blindsight run"))...)
}

// Close ends the server and removes its files.
func (s *Server) Close() {
	if s.inner != nil {
		s.inner.Shutdown()
		s.inner.WaitForShutdown()
	}
	os.RemoveAll(s.folder)
}

// splitListen reads HOST:PORT; port 0 becomes -1, the server's word for any.
func splitListen(listen string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, &Error{ErrUsage, fmt.Sprintf("--listen %q: want HOST:PORT, as in 127.0.0.1:4222", listen)}
	}
	if port == 0 {
		port = -1
	}
	if host == "" {
		host = "0.0.0.0"
	}
	return host, port, nil
}

// loopback reports whether only this machine can reach a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Exposed reports whether a --listen address can be reached from other machines.
func Exposed(listen string) bool {
	host, _, err := splitListen(listen)
	return err == nil && !loopback(host)
}
