package web

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

const people = "/api/kriegspiel/people"

// claim is what a guest makes up.
const claim = "a-claim-that-nobody-guesses"

// fakeTime is a time that passes only when it is told to.
type fakeTime struct {
	mu     sync.Mutex
	now    time.Time
	timers map[chan time.Time]time.Time
}

func (f *fakeTime) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fakeTime) after(d time.Duration) <-chan time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	ch := make(chan time.Time, 1)
	f.timers[ch] = f.now.Add(d)
	return ch
}

// pass lets time pass.
func (f *fakeTime) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	for ch, at := range f.timers {
		if !at.After(f.now) {
			ch <- f.now
			delete(f.timers, ch)
		}
	}
}

// newTable starts a server for games between people whose time is in the test's hand.
func newTable(t testing.TB, c Config) (*client, *fakeTime) {
	t.Helper()
	f := &fakeTime{now: time.Unix(1_700_000_000, 0).UTC(), timers: map[chan time.Time]time.Time{}}
	table := newClient(t, c)
	table.server.people.now, table.server.people.after = f.Now, f.after
	return table, f
}

// pair is a game with both seats, White first.
type pair struct {
	*client
	seats  [2]string
	record string
}

// sit begins a game and lets a guest come.
func (c *client) sit(q *newPeople) *pair {
	c.t.Helper()
	var host, guest peopleJSON
	c.post(people, q, &host)
	c.post(people+"/invitations/"+host.Invitation, map[string]string{"claim": claim}, &guest)
	p := &pair{client: c, record: host.Record}
	p.seats[sideOf(c.t, host.Color)], p.seats[sideOf(c.t, guest.Color)] = host.Seat, guest.Seat
	return p
}

func sideOf(t testing.TB, color string) chess.Color {
	t.Helper()
	side, err := kriegspiel.ParseSide(color)
	if err != nil {
		t.Fatal(err)
	}
	return side
}

// look returns the game as a side sees it.
func (p *pair) look(side chess.Color) *peopleJSON {
	p.t.Helper()
	var j peopleJSON
	p.get(people+"/seats/"+p.seats[side], &j)
	return &j
}

// do does something for a side, which must be possible.
func (p *pair) do(side chess.Color, do, attempt string) *peopleJSON {
	p.t.Helper()
	var j peopleJSON
	p.post(people+"/seats/"+p.seats[side]+"/actions", actionRequest{Do: do, Attempt: attempt}, &j)
	return &j
}

// refused does something for a side that must be refused so.
func (p *pair) refused(side chess.Color, q actionRequest, status int, words string) {
	p.t.Helper()
	got, text := p.ask("POST", people+"/seats/"+p.seats[side]+"/actions", q)
	if got != status || !strings.Contains(string(text), words) {
		p.t.Errorf("%s %s: %d %s, want %d with %q", side, q.Do, got, text, status, words)
	}
}

// play plays moves in turn, White's first.
func (p *pair) play(moves ...string) {
	p.t.Helper()
	for i, uci := range moves {
		p.do(chess.Color(i&1), "attempt", uci)
	}
}

// Random games under all rules: both seats see at every moment what the views of another
// referee hold, who was told the same, and at the end the whole record.
func TestPeopleRandomGames(t *testing.T) {
	alone(t)
	c, _ := newTable(t, Config{})
	c.server.replayStates = 2000
	rng := rand.New(rand.NewPCG(1, 2))
	refusals, questions := 0, 0
	for i, rules := range kriegspiel.All() {
		p := c.sit(&newPeople{Rules: rules.Name, Color: []string{"white", "black"}[i&1]})
		start := chess.Start()
		twin := kriegspiel.NewReferee(rules, &start, 0)
		for range 50 {
			side := twin.Side()
			a := anyAttempt(twin.View(side), rng)
			heard, err := twin.Try(a)
			if err != nil {
				t.Fatal(err)
			}
			j := p.do(side, "attempt", a.String())
			if j.Answer == nil || j.Answer.Heard != heard.String() {
				t.Fatalf("%s: %s was answered by %+v, want %s", rules, a, j.Answer, heard)
			}
			if heard == kriegspiel.Illegal {
				refusals++
			}
			if a == kriegspiel.Any {
				questions++
			}
			p.same(twin)
			if twin.Result() != kriegspiel.Unfinished {
				break
			}
		}
		if twin.Result() == kriegspiel.Unfinished {
			_ = twin.Resign(chess.Black)
			p.do(chess.Black, "resign", "")
		}
		p.sameRecord(twin)
	}
	if refusals < 20 || questions < 5 {
		t.Errorf("%d refusals and %d questions: too few to tell", refusals, questions)
	}
}

