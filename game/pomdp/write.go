package pomdp

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"

	"blindsight"
)

// Write writes a model as a .pomdp file, in a form that depends on the model alone and that [Read] reads back
// as the same model, strictly but for a discount of 1. Numbers have as many digits as that takes. The model must be one that
// passes [Model.Check].
func Write(w io.Writer, m *Model) error {
	if err := m.Check(); err != nil {
		return err
	}
	if m.Observed && !slices.Equal(m.States, m.Observations) {
		return errors.New("an MDP whose observations have other names than its states cannot be written")
	}
	p := &printer{Writer: bufio.NewWriterSize(w, 1<<16), m: m}
	p.preamble()
	p.start()
	p.chances("T", m.States, m.Moves)
	if !m.Observed {
		p.chances("O", m.Observations, m.Signals)
	}
	for a := range m.Actions {
		p.rewards(a)
	}
	return p.Flush()
}

// A printer writes a model. Errors are kept by the writer below.
type printer struct {
	*bufio.Writer
	m      *Model
	begins int // in so many states a play can begin
}

// line writes words with blanks between them.
func (p *printer) line(words ...string) {
	for i, w := range words {
		if i > 0 {
			_ = p.WriteByte(' ')
		}
		_, _ = p.WriteString(w)
	}
	_ = p.WriteByte('\n')
}

// numeral returns a number so that it is read back the same.
func numeral(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) } // + 0 makes -0 a 0

func (p *printer) preamble() {
	p.line("discount:", numeral(p.m.Discount))
	if p.m.Costs {
		p.line("values: cost")
	} else {
		p.line("values: reward")
	}
	p.names("states:", p.m.States)
	p.names("actions:", p.m.Actions)
	if !p.m.Observed {
		p.names("observations:", p.m.Observations)
	}
}

func (p *printer) names(key string, names Names) {
	if names.numbered() {
		p.line(key, strconv.Itoa(len(names)))
		return
	}
	p.list(key, names)
}

// list writes words after a key, broken into lines.
func (p *printer) list(key string, words []string) {
	const width = 100
	_, _ = p.WriteString(key)
	at := len(key)
	for _, w := range words {
		if at+1+len(w) > width {
			_ = p.WriteByte('\n')
			at = 0
		} else {
			_ = p.WriteByte(' ')
			at++
		}
		_, _ = p.WriteString(w)
		at += len(w)
	}
	_ = p.WriteByte('\n')
}

// start writes the belief before the first step in the shortest of its forms.
func (p *printer) start() {
	var in, out []string
	even := true
	for s, x := range p.m.Start {
		if x == 0 {
			out = append(out, p.m.States[s])
		} else {
			in = append(in, p.m.States[s])
		}
	}
	p.begins = len(in)
	for _, x := range p.m.Start {
		even = even && (x == 0 || x == 1/float64(len(in)))
	}
	switch {
	case !even:
		var all []string
		for _, x := range p.m.Start {
			all = append(all, numeral(x))
		}
		p.list("start:", all)
	case len(out) == 0:
		p.line("start: uniform")
	case len(out) < len(in):
		p.list("start exclude:", out)
	default:
		p.list("start include:", in)
	}
	_ = p.WriteByte('\n')
}

// chances writes T or O.
func (p *printer) chances(letter string, columns Names, by []blindsight.Sparse) {
	alike := true
	for a := range by {
		alike = alike && sameMatrix(&by[a], &by[0])
	}
	for a := range by {
		key, action := letter+":", p.m.Actions[a]
		if alike {
			action = "*"
		}
		switch {
		case letter == "T" && isIdentity(&by[a]):
			p.line(key, action, "identity")
		case rowsAlike(&by[a]):
			p.row(key, action, "*", &by[a], 0, columns)
		default:
			for s, state := range p.m.States {
				p.row(key, action, state, &by[a], s, columns)
			}
		}
		if alike {
			break
		}
	}
	_ = p.WriteByte('\n')
}

// row writes a row of T or O.
func (p *printer) row(key, action, state string, m *blindsight.Sparse, s int, columns Names) {
	at, values := m.Row(s)
	if len(at) == len(columns) && len(at) > 1 && slices.Min(values) == 1/float64(len(columns)) && slices.Max(values) == values[0] {
		p.line(key, action, ":", state, "uniform")
		return
	}
	if key == "T:" && len(at) > 1 && p.isStart(at, values) {
		p.line(key, action, ":", state, "reset")
		return
	}
	for i, c := range at {
		p.line(key, action, ":", state, ":", columns[c], numeral(values[i]))
	}
}

// isStart reports whether a row is the belief before the first step.
func (p *printer) isStart(at []int32, values []float64) bool {
	for i, c := range at {
		if p.m.Start[c] != values[i] {
			return false
		}
	}
	return len(at) == p.begins
}

func sameMatrix(x, y *blindsight.Sparse) bool {
	return slices.Equal(x.First, y.First) && slices.Equal(x.Column, y.Column) && slices.Equal(x.Value, y.Value)
}

func isIdentity(m *blindsight.Sparse) bool {
	for s := range m.Rows() {
		if at, values := m.Row(s); len(at) != 1 || int(at[0]) != s || values[0] != 1 {
			return false
		}
	}
	return true
}

func rowsAlike(m *blindsight.Sparse) bool {
	at, values := m.Row(0)
	for s := range m.Rows() {
		if c, v := m.Row(s); !slices.Equal(c, at) || !slices.Equal(v, values) {
			return false
		}
	}
	return true
}

// rewards writes R of an action: first what most states bring, then what others do.
func (p *printer) rewards(a int) {
	m, action := p.m, p.m.Actions[a]
	anything, anyEnd := ": * : * : *", ": * : *"
	if m.Observed {
		anything, anyEnd = ": * : *", ": *"
	}
	usual := p.usual(a)
	if usual != 0 {
		p.line("R:", action, anything, numeral(usual))
	}
	for s, state := range m.States {
		row := m.Rewards[a].Row(s)
		ends, _ := m.Moves[a].Row(s)
		switch {
		case len(row) == 1:
			if row[0] != usual {
				p.line("R:", action, ":", state, anyEnd, numeral(row[0]))
			}
			continue
		case len(row) == len(ends):
			for i, x := range row {
				if x != usual && m.Observed {
					p.line("R:", action, ":", state, ":", m.States[ends[i]], numeral(x))
				} else if x != usual {
					p.line("R:", action, ":", state, ":", m.States[ends[i]], ": *", numeral(x))
				}
			}
			continue
		}
		for _, end := range ends {
			seen, _ := m.Signals[a].Row(int(end))
			for j, o := range seen {
				if x := row[j]; x != usual {
					p.line("R:", action, ":", state, ":", m.States[end], ":", m.Observations[o], numeral(x))
				}
			}
			row = row[len(seen):]
		}
	}
}

// usual returns what an action brings in most states, of those that are equally many the smallest.
func (p *printer) usual(a int) float64 {
	var all []float64
	for s := range p.m.States {
		if row := p.m.Rewards[a].Row(s); len(row) == 1 {
			all = append(all, row[0])
		}
	}
	slices.Sort(all)
	best, most := 0.0, 0
	for i := 0; i < len(all); {
		from := i
		for ; i < len(all) && all[i] == all[from]; i++ {
		}
		if i-from > most {
			best, most = all[from], i-from
		}
	}
	return best
}
