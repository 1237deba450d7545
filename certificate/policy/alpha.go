package policy

import (
	"bufio"
	"io"
	"strconv"
)

// readAlpha reads Cassandra's format. The number of an action stands alone in its line, the values in the
// next one.
func readAlpha(s *scanner, size Size) (*Policy, error) {
	p := &Policy{}
	for {
		word, at, err := s.word()
		if err != nil || word == "" && !s.more() {
			return p, err
		}
		action, err := strconv.Atoi(word)
		if err != nil {
			return nil, at.say("%.40q is not the number of an action, which stands alone in a line before the values of its vector", word)
		}
		if err := p.room(size); err != nil {
			return nil, at.say("%w", err)
		}
		v := Vector{Action: action, Values: make([]float64, 0, size.States)}
		line := at.line
		for len(v.Values) < size.States {
			word, where, err := s.word()
			if err != nil {
				return nil, err
			}
			switch first := len(v.Values) == 0; {
			case word == "" || !first && where.line > line:
				return nil, where.say("%d values end here: the problem has %d states", len(v.Values), size.States)
			case first && where.line == at.line:
				return nil, where.say("the values of a vector begin in the line after its action")
			}
			line = where.line
			x, err := number(word)
			if err != nil {
				return nil, where.say("%w", err)
			}
			v.Values = append(v.Values, x)
		}
		if _, err := s.peek(); err == nil && s.line == line {
			return nil, s.here().say("more values than the problem has states: %d", size.States)
		}
		if err := size.fits(&v); err != nil {
			return nil, at.say("%w", err)
		}
		p.Vectors = append(p.Vectors, v)
	}
}

// more tells whether there is another byte.
func (s *scanner) more() bool {
	_, err := s.ahead()
	return err == nil
}

// WriteAlpha writes a policy in Cassandra's format, which has no room for [Vector.Next].
func (p *Policy) WriteAlpha(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var buf []byte
	for _, v := range p.Vectors {
		buf = strconv.AppendInt(buf[:0], int64(v.Action), 10)
		buf = append(buf, '\n')
		buf = appendValues(buf, v.Values)
		buf = append(buf, "\n\n"...)
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	return out.Flush()
}

// appendValues writes values so that they are read back to the last bit.
func appendValues(buf []byte, values []float64) []byte {
	for i, x := range values {
		if i > 0 {
			buf = append(buf, ' ')
		}
		buf = strconv.AppendFloat(buf, x, 'g', -1, 64)
	}
	return buf
}
