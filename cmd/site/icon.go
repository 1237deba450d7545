package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// icon draws web/ui/public/icon.svg, an eye that is crossed out, for those who take no SVG:
// each pixel is the mean of 4 by 4 points.
func icon(size int) []byte {
	const fine = 4
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var sum [4]float64
			for i := range fine * fine {
				c := iconAt(32*(float64(x)+(float64(i%fine)+0.5)/fine)/float64(size), 32*(float64(y)+(float64(i/fine)+0.5)/fine)/float64(size))
				for k, part := range []uint8{c.R, c.G, c.B} {
					sum[k] += float64(part) * float64(c.A) / 255
				}
				sum[3] += float64(c.A) / 255
			}
			solid := max(sum[3], 1e-9)
			img.SetNRGBA(x, y, color.NRGBA{uint8(sum[0]/solid + 0.5), uint8(sum[1]/solid + 0.5), uint8(sum[2]/solid + 0.5), uint8(255*sum[3]/(fine*fine) + 0.5)})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}

// iconAt returns the colour at a point of the picture, which is 32 wide and high.
func iconAt(x, y float64) color.NRGBA {
	const corner, line = 7, 1.1
	dx, dy := max(corner-x, x-(32-corner), 0), max(corner-y, y-(32-corner), 0)
	switch {
	case dx*dx+dy*dy > corner*corner:
		return color.NRGBA{}
	case toSegment(x, y, 6, 27, 26, 5) <= line:
		return color.NRGBA{255, 255, 255, 255}
	case (x-16)*(x-16)+(y-16)*(y-16) <= 16:
		return color.NRGBA{0xe6, 0x9f, 0, 255}
	case toLid(x, y) <= line:
		return color.NRGBA{255, 255, 255, 255}
	}
	return color.NRGBA{0x1f, 0x4e, 0x79, 255}
}

// toLid returns the distance to the lids: the curve of the picture, four times mirrored.
func toLid(x, y float64) float64 {
	x, y = 16-math.Abs(x-16), 16-math.Abs(y-16)
	nearest := math.Inf(1)
	const steps = 16
	px, py := 4.0, 16.0
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		u := 1 - t
		qx := u*u*u*4 + 3*u*u*t*7.5 + 3*u*t*t*11.5 + t*t*t*16
		qy := u*u*u*16 + 3*u*u*t*10.5 + 3*u*t*t*8 + t*t*t*8
		nearest = min(nearest, toSegment(x, y, px, py, qx, qy))
		px, py = qx, qy
	}
	return nearest
}

// toSegment returns the distance of a point to a segment.
func toSegment(x, y, ax, ay, bx, by float64) float64 {
	t := ((x-ax)*(bx-ax) + (y-ay)*(by-ay)) / ((bx-ax)*(bx-ax) + (by-ay)*(by-ay))
	t = min(max(t, 0), 1)
	return math.Hypot(x-ax-t*(bx-ax), y-ay-t*(by-ay))
}
