package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var inCode = regexp.MustCompile("(package )?`([^`]+)`")

// The field's words stand where its people look for them: what a row of docs/glossary.md names in
// Go exists, and its comment has one of the terms of the row.
func TestGlossary(t *testing.T) {
	comments := declaredComments(t, "../..")
	names := 0
	for line := range strings.Lines(readPage(t, "docs/glossary.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) != 4 {
			continue
		}
		terms := strings.FieldsFunc(strings.ToLower(cells[1]), func(r rune) bool { return strings.ContainsRune(",;:()", r) })
		for _, m := range inCode.FindAllStringSubmatch(cells[2], -1) {
			names++
			comment, ok := comments[m[2]]
			if !ok {
				t.Errorf("docs/glossary.md: %s is not declared anywhere", m[2])
				continue
			}
			said := false
			for _, term := range terms {
				said = said || strings.Contains(comment, strings.TrimSpace(term))
			}
			if !said {
				t.Errorf("the comment of %s has none of: %s", m[2], cells[1])
			}
		}
	}
	if names < 40 {
		t.Errorf("only %d names", names)
	}
}

// declaredComments returns the comments of what the source under a folder declares outside of
// tests, in small letters and with single blanks: by package.Name for types, functions, constants and variables,
// package.Type.Name for methods and fields, and the path of a package from the folder for its own.
func declaredComments(t *testing.T, root string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	add := func(name string, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			all[name] += " " + strings.ToLower(strings.Join(strings.Fields(c.Text()), " "))
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
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		add(filepath.ToSlash(folder), file.Doc)
		for _, decl := range file.Decls {
			addDeclared(add, file.Name.Name+".", decl)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// addDeclared calls add with all that a declaration names.
func addDeclared(add func(name string, comments ...*ast.CommentGroup), room string, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			name = receiverName(decl.Recv.List[0].Type) + "." + name
		}
		add(room+name, decl.Doc)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add(room+spec.Name.Name, decl.Doc, spec.Doc)
				if s, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							add(room+spec.Name.Name+"."+name.Name, field.Doc, field.Comment)
						}
					}
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					add(room+name.Name, decl.Doc, spec.Doc, spec.Comment)
				}
			}
		}
	}
}
