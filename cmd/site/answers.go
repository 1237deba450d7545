package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"blindsight/game/kriegspiel"
	"blindsight/web"
)

// fixedAnswers asks a server for all that depends on nobody: what can be chosen, rules, the
// pages for readers, and those of the studies. Names of files are addresses without /api/.
func fixedAnswers(server *web.Server) (map[string][]byte, error) {
	answers := map[string][]byte{}
	ask := func(path, ending string) ([]byte, error) {
		to := &taken{}
		server.Answer(context.Background(), web.Request{Method: "GET", Target: "/api/" + path}, to)
		if to.status != 200 {
			return nil, fmt.Errorf("/api/%s: %d %s", path, to.status, to.body)
		}
		answers[path+ending] = to.body
		return to.body, nil
	}
	paths := []string{"options", "games"}
	for _, name := range kriegspiel.Names() {
		paths = append(paths, "kriegspiel/rules/"+name)
	}
	for _, path := range paths {
		if _, err := ask(path, ".json"); err != nil {
			return nil, err
		}
	}
	if err := askDocs(ask); err != nil {
		return nil, err
	}
	text, err := ask("studies", ".json")
	if err != nil {
		return nil, err
	}
	var list struct {
		Studies []struct {
			Name  string
			Pages []string
		}
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	for _, study := range list.Studies {
		for _, page := range study.Pages {
			text, err := ask("studies/"+study.Name+"/"+page, ".json")
			if err != nil {
				return nil, err
			}
			var read struct{ Blocks []struct{ Src string } }
			if err := json.Unmarshal(text, &read); err != nil {
				return nil, err
			}
			for _, b := range read.Blocks {
				if figure, ok := strings.CutPrefix(b.Src, "/api/"); ok {
					if _, err := ask(figure, ""); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	return answers, nil
}

// askDocs asks for the pages for readers. Their figures are those of studies.
func askDocs(ask func(path, ending string) ([]byte, error)) error {
	text, err := ask("docs", ".json")
	if err != nil {
		return err
	}
	var list struct{ Docs []struct{ Name string } }
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	for _, page := range list.Docs {
		if _, err := ask("docs/"+page.Name, ".json"); err != nil {
			return err
		}
	}
	return nil
}

// taken is a wire whose answer is kept.
type taken struct {
	status int
	body   []byte
}

// Body is part of [web.Wire].
func (t *taken) Body(int64) io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Answer is part of [web.Wire].
func (t *taken) Answer(status int, _ web.Header, body []byte) { t.status, t.body = status, body }

// Begin is part of [web.Wire]. No fixed answer is a stream.
func (t *taken) Begin(web.Header) { t.status = 0 }

// Send is part of [web.Wire].
func (t *taken) Send([]byte) error { return io.ErrClosedPipe }

func sortedKeys(m map[string][]byte) []string { return slices.Sorted(maps.Keys(m)) }
