package blindsight_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The house is the module, its rooms are the top-level folders, and a room imports
// only rooms above it. Games, estimators and searches never import one another: what
// one needs of another is a small interface in the root package, and they are put
// together in player/. That is what keeps them replaceable one by one.

// module is the path of the root package and the prefix of all others.
const module = "blindsight"

// rooms says for each room which rooms its packages may import, in dependency order.
// "root" is the package in the root folder. A room that names itself lets its packages
// import one another; in the others only a folder and the folders below it may. A name of two folders is a room of
// its own within its room, and goes before it.
//
// ADD A ROOM: a line here, below the rooms it imports, and its name in the lines of
// the rooms that may import it.
var rooms = []struct{ name, imports string }{
	{"root", ""},
	{"internal", "internal"},
	{"docs", ""},
	{"game", "root internal"},
	{"belief", "root internal"},
	{"search", "root internal"},
	{"certificate", "root internal game"},
	{"episode", "root internal game"},
	{"catalog", "root internal search certificate episode"},
	{"player", "root internal game belief search certificate episode catalog"},
	{"coach", "root internal game belief search certificate player"},
	{"registry", "internal catalog player"},
	{"engine", "root catalog"},
	{"experiment", "root internal game belief search certificate player catalog registry episode engine experiment"},
	{"studies", "root internal game belief search certificate player coach catalog episode experiment"},
	{"web", "root internal game belief search certificate player coach catalog registry"},
	{"cmd/console", "root internal catalog"},
	{"cmd", "root internal game belief search certificate player coach catalog episode experiment studies web registry engine docs cmd/console"},
	{"cmd/program", "internal cmd/console cmd"},
	{"cmd/blindsight", "cmd/program"},
}

// exceptions are single arrows that the rooms forbid and the house allows.
var exceptions = map[arrow]string{
	{"game/kriegspiel", "game/chess"}:           "Kriegspiel is chess, seen by one side",
	{"game/kriegspiel/kriegtalk", "game/chess"}: "and so is what its referee says",
	{"belief/particle", "belief/enumerate"}:     "a belief that is a set is listed, and found again, by enumeration",
}

// vagueNames say nothing about what a package holds, and so attract everything.
var vagueNames = []string{"util", "utils", "common", "helpers", "base", "pkg", "misc"}

// An arrow is an import, both ends without the module's name.
type arrow struct{ from, to string }

// A listedPackage is what `go list -json` tells of one package.
type listedPackage struct {
	ImportPath string
	Name       string
	Imports    []string // not those of test files, which may import what they like
	Dir        string
	GoFiles    []string
}

func TestArchitecture(t *testing.T) {
	for _, problem := range checkArchitecture(listPackages(t)) {
		t.Error(problem)
	}
}

// What may be imported and never is, is a door that somebody will take for a way.
func TestNoArrowIsIdle(t *testing.T) {
	for _, problem := range idleArrows(listPackages(t)) {
		t.Error(problem)
	}
}

// idleArrows returns a message for each arrow between rooms, and each exception, that no
// package uses.
func idleArrows(packages []listedPackage) []string {
	used, single := map[arrow]bool{}, map[arrow]bool{}
	for _, p := range packages {
		from := inHouse(p.ImportPath)
		for _, path := range p.Imports {
			to := inHouse(path)
			if path != module && !strings.HasPrefix(path, module+"/") || sameFolder(from, to) && roomOf(from) != "internal" {
				continue
			}
			used[arrow{listedRoom(from), listedRoom(to)}] = true
			single[arrow{from, to}] = true
		}
	}
	var problems []string
	for _, r := range rooms {
		for _, to := range strings.Fields(r.imports) {
			if !used[arrow{r.name, to}] {
				problems = append(problems, fmt.Sprintf("%s may import %s, and nothing in it does: take it out of the table rooms", r.name, to))
			}
		}
	}
	for a := range exceptions {
		if !single[a] {
			problems = append(problems, fmt.Sprintf("%s may import %s as an exception, and does not", a.from, a.to))
		}
	}
	return problems
}

