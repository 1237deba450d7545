package queue

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"blindsight/experiment"
	"blindsight/experiment/summary"
)

// plan returns a plan of two cells of so many games.
func plan(t *testing.T, games int) *experiment.Plan {
	t.Helper()
	p, err := experiment.Read(strings.NewReader(fmt.Sprintf(`{"name": "test", "game": "minesweeper", "seed": 5, "games": %d, "groups": [
	{"settings": [{"board": "4x4/4"}], "players": ["sps", "csp"], "budgets": [{"sims": 1}]}]}`, games)), "plan")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs a plan through a pool, with so many local workers, and returns how it
// ended and the record's sums.
func run(t *testing.T, nc *nats.Conn, p *experiment.Plan, local int) ([]summary.Games, error) {
	t.Helper()
	s := open(t, filepath.Join(t.TempDir(), "record"), p)
	defer s.Close()
	pool, err := NewPool(nc, s.Info(), true, s.AddWorker)
	if err != nil {
		t.Fatal(err)
	}
	pool.silence = time.Second
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err = experiment.Run(ctx, p, s, experiment.Options{Workers: local, Pool: pool})
	pool.Close(err == nil)
	tallies, e := s.Tallies()
	if e != nil {
		t.Fatal(e)
	}
	return tallies, err
}

func serve(t *testing.T, o ServerOptions) (*Server, *nats.Conn) {
	t.Helper()
	o.Listen = "127.0.0.1:0"
	s, err := StartServer(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return s, nc
}

// certificate writes a certificate for 127.0.0.1 that is its own authority.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	der2, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: der2}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// Whom a server lets in, and what the others are told.
func TestAccess(t *testing.T) {
	cert, key := certificate(t)
	other, _ := certificate(t)
	serverTLS, err := ServerTLS(cert, key, "")
	if err != nil {
		t.Fatal(err)
	}
	mutualTLS, err := ServerTLS(cert, key, cert)
	if err != nil {
		t.Fatal(err)
	}
	client := func(cert, key, ca string) *tls.Config {
		c, err := ClientTLS(cert, key, ca)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	newKey := func() (file, public string) {
		seed, public, err := NewNKey()
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(file, seed, 0o600); err != nil {
			t.Fatal(err)
		}
		return file, public
	}
	mine, public := newKey()
	strange, _ := newKey()

	open, _ := serve(t, ServerOptions{})
	token, _ := serve(t, ServerOptions{Token: "secret"})
	nkey, _ := serve(t, ServerOptions{NKeys: []string{public}})
	secure, _ := serve(t, ServerOptions{Token: "secret", TLS: serverTLS})
	mutual, _ := serve(t, ServerOptions{TLS: mutualTLS})
	plainURL := func(s *Server) string { return strings.Replace(s.URL(), "tls://", "nats://", 1) }
	for _, c := range []struct {
		name   string
		access Access
		want   string // part of the error, "" for none
	}{
		{"open", Access{URL: open.URL()}, ""},
		{"right token", Access{URL: token.URL(), Token: "secret"}, ""},
		{"token in the address", Access{URL: strings.Replace(token.URL(), "//", "//secret@", 1)}, ""},
		{"wrong token", Access{URL: token.URL(), Token: "guess"}, "refuses the credential: give the right --token-file"},
		{"no token", Access{URL: token.URL()}, "refuses the credential"},
		{"right key", Access{URL: nkey.URL(), NKey: mine}, ""},
		{"wrong key", Access{URL: nkey.URL(), NKey: strange}, "refuses the credential"},
		{"no key", Access{URL: nkey.URL()}, "refuses the credential"},
		{"TLS and token", Access{URL: secure.URL(), Token: "secret", TLS: client("", "", cert)}, ""},
		{"TLS, wrong token", Access{URL: secure.URL(), Token: "guess", TLS: client("", "", cert)}, "refuses the credential"},
		{"plain to TLS", Access{URL: plainURL(secure), Token: "secret"}, "speaks TLS, with a certificate of an authority that is not known here: give its certificate with --tls-ca"},
		{"TLS, wrong authority", Access{URL: secure.URL(), Token: "secret", TLS: client("", "", other)}, "not known here"},
		{"TLS to plain", Access{URL: open.URL(), TLS: client("", "", cert)}, "does not speak TLS"},
		{"client certificate", Access{URL: mutual.URL(), TLS: client(cert, key, cert)}, ""},
		{"no client certificate", Access{URL: mutual.URL(), TLS: client("", "", cert)}, "TLS"},
		{"nobody there", Access{URL: "nats://127.0.0.1:1"}, "does not answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			nc, err := Connect(t.Context(), c.access, "test")
			if err == nil {
				defer nc.Close()
				err = nc.FlushTimeout(3 * time.Second)
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("it took %s", took)
			}
		})
	}
	for _, o := range []ServerOptions{{Listen: "0.0.0.0:0"}, {Listen: ":0"}, {Listen: "[::]:0"}, {Listen: "192.0.2.1:0"}} {
		if s, err := StartServer(o); !errors.Is(err, ErrUsage) {
			t.Errorf("%s without a credential: %v", o.Listen, err)
			s.Close()
		}
	}
}

// A server without JetStream is found out at once, by runs and by workers.
func TestWithoutJetStream(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not listen")
	}
	nc, err := Connect(t.Context(), Access{URL: s.ClientURL()}, "test")
	if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "nats-server -js") {
		t.Errorf("got %v", err)
	}
	if nc != nil {
		nc.Close()
	}
}

