// Package experiment plays many games by a plan and keeps every one of them.
//
// A [Plan] names a game, its settings, players and budgets. It expands into cells,
// one for each combination, and a cell into games numbered from 0. Game number n of
// a seed is the same for all players: the same board, from the published generator,
// and random streams named by seed and number. So results depend neither on the order
// of the games nor on who plays them, and players can be compared board by board.
//
// Where two sides play, a cell is two players who meet: game 2n and 2n+1 are the same game
// number n twice, with the cell's player on the first side and then on the second (a pair; see
// [blindsight/catalog.Rivals]).
//
// [Run] plays the games that a [Record] does not hold yet. The record is the only
// truth: a run that was killed goes on where the record ends, and a game that arrives
// twice counts once. Package store keeps records, package queue brings workers on
// other machines in, and package report sums records up.
package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"time"

	"blindsight"
)

// Plan is what to play. [Read] makes one from JSON; it is not changed after that, and
// safe for concurrent use.
type Plan struct {
	Name   string
	Game   string
	Groups []Group
	Cells  []Cell // all combinations of all groups, in order
}

// Group is a block of a plan: every setting is played by every player with every
// budget. Where two sides play, every player meets every opponent or, where none are
// named, every other player.
type Group struct {
	Settings  []Setting
	Players   []string
	Opponents []string
	Mutual    bool // the players meet one another
	Budgets   []Budget
	Games     int
	Seed      uint64
}

// Setting is one way in which a game is set up, as the game writes it.
type Setting struct {
	Name string // for people, as in "9x9/10 windows"
	JSON string // all of it, in one form only
}

// Budget is what a player may spend on a decision. The zero value is none, for players
// that decide well at once.
type Budget struct{ blindsight.Budget }

// None tells whether there is no budget.
func (b Budget) None() bool { return b.Budget == blindsight.Budget{} }

// String returns the budget for people, as in "100 sims", "20ms", "20ms CPU" or "no budget".
func (b Budget) String() string {
	switch {
	case b.Simulations > 0:
		return fmt.Sprintf("%d sims", b.Simulations)
	case b.None():
		return "no budget"
	case b.CPU > 0:
		return b.CPU.String() + " CPU"
	}
	return b.Time.String()
}

// MarshalJSON writes the budget as a plan does.
func (b Budget) MarshalJSON() ([]byte, error) {
	if b.Simulations > 0 {
		return fmt.Appendf(nil, `{"sims":%d}`, b.Simulations), nil
	}
	if b.CPU > 0 {
		return fmt.Appendf(nil, `{"cpu":%q}`, b.CPU), nil
	}
	return fmt.Appendf(nil, `{"time":%q}`, b.Time), nil
}

// Cell is one setting played by one player, or by two who meet, with one budget.
type Cell struct {
	Index    int // in the plan
	Setting  Setting
	Player   string
	Opponent string // "" where one side plays alone
	Budget   Budget
	Seed     uint64
	Games    int
}

// String names the cell for people.
func (c *Cell) String() string {
	who := c.Player
	if c.Opponent != "" {
		who += " against " + c.Opponent
	}
	return fmt.Sprintf("%s on %s with %s, seed %d", who, c.Setting.Name, c.Budget, c.Seed)
}

// Players lists all who play, on whatever side, each once.
func (p *Plan) Players() []string {
	var list []string
	for i := range p.Groups {
		for _, player := range p.Groups[i].Players {
			list = appendOnce(list, player)
		}
		for _, player := range p.Groups[i].Opponents {
			list = appendOnce(list, player)
		}
	}
	return list
}

// Paired tells whether the cells are players who meet, in pairs of games.
func (p *Plan) Paired() bool { return len(p.Cells) > 0 && p.Cells[0].Opponent != "" }

// Alone tells whether one side plays alone and no game is won or lost, but brings more or
// less.
func (p *Plan) Alone() bool { return !p.Paired() && p.Game != minesweeperGame.name }

// Bounds returns between what the player of a cell can gain in a game, -∞ and +∞ where the game does not know.
func (p *Plan) Bounds(cell int) (lo, hi float64) {
	g, err := findGame(p.Game)
	if err != nil {
		return math.Inf(-1), math.Inf(1)
	}
	return g.bounds(p.Cells[cell].Setting)
}

