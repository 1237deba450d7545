package catalog

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
)

// Sitting is one game that is played action by action, by whoever decides for its sides: people, or
// players that are asked. What it tells of a side is what that side knows; the hidden state is told by
// [Sitting.Truth] alone. It belongs to one goroutine.
type Sitting struct {
	*Setting
	sitting
}

// sitting is a Sitting that knows its types.
type sitting interface {
	turn() int
	legal() []Action
	do(action string) error
	ask(ctx context.Context, player string, b blindsight.Budget, rng *rand.Rand) (*Choice, error)
	told(side int) []Told
	taken() []Taken
	board(side int) Board
	belief(ctx context.Context, side int, rng *rand.Rand) (*CellBelief, error)
	truth() Board
	gained(side int) (float64, string)
}

// Action is something that the side to act may do.
type Action struct {
	Text string `json:"text"`
	Cell int    `json:"cell"` // of the board
}

// Choice is what a player decided, and what it compared.
type Choice struct {
	Action      string
	Value       float64
	Measure     blindsight.Measure // what Value is
	Simulations int
	Compared    []Compared // the best first; empty where nothing was compared
	Health      blindsight.Health
}

// Compared is an action that a player has weighed.
type Compared struct {
	Action
	Mean        float64 `json:"mean"` // what the simulations of it brought, or what is known of it without any
	Simulations int     `json:"simulations"`
}

// Told is one thing that a side did and saw, or heard of the other side.
type Told struct {
	Own    bool   `json:"own"`
	Action string `json:"action,omitempty"` // its own
	Cell   int    `json:"cell"`             // on which it acted, -1 where the other side did
	Text   string `json:"text"`             // what it saw or heard
}

// Taken is one step of the play as the side that acted knows it.
type Taken struct {
	Side   int    `json:"side"`
	Action string `json:"action"`
	Cell   int    `json:"cell"`
	Text   string `json:"text"` // what it saw
}

// Over is the turn of nobody: the play has ended.
const Over = int(blindsight.Over)

// Why a sitting refuses something.
var (
	ErrOver     = errors.New("the game is over")
	ErrNoBoard  = errors.New("this game has no board to play on")
	ErrNoBelief = errors.New("there is no belief to be shown for this game")
)

// Fits says what is wrong with these settings for a server that is open to strangers, if anything.
func (s *Setting) Fits() error { return s.fits() }

// Sit begins game number n of a seed, the same as in a [Match]. The game must have a board.
func (s *Setting) Sit(seed, n uint64) (*Sitting, error) {
	t, err := s.sit(seed, n)
	if err != nil {
		return nil, err
	}
	return &Sitting{s, t}, nil
}

// Turn returns which side acts, [Over] if the play has ended.
func (s *Sitting) Turn() int { return s.turn() }

// Legal returns what the side to act may do, by what it knows.
func (s *Sitting) Legal() []Action { return s.legal() }

// Do does something for the side to act. What is not legal changes nothing, and the error says so.
func (s *Sitting) Do(action string) error { return s.do(action) }

// Ask lets a player decide for the side to act, which is not done yet. The player is made for this
// decision, so that it depends on what the side knows, the budget and the randomness alone.
func (s *Sitting) Ask(ctx context.Context, player string, b blindsight.Budget, rng *rand.Rand) (*Choice, error) {
	return s.ask(ctx, player, b, rng)
}

// Told returns all that a side did, saw and heard. The slice must not be changed.
func (s *Sitting) Told(side int) []Told { return s.told(side) }

// Taken returns all that was done by all sides, which no side may see while the play goes on. The slice must
// not be changed.
func (s *Sitting) Taken() []Taken { return s.taken() }

// Board draws what a side knows.
func (s *Sitting) Board(side int) Board { return s.board(side) }

// Belief returns what a side believes by what it knows.
func (s *Sitting) Belief(ctx context.Context, side int, rng *rand.Rand) (*CellBelief, error) {
	return s.belief(ctx, side, rng)
}

// Truth draws the hidden state. No side may see it while the play goes on.
func (s *Sitting) Truth() Board { return s.truth() }

// Gained returns what a side has gained so far, discounts and all, and what that is in words.
func (s *Sitting) Gained(side int) (float64, string) { return s.gained(side) }
