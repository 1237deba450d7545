package web

import (
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"blindsight/studies"
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

func (s *Server) getStudies(http.ResponseWriter, *http.Request) (int, any, error) {
	list := []*studyJSON{}
	files, err := fs.Glob(studies.Pages(), "*/README.md")
	if err != nil {
		return 0, nil, err
	}
	more, err := fs.Glob(studies.Pages(), "*/*/README.md")
	if err != nil {
		return 0, nil, err
	}
	for _, name := range append(files, more...) {
		parts := strings.Split(name, "/")
		i := slices.IndexFunc(list, func(j *studyJSON) bool { return j.Name == parts[0] })
		if i < 0 {
			i = len(list)
			list = append(list, &studyJSON{Name: parts[0], Doc: studyDoc(parts[0]), Pages: []string{}})
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
	slices.SortStableFunc(list, func(a, b *studyJSON) int { return studyRank(a.Name) - studyRank(b.Name) })
	return http.StatusOK, struct {
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
func studyRank(name string) int {
	if i := slices.IndexFunc(studies.All, func(s studies.Study) bool { return s.Name == name }); i >= 0 {
		return i
	}
	return len(studies.All)
}

// studyDoc returns what a study is about: by the table of studies, else by the heading
// of its page.
func studyDoc(name string) string {
	if s, err := studies.Find(name); err == nil {
		return s.Doc
	}
	text, err := fs.ReadFile(studies.Pages(), name+"/README.md")
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(line, "# ")
}

// studyFile returns a file of a page of a study.
func studyFile(r *http.Request, file string) ([]byte, string, error) {
	name, page := r.PathValue("name"), r.PathValue("page")
	folder := path.Join(name, page)
	if page == aboutPage {
		folder = name
	}
	full := path.Join(folder, file)
	// One folder for the study, one for the page, and no way out of them.
	if !fs.ValidPath(full) || strings.ContainsAny(name+page+file, `/\`) || name == "" || page == "" || strings.Contains(full, "..") {
		return nil, "", refuse(http.StatusNotFound, "there is no such page: see /api/studies")
	}
	data, err := fs.ReadFile(studies.Pages(), full)
	if err != nil {
		return nil, "", refuse(http.StatusNotFound, "there is no page %s of a study %s: see /api/studies", page, name)
	}
	return data, folder, nil
}

func (s *Server) getStudyPage(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	text, folder, err := studyFile(r, "README.md")
	if err != nil {
		return 0, nil, err
	}
	name, page := r.PathValue("name"), r.PathValue("page")
	base := "/api/studies/" + name + "/" + page + "/"
	blocks := parseMarkdown(string(text), func(src string) string {
		vector := strings.TrimSuffix(src, path.Ext(src)) + ".svg"
		if _, err := fs.Stat(studies.Pages(), path.Join(folder, vector)); err == nil {
			return base + vector
		}
		return ""
	})
	return http.StatusOK, struct {
		Name     string  `json:"name"`
		Page     string  `json:"page"`
		Markdown string  `json:"markdown"`
		Blocks   []block `json:"blocks"`
	}{name, page, string(text), blocks}, nil
}

func (s *Server) getStudyFile(w http.ResponseWriter, r *http.Request) (int, any, error) {
	file := r.PathValue("file")
	if path.Ext(file) != ".svg" {
		return 0, nil, refuse(http.StatusNotFound, "there is no figure %s", file)
	}
	data, _, err := studyFile(r, file)
	if err != nil {
		return 0, nil, err
	}
	// A figure has styles of its own, and nothing else.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	w.Header().Set("Content-Type", kindOf(file))
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(data)
	return 0, nil, nil
}
