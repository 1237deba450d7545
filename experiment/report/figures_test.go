package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/summary"
	"blindsight/internal/interval"
)

// The figures show every cell and comparison that has games, with its interval, and tell
// differences that hold after the correction from others.
func TestFigures(t *testing.T) {
	r, err := Make(record(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Pairs[0].PHolm = 0.01
	figures, tooMany := r.Figures()
	var names []string
	for _, f := range figures {
		names = append(names, f.Name)
		for _, format := range FigureFormats {
			var out bytes.Buffer
			if err := f.Write(&out, format); err != nil || out.Len() < 1000 {
				t.Errorf("%s.%s: %d bytes, %v", f.Name, format, out.Len(), err)
			}
		}
	}
	if want := []string{"rates-4x4-4-windows", "differences-4x4-4-windows", "time-4x4-4-windows"}; !slices.Equal(names, want) || len(tooMany) != 0 {
		t.Fatalf("%v, want %v; too many: %v", names, want, tooMany)
	}
	rates := figures[0].Panels[0]
	if want := []string{"csp (4 games)", "sps (3 games)"}; !slices.Equal(rates.Names, want) {
		t.Errorf("%v, want %v", rates.Names, want)
	}
	c := r.Cells[0]
	if q := rates.Series[0].Points[0]; q != (Point{X: c.WinRate, Y: 0, Lo: c.CI95[0], Hi: c.CI95[1]}) || q.Lo < rates.XRange[0] || q.Hi > rates.XRange[1] {
		t.Errorf("%+v in %v, want %+v", q, rates.XRange, c)
	}
	differences := figures[1].Panels[0]
	if !slices.Equal(differences.Names, []string{"csp \u2212 sps"}) || len(differences.Series[0].Points) != 1 || len(differences.Series[1].Points) != 0 {
		t.Errorf("%v: %+v", differences.Names, differences.Series)
	}
	times := figures[2].Panels[0]
	if len(times.Series) != 2 || times.Series[0].Name != "csp" || times.Series[0].Points[0].X != 1 {
		t.Errorf("%+v", times.Series)
	}
}

// What cannot be read is not drawn, and named.
func TestTooManyComparisons(t *testing.T) {
	r := &Report{}
	for i := range 16 {
		r.Cells = append(r.Cells, Cell{Setting: "x", Player: fmt.Sprint(i), Games: 1})
		for j := range i {
			r.Pairs = append(r.Pairs, Pair{Setting: "x", A: fmt.Sprint(i), B: fmt.Sprint(j), Paired: summary.Paired{Games: 1}})
		}
	}
	figures, tooMany := r.Figures()
	if len(figures) != 1 || figures[0].Name != "rates-x" || !slices.Equal(tooMany, []string{"x"}) {
		t.Errorf("%d figures, too many on %v", len(figures), tooMany)
	}
}

// P-values are corrected for all comparisons that have games, and for no others; and a
// report says for how many.
func TestCorrection(t *testing.T) {
	test := func(p float64, games int) Pair { return Pair{Paired: summary.Paired{P: p, Games: games}} }
	r := &Report{Pairs: []Pair{test(0.03, 5), {Paired: summary.Paired{P: 1}, PHolm: 1}, test(0.01, 5), test(0.5, 5)}}
	r.correct()
	var got []float64
	for _, p := range r.Pairs {
		got = append(got, p.PHolm)
	}
	if want := []float64{0.06, 1, 0.03, 0.5}; !slices.Equal(got, want) || r.Comparisons != 3 {
		t.Errorf("%v, want %v; %d comparisons", got, want, r.Comparisons)
	}
	var out strings.Builder
	if err := r.Write(&out, "table"); err != nil || !strings.Contains(out.String(), "Holm's is p corrected for the 3 comparisons") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// A score that is the same in all games is not known exactly.
func TestScoreInterval(t *testing.T) {
	cell := sum(&experiment.Cell{}, &summary.Games{Brought: interval.Values{N: 50, Sum: 50, Squares: 50}, Won: 50})
	if cell.ScoreCI95 != cell.CI95 || cell.CI95[0] > 0.95 {
		t.Errorf("50 games won: score %v, rate %v", cell.ScoreCI95, cell.CI95)
	}
	cell = sum(&experiment.Cell{}, &summary.Games{Brought: interval.Values{N: 50, Sum: 35, Squares: 24.5}})
	if cell.ScoreCI95[1]-cell.ScoreCI95[0] < 0.05 {
		t.Errorf("50 times 0.7: %v", cell.ScoreCI95)
	}
}
