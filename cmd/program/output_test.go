package program

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"blindsight/experiment/store"
)

// printing holds for every command that ends by itself how to let it print something.
// What starts with $TMP is a file of the test.
var printing = map[string]string{
	"":                          "",
	"chess":                     "",
	"chess perft":               "start 1",
	"completion":                "",
	"completion bash":           "",
	"completion fish":           "",
	"completion powershell":     "",
	"completion zsh":            "",
	"engine":                    "tiger",
	"experiment":                "",
	"experiment export":         "$TMP/small.record",
	"experiment import":         "$TMP/small.jsonl $TMP/imported.record",
	"experiment key":            "$TMP/key",
	"experiment report":         "$TMP/small.record",
	"experiment run":            "testdata/experiment/plan.json --record $TMP/new.record",
	"exploit":                   "poker",
	"games":                     "",
	"help":                      "",
	"human":                     "tiger",
	"kriegspiel":                "",
	"kriegspiel advise":         "../../examples/kriegspiel.pgn --sims 1",
	"kriegspiel check":          "../../examples/problem.jsonl $TMP/plans.jsonl",
	"kriegspiel collect":        "--depths 3 --mates 1 --near 0 --white greedy --black greedy --drop 500 --seed 3 --out -",
	"kriegspiel endings":        "",
	"kriegspiel endings ask":    "$TMP/krk.end --men Kc3,Rh5",
	"kriegspiel endings build":  "KRK --out $TMP/krk2.end --moves 1",
	"kriegspiel endings distil": "$TMP/krk.end --out $TMP/small.end",
	"kriegspiel endings play":   "KRK --games 1 --king uniform",
	"kriegspiel endings show":   "$TMP/krk.end",
	"kriegspiel estimate":       "../../examples/kriegspiel.pgn --side white",
	"kriegspiel fit":            "--games 5 --sims 1 --player foresight,sample=50,exact=50,mate=0",
	"kriegspiel tune":           "--games 5 --sims 1 --seed 1 --player foresight,sample=50,exact=50,mate=0 --match-games 2 --match-sims 1 --match-player foresight,sample=50,exact=50,mate=0",
	"kriegspiel match":          "random random --games 1 --sims 1 --limit 5",
	"kriegspiel mate":           "../../examples/problem.jsonl",
	"kriegspiel play":           "--opponent random --seed 1",
	"kriegspiel players":        "",
	"kriegspiel referee":        "-",
	"kriegspiel rules":          "",
	"kriegspiel show":           "$TMP/plans.jsonl --problems ../../examples/problem.jsonl",
	"kriegspiel why":            "../../examples/problem.jsonl --try h3h4",
	"match":                     "phantom random random --games 2 --sims 1",
	"screen":                    "phantom uct random --try explore=2 --games 4 --sims 1",
	"mines":                     "",
	"mines advise":              "../../examples/position.txt --sims 1",
	"mines analyze":             "../../examples/position.txt",
	"mines boards":              "",
	"mines compare":             "$TMP/won.txt $TMP/won.txt",
	"mines evaluate":            "--board 2x2/1 --player random",
	"mines fit":                 "--board 8x8/14 --rule windows --games 4 --playouts 1",
	"mines tune":                "--board 8x8/10 --constant Loose --instant 2 --playouts 1",
	"mines gain":                "--board 3x3/2 --player csp --against random --against-sims 1 --games 2 --playouts 1",
	"mines openings":            "",
	"mines openings book":       "windows 2x2/1 --first 0,0 --dir $TMP/tree",
	"mines openings check":      "--placements 0 --seconds 0 --dir $TMP/tree",
	"mines openings solve":      "windows 2x2/1 --again --dir $TMP/tree",
	"mines play":                "--board 2x2/1 --player random --games 1 --sims 1",
	"mines players":             "",
	"mines show":                "../../examples/position.txt",
	"mines solve":               "2x2/1",
	"play":                      "phantom --games 2 --sims 1",
	"pomdp":                     "",
	"pomdp evaluate":            "../../game/pomdp/testdata/tiger.pomdp --player random --runs 1 --sims 1",
	"pomdp graph":               "../../game/pomdp/testdata/tiger.pomdp --policy $TMP/tiger.policy --svg $TMP/tiger.svg",
	"pomdp show":                "../../game/pomdp/testdata/tiger.pomdp",
	"pomdp write":               "tiger",
	"pomdp check":               "../../game/pomdp/testdata/tiger.pomdp $TMP/tiger.policy",
	"pomdp solve":               "../../game/pomdp/testdata/tiger.pomdp",
	"reproduce":                 "",
	"serve":                     "--addr 127.0.0.1:0",
	"solve":                     "poker",
	"version":                   "",
}

// silent commands print nothing to the standard output that could be lost: they draw on a
// terminal, write files, or play for others.
var silent = []string{"man", "mines human", "mines openings write", "worker"}

