package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"blindsight/game/chess"
)

// Keys are long and random, each opens its own door only, and what is wrong sounds the
// same whatever is wrong.
func TestPeopleKeys(t *testing.T) {
	c, _ := newTable(t, Config{})
	var host, guest peopleJSON
	c.post(people, &newPeople{Color: "black"}, &host)
	c.post(people+"/invitations/"+host.Invitation, map[string]string{"claim": claim}, &guest)
	if host.Color != "black" || guest.Color != "white" || guest.Invitation != "" {
		t.Errorf("%+v and %+v", host, guest)
	}
	keys := []string{host.Seat, host.Invitation, host.Record, guest.Seat}
	for i, key := range keys {
		if len(key) != 26 { // of 32 characters each: 130 bits
			t.Errorf("the key %q can be guessed", key)
		}
		for _, other := range keys[:i] {
			if key == other {
				t.Errorf("the key %q opens two doors", key)
			}
		}
	}
	_, want := c.ask("GET", people+"/seats/"+strings.Repeat("A", 26), nil)
	for _, path := range []string{
		"/seats/" + host.Invitation, "/seats/" + host.Record, "/seats/" + host.Invitation + "/events", "/seats/" + host.Record + "/game.pgn",
		"/invitations/" + host.Seat, "/invitations/" + host.Record, "/records/" + host.Seat, "/records/" + guest.Seat + "/replay",
		"/seats/" + strings.ToLower(host.Seat), "/seats/" + host.Seat[:25], "/records/x/game.pgn",
	} {
		if status, text := c.ask("GET", people+path, nil); status != 404 || string(text) != string(want) {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	for _, path := range []string{"/seats/" + host.Invitation + "/actions", "/seats/" + host.Record + "/actions"} {
		if status, _ := c.ask("POST", people+path, actionRequest{Do: "resign"}); status != 404 {
			t.Errorf("%s: %d", path, status)
		}
	}
	// Spectators come after the game; until then there is nothing to be learnt.
	for _, path := range []string{"", "/game.pgn", "/replay"} {
		if status, text := c.ask("GET", people+"/records/"+host.Record+path, nil); status != 409 || !strings.Contains(string(text), "not over") {
			t.Errorf("a spectator during the game: %d %s", status, text)
		}
	}
}

// An invitation seats one guest; who asks again with his own claim is the same guest.
func TestPeopleInvitation(t *testing.T) {
	c, _ := newTable(t, Config{})
	var host, guest, again peopleJSON
	c.post(people, &newPeople{Rules: "rand", Clock: &clockWish{300, 2}}, &host)
	at := people + "/invitations/" + host.Invitation
	var card invitationJSON
	c.get(at, &card)
	if card.Taken || card.Color != "black" || card.Rules != "rand" || *card.Clock != (clockWish{300, 2}) {
		t.Errorf("%+v", card)
	}
	for _, bad := range []string{"", "short", strings.Repeat("a", 65), "with a blank in the middle of it"} {
		if status, _ := c.ask("POST", at, map[string]string{"claim": bad}); status != 400 {
			t.Errorf("the claim %q: %d", bad, status)
		}
	}
	c.post(at, map[string]string{"claim": claim}, &guest)
	c.post(at, map[string]string{"claim": claim}, &again)
	if again.Seat != guest.Seat || guest.Seat == host.Invitation {
		t.Errorf("%+v and %+v", guest, again)
	}
	if status, text := c.ask("POST", at, map[string]string{"claim": "another-claim-made-up-by-x"}); status != 409 || strings.Contains(string(text), guest.Seat) {
		t.Errorf("a second guest: %d %s", status, text)
	}
	if c.get(at, &card); !card.Taken {
		t.Errorf("%+v", card)
	}
	// The host does not learn the key of his guest.
	_, text := c.ask("GET", people+"/seats/"+host.Seat, nil)
	if strings.Contains(string(text), guest.Seat) {
		t.Errorf("%s", text)
	}
	var later peopleJSON
	if err := json.Unmarshal(text, &later); err != nil || later.Invitation != "" || later.Status != "playing" {
		t.Errorf("%v: %s", err, text)
	}
}

// A link moves the men of its own side, in its own turn, and once.
func TestPeopleWrongSideAndTwice(t *testing.T) {
	const white, black = chess.White, chess.Black
	c, _ := newTable(t, Config{})
	p := c.sit(&newPeople{})
	p.refused(black, actionRequest{Do: "attempt", Attempt: "e7e5"}, 409, "the turn of White")
	p.refused(black, actionRequest{Do: "attempt", Attempt: "e2e4"}, 409, "the turn of White")
	p.refused(white, actionRequest{Do: "castle"}, 400, "unknown action")
	p.refused(white, actionRequest{Do: "time"}, 400, "unknown action")
	p.refused(white, actionRequest{Do: "join"}, 400, "unknown action")
	p.refused(white, actionRequest{Do: "attempt", Attempt: "zz"}, 400, "zz")
	before := p.look(white)
	if j := p.do(white, "attempt", "e7e5"); !strings.Contains(j.Answer.Words, "has no man on e7") || j.Said != before.Said || j.Version != before.Version {
		t.Errorf("a man of the other side: %+v", j.Answer)
	}
	if after := p.look(black); len(after.Transcript) != 0 || after.YourTurn {
		t.Errorf("%+v", after)
	}
	// The same thing said by twenty requests at once is said once.
	var done, refused atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			status, _ := p.ask("POST", people+"/seats/"+p.seats[white]+"/actions", actionRequest{Do: "attempt", Attempt: "e2e4", At: new(int)})
			switch status {
			case 200:
				done.Add(1)
			case 409:
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	if done.Load() != 1 || refused.Load() != 19 || p.look(white).Said != 1 {
		t.Errorf("%d were done, %d refused", done.Load(), refused.Load())
	}
	p.do(black, "attempt", "d7d5")
	p.refused(white, actionRequest{Do: "attempt", Attempt: "e4d5", At: new(int)}, 409, "you have said 1 things, not 0")
	at := 1
	var j peopleJSON
	c.post(people+"/seats/"+p.seats[white]+"/actions", actionRequest{Do: "attempt", Attempt: "e4d5", At: &at}, &j)
	if j.Answer.Heard != "capture:d5" || j.Taken != 1 || p.look(black).Captured != 1 {
		t.Errorf("%+v", j)
	}
}

func TestPeopleBadRequests(t *testing.T) {
	c, _ := newTable(t, Config{})
	for _, test := range []struct{ body, want string }{
		{`{"rules":"chess"}`, "unknown rule set"},
		{`{"color":"red"}`, "red"},
		{`{"clock":{"seconds":9,"increment":0}}`, "10 to 10800"},
		{`{"clock":{"seconds":99999,"increment":0}}`, "10 to 10800"},
		{`{"clock":{"seconds":60,"increment":-1}}`, "0 to 180"},
		{`{"clock":{"seconds":60.5,"increment":1}}`, "not what the API takes"},
		{`{"fen":"x"}`, "fields"},
		{`{"fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}`, "the game would be over: black has no legal move"},
		{`{"opponent":"greedy"}`, "unknown field"},
	} {
		if status, text := c.ask("POST", people, test.body); status != 400 || !strings.Contains(string(text), test.want) {
			t.Errorf("%s: %d %s, want %q", test.body, status, text, test.want)
		}
	}
	seen := map[string]int{}
	for range 40 {
		var j peopleJSON
		c.post(people, &newPeople{Color: "random"}, &j)
		seen[j.Color]++
	}
	if len(seen) != 2 {
		t.Errorf("random sides: %v", seen)
	}
}

// There are never more games than are kept; a running one is not dropped for a new one.
func TestPeopleBounds(t *testing.T) {
	c, clock := newTable(t, Config{People: 3})
	running, finished, waiting := c.sit(&newPeople{}), c.sit(&newPeople{}), &peopleJSON{}
	finished.do(chess.White, "resign", "")
	clock.pass(time.Minute)
	c.post(people, &newPeople{}, waiting)
	full := func(when string, want int) {
		t.Helper()
		if status, text := c.ask("POST", people, &newPeople{}); status != want {
			t.Errorf("%s: %d %s", when, status, text)
		}
	}
	there := func(key string) bool {
		status, _ := c.ask("GET", people+"/seats/"+key, nil)
		return status == 200
	}
	full("in place of the one that is over", 201)
	if there(finished.seats[0]) || !there(running.seats[0]) || !there(waiting.Seat) {
		t.Error("the wrong game was dropped")
	}
	full("three go on", 503)
	clock.pass(restingIdle)
	if there(waiting.Seat) || !there(running.seats[1]) {
		t.Error("an invitation outlives its day, or a game does not")
	}
	full("the old invitations are gone", 201)
	events, end := running.watch(chess.Black)
	<-events
	clock.pass(playingIdle)
	if !there(running.seats[0]) {
		t.Error("a game was dropped while somebody looked at it")
	}
	end()
	waitFor(t, "the stream to end", func() bool {
		c.server.people.games[0].mu.Lock()
		defer c.server.people.games[0].mu.Unlock()
		return !c.server.people.games[0].watched()
	})
	clock.pass(playingIdle - time.Second)
	if !there(running.seats[0]) {
		t.Error("a game was dropped too early")
	}
	clock.pass(playingIdle)
	if there(running.seats[0]) || len(c.server.people.keys) != 3 {
		t.Errorf("an idle game is kept: %d keys", len(c.server.people.keys))
	}
}

// Who has used up his attempts has used up his own: the other side plays on, and hears
// nothing of it.
func TestPeopleAttemptsAreTheirOwn(t *testing.T) {
	c, _ := newTable(t, Config{})
	p := c.sit(&newPeople{Rules: "wild16"}) // where refusals are silent
	g := c.server.people.games[0]
	before := p.look(chess.Black)
	g.seats[chess.White].attempts += maxPeopleAttempts - 1 // refused ones, in many turns
	if after := p.look(chess.Black); !reflect.DeepEqual(before, after) {
		t.Errorf("Black was told %+v, and now %+v", before, after)
	}
	p.do(chess.White, "attempt", "e2e4")
	p.do(chess.Black, "attempt", "e7e5")
	p.refused(chess.White, actionRequest{Do: "attempt", Attempt: "d2d4"}, http.StatusConflict, "attempts of yours")
	p.do(chess.White, "resign", "")
}

// With a folder games survive the end of the program, however it comes.
func TestPeopleRestart(t *testing.T) {
	const white, black = chess.White, chess.Black
	folder := filepath.Join(t.TempDir(), "games")
	c, clock := newTable(t, Config{})
	keep := func(c *client) {
		t.Helper()
		if err := c.server.KeepGames(folder); err != nil {
			t.Fatal(err)
		}
	}
	keep(c)
	p := c.sit(&newPeople{Rules: "english", Clock: &clockWish{600, 5}})
	clock.pass(7 * time.Second)
	p.do(white, "attempt", "e2e4")
	clock.pass(3 * time.Second)
	p.do(black, "attempt", "any?")
	p.do(black, "attempt", "d7d5")
	p.do(white, "offer", "")
	p.do(white, "attempt", "f1b5")
	p.do(black, "attempt", "a7a6") // refused
	over := c.sit(&newPeople{})
	over.do(black, "resign", "")
	var alone peopleJSON
	c.post(people, &newPeople{Color: "black"}, &alone)
	want := [2]*peopleJSON{p.look(white), p.look(black)}

	next := func() {
		t.Helper()
		old := c
		c, _ = newTable(t, Config{})
		c.server.people.now, c.server.people.after = clock.Now, clock.after
		keep(c)
		p.client, over.client = c, c
		old.http.CloseIdleConnections()
	}
	clock.pass(time.Hour) // while no server runs no time does
	next()
	for side := range chess.Color(2) {
		got := p.look(side)
		got.Version = want[side].Version
		if !reflect.DeepEqual(got, want[side]) {
			t.Errorf("after the restart %s sees\n%+v, not\n%+v", side, got, want[side])
		}
	}
	if j := over.look(white); j.Result != "White wins: Black resigned" {
		t.Errorf("%+v", j)
	}
	var guest peopleJSON
	c.post(people+"/invitations/"+alone.Invitation, map[string]string{"claim": claim}, &guest)
	p.do(black, "attempt", "c7c6")
	next()
	// The guest's claim and the last move are kept, and a line cut short is not taken.
	c.post(people+"/invitations/"+alone.Invitation, map[string]string{"claim": claim}, &guest)
	if j := p.look(white); guest.Color != "white" || !j.YourTurn || j.Draw != "declined" {
		t.Errorf("%+v and %+v", guest, j)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = file.WriteString(`{"color":"white","do":"attempt","attempt":"b1c3","left":[1,1` + strings.Repeat(" ", 500))
		if err := errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	next()
	p.do(white, "attempt", "b5c6")
	next()
	if j := p.look(white); len(j.Transcript) != 5 || j.Transcript[4].Move.Attempt != "b5c6" {
		t.Errorf("%+v", j)
	}
	// What cannot be written down does not happen.
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	p.refused(black, actionRequest{Do: "resign"}, 500, "nothing was done")
	if j := p.look(black); j.Status != "playing" || strings.Contains(j.Result, folder) {
		t.Errorf("%+v", j)
	}
	// What is no journal is an error that names the file and the line.
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "x.jsonl")
	if err := os.WriteFile(name, []byte(`{"rules":"english","start":"4k3/8/8/8/8/8/8/4K2R w - - 0 1"}`+"\n{\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := newServer(Config{}).KeepGames(folder); err == nil || !strings.Contains(err.Error(), name+": line 2") {
		t.Errorf("%v", err)
	}
}

// A game that is dropped takes its file along.
func TestPeopleFilesAreRemoved(t *testing.T) {
	folder := t.TempDir()
	c, clock := newTable(t, Config{People: 1})
	if err := c.server.KeepGames(folder); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var j peopleJSON
		c.post(people, &newPeople{}, &j)
		if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
			t.Errorf("%d files, %v", len(files), err)
		}
		clock.pass(restingIdle)
	}
	if status, _ := c.ask("GET", people+"/seats/x", nil); status != http.StatusNotFound {
		t.Error(status)
	}
}