// anyAttempt chooses what to try, now and then the question.
func anyAttempt(v *kriegspiel.View, rng *rand.Rand) kriegspiel.Attempt {
	legal := v.Legal(nil)
	if last := legal[len(legal)-1]; last == kriegspiel.Any && rng.IntN(4) == 0 {
		return last
	}
	return legal[rng.IntN(len(legal))]
}

// same compares what both seats see with the views of a referee.
func (p *pair) same(twin *kriegspiel.Referee) {
	p.t.Helper()
	for side := range chess.Color(2) {
		j, v := p.look(side), twin.View(side)
		own := v.Own()
		legal, mayAsk := legalOf(v)
		turns, tries := transcript(v.Record(), side)
		want := &peopleJSON{
			FEN: own.FEN(), Legal: legal, MayAsk: mayAsk, Due: v.Due(), YourTurn: v.ToMove(), Tries: tries, Transcript: turns,
			Result: twin.Result().String(), Score: twin.Result().Score(),
		}
		got := &peopleJSON{
			FEN: j.FEN, Legal: j.Legal, MayAsk: j.MayAsk, Due: j.Due, YourTurn: j.YourTurn, Tries: j.Tries, Transcript: j.Transcript,
			Result: j.Result, Score: j.Score,
		}
		if !reflect.DeepEqual(got, want) {
			p.t.Fatalf("%s sees\n%+v, want\n%+v", side, got, want)
		}
		if j.Status == "playing" && !j.YourTurn {
			heard := overheardJSON{Refused: v.IllegalHeard()}
			if !twin.Rules().RefusalsHeard {
				heard.Refused = -1
			}
			if v.Asked() != kriegspiel.Silent {
				heard.Any = v.Asked().String()
			}
			if j.Overheard == nil || *j.Overheard != heard {
				p.t.Fatalf("%s overhears %+v, want %+v", side, j.Overheard, heard)
			}
		}
	}
}

// sameRecord compares what seats and spectators get after the end with the record of a
// referee.
func (p *pair) sameRecord(twin *kriegspiel.Referee) {
	p.t.Helper()
	var j recordJSON
	p.get(people+"/records/"+p.record, &j)
	if j.Score != twin.Result().Score() || j.Plies != twin.View(chess.White).Turns() {
		p.t.Errorf("the record: %+v", j)
	}
	want := twin.Record()
	want.ID = "a game between people"
	want.About = kriegspiel.About{Date: "2023.11.14", White: "a person", Black: "a person"} // the day of newTable
	if twin.Result() == kriegspiel.WhiteWins {
		want.About.Termination = "White wins: Black resigned"
	}
	for _, path := range []string{"/records/" + p.record, "/seats/" + p.seats[0], "/seats/" + p.seats[1]} {
		if _, text := p.ask("GET", people+path+"/game.pgn", nil); string(text) != string(want.AppendPGN(nil)) {
			p.t.Errorf("the file is\n%s\nwant\n%s", text, want.AppendPGN(nil))
		}
	}
	plies := 0
	for _, e := range p.stream("GET", people+"/records/"+p.record+"/replay?side=black", nil) {
		if e.name == "ply" {
			plies++
		}
	}
	if plies < j.Plies+1 {
		p.t.Errorf("the replay has %d plies of %d", plies, j.Plies)
	}
}

