package pointbased_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/pomdp"
	"blindsight/search/pointbased"
)

// subset tells whether all states of a set are in a room.
func subset(set, room []int32) bool {
	return !slices.ContainsFunc(set, func(s int32) bool { return !slices.Contains(room, s) })
}

// closed tells what leads out of rooms: every set of states that can follow must lie in one.
func closed(t *testing.T, p *blindsight.Tables, rooms [][]int32, left bool) {
	t.Helper()
	var start []int32
	for s, x := range p.Start {
		if x > 0 {
			start = append(start, int32(s))
		}
	}
	if !subset(start, rooms[0]) {
		t.Fatalf("the start %v is not in %v", start, rooms[0])
	}
	targets := rooms
	if left {
		targets = rooms[1:]
	}
	for _, room := range rooms {
		for a := range p.Actions {
			for o := range p.Observations {
				var after []int32
				for s2 := range p.States {
					if p.Signals[a].At(s2, o) > 0 && slices.ContainsFunc(room, func(s int32) bool { return p.Moves[a].At(int(s), s2) > 0 }) {
						after = append(after, int32(s2))
					}
				}
				if !slices.ContainsFunc(targets, func(r []int32) bool { return subset(after, r) }) {
					t.Fatalf("from %v action %d with observation %d leads to %v, which is in none of %v", room, a, o, after, rooms)
				}
			}
		}
	}
}

// No belief leaves its room but into another one.
func TestRoomsAreClosed(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		p := random(rng, 1+rng.IntN(8), 1+rng.IntN(2), 1+rng.IntN(8), .5)
		for s := range p.Start { // a known start, so that rooms can be small
			p.Start[s] = 0
		}
		p.Start[rng.IntN(p.States)] = 1
		rooms, left := pointbased.FindRooms(p)
		closed(t, p, rooms, left)
	}
}

// The robot of RockSample knows its place: a room for each of them, with all states of the
// rocks, and one for the end. That of Tag does not know it at first.
func TestRoomsOfKnownPlaces(t *testing.T) {
	layout, err := pomdp.RockSampleOf("4x4")
	if err != nil {
		t.Fatal(err)
	}
	rooms, left := pointbased.FindRooms(tables(t, layout))
	for i, room := range rooms {
		if len(room) != 16 && !(len(room) == 1 && i > 0) {
			t.Errorf("a room of %d states", len(room))
		}
	}
	if len(rooms) != 17 || left {
		t.Errorf("%d rooms, want 16 places and the end", len(rooms))
	}
	rooms, left = pointbased.FindRooms(tables(t, pomdp.UsualTag()))
	if !left || len(rooms) < 29 || len(rooms[0]) < 29*29 || len(rooms[1]) > 30 {
		t.Errorf("Tag: %d rooms, of %d and %d states", len(rooms), len(rooms[0]), len(rooms[1]))
	}
}

// tables writes a generated problem out.
func tables(t *testing.T, g interface{ Model() (*pomdp.Model, error) }) *blindsight.Tables {
	t.Helper()
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Tables()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
