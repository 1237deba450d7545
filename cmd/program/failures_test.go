package program

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// writeCertificate writes a certificate for 127.0.0.1 and its key.
func writeCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// Workers that a run must not let in get a clear error in seconds, and one that it
// may plays the games.
func TestRefusedWorkers(t *testing.T) {
	processTest(t)
	cert, key := writeCertificate(t)
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, record := writePlan(t, strings.Replace(longPlan, `"games": 150`, `"games": 20`, 1))
	run := start(t, "experiment", "run", plan, "--record", record, "--workers", "0", "--listen", "127.0.0.1:0",
		"--token-file", token, "--tls-cert", cert, "--tls-key", key)
	url := run.address(t)
	if !strings.HasPrefix(url, "tls://") {
		t.Errorf("the address is %s", url)
	}
	plain := strings.Replace(url, "tls://", "nats://", 1)
	for _, c := range []struct {
		name, version string
		args          []string
		texts         []string
	}{
		{"wrong token", "v1-test", []string{"--connect", url, "--tls-ca", cert, "--token", "guess"}, []string{"refuses the credential", "--token-file"}},
		{"plain", "v1-test", []string{"--connect", plain, "--token-file", token}, []string{"speaks TLS", "--tls-ca"}},
		{"version", "v2", []string{"--connect", url, "--tls-ca", cert, "--token-file", token}, []string{"version v1-test", "this worker is v2", "use the same program on all machines"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			p := startAs(t, programVariable+"="+c.version, exec.Command(os.Args[0], append([]string{"worker"}, c.args...)...))
			p.expect(t, exitUsage, c.texts...)
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("it took %s", took)
			}
		})
	}
	start(t, "worker", "--connect", url, "--tls-ca", cert, "--token-file", token).expect(t, exitFine)
	run.expect(t, exitFine)
	gamesIn(t, record)
}

// A run whose record hits a limit of the system stops in seconds with a clear error;
// what was recorded is safe, and with room it goes on.
func TestFullDisk(t *testing.T) {
	processTest(t)
	if runtime.GOOS == "windows" {
		t.Skip("no ulimit")
	}
	text := strings.Replace(longPlan, `["sps", "bsr-uct", "csp"]`, `["sps", "csp"]`, 1)
	text = strings.Replace(text, `"games": 150`, `"games": 3000`, 1)
	text = strings.Replace(text, `["bsr-uct"]`, `["sps"]`, 1)
	want, _ := undisturbed(t, text)
	plan, record := writePlan(t, text)
	begin := time.Now()
	p := startAs(t, programVariable+"=v1-test", exec.Command("sh", "-c", `ulimit -f 400 && exec "$0" "$@"`, os.Args[0], "experiment", "run", plan, "--record", record))
	p.expect(t, exitFailed, "what was recorded is safe", "give the same command again", fmt.Sprintf(" of 9000 games are in %s", record))
	if took := time.Since(begin); took > 2*time.Minute {
		t.Errorf("it took %s", took)
	}
	if n := recorded(record); n == 0 || n == 9000 {
		t.Errorf("%d games are there", n)
	}
	start(t, "experiment", "run", plan, "--record", record).expect(t, exitFine)
	if got := gamesIn(t, record); !slices.Equal(got, want) {
		t.Error("the games differ from those of the undisturbed run")
	}
}

// A run that is killed while a worker is at it goes on with the same worker when it
// comes back.
func TestWorkerOutlivesTheRun(t *testing.T) {
	processTest(t)
	want := longGames(t)
	plan, record := writePlan(t, longPlan)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	args := []string{"experiment", "run", plan, "--record", record, "--workers", "0", "--listen", address}
	run := start(t, args...)
	worker := start(t, "worker", "--connect", run.address(t), "--wait", "30s")
	eventually(t, func() bool { return recorded(record) > 170 || run.over() })
	run.kill()
	if n := recorded(record); n >= 600 {
		t.Errorf("%d games: the run is too short for this test", n)
	}
	run = start(t, args...)
	run.expect(t, exitFine)
	worker.expect(t, exitFine)
	if got := gamesIn(t, record); !slices.Equal(got, want) {
		t.Error("the games differ from those of one process")
	}
}
