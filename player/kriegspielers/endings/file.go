package endings

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"blindsight/game/chess"
)

// A file is packed by gzip. In it are tables, one after the other: that of an ending and, where
// the king may take a man and still be mated, that of what is left. A table is a line of JSON, its
// header, then for each placement and each number of moves how many sets there are, and the sets in ascending order, each as its
// difference from the one before, all as unsigned varints.

// header is the first line of a table.
type header struct {
	Format   string `json:"format"`
	Version  int    `json:"version"`
	Ending   string `json:"ending"`
	Moves    int    `json:"moves"`
	Complete bool   `json:"complete"`
	Exact    bool   `json:"exact"`
	Sets     int    `json:"sets"`
}

const (
	format  = "blindsight-ending"
	version = 1
)

// Write writes a table with all that belongs to it, about seven bytes a set.
func (t *Table) Write(w io.Writer) error {
	packed := gzip.NewWriter(w)
	out := bufio.NewWriter(packed)
	for ; t != nil; t = t.below {
		if err := t.write(out); err != nil {
			return err
		}
	}
	return errors.Join(out.Flush(), packed.Close())
}

// write writes one table.
func (t *Table) write(out *bufio.Writer) error {
	line, err := json.Marshal(header{format, version, t.material.Name, t.levels, t.complete, t.exact, t.Sets()})
	if err != nil {
		return err
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	var buf []byte
	for i := range t.won {
		for n := 1; n <= t.levels; n++ {
			won := slices.Sorted(slices.Values(t.won[i].of(n)))
			buf = binary.AppendUvarint(buf[:0], uint64(len(won)))
			last := chess.Bitboard(0)
			for _, s := range won {
				buf = binary.AppendUvarint(buf, uint64(s-last))
				last = s
			}
			if _, err := out.Write(buf); err != nil {
				return err
			}
		}
	}
	return nil
}

// Read reads a table. What it says is taken for true, as far as it can be; the error says what is wrong.
// Its memory is bounded by the length of the file.
func Read(in io.Reader, name string) (*Table, error) {
	packed, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("%s: no table of an ending: %w; build one with 'kriegspiel endings build'", name, err)
	}
	r := bufio.NewReader(packed)
	t, err := readTable(r)
	if err == nil {
		err = atEnd(r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// atEnd returns an error if there is more to read.
func atEnd(r *bufio.Reader) error {
	switch _, err := r.ReadByte(); {
	case err == nil:
		return errors.New("there is more after the end of the table")
	case err != io.EOF:
		return err
	}
	return nil
}

// readTable reads one table and what belongs to it.
func readTable(r *bufio.Reader) (*Table, error) {
	h, m, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	t := &Table{material: m, levels: h.Moves, complete: h.Complete, exact: h.Exact, places: newPlacements(m)}
	t.won = make([]sets, len(t.places.list))
	for i := range t.won {
		possible := m.Possible(t.places.list[i])
		for n := 1; n <= h.Moves; n++ {
			won, err := readSets(r, possible)
			if err != nil {
				return nil, fmt.Errorf("%s with men on %v, %d moves: %w", m, t.places.list[i], n, err)
			}
			t.won[i].add(won)
		}
		t.won[i].all = slices.Clip(t.won[i].all)
	}
	if n := t.Sets(); n != h.Sets {
		return nil, fmt.Errorf("%s: there are %d sets, and the header says %d", m, n, h.Sets)
	}
	if m.captured == nil {
		return t, nil
	}
	if t.below, err = readTable(r); err == nil && t.below.material != m.captured {
		err = fmt.Errorf("after %s comes %s, and not %s", m, t.below.material, m.captured)
	}
	return t, err
}

// readHeader reads the first line of a table.
func readHeader(r *bufio.Reader) (h header, m *Material, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return h, nil, fmt.Errorf("no header: %w", noEOF(err))
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&h); err != nil {
		return h, nil, fmt.Errorf("the header: %w", err)
	}
	switch {
	case h.Format != format:
		return h, nil, fmt.Errorf("the header says format %q: want %q", h.Format, format)
	case h.Version != version:
		return h, nil, fmt.Errorf("the header says version %d: this program reads %d", h.Version, version)
	case h.Moves < 0 || h.Moves >= never:
		return h, nil, fmt.Errorf("the header says %d moves: want 0 to %d", h.Moves, never-1)
	}
	m, err = ParseMaterial(h.Ending)
	return h, m, err
}

// readSets reads the sets of one placement and one number of moves.
func readSets(r *bufio.Reader, possible chess.Bitboard) ([]chess.Bitboard, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, noEOF(err)
	}
	var list []chess.Bitboard
	last := chess.Bitboard(0)
	for range n {
		d, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, noEOF(err)
		}
		s := last + chess.Bitboard(d)
		if s <= last || s&^possible != 0 {
			return nil, fmt.Errorf("the squares %s come after %s, or are not possible", s, last)
		}
		list = append(list, s)
		last = s
	}
	return list, nil
}

// noEOF returns io.ErrUnexpectedEOF for io.EOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
