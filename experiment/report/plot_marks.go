package report

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// marks draws the series of a panel, its lines and its grid.
type marks struct{ panel *Panel }

// Plot draws on a canvas.
func (m *marks) Plot(c draw.Canvas, g *plot.Plot) {
	x, y := g.Transforms(&c)
	m.grid(c, g)
	for _, l := range m.panel.Lines {
		m.known(c, l, x, y)
	}
	for _, s := range m.panel.Series {
		m.series(c, &s, x, y)
	}
}

// grid draws faint lines where the axes have labels.
func (m *marks) grid(c draw.Canvas, g *plot.Plot) {
	x, y := g.Transforms(&c)
	style := draw.LineStyle{Color: faint, Width: vg.Points(0.5)}
	for _, t := range g.Y.Tick.Marker.Ticks(g.Y.Min, g.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
	for _, t := range g.X.Tick.Marker.Ticks(g.X.Min, g.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
}

// known draws a line with its name beside it.
func (m *marks) known(c draw.Canvas, l Line, x, y func(float64) vg.Length) {
	style := draw.LineStyle{Color: ink, Width: vg.Points(0.8), Dashes: []vg.Length{vg.Points(4), vg.Points(2)}}
	t := textStyle(7)
	if m.panel.Names != nil {
		c.StrokeLine2(style, x(l.Value), c.Min.Y, x(l.Value), c.Max.Y)
		if l.Name != "" {
			t.XAlign, t.YAlign = draw.XRight, draw.YTop
			c.FillText(t, vg.Point{X: x(l.Value) - vg.Points(2), Y: c.Max.Y}, l.Name)
		}
		return
	}
	c.StrokeLine2(style, c.Min.X, y(l.Value), c.Max.X, y(l.Value))
	if l.Name != "" {
		t.XAlign, t.YAlign = draw.XLeft, draw.YBottom
		at := vg.Point{X: c.Min.X + vg.Points(2), Y: y(l.Value) + vg.Points(1)}
		for _, o := range m.panel.Lines { // below, where another line is close above
			if gap := y(o.Value) - y(l.Value); gap > 0 && gap < vg.Points(10) {
				t.YAlign, at.Y = draw.YTop, y(l.Value)-vg.Points(1)
			}
		}
		c.FillText(t, at, l.Name)
	}
}

func (m *marks) series(c draw.Canvas, s *Series, x, y func(float64) vg.Length) {
	horizontal := m.panel.Names != nil
	at := make([]vg.Point, len(s.Points))
	for i, q := range s.Points {
		at[i] = vg.Point{X: x(q.X), Y: y(q.Y)}
	}
	if s.Band && len(at) > 1 {
		var edge []vg.Point
		for i, q := range s.Points {
			_, hi := q.interval(false)
			edge = append(edge, vg.Point{X: at[i].X, Y: y(hi)})
		}
		for i := len(at) - 1; i >= 0; i-- {
			lo, _ := s.Points[i].interval(false)
			edge = append(edge, vg.Point{X: at[i].X, Y: y(lo)})
		}
		k := s.Style.color()
		c.FillPolygon(color.NRGBA{k.R, k.G, k.B, 0x38}, c.ClipPolygonXY(edge))
	}
	if s.Joined {
		c.StrokeLines(s.Style.line(), c.ClipLinesXY(at)...)
	}
	bar := draw.LineStyle{Color: s.Style.color(), Width: vg.Points(0.7)}
	for i, q := range s.Points {
		lo, hi := q.interval(horizontal)
		switch {
		case s.Band || lo == hi:
		case horizontal:
			c.StrokeLine2(bar, x(lo), at[i].Y, x(hi), at[i].Y)
		default:
			c.StrokeLines(bar, c.ClipLinesXY([]vg.Point{{X: at[i].X, Y: y(lo)}, {X: at[i].X, Y: y(hi)}})...)
		}
		if !s.Bare {
			c.DrawGlyph(s.Style.glyph(), at[i])
		}
	}
}

// ticks marks an axis at round numbers.
type ticks struct{ scale Scale }

// Ticks lists the marks between two values.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	if t.scale == Time || t.scale == Count {
		return t.logarithmic(low, high)
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/2.5)))
	for _, f := range []float64{1, 2, 2.5, 5, 10} {
		if (high-low)/(step*f) <= 6 {
			step *= f
			break
		}
	}
	var all []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high*(1+1e-12)+1e-12; k++ {
		v := k * step
		if math.Abs(v) < step*1e-6 {
			v = 0
		}
		label := strconv.FormatFloat(v, 'f', decimals(step), 64)
		if t.scale == Percent {
			label = strconv.FormatFloat(100*v, 'f', decimals(100*step), 64) + "%"
		}
		all = append(all, plot.Tick{Value: v, Label: strings.Replace(label, "-", "\u2212", 1)})
	}
	return all
}

