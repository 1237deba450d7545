//go:build !js

package web

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// studyJSON is a study with its pages.
type studyJSON struct {
	Name  string   `json:"name"`
	Doc   string   `json:"doc"`
	Pages []string `json:"pages"`
}

// aboutPage is the page in the folder of a study itself; the others are those of its
// folders.
const aboutPage = "about"

func (s *Server) getStudies(*call) (int, any, error) {
	list := []*studyJSON{}
	files, err := fs.Glob(s.config.Library.Pages(), "*/README.md")
	if err != nil {
		return 0, nil, err
	}
	more, err := fs.Glob(s.config.Library.Pages(), "*/*/README.md")
	if err != nil {
		return 0, nil, err
	}
	for _, name := range append(files, more...) {
		parts := strings.Split(name, "/")
		i := slices.IndexFunc(list, func(j *studyJSON) bool { return j.Name == parts[0] })
		if i < 0 {
			i = len(list)
			list = append(list, &studyJSON{Name: parts[0], Doc: s.studyDoc(parts[0]), Pages: []string{}})
		}
		page := aboutPage
		if len(parts) == 3 {
			page = parts[1]
		}
		list[i].Pages = append(list[i].Pages, page)
	}
	for _, j := range list { // results first: they are what a reader looks for
		slices.SortStableFunc(j.Pages, func(a, b string) int { return pageRank(a) - pageRank(b) })
	}
	slices.SortStableFunc(list, func(a, b *studyJSON) int { return s.studyRank(a.Name) - s.studyRank(b.Name) })
	return statusOK, struct {
		Studies []*studyJSON `json:"studies"`
	}{list}, nil
}

func pageRank(page string) int {
	if page == aboutPage {
		return 1
	}
	return 0
}

// studyRank is the place of a study in the table of studies; others come last.
func (s *Server) studyRank(name string) int {
	names := s.config.Library.Names()
	if i := slices.Index(names, name); i >= 0 {
		return i
	}
	return len(names)
}

// studyDoc returns what a study is about: by the table of studies, else by the heading
// of its page.
func (s *Server) studyDoc(name string) string {
	if doc := s.config.Library.Doc(name); doc != "" {
		return doc
	}
	text, err := fs.ReadFile(s.config.Library.Pages(), name+"/README.md")
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(line, "# ")
}

// studyFile returns a file of a page of a study.
func (s *Server) studyFile(r *call, file string) ([]byte, string, error) {
	name, page := r.PathValue("name"), r.PathValue("page")
	folder := path.Join(name, page)
	if page == aboutPage {
		folder = name
	}
	full := path.Join(folder, file)
	// One folder for the study, one for the page, and no way out of them.
	if !fs.ValidPath(full) || strings.ContainsAny(name+page+file, `/\`) || name == "" || page == "" || strings.Contains(full, "..") {
		return nil, "", refuse(statusNotFound, "there is no such page: see /api/studies")
	}
	data, err := fs.ReadFile(s.config.Library.Pages(), full)
	if err != nil {
		return nil, "", refuse(statusNotFound, "there is no page %s of a study %s: see /api/studies", page, name)
	}
	return data, folder, nil
}

func (s *Server) getStudyPage(r *call) (int, any, error) {
	text, folder, err := s.studyFile(r, "README.md")
	if err != nil {
		return 0, nil, err
	}
	name, page := r.PathValue("name"), r.PathValue("page")
	base := "/api/studies/" + name + "/" + page + "/"
	blocks := parseMarkdown(string(text), func(src string) string {
		vector := strings.TrimSuffix(src, path.Ext(src)) + ".svg"
		if _, err := fs.Stat(s.config.Library.Pages(), path.Join(folder, vector)); err == nil {
			return base + vector
		}
		return ""
	})
	return statusOK, struct {
		Name     string  `json:"name"`
		Page     string  `json:"page"`
		Markdown string  `json:"markdown"`
		Blocks   []block `json:"blocks"`
	}{name, page, string(text), blocks}, nil
}

func (s *Server) getStudyFile(r *call) (int, any, error) {
	name := r.PathValue("file")
	if path.Ext(name) != ".svg" {
		return 0, nil, refuse(statusNotFound, "there is no figure %s", name)
	}
	data, _, err := s.studyFile(r, name)
	if err != nil {
		return 0, nil, err
	}
	// A figure has styles of its own, and nothing else.
	return statusOK, &file{Header{
		"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
		"Content-Type":            kindOf(name), "Cache-Control": "no-cache",
	}, data}, nil
}
