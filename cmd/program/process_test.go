package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"blindsight/cmd/console"
	"blindsight/experiment"
	"blindsight/experiment/store"
)

// Tests that kill processes run the program as one: the test binary itself, which
// these variables turn into the program, or into a node of a NATS cluster.
const (
	programVariable = "BLINDSIGHT_TEST_PROGRAM" // its value is the version
	nodeVariable    = "BLINDSIGHT_TEST_NODE"    // its value is a clusterNode
)

func TestMain(m *testing.M) {
	if v := os.Getenv(programVariable); v != "" {
		Main("blindsight", v)
	}
	if v := os.Getenv(nodeVariable); v != "" {
		runNode(v)
	}
	console.Begin(console.House, "v1-test") // so that transcripts can name it
	os.Exit(m.Run())
}

// processTest begins a test that runs the program in processes of its own, which
// mostly wait: they run beside one another. The race detector would see nothing of
// them.
func processTest(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("it runs without the race detector")
	}
	t.Parallel()
}

// clusterNode is the configuration of a node of a NATS cluster.
type clusterNode struct {
	Name, Folder      string
	Port, ClusterPort int
	Routes            string
	Token             string
}

func runNode(config string) {
	var c clusterNode
	if err := json.Unmarshal([]byte(config), &c); err != nil {
		panic(err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName: c.Name, Host: "127.0.0.1", Port: c.Port, NoSigs: true, JetStream: true, StoreDir: c.Folder,
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: c.ClusterPort},
		Routes:  server.RoutesFromStr(c.Routes), Authorization: c.Token,
	})
	if err != nil {
		panic(err)
	}
	s.Start()
	s.WaitForShutdown()
}

// process is the program at work.
type process struct {
	*exec.Cmd
	out, errOut lockedBuffer
	done        chan struct{}
	err         error
}

// lockedBuffer may be read while a process writes to it.
type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

// program returns the program as version v1-test, to be run.
func program(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), programVariable+"=v1-test")
	return cmd
}

// start runs the program as version v1-test. It is killed at the end of the test.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	return startAs(t, programVariable+"=v1-test", exec.Command(os.Args[0], args...))
}

func startAs(t *testing.T, variable string, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, done: make(chan struct{})}
	p.Env = append(os.Environ(), variable, "TMPDIR="+t.TempDir()) // what is killed does not tidy up
	p.Stdout, p.Stderr = &p.out, &p.errOut
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		if t.Failed() && !p.over() {
			p.confess()
			t.Logf("%v printed:\n%s%s", p.Args[1:], p.out.String(), p.errOut.String())
		}
		p.kill()
	})
	return p
}

// confess makes the process say what its goroutines are at, and end.
func (p *process) confess() {
	_ = p.Process.Signal(syscall.SIGQUIT) // it may be over
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
	}
}

// kill ends the process with SIGKILL and waits for its end.
func (p *process) kill() {
	_ = p.Process.Kill() // it may be over
	<-p.done
}

// finish waits for the end and returns the exit code.
func (p *process) finish(t *testing.T) int {
	t.Helper()
	select {
	case <-p.done:
		return p.ProcessState.ExitCode()
	case <-time.After(hangs):
		t.Fatalf("%v: not over after %s; it printed:\n%s%s", p.Args[1:], hangs, p.out.String(), p.errOut.String())
		return 0
	}
}

// expect waits for the end, and fails on another exit code or if a text is not in
// what was printed to the standard error.
func (p *process) expect(t *testing.T, code int, texts ...string) {
	t.Helper()
	if got := p.finish(t); got != code {
		t.Fatalf("%v: exit %d, want %d: %s%s", p.Args[1:], got, code, p.out.String(), p.errOut.String())
	}
	for _, text := range texts {
		if !strings.Contains(p.errOut.String(), text) {
			t.Errorf("%v: stderr %q does not contain %q", p.Args[1:], p.errOut.String(), text)
		}
	}
}

var joinLine = regexp.MustCompile(`--connect (\S+)`)

// address waits until a run listens and returns where.
func (p *process) address(t *testing.T) string {
	t.Helper()
	var found []string
	eventually(t, func() bool {
		found = joinLine.FindStringSubmatch(p.errOut.String())
		return found != nil || p.over()
	})
	if found == nil {
		t.Fatalf("%v: it does not listen: %s", p.Args[1:], p.errOut.String())
	}
	return found[1]
}

func (p *process) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// hangs is after how long what has not happened is held never to happen. It is far beyond what anything takes on a machine that is busy with other things: no
// test may depend on how fast that is.
const hangs = 4 * time.Minute

// eventually waits for a condition.
func eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(hangs); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %s in vain", hangs)
		}
	}
}

// recorded returns the number of games in a record, 0 if there is none yet.
func recorded(path string) int {
	if _, err := os.Stat(path); err != nil {
		return 0
	}
	s, err := store.OpenReader(path)
	if err != nil {
		return 0
	}
	defer s.Close()
	tallies, err := s.Tallies()
	if err != nil {
		return 0
	}
	games := 0
	for _, t := range tallies {
		games += t.Played()
	}
	return games
}

// gamesIn returns all games of a record, without times and whatever the order of its cells,
// and fails if one is missing or does not belong there.
func gamesIn(t *testing.T, path string) []string {
	t.Helper()
	s, err := store.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var lines []string
	for _, c := range s.Info().Plan.Cells {
		n := 0
		if err := s.Games(c.Index, func(r *experiment.Result) {
			if r.Game != n {
				t.Errorf("%s: cell %d: game %d in the place of %d", path, c.Index, r.Game, n)
			}
			n++
			g := *r
			g.Seconds = 0
			lines = append(lines, fmt.Sprintf("%s: %+v", &c, g))
		}); err != nil {
			t.Fatal(err)
		}
		if n != c.Games {
			t.Errorf("%s: cell %d has %d games of %d", path, c.Index, n, c.Games)
		}
	}
	slices.Sort(lines)
	return lines
}
