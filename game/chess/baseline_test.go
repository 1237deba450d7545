package chess

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// BenchmarkPerftBaseline counts the start position to depth 6 in turn with Stockfish's
// "go perft" (if it is in PATH), both on one core, and reports the best time of each
// and the ratio of speeds. Leaves are counted (bulk), as Stockfish does, or made.
func BenchmarkPerftBaseline(b *testing.B) {
	path, err := exec.LookPath("stockfish")
	if err != nil {
		b.Skip("no stockfish in PATH: there is nothing to compare with")
	}
	const depth = 6
	engine := startEngine(b, path)
	engine.ask("isready", "readyok")
	p := Start()
	leaves := standard[0].counts[depth-1]
	for _, mode := range []string{"bulk", "leaves"} {
		b.Run(fmt.Sprintf("start-%d/%s", depth, mode), func(b *testing.B) {
			ours, theirs := time.Hour, time.Hour
			for b.Loop() {
				begin := time.Now()
				answer := engine.ask(fmt.Sprintf("go perft %d", depth), "Nodes searched")
				theirs = min(theirs, time.Since(begin))
				if !strings.HasSuffix(answer, fmt.Sprint(" ", leaves)) {
					b.Fatalf("stockfish answers %q, want %d", answer, leaves)
				}
				begin = time.Now()
				var n uint64
				if mode == "bulk" {
					n = p.Perft(depth)
				} else {
					n = perftLeaves(&p, depth)
				}
				ours = min(ours, time.Since(begin))
				if n != leaves {
					b.Fatalf("%d leaves, want %d", n, leaves)
				}
			}
			b.ReportMetric(float64(leaves)/ours.Seconds()/1e6, "Mleaves/s")
			b.ReportMetric(float64(leaves)/theirs.Seconds()/1e6, "stockfish-Mleaves/s")
			b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
		})
	}
}

// An engine is another chess program that is talked to line by line.
type engine struct {
	b     *testing.B
	in    io.Writer
	lines *bufio.Scanner
}

// startEngine starts a program, to be ended with the benchmark.
func startEngine(b *testing.B, path string) *engine {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		fmt.Fprintln(in, "quit")
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	})
	return &engine{b: b, in: in, lines: bufio.NewScanner(out)}
}

// ask sends a line and returns the first line of the answer with a word in it.
func (e *engine) ask(line, word string) string {
	if _, err := fmt.Fprintln(e.in, line); err != nil {
		e.b.Fatal(err)
	}
	for e.lines.Scan() {
		if strings.Contains(e.lines.Text(), word) {
			return e.lines.Text()
		}
	}
	e.b.Fatalf("no answer to %q", line)
	return ""
}
