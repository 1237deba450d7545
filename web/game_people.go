//go:build !js

package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// peopleGame is a game of Kriegspiel between two people, with the server as umpire. What
// a side may know of it is in its view, in the clock and in what both hear: that the
// other side is there, offers of a draw, and how the game ended. It is safe for
// concurrent use.
type peopleGame struct {
	mu     sync.Mutex
	rules  *kriegspiel.Rules
	start  kriegspiel.Start
	game   *kriegspiel.Referee
	clock  chessClock
	seats  [2]seat
	record string // the key of the record, which opens when the game is over
	begun  bool   // both seats are taken
	reason string // how the game ended, where its result alone does not tell
	offer  drawOffer
	// How often "nonsense" was said aloud in the turn under way. It is no part of the game.
	nonsense int
	journal  *journal  // nil if the game is in memory only
	began    time.Time // when it was made
	used     time.Time // when somebody last asked for it
}

// seat is the place of one side. Who has its key plays for that side.
//
// The key of the second seat is made when the invitation is taken, and told only to who
// takes it: who began the game knows the invitation, and could look at the other side's
// men if that were the key.
type seat struct {
	key        string // "" until it is taken
	invitation string // "" for who began the game
	claim      string // what the guest made up, hashed: who shows it again gets the key again
	said       int    // how often its player said something that had an effect
	attempts   int    // that the umpire has heard of it
	version    int    // how often what it shows has changed
	shown      [sha256.Size]byte
	watchers   []*watcher
}

// drawOffer is what became of offers of a draw.
type drawOffer struct {
	pending  bool
	by       chess.Color
	declined [2]bool // the last offer of a side was, and it has not moved since
	last     [2]int  // own moves at the last offer, and 1; 0 if there was none
}

// watcher is a stream that shows a seat.
type watcher struct {
	changed  chan struct{} // holds one token: there is something new
	replaced chan struct{} // closed once too many others came after it
}

// The limits of one game.
const (
	maxPeopleAttempts = 2500 // of one side; in a game of 200 moves it has about 500
	maxWatchers       = 4    // streams of one seat
)

// entry is something that a seat did, as a line of the journal. A game is its settings and
// its entries in order.
type entry struct {
	Color   string   `json:"color"`
	Do      string   `json:"do"`
	Attempt string   `json:"attempt,omitempty"`
	Seat    string   `json:"seat,omitempty"`  // of join: the key
	Claim   string   `json:"claim,omitempty"` // of join
	Left    [2]int64 `json:"left"`            // milliseconds of White and Black before it
}

// over tells whether the game is over.
func (g *peopleGame) over() bool { return g.game.Result() != kriegspiel.Unfinished }

// moves returns how many moves a side has made.
func (g *peopleGame) moves(side chess.Color) int {
	n := g.game.View(chess.White).Turns()
	if g.start.Position.Side() == side {
		n++
	}
	return n / 2
}

// mayOffer tells whether a side may offer a draw: not twice between two moves of its own,
// so that nobody is pestered.
func (g *peopleGame) mayOffer(side chess.Color) bool {
	return g.begun && !g.over() && !g.offer.pending && g.offer.last[side] <= g.moves(side)
}

// check returns why a side cannot do something now. Attempts that make no sense are not
// refused here: the umpire answers them, see [peopleGame.say].
func (g *peopleGame) check(side chess.Color, do string) error {
	received := g.offer.pending && g.offer.by != side
	switch {
	case !slices.Contains([]string{"attempt", "resign", "offer", "accept", "decline"}, do):
		return refuse(statusBadRequest, "unknown action %q: use attempt, resign, offer, accept or decline", do)
	case g.over():
		return refuse(statusConflict, "the game is over: %s", g.result())
	case !g.begun:
		return refuse(statusConflict, "the game begins when the other side has come")
	case do == "attempt" && g.game.Side() != side:
		return refuse(statusConflict, "it is the turn of %s", kriegspiel.SideName(g.game.Side()))
	case do == "attempt" && g.seats[side].attempts >= maxPeopleAttempts:
		// Each side has its own: else one could use up the other's, and would hear of it where
		// refusals are silent.
		return refuse(statusConflict, "the umpire has heard %d attempts of yours, and hears no more: resign, or offer a draw", maxPeopleAttempts)
	case do == "offer" && received:
		return refuse(statusConflict, "a draw is offered already: accept it")
	case do == "offer" && !g.mayOffer(side):
		return refuse(statusConflict, "a draw may be offered once before each move of yours")
	case (do == "accept" || do == "decline") && !received:
		return refuse(statusConflict, "no draw is offered")
	}
	return nil
}

