package blindsight_test

import (
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every package that others use says what it is, in a comment of more than a line, and shows it by an example whose
// output is checked.
func TestPackagesShowThemselves(t *testing.T) {
	seen := 0
	for _, p := range listPackages(t) {
		switch name := inHouse(p.ImportPath); {
		case roomOf(name) == "internal", roomOf(name) == "cmd", name == "web/browser", name == "web/browsertest":
			continue
		}
		seen++
		if comment := packageComment(t, p); !strings.HasPrefix(comment, "Package "+p.Name+" ") || len(comment) < 120 {
			t.Errorf("%s: its comment does not tell a newcomer what it is: %q", p.ImportPath, comment)
		}
		if !hasExample(t, p.Dir) {
			t.Errorf("%s: no example with output", p.ImportPath)
		}
	}
	if seen < 40 {
		t.Errorf("only %d packages", seen)
	}
}

func packageComment(t *testing.T, p listedPackage) string {
	t.Helper()
	var all strings.Builder
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(file.Doc.Text())
	}
	return all.String()
}

// hasExample tells whether a test of the folder is an example that go test runs.
func hasExample(t *testing.T, folder string) bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\nfunc Example") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range doc.Examples(file) {
			if e.Output != "" {
				return true
			}
		}
	}
	return false
}
