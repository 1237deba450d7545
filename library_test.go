package blindsight_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The lines that docs/library.md wants in the go.mod of others are enough: beside a folder of
// theirs, with nothing to download and nothing downloaded, the example builds and runs,
// and every library room can be imported.
func TestLibraryLines(t *testing.T) {
	page, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, found := strings.Cut(string(page), "```mod\nmodule ")
	lines, _, ended := strings.Cut(lines, "```\n")
	if !found || !ended {
		t.Fatal("docs/library.md shows no go.mod")
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	program := strings.Replace(string(example), "package blindsight_test", "package main", 1)
	program = strings.Replace(program, "func Example() {", "func main() {", 1)
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	mine := filepath.Join(folder, "mine")
	if err := os.Mkdir(mine, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(root, filepath.Join(folder, "blindsight")); err != nil {
		t.Skip(err) // Windows, without the right to
	}
	for name, text := range map[string]string{"go.mod": "module " + lines, "main.go": program} {
		if err := os.WriteFile(filepath.Join(mine, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = mine
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOMODCACHE="+filepath.Join(folder, "nothing"), "PWD="+mine)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	_, want, _ := strings.Cut(program, "// Output:\n")
	want, _, _ = strings.Cut(want, "}\n")
	want = strings.ReplaceAll(want, "\t// ", "")
	if got := command("run", "."); got != want {
		t.Errorf("the example prints\n%s, want\n%s", got, want)
	}
	var library []string
	for _, p := range listPackages(t) {
		if room := roomOf(inHouse(p.ImportPath)); room != "internal" && room != "experiment" && room != "studies" && room != "web" && room != "cmd" {
			library = append(library, p.ImportPath)
		}
	}
	if len(library) < 15 {
		t.Errorf("only %d packages: %v", len(library), library)
	}
	command(append([]string{"list", "-deps"}, library...)...)
	if now, err := os.ReadFile(filepath.Join(mine, "go.mod")); err != nil || string(now) != "module "+lines {
		t.Errorf("go has changed go.mod (%v):\n%s", err, now)
	}
}
