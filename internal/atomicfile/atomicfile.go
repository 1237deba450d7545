// Package atomicfile writes files whole or not at all.
package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is written under another name and gets its own only when it is whole. A
// device or a pipe is written to as it is: a new file must not take its place.
type File struct {
	name string
	file *os.File
	*bufio.Writer
}

// Create creates a file. Without a name it returns one that goes nowhere, for flags that were not given.
func Create(name string) (*File, error) {
	if name == "" {
		return &File{Writer: bufio.NewWriter(io.Discard)}, nil
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
	return &File{name, f, bufio.NewWriter(f)}, nil
}

// Write makes a file of what write writes, and leaves nothing behind where that fails.
func Write(name string, write func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// WriteBytes makes a file of bytes, as os.WriteFile does.
func WriteBytes(name string, data []byte) error {
	return Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// inPlace reports whether the file has had its own name from the start.
func (a *File) inPlace() bool { return a.file.Name() == a.name }

// Named reports whether the file has a name, so that what is written is kept.
func (a *File) Named() bool { return a.name != "" }

// Commit puts the file in its place. One without a name has none.
func (a *File) Commit() error {
	if !a.Named() {
		return nil
	}
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

// Discard removes what was not committed; after Commit it does nothing.
func (a *File) Discard() {
	if a.file != nil {
		a.file.Close()
		if !a.inPlace() {
			os.Remove(a.file.Name())
		}
	}
}
