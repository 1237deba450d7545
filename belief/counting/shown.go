package counting

import (
	"math"

	"blindsight/internal/purefloat"
)

// shown is scratch memory for distributions of sums.
type shown struct {
	among  []int32   // for each box: how many of its cells are asked about
	rows   []float64 // of the boxes that matter: by ones in all, by ones among those asked
	now    []float64 // by node, by ones among those asked, by ones
	then   []float64
	joint  []float64 // of a component: by ones among those asked, by ones
	acc    []float64
	accNew []float64
	dist   []float64
	own    []float64
}

// Shown appends to dist the distribution of the number of ones among the given
// unknowns, given that the unknown zero is 0: element t is the chance of t. It
// appends one number more than there are unknowns among, all 0 where zero cannot be
// 0. What is impossible has chance exactly 0. Among must not name an unknown twice;
// whether it names zero does not matter. (Of Minesweeper: the number that a cell
// shows if it is safe.)
//
// The cost is that of counting again those components that it asks about, in the
// steps between the first and the last box asked about, times the number of
// different values.
func (c *Counter) Shown(zero int32, among []int32, dist []float64) []float64 {
	c.check()
	s := &c.shown
	most := len(among)
	start := len(dist)
	for range most + 1 {
		dist = append(dist, 0)
	}
	out := dist[start:]
	if c.certain[zero] == 1 {
		return dist
	}
	boxes := len(c.system.boxStart) - 1
	s.among = zeroed(s.among, boxes)
	sure, open := 0, 0
	for _, cell := range among {
		b := c.system.box[cell]
		switch {
		case cell == zero:
		case b < 0:
			sure += int(c.system.value[cell])
		default:
			s.among[b]++
			open++
		}
	}
	s.dist = zeroed(s.dist, open+1)
	c.distribute(c.system.box[zero], open)
	sum := 0.0
	for _, w := range s.dist {
		sum += w
	}
	for t, w := range s.dist {
		if w > 0 {
			out[sure+t] = max(w/sum, lost)
		}
	}
	return dist
}

// Dead tells whether the unknown zero tells nothing by being 0: whether the number
// of ones among the given unknowns can then have one value only, or zero cannot be
// 0 at all. It costs as much as Shown.
func (c *Counter) Dead(zero int32, among []int32) bool {
	c.check()
	if c.certain[zero] == 1 {
		return true
	}
	unsettled := false
	for _, cell := range among {
		unsettled = unsettled || c.certain[cell] < 0 && cell != zero
	}
	if !unsettled {
		return true
	}
	s := &c.shown
	s.own = c.Shown(zero, among, s.own[:0])
	values := 0
	for _, p := range s.own {
		if p > 0 {
			values++
		}
	}
	return values <= 1
}

// distribute sets s.dist to the weights of 0 to open ones among the cells asked
// about, where a cell of box zero (if not -1) is 0.
func (c *Counter) distribute(zero int32, open int) {
	s, x := &c.shown, &c.mix
	width := open + 1
	// The rest: acc[t][a] with a the ones in all components.
	last := len(c.parts)
	span := x.spans[last]
	s.accNew = zeroed(s.accNew, span*width)
	rest, asked := x.rest, int(s.among[restBox])
	if zero == restBox {
		rest--
	}
	// With y ones in the cells of the rest that are not asked about: y falls as a and
	// t grow.
	least := x.total - x.lows[last] - (span - 1) - asked
	s.rows = resize(s.rows, span+asked)
	binomials(s.rows, rest-asked, least, x.theta)
	choose := 1.0
	for t := 0; t <= asked; t++ {
		for a := range span {
			s.accNew[t*span+a] = choose * s.rows[span-1+asked-a-t]
		}
		choose *= float64(asked-t) / float64(t+1) * purefloat.Exp(x.theta)
	}
	if x.wide {
		normalise(s.accNew[:(asked+1)*span])
	}
	top := asked // ones among the cells asked about so far, at most
	for i := last - 1; i >= 0; i-- {
		k := c.parts[i].component
		s.acc, s.accNew = s.accNew, s.acc
		from := span
		span = x.spans[i]
		s.accNew = zeroed(s.accNew, span*width)
		here := 0
		involved := false
		for _, b := range c.parts[i].boxes {
			here += int(s.among[b])
			involved = involved || s.among[b] > 0 || b == zero
		}
		if !involved {
			for t := 0; t <= top; t++ {
				src, dst := s.acc[t*from:][:from], s.accNew[t*span:][:span]
				for a := range dst {
					dst[a] = dot(x.ways[i], src[a:])
				}
			}
		} else {
			c.jointOf(&c.parts[i], zero, here)
			n := len(k.ways)
			for m := range n { // tilted as the ways are
				for t := range here + 1 {
					s.joint[t*n+m] *= x.ways[i][m]
				}
			}
			for t := 0; t <= top; t++ {
				src := s.acc[t*from:][:from]
				for h := 0; h <= here; h++ {
					dst := s.accNew[(t+h)*span:][:span]
					for a := range dst {
						dst[a] += dot(s.joint[h*n:][:n], src[a:])
					}
				}
			}
			top += here
		}
		if x.wide {
			normalise(s.accNew[:(top+1)*span])
		}
	}
	for t := range width {
		s.dist[t] = s.accNew[t*span]
	}
}

