package browsertest

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"

	_ "blindsight/web" // so that a result in the test cache is dropped when the page or the server changes
)

// The program and the browser that all tests share.
var (
	program string          // path of the program
	address string          // of its page
	shared  context.Context // the browser; nil without Chromium
)

var siteFolder = flag.String("site", "", "test the site in this `FOLDER`, which 'make site' has built, instead of the program's page")

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browsertest:", err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m *testing.M) (int, error) {
	chromium := findChromium()
	if chromium == "" {
		fmt.Fprintln(os.Stderr, "NOT RUN: the browser tests need chromium in PATH (Debian: apt-get install chromium)")
		return m.Run(), nil
	}
	folder, err := os.MkdirTemp("", "browsertest")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	program = filepath.Join(folder, "blindsight")
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", program, "blindsight/cmd/blindsight").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building the program: %w\n%s", err, out)
	}
	if *siteFolder != "" {
		host := newHost(*siteFolder)
		defer host.Close()
		address = host.address()
	} else {
		server, at, err := serve("--addr", "127.0.0.1:0")
		if err != nil {
			return 0, err
		}
		address = at
		defer stop(server)
	}
	// Root, as whom many machines of CI run tests, has no sandbox.
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), chromedp.Headless, chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.ExecPath(chromium),
		chromedp.UserDataDir(filepath.Join(folder, "profile")))
	defer cancel()
	shared, cancel = chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(shared, chromedp.Navigate("about:blank")); err != nil {
		return 0, fmt.Errorf("starting %s: %w", chromium, err)
	}
	return m.Run(), nil
}

// findChromium prefers the one without windows, as scripts/chromium.sh does.
func findChromium() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// serve starts the program and reads from its first line where its page is.
func serve(flags ...string) (server *exec.Cmd, at string, err error) {
	cmd := exec.Command(program, append([]string{"serve"}, flags...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	at = regexp.MustCompile(`http://\S+`).FindString(line)
	if err != nil || at == "" {
		stop(cmd)
		return nil, "", fmt.Errorf("the program said %q: %w", line, err)
	}
	return cmd, at, nil
}

// stop ends a program that serves.
func stop(server *exec.Cmd) {
	_ = server.Process.Signal(os.Interrupt)
	_ = server.Wait()
}
