package studies

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"blindsight/episode"
	"blindsight/experiment/store"
)

// kept is the record of pieces of work that are not games, one a line, in the folder of
// the bench: a study that was stopped goes on with them.
type kept struct {
	path    string
	foreign bool // begun by another version of the program, or with another seed: only read
	pieces  map[string]json.RawMessage
	mutex   sync.Mutex
	file    *os.File
	lock    io.Closer
}

// keptLine is a line of the record: who began it, or a piece.
type keptLine struct {
	Version string          `json:"version,omitempty"`
	Seed    uint64          `json:"seed,omitempty"`
	Piece   string          `json:"piece,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
}

// maxLine is the greatest length of a line: far more than the results of any piece.
const maxLine = 16 << 20

// keep opens the record of the study, once; [Study.Run] closes it. A second run on the same
// folder is refused, as for games.
func (b *Bench) keep() (*kept, error) {
	if b.kept != nil {
		return b.kept, nil
	}
	k := &kept{path: filepath.Join(b.Out, b.Study+"-"+string(b.Size)+".pieces.record"), pieces: map[string]json.RawMessage{}}
	lock, err := store.TakeLock(k.path)
	if err != nil {
		return nil, err
	}
	k.lock = lock
	if err := k.open(b); err != nil {
		_ = k.close()
		return nil, err
	}
	b.kept = k
	return k, nil
}

// open reads what is there, and makes the file ready for more.
func (k *kept) open(b *Bench) error {
	data, err := os.ReadFile(k.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, maxLine)
	begun := false
	for lines.Scan() {
		var l keptLine
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue // cut off when the program was killed
		}
		if !begun {
			begun, k.foreign = true, l.Version != b.Version || l.Seed != b.Seed
		}
		if l.Piece != "" {
			k.pieces[l.Piece] = l.Result
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w: remove it, or name another folder with --out", k.path, err)
	}
	if k.foreign {
		return nil
	}
	if k.file, err = os.OpenFile(k.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return err
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		if _, err := k.file.WriteString("\n"); err != nil {
			return err
		}
	}
	if !begun {
		return k.write(keptLine{Version: b.Version, Seed: b.Seed})
	}
	return nil
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
	var err error
	if k.file != nil {
		err = k.file.Close()
	}
	return errors.Join(err, k.lock.Close())
}

// Do does n pieces of work, so many at the same time as the bench has workers, and
// returns their results in order. A piece must depend on its name alone, which no other
// piece of the study has. What is finished is kept in the folder at once, as JSON, and is
// not done again by the next run.
func Do[R any](
	ctx context.Context, b *Bench, what string, n int, name func(i int) string, do func(ctx context.Context, i int) (R, error),
) ([]R, error) {
	k, err := b.keep()
	if err != nil {
		return nil, err
	}
	results := make([]R, n)
	var done atomic.Int64
	b.progress(what, 0, n)
	err = episode.Batch(ctx, n, b.Workers, func() func(context.Context, int) (R, error) {
		return func(ctx context.Context, i int) (R, error) {
			r, err := keptOrDone(ctx, b, k, name(i), func(ctx context.Context) (R, error) { return do(ctx, i) })
			if err == nil {
				b.progress(what, int(done.Add(1)), n)
			}
			return r, err
		}
	}, func(i int, r R) { results[i] = r })
	if err != nil {
		return nil, err
	}
	return results, nil
}

// keptOrDone returns the result of a piece from the record, or does it.
func keptOrDone[R any](ctx context.Context, b *Bench, k *kept, name string, do func(ctx context.Context) (R, error)) (R, error) {
	var r R
	if data, ok := k.find(name); ok {
		return r, json.Unmarshal(data, &r)
	}
	if k.foreign {
		return r, fmt.Errorf("%w: %s was begun by another version of the program, or with another seed: remove it, or name another folder with --out", ErrRecord, k.path)
	}
	r, err := do(ctx)
	if err != nil {
		return r, err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return r, err
	}
	b.did(1)
	return r, k.write(keptLine{Piece: name, Result: data})
}

// did notes that the run did something new.
func (b *Bench) did(pieces int) {
	b.mutex.Lock()
	b.fresh += pieces
	b.mutex.Unlock()
}
