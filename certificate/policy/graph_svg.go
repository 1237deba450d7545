package policy

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// How a policy graph is laid out, in pixels.
const (
	graphWide, graphHigh   = 150, 44 // of a node
	graphRight, graphBelow = 130, 36 // between nodes
	graphMargin            = 30
	graphLetters           = 20 // of a name
)

// graphPlace is where a node is.
type graphPlace struct{ x, y int }

// Labels are the names of a problem, for drawings of its policies.
type Labels struct {
	Actions, Observations []string
	Costs                 bool // values are costs: what is gained, with the sign turned
}

func (m *Labels) worth() string {
	if m.Costs {
		return "cost"
	}
	return "reward"
}

// WriteSVG writes the graph as SVG: a column for each number of steps from the start. Errors of the writer are left to it, as
// those of a bufio.Writer come again at its end.
func (g *Graph) WriteSVG(out io.Writer, m *Labels) {
	var places []graphPlace
	rows, columns := map[int]int{}, 0
	for i := range g.Nodes {
		depth := g.Nodes[i].Depth
		places = append(places, graphPlace{graphMargin + depth*(graphWide+graphRight), graphMargin + 20 + rows[depth]*(graphHigh+graphBelow)})
		rows[depth]++
		columns = max(columns, depth+1)
	}
	high := 0
	for _, n := range rows {
		high = max(high, n)
	}
	width, height := 2*graphMargin+columns*(graphWide+graphRight), 2*graphMargin+20+high*(graphHigh+graphBelow)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprint(out, `<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto"><path d="M0,0 L9,4 L0,8 z" fill="#556"/></marker></defs>`+"\n")
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	for i := range g.Nodes {
		drawArrows(out, g, m, places, i)
	}
	for i := range g.Nodes {
		drawNode(out, &g.Nodes[i], m, places[i], i == 0)
	}
	fmt.Fprintln(out, "</svg>")
}

// drawNode draws a vector: its action, and below its number and its worth.
func drawNode(out io.Writer, n *GraphNode, m *Labels, at graphPlace, start bool) {
	edge := "#446"
	if start {
		edge = "#b40"
	}
	worth := n.Worth
	if m.Costs {
		worth = 0 - worth
	}
	action := m.Actions[n.Action]
	fmt.Fprintf(out, `<g><title>vector %d: %s, %s %.6g`, n.Vector, inXML(action), m.worth(), worth)
	if n.Ends > 0 {
		fmt.Fprintf(out, `; ends the play with chance %.4g`, n.Ends)
	}
	fmt.Fprintf(out, `</title><rect x="%d" y="%d" width="%d" height="%d" rx="8" fill="#eef3fb" stroke="%s" stroke-width="2"/>`, at.x, at.y, graphWide, graphHigh, edge)
	fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle" font-weight="bold">%s</text>`, at.x+graphWide/2, at.y+18, inXML(shortened(action)))
	note := fmt.Sprintf("%d: %.4g", n.Vector, worth)
	if n.Ends > 0 {
		note += ", may end"
	}
	fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle" fill="#556">%s</text></g>`+"\n", at.x+graphWide/2, at.y+35, note)
}

// drawArrows draws where a node leads, one arrow for all observations after which it goes on with the same vector.
func drawArrows(out io.Writer, g *Graph, m *Labels, places []graphPlace, from int) {
	n := &g.Nodes[from]
	seen := map[int][]string{}
	chance := map[int]float64{}
	var order []int
	for _, e := range n.Edges {
		if _, ok := chance[e.To]; !ok {
			order = append(order, e.To)
		}
		seen[e.To], chance[e.To] = append(seen[e.To], m.Observations[e.Observation]), chance[e.To]+e.Chance
	}
	for i, to := range order {
		label, full := shortened(seen[to][0]), strings.Join(seen[to], ", ")
		switch {
		case len(order) == 1 && len(seen[to]) > 1:
			label = "any"
		case len(seen[to]) == 2 && len(full) <= graphLetters:
			label = full
		case len(seen[to]) > 1:
			label = fmt.Sprintf("%s and %d more", shortened(seen[to][0]), len(seen[to])-1)
		}
		a := places[from]
		path, x, y := "", 0, 0
		if to < 0 {
			y = a.y + graphHigh/2 + 8*i
			path, x = fmt.Sprintf("M%d,%d h%d", a.x+graphWide, y, graphRight/3), a.x+graphWide+6
			full += ": to a vector that is left out"
		} else {
			path, x, y = arrow(a, places[to], i)
		}
		fmt.Fprintf(out, `<g><title>%s, chance %.4g</title><path d="%s" fill="none" stroke="#778" stroke-width="1.3" marker-end="url(#head)"/>`, inXML(full), chance[to], path)
		fmt.Fprintf(out, `<text x="%d" y="%d" font-size="10" fill="#333" paint-order="stroke" stroke="white" stroke-width="3">%s</text></g>`+"\n", x, y-3, inXML(label))
	}
}

// arrow returns the path from a node to another, or to itself, and where its label is. The nth arrow of a node begins a little lower than the one before.
func arrow(a, b graphPlace, nth int) (path string, x, y int) {
	begin := a.y + 10 + nth*11%(graphHigh-14)
	switch {
	case a == b: // a loop above
		return fmt.Sprintf("M%d,%d c-10,-24 50,-24 40,-1", a.x+graphWide/2-20, a.y), a.x + graphWide/2 + 24, a.y - 6
	case b.x > a.x: // to the right
		end, middle := b.y+graphHigh/2, (b.x-a.x-graphWide)/2
		return fmt.Sprintf("M%d,%d C%d,%d %d,%d %d,%d", a.x+graphWide, begin, a.x+graphWide+middle, begin, b.x-middle, end, b.x-1, end), a.x + graphWide + 8, begin
	case b.x == a.x: // within a column, around the right
		end := b.y + graphHigh/2
		bend := a.x + graphWide + 46
		return fmt.Sprintf("M%d,%d C%d,%d %d,%d %d,%d", a.x+graphWide, begin, bend, begin, bend, end, b.x+graphWide+1, end), a.x + graphWide + 8, begin
	}
	// Back, from below to below.
	low := max(a.y, b.y) + graphHigh + 26
	return fmt.Sprintf("M%d,%d C%d,%d %d,%d %d,%d", a.x+12+50*nth%130, a.y+graphHigh, a.x, low, b.x+graphWide, low, b.x+graphWide-14, b.y+graphHigh+1),
		a.x + 16 + 50*nth%130, a.y + graphHigh + 14
}

// shortened returns a name that has room.
func shortened(name string) string {
	if letters := []rune(name); len(letters) > graphLetters {
		return string(letters[:graphLetters-1]) + "…"
	}
	return name
}

// inXML returns a text as XML has it.
func inXML(text string) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	if err := xml.EscapeText(w, []byte(text)); err != nil {
		return ""
	}
	w.Flush()
	return b.String()
}
