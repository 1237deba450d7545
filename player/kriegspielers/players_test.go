package kriegspielers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// play lets two players play a game.
func play(t *testing.T, rules *kriegspiel.Rules, players [2]Player, number uint64) *kriegspiel.Referee {
	t.Helper()
	start := chess.Start()
	g := kriegspiel.NewReferee(rules, &start, 0)
	rng := randstream.New(1, "player/kriegspielers", number)
	for g.Result() == kriegspiel.Unfinished {
		v := g.View(g.Side())
		before := v.Key()
		d, err := players[g.Side()].Choose(context.Background(), rng, v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Key() != before || !slices.Contains(v.Legal(nil), d.Action) {
			t.Fatalf("%s: %s is not legal, or the view has changed", rules, d.Action)
		}
		if _, err := g.Try(d.Action); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// Greedy beats random, under every rule set.
func TestGreedyBeatsRandom(t *testing.T) {
	for i, rules := range kriegspiel.All() {
		wins, losses := 0, 0
		for number := range uint64(20) {
			players := [2]Player{NewGreedy(), NewRandom()}
			side := chess.Color(number & 1)
			players[side], players[side^1] = players[0], players[1]
			g := play(t, rules, players, uint64(i)<<32|number)
			switch g.Result() {
			case kriegspiel.WhiteMates + kriegspiel.Result(side):
				wins++
			case kriegspiel.WhiteMates + kriegspiel.Result(side^1):
				losses++
			}
		}
		t.Logf("%s: greedy wins %d, loses %d of 20", rules, wins, losses)
		if wins <= losses {
			t.Errorf("%s: greedy wins %d, loses %d of 20", rules, wins, losses)
		}
	}
}

func TestNothingToTry(t *testing.T) {
	start := chess.Start()
	v := kriegspiel.NewView(kriegspiel.MustRules("rand"), chess.Black, &start)
	for _, p := range []Player{NewRandom(), NewGreedy()} {
		if _, err := p.Choose(context.Background(), randstream.New(1, "x"), v, blindsight.Budget{}); err == nil {
			t.Error("a player tries something in his opponent's turn")
		}
	}
}

func read(t *testing.T, text string) *kriegspiel.Record {
	t.Helper()
	rec, err := kriegspiel.NewReader(strings.NewReader(text), "text").Next()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestEstimate(t *testing.T) {
	ctx := context.Background()
	rec := read(t, `[Filtered "white"] 1. e4 {silent} ?? {silent} 2. d4 {silent} ?? {silent} 3. Nf3 {silent} ?? {silent} 4. {... : e4d5, d4e5}`)
	e, err := NewEstimate(ctx, rec, chess.White, enumerate.Options{})
	if err != nil || len(e.Sizes) != 6 || e.Sizes[5] != 2741 || e.Size >= 2741 || !e.Complete {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := NewEstimate(ctx, rec, chess.Black, enumerate.Options{}); err == nil {
		t.Error("what White knows was taken for Black's")
	}
	e, err = NewEstimate(ctx, rec, chess.White, enumerate.Options{States: 300})
	if !errors.Is(err, blindsight.ErrTooMany) || e.Complete || len(e.Sizes) != 5 || !strings.Contains(err.Error(), "at ply 6 (move 3 of Black)") {
		t.Errorf("%+v, %v", e, err)
	}
}

// A game may begin in one of several positions: what is heard tells them apart.
func TestSeveralStarts(t *testing.T) {
	rec := read(t, `{"side":"white","start":"4k3/8/8/8/8/8/8/R3K3 w - -","history":[{"white":[{"try":"a1a8","heard":"check:rank"}]}]}`)
	trail, err := rec.Trail(chess.White)
	if err != nil {
		t.Fatal(err)
	}
	var starts []chess.Position
	for _, fen := range []string{"4k3/8/8/8/8/8/8/R3K3 w - -", "3k4/8/8/8/8/8/8/R3K3 w - -", "8/4k3/8/8/8/8/8/R3K3 w - -", "4k3/8/8/8/8/8/8/R3K3 w - -"} {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, p)
	}
	b := enumerate.New[chess.Position](enumerate.Options{})
	if err := b.Advance(context.Background(), trail.From(starts), nil); err != nil || b.Len() != 2 {
		t.Errorf("%d positions, want 2: the king on e7 is not in check, and one start came twice; %v", b.Len(), err)
	}
}

// Nobody can be in check from a file after one move each.
func TestEmptyBelief(t *testing.T) {
	rec := read(t, `[Filtered "white"] 1. e4 {silent} ?? {check:file} *`)
	_, err := NewEstimate(context.Background(), rec, chess.White, enumerate.Options{})
	if want := `the belief of white becomes empty at ply 2 (move 1 of Black, heard "check:file")`; !errors.Is(err, blindsight.ErrInconsistent) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// An answered question tells of what was tried: who hears Yes and then moves otherwise
// must have had an illegal pawn capture refused to him.
func TestQuestionsPrune(t *testing.T) {
	for _, c := range []struct {
		start, turn string
		possible    bool
	}{
		{"4k3/p7/1P6/8/8/8/8/4K3 w - -", `"illegal":0`, true},              // he did not ask
		{"4k3/p7/1P6/8/8/8/8/4K3 w - -", `"illegal":0,"any":"no"`, false},  // axb6 is legal
		{"4k3/p7/1P6/8/8/8/8/4K3 w - -", `"illegal":0,"any":"yes"`, false}, // he had to capture, and was not refused
		{"4k3/p7/1P6/8/8/8/8/4K3 w - -", `"illegal":1,"any":"yes"`, false}, // axb6 is the only capture there is to try
		{"4k3/p7/1P6/8/8/8/8/4K3 w - -", `"any":"yes"`, false},             // the same, refusals not heard
		{"4k3/1p6/P7/8/8/8/8/4K3 w - -", `"illegal":1,"any":"yes"`, true},  // bxc6 was tried
		{"4k3/1p6/P7/8/8/8/8/4K3 w - -", `"any":"yes"`, true},
		{"4k3/1p6/P7/8/8/8/8/4K3 w - -", `"illegal":0,"any":"yes"`, false},
	} {
		text := `{"rules":"english","side":"white","start":"` + c.start + `","history":[{"white":[{"try":"e1e2","heard":"silent"}]},{"black":{"heard":"silent",` + c.turn + `}}]}`
		e, err := NewEstimate(context.Background(), read(t, text), chess.White, enumerate.Options{})
		if empty := errors.Is(err, blindsight.ErrInconsistent); empty == c.possible || !empty && err != nil {
			t.Errorf("%s, %s: %+v, %v; possible: %t", c.start, c.turn, e, err, c.possible)
		}
	}
}

// Refusals tell of men that can be refused something (paper C: k announced illegal
// attempts remove states with fewer than k distinct illegal attempts).
func TestRefusalsPrune(t *testing.T) {
	sizes := make([]int, 40)
	for k := range sizes {
		text := fmt.Sprintf(`{"side":"white","start":"4k3/8/8/8/8/8/8/R3K3 w - -","history":[{"white":[{"try":"a1a2","heard":"silent"}]},{"black":{"heard":"silent"}},{"white":[{"try":"a2a1","heard":"silent"}]},{"black":{"heard":"silent","illegal":%d}}]}`, k)
		e, err := NewEstimate(context.Background(), read(t, text), chess.White, enumerate.Options{})
		if err == nil {
			sizes[k] = e.Size
		}
		if k > 0 && sizes[k] > sizes[k-1] {
			t.Fatalf("more refusals leave more positions: %v", sizes)
		}
	}
	// The king alone has at most 3 illegal attempts: onto the rook's file, or none.
	if sizes[0] == 0 || sizes[0] == sizes[3] || sizes[4] != 0 {
		t.Errorf("sizes by refusals: %v", sizes)
	}
}
