package report

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

// A figure of everything is a picture of the size asked for, twice the same.
func TestFigure(t *testing.T) {
	points := []Point{{1e-3, 0.2, 0.1, 0.3}, {1, 0.5, 0.4, 0.7}, {20, 0.9, 0, 0}}
	f := &Figure{Width: 17, Height: 7, Panels: []Panel{
		{Title: "a", X: "time", Y: "rate", XScale: Time, Lines: []Line{{"best", 0.95}, {"next", 0.93}}, Series: []Series{
			{Name: "one", Points: points, Joined: true},
			{Name: "two", Style: 1, Points: points, Joined: true, Band: true, Bare: true},
			{Name: "paper", Style: PaperStyle, Points: points},
		}},
		{X: "share", XScale: Percent, Names: []string{"x", "y"}, Lines: []Line{{"all", 1}}, Series: []Series{{Name: "one", Points: []Point{{0.5, 0, 0.4, 0.6}, {1, 1, 1, 1}}}}},
		{X: "nothing", Y: "nothing"},
	}}
	for _, format := range FigureFormats {
		var a, b bytes.Buffer
		if err := f.Write(&a, format); err != nil {
			t.Fatal(err)
		}
		if err := f.Write(&b, format); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: not the same twice, %v", format, err)
		}
		switch format {
		case "png":
			c, err := png.DecodeConfig(&a)
			if err != nil || c.Width < 1335 || c.Width > 1342 { // 17 cm of 200 dots an inch
				t.Errorf("%v, %v", c, err)
			}
		case "svg":
			if s := a.String(); !strings.Contains(s, "</svg>") || !strings.Contains(s, ">best<") || !strings.Contains(s, "Sans") {
				t.Error("the SVG lacks its text or its font")
			}
		}
	}
	if err := f.Write(&bytes.Buffer{}, "bmp"); err == nil {
		t.Error("bmp was written")
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		scale     Scale
		low, high float64
		want      string
	}{
		{Linear, 0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{Linear, -0.85, 0.75, "−0.5 0.0 0.5"},
		{Percent, 0.35, 1.1, "40% 60% 80% 100%"},
		{Time, 0.0005, 20, "1 ms|10 ms|100 ms|1 s|10 s"},
		{Time, 0.00005, 0.001, "50 µs|100 µs|200 µs|500 µs|1 ms"},
		{Count, 9, 35000, "10 100 1000 10k"},
		{Count, 9, 350, "10 20 50 100 200"},
	} {
		var labels []string
		for _, tick := range (ticks{c.scale}).Ticks(c.low, c.high) {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		separator := " "
		if c.scale == Time {
			separator = "|"
		}
		if got := strings.Join(labels, separator); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}
