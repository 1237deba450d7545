package kriegspiel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A movetext is the moves of a game in PGN while they are read.
type movetext struct {
	r *Reader
	p *replayer
	// A move waits for the comment that says what was heard.
	waiting bool
	hidden  bool // it is ??
	move    Attempt
	moveAt  int
	result  Result
	ended   bool // by a turn under way
}

// token reads the next token; done says that it was the last one of the game.
func (m *movetext) token() (done bool, err error) {
	r := m.r
	r.at += blanks(r.text[r.at:])
	if r.at == len(r.text) || r.text[r.at] == '[' {
		return true, m.unheard()
	}
	at := r.at
	rest := r.text[at:]
	switch rest[0] {
	case '{':
		end := bytes.IndexByte(rest, '}')
		if end < 0 {
			return false, r.errorAt(at, errors.New("the comment has no end: want }"))
		}
		r.at += end + 1
		return false, m.comment(string(rest[1:end]), at+1)
	case ';', '%':
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			r.at += end
		} else {
			r.at = len(r.text)
		}
		return false, nil
	case '(':
		n := variation(rest)
		if n < 0 {
			return false, r.errorAt(at, errors.New("the variation has no end: want )"))
		}
		r.at += n
		return false, nil
	case ')', '}', ']', '"':
		return false, r.errorAt(at, fmt.Errorf("%q: want a move, a number, a comment {…} or a result", rest[0]))
	}
	n := bytes.IndexAny(rest, " \t\r\n{}()[];")
	if n < 0 {
		n = len(rest)
	}
	r.at += n
	return m.word(string(rest[:n]), at)
}

// variation returns the length of a variation, with those in it: -1 if it has no end.
// Moves that were not played are left aside.
func variation(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			end := bytes.IndexByte(text[i:], '}')
			if end < 0 {
				return -1
			}
			i += end
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// word reads a number, a move or a result.
func (m *movetext) word(word string, at int) (done bool, err error) {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		if err := m.unheard(); err != nil {
			return false, err
		}
		m.result = map[string]Result{"1-0": WhiteWins, "0-1": BlackWins, "1/2-1/2": DrawOther, "*": Unfinished}[word]
		if heard := m.p.result(); heard.Score() == word {
			m.result = heard
		}
		return true, nil
	}
	if word[0] == '$' {
		return false, nil // a remark by number
	}
	if digits := strings.TrimLeft(word, "0123456789"); digits != word && (digits == "" || digits[0] == '.') {
		points := strings.TrimLeft(digits, ".")
		at += len(word) - len(points)
		if word = points; word == "" {
			return false, nil
		}
	}
	if strings.Trim(word, ".") == "" {
		return false, nil
	}
	if err := m.unheard(); err != nil {
		return false, err
	}
	if m.ended {
		return false, m.r.errorAt(at, errors.New("a move after a turn under way"))
	}
	m.waiting, m.moveAt, m.hidden = true, at, word == "??"
	if m.hidden != m.p.hidden() {
		if m.hidden {
			return false, m.r.errorAt(at, fmt.Errorf("?? hides a move, but %s is not hidden here", m.p.mover()))
		}
		return false, m.r.errorAt(at, fmt.Errorf("%q: it is the turn of %s, whose moves are hidden: want ??", word, m.p.mover()))
	}
	if m.hidden {
		return false, nil
	}
	if m.move, err = m.p.parseMove(word); err != nil {
		return false, m.r.errorAt(at, err)
	}
	return false, nil
}

// result returns how the game stands by what was heard.
func (p *replayer) result() Result {
	if p.view != nil {
		return p.view.over
	}
	return p.game.result
}

// unheard plays a move that waits for its comment and gets none.
func (m *movetext) unheard() error {
	if !m.waiting {
		return nil
	}
	m.waiting = false
	if m.hidden || m.p.view != nil {
		return m.r.errorAt(m.moveAt, errors.New("want a comment after the move with what was heard, as in {silent}"))
	}
	if err := m.p.try(m.move, 0, false); err != nil {
		return m.r.errorAt(m.moveAt, err)
	}
	return nil
}

