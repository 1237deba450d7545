package pomdp

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"blindsight/internal/golden"
)

// head is a preamble of five lines.
const head = `discount: 0.9
values: reward
states: a b
actions: go stay
observations: hot cold
`

// rest makes a file of head and what is under test whole: all rows, which what comes later overwrites.
const rest = `T: * identity
O: * uniform
`

// Malformed files, ten and more for each trap of the format. A case is a file; where its name ends with "+" the five
// lines of head stand before it, and where it ends with "++" two more that make it whole. Below "----" is what reading
// it says, strictly; then, where that differs, what it says leniently.
func TestMalformed(t *testing.T) {
	file := "testdata/malformed.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	traps, cases := map[string]int{}, 0
	trap := ""
	for _, block := range strings.Split(strings.TrimRight(string(data), "\n"), "\n\n") {
		if strings.HasPrefix(block, "#") {
			trap = block
			fmt.Fprintf(&out, "%s\n\n", block)
			continue
		}
		input, _, _ := strings.Cut(block, "----")
		name, text, _ := strings.Cut(input, "\n")
		cases++
		traps[trap]++
		switch {
		case strings.HasSuffix(name, "++"):
			text = head + rest + text
		case strings.HasSuffix(name, "+"):
			text = head + text
		}
		strict, lenient := verdict(t, text, true), verdict(t, text, false)
		if !strings.HasPrefix(strict, "error at ") {
			t.Errorf("%s, %s: is read", trap, name)
		}
		fmt.Fprintf(&out, "%s----\n%s\n", input, strict)
		if lenient != strict {
			fmt.Fprintf(&out, "leniently: %s\n", lenient)
		}
		out.WriteString("\n")
	}
	for trap, n := range traps {
		if n < 10 {
			t.Errorf("%s: %d cases, want 10", trap, n)
		}
	}
	golden.Check(t, "testdata/malformed.txt", strings.TrimRight(out.String(), "\n")+"\n")
	t.Logf("%d cases of %d traps", cases, len(traps))
}

// verdict reads a file and says what came of it.
func verdict(t *testing.T, text string, strict bool) string {
	t.Helper()
	_, warnings, err := Read(strings.NewReader(text), Options{Strict: strict})
	if err == nil {
		said := "read"
		for _, w := range warnings {
			said += ", warning at " + w.String()
		}
		return said
	}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%v names no place, in\n%s", err, text)
	}
	lines := strings.Split(text, "\n")
	if syntax.Line < 1 || syntax.Line > len(lines) || syntax.Column < 1 || syntax.Column > len(lines[syntax.Line-1])+1 {
		t.Errorf("%v is no place of\n%s", err, text)
	}
	return "error at " + err.Error()
}

// dense is a problem as arrays, written by statements one after the other: the other road to what a file says.
type dense struct {
	states, actions, seen int
	start                 []float64
	t, o                  [][][]float64
	r                     [][][][]float64
	text                  strings.Builder
	rng                   *rand.Rand
}

func cube(n, m, k int) [][][]float64 {
	all := make([][][]float64, n)
	for i := range all {
		all[i] = make([][]float64, m)
		for j := range all[i] {
			all[i][j] = make([]float64, k)
		}
	}
	return all
}

// pick draws a number below n, or all of them, and returns how it is written.
func (d *dense) pick(n int, prefix string) (chosen []int, text string) {
	if d.rng.IntN(4) == 0 {
		for i := range n {
			chosen = append(chosen, i)
		}
		return chosen, "*"
	}
	i := d.rng.IntN(n)
	if d.rng.IntN(2) == 0 {
		prefix = ""
	}
	return []int{i}, fmt.Sprint(prefix, i)
}

// fair draws chances that add up to 1 exactly, in eighths.
func (d *dense) fair(n int) []float64 {
	row := make([]float64, n)
	for range 8 {
		row[d.rng.IntN(n)] += 0.125
	}
	return row
}

func (d *dense) numbers(row []float64) {
	for _, x := range row {
		fmt.Fprint(&d.text, []string{"\t", "\n", " # a comment\n", " "}[min(d.rng.IntN(12), 3)], x)
	}
	d.text.WriteString("\n")
}