// Workers play all games of a run; one of another version is refused, and a run
// without workers elsewhere is played at home.
func TestWorkersAndVersions(t *testing.T) {
	s, nc := serve(t, ServerOptions{Token: "secret"})
	work := func(version string) (int, error) {
		c, err := Connect(t.Context(), Access{URL: s.URL(), Token: "secret"}, "test")
		if err != nil {
			return 0, err
		}
		defer c.Close()
		return Work(t.Context(), c, WorkerOptions{Name: version + experiment.Fresh(), Version: version, Slots: 2, Wait: 20 * time.Second})
	}
	var wg sync.WaitGroup
	played := make([]int, 2)
	for i := range played {
		wg.Go(func() {
			n, err := work("v1")
			if err != nil {
				t.Error(err)
			}
			played[i] = n
		})
	}
	wg.Go(func() {
		_, err := work("v2")
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "played by version v1 of the program, this worker is v2: use the same program") {
			t.Errorf("a worker of another version: %v", err)
		}
	})
	tallies, err := run(t, nc, plan(t, games), 0)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	// A worker counts what it knows to be recorded: less, where an answer came too late.
	if tallies[0].Played() != games || tallies[1].Played() != games || played[0]+played[1] == 0 {
		t.Errorf("recorded %d and %d games; the workers say %v", tallies[0].Played(), tallies[1].Played(), played)
	}
	alone, err := run(t, nc, plan(t, games), 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		a, b := alone[i], tallies[i]
		if a.CPU <= 0 || b.CPU <= 0 {
			t.Errorf("cell %d: %v s of CPU a game at home, %v elsewhere", i, a.CPU, b.CPU)
		}
		a.Seconds, b.Seconds, a.CPU, b.CPU = 0, 0, 0, 0
		if a != b {
			t.Errorf("cell %d: at home %+v, elsewhere %+v", i, a, b)
		}
	}
}

