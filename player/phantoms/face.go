package phantoms

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/catalog"
	"blindsight/game/phantom"
)

// pageCells is how many cells a board has that strangers may ask for: players think about larger
// ones for seconds.
const pageCells = 20

// face says how people play phantom tic-tac-toe and dark hex on a board.
var face = catalog.Face[*phantom.Game, phantom.State, *phantom.View, phantom.Cell]{
	Presets: []catalog.Preset{
		{Name: "tic-tac-toe", Title: "Phantom tic-tac-toe", Doc: "three in a line win; you see your own marks only, and may try again where his are", Settings: "board=tictactoe"},
		{Name: "dark-hex", Title: "Dark hex", Doc: "join your two edges; you see your own stones only, and may try again where his are", Settings: "board=hex,rows=4,cols=4"},
		{Name: "dark-hex-abrupt", Title: "Dark hex, abrupt", Doc: "whoever tries where the other's stone is has lost his turn", Settings: "board=hex,rows=4,cols=4,refusal=abrupt"},
		{Name: "dark-hex-small", Title: "Dark hex, small", Doc: "three by three cells, where the first side can win for certain", Settings: "board=hex"},
	},
	Levels: []catalog.Level{
		{Name: "random", Doc: "tries cells at random", Player: "random"},
		{Name: "search", Doc: "searches the views of both sides by 1,000 simulations", Player: "uct", Simulations: 1000},
		{Name: "certain", Doc: "wins for certain where that is possible, else as search", Player: "andor,else=uct,safe=true,states=200000", Simulations: 1000},
	},
	Fits: func(g *phantom.Game) error {
		if g.Cells() > pageCells {
			return fmt.Errorf("board %dx%d: on the page it has at most %d cells", g.Rules().Rows, g.Rules().Cols, pageCells)
		}
		return nil
	},
	Board: drawView,
	Truth: func(g *phantom.Game, s *phantom.State) catalog.Board {
		return draw(g, s.Stones, catalog.Cell{Tone: catalog.Empty, Says: "empty"})
	},
	Cell:   func(_ *phantom.Game, c phantom.Cell) int { return int(c) },
	Belief: believe,
	Result: func(_ *phantom.Game, _ blindsight.Side, gained float64) string {
		switch {
		case gained > 0:
			return "won"
		case gained < 0:
			return "lost"
		}
		return "a draw"
	},
}

// stones are how the stones of the sides are drawn.
var stones = [2]catalog.Cell{
	{Text: "✕", Tone: catalog.Side0, Says: "a cross"},
	{Text: "○", Tone: catalog.Side1, Says: "a ring"},
}

func draw(g *phantom.Game, sets [2]uint64, empty catalog.Cell) catalog.Board {
	r := g.Rules()
	b := catalog.Board{Shape: catalog.Squares, Rows: r.Rows, Cols: r.Cols, Cells: make([]catalog.Cell, g.Cells()), Facts: []string{}}
	if r.Kind == phantom.Hex {
		b.Shape = catalog.Hexagons
		b.Edges = &catalog.Edges{Rows: catalog.Side0, Cols: catalog.Side1}
	}
	for c := range b.Cells {
		b.Cells[c] = empty
		for side, set := range sets {
			if set>>c&1 != 0 {
				b.Cells[c] = stones[side]
			}
		}
	}
	return b
}

// drawView draws the own stones and those that were come upon.
func drawView(g *phantom.Game, v *phantom.View) catalog.Board {
	var sets [2]uint64
	sets[v.Side()], sets[v.Side().Other()] = v.Own(), v.Known()
	b := draw(g, sets, catalog.Cell{Tone: catalog.Unknown, Says: "not known"})
	goal := "three in a line win"
	if g.Rules().Kind == phantom.Hex {
		goal = [...]string{"a chain from top to bottom wins", "a chain from left to right wins"}[v.Side()]
	}
	who := [...]string{"crosses, ✕", "rings, ○"}[v.Side()]
	least, most := v.Opponent()
	placed := fmt.Sprint(most)
	if least < most {
		placed = fmt.Sprintf("%d to %d", least, most)
	}
	b.Facts = []string{
		fmt.Sprintf("Own stones: %s: %s.", who, goal),
		fmt.Sprintf("The opponent has placed %s, of which %d are known.", placed, bits.OnesCount64(v.Known())),
	}
	return b
}

// What a belief may cost.
const (
	beliefBoards  = 200_000 // that are listed, else particles are drawn
	beliefSamples = 1000
)

// believe returns how likely the opponent's stone is on each cell.
func believe(ctx context.Context, g *phantom.Game, v *phantom.View, rng *rand.Rand) (*catalog.CellBelief, error) {
	b := &catalog.CellBelief{
		Of: "the opponent's stone is here", Assumes: "The opponent is supposed to have tried cells uniformly at random.",
		Kind: catalog.ExactBelief, Chances: make([]float64, g.Cells()),
	}
	other := v.Side().Other()
	p := phantom.Posterior{Limit: beliefBoards}
	p.Begin(v)
	if err := p.Err(); errors.Is(err, blindsight.ErrTooMany) {
		return b, sampled(ctx, g, v, rng, b)
	} else if err != nil {
		return nil, err
	}
	b.States = float64(p.Len())
	for board, chance := range p.All() {
		for set := board.Stones[other]; set != 0; set &= set - 1 {
			b.Chances[bits.TrailingZeros64(set)] += chance
		}
	}
	return b, nil
}

// sampled fills a belief with states that particles stand for.
func sampled(ctx context.Context, g *phantom.Game, v *phantom.View, rng *rand.Rand, b *catalog.CellBelief) error {
	other := v.Side().Other()
	filter := particle.NewSide(g, v.Side(), nil, particle.Options{})
	filter.Begin(v)
	drawn := make([]phantom.State, beliefSamples)
	for i := range drawn {
		if err := filter.Sample(ctx, rng, v, 1, &drawn[i]); err != nil {
			return fmt.Errorf("no board that agrees with what was heard was found by drawing: %w", err)
		}
	}
	b.Kind, b.States = catalog.SampledBelief, beliefSamples
	if filter.Health().Guessed > 0 {
		b.Kind = catalog.GuessedBelief
	}
	b.Chances = catalog.Shares(drawn, g.Cells(), func(s *phantom.State, add func(int)) {
		for set := s.Stones[other]; set != 0; set &= set - 1 {
			add(bits.TrailingZeros64(set))
		}
	})
	return nil
}
