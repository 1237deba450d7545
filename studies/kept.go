package studies

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// kept is the record of pieces of work that are not games, one a line, in the folder of
// the bench: a study that was stopped goes on with them.
type kept struct {
	path    string
	foreign bool // begun by another version of the program, or with another seed: only read
	pieces  map[string]json.RawMessage
	mutex   sync.Mutex
	file    *os.File
}

// keptLine is a line of the record: who began it, or a piece.
type keptLine struct {
	Version string          `json:"version,omitempty"`
	Seed    uint64          `json:"seed,omitempty"`
	Piece   string          `json:"piece,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
}

// keep opens the record of a study. Close it after use.
func (b *Bench) keep() (*kept, error) {
	k := &kept{path: filepath.Join(b.Out, b.Study+"-"+string(b.Size)+".pieces.record"), pieces: map[string]json.RawMessage{}}
	data, err := os.ReadFile(k.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		var l keptLine
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue // cut off when the program was killed
		}
		if n == 0 {
			k.foreign = l.Version != b.Version || l.Seed != b.Seed
		}
		if l.Piece != "" {
			k.pieces[l.Piece] = l.Result
		}
	}
	b.reread = true // until something is added
	if k.foreign {
		return k, nil
	}
	if k.file, err = os.OpenFile(k.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	if len(data) == 0 {
		err = k.write(keptLine{Version: b.Version, Seed: b.Seed})
	} else if data[len(data)-1] != '\n' {
		_, err = k.file.WriteString("\n")
	}
	return k, err
}

func (k *kept) write(l keptLine) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if l.Piece != "" {
		k.pieces[l.Piece] = l.Result
	}
	_, err = k.file.Write(append(data, '\n'))
	return err
}

// find returns the result of a piece.
func (k *kept) find(piece string) (json.RawMessage, bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	data, ok := k.pieces[piece]
	return data, ok
}

// close closes the record.
func (k *kept) close() error {
	if k.file == nil {
		return nil
	}
	return k.file.Close()
}

// doKept is [Do] for pieces that have names: those in the record are not done again.
func doKept[R any](
	ctx context.Context, b *Bench, k *kept, what string, n int, name func(i int) string, do func(ctx context.Context, i int) (R, error),
) ([]R, error) {
	return Do(ctx, b, what, n, func(ctx context.Context, i int) (R, error) {
		var r R
		if data, ok := k.find(name(i)); ok {
			return r, json.Unmarshal(data, &r)
		}
		if k.foreign {
			return r, fmt.Errorf("%w: %s was begun by another version of the program, or with another seed: remove it, or name another folder with --out", ErrRecord, k.path)
		}
		r, err := do(ctx, i)
		if err != nil {
			return r, err
		}
		data, err := json.Marshal(r)
		if err != nil {
			return r, err
		}
		b.added()
		return r, k.write(keptLine{Piece: name(i), Result: data})
	})
}

// added notes that the run did something.
func (b *Bench) added() {
	b.mutex.Lock()
	b.reread = false
	b.mutex.Unlock()
}