// checkArchitecture returns a message for each name and each import that breaks a
// rule of the house.
func checkArchitecture(packages []listedPackage) []string {
	var problems []string
	for _, p := range packages {
		from := inHouse(p.ImportPath)
		if name, ok := vagueName(p); ok {
			problems = append(problems, fmt.Sprintf(
				"package %s: no package or folder is called %q: name it after what it holds", p.ImportPath, name))
		}
		allowed, ok := allowedRooms(from)
		if !ok {
			problems = append(problems, fmt.Sprintf(
				"package %s: unknown room %q: add it to the table rooms in architecture_test.go, or move the package into an existing room",
				p.ImportPath, roomOf(from)))
			continue
		}
		for _, path := range p.Imports {
			if path != module && !strings.HasPrefix(path, module+"/") {
				continue // the standard library, or a dependency
			}
			to := inHouse(path)
			_, exception := exceptions[arrow{from, to}]
			if exception || sameFolder(from, to) || slices.Contains(allowed, listedRoom(to)) {
				continue
			}
			rule := "imports nothing of the house"
			if len(allowed) > 0 {
				rule = "imports only " + strings.Join(allowed, ", ")
			}
			problems = append(problems, fmt.Sprintf(
				"package %s imports %s: %s %s", p.ImportPath, path, listedRoom(from), rule))
		}
	}
	return problems
}

// inHouse returns an import path without the module's name: "" for the root package.
func inHouse(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
}

// roomOf returns the room of a package.
func roomOf(pkg string) string {
	if pkg == "" {
		return "root"
	}
	room, _, _ := strings.Cut(pkg, "/")
	return room
}

// listedRoom returns the room of a package as the table has it: one within another where that is listed.
func listedRoom(pkg string) string {
	for _, r := range rooms {
		if strings.Contains(r.name, "/") && roomedIn(pkg, r.name) {
			return r.name
		}
	}
	return roomOf(pkg)
}

// allowedRooms returns the rooms that a package may import, and whether its own room
// is known at all.
func allowedRooms(pkg string) (allowed []string, known bool) {
	for _, r := range rooms {
		if r.name == listedRoom(pkg) {
			return strings.Fields(r.imports), true
		}
	}
	return nil, false
}

// sameFolder tells whether two packages share the folder in their room:
// search/andor and search/andor/table do, search/andor and search/uct do not.
func sameFolder(a, b string) bool {
	folder := func(pkg string) string {
		elements := strings.SplitN(pkg, "/", 3)
		return strings.Join(elements[:min(len(elements), 2)], "/")
	}
	return strings.Contains(a, "/") && folder(a) == folder(b)
}

// vagueName returns the name, of the package or of a folder on the way to it, that
// says nothing.
func vagueName(p listedPackage) (string, bool) {
	for _, name := range append(strings.Split(p.ImportPath, "/"), p.Name) {
		if slices.Contains(vagueNames, name) {
			return name, true
		}
	}
	return "", false
}

// listPackages asks the go command for all packages of the module.
func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	openFolders(t)
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports,Dir,GoFiles", "./...").Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var packages []listedPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := decoder.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatalf("output of go list: %v", err)
		}
		packages = append(packages, p)
	}
}