// jointOf sets s.joint to the chance of t ones among the cells asked about, and of a
// cell of box zero to be 0, given the component's ones: by t, by ones.
func (c *Counter) jointOf(p *part, zero int32, here int) {
	s, k := &c.shown, p.component
	width := here + 1
	n := len(k.ways)
	s.joint = zeroed(s.joint, n*width)
	first, end := len(k.order), 0
	for step, local := range k.order {
		if b := p.boxes[local]; s.among[b] > 0 || b == zero {
			first, end = min(first, step), step+1
		}
	}
	// Before the first box that matters the ways are known, after the last too.
	base := k.nodes[k.layers[first]].poly.at
	size := int(k.layerEnd(first) - base)
	s.now = zeroed(s.now, size*width)
	for i := k.layers[first]; i < k.layers[first+1]; i++ {
		q := &k.nodes[i].poly
		copy(s.now[int(q.at-base)*width:], k.forth[q.at:q.at+q.n])
	}
	top, exp := 0, k.forthExp[first]
	for step := first; step < end; step++ {
		b := p.boxes[k.order[step]]
		asked := int(s.among[b])
		c.splitRows(k, step, asked, b == zero)
		nextBase := k.nodes[k.layers[step+1]].poly.at
		s.then = zeroed(s.then, int(k.layerEnd(step+1)-nextBase)*width)
		for i := k.layers[step]; i < k.layers[step+1]; i++ {
			u := &k.nodes[i]
			if u.back.n == 0 {
				continue
			}
			for e := range u.edges {
				j := int(u.least + e)
				q := &k.nodes[k.next[u.edge+e]].poly
				shift := int(u.poly.low+u.least+e) - int(q.low)
				for h := 0; h <= min(asked, j); h++ {
					f := s.rows[j*(asked+1)+h]
					if f == 0 {
						continue
					}
					for t := 0; t <= top; t++ {
						src := s.now[int(u.poly.at-base)*width+t*int(u.poly.n):][:u.poly.n]
						dst := s.then[int(q.at-nextBase)*width+(t+h)*int(q.n)+shift:]
						for m, y := range src {
							dst[m] += f * y
						}
					}
				}
			}
		}
		s.now, s.then = s.then, s.now
		base = nextBase
		top += asked
		if k.tilt != noTilt {
			exp += normalise(s.now)
		}
	}
	c.joinBack(k, end, int(base), top, width)
	scale := math.Ldexp(1, exp+k.backExp[end]-k.backExp[0])
	for i := range s.joint {
		if y := s.joint[i]; y > 0 {
			s.joint[i] = max(y*scale/k.ways[i%n], tiny)
		}
	}
}

// joinBack adds to s.joint what s.now, of a layer, and the ways from there to the end make together.
func (c *Counter) joinBack(k *component, layer, base, top, width int) {
	s, n := &c.shown, len(k.ways)
	for i := k.layers[layer]; i < k.layers[layer+1]; i++ {
		u := &k.nodes[i]
		back := k.back[u.back.at : u.back.at+u.back.n]
		if len(back) == 0 {
			continue
		}
		for t := 0; t <= top; t++ {
			for m, y := range s.now[(int(u.poly.at)-base)*width+t*int(u.poly.n):][:u.poly.n] {
				if y == 0 {
					continue
				}
				dst := s.joint[t*n+int(u.poly.low+u.back.low)+m-k.low:]
				for a, z := range back {
					dst[a] += y * z
				}
			}
		}
	}
}

// layerEnd returns where the forward polynomials of a layer end.
func (k *component) layerEnd(layer int) int32 {
	q := &k.nodes[k.layers[layer+1]-1].poly
	return q.at + q.n
}

// splitRows sets s.rows to the ways to choose j cells of the box of a step, h of
// them among those asked about and none the zero: by j, by h. They are the box's own
// ways times the chance of that among them, which is hypergeometric.
func (c *Counter) splitRows(k *component, step, asked int, zero bool) {
	s := &c.shown
	size := int(k.size[k.order[step]])
	row := k.choices(step)
	s.rows = zeroed(s.rows, (size+1)*(asked+1))
	others := size - asked
	if zero {
		others--
	}
	for j := 0; j <= size; j++ {
		for h := 0; h <= min(j, asked); h++ {
			if j-h > others {
				continue
			}
			s.rows[j*(asked+1)+h] = row[j] * pickChance(size, j, asked, h, others)
		}
	}
}

// pickChance returns the chance that j cells chosen of size are h of the given asked
// ones and j-h of the given others.
func pickChance(size, j, asked, h, others int) float64 {
	// C(asked,h) * C(others,j-h) / C(size,j), factor by factor to stay in range.
	p := 1.0
	for i := range h {
		p *= float64(asked-i) / float64(i+1)
	}
	// C(others,l)/C(size,j) with l = j-h: first C(others,l)/C(size,l), then the rest.
	l := j - h
	for i := range l {
		p *= float64(others-i) / float64(size-i)
	}
	for i := range h {
		p *= float64(l+i+1) / float64(size-l-i)
	}
	return p
}