// say does something for a side. What makes no sense to the umpire is answered so, and
// has no effect. An error means that nothing has happened.
func (g *peopleGame) say(side chess.Color, do, attempt string, now time.Time) (*toldJSON, error) {
	if err := g.check(side, do); err != nil {
		return nil, err
	}
	if do != "attempt" {
		return nil, g.perform(&entry{Color: side.String(), Do: do}, now)
	}
	a, err := kriegspiel.ParseAttempt(attempt)
	if err != nil {
		return nil, bad(err)
	}
	view := g.game.View(side)
	own := view.Own()
	if sense := view.Sense(a); sense != nil {
		heard, err := g.game.Try(a) // without effect
		if err != nil {
			return nil, err
		}
		told := tell(kriegspiel.Try{Attempt: a, Heard: heard}, side, &own)
		told.Words += ": " + sense.Error()
		if g.rules.NonsenseHeard {
			g.nonsense++
			g.refresh(now)
		}
		return told, nil
	}
	if err := g.perform(&entry{Color: side.String(), Do: do, Attempt: a.String()}, now); err != nil {
		return nil, err
	}
	return tell(g.lastTry(side), side, &own), nil
}

// lastTry returns what a side tried last.
func (g *peopleGame) lastTry(side chess.Color) kriegspiel.Try {
	record := g.game.View(side).Record()
	for i := len(record.Turns) - 1; i >= 0; i-- {
		if t := &record.Turns[i]; !t.Hidden {
			return t.Tries[len(t.Tries)-1]
		}
	}
	return kriegspiel.Try{}
}

// perform writes an entry down, does it, and lets the sides know that see something of it.
// It must be possible.
func (g *peopleGame) perform(d *entry, now time.Time) error {
	for side := range d.Left {
		d.Left[side] = g.clock.remaining(chess.Color(side), now).Milliseconds()
	}
	if err := g.journal.append(d); err != nil {
		return err
	}
	if err := g.apply(d, now); err != nil {
		return err
	}
	g.refresh(now)
	return nil
}

// apply does what an entry says.
func (g *peopleGame) apply(d *entry, now time.Time) error {
	side, err := kriegspiel.ParseSide(d.Color)
	if err != nil {
		return err
	}
	other := side.Other()
	switch d.Do {
	case "join":
		g.seats[side].key, g.seats[side].claim = d.Seat, d.Claim
		if g.begun = g.seats[other].key != ""; g.begun {
			g.clock.start(g.game.Side(), now)
		}
		return nil
	case "attempt":
		err = g.attempt(side, d.Attempt, now)
	case "resign":
		g.reason = kriegspiel.SideName(other) + " wins: " + kriegspiel.SideName(side) + " resigned"
		err = g.game.Resign(side)
	case "offer":
		g.offer.pending, g.offer.by = true, side
		g.offer.declined[side], g.offer.last[side] = false, g.moves(side)+1
	case "accept":
		g.reason = "draw by agreement"
		err = g.game.Draw()
	case "decline":
		g.offer.pending, g.offer.declined[other] = false, true
	case "time":
		err = g.timeIsOver(side)
	default:
		err = refuse(statusBadRequest, "unknown action %q", d.Do)
	}
	if d.Do != "time" {
		g.seats[side].said++
	}
	if g.over() {
		g.clock.stop(now)
		g.offer.pending = false
	}
	return err
}