// chances writes a statement of T or O.
func (d *dense) chances(letter string, all [][][]float64, columns int, prefix string) {
	as, a := d.pick(d.actions, "act")
	fmt.Fprintf(&d.text, "%s: %s", letter, a)
	each := func(rows []int, f func(row []float64, s int)) {
		for _, a := range as {
			for _, s := range rows {
				f(all[a][s], s)
			}
		}
	}
	var every []int
	for s := range d.states {
		every = append(every, s)
	}
	kind := d.rng.IntN(6)
	if kind == 0 { // a matrix
		switch d.rng.IntN(3) {
		case 0:
			d.text.WriteString(" uniform\n")
			each(every, func(row []float64, _ int) {
				for c := range row {
					row[c] = 1 / float64(columns)
				}
			})
		case 1:
			if letter == "T" {
				d.text.WriteString("\nidentity\n")
				each(every, func(row []float64, s int) { clear(row); row[s] = 1 })
				return
			}
			fallthrough
		default:
			for s := range d.states {
				fair := d.fair(columns)
				d.numbers(fair)
				each([]int{s}, func(row []float64, _ int) { copy(row, fair) })
			}
		}
		return
	}
	rows, s := d.pick(d.states, "s-")
	fmt.Fprintf(&d.text, " : %s", s)
	if kind <= 3 { // a row
		fair := d.fair(columns)
		switch n := d.rng.IntN(4); {
		case n == 0:
			d.text.WriteString(" uniform\n")
			for c := range fair {
				fair[c] = 1 / float64(columns)
			}
		case n == 1 && letter == "T":
			d.text.WriteString(" reset\n")
			copy(fair, d.start)
		default:
			d.numbers(fair)
		}
		each(rows, func(row []float64, _ int) { copy(row, fair) })
		return
	}
	cs, c := d.pick(columns, prefix)
	x := float64(d.rng.IntN(3)) / 4
	fmt.Fprintf(&d.text, " : %s %v\n", c, x)
	each(rows, func(row []float64, _ int) {
		for _, c := range cs {
			row[c] = x
		}
	})
}

// reward writes a statement of R.
func (d *dense) reward() {
	as, a := d.pick(d.actions, "act")
	ss, s := d.pick(d.states, "s-")
	fmt.Fprintf(&d.text, "R: %s : %s", a, s)
	set := func(end, seen int, x float64) {
		for _, a := range as {
			for _, s := range ss {
				d.r[a][s][end][seen] = x
			}
		}
	}
	row := func() []float64 {
		xs := make([]float64, d.seen)
		for o := range xs {
			xs[o] = float64(d.rng.IntN(5) - 2)
		}
		d.numbers(xs)
		return xs
	}
	kind := d.rng.IntN(4)
	if kind == 0 {
		for end := range d.states {
			for o, x := range row() {
				set(end, o, x)
			}
		}
		return
	}
	ends, end := d.pick(d.states, "s-")
	fmt.Fprintf(&d.text, " : %s", end)
	if kind == 1 {
		xs := row()
		for _, end := range ends {
			for o, x := range xs {
				set(end, o, x)
			}
		}
		return
	}
	os, o := d.pick(d.seen, "o")
	x := float64(d.rng.IntN(9)-4) / 2
	fmt.Fprintf(&d.text, " : %s %v\n", o, x)
	for _, end := range ends {
		for _, o := range os {
			set(end, o, x)
		}
	}
}

