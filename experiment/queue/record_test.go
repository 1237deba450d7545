//go:build !race

package queue

import (
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/store"
)

func open(t *testing.T, path string, p *experiment.Plan) *store.Store {
	t.Helper()
	s, err := store.Open(path, p, "v1", store.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openReader returns what the record holds of a plan.
func openReader(t *testing.T, path string, p *experiment.Plan) *store.Store {
	t.Helper()
	s, err := store.OpenReader(path)
	if err == nil {
		err = s.Select(p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}