// attempt says an attempt to the umpire.
func (g *peopleGame) attempt(side chess.Color, text string, now time.Time) error {
	a, err := kriegspiel.ParseAttempt(text)
	if err != nil {
		return bad(err)
	}
	if g.game.Side() != side { // in a journal that was not written here
		return refuse(statusConflict, "it is the turn of %s", kriegspiel.SideName(g.game.Side()))
	}
	heard, err := g.game.Try(a)
	g.seats[side].attempts++
	if err != nil || !heard.Move() {
		return err
	}
	g.nonsense = 0
	g.clock.press(now)
	g.offer.declined[side] = false
	if g.offer.pending && g.offer.by != side { // who plays on has declined
		g.offer.pending, g.offer.declined[side.Other()] = false, true
	}
	return nil
}

// timeIsOver ends the game for a side whose time is over: it loses, unless the other side
// has nothing left that could mate.
func (g *peopleGame) timeIsOver(side chess.Color) error {
	g.clock.left[side] = 0
	other := side.Other()
	pos := g.game.Position()
	if pos.Men(other) == pos.Pieces(other, chess.King) {
		g.reason = "draw: the time of " + kriegspiel.SideName(side) + " is over, and " + kriegspiel.SideName(other) + " has nothing but the king"
		return g.game.Draw()
	}
	g.reason = kriegspiel.SideName(other) + " wins: the time of " + kriegspiel.SideName(side) + " is over"
	return g.game.Resign(side)
}

// settle ends the game if a time is over. Everybody who looks at a game does it first, so
// that no game needs a timer of its own.
func (g *peopleGame) settle(now time.Time) {
	g.used = now
	if !g.over() && g.clock.fallen(now) {
		d := &entry{Color: g.clock.side.String(), Do: "time"}
		if g.perform(d, now) != nil { // it could not be written: the time is over all the same
			_ = g.apply(d, now)
			g.refresh(now)
		}
	}
}

// result returns how the game stands or ended, in words.
func (g *peopleGame) result() string {
	if g.reason != "" {
		return g.reason
	}
	return g.game.Result().String()
}

// refresh wakes the streams of those sides that see something new, and only these: where
// the umpire refuses an attempt in silence, the other side gets no event.
func (g *peopleGame) refresh(now time.Time) {
	for side := range g.seats {
		s := &g.seats[side]
		still := now
		if g.clock.running() {
			still = g.clock.since // that time passes is nothing new
		}
		j := g.json(chess.Color(side), still)
		j.Version = 0
		text, err := json.Marshal(j)
		if err != nil {
			continue // it is made of texts and numbers
		}
		if shown := sha256.Sum256(text); shown != s.shown {
			s.shown = shown
			s.version++
			s.wake()
		}
	}
}

// wake tells the streams of a seat to look.
func (s *seat) wake() {
	for _, w := range s.watchers {
		select {
		case w.changed <- struct{}{}:
		default:
		}
	}
}

// watch adds a stream to a seat; too many of them replace the oldest.
func (g *peopleGame) watch(side chess.Color, now time.Time) *watcher {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := &g.seats[side]
	w := &watcher{changed: make(chan struct{}, 1), replaced: make(chan struct{})}
	if s.watchers = append(s.watchers, w); len(s.watchers) > maxWatchers {
		close(s.watchers[0].replaced)
		s.watchers = slices.Delete(s.watchers, 0, 1)
	}
	g.refresh(now)
	return w
}

// leave removes a stream from a seat.
func (g *peopleGame) leave(side chess.Color, w *watcher, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := &g.seats[side]
	s.watchers = slices.DeleteFunc(s.watchers, func(other *watcher) bool { return other == w })
	g.used = now
	g.refresh(now)
}

// hashed returns what is kept of a secret that only has to be recognised.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
