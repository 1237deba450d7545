package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"slices"
	"strings"

	"blindsight/web"
)

// policy is what the page may do, as far as a page can say it itself: show what its host
// has, and run the engine.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

// headers is an example for hosts that read such a file: what only headers can do, and for
// how long files may be kept.
const headers = `# For hosts that read _headers; others have a place of their own for it. Nothing here is needed.
/*
  Content-Security-Policy: frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=()
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/engine-*
  Cache-Control: public, max-age=31536000, immutable
/answers-*
  Cache-Control: public, max-age=31536000, immutable
/sw.js
  Cache-Control: no-cache
/index.html
  Cache-Control: no-cache
`

// addPage adds the built page, whose head says where the engine is.
func (s *site) addPage(meta map[string]string) error {
	err := fs.WalkDir(web.Page(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		s.files[name], err = fs.ReadFile(web.Page(), name)
		return err
	})
	if err != nil {
		return err
	}
	head := fmt.Sprintf("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"%s\" />\n", policy)
	for _, name := range []string{"blindsight-engine", "blindsight-starter", "blindsight-answers"} {
		head += fmt.Sprintf("    <meta name=\"%s\" content=\"%s\" />\n", name, html.EscapeString(meta[name]))
	}
	head += `    <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="apple-touch-icon" href="./icon-192.png" />
    <meta name="theme-color" content="#1f4e79" />
`
	page := string(s.files["index.html"])
	if strings.Count(page, "<head>\n") != 1 {
		return fmt.Errorf("index.html of the page has no head of its own line: run 'make ui'")
	}
	s.files["index.html"] = []byte(strings.Replace(page, "<head>\n", head, 1))
	return nil
}

// worker is the file that keeps the site for visits without a network.
const worker = "sw.js"

//go:embed sw.js
var workerSource string

// addApp adds what makes the page an app: its manifest and icons, the example of headers,
// and the worker that keeps all other files.
func (s *site) addApp() error {
	for _, size := range []int{192, 512} {
		s.files[fmt.Sprintf("icon-%d.png", size)] = icon(size)
	}
	type iconJSON struct {
		Src   string `json:"src"`
		Sizes string `json:"sizes"`
		Type  string `json:"type"`
	}
	manifest, err := json.MarshalIndent(map[string]any{
		"name": "Blindsight", "short_name": "Blindsight", "start_url": "./", "scope": "./", "display": "standalone",
		"description": "Play and understand Minesweeper and Kriegspiel.", "background_color": "#1f4e79", "theme_color": "#1f4e79",
		"icons": []iconJSON{
			{"./icon-192.png", "192x192", "image/png"},
			{"./icon-512.png", "512x512", "image/png"},
			{"./icon.svg", "any", "image/svg+xml"},
		},
	}, "", " ")
	if err != nil {
		return err
	}
	s.files["manifest.webmanifest"] = manifest
	names := sortedKeys(s.files)
	kept := slices.Clone(names)
	kept[slices.Index(kept, "index.html")] = "" // hosts have the folder for it, and some nothing else
	list, err := json.MarshalIndent(kept, "", " ")
	if err != nil {
		return err
	}
	var all []byte
	for _, name := range names {
		all = append(append(append(all, name...), 0), s.files[name]...)
	}
	source := strings.NewReplacer("/*FILES*/[]", string(list), "/*VERSION*/", hashed("site", all)).Replace(workerSource)
	s.files[worker] = []byte(source)
	s.files["_headers"] = []byte(headers)
	return nil
}
