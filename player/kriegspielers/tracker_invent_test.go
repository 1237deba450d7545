package kriegspielers

import (
	"context"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// A belief that is far too small dies again and again. It is then made up of positions that have our men where they are, as many of his as he
// has, and sound as what was heard last; a tracker that makes up nothing is left without any in the same games.
func TestTrackerInvents(t *testing.T) {
	var without [2]int
	invented := 0
	for i, rules := range kriegspiel.All() {
		for k, likely := range []bool{true, false} {
			tracker := NewTracker(TrackerOptions{Exact: 1, Sample: 40, Effort: 60, Likely: likely})
			var told feed
			players := [2]Player{NewGreedy(), NewGreedy()}
			contested(t, rules, chess.StartFEN, players, uint64(i), 1, 160, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
				v := g.View(chess.White)
				if g.Side() != chess.White || len(v.Tries()) > 0 {
					return
				}
				told.tell(tracker, v)
				if err := tracker.Update(context.Background(), randstream.New(1, "invent", uint64(v.Turns()))); err != nil {
					t.Fatal(err)
				}
				if len(tracker.States()) == 0 {
					without[k]++
				}
				own, truth := v.Own(), g.Position()
				if !tracker.Guessed() || truth.Men(chess.Black).Count() <= fewEnemies { // few men are put anywhere, which is held against other things
					return
				}
				for _, s := range tracker.States() {
					invented++
					if s.Only(chess.White) != own || s.Men(chess.Black).Count() != truth.Men(chess.Black).Count() || v.Turns() > 0 && !rules.Agrees(&s, v.LastHeard()) {
						t.Fatalf("%s: %s is believed in, after %s; the own men are %s", rules, s.FEN(), v.LastHeard(), own.FEN())
					}
				}
			})
		}
	}
	if without[1] < 20 || 10*without[0] > without[1] {
		t.Errorf("without a belief in %d turns, and in %d where nothing is invented", without[0], without[1])
	}
	if invented < 500 {
		t.Errorf("only %d guesses were looked at", invented)
	}
}

// A mistake is about one man: as many are on the board, one king, no pawn where none can be, never more of a kind than at first; our men are as they were.
func TestMistakes(t *testing.T) {
	rng := randstream.New(1, "mistakes")
	moved, others := 0, 0
	for range 200 {
		p := chess.Start()
		for range 400 {
			before := p
			mistake(&p, chess.Black, rng)
			if p.Only(chess.White) != before.Only(chess.White) || p.Men(chess.Black).Count() != before.Men(chess.Black).Count() || p.Pieces(chess.Black, chess.King).Count() != 1 {
				t.Fatalf("%s becomes %s", before.FEN(), p.FEN())
			}
			for kind, most := range atFirst {
				if n := p.Pieces(chess.Black, chess.Kind(kind)); kind > 0 && n.Count() > most || kind == int(chess.Pawn) && n&lastRanks != 0 {
					t.Fatalf("%s becomes %s", before.FEN(), p.FEN())
				}
			}
			switch away := before.Men(chess.Black) &^ p.Men(chess.Black); {
			case away.Count() > 1:
				t.Fatalf("%s becomes %s: more than one man", before.FEN(), p.FEN())
			case away != 0:
				moved++
			case p != before:
				others++
			}
			if rng.IntN(40) == 0 { // he loses a man, which others may be taken for
				removeAny(&p, chess.Black, rng)
			}
		}
	}
	if moved < 10_000 || others < 1000 {
		t.Errorf("%d men were put elsewhere and %d became others", moved, others)
	}
}
