package web

import (
	"context"
	"time"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// The limits of the belief in a replay.
const (
	replayStates = 2_000_000 // after any ply
	replayMemory = 256 << 20
	replayLimit  = 20 * time.Second
)

// plyJSON is a ply of a replay: the true board, and what the player could know.
type plyJSON struct {
	Ply     int         `json:"ply"`
	Turn    *turnJSON   `json:"turn,omitempty"`
	Move    string      `json:"move,omitempty"`
	SAN     string      `json:"san,omitempty"`
	Refused []string    `json:"refused"`
	FEN     string      `json:"fen,omitempty"`
	Own     string      `json:"own"`
	Belief  *beliefJSON `json:"belief,omitempty"`
}

// beliefJSON is a set of positions in numbers.
type beliefJSON struct {
	Size int                `json:"size"`
	King map[string]float64 `json:"king"`
	Men  map[string]float64 `json:"men"`
}

func (s *Service) getReplay(r *call) (int, any, error) {
	_, m, err := s.match(r)
	if err != nil {
		return 0, nil, err
	}
	over, record := m.over(), m.game.Record()
	m.giveBack()
	if !over {
		return 0, nil, refuse(statusConflict, "the replay comes when the game is over")
	}
	s.streamReplay(r, record, m.side)
	return 0, nil, nil
}

// streamReplay answers with a finished game and what a side could know of it.
func (s *Service) streamReplay(r *call, record *kriegspiel.Record, side chess.Color) {
	out, ctx := openStream(r)
	defer out.close()
	err := s.searching(ctx, out.queued, func(*workbench) error { return replay(ctx, record, side, s.replayStates, out) })
	if err != nil {
		out.fail(err)
		return
	}
	out.event("done", struct {
		Plies int `json:"plies"`
	}{len(record.Turns)})
}

// replay sends a record ply by ply, as a side knew it; of a record of that side alone the
// true boards are not known.
func replay(ctx context.Context, record *kriegspiel.Record, side chess.Color, states int, out *stream) error {
	mine, err := record.Filter(side)
	if err != nil {
		return bad(err)
	}
	turns, _ := transcript(mine, side)
	b := &believer{
		side:   side,
		belief: enumerate.New[chess.Position](enumerate.Options{States: states, Memory: replayMemory, Workers: 1}),
	}
	limited, cancel := context.WithTimeout(ctx, replayLimit)
	defer cancel()
	truth := &record.Start
	if record.Scope != kriegspiel.Unfiltered {
		truth = nil
	}
	own := kriegspiel.NewView(record.Rules, side, &record.Start)
	for i := range len(record.Turns) + 1 {
		p := plyJSON{Ply: i, Refused: []string{}}
		if i > 0 {
			if i <= len(turns) {
				p.Turn = &turns[i-1]
			}
			truth = p.play(&record.Turns[i-1], truth, own.Own())
			if i <= len(mine.Turns) {
				follow(own, &mine.Turns[i-1])
			}
		}
		if truth != nil {
			p.FEN = truth.FEN()
		}
		board := own.Own()
		p.Own = board.FEN()
		prefix := *mine
		prefix.Turns = mine.Turns[:min(i, len(mine.Turns))]
		p.Belief = b.advance(limited, &prefix)
		if err := ctx.Err(); err != nil {
			return err
		}
		out.event("ply", &p)
	}
	return nil
}

// play takes in the tries of a turn, and returns the true position after it, nil where that
// is not known. What was refused is written as its player would, by his own men before it.
func (p *plyJSON) play(t *kriegspiel.Turn, truth *chess.Position, own chess.Position) *chess.Position {
	if truth != nil {
		own = truth.Only(truth.Side())
	}
	for _, try := range t.Tries {
		switch {
		case try.Attempt == kriegspiel.Any:
			p.Refused = append(p.Refused, "Any?")
		case !try.Heard.Move():
			p.Refused = append(p.Refused, try.SAN(&own))
		case truth != nil:
			p.Move, p.SAN = try.Attempt.String(), truth.SAN(try.Attempt.Move())
			after := truth.Make(try.Attempt.Move())
			truth = &after
		default: // the transcript has it as its player wrote it
			p.Move, p.SAN = try.Attempt.String(), p.Turn.Move.SAN
		}
	}
	return truth
}

// follow lets a view take part in a turn of its record.
func follow(v *kriegspiel.View, t *kriegspiel.Turn) {
	if t.Hidden {
		hearHidden(v, t)
		return
	}
	for _, try := range t.Tries {
		_ = v.Did(try.Attempt, try.Heard) // it happened
	}
}

// believer follows what a side can know, as long as the limits allow.
type believer struct {
	side   chess.Color
	belief *enumerate.Belief[chess.Position]
	lost   bool
}

// advance takes in one more turn and returns the belief, nil once it was too large.
func (b *believer) advance(ctx context.Context, r *kriegspiel.Record) *beliefJSON {
	if b.lost {
		return nil
	}
	trail, err := r.Trail(b.side)
	if err == nil {
		err = b.belief.Advance(ctx, trail, nil)
	}
	if err != nil {
		b.lost = true
		return nil
	}
	var king, men [64]int
	n := 0
	for p := range b.belief.All() {
		n++
		them := b.side.Other()
		king[p.KingSquare(them)]++
		for set := p.Men(them); set != 0; set &= set - 1 {
			men[set.First()]++
		}
	}
	return &beliefJSON{Size: n, King: shares(&king, n), Men: shares(&men, n)}
}

// shares returns the counts by square as shares, without those that are 0.
func shares(counts *[64]int, n int) map[string]float64 {
	m := map[string]float64{}
	for s, count := range counts {
		if count > 0 {
			m[chess.Square(s).String()] = float64(count) / float64(n)
		}
	}
	return m
}
