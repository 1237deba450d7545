package minesexchange

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// maxSize is the greatest size of a file in bytes: that of far more games than anybody
// has played.
const maxSize = 1 << 30

// Read reads a series. Errors begin with the name and the line. It holds the whole file
// in memory.
func Read(r io.Reader, name string) (*Series, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s: more than %d MiB: these are not the outcomes of games", name, maxSize>>20)
	}
	p := parser{name: name, games: -1, won: -1}
	for len(data) > 0 {
		p.line++
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := p.read(line); err != nil {
			return nil, err
		}
	}
	return p.finish()
}

// parser reads a file line by line.
type parser struct {
	name       string
	line       int
	series     Series
	games, won int  // as the head says, -1 if it does not
	begun      bool // the head is over
	perGame    bool // the games are those of --per-game
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.name, p.line, fmt.Sprintf(format, args...))
}

func (p *parser) read(line []byte) error {
	if line[0] == '#' {
		if p.begun {
			return p.errorf("a line of the head after games: it comes first")
		}
		return p.head(strings.TrimSpace(string(line[1:])))
	}
	if !p.begun {
		p.begun, p.perGame = true, bytes.ContainsAny(line, " \t")
	}
	if p.perGame {
		return p.game(string(line))
	}
	for i, c := range line {
		if c != '0' && c != '1' {
			return p.errorf("character %d is %q: want 0 and 1, one a game, or lines 'game won score moves' as 'mines play --per-game' writes them", i+1, c)
		}
		p.series.Won = append(p.series.Won, c == '1')
	}
	return nil
}

// head reads a line "key: value".
func (p *parser) head(line string) error {
	key, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return p.errorf("%q: want # KEY: VALUE", line)
	}
	h := &p.series.Head
	switch key {
	case gamesKey, wonKey:
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return p.errorf("%s: %q: want a number of games", key, value)
		}
		if key == gamesKey {
			p.games = n
		} else {
			p.won = n
		}
		return nil
	case cpuKey:
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0) || math.IsInf(x, 0) {
			return p.errorf("%s: %q: want milliseconds, above 0", key, value)
		}
		h.CPU = x
		return nil
	}
	for _, f := range h.fields() {
		if f.key == key {
			*f.text = value
			return nil
		}
	}
	return p.errorf("unknown key %q: use one of %s", key, keys())
}

// game reads a line 'game won score moves'.
func (p *parser) game(line string) error {
	fields := strings.Fields(line)
	if len(fields) != 4 {
		return p.errorf("%d words: want four, 'game won score moves'", len(fields))
	}
	if n := len(p.series.Won); fields[0] != strconv.Itoa(n) {
		return p.errorf("game %q: want %d, the games being in order from 0 on", fields[0], n)
	}
	if fields[1] != "0" && fields[1] != "1" {
		return p.errorf("won %q: want 0 or 1", fields[1])
	}
	if _, err := strconv.ParseFloat(fields[2], 64); err != nil {
		return p.errorf("score %q: want a number", fields[2])
	}
	if moves, err := strconv.Atoi(fields[3]); err != nil || moves < 0 {
		return p.errorf("moves %q: want a whole number", fields[3])
	}
	p.series.Won = append(p.series.Won, fields[1] == "1")
	return nil
}

// finish checks the whole.
func (p *parser) finish() (*Series, error) {
	games, won := len(p.series.Won), p.series.Wins()
	switch {
	case games == 0:
		return nil, fmt.Errorf("%s: no game", p.name)
	case p.games >= 0 && p.games != games:
		return nil, fmt.Errorf("%s: the head says %d games, there are %d: a part is missing, or too much", p.name, p.games, games)
	case p.won >= 0 && p.won != won:
		return nil, fmt.Errorf("%s: the head says %d games won, there are %d: the file was changed", p.name, p.won, won)
	}
	return &p.series, nil
}
