package pomdp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Numbered returns the names of n things that have none: their numbers.
func Numbered(n int) Names {
	names := make(Names, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}

// numbered reports whether nothing has a name.
func (n Names) numbered() bool {
	for i, name := range n {
		if name != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// Index returns the number of what is called so, or numbered so. It looks through all of them.
func (n Names) Index(name string) (int, bool) {
	if i := slices.Index(n, name); i >= 0 {
		return i, true
	}
	i, err := strconv.Atoi(name)
	return i, err == nil && i >= 0 && i < len(n)
}

// check tells what is wrong with names: each is that of one thing, and can stand in a file.
func (n Names) check() error {
	if len(n) == 0 {
		return errors.New("there must be at least one")
	}
	if n.numbered() {
		return nil
	}
	seen := make(map[string]bool, len(n))
	for _, name := range n {
		if err := checkName(name); err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("%q is the name of two", name)
		}
		seen[name] = true
	}
	return nil
}

// reserved are the words that are no names in a file.
var reserved = []string{
	"discount", "values", "states", "actions", "observations", "T", "O", "R",
	"uniform", "identity", "reward", "cost", "reset", "start", "include", "exclude",
}

// checkName tells why a name cannot stand in a file.
func checkName(name string) error {
	if slices.Contains(reserved, name) {
		return fmt.Errorf("%q is a word of the format: use another name", name)
	}
	if name == "" || !isLetter(name[0]) {
		return fmt.Errorf("%q is no name: a name begins with a letter", name)
	}
	for i := range len(name) {
		if !isNamePart(name[i]) {
			return fmt.Errorf("%q is no name: after a letter come letters, digits, - and _", name)
		}
	}
	return nil
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNamePart(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' || c == '_' }
