package catalog

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"blindsight"
	"blindsight/certificate/strategy"
	"blindsight/episode"
)

// Game describes a game to whoever lists or plays games, whatever its types: these are known to [Describe] alone. It never changes and is safe for concurrent
// use.
type Game struct {
	Name     string
	Doc      string   // one line
	Sides    []string // their names, one or two
	Settings []Param
	Players  []PlayerDoc
	Measures []Measure // what is counted of each side of a game beyond its gain
	Shown    *Shown    // how people play it on a board, nil if they do not

	open func(settings *Values) setting
}

// PlayerDoc is what people are told of a player.
type PlayerDoc struct {
	Name    string
	Doc     string // one line
	Params  []Param
	Instant bool // it decides well without a budget too
}

// Setting is a game with its settings. It never changes and is safe for concurrent use.
type Setting struct {
	Game *Game
	Text string // all settings, as they are written
	setting
	door Door
}

// setting is a Setting that knows its types.
type setting interface {
	check(player string, side int) error
	seat(players []string, guests []Guest) (match, error)
	adviser(player string, side int) (Adviser, error)
	bounds() (lo, hi float64, known bool)
	solve(ctx context.Context, o Solving) (*Solution, error)
	exploit(ctx context.Context, player string, o Exploiting) (*Exploited, error)
	checkStrategy(ctx context.Context, f *strategy.Strategy) (strategy.Report, error)
	fits() error
	sit(seed, number uint64) (sitting, error)
}

// Open reads settings, written as the parameters of players are, as in
// "board=hex,rows=3". What is left out has its default.
func (g *Game) Open(settings string) (*Setting, error) {
	v, err := parseValues(g.Settings, settings)
	if err == nil {
		s := &Setting{Game: g, setting: g.open(v)}
		if err = v.err; err == nil {
			s.Text = v.write(g.Settings)
			return s, nil
		}
	}
	return nil, fmt.Errorf("game %s: %w", g.Name, err)
}

// Short returns the settings that do not have their defaults, "default" if there are none.
func (s *Setting) Short() string {
	var list []string
	for i, text := range strings.Split(s.Text, ",") {
		if p := s.Game.Settings[i]; text != p.Name+"="+p.Default {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return "default"
	}
	return strings.Join(list, ",")
}

// CheckInstant tells what is wrong with giving a player of the game no budget, if anything. A
// program has to know for itself.
func (g *Game) CheckInstant(player string) error {
	if IsProgram(player) {
		return nil
	}
	return checkInstant(g.Players, player)
}

// Check tells what is wrong with a player of a side in this setting, if anything.
func (s *Setting) Check(player string, side int) error {
	if guest, err := s.guest(side, player); guest != nil || err != nil {
		return err
	}
	return s.check(player, side)
}

// Bounds returns between what the first side gains in a play, if its views know
// ([blindsight.Ranged]), finite and without a discount or a horizon; else -∞ and +∞.
func (s *Setting) Bounds() (lo, hi float64) {
	if lo, hi, known := s.bounds(); known {
		return lo, hi
	}
	return math.Inf(-1), math.Inf(1)
}

// Seat makes the players of the sides, in their order, as they are written. The match
// belongs to one goroutine, and may play many games, one after the other.
func (s *Setting) Seat(players ...string) (*Match, error) {
	if len(players) != len(s.Game.Sides) {
		return nil, fmt.Errorf("game %s: %d players for %d sides (%s)", s.Game.Name, len(players), len(s.Game.Sides), strings.Join(s.Game.Sides, ", "))
	}
	guests := make([]Guest, len(players))
	for side, player := range players {
		var err error
		if guests[side], err = s.guest(side, player); err != nil {
			return nil, err
		}
	}
	m, err := s.seat(players, guests)
	if err != nil {
		return nil, err
	}
	return &Match{m, guests}, nil
}

// Match is players who sit at a game.
type Match struct {
	match
	guests []Guest // of each side, nil where a player of the table sits
}

// Close says to guests that no more games follow. A match without guests need not be closed.
func (m *Match) Close() error {
	var errs []error
	for _, g := range m.guests {
		if g != nil {
			errs = append(errs, g.Close())
		}
	}
	return errors.Join(errs...)
}

// match is a Match that knows its types.
type match interface {
	play(ctx context.Context, p Play) (Result, error)
}

// Play says which game of a match is played, and how.
type Play struct {
	Seed    uint64
	Number  uint64              // game number so of the seed: the same for all players
	Budgets []blindsight.Budget // of each side; one stands for all
	Each    func(*Step)         // is called after every step, unless nil
}

// Step is one step of a play, in words.
type Step struct {
	Side    int
	Action  string
	Seen    string // by the side that acted
	Heard   string // by the other side, "" if nothing
	Forced  bool   // the rules left no choice
	Given   bool   // it was given by the setting: see [Description.Given]
	Over    bool
	Gained  []float64 // by each side, in this step
	Thought time.Duration
	// Value, Measure, Simulations and Health are those of the decision.
	Value       float64
	Measure     blindsight.Measure
	Simulations int
	Health      blindsight.Health

	view func(side int) string
}

// View draws what a side knows after the step. Of the step that ended the play views are
// not told. It must be called before the next step.
func (s *Step) View(side int) string { return s.view(side) }

// Result is how a game went.
type Result struct {
	Gained []float64 // by each side, discounts and all
	Steps  int
	Over   bool // it has ended, and was not cut at a horizon
	Sides  []Tally
	// Forfeit says by whom the game was lost without being played to its end, nil if it was
	// not. Gained is then the worst for that side, and the best for the other.
	Forfeit *Forfeit
}

// Tally is how one side fared.
type Tally struct {
	episode.Tally
	Measures []float64 // in the order of [Game.Measures], nil where there are none
}

// Add counts another game to a tally.
func (t *Tally) Add(u *Tally) {
	t.Tally.Add(&u.Tally)
	if t.Measures == nil {
		t.Measures = make([]float64, len(u.Measures))
	}
	for i, x := range u.Measures {
		t.Measures[i] += x
	}
}

// Measured writes what was counted of one side and of the other in a game, as in moves=36/35 tries=92/88.
func (g *Game) Measured(own, other []float64) string {
	var list []string
	for i := range min(len(own), len(other), len(g.Measures)) {
		list = append(list, fmt.Sprintf("%s=%g/%g", g.Measures[i].Name, own[i], other[i]))
	}
	return strings.Join(list, " ")
}

// Play plays a game. It ends as [blindsight/episode.Play] does.
func (m *Match) Play(ctx context.Context, p Play) (Result, error) { return m.play(ctx, p) }
