package openings_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"blindsight"
	"blindsight/player/sweepers/openings"
	"blindsight/player/sweepers/strong"
)

// read reads a table as it stands in the folder.
func read(t *testing.T, file string, read func(file, text string) ([]openings.Row, error)) []openings.Row {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := read(file, string(text))
	if err != nil || len(rows) < 40 {
		t.Fatalf("%s: %d rows: %v", file, len(rows), err)
	}
	return rows
}

// What is in the book is what strong plays, and what it says that it wins. (That this is best: package solved.)
func TestStrongPlaysTheBook(t *testing.T) {
	player := strong.New(strong.Default())
	for _, r := range read(t, "book.tsv", openings.ReadBook) {
		v, err := r.View()
		if err != nil {
			t.Fatal(err)
		}
		d, err := player.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{})
		if err != nil || d.Action != r.Cell(v.Game()) || d.Value != float64(r.Won)/float64(r.All) {
			t.Errorf("%q: strong opens %d, which wins %v (%v)", r, d.Action, d.Value, err)
		}
	}
}

// The best first cells are those that strong opens.
func TestStrongOpensTheFirstCells(t *testing.T) {
	for _, r := range read(t, "first_cells.tsv", openings.ReadFirsts) {
		v, err := r.View()
		if err != nil {
			t.Fatal(err)
		}
		d, err := strong.New(strong.Default()).Choose(context.Background(), nil, v, blindsight.Budget{})
		if err != nil || d.Action != r.Cell(v.Game()) {
			t.Errorf("%q: strong opens %d (%v)", r, d.Action, err)
		}
	}
}