// A run that died goes on with another plan, in which the cells have other numbers, while a
// worker still has the first one: it takes the new one before it plays a game more.
func TestWorkerOfAnEarlierPlan(t *testing.T) {
	_, nc := serve(t, ServerOptions{})
	path := filepath.Join(t.TempDir(), "record")
	first := plan(t, games)
	second, err := experiment.Read(strings.NewReader(fmt.Sprintf(`{"name": "test", "game": "minesweeper", "seed": 5, "games": %d, "groups": [
	{"settings": [{"board": "4x4/4"}], "players": ["csp", "random", "sps"], "budgets": [{"sims": 1}]}]}`, games+games/2)), "plan")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	serveRun := func(ctx context.Context, p *experiment.Plan, progress func(done, total int)) error {
		s := open(t, path, p)
		defer s.Close()
		pool, err := NewPool(nc, s.Info(), true, s.AddWorker)
		if err != nil {
			t.Fatal(err)
		}
		pool.silence = time.Second
		err = experiment.Run(ctx, p, s, experiment.Options{Pool: pool, Progress: progress})
		if err == nil {
			pool.Close(true)
		}
		return err // a run that is killed does not close its pool
	}
	var worker sync.WaitGroup
	worker.Go(func() {
		if _, err := Work(t.Context(), nc, WorkerOptions{Name: "w", Version: "v1", Slots: 2, Wait: 20 * time.Second}); err != nil {
			t.Error(err)
		}
	})
	if err := serveRun(ctx, first, func(done, _ int) {
		if done > 0 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	limited, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	if err := serveRun(limited, second, nil); err != nil {
		t.Fatal(err)
	}
	worker.Wait()
	alone, err := run(t, nc, second, 2)
	if err != nil {
		t.Fatal(err)
	}
	s := openReader(t, path, second)
	defer s.Close()
	tallies, err := s.Tallies()
	if err != nil {
		t.Fatal(err)
	}
	for i := range second.Cells {
		a, b := alone[i], tallies[i]
		a.Seconds, b.Seconds, a.CPU, b.CPU = 0, 0, 0, 0
		if a != b {
			t.Errorf("%s: at home %+v, with the worker %+v", &second.Cells[i], a, b)
		}
	}
}

// What cannot be games of the run is refused.
func TestCheckHanded(t *testing.T) {
	pool := &Pool{plan: plan(t, games), version: "v1"}
	job := experiment.Job{Cell: 1, First: 10, Games: 3}
	results := func(from, n int) (rs []experiment.Result) {
		for i := range n {
			rs = append(rs, experiment.Result{Game: from + i})
		}
		return rs
	}
	for _, c := range []struct {
		h  handed
		ok bool
	}{
		{handed{Version: "v1", Job: job, First: 10, Results: results(10, 3)}, true},
		{handed{Version: "v1", Job: job, First: 11, Results: results(11, 2)}, true},
		{handed{Version: "v2", Job: job, First: 10, Results: results(10, 3)}, false},
		{handed{Version: "v1", Job: job, First: 11, Results: results(11, 3)}, false},
		{handed{Version: "v1", Job: job, First: 9, Results: results(9, 2)}, false},
		{handed{Version: "v1", Job: job, First: 10, Results: results(9, 3)}, false},
		{handed{Version: "v1", Job: experiment.Job{Cell: 2, Games: 1}, Results: results(0, 1)}, false},
		{handed{Version: "v1", Job: experiment.Job{Cell: -1, Games: 1}, Results: results(0, 1)}, false},
		{handed{Version: "v1", Job: experiment.Job{First: games - 1, Games: 2}, First: games - 1, Results: results(games-1, 2)}, false},
	} {
		if err := pool.checkHanded(&c.h); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.h, err)
		}
	}
}

// A worker without a run gives up after its time.
func TestWorkerWithoutARun(t *testing.T) {
	_, nc := serve(t, ServerOptions{})
	_, err := Work(t.Context(), nc, WorkerOptions{Name: "x", Version: "v1", Slots: 1, Wait: 300 * time.Millisecond})
	if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "no run at the queue for 300ms") {
		t.Error(err)
	}
}

// Jobs that went to a worker of which nothing more is heard, with nobody else at the
// queue, are played at home.
func TestSilentWorkerDoesNotStopTheRun(t *testing.T) {
	_, nc := serve(t, ServerOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var requests atomic.Int64
	s, err := nc.Subscribe("blindsight.*.jobs", func(*nats.Msg) { requests.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	go func() { // a worker that is there until it could have taken a job
		for ctx.Err() == nil && requests.Load() == 0 {
			var w welcome // it asks each time: another run may have begun
			data, _ := json.Marshal(hello{Worker: "silent", Version: "v1"})
			m, err := nc.Request(helloSubject, data, 100*time.Millisecond)
			if err != nil || json.Unmarshal(m.Data, &w) != nil {
				pause(ctx, 5*time.Millisecond)
				continue
			}
			data, _ = json.Marshal(alive{Worker: "silent", Slots: 3})
			_ = nc.Publish(aliveSubject(w.Run), data)
			pause(ctx, 20*time.Millisecond)
		}
	}()
	// The home may have played a short run before the worker is heard of.
	for n := games; requests.Load() == 0; n *= 4 {
		if n > 10_000_000 {
			t.Fatal("no job goes to the queue")
		}
		tallies, err := run(t, nc, plan(t, n), 1)
		if err != nil || tallies[0].Played() != n || tallies[1].Played() != n {
			t.Fatalf("%v: %+v", err, tallies)
		}
	}
	if err := s.Unsubscribe(); err != nil {
		t.Fatal(err)
	}
}
