package program

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// serve starts 'serve' on a free port and returns its address, and what ends it and
// returns the exit code.
func serve(t *testing.T, flags ...string) (address string, end func() int) {
	t.Helper()
	address, _, end = servePrinting(t, append([]string{"--addr", "127.0.0.1:0"}, flags...)...)
	return address, end
}

// servePrinting is serve that also returns, once it has ended, all that was printed.
func servePrinting(t *testing.T, flags ...string) (address string, printed func() string, end func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, written := io.Pipe()
	code := make(chan int, 1)
	var errOut, all strings.Builder
	go func() {
		code <- run(ctx, append([]string{"serve"}, flags...), strings.NewReader(""), written, &errOut)
		written.Close()
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		cancel()
		t.Fatal(err, errOut.String())
	}
	all.Write(line[:n])
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		_, _ = io.Copy(&all, out)
	}()
	_, address, _ = strings.Cut(string(line[:n]), "://")
	address, _, _ = strings.Cut(address, " ")
	printed = func() string { <-copied; return all.String() + errOut.String() }
	return address, printed, func() int {
		cancel()
		select {
		case c := <-code:
			return c
		case <-time.After(time.Minute):
			t.Fatal("serve does not end")
			return -1
		}
	}
}

func TestServe(t *testing.T) {
	address, end := serve(t)
	r, err := http.Get("http://" + address + "/api/options")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if !strings.Contains(string(text), `"version":"v1-test"`) {
		t.Errorf("%s", text)
	}
	// A second one finds the port taken, and says so.
	var errOut strings.Builder
	if code := run(context.Background(), []string{"serve", "--addr", address}, strings.NewReader(""), io.Discard, &errOut); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	if want := "--addr " + address + ": the port is taken"; !strings.Contains(errOut.String(), want) {
		t.Errorf("%q, want %q", errOut.String(), want)
	}
	http.DefaultClient.CloseIdleConnections()
	if code := end(); code != exitFine {
		t.Errorf("ended with code %d", code)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

func TestMan(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man1")
	if code := run(context.Background(), []string{"man", folder}, strings.NewReader(""), io.Discard, io.Discard); code != exitFine {
		t.Fatalf("exit code %d", code)
	}
	page, err := os.ReadFile(filepath.Join(folder, "blindsight-serve.1"))
	if err != nil || !strings.Contains(string(page), "127.0.0.1:8080") {
		t.Errorf("%v in %s", err, page)
	}
}
