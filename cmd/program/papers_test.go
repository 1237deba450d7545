package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"blindsight/player/kriegspielers"
	"blindsight/player/sweepers"
	"blindsight/search/andor"
	"blindsight/studies"
)

var (
	linkOfPage = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	codeOfPage = regexp.MustCompile("`([^`\n]+)`")
	goName     = regexp.MustCompile(`^[a-z]+\.[A-Z]\w*(\.[A-Z]\w*)?$`)
	goTest     = regexp.MustCompile(`^(Test|Fuzz|Benchmark)[A-Z]\w*$`)
	named      = regexp.MustCompile(`^[a-z0-9]+((-[a-z0-9]+)+|(-[a-z0-9]+)*(,[a-z-]+=[a-z0-9.]+)+)$`)
)

// What docs/papers.md links to is there, and what it names exists: Go names and tests in
// the source, and every other name in code that has a hyphen or parameters is a player, an
// algorithm of guaranteed wins, a study or a parameter of a player.
func TestPapersPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	links := linkOfPage.FindAllStringSubmatch(string(page), -1)
	if len(links) < 60 {
		t.Errorf("only %d links", len(links))
	}
	for _, link := range links {
		if strings.Contains(link[1], "://") {
			continue
		}
		if _, err := os.Stat(filepath.Join("../../docs", filepath.FromSlash(link[1]))); err != nil {
			t.Errorf("a link leads nowhere: %v", err)
		}
	}
	declared := declaredNames(t, "../..")
	words := knownWords()
	for _, code := range codeOfPage.FindAllStringSubmatch(string(page), -1) {
		switch word := code[1]; {
		case goName.MatchString(word), goTest.MatchString(word):
			if !declared[word] {
				t.Errorf("%s is not declared anywhere", word)
			}
		case named.MatchString(word):
			name, _, _ := strings.Cut(word, ",")
			_, err := andor.ParseAlgorithm(word)
			if !words[name] && err != nil {
				t.Errorf("%s is no player, algorithm, study or parameter", word)
			}
			if name != word {
				mines, chess := sweepers.Catalogue.Check(word), kriegspielers.Catalogue.Check(word)
				if mines != nil && chess != nil {
					t.Errorf("%s: %v; %v", word, mines, chess)
				}
			}
		}
	}
}

// knownWords are the names of players and their parameters, and of studies.
func knownWords() map[string]bool {
	words := make(map[string]bool)
	for _, e := range sweepers.Catalogue {
		words[e.Name] = true
		for _, p := range e.Params {
			words[p.Name] = true
		}
	}
	for _, name := range kriegspielers.Catalogue.Names() {
		words[name] = true
	}
	for _, s := range studies.All {
		words[s.Name] = true
	}
	return words
}

// declaredNames returns what the source under a folder declares: exported names as
// package.Name, methods as package.Type.Name, tests, fuzz targets and benchmarks by their
// names alone.
func declaredNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "node_modules" || d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		room := strings.TrimSuffix(file.Name.Name, "_test") + "."
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil {
					names[room+decl.Name.Name] = true
					names[decl.Name.Name] = true
				} else if receiver := receiverName(decl.Recv.List[0].Type); receiver != "" {
					names[room+receiver+"."+decl.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						names[room+spec.Name.Name] = true
						if s, ok := spec.Type.(*ast.StructType); ok {
							for _, field := range s.Fields.List {
								for _, name := range field.Names {
									names[room+spec.Name.Name+"."+name.Name] = true
								}
							}
						}
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							names[room+name.Name] = true
						}
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// receiverName returns the name of a method's type.
func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
