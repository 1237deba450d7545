package web

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// step is something that a side does in a script.
type step struct {
	side    chess.Color
	do      string
	attempt string
}

// world is a script of both sides, with the referee who knows where it stands.
type world struct {
	game  *kriegspiel.Referee
	steps []step
}

func (w *world) try(t *testing.T, a kriegspiel.Attempt) {
	t.Helper()
	w.steps = append(w.steps, step{w.game.Side(), "attempt", a.String()})
	if _, err := w.game.Try(a); err != nil {
		t.Fatal(err)
	}
}

// answer returns what the referee would say to an attempt.
func (w *world) answer(a kriegspiel.Attempt) kriegspiel.Percept {
	pos := w.game.Position()
	var after chess.Position
	heard, _ := w.game.Rules().Try(&pos, a, &after)
	return heard
}

// twoWorlds makes up two games that sound the same to a side and differ in what the other
// one tries: other moves with the same announcements, other attempts that are refused or
// nonsense, and, where these are not heard, another number of them.
func twoWorlds(t *testing.T, rules *kriegspiel.Rules, me chess.Color, rng *rand.Rand, turns int) (a, b *world) {
	t.Helper()
	start := chess.Start()
	a = &world{game: kriegspiel.NewReferee(rules, &start, 0)}
	b = &world{game: kriegspiel.NewReferee(rules, &start, 0)}
	for range turns {
		ok := false
		if a.game.Side() == me {
			ok = sameTurn(t, a, b, rng)
		} else {
			ok = otherTurn(t, a, b, rng)
		}
		if !ok || a.game.Result() != kriegspiel.Unfinished || b.game.Result() != kriegspiel.Unfinished {
			break
		}
	}
	return a, b
}

// sameTurn lets the side that listens try the same in both worlds, as long as it hears
// the same.
func sameTurn(t *testing.T, a, b *world, rng *rand.Rand) bool {
	t.Helper()
	side := a.game.Side()
	for range 8 {
		attempt := anyAttempt(a.game.View(side), rng)
		heard := a.answer(attempt)
		if heard != b.answer(attempt) || heard.Over() {
			continue
		}
		a.try(t, attempt)
		b.try(t, attempt)
		if heard.Move() {
			return true
		}
	}
	return false
}

// otherTurn lets the hidden side play a turn that sounds the same.
func otherTurn(t *testing.T, a, b *world, rng *rand.Rand) bool {
	t.Helper()
	rules := a.game.Rules()
	worlds := []*world{a, b}
	lists := [2][]kriegspiel.Attempt{a.illegal(rng), b.illegal(rng)}
	refused, nonsense := min(rng.IntN(3), len(lists[0]), len(lists[1])), rng.IntN(2)
	for i, w := range worlds {
		if !rules.RefusalsHeard {
			refused = min(rng.IntN(4), len(lists[i]))
		}
		for _, attempt := range lists[i][:refused] {
			w.try(t, attempt)
		}
		if !rules.NonsenseHeard {
			nonsense = rng.IntN(3)
		}
		for range nonsense {
			w.try(t, w.nonsense(rng))
		}
	}
	for _, first := range shuffled(a, rng) {
		heard := a.answer(first)
		if !heard.Move() || heard.Over() {
			continue
		}
		for _, second := range shuffled(b, rng) {
			if b.answer(second) == heard && second != first {
				a.try(t, first)
				b.try(t, second)
				return true
			}
		}
	}
	return false
}

// illegal returns the attempts of the side to move that would be refused, in any order.
func (w *world) illegal(rng *rand.Rand) []kriegspiel.Attempt {
	return slices.DeleteFunc(shuffled(w, rng), func(a kriegspiel.Attempt) bool { return w.answer(a) != kriegspiel.Illegal })
}

// nonsense returns a move onto an own man.
func (w *world) nonsense(rng *rand.Rand) kriegspiel.Attempt {
	pos := w.game.Position()
	var squares []chess.Square
	for men := pos.Men(pos.Side()); men != 0; men &= men - 1 {
		squares = append(squares, men.First())
	}
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	return kriegspiel.Attempt(chess.NewMove(squares[0], squares[1], chess.NoKind))
}

