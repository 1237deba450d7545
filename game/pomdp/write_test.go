package pomdp

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"blindsight/internal/golden"
)

// written returns a model as a file.
func written(t testing.TB, m *Model) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// same reads a file strictly and compares the model.
func same(t *testing.T, m *Model, text string) {
	t.Helper()
	got, warnings, err := Read(strings.NewReader(text), Options{Strict: true})
	if err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	if len(warnings) > 0 {
		t.Errorf("%v in\n%.2000s", warnings, text)
	}
	if !reflect.DeepEqual(got, m) {
		t.Errorf("other than what was written:\n%+v\nis read as\n%+v\nfrom\n%.2000s", m, got, text)
	}
}

// What is written is read back equal: generated problems, and any others.
func TestWrittenIsReadBack(t *testing.T) {
	for _, problem := range []interface{ Model() (*Model, error) }{
		UsualTiger(), mustRocks(t, "4x4"), UsualTag(), UsualGrid(3, 4), UsualGrid(5, 6),
	} {
		m := must(t, problem)
		same(t, m, written(t, m))
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for range 1000 {
		m := anyModel(rng)
		same(t, m, written(t, m))
	}
}

// RockSample(7,8) written out is within the limits.
func TestRockSample7x8IsReadBack(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million lines")
	}
	m := must(t, mustRocks(t, "7x8"))
	text := written(t, m)
	t.Logf("%d bytes", len(text))
	got, _, err := Read(strings.NewReader(text), Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, m) {
		t.Error("other than what was written")
	}
}

// How files look.
func TestWriteGolden(t *testing.T) {
	golden.Check(t, "testdata/tiger.pomdp", written(t, must(t, UsualTiger())))
	golden.Check(t, "testdata/grid.pomdp", written(t, must(t, UsualGrid(3, 4))))
	golden.Check(t, "testdata/mdp.pomdp", written(t, &Model{
		States: Names{"up", "down"}, Actions: Numbered(1), Observations: Names{"up", "down"}, Observed: true, Costs: true,
		Discount: 0.5, Start: []float64{1, 0},
		Moves: must(t, UsualTiger()).Moves[1:2], Signals: must(t, UsualTiger()).Moves[:1],
		Rewards: []Rewards{{First: []int32{0, 1, 3}, Value: []float64{2, -1, 3}}},
	}))
}
