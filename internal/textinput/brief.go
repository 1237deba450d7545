package textinput

import (
	"bytes"
	"fmt"
)

// Words of a message that are longer are shown in part.
const (
	longWord  = 300
	wordBegin = 100
	wordEnd   = 20
)

// Brief returns a message in which words that are too long to be read are cut, with how long
// they are: what was given may be of any length.
func Brief(text string) string {
	if len(text) <= longWord {
		return text
	}
	var short bytes.Buffer
	for rest := []byte(text); len(rest) > 0; {
		n := bytes.IndexAny(rest, " \n")
		if n < 0 {
			n = len(rest)
		}
		if word := rest[:n]; n > longWord {
			fmt.Fprintf(&short, "%s…(%d bytes)…%s", bytes.ToValidUTF8(word[:wordBegin], nil), n, bytes.ToValidUTF8(word[n-wordEnd:], nil))
		} else {
			short.Write(word)
		}
		if rest = rest[n:]; len(rest) > 0 {
			short.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return short.String()
}