// shuffled returns the moves that a side may try, in any order.
func shuffled(w *world, rng *rand.Rand) []kriegspiel.Attempt {
	list := w.game.View(w.game.Side()).Legal(nil)
	if n := len(list); n > 0 && list[n-1] == kriegspiel.Any {
		list = list[:n-1]
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// bytesFor plays a script and returns every byte that a side is sent meanwhile: the
// answers to all it can ask, headers included, and its stream. The other side says more
// than one thing where the script does: time passes for it only before its move.
func bytesFor(t *testing.T, rules *kriegspiel.Rules, me chess.Color, steps []step) string {
	t.Helper()
	s := newServer(Config{Searches: 1})
	clock := &fakeTime{now: time.Unix(1_700_000_000, 0), timers: map[chan time.Time]time.Time{}}
	s.people.now, s.people.after, s.people.newKey = clock.Now, clock.after, keyLike()
	h := httptest.NewServer(s)
	defer h.Close()
	p := (&client{t: t, server: s, url: h.URL, http: h.Client(), unchecked: true}).sit(&newPeople{Rules: rules.Name, Clock: &clockWish{600, 3}})
	var all strings.Builder
	events, end := p.watchEvents(me)
	defer end()
	g, _, err := s.people.find(p.seats[me], seatKey)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	// listen takes in what the stream has to say by now.
	listen := func() {
		g.mu.Lock()
		want := g.seats[me].version
		g.mu.Unlock()
		for last < want {
			var e event
			select {
			case e = <-events:
			case <-time.After(time.Minute):
				t.Fatalf("the event with version %d does not come", want)
			}
			all.WriteString("event " + e.name + " " + e.data + "\n")
			var j peopleJSON
			e.read(t, &j)
			last = j.Version
		}
	}
	// look asks for all there is.
	look := func() {
		seat, record := people+"/seats/"+p.seats[me], people+"/records/"+p.record
		for _, path := range []string{seat, seat + "/game.pgn", record, record + "/game.pgn", record + "/replay"} {
			all.WriteString(exchange(t, s, "GET", path, ""))
		}
	}
	waitFor(t, "the stream", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return len(g.seats[me].watchers) == 1 })
	listen()
	for i, step := range steps {
		last := i+1 == len(steps) || steps[i+1].side != step.side
		if last || step.side == me {
			clock.pass(1700 * time.Millisecond)
		}
		body := fmt.Sprintf(`{"do":%q,"attempt":%q}`, step.do, step.attempt)
		answer := exchange(t, s, "POST", people+"/seats/"+p.seats[step.side]+"/actions", body)
		if step.side == me {
			all.WriteString(answer)
		}
		listen()
		if last || step.side == me {
			look()
		}
	}
	return all.String()
}

// exchange sends a request to a server directly and returns all bytes of the answer.
func exchange(t *testing.T, s *Server, method, path, body string) string {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var all strings.Builder
	fmt.Fprintf(&all, "%s %s: %d\n", method, path, w.Code)
	if err := w.Header().Write(&all); err != nil {
		t.Fatal(err)
	}
	all.WriteString(w.Body.String())
	return all.String()
}

// All bytes that a side is sent during a game are the same whatever the other side does
// that it cannot hear: answers, streamed events, clocks and counters, under all rules.
func TestPeopleLeakNothing(t *testing.T) {
	alone(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, rules := range kriegspiel.All() {
		for me := range chess.Color(2) {
			a, b := twoWorlds(t, rules, me, rng, 14)
			left, right := bytesFor(t, rules, me, a.steps), bytesFor(t, rules, me, b.steps)
			if left != right {
				t.Errorf("%s: %s is sent different bytes after\n%v and\n%v: %s", rules, me, a.steps, b.steps, firstDifference(left, right))
			}
			// The worlds do differ, and the other side is told so: the test can fail.
			if len(a.steps) < 8 || a.game.Position() == b.game.Position() {
				t.Errorf("%s, %s: the worlds are too much alike: %v and %v", rules, me, a.steps, b.steps)
			}
			if bytesFor(t, rules, me.Other(), a.steps) == bytesFor(t, rules, me.Other(), b.steps) {
				t.Errorf("%s: %s, who played differently, is sent the same", rules, me.Other())
			}
		}
	}
}

// firstDifference returns where two texts part.
func firstDifference(a, b string) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	return fmt.Sprintf("…%.200q against …%.200q", a[max(0, at-60):], b[max(0, at-60):])
}

// Where both sides hear "nonsense", a seat is told how often it was said in the turn of the other side, until that has
// moved; under other rules it is told nothing.
func TestPeopleHearNonsense(t *testing.T) {
	for _, rules := range kriegspiel.All() {
		p := newClient(t, Config{}).sit(&newPeople{Rules: rules.Name})
		heard := func() (n int) {
			t.Helper()
			if j := p.look(chess.Black); j.Overheard != nil {
				n = j.Overheard.Nonsense
			}
			return n
		}
		want := 0
		for range 2 {
			if j := p.do(chess.White, "attempt", "a1a2"); j.Answer == nil || !strings.Contains(j.Answer.Words, "a1a2") {
				t.Fatalf("%s: %+v", rules, j.Answer)
			}
			if rules.NonsenseHeard {
				want++
			}
			if n := heard(); n != want {
				t.Errorf("%s: nonsense is heard %d times, want %d", rules, n, want)
			}
		}
		p.do(chess.White, "attempt", "e2e4")
		p.do(chess.Black, "attempt", "e7e5")
		if n := heard(); n != 0 {
			t.Errorf("%s: nonsense of a turn that is over is heard %d times", rules, n)
		}
	}
}
