package engine

import (
	"errors"
	"strings"
)

// Words splits a command into its words as a shell does: at blanks, unless they are quoted by
// ' or " or follow a backslash. Nothing else is special: no shell is asked.
func Words(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun := false   // a word, perhaps an empty one
	quote := rune(0) // that is open
	escaped := false
	for _, c := range command {
		switch {
		case escaped:
			if quote == '"' && c != '"' && c != '\\' {
				word.WriteByte('\\') // between " it stands for itself, but before these two
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if begun {
				words = append(words, word.String())
				word.Reset()
				begun = false
			}
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case escaped:
		return nil, errors.New("nothing follows the last backslash")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
