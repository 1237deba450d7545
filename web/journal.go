//go:build !js

package web

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"blindsight/game/kriegspiel"
)

// journal is the file of a game between people: a line with its settings, then one for
// each entry, written before it is done. So what a player was told is in the file, even
// if the program is killed. The file holds the keys of the game: only its owner can read
// it. A nil journal keeps nothing.
type journal struct {
	path string
	size int64 // of what is written whole
}

// journalHead is the first line.
type journalHead struct {
	Began       time.Time `json:"began"`
	Rules       string    `json:"rules"`
	Start       string    `json:"start"`
	Seconds     int       `json:"seconds"`
	Increment   int       `json:"increment"`
	Record      string    `json:"record"`
	Invitations [2]string `json:"invitations"` // of White and Black, "" for who began the game
}

// createJournal begins the file of a game, which has its keys.
func createJournal(folder string, g *peopleGame) (*journal, error) {
	j := &journal{path: filepath.Join(folder, rand.Text()+".jsonl")}
	err := j.append(&journalHead{
		Began: g.began, Rules: g.rules.Name, Start: g.start.FEN(),
		Seconds: int(g.clock.base / time.Second), Increment: int(g.clock.increment / time.Second),
		Record: g.record, Invitations: [2]string{g.seats[0].invitation, g.seats[1].invitation},
	})
	if err != nil {
		j.remove()
	}
	return j, err
}

// append writes a line. If it cannot be written whole, nothing of it stays.
func (j *journal) append(line any) error {
	if j == nil {
		return nil
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(j.path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("the game cannot be kept, so nothing was done: %w", pathless(err))
	}
	n, err := file.WriteAt(append(text, '\n'), j.size)
	if err != nil {
		err = errors.Join(err, file.Truncate(j.size))
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("the game cannot be kept, so nothing was done: %w", pathless(err))
	}
	j.size += int64(n)
	return nil
}

// pathless returns an error without the name of the file, which is no player's business.
func pathless(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func (j *journal) remove() {
	if j != nil {
		_ = os.Remove(j.path) // if it stays it is dropped again after the next start
	}
}

// KeepGames keeps games between people in a folder, which is made if it is not there, and
// takes up those that are in it. It is called before the server serves. The times of a
// game do not run while no server does; the turn under way begins its time anew.
func (s *Server) KeepGames(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		return err
	}
	l := s.people
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folder = folder
	for _, path := range files {
		g, err := readJournal(path, l.now())
		if err != nil {
			return fmt.Errorf("%s: %w: remove the file, and its game is lost", path, err)
		}
		if g != nil {
			l.enter(g)
		}
	}
	return nil
}

// readJournal takes up a game, nil if nobody has sat down to it before the program ended.
// Of a line that was not written whole nothing had been done: it is cut off.
func readJournal(path string, now time.Time) (*peopleGame, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if whole := bytes.LastIndexByte(data, '\n') + 1; whole < len(data) {
		data = data[:whole]
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, err
		}
	}
	if bytes.Count(data, []byte("\n")) < 2 { // the head, and who began the game
		return nil, os.Remove(path)
	}
	g, err := replayJournal(data, now)
	if err != nil {
		return nil, err
	}
	g.used = now
	if info, err := os.Stat(path); err == nil && g.status() != "playing" {
		g.used = info.ModTime() // else a server that is restarted often would keep it for ever
	}
	g.journal = &journal{path, int64(len(data))}
	g.refresh(now)
	return g, nil
}

// replayJournal plays what whole lines say.
func replayJournal(data []byte, now time.Time) (g *peopleGame, err error) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if number == 1 {
			g, err = readHead(line)
		} else {
			err = g.replayEntry(line, now)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return g, nil
}

// replayEntry does what a line says.
func (g *peopleGame) replayEntry(line []byte, now time.Time) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	for side, left := range e.Left {
		g.clock.left[side] = time.Duration(left) * time.Millisecond
	}
	return g.apply(&e, now)
}

func readHead(line []byte) (*peopleGame, error) {
	var h journalHead
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, err
	}
	rules, err := kriegspiel.ParseRules(h.Rules)
	if err != nil {
		return nil, err
	}
	start, err := rules.ReadStart(h.Start)
	if err != nil {
		return nil, err
	}
	g := newPeopleGame(rules, start, newClock(time.Duration(h.Seconds)*time.Second, time.Duration(h.Increment)*time.Second))
	g.record, g.began = h.Record, h.Began
	for side, key := range h.Invitations {
		g.seats[side].invitation = key
	}
	return g, nil
}
