package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight/catalog"
)

// transcribeBoard sends requests to a server of its own whose ids do not depend on chance, and returns every byte of
// the answers.
func transcribeBoard(t *testing.T, d decider, requests [][3]string) string {
	t.Helper()
	s := newServer(Config{Searches: 1})
	s.boards.newID = func() string { return "game1" }
	if d != nil {
		s.decider = d
	}
	return transcribe(t, s, requests...)
}

// lookAt are all requests of a page about a game.
func lookAt(list [][3]string) [][3]string {
	const game = "/api/games/game1"
	return append(list, [3]string{"GET", game, ""}, [3]string{"POST", game + "/belief", "{}"},
		[3]string{"POST", game + "/belief", `{"side":1}`}, [3]string{"POST", game + "/step", "{}"}, [3]string{"POST", game + "/actions", `{"action":"nowhere"}`})
}

// boardRequests are those of a page while a person does some things in a game.
func boardRequests(t *testing.T, q *newBoardGame, actions []string) [][3]string {
	t.Helper()
	body, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	requests := lookAt([][3]string{{"GET", "/api/games", ""}, {"POST", "/api/games", string(body)}})
	for _, a := range actions {
		requests = lookAt(append(requests, [3]string{"POST", "/api/games/game1/actions", fmt.Sprintf(`{"action":%q}`, a)}))
	}
	return requests
}

// line is a play: what the person did, what the other side did, and all that the person was told of both.
type line struct {
	own, other []string
	told       string
}

// plays lets a person do so many things of his choice, which is the same in all plays, while the other side does what a seed says.
func plays(t *testing.T, s *catalog.Setting, own, most int, seed, other uint64) *line {
	t.Helper()
	sitting, err := s.Sit(seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	wishes := rand.New(rand.NewPCG(4, uint64(own)))
	his := rand.New(rand.NewPCG(other, 8))
	l := &line{}
	for sitting.Turn() != catalog.Over && (len(l.own) < most || sitting.Turn() != own) {
		legal := sitting.Legal()
		if sitting.Turn() == own {
			a := legal[wishes.IntN(len(legal))].Text
			l.own = append(l.own, a)
			err = sitting.Do(a)
		} else {
			a := legal[his.IntN(len(legal))].Text
			l.other = append(l.other, a)
			err = sitting.Do(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if sitting.Turn() == catalog.Over {
		return nil // nothing is hidden any more
	}
	l.told = fmt.Sprint(sitting.Told(own), l.own)
	return l
}

// scriptedLevel does given things.
func scriptedLevel(actions []string) decider {
	n := 0
	return func(context.Context, *boardGame) (*catalog.Choice, error) {
		n++
		return &catalog.Choice{Action: actions[n-1]}, nil
	}
}

// All bytes that are sent during a game are the same for all hidden states under which the person's side was told
// the same: stones that the other side placed elsewhere, or tried in vain, and fleets that lie elsewhere. Beliefs are
// among them.
func TestBoardGamesLeakNothing(t *testing.T) {
	alone(t)
	eachBoard(t, func(t *testing.T, g *catalog.Game, p catalog.Preset) {
		s, err := g.Open(p.Settings)
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		for own := range g.Sides {
			for _, most := range []int{2, 4} {
				if len(g.Sides) == 1 && most > 2 {
					continue // after more shots few fleets are alike
				}
				alike := map[string][]string{} // transcripts by what was told
				for n := uint64(0); n < 100; n++ {
					seed := uint64(1)
					if len(g.Sides) == 1 {
						seed = n
					}
					l := plays(t, s, own, most, seed, n)
					if l == nil || len(alike[l.told]) > 2 || len(alike) > 2 && alike[l.told] == nil {
						continue
					}
					q := &newBoardGame{Game: g.Name, Settings: p.Settings, Seed: fmt.Sprint(seed), Seats: seatsOf(g, own, "random")}
					if len(g.Sides) == 1 {
						q.Rival = g.Shown.Levels[1].Name
					}
					text := transcribeBoard(t, scriptedLevel(append(l.other, "?")), boardRequests(t, q, l.own))
					text = strings.ReplaceAll(text, fmt.Sprintf(`"seed":"%d"`, seed), `"seed":"S"`) // which the person has chosen
					alike[l.told] = append(alike[l.told], text)
				}
				for told, texts := range alike {
					for _, text := range texts[1:] {
						if compared++; text != texts[0] {
							t.Fatalf("%s: two hidden states give different bytes:\n%s\n----\n%s", told, texts[0], text)
						}
					}
					if !strings.Contains(texts[0], `"chances":[`) {
						t.Errorf("no belief is compared in %s", texts[0])
					}
				}
			}
		}
		if compared < 4 {
			t.Errorf("only %d pairs were compared", compared)
		}
	})
}

// What a watched side knows, believes and decides is made of what it was told: what the other side did elsewhere changes no byte
// of it, not even the number of its attempts that nobody heard.
func TestWatchedSidesLeakNothing(t *testing.T) {
	alone(t)
	eachBoard(t, func(t *testing.T, g *catalog.Game, p catalog.Preset) {
		s, err := g.Open(p.Settings)
		if err != nil {
			t.Fatal(err)
		}
		level := g.Shown.Levels[1].Name
		compared := 0
		for own := range g.Sides {
			alike := map[string][]string{}
			for n := uint64(0); n < 60; n++ {
				if len(g.Sides) == 1 {
					break // there is nobody else: fleets are compared where a person plays
				}
				l := plays(t, s, own, 2, 1, n)
				if l == nil || len(alike[l.told]) > 3 {
					continue
				}
				alike[l.told] = append(alike[l.told], watched(t, g, s, own, level, l))
			}
			for told, texts := range alike {
				for _, text := range texts[1:] {
					if compared++; text != texts[0] {
						t.Fatalf("%s:\n%s\n----\n%s", told, texts[0], text)
					}
				}
			}
		}
		if len(g.Sides) > 1 && compared < 6 {
			t.Errorf("only %d pairs were compared", compared)
		}
	})
}

// watched returns what is shown of a side that acts next after a play: what it knows, believes and decides.
func watched(t *testing.T, g *catalog.Game, s *catalog.Setting, own int, level string, l *line) string {
	t.Helper()
	sitting, err := s.Sit(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	q := &newBoardGame{Game: g.Name, Settings: s.Text, Seed: "1", Seats: []string{level, level}}
	mine, his := l.own, l.other
	for len(mine)+len(his) > 0 {
		list := &his
		if sitting.Turn() == own {
			list = &mine
		}
		if err := sitting.Do((*list)[0]); err != nil {
			t.Fatal(err)
		}
		q.Actions = append(q.Actions, (*list)[0])
		*list = (*list)[1:]
	}
	c := newClient(t, Config{})
	game := c.newBoard(q)
	_, belief := c.ask("POST", "/api/games/"+game.ID+"/belief", map[string]int{"side": own})
	var next boardGameJSON
	c.post("/api/games/"+game.ID+"/step", nil, &next)
	known, err := json.Marshal(game.Sides[own])
	if err != nil {
		t.Fatal(err)
	}
	choice, err := json.Marshal(next.Choice)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s %s %s", game.Turn, known, belief, choice)
}