func TestPeopleResign(t *testing.T) {
	c, _ := newTable(t, Config{})
	for side := range chess.Color(2) {
		p := c.sit(&newPeople{})
		p.play("e2e4")
		j := p.do(side, "resign", "") // on one's turn and on the other's
		want := kriegspiel.SideName(side.Other()) + " wins: " + kriegspiel.SideName(side) + " resigned"
		if other := p.look(side.Other()); j.Status != "over" || j.Result != want || other.Result != want || other.Score != []string{"0-1", "1-0"}[side] {
			t.Errorf("%s resigns: %+v and %+v", side, j, other)
		}
		p.refused(side.Other(), actionRequest{Do: "attempt", Attempt: "e7e5"}, 409, want)
		p.refused(side, actionRequest{Do: "resign"}, 409, "over")
	}
}

func TestPeopleDraw(t *testing.T) {
	const white, black = chess.White, chess.Black
	c, _ := newTable(t, Config{})
	p := c.sit(&newPeople{})
	offer, accept, decline := actionRequest{Do: "offer"}, actionRequest{Do: "accept"}, actionRequest{Do: "decline"}
	state := func(when, forWhite, forBlack string) {
		t.Helper()
		if w, b := p.look(white).Draw, p.look(black).Draw; w != forWhite || b != forBlack {
			t.Errorf("%s: White is told %q and Black %q, want %q and %q", when, w, b, forWhite, forBlack)
		}
	}
	p.refused(white, accept, 409, "no draw is offered")
	p.refused(white, decline, 409, "no draw is offered")
	p.do(white, "offer", "")
	state("offered", "offered", "received")
	p.refused(white, accept, 409, "no draw is offered") // his own
	p.refused(white, offer, 409, "once before each move")
	p.refused(black, offer, 409, "accept it")
	p.do(black, "decline", "")
	state("declined", "declined", "none")
	p.refused(black, accept, 409, "no draw is offered")
	p.refused(white, offer, 409, "once before each move")
	p.play("e2e4")
	state("after a move", "none", "none")
	p.do(white, "offer", "") // the next one, in Black's turn
	p.do(black, "attempt", "e7e4")
	state("nonsense is no answer", "offered", "received")
	p.do(black, "attempt", "e7e5")
	state("who moves declines", "declined", "none")
	p.do(white, "attempt", "d1h5")
	p.do(white, "offer", "")
	if j := p.do(black, "accept", ""); j.Result != "draw by agreement" || j.Score != "1/2-1/2" || p.look(white).Status != "over" {
		t.Errorf("accepted: %+v", j)
	}
	state("after the end", "none", "none")
}

