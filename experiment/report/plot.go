package report

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is one or more panels side by side under a common legend, in the style of the
// house: sans serif, colours that the colour-blind tell apart (Okabe and Ito), a mark
// and a dash of its own for each series, intervals as bars.
type Figure struct {
	Panels []Panel
	// Width and Height are in centimetres; 0 is 8.5 for each panel, and 7 with the legend.
	Width, Height float64
}

// Panel is one pair of axes.
type Panel struct {
	Title, X, Y string
	XScale      Scale
	// YRange is what the vertical axis shows; [2]float64{} is all of the data.
	YRange [2]float64
	XRange [2]float64 // likewise
	// Names, unless nil, are what the vertical axis counts, from 0 at the top; the
	// intervals are then horizontal.
	Names  []string
	Series []Series
	Lines  []Line
}

// Scale is how an axis counts.
type Scale int

// The scales.
const (
	Linear  Scale = iota
	Time          // seconds, logarithmic
	Count         // a number, logarithmic
	Percent       // 0.5 is written 50%
)

// Series is points that belong together.
type Series struct {
	Name   string
	Points []Point
	Style  Style
	Joined bool // by a line
	Band   bool // the interval is a band rather than bars
	Bare   bool // no marks
}

// Point is a value with its interval; Lo and Hi equal to the value (or both 0) is none.
type Point struct{ X, Y, Lo, Hi float64 }

// Line is a known value, across the whole panel; where the panel has names it stands
// upright.
type Line struct {
	Name  string
	Value float64
}

// Style is the look of a series. Series of the same style in several panels share one
// entry of the legend, that of the first.
type Style int

// Styles from 0 on are colours with a mark each. Ours come first; what a paper says is
// grey and open, so that it is told apart in print.
const (
	PaperStyle      Style = -1
	PaperOtherStyle Style = -2
)

// palette is Okabe and Ito's, without the yellow that is not seen on white.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0x00, 0x00, 0x00, 0xff},
	{0x80, 0x80, 0x80, 0xff},
}

var (
	ink   = color.RGBA{0x22, 0x22, 0x22, 0xff}
	faint = color.RGBA{0xe4, 0xe4, 0xe4, 0xff}
	grey  = color.RGBA{0x70, 0x70, 0x70, 0xff}
)

func (s Style) color() color.RGBA {
	if s < 0 {
		return grey
	}
	return palette[int(s)%len(palette)]
}

// round returns the style's number for marks and dashes, which shift by one when the
// colours begin again, so that no two styles look the same.
func (s Style) round() int { return int(s) + int(s)/len(palette) }

func (s Style) glyph() draw.GlyphStyle {
	shapes := []draw.GlyphDrawer{
		draw.CircleGlyph{},
		draw.BoxGlyph{},
		draw.PyramidGlyph{},
		diamond{},
		draw.CrossGlyph{},
		draw.PlusGlyph{},
		draw.TriangleGlyph{},
		draw.RingGlyph{},
	}
	g := draw.GlyphStyle{Color: s.color(), Radius: vg.Points(2.4)}
	switch s {
	case PaperStyle:
		g.Shape = draw.RingGlyph{}
	case PaperOtherStyle:
		g.Shape = draw.SquareGlyph{}
	default:
		g.Shape = shapes[s.round()%len(shapes)]
	}
	return g
}

func (s Style) line() draw.LineStyle {
	dashes := [][]vg.Length{
		nil, {vg.Points(5), vg.Points(2)}, {vg.Points(1.5), vg.Points(1.5)}, {vg.Points(6), vg.Points(2), vg.Points(1.5), vg.Points(2)},
	}
	l := draw.LineStyle{Color: s.color(), Width: vg.Points(1.2)}
	switch s {
	case PaperStyle:
		l.Width, l.Dashes = vg.Points(0.9), []vg.Length{vg.Points(4), vg.Points(1.5)}
	case PaperOtherStyle:
		l.Width, l.Dashes = vg.Points(0.9), []vg.Length{vg.Points(1), vg.Points(1.5)}
	default:
		l.Dashes = dashes[s.round()%len(dashes)]
	}
	return l
}

// diamond is a square on its corner.
type diamond struct{}

func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.25
	c.FillPolygon(s.Color, []vg.Point{{X: p.X - r, Y: p.Y}, {X: p.X, Y: p.Y + r}, {X: p.X + r, Y: p.Y}, {X: p.X, Y: p.Y - r}})
}

// FigureFormats lists the forms that [Figure.Write] knows.
var FigureFormats = []string{"png", "svg"}

// Write draws the figure, as PNG of 200 dots an inch or as SVG.
func (f *Figure) Write(w io.Writer, format string) error {
	width, height := f.size()
	switch format {
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(200))
		f.draw(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	case "svg":
		c := vgsvg.New(width, height)
		f.draw(draw.New(c))
		_, err := c.WriteTo(w)
		return err
	}
	return fmt.Errorf("figures are written as png or svg, not as %s", format)
}

func (f *Figure) size() (width, height vg.Length) {
	w, h := f.Width, f.Height
	if w == 0 {
		w = 8.5 * float64(max(1, len(f.Panels)))
	}
	if h == 0 {
		h = 7
	}
	return vg.Length(w) * vg.Centimeter, vg.Length(h) * vg.Centimeter
}