// Games returns how many games the plan has.
func (p *Plan) Games() int {
	games := 0
	for i := range p.Cells {
		games += p.Cells[i].Games
	}
	return games
}

// JSON returns the plan in a form that [Read] reads back equal, and that is the same
// for all plans that mean the same: one line, nothing left to defaults.
func (p *Plan) JSON() []byte {
	type group struct {
		Settings  []json.RawMessage `json:"settings"`
		Players   []string          `json:"players"`
		Opponents []string          `json:"opponents,omitempty"`
		Budgets   []Budget          `json:"budgets"`
		Games     int               `json:"games"`
		Seed      uint64            `json:"seed"`
	}
	out := struct {
		Name   string  `json:"name"`
		Game   string  `json:"game"`
		Groups []group `json:"groups"`
	}{Name: p.Name, Game: p.Game}
	for _, g := range p.Groups {
		o := group{Players: g.Players, Opponents: g.Opponents, Budgets: g.Budgets, Games: g.Games, Seed: g.Seed}
		for _, s := range g.Settings {
			o.Settings = append(o.Settings, json.RawMessage(s.JSON))
		}
		out.Groups = append(out.Groups, o)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		panic(err) // settings are JSON by construction
	}
	return bytes.TrimSpace(text.Bytes())
}

// cells lists the combinations of a group.
func (g *Group) cells() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, s := range g.Settings {
			for _, who := range g.meetings() {
				for _, b := range g.Budgets {
					if !yield(Cell{Setting: s, Player: who[0], Opponent: who[1], Budget: b, Seed: g.Seed, Games: g.Games}) {
						return
					}
				}
			}
		}
	}
}

// meetings lists who plays whom, nobody where one side plays alone.
func (g *Group) meetings() [][2]string {
	var list [][2]string
	for i, player := range g.Players {
		opponents := g.Opponents
		switch {
		case g.Mutual:
			opponents = g.Players[i+1:]
		case opponents == nil:
			opponents = []string{""}
		}
		for _, opponent := range opponents {
			list = append(list, [2]string{player, opponent})
		}
	}
	return list
}

// Job is a range of games of one cell, played one after the other.
type Job struct {
	Cell  int `json:"cell"`
	First int `json:"first"`
	Games int `json:"games"`
}

// Result is how one game went.
type Result struct {
	Game        int               `json:"game"`
	Outcome     Outcome           `json:"outcome"`
	Score       float64           `json:"score"`
	Moves       int               `json:"moves"`
	Actions     string            `json:"actions"` // the moves, as the game writes them, separated by blanks
	Simulations int64             `json:"simulations,omitempty"`
	Seconds     float64           `json:"seconds"` // wall time
	Health      blindsight.Health `json:"health,omitzero"`
	// Opposed is the health of the opponent, where there is one.
	Opposed blindsight.Health `json:"opposed,omitzero"`
	// Measures are what the game counts beyond gains, as "name=OWN/OTHER", separated by blanks: of the
	// player and of its opponent.
	Measures string `json:"measures,omitempty"`
	// Note says how the game ended if not by its rules.
	Note string `json:"note,omitempty"`
}

// Outcome is how a game ended for the player of its cell.
type Outcome string

// The outcomes. Where one side plays alone and no game is won or lost, all have ended.
const (
	Won   Outcome = "won"
	Lost  Outcome = "lost"
	Drawn Outcome = "drawn"
	Ended Outcome = "ended"
)

// Batch is a job, or as much of it as was played, with its results in order.
type Batch struct {
	Job
	Worker  string
	Results []Result
	// Seconds is the wall time of the batch, CPU the processor time in seconds of the
	// thread that played it.
	Seconds, CPU float64
}

// DefaultSeed is the seed of a plan that names none, and of 'mines play' without --seed.
const DefaultSeed = 1

// Limits of what a plan may ask for. They are far beyond what can be played, and
// keep numbers that are typing errors from being taken seriously.
const (
	MaxGames = 1_000_000_000
	MaxCells = 100_000
	MaxTime  = 24 * time.Hour
)
