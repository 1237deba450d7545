package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/player/phantoms"
	"blindsight/player/sweepers"
	"blindsight/search/andor"
	"blindsight/studies"
)

var (
	linkOfPage = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	codeOfPage = regexp.MustCompile("`([^`\n]+)`")
)

// What docs/papers.md links to is there, and whatever it has in code exists.
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
	names := namesOfPage{declared: declaredNames(t, "../.."), words: knownWords(), commands: map[string]bool{}, flags: map[string]bool{}}
	eachCommand(func(cmd *cobra.Command, words []string) {
		name := strings.Join(words, " ")
		names.commands[name] = true
		note := func(f *pflag.Flag) {
			names.words["--"+f.Name] = true
			names.flags[name+" --"+f.Name] = true
		}
		cmd.Flags().VisitAll(note)
		cmd.InheritedFlags().VisitAll(note)
	})
	for _, code := range codeOfPage.FindAllStringSubmatch(string(page), -1) {
		if err := names.check(code[1]); err != nil {
			t.Error(err)
		}
	}
	for _, wrong := range []string{"uct.Gibberish", "Gibberish", "Gibberish.Method", "TestNonsense", "bsr-uct-nonsense", "bsr-uct,nonsense=1", "nonsense=1", "--nonsense", "mines nonsense", "mines play --nonsense", "mines play --anchor", "reproduce mines-tabel-1 --full", "1 + 1"} {
		if names.check(wrong) == nil {
			t.Errorf("%s passes", wrong)
		}
	}
}

// namesOfPage are what a page may name in code.
type namesOfPage struct {
	declared, words, commands, flags map[string]bool
}

// check reports a name that does not exist: of Go, with its package or without; of a test; of a player with parameters, an algorithm, a study, a parameter, a rule
// set, a flag; a command with flags.
func (n *namesOfPage) check(word string) error {
	name, params, _ := strings.Cut(word, ",")
	key, _, assigned := strings.Cut(word, "=")
	_, unknown := andor.ParseAlgorithm(word)
	switch {
	case n.declared[word], n.words[word], unknown == nil:
		return nil
	case params != "" && n.words[name]:
		mines, chess := sweepers.Catalogue.Check(word), kriegspielers.Catalogue.Check(word)
		if mines != nil && chess != nil {
			return fmt.Errorf("%s: %w; %w", word, mines, chess)
		}
		return nil
	case assigned && params == "" && n.words[key]:
		return nil
	case strings.Contains(word, " ") && !assigned:
		return n.command(strings.Fields(strings.TrimPrefix(word, "blindsight ")))
	}
	return fmt.Errorf("%s is declared nowhere, and is no player, algorithm, study, parameter or command", word)
}

// command reports a command or a flag of it that does not exist.
func (n *namesOfPage) command(words []string) error {
	at := len(words)
	for at > 0 && !n.commands[strings.Join(words[:at], " ")] {
		at--
	}
	if at == 0 {
		return fmt.Errorf("%s: no such command", strings.Join(words, " "))
	}
	for _, w := range words[at:] {
		if strings.HasPrefix(w, "--") && !n.flags[strings.Join(words[:at], " ")+" "+w] {
			return fmt.Errorf("%s: no such flag", w)
		}
	}
	if at == len(words) || strings.HasPrefix(words[at], "-") {
		return nil
	}
	switch parent := words[at-1]; {
	case parent == "mines", parent == "kriegspiel", parent == "reproduce" && words[at] != "STUDY" && !n.words[words[at]]:
		return fmt.Errorf("%s: no such command", strings.Join(words, " "))
	}
	return nil
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
	for _, r := range kriegspiel.All() {
		words[r.Name] = true
	}
	for _, letter := range "glxe" { // prefixes of algorithms
		words[string(letter)] = true
	}
	words["auto_open"] = true // a key of plans of Minesweeper
	for _, e := range phantoms.Catalogue {
		words[e.Name] = true
	}
	return words
}

// declaredNames returns what the source under a folder declares: names as package.Name, methods and fields as
// package.Type.Name, all of these also without what stands before them, and the files.
func declaredNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	declare := func(parts ...string) {
		for i := range parts {
			names[strings.Join(parts[i:], ".")] = true
		}
	}
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
		room := strings.TrimSuffix(file.Name.Name, "_test")
		names[filepath.Base(path)] = true
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil {
					declare(room, decl.Name.Name)
				} else if receiver := receiverName(decl.Recv.List[0].Type); receiver != "" {
					declare(room, receiver, decl.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						declare(room, spec.Name.Name)
						if s, ok := spec.Type.(*ast.StructType); ok {
							for _, field := range s.Fields.List {
								for _, name := range field.Names {
									declare(room, spec.Name.Name, name.Name)
								}
							}
						}
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							declare(room, name.Name)
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
