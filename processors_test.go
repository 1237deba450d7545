package blindsight_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What decides is the same on every processor: functions of package math whose last bits
// differ between them have their like in internal/purefloat. Rooms that only sum up what
// was played may use them.
func TestDecisionsAreTheSameOnEveryProcessor(t *testing.T) {
	deciding := []string{"game", "belief", "search", "player"}
	kits := []string{"game/gametest", "belief/belieftest", "search/searchtest"}
	for _, p := range listPackages(t) {
		from := inHouse(p.ImportPath)
		if !slices.Contains(deciding, roomOf(from)) || slices.Contains(kits, from) {
			continue
		}
		for _, name := range p.GoFiles {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, call := range impure(file) {
				t.Errorf("%s/%s:%d: math.%s has other bits on other processors: use internal/purefloat", p.ImportPath, name, files.Position(call.Pos()).Line, call.Name)
			}
		}
	}
}

// What is built for processors that compute x*y + z in one step does not do so: it would round once instead of twice. The
// compiler is asked for both, on a function of one line.
func TestNothingIsFused(t *testing.T) {
	const flag = "-d=fmahash=n"
	for name, line := range map[string]string{"Makefile": "build -trimpath $(unfused) ", "scripts/dist.sh": "build -trimpath -gcflags=\"$($go list -m)/...=" + flag} {
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), flag) || !strings.Contains(string(text), line) {
			t.Errorf("%s does not build with %s: %v", name, flag, err)
		}
	}
	folder := t.TempDir()
	source := filepath.Join(folder, "x.go")
	if err := os.WriteFile(source, []byte("package x\n\nfunc F(x, y, z float64) float64 { return x*y + z }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{nil, {flag}} {
		cmd := exec.Command("go", slices.Concat([]string{"tool", "compile", "-p", "x", "-S", "-o", filepath.Join(folder, "x.o")}, flags, []string{source})...)
		cmd.Env = append(os.Environ(), "GOARCH=arm64")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if fused := strings.Contains(string(out), "FMADDD"); fused != (flags == nil) {
			t.Errorf("with flags %v: fused %t", flags, fused)
		}
	}
}

// impure returns the functions of package math in a file that need not give the same bits
// everywhere. Those that are left out are exact, or rounded once (Sqrt).
func impure(file *ast.File) (found []*ast.Ident) {
	const functions = " Exp Exp2 Expm1 Pow Log Log2 Log10 Log1p Sin Cos Tan Sinh Cosh Tanh Asin Acos Atan Atan2 Hypot Cbrt Gamma Lgamma Erf Erfc "
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "math" && strings.Contains(functions, " "+s.Sel.Name+" ") {
				found = append(found, s.Sel)
			}
		}
		return true
	})
	return found
}

func TestImpure(t *testing.T) {
	const source = `package p
import "math"
var a = math.Sqrt(2) + math.Exp(1)
var b = math.Inf(1) + purefloat.Log(2)
var f = math.Pow
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range impure(file) {
		got = append(got, id.Name)
	}
	if !slices.Equal(got, []string{"Exp", "Pow"}) {
		t.Errorf("found %v", got)
	}
}
