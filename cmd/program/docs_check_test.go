package program

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// README is for who comes by: it ends before he has gone. Its table says nothing that the pages
// behind it do not say.
func TestReadmeIsShort(t *testing.T) {
	readme := readPage(t, "README.md")
	if n := strings.Count(readme, "\n"); n > 150 {
		t.Errorf("README.md has %d lines, want at most 150: move some to docs", n)
	}
	_, table, _ := strings.Cut(readme, "\n## Results\n")
	table, _, _ = strings.Cut(table, "\nCommands stand")
	var docs strings.Builder
	for _, page := range docPages(t)[2:] {
		docs.WriteString(readPage(t, page))
	}
	numbers := regexp.MustCompile(`\d+\.\d+%?|\d+/\d+`).FindAllString(table, -1)
	for _, n := range numbers {
		if !strings.Contains(docs.String(), n) {
			t.Errorf("README.md: %s stands on no page of docs", n)
		}
	}
	commands := regexp.MustCompile("`([^`]+)` \\|\n").FindAllStringSubmatch(table, -1)
	if len(numbers) < 15 || len(commands) < 8 {
		t.Errorf("only %d numbers and %d commands in the table", len(numbers), len(commands))
	}
	for _, c := range commands {
		if err := parses(shellWords(c[1])); err != nil {
			t.Errorf("README.md: %s: %v", c[1], err)
		}
	}
}

// parses tells whether a command line of the program has a command and flags that exist, without
// running it.
func parses(words []string) error {
	root := newRoot(io.Discard)
	command, args, err := root.Find(words)
	if err != nil {
		return err
	}
	command.InheritedFlags() // adds those of the commands above
	if err := command.ParseFlags(args); err != nil && err != pflag.ErrHelp {
		return err
	}
	return nil
}

// What stands in a block is what its kind says: commands that are not run have commands, flags,
// tests and targets that exist, and code is a piece of a file that a test builds.
func TestDocsBlocks(t *testing.T) {
	pieces := 0
	for _, page := range docPages(t) {
		blocks, prose := docBlocks(page, readPage(t, page))
		for _, b := range blocks {
			switch b.kind {
			case "sh":
				if b.note != "" && !strings.HasPrefix(b.note, runWith) && !strings.HasPrefix(b.note, notRun) {
					t.Errorf("%s: a block of commands is %q, or %q, not %q", b, runWith, notRun, b.note)
				}
				for _, command := range b.commands() {
					checkCommand(t, b, command, strings.HasPrefix(b.note, notRun))
				}
			case "go", "json", "text", "mod", "python":
				switch {
				case b.note != "":
					pieces++
					checkPiece(t, b)
				case b.kind == "go":
					t.Errorf("%s: say of which file it is a piece, as in ```go example_test.go", b)
				case strings.Contains(b.text, ourProgram):
					t.Errorf("%s: a command in a block that is not of kind sh", b)
				}
			case "output":
			default:
				t.Errorf("%s: say what it is: ```sh for commands, ```output for what the one before prints, ```text for the rest", b)
			}
		}
		at := &docBlock{page: page}
		for _, code := range regexp.MustCompile("`((?:bin/blindsight|go test \\./) ?[^`]+)`").FindAllStringSubmatch(prose, -1) {
			checkCommand(t, at, code[1], true)
		}
	}
	if pieces < 6 {
		t.Errorf("only %d pieces of files", pieces)
	}
}

// checkPiece tells whether a block is a piece of the file behind its kind, line by line, but for
// how far it is indented. A Go file must be one that the tests build.
func checkPiece(t *testing.T, b *docBlock) {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("../..", b.note))
	if err != nil {
		t.Errorf("%s: %v", b, err)
		return
	}
	if !strings.Contains(string(file), b.text) {
		t.Errorf("%s: it is no piece of %s", b, b.note)
	}
	if b.kind == "go" && !strings.HasSuffix(b.note, "_test.go") && b.note != "registry/testdata/foxhunt/main.go" {
		t.Errorf("%s: show a piece of a test, which go test builds and runs, not of %s", b, b.note)
	}
}