// anyFile draws a file of statements, and what it says as arrays. At the end rows that do not add up to 1 are written once more.
func anyFile(rng *rand.Rand) *dense {
	d := &dense{states: 1 + rng.IntN(4), actions: 1 + rng.IntN(3), seen: 1 + rng.IntN(3), rng: rng}
	d.t, d.o = cube(d.actions, d.states, d.states), cube(d.actions, d.states, d.seen)
	for range d.actions {
		d.r = append(d.r, cube(d.states, d.states, d.seen))
	}
	list := func(prefix string, n int) string {
		text := ""
		for i := range n {
			text += fmt.Sprint(" ", prefix, i)
		}
		return text
	}
	d.start = d.fair(d.states)
	fmt.Fprintf(&d.text, "actions:%s\nvalues: reward states:%s\n\nobservations:%s\ndiscount: 0.5\nstart:",
		list("act", d.actions), list("s-", d.states), list("o", d.seen))
	d.numbers(d.start)
	for range 30 {
		switch rng.IntN(3) {
		case 0:
			d.chances("T", d.t, d.states, "s-")
		case 1:
			d.chances("O", d.o, d.seen, "o")
		case 2:
			d.reward()
		}
	}
	for letter, all := range map[string][][][]float64{"T": d.t, "O": d.o} {
		for a := range all {
			for s, row := range all[a] {
				sum := 0.0
				for _, x := range row {
					sum += x
				}
				if math.Abs(sum-1) > 1e-12 {
					copy(row, d.fair(len(row)))
					fmt.Fprintf(&d.text, "%s: %d : %d", letter, a, s)
					d.numbers(row)
				}
			}
		}
	}
	return d
}

// What a file says is what its statements do to arrays one after the other.
func TestReadAgainstArrays(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 1000 {
		d := anyFile(rng)
		text := d.text.String()
		m, warnings, err := Read(strings.NewReader(text), Options{Strict: true})
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%v, %v in\n%s", err, warnings, text)
		}
		for s, p := range d.start {
			if m.Start[s] != p {
				t.Fatalf("the start is %v, want %v in\n%s", m.Start, d.start, text)
			}
		}
		for a := range d.actions {
			for s := range d.states {
				for end, p := range d.t[a][s] {
					if got := m.Moves[a].At(s, end); math.Abs(got-p) > 1e-15 {
						t.Fatalf("T: %d : %d : %d is %v, want %v in\n%s", a, s, end, got, p, text)
					}
				}
				for o, p := range d.o[a][s] {
					if got := m.Signals[a].At(s, o); math.Abs(got-p) > 1e-15 {
						t.Fatalf("O: %d : %d : %d is %v, want %v in\n%s", a, s, o, got, p, text)
					}
				}
				ends, _ := m.Moves[a].Row(s)
				for i, end := range ends {
					seen, _ := m.Signals[a].Row(int(end))
					for j, o := range seen {
						if got, want := m.Reward(s, a, i, j), d.r[a][s][end][o]; got != want {
							t.Fatalf("R: %d : %d : %d : %d is %v, want %v in\n%s", a, s, end, o, got, want, text)
						}
					}
				}
			}
		}
		same(t, m, written(t, m))
	}
}

// The five forms of start, and that there is none.
func TestStarts(t *testing.T) {
	const preamble = "discount: 0.5 values: reward states: a b c-1 d actions: 1 observations: 1\n"
	for _, c := range []struct {
		start string
		want  []float64
	}{
		{"", []float64{.25, .25, .25, .25}},
		{"start: uniform", []float64{.25, .25, .25, .25}},
		{"start: 0.5 0 0.25 0.25", []float64{.5, 0, .25, .25}},
		{"start: c-1", []float64{0, 0, 1, 0}},
		{"start include: a 3", []float64{.5, 0, 0, .5}},
		{"start exclude: a 3", []float64{0, .5, .5, 0}},
		{"start exclude: a a c-1 3", []float64{0, 1, 0, 0}},
		{"start: 0.333333 0.333333 0.333333 0.0", []float64{1. / 3, 1. / 3, 1. / 3, 0}},
	} {
		m, warnings, err := Read(strings.NewReader(preamble+c.start+" T: * uniform O: * uniform"), Options{Strict: true})
		if err != nil {
			t.Errorf("%s: %v", c.start, err)
			continue
		}
		if nearly := strings.Contains(c.start, "333"); nearly != (len(warnings) == 1) {
			t.Errorf("%s: %v", c.start, warnings)
		}
		for s := range c.want {
			if math.Abs(m.Start[s]-c.want[s]) > 1e-15 {
				t.Errorf("%s: %v, want %v", c.start, m.Start, c.want)
			}
		}
	}
}

