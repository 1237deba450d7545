package pomdp

import "slices"

// any stands for *, and the others for what a whole row is.
const (
	anyOne      = -1
	clearedRow  = -2 // all 0
	uniformRow  = -3
	identityRow = -4
	resetRow    = -5
)

// A write is what a line of the file sets: an entry, all entries of a row, or a row as a whole.
// Later ones overwrite earlier ones.
type write struct {
	order       int32 // which write of the file it is
	action, row int32 // or anyOne
	column      int32 // of T and O, or what the row is; of R the state after the step
	seen        int32 // of R: the observation
	value       float64
}

// writes are all that the lines of one letter set.
type writes struct {
	letter string
	list   []write
	lines  []line
}

// A line is where an item of the file begins, and its first write.
type line struct {
	place
	order int32
}

func newWrites(letter string) *writes { return &writes{letter: letter} }

// begin notes where an item begins.
func (w *writes) begin(at place) { w.lines = append(w.lines, line{at, int32(len(w.list))}) }

// add adds a write.
func (w *writes) add(x write) {
	x.order = int32(len(w.list))
	w.list = append(w.list, x)
}

// place returns where the item of a write begins.
func (w *writes) place(order int32) place {
	i, found := slices.BinarySearchFunc(w.lines, order, func(l line, order int32) int { return int(l.order) - int(order) })
	for found && i+1 < len(w.lines) && w.lines[i+1].order == order {
		i++ // an item without a write stands before it
	}
	if !found {
		i--
	}
	return w.lines[i].place
}

// entries reads an item T, O or R.
func (p *parser) entries() error {
	if err := p.ready(); err != nil {
		return err
	}
	letter := p.begin.text
	if letter == "O" && p.m.Observed {
		return fault(p.begin.place, "O in a file without observations: those of an MDP are its states; give observations: for a POMDP")
	}
	if err := p.key(); err != nil {
		return err
	}
	action, err := p.referenceOrAny(1)
	if err != nil {
		return err
	}
	switch letter {
	case "T":
		p.transitions.begin(p.begin.place)
		return p.matrix(p.transitions, action, 0)
	case "O":
		p.looks.begin(p.begin.place)
		return p.matrix(p.looks, action, 2)
	}
	p.payments.begin(p.begin.place)
	return p.payment(action)
}

// referenceOrAny reads a reference or *.
func (p *parser) referenceOrAny(which int) (int32, error) {
	if p.now.kind == star {
		return anyOne, p.take()
	}
	i, err := p.reference(which)
	return int32(i), err
}

// deeper reports whether a colon follows, and takes it.
func (p *parser) deeper() (bool, error) {
	if p.now.kind != colon {
		return false, nil
	}
	return true, p.take()
}

// matrix reads what follows the action of T or O: a matrix, a row or an entry. Columns are states
// or observations.
func (p *parser) matrix(w *writes, action int32, columns int) error {
	more, err := p.deeper()
	if err != nil {
		return err
	}
	if !more {
		return p.wholeMatrix(w, action, columns)
	}
	row, err := p.referenceOrAny(0)
	if err != nil {
		return err
	}
	if more, err = p.deeper(); err != nil {
		return err
	}
	if !more {
		return p.row(w, action, row, columns)
	}
	column, err := p.referenceOrAny(columns)
	if err != nil {
		return err
	}
	x, err := p.chance()
	if err != nil {
		return err
	}
	return p.put(w, write{action: action, row: row, column: column, value: x})
}

// wholeMatrix reads uniform, identity, or all rows.
func (p *parser) wholeMatrix(w *writes, action int32, columns int) error {
	if p.now.kind == word {
		switch p.now.text {
		case "uniform":
			return p.putWord(w, write{action: action, row: anyOne, column: uniformRow})
		case "identity":
			if n := p.columns(columns); n != len(p.m.States) {
				return fault(p.now.place, "identity: the matrix has %d rows and %d columns", len(p.m.States), n)
			}
			if w.letter == "O" {
				if err := p.broken(p.now.place, "identity for O", "the grammar knows it for T alone"); err != nil {
					return err
				}
			}
			return p.putWord(w, write{action: action, row: anyOne, column: identityRow})
		case "reset":
			return fault(p.now.place, "reset is a row: write %s: action : * reset", w.letter)
		}
	}
	for s := range p.m.States {
		if err := p.numbersOfRow(w, action, int32(s), columns); err != nil {
			return err
		}
	}
	return nil
}

// row reads uniform, reset, or the numbers of a row.
func (p *parser) row(w *writes, action, row int32, columns int) error {
	if p.now.kind == word {
		switch p.now.text {
		case "uniform":
			return p.putWord(w, write{action: action, row: row, column: uniformRow})
		case "reset":
			if w.letter != "T" {
				return fault(p.now.place, "reset: only a row of T leads to the start")
			}
			if p.m.Start == nil {
				p.startIsUniform()
			}
			p.given["reset"] = true
			return p.putWord(w, write{action: action, row: row, column: resetRow})
		case "identity":
			return fault(p.now.place, "identity is a matrix: write %s: action identity", w.letter)
		}
	}
	return p.numbersOfRow(w, action, row, columns)
}

// startIsUniform is what a file says that has no start.
func (p *parser) startIsUniform() {
	p.m.Start = make([]float64, len(p.m.States))
	for s := range p.m.Start {
		p.m.Start[s] = 1 / float64(len(p.m.Start))
	}
}

// columns returns how many states or observations there are.
func (p *parser) columns(which int) int {
	if which == 0 {
		return len(p.m.States)
	}
	return len(p.m.Observations)
}

// numbersOfRow reads a number for each column.
func (p *parser) numbersOfRow(w *writes, action, row int32, columns int) error {
	if err := p.put(w, write{action: action, row: row, column: clearedRow}); err != nil {
		return err
	}
	n := p.columns(columns)
	for c := range n {
		if err := p.few(c, n); err != nil {
			return err
		}
		x, err := p.chance()
		if err != nil {
			return err
		}
		if x != 0 {
			if err := p.put(w, write{action: action, row: row, column: int32(c), value: x}); err != nil {
				return err
			}
		}
	}
	return nil
}

// few tells that numbers are missing: so many of a row were read.
func (p *parser) few(read, want int) error {
	if p.now.kind == integer || p.now.kind == real {
		return nil
	}
	return fault(p.now.place, "%d numbers belong here: after %d of them stands %v", want, read, p.now)
}

// put adds a write.
func (p *parser) put(w *writes, x write) error {
	if len(w.list) >= 2*p.limits.Entries {
		return fault(p.now.place, "more than the %d entries that are allowed", p.limits.Entries)
	}
	w.add(x)
	return nil
}

// putWord adds a write that a word stands for, and takes it.
func (p *parser) putWord(w *writes, x write) error {
	if err := p.put(w, x); err != nil {
		return err
	}
	return p.take()
}
