// Package strategy holds behaviour strategies of games of two sides as files, and a checker that
// tells what one is worth and how much it can be exploited, by the rules of the game alone: it
// shares no code with any search.
//
// A file is JSON, one object a line. The first says what it is of:
//
//	{"strategy":1,"game":"poker","settings":"rules=kuhn,ranks=3","made":"cfr+, 1000 iterations"}
//
// and each other what a side does in one information set: what it was told, in the words of the
// game, and the probability of each action, those of probability 0 left out:
//
//	{"side":0,"told":["deal: deal, 2","call: call","heard: raise"],"play":{"call":0.66,"fold":0.34}}
//
// Where a file lists nothing, all legal actions are equally likely.
package strategy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"blindsight"
)

// Head says what a strategy is of.
type Head struct {
	Version  int    `json:"strategy"` // 1
	Game     string `json:"game"`
	Settings string `json:"settings"` // all of them
	Made     string `json:"made"`     // how
}

// Set is what a side does in an information set.
type Set struct {
	Side blindsight.Side    `json:"side"`
	Told []string           `json:"told"` // oldest first, see [Words]
	Play map[string]float64 `json:"play"` // by the names of actions
}

// Strategy is what a file holds. It is safe for concurrent use once it is read.
type Strategy struct {
	Head
	sets [2]map[string]map[string]float64
	n    int
}

// New returns a strategy that lists nothing.
func New(h Head) *Strategy {
	h.Version = 1
	return &Strategy{Head: h, sets: [2]map[string]map[string]float64{{}, {}}}
}

// maxLine is how long a line may be.
const maxLine = 1 << 20

// Sum1 is how far from 1 the probabilities of a set may add up to.
const Sum1 = 1e-6

// What is wrong with a set.
var (
	errSide   = errors.New(`"side" must be 0 or 1`)
	errTwice  = errors.New("the same side was told the same in a line before")
	errEmpty  = errors.New(`"play" is empty: name an action`)
	errChance = errors.New("a probability must be above 0, and at most 1")
)

// Add adds a set. It tells what is wrong with it.
func (s *Strategy) Add(set Set) error {
	if set.Side != 0 && set.Side != 1 {
		return errSide
	}
	key := key(set.Told)
	if _, known := s.sets[set.Side][key]; known {
		return errTwice
	}
	if len(set.Play) == 0 {
		return errEmpty
	}
	sum := 0.0
	for _, p := range set.Play {
		if !(p > 0 && p <= 1) {
			return errChance
		}
		sum += p
	}
	if math.Abs(sum-1) > Sum1 {
		return fmt.Errorf("the probabilities add up to %v instead of 1", sum)
	}
	s.sets[set.Side][key] = set.Play
	s.n++
	return nil
}

// key tells what was told apart.
func key(told []string) string {
	if told == nil {
		told = []string{}
	}
	data, err := json.Marshal(told)
	if err != nil {
		panic(err) // strings can be marshalled
	}
	return string(data)
}

// Len returns how many sets are listed.
func (s *Strategy) Len() int { return s.n }

// Find returns what a side does that was told so much, nil where that is not listed. It must not
// be changed.
func (s *Strategy) Find(side blindsight.Side, told []string) map[string]float64 {
	return s.sets[side][key(told)]
}

// Read reads a file. Errors name its line.
func Read(r io.Reader, name string) (*Strategy, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var s *Strategy
	number := 0
	for lines.Scan() {
		number++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var err error
		if s == nil {
			s, err = readHead(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff"))) // a byte order mark
		} else {
			var set Set
			if err = strict(lines.Bytes(), &set); err == nil {
				err = s.Add(set)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: the line is longer than %d bytes", name, number+1, maxLine)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case s == nil:
		return nil, fmt.Errorf("%s: it is empty: a strategy begins with a line that names its game", name)
	}
	return s, nil
}

func readHead(line []byte) (*Strategy, error) {
	var h Head
	if err := strict(line, &h); err != nil || h.Version == 0 {
		return nil, errors.New(`this is no strategy: the first line must be as {"strategy":1,"game":"poker","settings":"rules=kuhn,ranks=3","made":"by hand"}`)
	}
	if h.Version != 1 {
		return nil, fmt.Errorf("format %d: this program reads format 1", h.Version)
	}
	return New(h), nil
}

// strict reads one object, and nothing that it does not know.
func strict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("want one JSON object: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more than one JSON object in the line")
	}
	return nil
}

// Writer writes a file, set after set.
type Writer struct{ to *json.Encoder }

// NewWriter begins a file.
func NewWriter(w io.Writer, h Head) (*Writer, error) {
	h.Version = 1
	to := json.NewEncoder(w)
	to.SetEscapeHTML(false)
	return &Writer{to}, to.Encode(h)
}

// Write adds a set.
func (w *Writer) Write(s Set) error {
	if s.Told == nil {
		s.Told = []string{}
	}
	return w.to.Encode(s)
}

// Words are how a game is written in strategies.
type Words[A, O comparable] struct {
	Action      func(A) string
	Seen, Heard func(O) string
}

// Event returns what is told of an event: of an own action "ACTION: SEEN", of the other side
// "heard: HEARD".
func (w Words[A, O]) Event(e blindsight.Event[A, O]) string {
	if e.Heard {
		return "heard: " + strings.TrimSpace(w.Heard(e.Seen))
	}
	return w.Action(e.Action) + ": " + strings.TrimSpace(w.Seen(e.Seen))
}

// Told returns what is told of a past.
func (w Words[A, O]) Told(past []blindsight.Event[A, O]) []string {
	told := make([]string, len(past))
	for i, e := range past {
		told[i] = w.Event(e)
	}
	return told
}