// An MDP shows its states, and its rewards have no observation.
func TestMDP(t *testing.T) {
	text := `discount: 0.9 values: cost states: 2 actions: x y
T: x identity
T: y 0.5 0.5
     0 1
R: * : * : * 1
R: y : 0 : 1 -3
R: x : 1 7 8
`
	m, _, err := Read(strings.NewReader(text), Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	table, err := m.Tables()
	if err != nil {
		t.Fatal(err)
	}
	if !m.Observed || !m.Costs || table.Observations != 2 || m.Signals[1].At(1, 1) != 1 {
		t.Errorf("%+v", m)
	}
	for _, c := range []struct {
		a, s int
		want float64
	}{{0, 0, -1}, {0, 1, -8}, {1, 0, 1}, {1, 1, -1}} {
		if got := table.Rewards[c.a][c.s]; got != c.want {
			t.Errorf("action %d in state %d brings %v, want %v", c.a, c.s, got, c.want)
		}
	}
	same(t, m, written(t, m))
}

// What real files do and the grammar forbids is read with a warning that names the line.
func TestLenient(t *testing.T) {
	text := "discount : 1.0\nvalues: rewards\nstates: 2\nactions: 1\nobservations: 1\nT: 0\n.5 .5\n.5 0.5\nO: 0 uniform\n"
	m, warnings, err := Read(strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, w := range warnings {
		fmt.Fprintln(&got, w)
	}
	golden.Check(t, "testdata/lenient.txt", got.String())
	if m.Discount != 1 || m.Costs || m.Moves[0].At(0, 0) != 0.5 {
		t.Errorf("%+v", m)
	}
	if _, _, err := Read(strings.NewReader("states: 1 actions: 1 T: * uniform"), Options{}); err != nil {
		t.Errorf("without discount and values: %v", err)
	}
}

// Other formats, and files beyond a limit, are refused with a reason; the limit is named before memory is taken.
func TestRefused(t *testing.T) {
	big := func(states int) string {
		return fmt.Sprintf("discount: 0.5 values: reward states: %d actions: 10 observations: 2\nT: * identity\nO: * uniform\n", states)
	}
	few := Limits{States: 100, Actions: 20, Observations: 5, Rows: 600, Entries: 2000}
	for _, c := range []struct {
		text   string
		limits Limits
		want   string
	}{
		{"<?xml version='1.0'?><pomdpx>", Limits{}, "PomdpX"},
		{"\ufeff\n <pomdpx>", Limits{}, "PomdpX"},
		{big(50), Limits{Bytes: 20}, "longer than 20 bytes"},
		{big(101), few, "101 states: more than the 100"},
		{big(61), few, "61 states with 10 actions: more than the 600 rows"},
		{big(2_000_000_000), Limits{}, "2000000000 states: more than"},
		{"states: 99999999999999999999", Limits{}, "no number of them"},
		{strings.Replace(big(50), "identity", "uniform", 1), few, "more than the 2000 entries"},
		{strings.Replace(big(50), "identity", "identity R: * : 0 "+strings.Repeat("1 ", 100), 1), few, ""},
		{big(50) + strings.Repeat("T: * : * : * 0\n", 5000), few, "more than the 2000 entries"},
		{strings.Replace(big(50), "10", "21", 1), few, "21 actions"},
		{"actions: a b c d e", Limits{Actions: 4}, "more than the 4"},
	} {
		_, _, err := Read(strings.NewReader(c.text), Options{Limits: c.limits})
		if c.want == "" {
			if err != nil {
				t.Errorf("%.60s: %v", c.text, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, want %q", c.text, err, c.want)
		}
	}
}

// Lines with * that overwrite one another without end are refused, not followed.
func TestStarsAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("discount: 0.5 values: reward states: 1000 actions: 10 observations: 1\nO: * uniform\nT: * identity\n")
	for s := range 900 {
		fmt.Fprintf(&b, "T: * : * : %d 0\n", s)
	}
	for s := range 900 {
		fmt.Fprintf(&b, "T: * : %d : %d 1\n", s, s)
	}
	if _, _, err := Read(strings.NewReader(b.String()), Options{}); err != nil {
		t.Errorf("within the limits: %v", err)
	}
	_, _, err := Read(strings.NewReader(b.String()), Options{Limits: Limits{Entries: 20_000}})
	if err == nil || !strings.Contains(err.Error(), "lines with * stand for more") {
		t.Errorf("%v", err)
	}
}