// checkCommand tells whether what a command names exists. Only our own program is run by
// [TestDocsCommands]; all else must say that it is not.
func checkCommand(t *testing.T, b *docBlock, command string, unrun bool) {
	t.Helper()
	words := shellWords(command)
	switch {
	case words[0] == "bin/blindsight":
		if end := slices.IndexFunc(words, func(w string) bool { return w == "|" || w == ">" }); end > 0 {
			words = words[:end]
		}
		if err := parses(words[1:]); err != nil {
			t.Errorf("%s: %s: %v", b, command, err)
		}
	case strings.Contains(command, ourProgram):
	case !unrun:
		t.Errorf("%s: %s is none of our commands: say in a block of its own why it is not run", b, command)
	case words[0] == "make" && len(words) > 1:
		makefile := readPage(t, "Makefile")
		if !strings.Contains(makefile, "\n"+words[1]+":") {
			t.Errorf("%s: the Makefile has no target %s", b, words[1])
		}
	case strings.HasPrefix(command, "go test ./"):
		checkGoTest(t, b, words[2:])
	}
}

// Flags of go test itself.
var goTestFlags = []string{"run", "bench", "benchtime", "benchmem", "v", "timeout", "fuzz", "fuzztime", "race", "count", "cpuprofile", "update"}

var testName = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)

// checkGoTest tells whether the packages, tests, benchmarks and flags of a 'go test' exist.
func checkGoTest(t *testing.T, b *docBlock, words []string) {
	t.Helper()
	var source, names string
	flags := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") })
	if flags < 0 {
		flags = len(words)
	}
	for _, folder := range words[:flags] {
		files, _ := filepath.Glob(filepath.Join("../..", strings.TrimSuffix(folder, "/..."), "*_test.go"))
		if len(files) == 0 && !strings.HasSuffix(folder, "/...") {
			t.Errorf("%s: %s has no tests", b, folder)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			source += string(text)
		}
	}
	for _, m := range testName.FindAllStringSubmatch(source, -1) {
		names += m[1] + "\n"
	}
	for i := flags; i < len(words); i++ {
		name, ok := strings.CutPrefix(words[i], "-")
		if !ok {
			continue
		}
		if name, _, _ = strings.Cut(name, "="); !slices.Contains(goTestFlags, name) && !regexp.MustCompile(`\.(?:Bool|Int|Uint64|String|Duration|Float64)(?:Var)?\([^"\n]*"`+name+`"`).MatchString(source) {
			t.Errorf("%s: go test %s has no flag -%s", b, words[0], name)
		}
		if (name == "run" || name == "bench" || name == "fuzz") && i+1 < len(words) && words[i+1] != "^$" {
			pattern, _, _ := strings.Cut(words[i+1], "/")
			if !regexp.MustCompile(`(?m)` + pattern).MatchString(names) {
				t.Errorf("%s: %s has nothing for -%s %s", b, words[0], name, words[i+1])
			}
		}
	}
}

var (
	docLink    = regexp.MustCompile(`\]\(([^)\s]*)\)`)
	docHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// Every link of a page leads to a file, and to a heading of it.
func TestDocsLinks(t *testing.T) {
	for _, page := range append(docPages(t), "ARCHITECTURE.md", "examples/README.md") {
		_, prose := docBlocks(page, readPage(t, page))
		for _, m := range docLink.FindAllStringSubmatch(prose, -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, "://") {
				continue
			}
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(readPage(t, target)), anchor) {
				t.Errorf("%s: %s has no heading #%s", page, target, anchor)
			}
		}
	}
}

// anchors returns what the headings of a page are called in links.
func anchors(text string) []string {
	var all []string
	for _, m := range docHeading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(notAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}
