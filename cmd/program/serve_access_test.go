package program

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blindsight/cmd/console"
)

const pageToken = "a-token-of-thirty-two-characters"

// ownCertificate writes a certificate for this machine that is its own authority.
func ownCertificate(t *testing.T) (cert, key string, trust *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	writeFile(t, cert, string(certPEM))
	writeFile(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	trust = x509.NewCertPool()
	trust.AppendCertsFromPEM(certPEM)
	return cert, key, trust
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Beyond loopback there is a token or a certificate, or an error that says how.
func TestServeBeyondLoopback(t *testing.T) {
	t.Setenv(console.TokenVariable, "")
	cert, key, _ := ownCertificate(t)
	short := filepath.Join(t.TempDir(), "short")
	writeFile(t, short, "secret\n")
	for _, test := range []struct {
		flags []string
		want  []string
	}{
		{[]string{"--addr", "0.0.0.0:0"}, []string{"--addr 0.0.0.0:0: other machines can reach", "--token-file FILE", console.TokenVariable, "--tls-cert FILE --tls-key FILE", "/?token=", "127.0.0.1"}},
		{[]string{"--addr", ":0"}, []string{"other machines can reach"}},
		{[]string{"--addr", ":0", "--token-file", short}, []string{"--token-file " + short, "at least 16"}},
		{[]string{"--addr", ":0", "--token", "secret"}, []string{"--token: a token of 6 characters"}},
		{[]string{"--addr", ":0", "--token-file", "missing"}, []string{"--token-file", "missing"}},
		{[]string{"--tls-cert", cert}, []string{"--tls-cert and --tls-key belong together"}},
		{[]string{"--tls-key", key}, []string{"--tls-cert and --tls-key belong together"}},
		{[]string{"--tls-cert", key, "--tls-key", cert}, []string{"--tls-cert " + key}},
		{[]string{"--addr", "127.0.0.1:0", "--games", cert}, []string{"--games " + cert + ": it is a file"}},
	} {
		var out, errOut strings.Builder
		code := run(context.Background(), append([]string{"serve"}, test.flags...), strings.NewReader(""), &out, &errOut)
		if code != exitUsage || strings.Contains(errOut.String(), "secret") || out.String() != "" {
			t.Errorf("%v: exit code %d, printed %q and %q", test.flags, code, out.String(), errOut.String())
		}
		for _, want := range test.want {
			if !strings.Contains(errOut.String(), want) {
				t.Errorf("%v: %q, want %q", test.flags, errOut.String(), want)
			}
		}
	}
}

// With both the page is encrypted, asks for the token, and prints it nowhere.
func TestServeWithTokenAndCertificate(t *testing.T) {
	cert, key, trust := ownCertificate(t)
	t.Setenv(console.TokenVariable, pageToken)
	games := filepath.Join(t.TempDir(), "games")
	address, printed, end := servePrinting(t, "--addr", "0.0.0.0:0", "--tls-cert", cert, "--tls-key", key, "--games", games)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}, ForceAttemptHTTP2: true}}
	ask := func(method, path, bearer, body string) (int, string) {
		t.Helper()
		r, err := http.NewRequest(method, "https://"+address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if bearer != "" {
			r.Header.Set("Authorization", "Bearer "+bearer)
		}
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, _ := io.ReadAll(a.Body)
		return a.StatusCode, string(text)
	}
	if status, text := ask("GET", "/api/studies", "", ""); status != 401 || !strings.Contains(text, "/?token=") {
		t.Errorf("without the token: %d %s", status, text)
	}
	if status, _ := ask("GET", "/api/studies", pageToken, ""); status != 200 {
		t.Errorf("with it: %d", status)
	}
	if status, text := ask("POST", "/api/kriegspiel/people", pageToken, "{}"); status != 201 {
		t.Errorf("a game: %d %s", status, text)
	}
	if files, err := os.ReadDir(games); err != nil || len(files) != 1 {
		t.Errorf("%v: %d games are kept", err, len(files))
	}
	client.CloseIdleConnections()
	if code := end(); code != exitFine {
		t.Errorf("ended with code %d", code)
	}
	text := printed()
	if strings.Contains(text, pageToken) || !strings.Contains(text, "/?token=TOKEN, with the token of "+console.TokenVariable) || !strings.Contains(text, "https://") {
		t.Errorf("printed %s", text)
	}
}
