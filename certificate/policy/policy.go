// Package policy holds policies of POMDPs as files of alpha vectors, and a checker that tells what one
// is worth at least, from the tables of the problem alone: it shares no code with any search.
//
// Two formats are read and written. Cassandra's .alpha has for each vector a line with the number of its action
// and a line with its values, one for each state:
//
//	2
//	-3.5 12.25
//
// The reference solver's .policy is XML:
//
//	<Policy version="0.1" type="value" model="tiger.pomdp">
//	<AlphaVector vectorLength="2" numObsValue="1" numVectors="1">
//	<Vector action="2" obsValue="0" next="0 0">-3.5 12.25</Vector>
//	</AlphaVector>
//	</Policy>
//
// The attribute next is ours: for each observation the number of the vector to go on with. It saves the checker from searching
// for these, and is checked as all else; other programs pass over it.
//
// A vector promises its values, in each state, to who does its action and goes on by other vectors of the
// file. The file is closed if that is so: [Check] has the condition.
package policy

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// Vector is an alpha vector.
type Vector struct {
	Action int
	Values []float64 // by state
	Next   []int     // by observation: the vector to go on with; nil if the file does not say
}

// Policy is what a file holds: at each belief one does the action of the vector whose mean is the greatest.
type Policy struct{ Vectors []Vector }

// Size is what a policy must fit: the numbers of states, actions and observations of its problem.
type Size struct{ States, Actions, Observations int }

// MostValues is how many values a file may hold: vectors times states. They take 1 GiB.
const MostValues = 1 << 27

// Best returns the vector whose mean at a belief is the greatest, the first of them if there are several, and that mean.
// There must be one.
func (p *Policy) Best(belief []float64) (best int, mean float64) {
	mean = math.Inf(-1)
	for i, v := range p.Vectors {
		sum := 0.0
		for s, chance := range belief {
			if chance != 0 {
				sum += chance * v.Values[s]
			}
		}
		if sum > mean {
			best, mean = i, sum
		}
	}
	return best, mean
}

// fits tells what is wrong with a vector, but for Next.
func (s Size) fits(v *Vector) error {
	if v.Action < 0 || v.Action >= s.Actions {
		return fmt.Errorf("action %d: the problem has %d, numbered from 0", v.Action, s.Actions)
	}
	if len(v.Values) != s.States {
		return fmt.Errorf("%d values: the problem has %d states", len(v.Values), s.States)
	}
	return nil
}

// Check tells what is wrong with a policy for a problem of a size.
func (p *Policy) Check(s Size) error {
	if len(p.Vectors) == 0 {
		return errEmpty
	}
	for i := range p.Vectors {
		v := &p.Vectors[i]
		err := s.fits(v)
		for _, x := range v.Values {
			if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
				err = fmt.Errorf("the value %v is no number", x)
			}
		}
		if err == nil && v.Next != nil {
			err = p.leads(v.Next, s)
		}
		if err != nil {
			return fmt.Errorf("vector %d: %w", i, err)
		}
	}
	return nil
}

// leads tells what is wrong with the vectors that one names.
func (p *Policy) leads(next []int, s Size) error {
	if len(next) != s.Observations {
		return fmt.Errorf("%d vectors to go on with: the problem has %d observations", len(next), s.Observations)
	}
	for o, i := range next {
		if i < 0 || i >= len(p.Vectors) {
			return fmt.Errorf("after observation %d it goes on with vector %d: there are %d, numbered from 0", o, i, len(p.Vectors))
		}
	}
	return nil
}

var errEmpty = errors.New("it has no vectors")

// mistake is an error at a place of a file.
type mistake struct {
	line, column int
	err          error
}

func (m mistake) Error() string { return fmt.Sprintf("%d:%d: %v", m.line, m.column, m.err) }

func (m mistake) Unwrap() error { return m.err }

// named puts the name of a file before an error of it.
func named(name string, err error) error {
	if m := (mistake{}); errors.As(err, &m) {
		return fmt.Errorf("%s:%w", name, m)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Read reads a file of either format, told apart by its first character, for a problem of a size. Errors
// name the line and the column.
func Read(r io.Reader, name string, size Size) (*Policy, error) {
	text := newScanner(r)
	first, err := text.peek()
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var p *Policy
	if first == '<' {
		p, err = readXML(text, size)
	} else {
		p, err = readAlpha(text, size)
	}
	if err == nil && len(p.Vectors) == 0 {
		err = errEmpty
	}
	if err != nil {
		return nil, named(name, err)
	}
	return p, nil
}

// number reads a value.
func number(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%.40q is no number", word)
	}
	return x, nil
}

// room tells whether another vector of a size may be read.
func (p *Policy) room(size Size) error {
	if (len(p.Vectors)+1)*size.States > MostValues {
		return fmt.Errorf("more than %d vectors of %d states: a file may hold %d values", len(p.Vectors), size.States, MostValues)
	}
	return nil
}
