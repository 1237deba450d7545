//go:build !js

package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed all:ui/dist
var dist embed.FS

// Page returns the built page: index.html and its files.
func Page() fs.FS {
	page, err := fs.Sub(dist, "ui/dist")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return page
}

// pageFile is a file of the page.
type pageFile struct {
	data []byte
	tag  string // of its content
	kind string
}

// kinds are the types of the files that a page has: those of the machine may differ.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
}

func kindOf(name string) string {
	if kind, ok := kinds[path.Ext(name)]; ok {
		return kind
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// pageFiles serves the embedded page. Addresses without a file of their own may be meant
// as places inside the page, unless they look like files: they are sent there, and the page
// says so where it knows no such place.
func pageFiles() http.Handler {
	files := map[string]*pageFile{}
	err := fs.WalkDir(dist, "ui/dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := dist.ReadFile(name)
		sum := sha256.Sum256(data)
		files[strings.TrimPrefix(name, "ui/dist")] = &pageFile{data, `"` + hex.EncodeToString(sum[:12]) + `"`, kindOf(name)}
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path
		f := files[name]
		switch {
		case f == nil && name == "/":
			f = files["/index.html"]
		case f == nil && path.Ext(name) == "":
			http.Redirect(w, r, "/#"+path.Clean(name), http.StatusFound)
			return
		}
		if f == nil {
			writeJSON(w, http.StatusNotFound, &problem{Error: "there is no " + name})
			return
		}
		w.Header().Set("Content-Type", f.kind)
		w.Header().Set("ETag", f.tag)
		w.Header().Set("Cache-Control", "no-cache")
		if strings.HasPrefix(name, "/assets/") { // their names change with their content
			w.Header().Set("Cache-Control", "max-age=31536000, immutable")
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.data))
	})
}