// decimals returns how many digits after the point a step needs.
func decimals(step float64) int {
	for d := range 6 {
		if x := step * math.Pow(10, float64(d)); math.Abs(x-math.Round(x)) < 1e-6 {
			return d
		}
	}
	return 6
}

// logarithmic labels powers of ten, and 2 and 5 times these where there are few.
func (t ticks) logarithmic(low, high float64) []plot.Tick {
	few := high/low < 120
	var all []plot.Tick
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for f := 1.0; f < 10; f++ {
			v := f * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			tick := plot.Tick{Value: v}
			if f == 1 || few && (f == 2 || f == 5) {
				tick.Label = t.label(v)
			}
			all = append(all, tick)
		}
	}
	return all
}

func (t ticks) label(v float64) string {
	unit := ""
	if t.scale == Time {
		switch {
		case v < 0.9e-3:
			v, unit = v*1e6, " µs"
		case v < 0.9:
			v, unit = v*1e3, " ms"
		default:
			unit = " s"
		}
	} else {
		switch {
		case v >= 0.9e6:
			v, unit = v/1e6, "M"
		case v >= 0.9e4:
			v, unit = v/1e3, "k"
		}
	}
	return fmt.Sprintf("%.4g%s", v, unit)
}

// nameTicks marks an axis that counts names.
type nameTicks []string

// Ticks lists the names.
func (n nameTicks) Ticks(_, _ float64) []plot.Tick {
	all := make([]plot.Tick, len(n))
	for i, name := range n {
		all[i] = plot.Tick{Value: float64(i), Label: name}
	}
	return all
}

// legend is the names of the series above the panels, in lines.
type legend struct {
	lines [][]Series
	width []vg.Length // of each line
	text  draw.TextStyle
}

const (
	legendSample = 18 * vg.Length(1) // width of the line with its mark
	legendGap    = 12 * vg.Length(1)
	legendLine   = 12 * vg.Length(1)
)

func (f *Figure) legend(room vg.Length) *legend {
	l := &legend{text: textStyle(8)}
	l.text.XAlign, l.text.YAlign = draw.XLeft, draw.YCenter
	seen := make(map[Style]bool)
	used := room
	for _, p := range f.Panels {
		for _, s := range p.Series {
			if s.Name == "" || seen[s.Style] {
				continue
			}
			seen[s.Style] = true
			w := l.entry(&s)
			if used+w > room {
				l.lines, l.width, used = append(l.lines, nil), append(l.width, 0), 0
			}
			used += w
			last := len(l.lines) - 1
			l.lines[last] = append(l.lines[last], s)
			l.width[last] = used - legendGap
		}
	}
	return l
}

func (l *legend) entry(s *Series) vg.Length {
	return legendSample + 4 + l.text.Width(s.Name) + legendGap
}

func (l *legend) height() vg.Length {
	if len(l.lines) == 0 {
		return 0
	}
	return vg.Length(len(l.lines))*legendLine + 4
}

func (l *legend) draw(c draw.Canvas) {
	for i, line := range l.lines {
		y := c.Max.Y - margin - (vg.Length(i)+0.5)*legendLine
		x := c.Min.X + (c.Max.X-c.Min.X-l.width[i])/2
		for _, s := range line {
			if s.Joined {
				c.StrokeLine2(s.Style.line(), x, y, x+legendSample, y)
			}
			if !s.Bare {
				c.DrawGlyph(s.Style.glyph(), vg.Point{X: x + legendSample/2, Y: y})
			}
			c.FillText(l.text, vg.Point{X: x + legendSample + 4, Y: y}, s.Name)
			x += l.entry(&s)
		}
	}
}