// slow commands are run into a full disk only.
var slow = []string{"kriegspiel fit", "kriegspiel tune"}

// exampleFiles writes what the commands of printing read.
func exampleFiles(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	exampleRecords(t, folder)
	text, err := os.Create(filepath.Join(folder, "small.jsonl"))
	if err == nil {
		err = errors.Join(store.Export(t.Context(), filepath.Join(folder, "small.record"), text, true), text.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, tables := range []string{"player/sweepers/openings", "studies/mines-optimum", "studies/mines-strength/first-cells"} {
		if err := os.CopyFS(filepath.Join(folder, "tree", tables), os.DirFS(filepath.Join("../..", tables))); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"kriegspiel mate ../../examples/problem.jsonl --plan $TMP/plans.jsonl",
		"kriegspiel endings build KRK --out $TMP/krk.end --moves 1",
		"mines play --board 2x2/1 --player random --games 5 --sims 1 --outcomes $TMP/won.txt",
		"pomdp solve ../../game/pomdp/testdata/tiger.pomdp --policy $TMP/tiger.policy",
	} {
		if _, stderr, code := runCommand(t, "", strings.Fields(strings.ReplaceAll(args, "$TMP", folder))...); code != exitFine {
			t.Fatalf("%s: exit %d: %s", args, code, stderr)
		}
	}
	return folder
}

// devFull opens the device that is always full.
func devFull(t *testing.T) *os.File {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("no /dev/full")
	}
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Whatever a command prints: if the disk is full, it says so and exits with 1, and if the
// pipe is closed it exits with 1 too.
func TestLostOutput(t *testing.T) {
	folder := exampleFiles(t)
	full := devFull(t)
	eachCommand(func(_ *cobra.Command, words []string) {
		name := strings.Join(words, " ")
		more, ok := printing[name]
		if !ok {
			if !slices.Contains(silent, name) {
				t.Errorf("%s: say in this test how it prints something", name)
			}
			return
		}
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			args := append(slices.Clone(words), strings.Fields(strings.ReplaceAll(more, "$TMP", folder))...)
			if code, stderr := runInto(t, full, args); code != exitFailed || !strings.Contains(stderr, "standard output: no space left on device") {
				t.Errorf("%v on a full disk: exit %d, %q", args, code, stderr)
			}
			again := func() { // some commands leave alone what is there
				os.Remove(filepath.Join(folder, "key"))
				os.Remove(filepath.Join(folder, "imported.record"))
				os.Remove(filepath.Join(folder, "krk2.end"))
				os.Remove(filepath.Join(folder, "small.end"))
			}
			again()
			if slices.Contains(slow, name) {
				return
			}
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer write.Close()
			read.Close()
			if code, stderr := runInto(t, write, args); code != exitFailed || strings.Contains(stderr, "usage:") {
				t.Errorf("%v into a closed pipe: exit %d, %q", args, code, stderr)
			}
			again()
		})
	})
}

// runInto runs the program with a standard output of its own.
func runInto(t *testing.T, out io.Writer, args []string) (code int, stderr string) {
	t.Helper()
	var errOut strings.Builder
	code = run(t.Context(), args, strings.NewReader("e2e4\n"), out, &errOut)
	return code, errOut.String()
}

// Files that do not fit on the disk are an error of the same kind, and devices stay what
// they are.
func TestFilesOnAFullDisk(t *testing.T) {
	devFull(t)
	for _, args := range []string{
		"mines play --board 2x2/1 --player random --games 5 --sims 1 --per-game /dev/full",
		"mines play --board 2x2/1 --player random --games 5 --sims 1 --outcomes /dev/full",
		"match phantom random random --games 2 --sims 1 --per-game /dev/full",
		"kriegspiel match random random --games 1 --sims 1 --limit 5 --per-game /dev/full",
		"kriegspiel match random random --games 1 --sims 1 --limit 5 --pgn /dev/full",
		"kriegspiel mate ../../examples/problem.jsonl --plan /dev/full",
		"kriegspiel collect --depths 3 --mates 1 --near 0 --white greedy --black greedy --drop 500 --seed 3 --out /dev/full",
		"pomdp solve ../../game/pomdp/testdata/tiger.pomdp --policy /dev/full",
	} {
		_, stderr, code := runCommand(t, "", strings.Fields(args)...)
		if code != exitFailed || !strings.Contains(stderr, "no space left on device") {
			t.Errorf("%s: exit %d, %q", args, code, stderr)
		}
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Fatalf("/dev/full is not a device any more: %v", err)
	}
}

// In a process of its own a closed pipe would be a signal.
func TestClosedPipeOfAProcess(t *testing.T) {
	processTest(t)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	defer write.Close()
	p := program(context.Background(), "mines", "boards", "--games", "100000")
	p.Stdout = write
	if err := p.Run(); p.ProcessState.ExitCode() != exitFailed {
		t.Errorf("exit %v", err)
	}
}
