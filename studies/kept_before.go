package studies

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"blindsight/experiment/store"
)

// lineBefore is a line of the records of pieces from before these were records as those of games are: who began it, or
// a piece.
type lineBefore struct {
	Version string          `json:"version"`
	Seed    uint64          `json:"seed"`
	Piece   string          `json:"piece"`
	Result  json.RawMessage `json:"result"`
}

// longestLine is the greatest length of a line: far more than the results of any piece.
const longestLine = 16 << 20

// convert makes a record of a file of lines, if there is one at its place; all of it or nothing.
func (b *Bench) convert(path string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.HasPrefix(data, []byte("{")) {
		return nil
	}
	if err != nil {
		return err
	}
	fresh := path + ".converted"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // of a run that was killed
	}
	var w *store.Work
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, longestLine)
	for lines.Scan() && err == nil {
		var l lineBefore
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue // cut off when the program was killed
		}
		if w == nil {
			if w, err = store.OpenWork(fresh, b.work(l.Seed), l.Version, b.Machine); err != nil {
				return err
			}
		}
		if l.Piece != "" {
			err = w.Keep(l.Piece, l.Result)
		}
	}
	if w == nil {
		return errors.Join(lines.Err(), foreignRecord(path))
	}
	if err := errors.Join(err, lines.Err(), w.Close()); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}
