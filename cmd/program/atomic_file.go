package program

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// atomicFile is written under another name and gets its own only when it is whole. A
// device or a pipe is written to as it is: a new file must not take its place.
type atomicFile struct {
	name string
	file *os.File
	*bufio.Writer
}

// createAtomic creates a file; without a name it returns one that holds nothing.
func createAtomic(name string) (*atomicFile, error) {
	if name == "" {
		return &atomicFile{}, nil
	}
	var f *os.File
	var err error
	if info, e := os.Stat(name); e == nil && !info.Mode().IsRegular() {
		f, err = os.OpenFile(name, os.O_WRONLY, 0)
	} else {
		f, err = os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	}
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		at.Path = name // that of the temporary file tells nobody anything
	}
	if err != nil {
		return nil, err
	}
	return &atomicFile{name, f, bufio.NewWriter(f)}, nil
}

// inPlace reports whether the file has had its own name from the start.
func (a *atomicFile) inPlace() bool { return a.file.Name() == a.name }

// commit puts the file in its place.
func (a *atomicFile) commit() error {
	err := a.Flush()
	if !a.inPlace() {
		err = errors.Join(err, a.file.Chmod(0o644))
	}
	err = errors.Join(err, a.file.Close())
	if err == nil && !a.inPlace() {
		err = os.Rename(a.file.Name(), a.name)
	}
	if err == nil {
		a.file = nil
	}
	return err
}

// discard removes what was not committed.
func (a *atomicFile) discard() {
	if a.file != nil {
		a.file.Close()
		if !a.inPlace() {
			os.Remove(a.file.Name())
		}
	}
}
