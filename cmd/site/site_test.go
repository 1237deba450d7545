package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/docs"
	"blindsight/studies"
	"blindsight/web"
)

// Answers that are written down are those of the program, each a file by its address.
func TestFixedAnswers(t *testing.T) {
	answers, err := fixedAnswers(web.New(web.Config{Version: "v1", Library: studies.Library{}, Docs: docs.Pages}))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"options.json", "games.json", "studies.json", "kriegspiel/rules/english.json", "studies/mines-table-1/results.json", "docs.json", "docs/index.json", "docs/minesweeper.json"} {
		if !json.Valid(answers[name]) {
			t.Errorf("%s is %.100q", name, answers[name])
		}
	}
	if !strings.Contains(string(answers["options.json"]), `"version":"v1"`) {
		t.Errorf("the options do not tell the version: %.200s", answers["options.json"])
	}
	figures := 0
	for name, data := range answers {
		if strings.HasSuffix(name, ".svg") {
			if figures++; !bytes.Contains(data, []byte("<svg")) {
				t.Errorf("%s is no picture", name)
			}
		}
	}
	if figures < 5 {
		t.Errorf("%d figures", figures)
	}
}

// The page's head gets what a site needs; all of its addresses are relative.
func TestPageOfASite(t *testing.T) {
	s := &site{files: map[string][]byte{}}
	if err := s.addPage(map[string]string{"blindsight-engine": "./engine-1.wasm.gz", "blindsight-starter": "./s.js", "blindsight-answers": "./a/"}); err != nil {
		t.Fatal(err)
	}
	if err := s.addApp(); err != nil {
		t.Fatal(err)
	}
	page := string(s.files["index.html"])
	for _, want := range []string{`name="blindsight-engine" content="./engine-1.wasm.gz"`, "wasm-unsafe-eval", `rel="manifest"`} {
		if !strings.Contains(page, want) {
			t.Errorf("index.html has no %s:\n%s", want, page)
		}
	}
	if strings.Contains(page, `"/`) {
		t.Errorf("an address of index.html is not relative:\n%s", page)
	}
	keeper := string(s.files[worker])
	if strings.Contains(keeper, "/*FILES*/") || strings.Contains(keeper, "/*VERSION*/") || !strings.Contains(keeper, `"manifest.webmanifest"`) || strings.Contains(keeper, `"index.html"`) {
		t.Errorf("the list of files is not in it:\n%s", keeper)
	}
	picture, err := png.Decode(bytes.NewReader(s.files["icon-192.png"]))
	if err != nil || picture.Bounds().Dx() != 192 {
		t.Errorf("the icon: %v, %v", picture.Bounds(), err)
	}
}

// Only a site is replaced by a site.
func TestReplaceable(t *testing.T) {
	folder := t.TempDir()
	if err := replaceable(folder); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if err := replaceable(filepath.Join(folder, "none")); err != nil {
		t.Errorf("no folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "diary.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replaceable(folder); err == nil {
		t.Error("a folder of somebody's is replaced")
	}
	if err := os.WriteFile(filepath.Join(folder, worker), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replaceable(folder); err != nil {
		t.Errorf("a site: %v", err)
	}
}