// openFolders opens every folder of source once. `go test` repeats a stored result
// until something changes that the test itself has opened, and does not see what the
// go command reads for it: without this, a wrong arrow could hide behind "(cached)".
func openFolders(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == "." {
			return err
		}
		name := entry.Name()
		if strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "bin" {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The checker must catch what it is there to catch, and only that.
func TestCheckArchitecture(t *testing.T) {
	for _, c := range []struct {
		from, to string // import paths without the module's name
		problem  string // part of the message, "" if the arrow is right
	}{
		{"", "fmt", ""},
		{"", "internal/randstream", "blindsight imports blindsight/internal/randstream: root imports nothing of the house"},
		{"", "game/minesweeper", "root imports nothing of the house"},
		{"internal/distinct", "internal/randstream", ""},
		{"internal/distinct", "", "internal imports only internal"},
		{"internal/distinct", "game/chess", "internal imports only internal"},
		{"game/minesweeper", "", ""},
		{"game/minesweeper", "internal/randstream", ""},
		{"game/minesweeper", "belief/rejection", "blindsight/game/minesweeper imports blindsight/belief/rejection: game imports only root, internal"},
		{"game/minesweeper", "search/uct", "game imports only root, internal"},
		{"game/minesweeper", "game/chess", "game imports only root, internal"},
		{"game/minesweeper", "game/gametest", "game imports only root, internal"},
		{"game/gametest", "game/minesweeper", "game imports only root, internal"},
		{"game/gametest", "", ""},
		{"game/kriegspiel", "game/chess", ""},
		{"game/chess", "game/kriegspiel", "game imports only root, internal"},
		{"game/chess/magic", "game/chess", ""},
		{"game/chess", "game/chess/magic", ""},
		{"belief/rejection", "", ""},
		{"belief/counting", "belief/rejection", "belief imports only root, internal"},
		{"belief/counting", "game/minesweeper", "belief imports only root, internal"},
		{"belief/counting", "search/reveal", "belief imports only root, internal"},
		{"search/uct", "game/minesweeper", "search imports only root, internal"},
		{"search/uct", "belief/rejection", "search imports only root, internal"},
		{"search/uct", "search/uctlike", "search imports only root, internal"},
		{"certificate/mateplan", "game/kriegspiel", ""},
		{"certificate/mateplan", "search/andor", "certificate imports only root, internal, game"},
		{"player/sweepers", "search/uct", ""},
		{"player/sweepers", "certificate/mateplan", ""},
		{"player/sweepers", "player/kriegspielers", "player imports only"},
		{"player/sweepers", "catalog", ""},
		{"player/sweepers", "player/sweepers/strong", ""},
		{"player/sweepers", "coach/minecoach", "player imports only"},
		{"coach/minecoach", "player/sweepers/strong", ""},
		{"coach/minecoach", "catalog", "coach imports only"},
		{"catalog", "player/sweepers", "catalog imports only"},
		{"episode", "catalog", "episode imports only"},
		{"episode", "search/uct", "episode imports only root, internal, game"},
		{"experiment", "experiment/store", ""},
		{"experiment/store", "episode", ""},
		{"experiment", "studies/mines", "experiment imports only"},
		{"studies/mines", "experiment", ""},
		{"studies/mines", "web", "studies imports only"},
		{"web", "studies/mines", "web imports only"},
		{"web", "cmd/program", "web imports only"},
		{"cmd/program", "cmd/kriegspielcmd", ""},
		{"cmd/blindsight", "cmd/program", ""},
		{"cmd/blindsight", "cmd/console", "cmd/blindsight imports only cmd/program"},
		{"cmd/kriegspielcmd", "cmd/console", ""},
		{"cmd/kriegspielcmd", "player/kriegspielers", ""},
		{"cmd/kriegspielcmd", "cmd/minescmd", "cmd imports only"},
		{"cmd/kriegspielcmd", "cmd/program", "cmd imports only"},
		{"cmd/console", "cmd/kriegspielcmd", "cmd/console imports only"},
		{"cmd/console", "game/kriegspiel", "cmd/console imports only root, internal, catalog"},
		{"attic", "", `package blindsight/attic: unknown room "attic": add it to the table rooms in architecture_test.go`},
		{"game/minesweeper", "attic", "game imports only root, internal"},
	} {
		from := strings.TrimSuffix(module+"/"+c.from, "/")
		to := strings.TrimSuffix(module+"/"+c.to, "/")
		if c.to == "fmt" {
			to = "fmt"
		}
		expectProblem(t, checkArchitecture([]listedPackage{{ImportPath: from, Imports: []string{to}}}),
			c.problem, from+" -> "+to)
	}
}

func TestIdleArrows(t *testing.T) {
	var packages []listedPackage
	for _, r := range rooms {
		for _, to := range strings.Fields(r.imports) {
			p := listedPackage{ImportPath: module + "/" + r.name + "/one", Imports: []string{module + "/" + to + "/two"}}
			if to == "root" {
				p.Imports = []string{module}
			}
			packages = append(packages, p)
		}
	}
	for a := range exceptions {
		packages = append(packages, listedPackage{ImportPath: module + "/" + a.from, Imports: []string{module + "/" + a.to}})
	}
	if got := idleArrows(packages); len(got) > 0 {
		t.Errorf("all arrows are used, reported: %q", got)
	}
	expectProblem(t, idleArrows(packages[1:]), "may import", "the first arrow is idle")
}

func TestCheckArchitectureNames(t *testing.T) {
	for _, c := range []struct{ path, name, problem string }{
		{"blindsight/internal/interval", "interval", ""},
		{"blindsight/search/andor/database", "database", ""},
		{"blindsight/internal/util", "util", `no package or folder is called "util"`},
		{"blindsight/internal/text", "utils", `no package or folder is called "utils"`},
		{"blindsight/game/common/board", "board", `no package or folder is called "common"`},
	} {
		expectProblem(t, checkArchitecture([]listedPackage{{ImportPath: c.path, Name: c.name}}), c.problem, c.path)
	}
}

// expectProblem fails unless there is exactly one problem, containing want, or none
// if want is empty.
func expectProblem(t *testing.T, problems []string, want, what string) {
	t.Helper()
	switch {
	case want == "" && len(problems) > 0:
		t.Errorf("%s: is right, reported: %q", what, problems)
	case want != "" && (len(problems) != 1 || !strings.Contains(problems[0], want)):
		t.Errorf("%s: reported %q, want one message with %q", what, problems, want)
	}
}

// The plan itself must be in order: no room imports one below it, and none but commands what is in cmd.
func TestRoomsAreInOrder(t *testing.T) {
	var seen []string
	for _, r := range rooms {
		seen = append(seen, r.name)
		for _, imported := range strings.Fields(r.imports) {
			if !slices.Contains(seen, imported) || roomedIn(imported, "cmd") && !roomedIn(r.name, "cmd") {
				t.Errorf("%s may import %s, which is not above it", r.name, imported)
			}
		}
	}
}

// roomedIn tells whether a package or a room is in another, or is that.
func roomedIn(room, outer string) bool { return room == outer || strings.HasPrefix(room, outer+"/") }

// Every exported name has a comment; see uncommented for which names these are. That
// the comments have the form godoc wants is left to staticcheck.
func TestExportedNamesHaveComments(t *testing.T) {
	for _, p := range listPackages(t) {
		if p.Name == "main" {
			continue // nobody imports it
		}
		for _, name := range p.GoFiles {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range uncommented(file) {
				t.Errorf("%s/%s:%d: exported %s has no comment: say what it is, what it costs and whether it is safe for concurrent use",
					p.ImportPath, name, files.Position(id.Pos()).Line, id.Name)
			}
		}
	}
}

// uncommented returns the exported names of a file that have no comment: functions,
// types, methods of exported types and interfaces, constants and variables. A comment
// above a block of constants or variables stands for all of them, and that of an
// interface for its method if there is only one. Struct fields are left to the
// writer's judgement.
func uncommented(file *ast.File) []*ast.Ident {
	if ast.IsGenerated(file) {
		return nil
	}
	var missing []*ast.Ident
	check := func(id *ast.Ident, comments ...*ast.CommentGroup) {
		commented := func(c *ast.CommentGroup) bool { return c.Text() != "" }
		if id.IsExported() && !slices.ContainsFunc(comments, commented) {
			missing = append(missing, id)
		}
	}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if receiver := receiverType(d); receiver == nil || receiver.IsExported() {
				check(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, id := range s.Names {
						check(id, d.Doc, s.Doc, s.Comment)
					}
				case *ast.TypeSpec:
					doc := s.Doc
					if !d.Lparen.IsValid() {
						doc = d.Doc
					}
					check(s.Name, doc, s.Comment)
					if i, ok := s.Type.(*ast.InterfaceType); ok && s.Name.IsExported() && len(i.Methods.List) > 1 {
						for _, method := range i.Methods.List {
							for _, id := range method.Names { // none if embedded
								check(id, method.Doc, method.Comment)
							}
						}
					}
				}
			}
		}
	}
	return missing
}

