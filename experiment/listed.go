package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"blindsight"
	"blindsight/catalog"
	"blindsight/engine"
	"blindsight/internal/jsontree"
)

// listedGame returns a game of the registry for experiments. Its settings are written as the
// commands write them, as in "board=hex,rows=3".
func listedGame(g *catalog.Game) *game {
	example := ""
	if len(g.Settings) > 0 {
		example = g.Settings[0].Name + "=" + g.Settings[0].Default
	}
	return &game{
		name: g.Name, sides: len(g.Sides),
		about: fmt.Sprintf("list them, as in [%q]; 'blindsight games %s' tells what there is, and \"\" is all defaults", example, g.Name),
		setting: func(n *jsontree.Node) (Setting, error) {
			text, err := n.Str()
			if err != nil {
				return Setting{}, err
			}
			s, err := g.Open(text)
			if err != nil {
				return Setting{}, n.Errorf("%v", err)
			}
			quoted, err := json.Marshal(s.Text)
			return Setting{Name: s.Short(), JSON: string(quoted)}, err
		},
		player: func(s Setting, player string) error {
			opened, err := openListed(g, s)
			for side := 0; side < len(g.Sides) && err == nil; side++ {
				err = opened.Admit(engine.Named).Check(player, side)
			}
			return err
		},
		instant: g.CheckInstant, stranger: g.CheckStranger,
		strangeSetting: func(n *jsontree.Node) error {
			text, err := n.Str()
			if err == nil {
				err = g.CheckStrangerSettings(text)
			}
			if err != nil {
				return n.Errorf("%v", err)
			}
			return nil
		},
		bounds: func(s Setting) (lo, hi float64) { return listedBounds(g, s) },
		table:  func(c *Cell, door catalog.Door) (seated, error) { return listedTable(g, c, door) },
	}
}

func openListed(g *catalog.Game, s Setting) (*catalog.Setting, error) {
	var text string
	if err := json.Unmarshal([]byte(s.JSON), &text); err != nil {
		return nil, err
	}
	return g.Open(text)
}

// listedBounds returns the bounds of one side or, where two sides play, each of which gains
// what the other loses, those of a player who has either.
func listedBounds(g *catalog.Game, s Setting) (lo, hi float64) {
	opened, err := openListed(g, s)
	if err != nil {
		return math.Inf(-1), math.Inf(1)
	}
	lo, hi = opened.Bounds()
	if len(g.Sides) > 1 {
		hi = max(-lo, hi)
		lo = -hi
	}
	return lo, hi
}

// listedTable seats the players of a cell.
func listedTable(g *catalog.Game, c *Cell, door catalog.Door) (seated, error) {
	s, err := openListed(g, c.Setting)
	if err != nil {
		return seated{}, err
	}
	s = s.Admit(door)
	if c.Opponent == "" {
		match, err := s.Seat(c.Player)
		if err != nil {
			return seated{}, err
		}
		return seated{leave: match.Close, play: func(ctx context.Context, game int) (Result, error) {
			return playListed(g, game, 0, Ended, func(p catalog.Play) (catalog.Result, error) {
				p.Seed, p.Number, p.Budgets = c.Seed, uint64(game), []blindsight.Budget{c.Budget.Budget}
				return match.Play(ctx, p)
			})
		}}, nil
	}
	rivals, err := s.Rivals(c.Player, c.Opponent)
	if err != nil {
		return seated{}, err
	}
	return seated{leave: rivals.Close, play: func(ctx context.Context, game int) (Result, error) {
		side := game % 2
		return playListed(g, game, side, "", func(p catalog.Play) (catalog.Result, error) {
			p.Seed, p.Number, p.Budgets = c.Seed, uint64(game/2), []blindsight.Budget{c.Budget.Budget}
			return rivals.Play(ctx, side, p)
		})
	}}, nil
}

// playListed plays a game of what is listed, nil where it counts nothing, in which the player of the cell has a side, and says how it went. Of two
// sides who gained more has won; else the outcome is given.
func playListed(g *catalog.Game, game, side int, outcome Outcome, play func(catalog.Play) (catalog.Result, error)) (Result, error) {
	var actions []string
	start := time.Now()
	r, err := play(catalog.Play{Each: func(step *catalog.Step) {
		if !step.Forced {
			actions = append(actions, strings.ReplaceAll(step.Action, " ", "_"))
		}
	}})
	if err != nil {
		return Result{}, err
	}
	own := &r.Sides[side]
	result := Result{
		Game: game, Outcome: outcome, Score: r.Gained[side], Moves: r.Steps, Actions: strings.Join(actions, " "),
		Simulations: own.Simulations, Seconds: time.Since(start).Seconds(), Health: own.Health,
	}
	if f := r.Forfeit; f != nil {
		result.Note = "forfeit: " + f.Reason
		if f.Side != side {
			result.Note = "forfeit of the opponent: " + f.Reason
		}
	}
	if len(r.Sides) > 1 {
		result.Opposed = r.Sides[1-side].Health
		result.Measures = g.Measured(own.Measures, r.Sides[1-side].Measures)
		switch other := r.Gained[1-side]; {
		case result.Score > other:
			result.Outcome = Won
		case result.Score < other:
			result.Outcome = Lost
		default:
			result.Outcome = Drawn
		}
	}
	return result, nil
}
