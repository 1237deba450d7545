package kriegspiel

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"blindsight/game/chess"
)

// readPGN reads a record in Kriegspiel PGN: tags, then moves with their comments. In an
// unfiltered record comments may be missing: then what was heard is what the referee
// would have said.
func (r *Reader) readPGN() (*Record, error) {
	begin := r.at
	rec, result, err := r.readTags()
	if err != nil {
		return nil, err
	}
	m := &movetext{r: r, p: newReplayer(rec, result)}
	for {
		done, err := m.token()
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
	}
	if result == Unfinished {
		result = m.result
	}
	rec, err = m.p.finish(result)
	if err != nil {
		return nil, r.errorAt(begin, err)
	}
	if m.result != Unfinished && rec.Result.Score() != m.result.Score() {
		return nil, r.errorAt(begin, fmt.Errorf("the tags say %q, the moves end with %s", rec.Result, m.result.Score()))
	}
	return rec, nil
}

// readTags reads the lines [Name "value"] before the moves.
func (r *Reader) readTags() (*Record, Result, error) {
	rec := &Record{Rules: rules[0], Start: chess.Start()}
	result := Unfinished
	for {
		r.at += blanks(r.text[r.at:])
		if r.at == len(r.text) || r.text[r.at] != '[' {
			return rec, result, nil
		}
		name, value, valueAt, err := r.readTag()
		if err != nil {
			return nil, 0, err
		}
		switch name {
		case "Event":
			rec.ID = strings.Map(visible, value) // of other programs
		case "Variant":
			switch strings.ToLower(value) {
			case "kriegspiel":
			case "wild/16", "wild 16", "wild16": // as chess servers call it
				rec.Rules = MustRules("wild16")
			default:
				err = fmt.Errorf("variant %q: want Kriegspiel", value)
			}
		case "Rules":
			rec.Rules, err = ParseRules(value)
		case "Filtered":
			if value != "no" {
				var side chess.Color
				side, err = ParseSide(value)
				rec.Scope = ScopeOf(side)
				if err != nil {
					err = fmt.Errorf("filtered %q: want no, white or black", value)
				}
			}
		case "FEN":
			rec.Start, rec.Clock, _, err = chess.ParseFullFEN(value)
		case "Termination":
			if known, err := parseResult(value); err == nil {
				result = known
			} else {
				rec.About.Termination = value
			}
		case "Date":
			rec.About.Date = value
		case "White":
			rec.About.White = value
		case "Black":
			rec.About.Black = value
		}
		if err != nil {
			return nil, 0, r.errorAt(valueAt, err)
		}
	}
}

// visible makes a blank of what does something to a terminal instead of being seen.
func visible(r rune) rune {
	if unseen(r) {
		return ' '
	}
	return r
}

// readTag reads one tag; valueAt is where its value begins.
func (r *Reader) readTag() (name, value string, valueAt int, err error) {
	bad := func() (string, string, int, error) {
		return "", "", 0, r.errorAt(r.at, errors.New(`want a tag, as in [Rules "berkeley"]`))
	}
	line := r.text[r.at:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	quote := bytes.IndexByte(line, '"')
	if quote < 0 {
		return bad()
	}
	name = string(bytes.TrimSpace(line[1:quote]))
	var text []byte
	at := quote + 1
	for ; at < len(line) && line[at] != '"'; at++ {
		if line[at] == '\\' && at+1 < len(line) {
			at++
		}
		text = append(text, line[at])
	}
	if name == "" || strings.ContainsAny(name, " \t[]") || at >= len(line) {
		return bad()
	}
	rest := bytes.TrimLeft(line[at+1:], " \t")
	if len(rest) == 0 || rest[0] != ']' {
		return bad()
	}
	valueAt = r.at + quote + 1
	r.at += len(line) - len(rest) + 1
	return name, string(text), valueAt, nil
}
