package kriegspielers

import (
	"context"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// With the setting endings the player mates a lone king that moves at random, also when it has
// more men than a table knows, and never stalemates him; it must first take his last man.
func TestEndingsAreWon(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/3k4/8/8/4K3/7R w - - 0 1",
		"8/8/3k4/8/3p4/4K3/8/R7 w - - 0 1",
		"8/8/3k4/8/8/4K3/3P4/R6N w - - 0 1",
	} {
		start, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*kriegspiel.Rules{kriegspiel.MustRules("berkeley"), kriegspiel.MustRules("english")} {
			o := DefaultBeliever
			o.Endings = true
			white := NewBeliever(o)
			result := playOut(t, r, &start, white, NewRandom())
			if result != kriegspiel.WhiteMates {
				t.Errorf("%s, %s: %v", fen, r, result)
			}
		}
	}
}

// Where no table knows the men, a mate that a search finds is played: the table of the rook alone promises one at every move here, and the pawns are in its way.
func TestEndingsAreSearched(t *testing.T) {
	for _, fen := range []string{"2B5/k1K5/P7/1P6/8/8/8/NR6 w - - 0 1", "1k6/1P6/2K5/2N5/8/2B5/8/8 w - - 0 1"} {
		start, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		v := kriegspiel.NewView(kriegspiel.MustRules("berkeley"), chess.White, &start)
		d, err := NewForesight(DefaultForesight).Choose(context.Background(), randstream.New(1, "ending"), v, blindsight.Budget{Simulations: 5000})
		if err != nil || d.Value != valueMate {
			t.Errorf("%s: %s is worth %v, want a mate; %v", fen, d.Action, d.Value, err)
		}
	}
}

// playOut plays a game of at most 100 moves a side.
func playOut(t *testing.T, r *kriegspiel.Rules, start *chess.Position, white, black Player) kriegspiel.Result {
	t.Helper()
	g := kriegspiel.NewReferee(r, start, 100)
	players := [2]Player{NewSummoned(white), NewSummoned(black)}
	rng := randstream.New(1, "test/endings")
	for g.Result() == kriegspiel.Unfinished {
		side := g.Side()
		d, err := players[side].Choose(context.Background(), rng, g.View(side), blindsight.Budget{Simulations: 500})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Try(d.Action); err != nil {
			t.Fatal(err)
		}
	}
	return g.Result()
}