func (f *Figure) draw(c draw.Canvas) {
	legend := f.legend(c.Max.X - c.Min.X - 2*margin)
	legend.draw(c)
	plots := make([]*plot.Plot, len(f.Panels))
	for i := range f.Panels {
		plots[i] = f.Panels[i].plot()
	}
	inner := draw.Crop(c, margin, -margin, margin, -margin-legend.height())
	tiles := draw.Tiles{Rows: 1, Cols: len(plots), PadX: vg.Points(14)}
	label := textStyle(8)
	label.XAlign, label.YAlign = draw.XCenter, draw.YBottom
	for i, g := range plots {
		tile := tiles.At(inner, i, 0)
		// The library keeps room for the label of a logarithmic axis as if its middle
		// were elsewhere, so the label is drawn here.
		bottom := tile.Min.Y
		tile = draw.Crop(tile, 0, 0, label.Height(f.Panels[i].X)+vg.Points(5), 0)
		g.Draw(tile)
		data := g.DataCanvas(tile)
		tile.FillText(label, vg.Point{X: (data.Min.X + data.Max.X) / 2, Y: bottom}, f.Panels[i].X)
	}
}

const margin = 6 * vg.Length(1)

// plot makes the axes and hangs everything into them.
func (p *Panel) plot() *plot.Plot {
	g := plot.New()
	g.Title.Text, g.Y.Label.Text = p.Title, p.Y
	restyle(&g.Title.TextStyle, 8.5)
	g.Title.Padding = vg.Points(5)
	x, y := p.ranges()
	for _, a := range []*plot.Axis{&g.X, &g.Y} {
		restyle(&a.Label.TextStyle, 8)
		restyle(&a.Tick.Label, 7.5)
		a.Label.Padding = vg.Points(3)
		a.LineStyle = draw.LineStyle{Color: ink, Width: vg.Points(0.6)}
		a.Tick.LineStyle = a.LineStyle
		a.Tick.Length = vg.Points(3)
		a.Padding = vg.Points(3)
	}
	g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = x[0], x[1], y[0], y[1]
	g.X.Tick.Marker = ticks{p.XScale}
	if p.XScale == Time || p.XScale == Count {
		g.X.Scale = plot.LogScale{}
	}
	if p.Names != nil {
		g.Y.Tick.Marker = nameTicks(p.Names)
		g.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	} else {
		g.Y.Tick.Marker = ticks{Linear}
	}
	m := &marks{panel: p}
	g.Add(m)
	// Adding widens the axes to the data: only what was asked for is shown.
	g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = x[0], x[1], y[0], y[1]
	return g
}

func textStyle(size float64) draw.TextStyle {
	t := plot.New().Title.TextStyle // for its font cache and layout
	restyle(&t, size)
	return t
}

// restyle gives a text the font of the house and leaves where it stands.
func restyle(t *draw.TextStyle, size float64) {
	t.Font.Variant, t.Font.Size, t.Color = "Sans", vg.Points(size), ink
}

// ranges returns what the axes show.
func (p *Panel) ranges() (x, y [2]float64) {
	x, y = [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	widen := func(r *[2]float64, v float64) { r[0], r[1] = min(r[0], v), max(r[1], v) }
	for _, s := range p.Series {
		for _, q := range s.Points {
			lo, hi := q.interval(p.Names != nil)
			widen(&x, q.X)
			widen(&y, q.Y)
			if p.Names != nil {
				widen(&x, lo)
				widen(&x, hi)
			} else {
				widen(&y, lo)
				widen(&y, hi)
			}
		}
	}
	for _, l := range p.Lines {
		if p.Names != nil {
			widen(&x, l.Value)
		} else {
			widen(&y, l.Value)
		}
	}
	x, y = padded(x, p.XScale), padded(y, Linear)
	if p.XRange != [2]float64{} {
		x = p.XRange
	}
	if p.YRange != [2]float64{} {
		y = p.YRange
	}
	if p.Names != nil {
		y = [2]float64{-0.6, float64(len(p.Names)) - 0.4}
	}
	return x, y
}

// padded widens a range by a little, and makes one of nothing.
func padded(r [2]float64, s Scale) [2]float64 {
	logarithmic := s == Time || s == Count
	switch {
	case r[0] > r[1]:
		r = [2]float64{1, 10}
	case r[0] == r[1] && logarithmic:
		r = [2]float64{r[0] / 2, r[1] * 2}
	case r[0] == r[1]:
		r = [2]float64{r[0] - 0.5, r[1] + 0.5}
	case logarithmic:
		f := math.Pow(r[1]/r[0], 0.04)
		r = [2]float64{r[0] / f, r[1] * f}
	default:
		d := (r[1] - r[0]) * 0.05
		r = [2]float64{r[0] - d, r[1] + d}
	}
	return r
}

// interval returns the bounds of a point, which are the value where it has none.
func (q Point) interval(horizontal bool) (lo, hi float64) {
	if q.Lo == 0 && q.Hi == 0 {
		if horizontal {
			return q.X, q.X
		}
		return q.Y, q.Y
	}
	return q.Lo, q.Hi
}
