package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"blindsight"
	"blindsight/catalog"
	"blindsight/internal/randstream"
	"blindsight/registry"
)

// person is who sits where no level plays.
const person = "person"

// boardGame is a listed game that is played on a board: by a person, against a level where there is
// another side, or by levels alone, for people to watch. What a person may know of it is what his side was told;
// of a game without a person all may be shown.
type boardGame struct {
	lock    chan struct{} // holds one token: who has it may use the rest
	game    *catalog.Game
	setting *catalog.Setting
	seed    uint64
	seats   []string // by side: the name of a level, or person
	rival   string   // the level that plays the same game beside a person who plays alone, "" for none
	sitting *catalog.Sitting
	actions []string          // of the person, or of all sides where there is none
	rivaled string            // how the rival fared, once the game is over
	effort  blindsight.Budget // of the step that is taken, zero for that of the level
}

// bytes returns about how much memory a game takes, at its longest.
func (g *boardGame) bytes() int { return 64 << 10 }

// maxBoardActions is how many actions a game may have.
const maxBoardActions = 2000

// take waits for a game, which nobody else uses until it is given back.
func (g *boardGame) take(ctx context.Context) error {
	select {
	case <-g.lock:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *boardGame) giveBack() { g.lock <- struct{}{} }

// side returns that of the person, -1 if there is none.
func (g *boardGame) side() int { return slices.Index(g.seats, person) }

func (g *boardGame) over() bool { return g.sitting.Turn() == catalog.Over }

// boardGames lists the games that have a board.
func boardGames() (list []*catalog.Game) {
	for _, g := range registry.Games() {
		if g.Shown != nil {
			list = append(list, g)
		}
	}
	return list
}

// open returns the game that a request describes, before its actions.
func (q *newBoardGame) open() (*boardGame, error) {
	g := &boardGame{lock: make(chan struct{}, 1), seats: q.Seats, rival: q.Rival}
	g.lock <- struct{}{}
	var names []string
	for _, one := range boardGames() {
		names = append(names, one.Name)
		if one.Name == q.Game {
			g.game = one
		}
	}
	if g.game == nil {
		return nil, refuse(statusBadRequest, "game %q: use one of %s", q.Game, strings.Join(names, ", "))
	}
	var err error
	if g.setting, err = g.game.Open(q.Settings); err == nil {
		err = g.setting.Fits()
	}
	if err != nil {
		return nil, bad(err)
	}
	if g.seed, err = parseSeed(q.Seed); err != nil {
		return nil, err
	}
	if err := g.checkSeats(); err != nil {
		return nil, err
	}
	if len(q.Actions) > maxBoardActions {
		return nil, refuse(statusBadRequest, "%d actions: at most %d", len(q.Actions), maxBoardActions)
	}
	g.sitting, err = g.setting.Sit(g.seed, 0)
	return g, err
}

// checkSeats refuses what is not one person at most, and levels that the game lists: a player by
// any other name is not for strangers.
func (g *boardGame) checkSeats() error {
	if len(g.seats) != len(g.game.Sides) {
		return refuse(statusBadRequest, "%d seats: the sides are %s, each with a level or %q", len(g.seats), strings.Join(g.game.Sides, ", "), person)
	}
	if g.rival != "" {
		if len(g.seats) > 1 || g.side() < 0 {
			return refuse(statusBadRequest, "a rival is for a person who plays alone")
		}
		if err := g.checkLevel(g.rival, 0); err != nil {
			return err
		}
	}
	people := 0
	for side, name := range g.seats {
		if name == person {
			if people++; people > 1 {
				return refuse(statusBadRequest, "one seat is for a person, not more")
			}
			continue
		}
		if err := g.checkLevel(name, side); err != nil {
			return err
		}
	}
	return nil
}

// checkLevel refuses a name that is no level, or that of one who does not play this setting.
func (g *boardGame) checkLevel(name string, side int) error {
	level := g.level(name)
	if level == nil {
		var names []string
		for _, l := range g.game.Shown.Levels {
			names = append(names, l.Name)
		}
		return refuse(statusBadRequest, "level %q: use one of %s", name, strings.Join(names, ", "))
	}
	return bad(g.setting.Check(level.Player, side))
}

func (g *boardGame) level(name string) *catalog.Level {
	levels := g.game.Shown.Levels
	if i := slices.IndexFunc(levels, func(l catalog.Level) bool { return l.Name == name }); i >= 0 {
		return &levels[i]
	}
	return nil
}

// decider decides for a level whose turn it is. Tests put another one in its place.
type decider func(ctx context.Context, g *boardGame) (*catalog.Choice, error)

// decide asks the player of a level.
func decide(ctx context.Context, g *boardGame) (*catalog.Choice, error) {
	return g.ask(ctx, g.sitting, g.seats[g.sitting.Turn()])
}

// ask asks the player of a level. Each decision has random numbers of its own, named by how much the side
// was told, so that it depends on what the side knows alone: not even on how often the other one
// tried in silence.
func (g *boardGame) ask(ctx context.Context, s *catalog.Sitting, name string) (*catalog.Choice, error) {
	level, side := g.level(name), s.Turn()
	rng := randstream.New(g.seed, "web board "+g.game.Name+" "+name, uint64(side), uint64(len(s.Told(side))))
	effort := g.effort
	if effort == (blindsight.Budget{}) && level.Simulations > 0 { // and a time in case that they take long
		effort = blindsight.Budget{Simulations: level.Simulations, Time: opponentTime}
	}
	c, err := s.Ask(ctx, level.Player, effort, rng)
	if err == nil {
		err = ctx.Err() // what was decided in a hurry is not played
	}
	return c, err
}

// do lets the person act.
func (g *boardGame) do(action string) error {
	switch {
	case g.over():
		return refuse(statusConflict, "the game is over: %s", g.result())
	case g.sitting.Turn() != g.side():
		return refuse(statusConflict, "nobody but the levels plays in this game: ask for a step")
	case len(g.actions) >= maxBoardActions:
		return refuse(statusConflict, "this game has too many actions: begin a new one")
	}
	if err := g.sitting.Do(action); err != nil {
		return bad(err)
	}
	g.actions = append(g.actions, action)
	return nil
}

// boardStep lets the level whose turn it is decide and act.
func (s *Service) boardStep(ctx context.Context, g *boardGame) (*catalog.Choice, error) {
	c, err := s.decider(ctx, g)
	if err != nil {
		return nil, err
	}
	return c, g.sitting.Do(c.Action)
}

// boardReply lets levels act until it is the person's turn, and his rival play once the game is over.
func (s *Service) boardReply(ctx context.Context, g *boardGame) error {
	for tries := 0; !g.over() && g.sitting.Turn() != g.side(); tries++ {
		if tries > maxOpponentTries {
			return fmt.Errorf("the level %s tries without end", g.seats[g.sitting.Turn()])
		}
		if _, err := s.boardStep(ctx, g); err != nil {
			return err
		}
	}
	if g.over() && g.rival != "" && g.rivaled == "" {
		return g.playRival(ctx)
	}
	return nil
}

// due tells whether levels have something to do before the person looks.
func (g *boardGame) due() bool {
	if g.side() < 0 {
		return false
	}
	return !g.over() && g.sitting.Turn() != g.side() || g.over() && g.rival != "" && g.rivaled == ""
}

// playRival lets the rival play the game that the person has played.
func (g *boardGame) playRival(ctx context.Context) error {
	sitting, err := g.setting.Sit(g.seed, 0)
	if err != nil {
		return err
	}
	for sitting.Turn() != catalog.Over {
		c, err := g.ask(ctx, sitting, g.rival)
		if err != nil {
			return err
		}
		if err := sitting.Do(c.Action); err != nil {
			return err
		}
	}
	_, g.rivaled = sitting.Gained(0)
	return nil
}

// belief returns what a side believes. Its random numbers are made of what the side knows, so that they
// tell nothing else.
func (g *boardGame) belief(ctx context.Context, side int) (*catalog.CellBelief, error) {
	switch own := g.side(); {
	case g.over():
		return nil, refuse(statusConflict, "the game is over: nothing is hidden any more")
	case side < 0 || side >= len(g.seats):
		return nil, refuse(statusBadRequest, "side %d: there are %d", side, len(g.seats))
	case own >= 0 && side != own:
		return nil, refuse(statusForbidden, "what the other side believes is told when the game is over")
	}
	known, err := json.Marshal(g.sitting.Told(side))
	if err != nil {
		return nil, err
	}
	rng := randstream.New(uint64(side), "web board belief "+g.game.Name+" "+g.setting.Text+string(known))
	b, err := g.sitting.Belief(ctx, side, rng)
	if err != nil && ctx.Err() == nil && !errors.Is(err, catalog.ErrNoBelief) {
		return nil, refuse(statusUnprocessableEntity, "there is no belief here: %v", err)
	}
	return b, err
}

// result returns how a game ended, in words, "" while it goes on.
func (g *boardGame) result() string {
	if !g.over() {
		return ""
	}
	if own := g.side(); own >= 0 {
		_, words := g.sitting.Gained(own)
		return words
	}
	list := make([]string, len(g.seats))
	for side := range list {
		_, words := g.sitting.Gained(side)
		list[side] = g.game.Sides[side] + ": " + words
	}
	return strings.Join(list, ", ")
}
