package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// docBlock is a block of code of a page: what stands between two fences.
type docBlock struct {
	page string // by its path from the root of the repository
	line int    // of the fence that opens it
	kind string // first word behind the fence: sh, go, output, ...
	note string // what follows it
	text string
}

func (b *docBlock) String() string { return fmt.Sprintf("%s:%d", b.page, b.line) }

// What may stand behind the kind sh: nothing, so that every line is a command that is run; flags
// which are added so that less of the same is done; or why the block is not run.
const (
	runWith = "run with: "
	notRun  = "not run: "
)

// docPages are the pages that are read by people who use the program.
func docPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages in docs, %v", len(pages), err)
	}
	for i := range pages {
		pages[i] = "docs/" + filepath.Base(pages[i])
	}
	return append([]string{"README.md", "CONTRIBUTING.md"}, pages...)
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// docBlocks returns the blocks of a page, and the page without them.
func docBlocks(page, text string) (blocks []*docBlock, prose string) {
	var open *docBlock
	indent, number := "", 0
	var rest strings.Builder
	for line := range strings.Lines(text) {
		number++
		fence := strings.TrimLeft(line, " ")
		note, isFence := strings.CutPrefix(fence, "```")
		switch {
		case isFence && open == nil:
			open = &docBlock{page: page, line: number}
			open.kind, open.note, _ = strings.Cut(strings.TrimSpace(note), " ")
			indent = line[:len(line)-len(fence)]
		case isFence:
			blocks = append(blocks, open)
			open = nil
		case open != nil:
			open.text += strings.TrimPrefix(line, indent)
		default:
			rest.WriteString(line)
		}
	}
	return blocks, rest.String()
}

var (
	shellWord    = regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
	shellComment = regexp.MustCompile(`\s+#\s.*$`)
	shellOnly    = regexp.MustCompile(`\s[|>]\s`)
)

// shellWords splits a line where a shell would, as far as the pages need it.
func shellWords(line string) []string {
	words := shellWord.FindAllString(line, -1)
	for i, w := range words {
		if n := len(w); n >= 2 && (w[0] == '"' || w[0] == '\'') && w[0] == w[n-1] {
			words[i] = w[1 : n-1]
		}
	}
	return words
}

// commands returns the commands of a block of kind sh, one a line, without their comments.
func (b *docBlock) commands() []string {
	var all []string
	for line := range strings.Lines(b.text) {
		if line = strings.TrimSpace(shellComment.ReplaceAllString(strings.TrimRight(line, "\n"), "")); line != "" {
			all = append(all, line)
		}
	}
	return all
}

const ourProgram = "bin/blindsight "

// docRunner runs commands of pages, each once, however many pages have it.
type docRunner struct {
	root  string
	shell string // empty where there is none
	done  map[string]bool
}

// enter begins a page in a fresh folder with the files of the repository that pages name.
func (r *docRunner) enter(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	for _, part := range []string{"examples", "studies/example", "cmd/program/testdata/mate"} {
		if err := os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join(r.root, part))); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	if r.shell == "" {
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\n%s=v1-test exec '%s' \"$@\"\n", programVariable, self)
	if err := os.MkdirAll("bin", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("bin/blindsight", []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
}

// run runs a command and returns what it prints. Pipes and redirections are left to a shell.
func (r *docRunner) run(t *testing.T, at fmt.Stringer, command, more string) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil && strings.Contains(command, "python3") {
		t.Logf("%s: not run, there is no python3 here: %s", at, command)
		return ""
	}
	began := time.Now()
	defer func() { t.Logf("%s: %v: %s", at, time.Since(began).Round(time.Millisecond), command) }()
	args, simple := strings.CutPrefix(command, ourProgram)
	if simple && !shellOnly.MatchString(args) {
		out, stderr, code := runCommand(t, "", shellWords(args+more)...)
		if code != exitFine || out == "" && !strings.Contains(command, " --out ") {
			t.Errorf("%s: %s: exit %d, printed %q, %s", at, command+more, code, out, stderr)
		}
		return out
	}
	if r.shell == "" {
		t.Logf("%s: not run, there is no shell here: %s", at, command)
		return ""
	}
	out, err := exec.Command(r.shell, "-c", command+more).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", at, command, err, out)
	}
	return string(out)
}

// The commands of README and docs run as they stand, in the folder of the repository, page by page
// in their order; a block of kind output is what the command before it prints. Then those of
// examples/README.md that no page had.
func TestDocsCommands(t *testing.T) {
	if raceDetector {
		t.Skip("the commands have tests of their own")
	}
	pages := docPages(t)
	texts := make(map[string]string)
	for _, page := range append(pages, "examples/README.md") {
		texts[page] = readPage(t, page)
	}
	files, err := os.ReadDir("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	r := &docRunner{done: make(map[string]bool)}
	if r.root, err = filepath.Abs("../.."); err != nil {
		t.Fatal(err)
	}
	r.shell, _ = exec.LookPath("sh")
	for _, page := range pages {
		blocks, _ := docBlocks(page, texts[page])
		t.Run(page, func(t *testing.T) { r.page(t, blocks) })
	}
	if len(r.done) < 60 {
		t.Errorf("only %d commands were run", len(r.done))
	}
	t.Run("examples", func(t *testing.T) { r.examples(t, texts["examples/README.md"], files) })
}

// page runs the commands of a page.
func (r *docRunner) page(t *testing.T, blocks []*docBlock) {
	last, entered := "", false
	for _, b := range blocks {
		if b.kind == "output" && b.text != last {
			t.Errorf("%s: the command before it prints\n%s", b, last)
		}
		if b.kind != "sh" || strings.HasPrefix(b.note, notRun) {
			continue
		}
		if !entered {
			r.enter(t)
			entered = true
		}
		more, ok := strings.CutPrefix(b.note, runWith)
		if ok {
			more = " " + more
		}
		for _, command := range b.commands() {
			last = r.run(t, b, command, more)
			r.done[command] = true
		}
	}
}

var inlineProgram = regexp.MustCompile("`" + ourProgram + "([^`]+)`")

// examples runs the command that examples/README.md has for each file of its folder.
func (r *docRunner) examples(t *testing.T, readme string, files []os.DirEntry) {
	r.enter(t)
	for _, f := range files {
		if f.Name() == "README.md" {
			continue
		}
		_, row, found := strings.Cut(readme, "| `"+f.Name()+"` |")
		row, _, _ = strings.Cut(row, "\n")
		how := inlineProgram.FindStringSubmatch(row)
		if !found || how == nil || !strings.Contains(how[1], "examples/"+f.Name()) {
			t.Errorf("%s: examples/README.md does not say how to read it", f.Name())
			continue
		}
		if command := ourProgram + how[1]; !r.done[command] {
			r.run(t, &docBlock{page: "examples/README.md"}, command, "")
		}
	}
}
