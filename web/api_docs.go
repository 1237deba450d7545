//go:build !js

package web

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// docJSON names a page for readers.
type docJSON struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// The page that says who reads what, as a file and as a name.
const (
	indexFile = "README.md"
	indexPage = "index"
)

var (
	linkToPage  = regexp.MustCompile(`\]\(([\w-]+)\.md[)#]`)
	studyFigure = regexp.MustCompile(`^\.\./studies/([\w-]+)/([\w-]+)/([\w-]+)\.png$`)
)

func docFile(name string) string {
	if name == indexPage {
		return indexFile
	}
	return name + ".md"
}

// getDocs lists the pages for readers, in the order in which the first of them names the others.
func (s *Server) getDocs(*call) (int, any, error) {
	list := []docJSON{}
	index, err := fs.ReadFile(s.config.Docs, indexFile)
	if err != nil {
		return statusOK, docsJSON{list}, nil // none
	}
	names := []string{indexPage}
	for _, m := range linkToPage.FindAllStringSubmatch(string(index), -1) {
		names = append(names, m[1])
	}
	files, err := fs.Glob(s.config.Docs, "*.md")
	if err != nil {
		return 0, nil, err
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f, ".md"))
	}
	seen := []string{strings.TrimSuffix(indexFile, ".md")}
	for _, name := range names {
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		text, err := fs.ReadFile(s.config.Docs, docFile(name))
		if err != nil {
			continue // a link to what is not there
		}
		list = append(list, docJSON{name, firstHeading(string(text))})
	}
	return statusOK, docsJSON{list}, nil
}

type docsJSON struct {
	Docs []docJSON `json:"docs"`
}

// firstHeading returns the first heading of a page.
func firstHeading(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimPrefix(line, "# ")
}

// getDoc returns a page for readers. Figures in it are those of studies.
func (s *Server) getDoc(r *call) (int, any, error) {
	name := r.PathValue("page")
	text, err := fs.ReadFile(s.config.Docs, docFile(name))
	if err != nil || docFile(name) == indexFile && name != indexPage || strings.ContainsAny(name, `/\`) {
		return 0, nil, refuse(statusNotFound, "there is no page %s: see /api/docs", name)
	}
	blocks := parseMarkdown(string(text), func(src string) string {
		m := studyFigure.FindStringSubmatch(src)
		if m == nil {
			return ""
		}
		figure := path.Join(m[1], m[2], m[3]+".svg")
		if _, err := fs.Stat(s.config.Library.Pages(), figure); err != nil {
			return ""
		}
		return "/api/studies/" + figure
	})
	return statusOK, struct {
		docJSON
		Markdown string  `json:"markdown"`
		Blocks   []block `json:"blocks"`
	}{docJSON{name, firstHeading(string(text))}, string(text), blocks}, nil
}
