//go:build !js

package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"sync"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// lobby holds the games between people, found by the keys of their links. Unlike other
// games they cannot be taken up again by who plays them, since each side knows but half
// of it: so a running game is never dropped for a new one. It is safe for concurrent use.
type lobby struct {
	mu    sync.Mutex
	keys  map[[sha256.Size]byte]place // by hash: the time of a search tells nothing of a key
	games []*peopleGame

	most   int
	now    func() time.Time
	after  func(time.Duration) <-chan time.Time
	newKey func() string // 130 random bits
	folder string        // of journals; "" keeps games in memory only
}

// place is what a key opens.
type place struct {
	game *peopleGame
	kind keyKind
	side chess.Color
}

type keyKind uint8

const (
	seatKey keyKind = iota
	invitationKey
	recordKey
)

// How long a game is kept that nobody looks at: one that goes on, and one that waits for
// a guest or is over.
const (
	playingIdle = 7 * 24 * time.Hour
	restingIdle = idleTime
)

func newLobby(most int) *lobby {
	return &lobby{keys: map[[sha256.Size]byte]place{}, most: most, now: time.Now, after: time.After, newKey: rand.Text}
}

// find returns what a key of a kind opens. That there is no such key, that it is of
// another kind, and that its game was dropped, all sounds the same.
func (l *lobby) find(key string, kind keyKind) (*peopleGame, chess.Color, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.keys[sha256.Sum256([]byte(key))]
	if ok && l.idle(p.game) {
		l.drop(p.game)
		ok = false
	}
	if !ok || p.kind != kind {
		return nil, 0, refuse(statusNotFound, "this link leads to no game: it is wrong, or the game was idle for too long, or the server was restarted without --games")
	}
	return p.game, p.side, nil
}

// add takes in a new game, of which one side is there, and returns its error if there is
// no room.
func (l *lobby) add(g *peopleGame, host chess.Color) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.makeRoom(); err != nil {
		return err
	}
	now := l.now()
	guest := host.Other()
	g.record, g.began, g.used = l.newKey(), now, now
	g.seats[guest].invitation = l.newKey()
	if l.folder != "" {
		var err error
		if g.journal, err = createJournal(l.folder, g); err != nil {
			return err
		}
	}
	if err := g.perform(&entry{Color: host.String(), Do: "join", Seat: l.newKey()}, now); err != nil {
		g.journal.remove()
		return err
	}
	l.enter(g)
	return nil
}

// enter makes a game known by its keys.
func (l *lobby) enter(g *peopleGame) {
	l.games = append(l.games, g)
	l.keys[sha256.Sum256([]byte(g.record))] = place{g, recordKey, chess.White}
	for side := range g.seats {
		s := &g.seats[side]
		if s.key != "" {
			l.keys[sha256.Sum256([]byte(s.key))] = place{g, seatKey, chess.Color(side)}
		}
		if s.invitation != "" {
			l.keys[sha256.Sum256([]byte(s.invitation))] = place{g, invitationKey, chess.Color(side)}
		}
	}
}

// join gives the seat of an invitation to who shows it first. Who made the same claim
// before gets the seat again: his first answer may have been lost on the way.
func (l *lobby) join(g *peopleGame, side chess.Color, claim string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	now := l.now()
	g.used = now
	s := &g.seats[side]
	if s.key != "" {
		if subtle.ConstantTimeCompare([]byte(s.claim), []byte(hashed(claim))) != 1 {
			return refuse(statusConflict, "somebody has taken this seat already")
		}
		return nil
	}
	key := l.newKey()
	if err := g.perform(&entry{Color: side.String(), Do: "join", Seat: key, Claim: hashed(claim)}, now); err != nil {
		return err
	}
	l.keys[sha256.Sum256([]byte(key))] = place{g, seatKey, side}
	return nil
}

// makeRoom drops what is idle, then, if it must, the game that is over for longest.
func (l *lobby) makeRoom() error {
	for _, g := range slices.Clone(l.games) {
		if l.idle(g) {
			l.drop(g)
		}
	}
	if len(l.games) < l.most {
		return nil
	}
	var oldest *peopleGame
	var since time.Time
	for _, g := range l.games {
		if !g.mu.TryLock() {
			continue // somebody uses it
		}
		if g.over() && !g.watched() && (oldest == nil || g.used.Before(since)) {
			oldest, since = g, g.used
		}
		g.mu.Unlock()
	}
	if oldest == nil {
		return refuse(statusServiceUnavailable, "%d games between people are open, more are not kept: try again later", len(l.games))
	}
	l.drop(oldest)
	return nil
}

// watched tells whether anybody looks at a game now.
func (g *peopleGame) watched() bool { return len(g.seats[0].watchers)+len(g.seats[1].watchers) > 0 }

// idle tells whether nobody has looked at a game for too long. It does not wait for who
// uses the game now: one that writes to a slow disk must not hold up all others.
func (l *lobby) idle(g *peopleGame) bool {
	if !g.mu.TryLock() {
		return false
	}
	defer g.mu.Unlock()
	limit := restingIdle
	if g.begun && !g.over() {
		limit = playingIdle
	}
	return !g.watched() && l.now().Sub(g.used) >= limit
}

func (l *lobby) drop(g *peopleGame) {
	l.games = slices.DeleteFunc(l.games, func(other *peopleGame) bool { return other == g })
	for key, p := range l.keys {
		if p.game == g {
			delete(l.keys, key)
		}
	}
	g.journal.remove()
}

// newPeopleGame returns a game that nobody plays yet.
func newPeopleGame(rules *kriegspiel.Rules, start kriegspiel.Start, clock chessClock) *peopleGame {
	return &peopleGame{rules: rules, start: start, game: start.Referee(rules, 0), clock: clock}
}