func TestPeopleClock(t *testing.T) {
	const white, black = chess.White, chess.Black
	c, clock := newTable(t, Config{})
	var host peopleJSON
	c.post(people, &newPeople{Clock: &clockWish{60, 5}}, &host)
	clock.pass(time.Hour) // nobody's time runs before the guest has come
	var guest peopleJSON
	c.post(people+"/invitations/"+host.Invitation, map[string]string{"claim": claim}, &guest)
	p := &pair{client: c, seats: [2]string{host.Seat, guest.Seat}, record: host.Record}
	times := func(when string, w, b int64, running string) {
		t.Helper()
		for side := range chess.Color(2) {
			if got, want := *p.look(side).Clock, (clockJSON{60, 5, w, b, running}); got != want {
				t.Errorf("%s, %s sees %+v, want %+v", when, side, got, want)
			}
		}
	}
	times("at the start", 60_000, 60_000, "white")
	clock.pass(10 * time.Second)
	times("while White thinks", 50_000, 60_000, "white")
	p.do(white, "attempt", "e2e5")
	times("nonsense presses no clock", 50_000, 60_000, "white")
	p.do(white, "attempt", "e2e4")
	times("a move adds the increment", 55_000, 60_000, "black")
	clock.pass(59_999 * time.Millisecond)
	times("a last millisecond", 55_000, 1, "black")
	p.do(black, "attempt", "d7d5")
	times("in time", 55_000, 5_001, "white")
	p.do(white, "attempt", "f1b5")
	clock.pass(time.Second)
	p.do(black, "attempt", "a7a6") // refused: Black is in check
	times("a refused attempt presses no clock", 60_000, 4_001, "black")
	clock.pass(4001 * time.Millisecond)
	p.refused(black, actionRequest{Do: "attempt", Attempt: "c7c6"}, 409, "White wins: the time of Black is over")
	times("over", 60_000, 0, "none")
	clock.pass(time.Hour)
	times("long after", 60_000, 0, "none")
	if j := p.look(white); j.Status != "over" || j.Score != "1-0" || len(j.Transcript) != 3 {
		t.Errorf("%+v", j)
	}
	// Nobody need ask: the streams are told when a time is over; and who has only his king
	// left wins nothing by it.
	p = c.sit(&newPeople{FEN: "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Clock: &clockWish{10, 0}})
	events, end := p.watch(black)
	defer end()
	if j := <-events; j.Status != "playing" {
		t.Fatalf("%+v", j)
	}
	waitFor(t, "the stream to wait", func() bool { clock.mu.Lock(); defer clock.mu.Unlock(); return len(clock.timers) > 0 })
	clock.pass(10 * time.Second)
	j := <-events
	if j.Result != "draw: the time of White is over, and Black has nothing but the king" || j.Score != "1/2-1/2" {
		t.Errorf("%+v", j)
	}
	if _, more := <-events; more {
		t.Error("the stream goes on after the end")
	}
}

// watch reads the stream of a seat until it ends, or end is called.
func (p *pair) watch(side chess.Color) (games <-chan *peopleJSON, end func()) {
	p.t.Helper()
	events, stop := p.watchEvents(side)
	ch := make(chan *peopleJSON, 100)
	go func() {
		defer close(ch)
		for e := range events {
			if e.name == "game" {
				j := &peopleJSON{}
				e.read(p.t, j)
				ch <- j
			}
		}
	}()
	return ch, func() {
		stop()
		for range ch {
		}
	}
}

// watchEvents is watch for events as they are sent.
func (p *pair) watchEvents(side chess.Color) (events <-chan event, end func()) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := p.send(ctx, "GET", people+"/seats/"+p.seats[side]+"/events", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if r.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(r.Body)
		p.t.Fatalf("%d %s", r.StatusCode, text)
	}
	ch := make(chan event, 100)
	go func() {
		defer close(ch)
		for e := range readEvents(r.Body) {
			if !p.unchecked {
				checkAnswer(p.t, "GET", people+"/seats/x/events", 200, "text/event-stream", []byte(e.data))
			}
			ch <- e
		}
	}()
	return ch, func() {
		cancel()
		r.Body.Close()
		for range ch {
		}
	}
}

// next waits for the event that has a property.
func next(t testing.TB, events <-chan *peopleJSON, what string, is func(*peopleJSON) bool) *peopleJSON {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case j, ok := <-events:
			if !ok {
				t.Fatalf("the stream ends before %s", what)
			}
			if is(j) {
				return j
			}
		case <-late:
			t.Fatalf("%s does not come", what)
		}
	}
}

