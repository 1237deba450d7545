package gunners

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/game/battleship"
)

// The limits of a board that strangers may ask for.
const (
	pageSide  = 12
	pageShips = 8
)

// face says how people play Battleship on a board.
var face = catalog.Face[Dealt, battleship.State, *battleship.View, battleship.Cell]{
	Presets: []catalog.Preset{
		{Name: "usual", Title: "Battleship", Doc: "five ships on ten by ten cells; they may touch, and a ship that is sunk is announced", Settings: "rules=usual"},
		{Name: "apart", Title: "Battleship, ships apart", Doc: "four ships that do not touch, and nobody says when one is sunk (Silver and Veness)", Settings: "rules=silver-veness"},
		{Name: "small", Title: "Battleship, small", Doc: "three ships on six by six cells", Settings: "rows=6,cols=6,fleet=4-3-2"},
	},
	Levels: []catalog.Level{
		{Name: "random", Doc: "shoots at a cell at random", Player: "random"},
		{Name: "density", Doc: "shoots where a hit is most likely", Player: "density"},
		{Name: "ahead", Doc: "looks ahead to the end once the fleets that are left can be listed", Player: "ahead"},
	},
	Fits: func(g Dealt) error {
		r := g.Rules()
		if r.Height > pageSide || r.Width > pageSide || len(r.Fleet) > pageShips {
			return fmt.Errorf("board %s: on the page it has at most %dx%d cells and %d ships", r, pageSide, pageSide, pageShips)
		}
		return nil
	},
	Board:  drawView,
	Truth:  drawState,
	Cell:   func(_ Dealt, c battleship.Cell) int { return int(c) },
	Belief: believe,
	Result: func(g Dealt, _ blindsight.Side, gained float64) string {
		shots := int(g.Rules().Bonus - gained + 0.5)
		return fmt.Sprintf("the fleet was sunk with %d shots", shots)
	},
}

func newBoard(g Dealt) catalog.Board {
	r := g.Rules()
	return catalog.Board{Shape: catalog.Squares, Rows: r.Height, Cols: r.Width, Cells: make([]catalog.Cell, r.Height*r.Width)}
}

// drawView draws what the shots have shown.
func drawView(g Dealt, v *battleship.View) catalog.Board {
	b := newBoard(g)
	for i := range b.Cells {
		switch o, shot := v.At(battleship.Cell(i)); {
		case !shot:
			b.Cells[i] = catalog.Cell{Tone: catalog.Unknown, Says: "no shot yet"}
		case o == battleship.Miss:
			b.Cells[i] = catalog.Cell{Text: "·", Tone: catalog.Empty, Says: "miss"}
		case o == battleship.Hit:
			b.Cells[i] = catalog.Cell{Text: "✕", Tone: catalog.Found, Says: "hit"}
		default:
			b.Cells[i] = catalog.Cell{Text: strconv.Itoa(o.Length()), Tone: catalog.Closed, Says: fmt.Sprintf("hit, a ship of %d sunk", o.Length())}
		}
	}
	b.Facts = facts(g.Rules(), v)
	return b
}

// facts are what is known beside the board.
func facts(r battleship.Rules, v *battleship.View) []string {
	hits := v.Hits()
	list := []string{fmt.Sprintf("%d shots, %d of %d cells of the fleet hit.", v.Shots(), hits.Len(), r.Cells())}
	if r.Silent {
		return append(list, "The fleet: "+lengths(r.Fleet)+". Nobody says when a ship is sunk.")
	}
	afloat := slices.Clone(r.Fleet)
	for _, m := range v.Marks() {
		i := slices.Index(afloat, m.Length)
		afloat = slices.Delete(afloat, i, i+1)
	}
	if len(afloat) == 0 {
		return append(list, "All ships are sunk.")
	}
	return append(list, "Afloat: "+lengths(afloat)+".")
}

// lengths writes the lengths of ships.
func lengths(fleet []int) string {
	words := make([]string, len(fleet))
	for i, l := range fleet {
		words[i] = strconv.Itoa(l)
	}
	return strings.Join(words, ", ")
}

// drawState draws the fleet and the shots at it.
func drawState(g Dealt, s *battleship.State) catalog.Board {
	b := newBoard(g)
	ships, shot := s.Occupied(), s.Shot()
	for i := range b.Cells {
		c := battleship.Cell(i)
		switch {
		case ships.Has(c) && shot.Has(c):
			b.Cells[i] = catalog.Cell{Text: "✕", Tone: catalog.Found, Says: "a ship, hit"}
		case ships.Has(c):
			b.Cells[i] = catalog.Cell{Text: "■", Tone: catalog.Missed, Says: "a ship, not hit"}
		case shot.Has(c):
			b.Cells[i] = catalog.Cell{Text: "·", Tone: catalog.Empty, Says: "miss"}
		default:
			b.Cells[i] = catalog.Cell{Tone: catalog.Empty, Says: "water"}
		}
	}
	b.Facts = []string{fmt.Sprintf("%d shots.", shot.Len())}
	return b
}

// What a belief may cost where it is not counted.
// Both are numbers and no times, so that a belief is the same when it is asked for again.
const (
	beliefDrawn = 500 // fleets by rejection
	beliefDraws = 1_000_000
)

// believe returns how likely a ship lies on each cell.
func believe(ctx context.Context, g Dealt, v *battleship.View, rng *rand.Rand) (*catalog.CellBelief, error) {
	b := &catalog.CellBelief{Of: "a ship is here", Kind: catalog.ExactBelief, Chances: make([]float64, g.Rules().Height*g.Rules().Width)}
	uniform, ok := g.(*battleship.Game)
	if !ok {
		b.Assumes = "Fleets are drawn ship by ship, the longest first."
		return b, rejected(ctx, g, v, rng, b)
	}
	b.Assumes = "All fleets that agree with what was seen are equally likely."
	a := newAim(uniform)
	h, err := a.take(ctx, rng, v, blindsight.Budget{})
	if errors.Is(err, blindsight.ErrExhausted) {
		return nil, errors.New("the fleets that agree with what was seen are too many to count, and too rare to be drawn")
	}
	if err != nil {
		return nil, err
	}
	b.States = a.packings
	if h.Samples > 0 {
		b.Kind, b.States = catalog.SampledBelief, float64(h.Samples)
	}
	for c := range b.Chances {
		b.Chances[c] = a.hit(battleship.Cell(c))
	}
	return b, nil
}

// rejected fills a belief with fleets drawn by rejection.
func rejected(ctx context.Context, g Dealt, v *battleship.View, rng *rand.Rand, b *catalog.CellBelief) error {
	sampler := rejection.New(g, beliefDraws)
	drawn := make([]battleship.State, 0, beliefDrawn)
	for len(drawn) < beliefDrawn && sampler.Health().Draws < beliefDraws {
		var s battleship.State
		if err := sampler.Sample(ctx, rng, v, 1, &s); errors.Is(err, blindsight.ErrExhausted) {
			break
		} else if err != nil {
			return err
		}
		drawn = append(drawn, s)
	}
	if len(drawn) == 0 {
		return errors.New("no fleet that agrees with what was seen was found by drawing")
	}
	b.Kind, b.States = catalog.SampledBelief, float64(len(drawn))
	b.Chances = catalog.Shares(drawn, len(b.Chances), func(s *battleship.State, add func(int)) {
		ships := s.Occupied()
		for _, c := range ships.Cells(nil) {
			add(int(c))
		}
	})
	return nil
}