// comment reads {percept : refused tries} and plays the move before it.
func (m *movetext) comment(text string, at int) error {
	fail := func(err error) error { return m.r.errorAt(at, err) }
	heard, tries, _ := strings.Cut(text, " : ")
	heard = strings.TrimSpace(heard)
	if !m.waiting {
		if heard != "..." {
			return nil // a remark
		}
		if m.p.hidden() {
			return fail(errors.New("what the opponent tries in a turn under way is no part of a record"))
		}
		m.ended = true
		return m.refused(tries, at+strings.Index(text, " : ")+3)
	}
	if m.p.view == nil && !soundsLikePercept(heard) {
		if listsTries(text) {
			return fail(fmt.Errorf("%.40q: want what was heard before the refused tries, as in {silent : e4d5}", heard))
		}
		return nil // a remark on the move: in an unfiltered record the referee knows what he said
	}
	m.waiting = false
	h, err := m.p.parsePercept(heard)
	if err != nil {
		return fail(err)
	}
	if !h.Move() {
		return fail(fmt.Errorf("heard %q: want what was heard after the legal move", heard))
	}
	triesAt := at + len(text) - len(tries)
	if m.hidden {
		turn := Turn{Hidden: true, Heard: h, Illegal: -1}
		if err := m.announced(&turn, tries); err != nil {
			return m.r.errorAt(triesAt, err)
		}
		if err := m.p.hear(&turn); err != nil {
			return fail(err)
		}
		return nil
	}
	if err := m.refused(tries, triesAt); err != nil {
		return err
	}
	if err := m.p.try(m.move, h, true); err != nil {
		return m.r.errorAt(m.moveAt, err)
	}
	return nil
}

// perceptWords are those with which what is heard begins.
var perceptWords = []string{"silent", "capture", "promotion", "check", "checkmate", "stalemate", "draw", "tries", "illegal", "nonsense", "yes", "no"}

// soundsLikePercept reports whether a text begins as what is heard does.
func soundsLikePercept(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	word, _, _ = strings.Cut(word, ":")
	return slices.Contains(perceptWords, word)
}

// listsTries reports whether a text that is no percept is meant as one with refused tries: they are all that follows " : ", or a word of percepts in capitals or with
// another sign behind it.
func listsTries(text string) bool {
	if _, tries, found := strings.Cut(text, " : "); found {
		return areTries(tries)
	}
	word, tries, _ := strings.Cut(strings.TrimSpace(text), " ")
	return slices.Contains(perceptWords, strings.ToLower(strings.TrimRight(word, ",;:"))) && areTries(tries)
}

// areTries reports whether a text is a list of attempts and nothing else.
func areTries(text string) bool {
	for _, word := range strings.Split(text, ",") {
		word, _, _ = strings.Cut(strings.TrimSpace(word), "=") // any?=yes
		if _, err := ParseAttempt(word); err != nil {
			return false
		}
	}
	return true
}

// refused replays the refused tries of a turn, "f3e5, any?=yes".
func (m *movetext) refused(tries string, at int) error {
	if strings.TrimSpace(tries) == "" {
		return nil
	}
	for _, field := range strings.SplitAfter(tries, ",") {
		word := strings.TrimSpace(strings.TrimSuffix(field, ","))
		here := at + len(field) - len(strings.TrimLeft(field, " \t\r\n"))
		at += len(field)
		heard := Illegal
		if question, answer, ok := strings.Cut(word, "="); ok && strings.EqualFold(question, "any?") {
			word = question
			var err error
			if heard, err = m.p.rec.Rules.ParsePercept(answer, m.p.mover()); err != nil || heard != Yes && heard != No {
				return m.r.errorAt(here, fmt.Errorf("any?=%s: want any?=yes or any?=no, under rules that know the question", answer))
			}
		}
		a, err := ParseAttempt(word)
		if err == nil {
			err = m.p.try(a, heard, true)
		}
		if err != nil {
			return m.r.errorAt(here, err)
		}
	}
	return nil
}

// announced reads what was heard before a hidden move, "2, any?=yes".
func (m *movetext) announced(t *Turn, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for _, field := range strings.Split(text, ",") {
		word := strings.TrimSpace(field)
		if question, answer, ok := strings.Cut(word, "="); ok && strings.EqualFold(question, "any?") {
			h, err := m.p.rec.Rules.ParsePercept(answer, m.p.mover())
			if err != nil || h != Yes && h != No || t.Any != Silent {
				return fmt.Errorf("%q: want any?=yes or any?=no, once, under rules that know the question", word)
			}
			t.Any = h
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 1_000_000 || t.Illegal >= 0 {
			return fmt.Errorf("%q: want the number of refused tries", word)
		}
		t.Illegal = n
	}
	return nil
}
