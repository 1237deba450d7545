package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"blindsight"
	"blindsight/catalog"
	"blindsight/engine"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/jsontree"
	"blindsight/player/sweepers"
)

var minesweeperGame = game{
	name:    "minesweeper",
	sides:   1,
	about:   "list the boards, as in [{\"board\": \"9x9/10\", \"rule\": \"windows\"}]",
	setting: readMinesweeper,
	player: func(s Setting, player string) error {
		if catalog.IsProgram(player) {
			opened, err := minesweeperListed(s)
			if err == nil {
				err = opened.Admit(engine.Named).Check(player, 0)
			}
			return err
		}
		g, err := minesweeperOf(s)
		if err == nil {
			_, err = sweepers.Catalogue.New(player, g)
		}
		return err
	},
	instant: sweepers.Game.CheckInstant, stranger: sweepers.Game.CheckStranger,
	bounds: func(Setting) (lo, hi float64) { return 0, 1 },
	table:  minesweeperTable,
}

// minesweeperSetting is a setting of Minesweeper as a plan writes it.
type minesweeperSetting struct {
	Board      string `json:"board"`
	Rule       string `json:"rule"`
	Neighbours string `json:"neighbours"`
	AutoOpen   bool   `json:"auto_open"`
}

// readMinesweeper reads a setting; what it leaves open is as in 'mines play'.
func readMinesweeper(n *jsontree.Node) (Setting, error) {
	if err := n.Keys("board", "rule", "neighbours", "auto_open"); err != nil {
		return Setting{}, err
	}
	board, err := n.Need("board", "say how large, as in \"9x9/10\"")
	if err != nil {
		return Setting{}, err
	}
	r := minesweeper.Rules{AutoOpen: true}
	words := map[string]string{"rule": r.First.String(), "neighbours": r.Neighbours.String()}
	for _, key := range []string{"board", "rule", "neighbours"} {
		if v := n.Get(key); v != nil {
			if words[key], err = v.Str(); err != nil {
				return Setting{}, err
			}
		}
	}
	err = r.Parse(words["board"], words["rule"], words["neighbours"])
	if wrong, ok := errors.AsType[*minesweeper.RulesError](err); ok {
		return Setting{}, n.Get(wrong.Part).Errorf("%v", err)
	}
	if v := n.Get("auto_open"); v != nil {
		if r.AutoOpen, err = v.Bool(); err != nil {
			return Setting{}, err
		}
	}
	if _, err := minesweeper.New(r); err != nil {
		return Setting{}, board.Errorf("%v", err)
	}
	return settingOf(r), nil
}

func settingOf(r minesweeper.Rules) Setting {
	text, err := json.Marshal(minesweeperSetting{r.Board(), r.First.String(), r.Neighbours.String(), r.AutoOpen})
	if err != nil {
		panic(err) // strings and a bool
	}
	s := Setting{Name: r.String(), JSON: string(text)}
	if !r.AutoOpen {
		s.Name += " auto-open=false"
	}
	return s
}

// minesweeperOf returns the game of a setting.
func minesweeperOf(s Setting) (*minesweeper.Game, error) {
	var m minesweeperSetting
	err := json.Unmarshal([]byte(s.JSON), &m)
	if err != nil {
		return nil, err
	}
	r := minesweeper.Rules{AutoOpen: m.AutoOpen}
	if err := r.Parse(m.Board, m.Rule, m.Neighbours); err != nil {
		return nil, err
	}
	return minesweeper.New(r)
}

// minesweeperListed returns the setting as the registry has it.
func minesweeperListed(s Setting) (*catalog.Setting, error) {
	var m minesweeperSetting
	if err := json.Unmarshal([]byte(s.JSON), &m); err != nil {
		return nil, err
	}
	return sweepers.Game.Open(fmt.Sprintf("board=%s,rule=%s,neighbours=%s,auto-open=%t", m.Board, m.Rule, m.Neighbours, m.AutoOpen))
}

// foreignTable seats a program: its games are those of the registry, which deals the same
// boards.
func foreignTable(c *Cell, door catalog.Door) (seated, error) {
	s, err := minesweeperListed(c.Setting)
	if err != nil {
		return seated{}, err
	}
	g, err := minesweeperOf(c.Setting)
	if err != nil {
		return seated{}, err
	}
	match, err := s.Admit(door).Seat(c.Player)
	if err != nil {
		return seated{}, err
	}
	return seated{leave: match.Close, play: func(ctx context.Context, game int) (Result, error) {
		opened, moves := 0, 0
		r, err := playListed(nil, game, 0, Lost, func(p catalog.Play) (catalog.Result, error) {
			note := p.Each
			p.Each = func(step *catalog.Step) {
				note(step)
				if !step.Forced {
					moves++
				}
				if step.Seen != "mine" {
					opened++
				}
			}
			p.Seed, p.Number, p.Budgets = c.Seed, uint64(game), []blindsight.Budget{c.Budget.Budget}
			return match.Play(ctx, p)
		})
		if r.Score == 1 && r.Note == "" {
			r.Outcome = Won
		}
		r.Moves, r.Score = moves, float64(opened)/float64(g.Rules().Safe())
		return r, err
	}}, nil
}

func minesweeperTable(c *Cell, door catalog.Door) (seated, error) {
	if catalog.IsProgram(c.Player) {
		return foreignTable(c, door)
	}
	g, err := minesweeperOf(c.Setting)
	if err != nil {
		return seated{}, err
	}
	player, err := sweepers.Catalogue.New(c.Player, g)
	if err != nil {
		return seated{}, err
	}
	var actions []byte
	note := func(_ *minesweeper.View, m *episode.MinesweeperMove) {
		if m.Forced {
			return
		}
		if len(actions) > 0 {
			actions = append(actions, ' ')
		}
		row, col := g.RowCol(m.Decision.Action)
		actions = strconv.AppendInt(actions, int64(row), 10)
		actions = append(actions, ',')
		actions = strconv.AppendInt(actions, int64(col), 10)
	}
	return seated{play: func(ctx context.Context, game int) (Result, error) {
		actions = actions[:0]
		r, err := episode.PlayMinesweeper(ctx, g, c.Seed, game, player, c.Budget.Budget, note)
		if err != nil {
			return Result{}, err
		}
		outcome := Lost
		if r.Won {
			outcome = Won
		}
		return Result{
			Game: game, Outcome: outcome, Score: r.Score, Moves: r.Decisions, Actions: string(actions),
			Simulations: r.Simulations, Seconds: r.Seconds, Health: r.Health,
		}, nil
	}}, nil
}
