package program

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"blindsight/studies"
)

// Three workers of which two are killed at work and one joins late: every game is
// recorded once, and is the one that a single process plays.
func TestKilledWorkersLoseNothing(t *testing.T) {
	processTest(t)
	want := longGames(t)
	plan, record := writePlan(t, longPlan)
	run := start(t, "experiment", "run", plan, "--record", record, "--workers", "0", "--listen", "127.0.0.1:0")
	url := run.address(t)
	killWorkers(t, run, url, record, func() {})
	run.expect(t, exitFine)
	if got := gamesIn(t, record); !slices.Equal(got, want) {
		t.Error("the games differ from those of one process")
	}
}

// Workers join a study as they join a run. It is interrupted, its worker waits, and goes on
// with it when it does.
func TestWorkersOfAStudy(t *testing.T) {
	processTest(t)
	out := t.TempDir()
	record := filepath.Join(out, "mines-table-1-quick.record")
	study := func(address string) *process {
		return start(t, "reproduce", "mines-table-1", "--quick", "--out", out, "--workers", "0", "--listen", address)
	}
	run := study("127.0.0.1:0")
	url := run.address(t)
	worker := start(t, "worker", "--connect", url, "--workers", "2")
	eventually(t, func() bool { return recorded(record) >= 10 || run.over() })
	if err := run.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	run.expect(t, exitFailed, "interrupted at ", fmt.Sprintf(" of %d games: what was finished is kept in %s", gamesOf(t, "mines-table-1"), out))
	before := recorded(record)
	again := study(strings.TrimPrefix(url, "nats://"))
	eventually(t, func() bool { return recorded(record) >= before+10 || again.over() || worker.over() })
	if n := recorded(record); n < before+10 {
		t.Errorf("%d games, before %d: %s%s", n, before, again.errOut.String(), worker.errOut.String())
	}
}

// killWorkers lets two workers begin, kills both at work, and lets a third one in
// between; other is called when the first has been killed.
func killWorkers(t *testing.T, run *process, url, record string, other func(), flags ...string) {
	t.Helper()
	first := start(t, append([]string{"worker", "--connect", url, "--workers", "1"}, flags...)...)
	second := start(t, append([]string{"worker", "--connect", url, "--workers", "2"}, flags...)...)
	progress := func(games int) {
		t.Helper()
		eventually(t, func() bool { return recorded(record) >= games || run.over() })
		if n := recorded(record); n >= 600 {
			t.Fatalf("%d games: the run is too short for this test", n)
		}
	}
	progress(160)
	first.kill()
	other()
	progress(220)
	third := start(t, append([]string{"worker", "--connect", url, "--workers", "2"}, flags...)...)
	progress(300)
	second.kill()
	t.Logf("killed the second worker at %d games", recorded(record))
	third.expect(t, exitFine, `joined the run of "long"`)
	if !strings.HasPrefix(third.out.String(), "played ") {
		t.Errorf("the third worker says %q", third.out.String())
	}
}

// The same on a cluster of three NATS servers, of which the one that leads the queue
// is killed as well.
func TestKilledLeaderLosesNothing(t *testing.T) {
	processTest(t)
	want := longGames(t)
	plan, record := writePlan(t, longPlan)
	nodes, urls := startCluster(t)
	all := strings.Join(urls, ",")
	run := start(t, "experiment", "run", plan, "--record", record, "--workers", "0", "--connect", all, "--token", "cluster-secret")
	nc, js := connectCluster(t, all)
	defer nc.Close()
	killWorkers(t, run, all, record, func() {
		leader := queueLeader(t, js)
		t.Logf("killing %s, which leads the queue, at %d games", leader, recorded(record))
		nodes[leader].kill()
	}, "--token", "cluster-secret")
	run.expect(t, exitFine)
	if got := gamesIn(t, record); !slices.Equal(got, want) {
		t.Error("the games differ from those of one process")
	}
}

// startCluster starts three NATS servers with JetStream, as processes.
func startCluster(t *testing.T) (nodes map[string]*process, urls []string) {
	t.Helper()
	ports := freePorts(t, 6)
	var routes []string
	for _, p := range ports[3:] {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", p))
	}
	folder := t.TempDir()
	nodes = make(map[string]*process)
	for i := range 3 {
		name := fmt.Sprintf("node%d", i)
		config, err := json.Marshal(clusterNode{
			Name: name, Folder: filepath.Join(folder, name), Port: ports[i], ClusterPort: ports[3+i],
			Routes: strings.Join(routes, ","), Token: "cluster-secret",
		})
		if err != nil {
			t.Fatal(err)
		}
		nodes[name] = startAs(t, nodeVariable+"="+string(config), exec.Command(os.Args[0]))
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	nc, js := connectCluster(t, strings.Join(urls, ","))
	defer nc.Close()
	eventually(t, func() bool { // all three are there: else a queue would be kept by fewer
		_, err := js.CreateOrUpdateStream(t.Context(), jetstream.StreamConfig{Name: "ready", Subjects: []string{"ready"}, Replicas: 3})
		return err == nil
	})
	if err := js.DeleteStream(t.Context(), "ready"); err != nil {
		t.Fatal(err)
	}
	return nodes, urls
}

// freePorts returns ports that are free. They are below those that systems give to whoever asks for any, so that none of these takes one before it is used.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range 1000 {
		port := 20_000 + rand.IntN(12_000)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil || slices.Contains(ports, port) {
			continue
		}
		l.Close()
		if ports = append(ports, port); len(ports) == n {
			return ports
		}
	}
	t.Fatal("no port is free")
	return nil
}

func connectCluster(t *testing.T, urls string) (*nats.Conn, jetstream.JetStream) {
	t.Helper()
	var nc *nats.Conn
	eventually(t, func() bool {
		var err error
		nc, err = nats.Connect(urls, nats.Token("cluster-secret"), nats.MaxReconnects(-1))
		return err == nil
	})
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return nc, js
}

// queueLeader returns the node that leads the queue's stream.
func queueLeader(t *testing.T, js jetstream.JetStream) string {
	t.Helper()
	leader := ""
	eventually(t, func() bool {
		for info := range js.ListStreams(t.Context()).Info() {
			if info.Cluster != nil && info.Config.Replicas == 3 {
				leader = info.Cluster.Leader
			}
		}
		return leader != ""
	})
	return leader
}

// A NATS server without JetStream is refused before a game is played.
func TestQueueWithoutJetStream(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not listen")
	}
	plan, record := writePlan(t, longPlan)
	for _, args := range [][]string{
		{"experiment", "run", plan, "--record", record, "--connect", s.ClientURL()},
		{"worker", "--connect", s.ClientURL()},
	} {
		_, stderr, code := runCommand(t, "", args...)
		if code != exitUsage || !strings.Contains(stderr, "nats-server -js") {
			t.Errorf("%v: exit %d: %s", args, code, stderr)
		}
	}
	if n := recorded(record); n > 0 {
		t.Errorf("%d games were played", n)
	}
}

// gamesOf returns how many games a study of size quick has.
func gamesOf(t *testing.T, name string) int {
	t.Helper()
	study, err := studies.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := study.Plan(studies.Quick, study.Seed)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Games()
}