// Who leaves and comes back finds the game as it stands; the other one is told.
func TestPeopleReconnect(t *testing.T) {
	const white, black = chess.White, chess.Black
	c, _ := newTable(t, Config{})
	var host peopleJSON
	c.post(people, &newPeople{Rules: "english"}, &host)
	p := &pair{client: c, seats: [2]string{white: host.Seat}, record: host.Record}
	whites, endWhite := p.watch(white)
	defer endWhite()
	next(t, whites, "an empty chair", func(j *peopleJSON) bool { return j.Status == "waiting" && j.Opponent == "absent" && j.Invitation != "" })
	p.refused(white, actionRequest{Do: "attempt", Attempt: "e2e4"}, 409, "when the other side has come")
	var guest peopleJSON
	c.post(people+"/invitations/"+host.Invitation, map[string]string{"claim": claim}, &guest)
	p.seats[black] = guest.Seat
	next(t, whites, "the guest", func(j *peopleJSON) bool {
		return j.Status == "playing" && j.Opponent == "away" && j.Invitation == "" && j.YourTurn
	})
	blacks, endBlack := p.watch(black)
	next(t, whites, "Black's stream", func(j *peopleJSON) bool { return j.Opponent == "here" })
	p.play("e2e4")
	next(t, blacks, "White's move", func(j *peopleJSON) bool { return j.YourTurn && len(j.Transcript) == 1 })
	endBlack()
	next(t, whites, "Black's leave", func(j *peopleJSON) bool { return j.Opponent == "away" })
	p.do(black, "attempt", "any?")
	next(t, whites, "Black's question", func(j *peopleJSON) bool { return j.Overheard != nil && j.Overheard.Any == "no" })
	blacks, endBlack = p.watch(black)
	defer endBlack()
	first := <-blacks
	if now := p.look(black); !reflect.DeepEqual(first, now) || len(first.Tries) != 1 {
		t.Errorf("who comes back sees\n%+v, not\n%+v", first, now)
	}
	// The same seat in many tabs: the oldest gives way.
	for range maxWatchers {
		others, end := p.watch(black)
		defer end()
		<-others
	}
	for range blacks {
	}
	if j := p.look(white); j.Opponent != "here" {
		t.Errorf("%+v", j)
	}
}

// Every event is later than the one before, and the last one is what the seat sees.
func TestPeopleStreamTellsAll(t *testing.T) {
	c, clock := newTable(t, Config{})
	p := c.sit(&newPeople{Clock: &clockWish{600, 2}})
	var streams [2]<-chan *peopleJSON
	for side := range chess.Color(2) {
		events, end := p.watch(side)
		defer end()
		streams[side] = events
	}
	for i, uci := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} { // fool's mate
		clock.pass(time.Second)
		p.do(chess.Color(i&1), "attempt", uci)
	}
	for side, events := range streams {
		last := &peopleJSON{}
		for j := range events {
			if j.Version <= last.Version {
				t.Errorf("version %d comes after %d", j.Version, last.Version)
			}
			last = j
		}
		now := p.look(chess.Color(side))
		if last.Result != "Black mates" || last.FEN != now.FEN || !reflect.DeepEqual(last.Transcript, now.Transcript) || !reflect.DeepEqual(last.Clock, now.Clock) {
			t.Errorf("the last event is\n%+v, the seat sees\n%+v", last, now)
		}
	}
}

// Many pairs play at the same time, each with streams and nobody's in another's way.
func TestPeopleLoad(t *testing.T) {
	needsHTTP(t)
	c, _ := newTable(t, Config{})
	c.unchecked = true
	c.http.Transport.(*http.Transport).MaxIdleConnsPerHost = 100
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 3))
			rules := kriegspiel.All()[i%len(kriegspiel.All())]
			p := c.sit(&newPeople{Rules: rules.Name})
			events, end := p.watch(chess.Black)
			defer end()
			start := chess.Start()
			twin := kriegspiel.NewReferee(rules, &start, 0)
			for range 20 {
				side := twin.Side()
				legal := twin.View(side).Legal(nil)
				a := legal[rng.IntN(len(legal))]
				heard, _ := twin.Try(a)
				if j := p.do(side, "attempt", a.String()); j.Answer.Heard != heard.String() {
					t.Errorf("game %d: %s is answered by %s, want %s", i, a, j.Answer.Heard, heard)
				}
			}
			p.do(chess.White, "resign", "")
			var last *peopleJSON
			for j := range events {
				last = j
			}
			if last == nil || last.Result != "Black wins: White resigned" {
				t.Errorf("game %d ends with %+v", i, last)
			}
		})
	}
	wg.Wait()
	if n := len(c.server.people.games); n != 40 {
		t.Errorf("%d games", n)
	}
}

// keyLike makes keys in order, for tests that compare bytes.
func keyLike() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("KEY%023d", n) }
}
