//go:build !race

package experiment_test

import (
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/store"
)

func open(t testing.TB, path string, p *experiment.Plan) *store.Store {
	t.Helper()
	s, err := store.Open(path, p, "v1", store.Machine{Host: "here", CPUs: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func openReader(t testing.TB, path string, _ *experiment.Plan) *store.Store {
	t.Helper()
	s, err := store.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