// receiverType returns the name of a method's type, nil for a function.
func receiverType(f *ast.FuncDecl) *ast.Ident {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return nil
	}
	expression := f.Recv.List[0].Type
	for {
		switch e := expression.(type) {
		case *ast.Ident:
			return e
		case *ast.StarExpr:
			expression = e.X
		case *ast.ParenExpr:
			expression = e.X
		case *ast.IndexExpr:
			expression = e.X
		case *ast.IndexListExpr:
			expression = e.X
		default:
			return nil
		}
	}
}

func TestUncommented(t *testing.T) {
	const source = `package p

// Good is commented.
func Good() {}
func BadFunc() {}
func private() {}

//go:noinline
func BadDirectiveOnly() {}

// T is commented.
type T[K any] struct{ Field int }
// M is commented.
func (T[K]) M() {}
func (*T[K]) BadMethod() {}

type hidden struct{}
func (hidden) Fine() {}

type BadType struct{}

// I is commented.
type I interface {
	// A is commented.
	A()
	B() // so is B
	BadAbility()
	c()
}

// One says what Only does.
type One interface{ Only() }

// A group has one comment for all.
const (
	X = 1
	Y = 2
)

var (
	// V is commented.
	V int
	W, X2 = 1, 2 // commented as well
	BadVar int
	v int
)
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range uncommented(file) {
		got = append(got, id.Name)
	}
	want := []string{"BadFunc", "BadDirectiveOnly", "BadMethod", "BadType", "BadAbility", "BadVar"}
	if !slices.Equal(got, want) {
		t.Errorf("uncommented names: %v, want %v", got, want)
	}
}
